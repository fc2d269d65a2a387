//! Two tables, original and masked: all measures of them.

use crate::classes::{Classes, classes};
use crate::loss::{ColumnLoss, InformationLoss, ProbabilisticLoss, column_loss, ordered, squares};
use crate::reading::{Error, Loss, Reading, Result, Risk};
use crate::risk::{Direction, DistanceLinkage, IntervalDisclosure};
use rayon::prelude::*;
use scumble_data::{Column, ColumnKind, Missing, Rows, Table};
use scumble_mask::{Attribute, Values};
use scumble_ontology::Stack;
use std::borrow::Cow;
use std::sync::Arc;

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
}

impl Measure {
    /// Every measure with its name.
    pub const ALL: [(&'static str, Self); 6] = [
        ("il", Self::Information),
        ("pil", Self::Probabilistic),
        ("sse", Self::Squares),
        ("dbrl", Self::Linkage),
        ("id", Self::Interval),
        ("k", Self::Classes),
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
        let read = |known: &KnownColumn| -> Result<(ColumnLoss, Option<BothCells>)> {
            let (a, b) = (original.column(&known.name)?, masked.column(&known.name)?);
            let before = Attribute::read(a, &known.kind, original.file(), missing, &open)?;
            let after = Attribute::read(b, &known.kind, masked.file(), missing, |spec, values| match &before.values {
                Values::Text(.., stack) => Ok(Arc::clone(stack)),
                _ => open(spec, values),
            })?;
            let cells = ordered(&before).zip(ordered(&after)).map(|((_, x), (_, y))| (x.into_owned(), y.into_owned()));
            Ok((column_loss(&before, &after), cells))
        };
        let found: Vec<_> = known.par_iter().map(read).collect::<Result<_>>()?;
        let (losses, cells): (Vec<_>, Vec<_>) = found.into_iter().unzip();
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

/// The measures of two tables that were asked for.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TableReading {
    /// Information loss.
    pub information: Option<Reading>,
    /// Probabilistic information loss.
    pub probabilistic: Option<Reading>,
    /// Sums of squares.
    pub squares: Option<Reading>,
    /// Distance-based record linkage.
    pub linkage: Option<Reading>,
    /// Interval disclosure.
    pub interval: Option<Reading>,
    /// Whether equivalence classes were asked for.
    pub classes: bool,
}

/// Measures two tables: by all measures if none is named. `window` is that of interval disclosure, in percent of the ranks on either
/// side.
///
/// # Errors
/// If there is too little to measure.
pub fn measure(pair: &Pair, measures: &[Measure], window: f64) -> Result<TableReading> {
    let wanted = |measure: Measure| measures.is_empty() || measures.contains(&measure);
    let mut found = TableReading { classes: wanted(Measure::Classes), ..TableReading::default() };
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
        found.interval = Some(IntervalDisclosure { percent: window }.risk(original, masked)?);
    }
    Ok(found)
}

/// The figures of one record; nothing where it was left out or a measure was not asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RecordRow {
    /// The record's loss, in units of √2 standard deviations.
    pub il1s: Option<f64>,
    /// Its squared distance to its masked twin.
    pub sse: Option<f64>,
    /// The chance that it is linked.
    pub dbrl: Option<f64>,
    /// The share of its cells that interval disclosure gives away.
    pub id: Option<f64>,
    /// Records in its equivalence class.
    pub class_size: usize,
}

impl TableReading {
    /// The figures of every record, in order.
    pub fn per_record<'r>(&'r self, pair: &'r Pair) -> impl Iterator<Item = RecordRow> + 'r {
        let mut measured = pair.rows.iter().enumerate().peekable();
        pair.classes.of.iter().enumerate().map(move |(row, &class)| {
            let at = measured.next_if(|&(_, &at)| at == row).map(|(at, _)| at);
            let figure = |reading: &Option<Reading>| Some(reading.as_ref()?.records[at?]);
            RecordRow {
                il1s: figure(&self.information),
                sse: self.squares.as_ref().map(|squares| squares.records[row]),
                dbrl: figure(&self.linkage),
                id: figure(&self.interval),
                class_size: pair.classes.sizes[class as usize] as usize,
            }
        })
    }
}
