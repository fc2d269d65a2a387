//! Two tables, original and masked: all measures of them.

use crate::classes::{Classes, classes};
use crate::loss::{InformationLoss, ProbabilisticLoss, Squares};
use crate::reading::{Error, Loss, Reading, Result, Risk};
use crate::risk::{Direction, DistanceLinkage, IntervalDisclosure};
use scumble_data::{Column, Missing, Rows, Table};

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

/// The share of cells that changed in a column without numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Changed {
    /// The column.
    pub column: String,
    /// The share, from 0 to 1.
    pub share: f64,
}

/// Two tables, by the columns they share.
#[derive(Debug, Clone)]
pub struct Pair {
    /// The names of the columns of numbers.
    pub numbers: Vec<String>,
    /// The numbers of the original, without records that miss one.
    pub original: Rows,
    /// The numbers of the masked table, likewise.
    pub masked: Rows,
    /// The row of each record of numbers.
    pub rows: Vec<usize>,
    /// Records that miss a number and are left out.
    pub incomplete: usize,
    /// The columns without numbers.
    pub changed: Vec<Changed>,
    /// All columns that are measured.
    pub columns: Vec<String>,
    /// The equivalence classes of the masked table over them.
    pub classes: Classes,
}

impl Pair {
    /// Pairs two tables by these columns; if none is named, by those that changed, or by all that they share if none did.
    ///
    /// # Errors
    /// If the tables differ in length or share no column, or a column is not there.
    pub fn new(original: &Table, masked: &Table, columns: &[String], missing: &Missing) -> Result<Self> {
        if original.len() != masked.len() {
            return Err(Error::Tables {
                original: original.file().to_owned(),
                originals: original.len(),
                masked: masked.file().to_owned(),
                maskeds: masked.len(),
            });
        }
        let columns = match columns.is_empty() {
            true => shared(original, masked)?,
            false => columns.iter().map(|name| name.trim().to_owned()).collect(),
        };
        let (mut numbers, mut changed) = (Vec::new(), Vec::new());
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for name in &columns {
            let (a, b) = (original.column(name)?, masked.column(name)?);
            if a.is_numeric(missing) && b.is_numeric(missing) {
                before.push(a.numbers(original.file(), missing)?);
                after.push(b.numbers(masked.file(), missing)?);
                numbers.push(name.clone());
            } else {
                changed.push(Changed { column: name.clone(), share: share_changed(a, b) });
            }
        }
        let whole = |row: &usize| before.iter().chain(&after).all(|column: &Vec<f64>| !column[*row].is_nan());
        let rows: Vec<usize> =
            if numbers.is_empty() { Vec::new() } else { (0..original.len()).filter(whole).collect() };
        let incomplete = if numbers.is_empty() { 0 } else { original.len() - rows.len() };
        let pick = |columns: Vec<Vec<f64>>| {
            let columns: Vec<Vec<f64>> =
                columns.iter().map(|column| rows.iter().map(|&row| column[row]).collect()).collect();
            let slices: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
            if slices.is_empty() { Rows::new(1, Vec::new()) } else { Rows::from_columns(&slices) }
        };
        let (before, after) = (pick(before), pick(after));
        let over: Vec<&Column> =
            columns.iter().map(|name| masked.column(name)).collect::<std::result::Result<_, _>>()?;
        let classes = classes(&over);
        Ok(Self { numbers, original: before, masked: after, rows, incomplete, changed, columns, classes })
    }
}

/// The columns that two tables share and that changed; all that they share if none did.
fn shared(original: &Table, masked: &Table) -> Result<Vec<String>> {
    let shared: Vec<&str> = masked.names().filter(|name| original.index(name).is_some()).collect();
    if shared.is_empty() {
        let names = |table: &Table| table.names().map(str::to_owned).collect();
        return Err(Error::NoCommonColumn { original: names(original), masked: names(masked) });
    }
    let moved = |name: &&str| match (original.column(name), masked.column(name)) {
        (Ok(a), Ok(b)) => share_changed(a, b) > 0.0,
        _ => false,
    };
    let changed: Vec<&str> = shared.iter().copied().filter(moved).collect();
    let chosen = if changed.is_empty() { shared } else { changed };
    Ok(chosen.into_iter().map(str::to_owned).collect())
}

fn share_changed(a: &Column, b: &Column) -> f64 {
    let changed = (0..a.cells.len()).filter(|&row| a.cells.text(row) != b.cells.text(row)).count();
    changed as f64 / a.cells.len().max(1) as f64
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
    if pair.numbers.is_empty() {
        return Ok(found);
    }
    let (original, masked) = (&pair.original, &pair.masked);
    if wanted(Measure::Information) {
        found.information = Some(InformationLoss.loss(original, masked)?);
    }
    if wanted(Measure::Probabilistic) {
        found.probabilistic = Some(ProbabilisticLoss.loss(original, masked)?);
    }
    if wanted(Measure::Squares) {
        found.squares = Some(Squares.loss(original, masked)?);
    }
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
                sse: figure(&self.squares),
                dbrl: figure(&self.linkage),
                id: figure(&self.interval),
                class_size: pair.classes.sizes[class as usize] as usize,
            }
        })
    }
}
