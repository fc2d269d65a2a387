//! Two tables, original and masked: all measures of them.

use crate::agreement::{Agreement, BothCodes, BothTerms};
use crate::classes::{Classes, classes};
use crate::loss::{ColumnLoss, InformationLoss, ProbabilisticLoss, column_loss, ordered, squares};
use crate::reading::{Error, Loss, Reading, Result, Risk};
use crate::risk::{
    Direction, DistanceLinkage, IntervalDisclosure, SEMANTIC_MEASURES, household_classes, household_risk,
    matching_linkage, population_risk, probabilistic_linkage, semantic_linkage, special_uniques,
};
use rayon::prelude::*;
use scumble_data::{Column, ColumnKind, Missing, Rows, Table};
use scumble_mask::{Attribute, Values};
use scumble_ontology::Stack;
use std::borrow::Cow;
use std::sync::Arc;

mod reading;

pub use reading::{HouseholdReading, RecordRow, TableReading, WordLinkage};

/// What can be measured of two tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Information loss, IL1 to IL5 and IL.
    Information,
    /// Probabilistic information loss.
    Probabilistic,
    /// Sums of squares.
    Squares,
    /// Distance-based record linkage.
    Linkage,
    /// Interval disclosure.
    Interval,
    /// Equivalence classes.
    Classes,
    /// Individual risk by sampling weights.
    Population,
    /// Special uniques.
    SpecialUniques,
    /// Probabilistic record linkage.
    Probability,
    /// Matching and semantic record linkage of words.
    Words,
    /// What generalised columns lost, and linkage with them.
    Generalization,
}

impl Measure {
    /// Every measure with its name.
    pub const ALL: [(&'static str, Self); 11] = [
        ("il", Self::Information),
        ("pil", Self::Probabilistic),
        ("sse", Self::Squares),
        ("dbrl", Self::Linkage),
        ("id", Self::Interval),
        ("k", Self::Classes),
        ("population", Self::Population),
        ("suda", Self::SpecialUniques),
        ("prl", Self::Probability),
        ("srl", Self::Words),
        ("ncp", Self::Generalization),
    ];
}

/// A column of a release, and the kind of its values.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownColumn {
    /// Its name.
    pub name: String,
    /// The kind of its values.
    pub kind: ColumnKind,
    /// Whether it is measured together with the others (information loss, linkage, classes), not only by itself.
    pub measured: bool,
}

/// The cells of a column with an order, before and after.
type BothCells = (Vec<f64>, Vec<f64>);

/// The cells of a measured column in both tables: by equality, and by their place in a taxonomy.
type BothValues = (Option<BothCodes>, Option<BothTerms>);

/// Two tables, by the columns they share.
#[derive(Debug, Clone)]
pub struct Pair {
    /// The names of the measured columns of numbers.
    pub numbers: Vec<String>,
    /// The names of the measured columns with an order: numbers, dates and ordinals.
    pub ordered: Vec<String>,
    /// The cells of those in the original, without records that miss one.
    pub original: Rows,
    /// The cells of the masked table, likewise.
    pub masked: Rows,
    /// The row of each of these records.
    pub rows: Vec<usize>,
    /// Records that miss a cell of a column with an order: all measures but sums of squares and classes leave them out.
    pub incomplete: usize,
    /// The loss of every column, by its kind.
    pub losses: Vec<ColumnLoss>,
    /// All columns that are measured together.
    pub columns: Vec<String>,
    /// The equivalence classes of the masked table over them.
    pub classes: Classes,
    /// The cells of these columns as codes that both tables share.
    pub codes: Vec<BothCodes>,
    /// The cells of those of them that have an order, each with the standard deviation of the original.
    with_order: Vec<Option<(BothCells, f64)>>,
    /// Those of them whose values have a place in a taxonomy.
    pub terms: Vec<BothTerms>,
    /// The sampling weight of every record: the number of persons that it represents.
    pub weights: Option<Vec<f64>>,
    /// The household of every record.
    pub households: Option<Vec<u32>>,
    /// Sums of squares of the columns with an order.
    squares: Reading,
}

impl Pair {
    /// Pairs two tables by these columns; both have the same records in the same order. `open` gives the taxonomy of a text column
    /// by its specification and the original's distinct values.
    ///
    /// # Errors
    /// If the tables differ in length, or a column is not there or not of its kind.
    pub fn new(
        original: &Table,
        masked: &Table,
        known: &[KnownColumn],
        missing: &Missing,
        open: impl Fn(&str, &[String]) -> std::result::Result<Arc<Stack>, scumble_data::Error> + Sync,
    ) -> Result<Self> {
        if original.len() != masked.len() {
            return Err(Error::Tables {
                original: original.file().to_owned(),
                originals: original.len(),
                masked: masked.file().to_owned(),
                maskeds: masked.len(),
            });
        }
        let read = |known: &KnownColumn| -> Result<((ColumnLoss, Option<BothCells>), BothValues)> {
            let (a, b) = (original.column(&known.name)?, masked.column(&known.name)?);
            let before = Attribute::read(a, &known.kind, original.file(), missing, &open)?;
            let after = Attribute::read(b, &known.kind, masked.file(), missing, |spec, values| match &before.values {
                Values::Text(.., stack) => Ok(Arc::clone(stack)),
                _ => open(spec, values),
            })?;
            let cells = ordered(&before).zip(ordered(&after)).map(|((_, x), (_, y))| (x.into_owned(), y.into_owned()));
            let codes = known.measured.then(|| BothCodes::read(&before, &after));
            let terms = if known.measured { BothTerms::read(&before, &after) } else { None };
            Ok(((column_loss(&before, &after), cells), (codes, terms)))
        };
        let found: Vec<_> = known.par_iter().map(read).collect::<Result<_>>()?;
        let (found, values): (Vec<_>, Vec<BothValues>) = found.into_iter().unzip();
        let (codes, terms): (Vec<_>, Vec<_>) = values.into_iter().unzip();
        let (losses, cells): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        let with_order = known.iter().zip(&cells).filter(|(known, _)| known.measured);
        let with_deviation = |both: &BothCells| (both.clone(), deviation(&both.0));
        let with_order = with_order.map(|(_, cells)| cells.as_ref().map(with_deviation)).collect();
        let measured = || known.iter().filter(|known| known.measured).map(|known| known.name.clone());
        let of_kind = known.iter().zip(cells).filter(|(known, _)| known.measured);
        let (names, cells): (Vec<&KnownColumn>, Vec<BothCells>) =
            of_kind.filter_map(|(known, cells)| Some((known, cells?))).unzip();
        let whole = |row: &usize| cells.iter().all(|(x, y)| !x[*row].is_nan() && !y[*row].is_nan());
        let rows: Vec<usize> = if cells.is_empty() { Vec::new() } else { (0..original.len()).filter(whole).collect() };
        let incomplete = if cells.is_empty() { 0 } else { original.len() - rows.len() };
        let pick = |cell: &dyn Fn(&BothCells, usize) -> f64| {
            let columns: Vec<Vec<f64>> =
                cells.iter().map(|column| rows.iter().map(|&row| cell(column, row)).collect()).collect();
            let slices: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
            if slices.is_empty() { Rows::new(1, Vec::new()) } else { Rows::from_columns(&slices) }
        };
        let (before, after) = (pick(&|(x, _), row| x[row]), pick(&|(_, y), row| y[row]));
        let columns: Vec<String> = measured().collect();
        let over: Vec<&Column> =
            columns.iter().map(|name| masked.column(name)).collect::<std::result::Result<_, _>>()?;
        let named = |wanted: &dyn Fn(&ColumnKind) -> bool| -> Vec<String> {
            names.iter().filter(|known| wanted(&known.kind)).map(|known| known.name.clone()).collect()
        };
        Ok(Self {
            numbers: named(&|kind| matches!(kind, ColumnKind::Number)),
            ordered: named(&|_| true),
            original: before,
            masked: after,
            rows,
            incomplete,
            losses,
            classes: classes(&over),
            columns,
            codes: codes.into_iter().flatten().collect(),
            with_order,
            terms: terms.into_iter().flatten().collect(),
            weights: None,
            households: None,
            squares: squares(&cells),
        })
    }

    /// The losses of the columns that are measured together.
    pub fn measured_losses(&self) -> Vec<ColumnLoss> {
        self.losses.iter().filter(|loss| self.columns.contains(&loss.column)).cloned().collect()
    }

    /// The numbers alone, without dates and ordinals, before and after.
    fn numbers_alone(&self) -> (Cow<'_, Rows>, Cow<'_, Rows>) {
        if self.numbers.len() == self.ordered.len() {
            return (Cow::Borrowed(&self.original), Cow::Borrowed(&self.masked));
        }
        let wanted = |at: &usize| self.numbers.contains(&self.ordered[*at]);
        let alone = |rows: &Rows| {
            let columns: Vec<Vec<f64>> = (0..rows.width()).filter(wanted).map(|at| rows.column(at).collect()).collect();
            Rows::from_columns(&columns.iter().map(Vec::as_slice).collect::<Vec<_>>())
        };
        (Cow::Owned(alone(&self.original)), Cow::Owned(alone(&self.masked)))
    }
}

/// The standard deviation of the cells that are not missing.
fn deviation(cells: &[f64]) -> f64 {
    let there = || cells.iter().filter(|cell| !cell.is_nan());
    let count = there().count() as f64;
    let mean = there().sum::<f64>() / count;
    (there().map(|cell| (cell - mean) * (cell - mean)).sum::<f64>() / (count - 1.0).max(1.0)).sqrt()
}

/// The columns that two tables share, each with whether a cell of it changed.
///
/// # Errors
/// If they share none.
pub fn shared(original: &Table, masked: &Table) -> Result<Vec<(String, bool)>> {
    let shared: Vec<&str> = masked.names().filter(|name| original.index(name).is_some()).collect();
    if shared.is_empty() {
        let names = |table: &Table| table.names().map(str::to_owned).collect();
        return Err(Error::NoCommonColumn { original: names(original), masked: names(masked) });
    }
    let moved = |name: &str| match (original.column(name), masked.column(name)) {
        (Ok(a), Ok(b)) => (0..a.cells.len().min(b.cells.len())).any(|row| a.cells.text(row) != b.cells.text(row)),
        _ => false,
    };
    Ok(shared.into_iter().map(|name| (name.to_owned(), moved(name))).collect())
}

/// How two tables are measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// The window of interval disclosure, in percent of the ranks on either side.
    pub window: f64,
    /// The share of the population that the release has, for the scores of special uniques; if it is not given, that of the weights,
    /// else 0.01, as sdcMicro has it.
    pub fraction: Option<f64>,
    /// For probabilistic linkage: numbers, dates and ordinals agree that differ by no more than this percentage of the original's
    /// standard deviation; only equal ones if it is not given.
    pub tolerance: Option<f64>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { window: 10.0, fraction: None, tolerance: None }
    }
}

/// Measures two tables: by all measures if none is named.
///
/// # Errors
/// If there is too little to measure.
pub fn measure(pair: &Pair, measures: &[Measure], settings: &Settings) -> Result<TableReading> {
    let wanted = |measure: Measure| measures.is_empty() || measures.contains(&measure);
    let mut found = TableReading { classes: wanted(Measure::Classes), ..TableReading::default() };
    measure_sample(pair, &wanted, settings, &mut found);
    if pair.ordered.is_empty() {
        return Ok(found);
    }
    if wanted(Measure::Squares) {
        found.squares = Some(pair.squares.clone());
    }
    if pair.rows.is_empty() {
        return Ok(found);
    }
    if !pair.numbers.is_empty() && (wanted(Measure::Information) || wanted(Measure::Probabilistic)) {
        let (original, masked) = pair.numbers_alone();
        if wanted(Measure::Information) {
            found.information = Some(InformationLoss.loss(&original, &masked)?);
        }
        if wanted(Measure::Probabilistic) {
            found.probabilistic = Some(ProbabilisticLoss.loss(&original, &masked)?);
        }
    }
    let (original, masked) = (&pair.original, &pair.masked);
    if wanted(Measure::Linkage) {
        found.linkage = Some(DistanceLinkage { direction: Direction::OriginalToMasked }.risk(original, masked)?);
    }
    if wanted(Measure::Interval) {
        found.interval = Some(IntervalDisclosure { percent: settings.window }.risk(original, masked)?);
    }
    Ok(found)
}

/// Measures that take any column, whether it has an order or not.
fn measure_sample(pair: &Pair, wanted: &dyn Fn(Measure) -> bool, settings: &Settings, found: &mut TableReading) {
    if wanted(Measure::Population) {
        found.population = pair.weights.as_ref().and_then(|weights| population_risk(&pair.classes, weights));
    }
    if let Some(of) = pair.households.as_ref().filter(|_| wanted(Measure::Classes)) {
        let by_weights = found.population.as_ref().map(|found| &found.individual);
        let risk = |record: usize| {
            let class = pair.classes.of[record] as usize;
            by_weights.map_or(1.0 / f64::from(pair.classes.sizes[class]), |risks| risks[class])
        };
        let classes = household_classes(of, &pair.classes);
        found.households =
            Some(HouseholdReading { classes, risk: household_risk(of, risk), by_weights: by_weights.is_some() });
    }
    if wanted(Measure::SpecialUniques) {
        let codes: Vec<&[u32]> = pair.codes.iter().map(|column| column.masked.as_slice()).collect();
        found.special = special_uniques(&codes, &pair.classes, pair.fraction(settings));
    }
    if wanted(Measure::Probability) {
        found.probability = probabilistic_linkage(&pair.agreements(settings));
    }
    if wanted(Measure::Words) {
        let equal: Vec<BothCodes> = pair.terms.iter().map(BothTerms::codes).collect();
        found.words = matching_linkage(&equal).map(|matching| WordLinkage {
            matching,
            semantic: SEMANTIC_MEASURES.map(|name| (name.as_str(), semantic_linkage(&pair.terms, name))).into(),
        });
    }
}

impl Pair {
    /// How the measured columns agree: by equality, or within a tolerance where they have an order and one is set.
    fn agreements(&self, settings: &Settings) -> Vec<Agreement<'_>> {
        let mut all = Vec::with_capacity(self.codes.len());
        for (codes, cells) in self.codes.iter().zip(&self.with_order) {
            all.push(match (cells, settings.tolerance) {
                (Some(((original, masked), deviation)), Some(percent)) => {
                    Agreement::Within { original, masked, distance: percent / 100.0 * deviation }
                }
                _ => Agreement::Equal(codes),
            });
        }
        all
    }

    /// The share of the population that the release has, as far as it is known.
    pub fn fraction(&self, settings: &Settings) -> f64 {
        let by_weights = || {
            let weights = self.weights.as_ref()?;
            Some((weights.len() as f64 / weights.iter().sum::<f64>()).min(1.0)).filter(|share| *share > 0.0)
        };
        settings.fraction.or_else(by_weights).unwrap_or(0.01)
    }
}
