//! Microaggregation: groups of at least k records, each of which publishes its middle.

use crate::attribute::{Attribute, Values};
use crate::closeness::{Sensitive, merged};
use crate::encode::Encoded;
use crate::error::{Error, Result};
use crate::mask::{Mask, Masked, Part, Report};
use crate::partition::{
    Blocks, Effort, FlatCrowd, GAIN, GroupSize, MixedCrowd, Partition, Watch, ascending, exact, in_blocks, ordered,
    principal_component, refine, sums, v_mdav,
};
use crate::rng::Rng;
use crate::space::Metric;
use rayon::prelude::*;
use scumble_data::Rows;

/// How records are grouped.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Grouping {
    /// Maximum distance to average vector.
    Mdav,
    /// MDAV whose groups grow where records crowd.
    VMdav,
    /// MDAV, then a search for that much effort.
    Refined(f64),
    /// Each column by itself, optimally.
    IndividualRanking,
    /// By the sum of z-scores, cut optimally.
    ZScores,
    /// Along the first principal component, cut optimally.
    PrincipalComponent,
}

/// What a group publishes for a value in a taxonomy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Centroid {
    /// The member's value that is nearest to all.
    #[default]
    Medoid,
    /// The most specific concept that all are a kind of.
    Hypernym,
}

/// Whether a table is cut into blocks.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Cutting {
    /// Where grouping at once would take about a minute.
    #[default]
    Auto,
    /// Never.
    Never,
    /// Always, in blocks like this.
    Always(Blocks),
}

/// Microaggregation of a table's columns.
pub struct Microaggregation<'a> {
    /// How records are grouped.
    pub grouping: Grouping,
    /// Columns that are grouped together, by their places, each with its group size.
    pub parts: Vec<(Vec<usize>, GroupSize)>,
    /// Whether every column weighs the same.
    pub standardise: bool,
    /// What is published for values in a taxonomy.
    pub centroid: Centroid,
    /// How large tables are cut.
    pub cutting: Cutting,
    /// What every group must show of confidential columns.
    pub sensitive: Vec<Sensitive>,
    /// Records that are grouped only among themselves; together all of them.
    pub classes: Vec<Vec<u32>>,
    /// Told how far the search is.
    pub watch: &'a dyn Watch,
}

impl Mask<[Attribute]> for Microaggregation<'_> {
    fn mask(&self, data: &[Attribute], rng: &mut Rng) -> Result<Masked<Vec<Attribute>>> {
        let mut attributes = data.to_vec();
        let mut report = Report::default();
        let singles: Vec<(Vec<usize>, GroupSize)>;
        let parts = if self.grouping == Grouping::IndividualRanking {
            singles =
                self.parts.iter().flat_map(|(columns, k)| columns.iter().map(|&column| (vec![column], *k))).collect();
            &singles
        } else {
            &self.parts
        };
        for (columns, k) in parts {
            let chosen: Vec<&Attribute> = columns.iter().map(|&column| &data[column]).collect();
            let encoded = Encoded::new(&chosen, self.standardise)?;
            let (partition, blocks) = self.partition(&encoded, &chosen, *k, rng, &mut report)?;
            let published = Published::new(&encoded, &chosen, &partition, self.centroid);
            report.sse += published.sse;
            report.sst += total(&encoded);
            report.parts.push(Part {
                columns: chosen.iter().map(|attribute| attribute.name.clone()).collect(),
                k: k.get(),
                groups: partition.len(),
                smallest: partition.smallest(),
                largest: partition.largest(),
                blocks,
            });
            for (&column, masked) in columns.iter().zip(published.attributes) {
                attributes[column] = masked;
            }
        }
        Ok(Masked { data: attributes, report })
    }
}

impl Microaggregation<'_> {
    /// Groups every class by itself.
    fn partition(
        &self,
        encoded: &Encoded,
        attributes: &[&Attribute],
        k: GroupSize,
        rng: &mut Rng,
        report: &mut Report,
    ) -> Result<(Partition, Option<usize>)> {
        let mut blocks = None;
        let mut groups: Vec<Vec<u32>> = Vec::new();
        for class in &self.classes {
            let whole = class.len() == encoded.rows.len();
            let rows = if whole { None } else { Some(encoded.rows.select(class)) };
            let rows = rows.as_ref().unwrap_or(&encoded.rows);
            if rows.len() < k.get() {
                let among = (!whole).then(|| "in one stratum, or with the same values missing".to_owned());
                return Err(Error::TooFewRecords { k: k.get(), records: rows.len(), among });
            }
            let partition = self.group(encoded, rows, attributes, k, rng, report, &mut blocks)?;
            let sensitive: Vec<Sensitive> = self.sensitive.iter().map(|sensitive| of_class(sensitive, class)).collect();
            let partition = match sensitive.is_empty() {
                true => partition,
                false => merged(&encoded.space, rows, &partition, k, &sensitive)?,
            };
            groups.extend(
                partition.groups().map(|group| group.iter().map(|&at| class[at as usize]).collect::<Vec<u32>>()),
            );
        }
        Ok((Partition::new(groups, encoded.rows.len(), k)?, blocks))
    }

    #[expect(clippy::too_many_arguments, reason = "one call, whose parts are told apart by their types")]
    fn group(
        &self,
        encoded: &Encoded,
        rows: &Rows,
        attributes: &[&Attribute],
        k: GroupSize,
        rng: &mut Rng,
        report: &mut Report,
        blocks: &mut Option<usize>,
    ) -> Result<Partition> {
        let space = &encoded.space;
        let line = |numbers: Vec<f64>| ordered(rows, &ascending(&numbers), k);
        match self.grouping {
            Grouping::IndividualRanking | Grouping::ZScores | Grouping::PrincipalComponent if !space.is_numbers() => {
                let metrics = attributes.iter().zip(&space.metrics);
                let odd =
                    metrics.filter(|(_, metric)| **metric != Metric::Number).map(|(odd, _)| odd.name.clone()).next();
                let problem = "this method needs an order: numbers, dates or ordinals (mdav takes any column)";
                Err(Error::Column { column: odd.unwrap_or_default(), problem: problem.to_owned() })
            }
            Grouping::IndividualRanking | Grouping::ZScores => line(sums(rows)),
            Grouping::PrincipalComponent => line(principal_component(rows)),
            Grouping::VMdav => {
                let nearest = |record: u32, groups: &[Vec<u32>]| nearest_group(encoded, rows, record, groups);
                if space.is_numbers() {
                    v_mdav(FlatCrowd::new(rows), k, GAIN, nearest)
                } else {
                    v_mdav(MixedCrowd::new(space, rows), k, GAIN, nearest)
                }
            }
            Grouping::Mdav | Grouping::Refined(_) => {
                let cut = match self.cutting {
                    Cutting::Never => None,
                    Cutting::Always(cut) => Some(cut),
                    Cutting::Auto => (work(encoded, rows, k) > MINUTE).then(Blocks::default),
                };
                let partition = match cut {
                    Some(cut) if rows.len() > cut.least(k) => {
                        *blocks = Some(cut.least(k));
                        in_blocks(space, rows, k, cut, rng.bits())?
                    }
                    _ => exact(space, rows, k)?,
                };
                let Grouping::Refined(effort) = self.grouping else { return Ok(partition) };
                // Classes share the effort by their size.
                let units = effort * rows.len() as f64 / encoded.rows.len() as f64;
                let effort = Effort { units, chains: CHAINS };
                let found = refine(space, rows, &partition, k, effort, rng, self.watch)?;
                report.steps += found.steps;
                report.stopped |= found.stopped;
                Ok(found.partition)
            }
        }
    }
}

/// Searches side by side: one for each of two cores.
const CHAINS: usize = 2;

/// What takes about a minute on two cores: 5·10^11 for numbers (measured: 500,000 records of 10 numbers and k = 5 are that,
/// and took 42 s).
const MINUTE: f64 = 5e11;

/// How much MDAV over all records has to do.
fn work(encoded: &Encoded, rows: &Rows, k: GroupSize) -> f64 {
    let (records, width) = (rows.len() as f64, rows.width() as f64);
    // Values are looked up one by one, numbers are compared several at a time.
    let kind = if encoded.space.is_numbers() { 1.0 } else { 4.0 };
    records * records * width / k.get() as f64 * kind
}

/// The part of a confidential column that belongs to a class. Its distribution is the class's own.
fn of_class(sensitive: &Sensitive, class: &[u32]) -> Sensitive {
    Sensitive { codes: class.iter().map(|&record| sensitive.codes[record as usize]).collect(), ..sensitive.clone() }
}

fn nearest_group(encoded: &Encoded, rows: &Rows, record: u32, groups: &[Vec<u32>]) -> usize {
    let distance = |group: &Vec<u32>| {
        let members =
            group.iter().map(|&member| encoded.space.squared(rows.row(record as usize), rows.row(member as usize)));
        members.sum::<f64>() / group.len() as f64
    };
    let distances = groups.iter().map(distance).enumerate();
    distances.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(at, _)| at)
}

/// Squared distances to the middle of all.
fn total(encoded: &Encoded) -> f64 {
    let columns = encoded.space.metrics.par_iter().enumerate();
    let parts: Vec<f64> = columns
        .map(|(column, metric)| {
            let middle = metric.middle(&mut encoded.rows.column(column));
            encoded.rows.column(column).map(|cell| metric.squared(cell, middle)).sum()
        })
        .collect();
    parts.iter().sum()
}

/// What every group publishes.
struct Published {
    attributes: Vec<Attribute>,
    sse: f64,
}

impl Published {
    fn new(encoded: &Encoded, attributes: &[&Attribute], partition: &Partition, centroid: Centroid) -> Self {
        let columns: Vec<(Attribute, f64)> = attributes
            .par_iter()
            .enumerate()
            .map(|(column, attribute)| publish(encoded, column, attribute, partition, centroid))
            .collect();
        let sse = columns.iter().map(|(_, sse)| sse).sum();
        Self { attributes: columns.into_iter().map(|(attribute, _)| attribute).collect(), sse }
    }
}

/// One column: its published cells, and the squared distances to them.
fn publish(
    encoded: &Encoded,
    column: usize,
    attribute: &Attribute,
    partition: &Partition,
    centroid: Centroid,
) -> (Attribute, f64) {
    let metric = &encoded.space.metrics[column];
    let cell = |record: u32| encoded.rows.row(record as usize)[column];
    let within =
        |group: &[u32], middle: f64| group.iter().map(|&record| metric.squared(cell(record), middle)).sum::<f64>();
    let mut sse = 0.0;
    let mut masked = attribute.clone();
    match &mut masked.values {
        Values::Numbers(numbers) | Values::Dates(numbers, _) => {
            for group in partition.groups() {
                // Missing cells are missing in the whole group.
                let mean = mean(group.iter().map(|&record| numbers[record as usize]));
                sse += within(group, self::mean(group.iter().map(|&record| cell(record))));
                group.iter().for_each(|&record| numbers[record as usize] = mean);
            }
        }
        Values::Ordinal(codes, _) => {
            for group in partition.groups() {
                let mut places: Vec<(u32, u32)> =
                    group.iter().map(|&record| (codes[record as usize], record)).collect();
                places.sort_unstable();
                // The lower of two middle places: the median is one of the values.
                let (median, holder) = places[(places.len() - 1) / 2];
                sse += within(group, cell(holder));
                group.iter().for_each(|&record| codes[record as usize] = median);
            }
        }
        Values::Nominal(codes, values) | Values::Text(codes, values, _) => {
            let known = values.len();
            for group in partition.groups() {
                let hypernym = match (centroid, &encoded.taxonomic[column]) {
                    (Centroid::Hypernym, Some(taxonomic)) => general(taxonomic, codes, group, known),
                    _ => None,
                };
                let code = match hypernym {
                    Some((label, squares)) => {
                        sse += squares * scale(metric, &encoded.taxonomic[column]);
                        values.iter().position(|value| *value == label).unwrap_or_else(|| {
                            values.push(label);
                            values.len() - 1
                        }) as u32
                    }
                    None => {
                        let middle = metric.middle(&mut group.iter().map(|&record| cell(record)));
                        sse += within(group, middle);
                        if (middle as usize) < known { middle as u32 } else { u32::MAX }
                    }
                };
                group.iter().for_each(|&record| codes[record as usize] = code);
            }
        }
    }
    (masked, sse)
}

/// The common hypernym of a group's values and the sum of squared distances to it; nothing if all are equal or one is missing
/// or unknown.
fn general(
    taxonomic: &crate::space::TaxonomicValues,
    codes: &[u32],
    group: &[u32],
    known: usize,
) -> Option<(String, f64)> {
    let values: Vec<usize> = group.iter().map(|&record| codes[record as usize] as usize).collect();
    if values.iter().any(|&value| value >= known) || values.iter().all(|value| *value == values[0]) {
        return None;
    }
    let (label, distances) = taxonomic.hypernym(&values)?;
    Some((label, distances.iter().map(|distance| distance * distance).sum()))
}

/// What a table's distances were multiplied by.
fn scale(metric: &Metric, taxonomic: &Option<crate::space::TaxonomicValues>) -> f64 {
    let (Metric::Table(values, squares), Some(taxonomic)) = (metric, taxonomic) else { return 1.0 };
    let pairs = (1..values - 1).map(|other| (squares[other], taxonomic.distance(0, other)));
    pairs
        .filter(|&(_, distance)| distance > 0.0)
        .map(|(square, distance)| square / (distance * distance))
        .next()
        .unwrap_or(1.0)
}

fn mean(cells: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = cells.fold((0.0, 0.0), |(sum, count), cell| (sum + cell, count + 1.0));
    sum / count
}
