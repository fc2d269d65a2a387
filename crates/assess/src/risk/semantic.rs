//! Record linkage by words: by equality (MRL), and by what words mean (SRL). Martínez, Sánchez and Valls, "Evaluation of the
//! disclosure risk of masking methods dealing with textual attributes", equations 4 to 8.

use crate::agreement::{BothCodes, BothTerms, MISSING};
use crate::reading::Reading;
use rayon::prelude::*;
use scumble_ontology::comparison::Comparison;
use scumble_ontology::measure::{Direction, MeasureName};
use scumble_ontology::{InformationSource, Taxonomy};
use std::collections::HashMap;
use std::sync::Arc;

/// Comparisons of a cell, at most: a few seconds.
const MOST_COMPARISONS: usize = 500_000_000;
/// Similarities that differ by no more are a tie.
const TIE: f64 = 1e-9;

/// The measures by which words are compared: path, Wu and Palmer's in edges, Batet's.
pub const MEASURES: [MeasureName; 3] = [MeasureName::Path, MeasureName::WuPalmerEdges, MeasureName::Batet];

/// Matching record linkage: the share of records, in percent, that are linked rightly by an intruder who looks for masked records equal
/// to the original one, and guesses among them. Where there is none, nothing is linked.
pub fn matching_linkage(columns: &[BothCodes]) -> Option<Reading> {
    let records = columns.first()?.original.len();
    let key = |cells: fn(&BothCodes) -> &[u32], record: usize| -> Option<Vec<u32>> {
        columns.iter().map(|column| Some(cells(column)[record]).filter(|&code| code != MISSING)).collect()
    };
    let mut masked: HashMap<Vec<u32>, u32> = HashMap::new();
    for key in (0..records).filter_map(|record| key(|column| &column.masked, record)) {
        *masked.entry(key).or_default() += 1;
    }
    let linked = |record: usize| match key(|column| &column.original, record) {
        Some(own) if key(|column| &column.masked, record).as_ref() == Some(&own) => 1.0 / f64::from(masked[&own]),
        _ => 0.0,
    };
    Some(reading((0..records).map(linked).collect()))
}

/// Semantic record linkage: the same of an intruder who looks for the masked records most similar in meaning, by the mean similarity
/// of the columns. `None` if there is no column, or there are too many distinct records to compare them all.
///
/// Two words are as similar as their most similar senses. A word that no taxonomy knows equals itself and is least similar to all
/// others; so is a missing value.
pub fn semantic_linkage(columns: &[BothTerms], measure: MeasureName) -> Option<Reading> {
    let records = columns.first()?.original.len();
    let similar: Vec<Similarities> =
        columns.iter().map(|column| Similarities::of(column, measure)).collect::<Option<_>>()?;
    let row =
        |record: usize| columns.iter().zip(&similar).map(move |(column, cells)| cells.row(column.original[record]));
    let column =
        |record: usize| columns.iter().zip(&similar).map(move |(column, cells)| cells.column(column.masked[record]));
    let known = Distinct::of((0..records).map(|record| row(record).collect()));
    let released = Distinct::of((0..records).map(|record| column(record).collect()));
    let comparisons = known.rows.len().saturating_mul(released.rows.len()).saturating_mul(columns.len());
    if comparisons > MOST_COMPARISONS {
        return None;
    }
    let similarity = |a: &[u32], b: &[u32]| {
        let both = similar.iter().zip(a.iter().zip(b));
        both.map(|(cells, (&a, &b))| cells.cells[a as usize * cells.width + b as usize]).sum::<f64>()
            / columns.len() as f64
    };
    // For each distinct record: how similar the most similar of the released are, and how many records those are.
    let nearest = |row: &Vec<u32>| {
        let found: Vec<f64> = released.rows.iter().map(|other| similarity(row, other)).collect();
        let most = found.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let ties: u32 =
            found.iter().zip(&released.counts).filter(|(near, _)| **near >= most - TIE).map(|(_, n)| n).sum();
        (most, ties)
    };
    let nearest: Vec<(f64, u32)> = known.rows.par_iter().map(nearest).collect();
    let linked = |record: usize| {
        let (most, ties) = nearest[known.of[record] as usize];
        let own = similarity(&known.rows[known.of[record] as usize], &released.rows[released.of[record] as usize]);
        if own >= most - TIE { 1.0 / f64::from(ties) } else { 0.0 }
    };
    Some(reading((0..records).map(linked).collect()))
}

/// How similar every value of the original is to every value of the masked table; past the ends are missing ones.
struct Similarities {
    width: usize,
    height: usize,
    cells: Vec<f64>,
}

impl Similarities {
    fn of(column: &BothTerms, name: MeasureName) -> Option<Self> {
        let sign = if name.direction() == Direction::Distance { -1.0 } else { 1.0 };
        let on = |taxonomy: &Arc<Taxonomy>| name.on(Arc::clone(taxonomy), None);
        let extremes =
            column.stack.members().iter().map(on).map(|measure| (sign * measure.best(), sign * measure.worst()));
        let (best, worst) = extremes.reduce(|(a, b), (c, d)| (a.max(c), b.min(d)))?;
        let comparison = Comparison::new(Arc::clone(&column.stack), name, &InformationSource::Intrinsic).ok()?;
        let row = |a: &String| {
            let cell = |b: &String| match comparison.of(a, b) {
                _ if a == b => best,
                Ok(found) => sign * found.value,
                Err(_) => worst,
            };
            column.maskeds.iter().map(cell).chain([worst]).collect::<Vec<f64>>()
        };
        let (width, height) = (column.maskeds.len() + 1, column.originals.len());
        let mut cells = column.originals.par_iter().flat_map_iter(row).collect::<Vec<f64>>();
        cells.resize(width * (height + 1), worst);
        Some(Self { width, height, cells })
    }

    fn row(&self, code: u32) -> u32 {
        code.min(self.height as u32)
    }

    fn column(&self, code: u32) -> u32 {
        code.min(self.width as u32 - 1)
    }
}

/// Distinct rows, how many records each has, and which is each record's.
struct Distinct {
    rows: Vec<Vec<u32>>,
    counts: Vec<u32>,
    of: Vec<u32>,
}

impl Distinct {
    fn of(all: impl Iterator<Item = Vec<u32>>) -> Self {
        let mut known: HashMap<Vec<u32>, u32> = HashMap::new();
        let mut found = Self { rows: Vec::new(), counts: Vec::new(), of: Vec::new() };
        for row in all {
            let at = *known.entry(row).or_insert_with_key(|row| {
                found.rows.push(row.clone());
                found.counts.push(0);
                found.rows.len() as u32 - 1
            });
            found.counts[at as usize] += 1;
            found.of.push(at);
        }
        found
    }
}

fn reading(records: Vec<f64>) -> Reading {
    let links: f64 = records.iter().sum();
    Reading { value: 100.0 * links / (records.len() as f64).max(1.0), parts: vec![("links", links)], records }
}
