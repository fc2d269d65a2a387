//! The run that measures a masked table against its original, with what the run that masked it knew.

use super::columns::{guessed, kind_word};
use super::report::columns_to_json;
use super::run::{Masked, taxonomy};
use super::work::WorkFile;
use crate::error::{Error, Result};
use crate::policy::{Step, TablePolicy};
use scumble_assess::table::{KnownColumn, Measure, Pair, TableReading, measure, shared};
use scumble_assess::{Reading, SingledBy, SingledOut, singled_out, sse_sst};
use scumble_data::{ColumnKind, Error as DataError, Missing, Place, Role, Table};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

/// What is measured, and what is known beforehand.
#[derive(Debug, Clone, PartialEq)]
pub struct Assessment {
    /// The columns that are measured together; if none is named the quasi-identifiers that are known, else those that changed.
    pub columns: Vec<String>,
    /// The measures; all of them, if none is named.
    pub measures: Vec<Measure>,
    /// The window of interval disclosure, in percent of the ranks on either side.
    pub window: f64,
    /// The values that mean "missing".
    pub missing: Missing,
    /// What is known of columns; the kind of any other is guessed.
    pub known: Vec<AssessedColumn>,
    /// Which records were released, in which order; the same records in the same order if nothing is known.
    pub alignment: Option<Alignment>,
    /// SSE and 100·SSE/SST of the grouping as the run that masked the table worked them out, before values were rounded.
    pub grouped: Option<(f64, f64)>,
}

/// Which records of an original were released, in which order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alignment {
    /// Records of the original.
    pub input_records: usize,
    /// For each released record its record in the original.
    pub rows: Vec<u32>,
}

/// A column of a release, and what it is.
#[derive(Debug, Clone, PartialEq)]
pub struct AssessedColumn {
    /// Its name.
    pub name: String,
    /// Its role, if it is known.
    pub role: Option<String>,
    /// The kind of its values.
    pub kind: ColumnKind,
    /// Why it has that kind.
    pub reason: String,
}

impl Default for Assessment {
    fn default() -> Self {
        Self {
            columns: Vec::new(),
            measures: Vec::new(),
            window: 10.0,
            missing: Missing::default(),
            known: Vec::new(),
            alignment: None,
            grouped: None,
        }
    }
}

impl Assessment {
    /// Takes over what the run knew that wrote a release.
    ///
    /// # Errors
    /// If its work folder does not fit together.
    #[must_use = "the assessment with what is known"]
    pub fn with_work(mut self, work: &WorkFile) -> Result<Self> {
        let fault =
            || Error::input("the release's work folder does not fit together").with_help("make the release again");
        let rows = work.rows().ok_or_else(fault)?;
        self.alignment = Some(Alignment { input_records: work.input_records, rows });
        self.missing = work.missing();
        self.grouped = work.result["sse"].as_f64().zip(work.result["sse_sst"].as_f64());
        for column in &work.columns {
            let (name, role) = (column.name.clone(), Some(column.role.clone()));
            let kind = column.column_kind().ok_or_else(fault)?;
            self.known.push(AssessedColumn { name, role, kind, reason: column.reason.clone() });
        }
        Ok(self)
    }

    /// Takes over the roles and kinds of a policy; they come before what a work folder says.
    #[must_use]
    pub fn with_policy(mut self, policy: &TablePolicy) -> Self {
        let stepped: Vec<&str> = policy.steps.iter().flat_map(Step::columns).collect();
        for column in &policy.columns {
            let role = if stepped.contains(&column.name.as_str()) { Some(Role::Quasi) } else { column.role };
            self.know(&column.name, role.map(|role| role.name().to_owned()), column.kind.clone());
        }
        stepped.iter().for_each(|name| self.know(name, Some(Role::Quasi.name().to_owned()), None));
        if policy.missing.values != Missing::default() {
            self.missing = policy.missing.values.clone();
        }
        self
    }

    /// Says what a column is; what is not said stays as it was.
    pub fn know(&mut self, name: &str, role: Option<String>, kind: Option<ColumnKind>) {
        let at = self.known.iter().position(|known| known.name == name);
        match (at, kind) {
            (Some(at), kind) => {
                let known = &mut self.known[at];
                known.role = role.or(known.role.take());
                if let Some(kind) = kind {
                    (known.kind, known.reason) = (kind, SAID.to_owned());
                }
            }
            (None, Some(kind)) => {
                let (name, reason) = (name.to_owned(), SAID.to_owned());
                self.known.push(AssessedColumn { name, role, kind, reason });
            }
            (None, None) => {
                // The kind is guessed when the table is there.
                let (name, reason) = (name.to_owned(), String::new());
                self.known.push(AssessedColumn { name, role, kind: ColumnKind::Nominal, reason });
            }
        }
    }
}

/// Why a column has the kind that a policy or a person gave it.
const SAID: &str = "as declared";

/// What a masked table lost, and what it still discloses.
#[derive(Debug, Clone)]
pub struct Assessed {
    /// The two tables, by the columns they share.
    pub pair: Pair,
    /// The measures.
    pub reading: TableReading,
    /// Every column that both tables have, with what it was taken for.
    pub columns: Vec<AssessedColumn>,
    /// What all columns of the release single out, if classes were asked for.
    pub singled: Option<SingledOut>,
    /// Records of the original that the release left out.
    pub left_out: usize,
    /// For each released record its record in the original.
    pub rows: Vec<u32>,
    grouped: Option<(f64, f64)>,
}

/// Measures a masked table against its original. Records are aligned by what is known of them; else both tables must have the same
/// records in the same order.
///
/// # Errors
/// If the two tables cannot be compared.
pub fn assess(original: &Table, masked: &Table, assessment: &Assessment) -> Result<Assessed> {
    let all = original.len();
    let rows = match &assessment.alignment {
        Some(Alignment { input_records, rows }) if *input_records != all => {
            let problem =
                format!("has {all} records, but the release of {} records was made from {input_records}", rows.len());
            return Err(Error::input(problem)
                .at(Place::file(original.file()))
                .with_help("name the table that the release was made from"));
        }
        Some(Alignment { rows, .. }) => rows.clone(),
        None => (0..all as u32).collect(),
    };
    let aligned = if is_whole(&rows, all) { None } else { Some(original.select(&rows)) };
    let original = aligned.as_ref().unwrap_or(original);
    let (columns, known) = columns(original, masked, assessment)?;
    let open = |spec: &str, values: &[String]| {
        taxonomy(spec, values).map_err(|problem| DataError::new(Place::file(original.file()), problem))
    };
    let pair = Pair::new(original, masked, &known, &assessment.missing, open)?;
    let reading = measure(&pair, &assessment.measures, assessment.window)?;
    let singled = reading.classes.then(|| singled_out(masked));
    let left_out = all - rows.len();
    Ok(Assessed { pair, reading, columns, singled, left_out, rows, grouped: assessment.grouped })
}

/// Whether these rows are all of a table, in their order.
fn is_whole(rows: &[u32], all: usize) -> bool {
    rows.len() == all && rows.iter().enumerate().all(|(at, &row)| at == row as usize)
}

/// The columns that both tables have, with what they are, and which of them are measured together.
fn columns(
    original: &Table,
    masked: &Table,
    assessment: &Assessment,
) -> Result<(Vec<AssessedColumn>, Vec<KnownColumn>)> {
    let shared = shared(original, masked)?;
    let wanted: Vec<&str> = assessment.columns.iter().map(|name| name.trim()).collect();
    for name in &wanted {
        original.column(name)?;
        masked.column(name)?;
    }
    for known in assessment.known.iter().filter(|known| known.reason == SAID) {
        original.column(&known.name)?;
    }
    let quasi = |name: &str| {
        assessment.known.iter().any(|known| known.name == name && known.role.as_deref() == Some(Role::Quasi.name()))
    };
    let any_quasi = shared.iter().any(|(name, _)| quasi(name));
    let any_changed = shared.iter().any(|(_, changed)| *changed);
    let is_measured = |name: &str, changed: bool| match () {
        () if !wanted.is_empty() => wanted.contains(&name),
        () if any_quasi => quasi(name),
        () => changed || !any_changed,
    };
    let (mut assessed, mut measured) = (Vec::new(), Vec::new());
    for (name, changed) in shared {
        let said = assessment.known.iter().find(|known| known.name == name);
        let column = match said.filter(|said| !said.reason.is_empty()) {
            Some(said) => said.clone(),
            None => {
                let (kind, reason) =
                    guessed(original.column(&name)?, masked.column(&name)?, original.file(), &assessment.missing);
                AssessedColumn { name, role: said.and_then(|said| said.role.clone()), kind, reason }
            }
        };
        let is_measured = is_measured(&column.name, changed);
        measured.push(KnownColumn { name: column.name.clone(), kind: column.kind.clone(), measured: is_measured });
        assessed.push(column);
    }
    // In the order in which they were asked for.
    measured.sort_by_key(|known| wanted.iter().position(|name| *name == known.name).unwrap_or(wanted.len()));
    Ok((assessed, measured))
}

fn number(value: f64) -> Value {
    if value.is_finite() { json!(value) } else { Value::Null }
}

fn parts(reading: &Reading) -> Map<String, Value> {
    reading.parts.iter().map(|(name, value)| ((*name).to_owned(), number(*value))).collect()
}

/// Pairs of columns that a result lists, at most.
const LISTED: usize = 10;

impl Assessed {
    /// 100·SSE/SST of what was published, over the measured columns with an order.
    pub fn sse_sst_published(&self) -> Option<f64> {
        sse_sst(&self.pair.measured_losses())
    }

    /// The same of the grouping before values were rounded, if the run that masked the table said it; else of what was published.
    pub fn sse_sst(&self) -> Option<f64> {
        self.grouped.map(|(_, loss)| loss).or_else(|| self.sse_sst_published())
    }

    /// The original with its records in the order of the release, without those that were left out.
    #[must_use]
    pub fn aligned(&self, original: &Table) -> Table {
        if is_whole(&self.rows, original.len()) { original.clone() } else { original.select(&self.rows) }
    }

    /// The pairs of columns that single out most records.
    pub fn worst_pairs(&self) -> &[SingledBy] {
        let pairs = self.singled.as_ref().and_then(|singled| singled.pairs.as_deref()).unwrap_or_default();
        &pairs[..pairs.len().min(LISTED)]
    }

    /// One object with all figures.
    pub fn to_json(&self) -> Value {
        let kinds = self.columns.iter().map(|column| {
            let said = json!({ "role": column.role, "kind": kind_word(&column.kind), "reason": column.reason });
            (column.name.clone(), said)
        });
        json!({
            "records": self.pair.classes.of.len(),
            "left_out": self.left_out,
            "incomplete": self.pair.incomplete,
            "columns": self.pair.columns,
            "numbers": self.pair.numbers,
            "ordered": self.pair.ordered,
            "taken_for": kinds.collect::<Map<_, _>>(),
            "loss": self.loss(),
            "risk": self.risk(),
        })
    }

    fn loss(&self) -> Map<String, Value> {
        let mut loss = Map::new();
        if let Some(reading) = &self.reading.information {
            loss.extend(parts(reading));
            loss.insert("il".to_owned(), number(reading.value));
        }
        if let Some(reading) = &self.reading.probabilistic {
            loss.insert("pil".to_owned(), number(reading.value));
            loss.insert("pil_parts".to_owned(), parts(reading).into());
        }
        if let Some(reading) = &self.reading.squares {
            loss.extend(parts(reading));
            loss.insert("sse_published".to_owned(), loss["sse"].clone());
            if let Some((sse, _)) = self.grouped {
                loss.insert("sse".to_owned(), json!(sse));
            }
            loss.insert("sse_sst".to_owned(), json!(self.sse_sst()));
            loss.insert("sse_sst_published".to_owned(), json!(self.sse_sst_published()));
        }
        loss.insert("columns".to_owned(), columns_to_json(&self.pair.losses).into());
        loss
    }

    fn risk(&self) -> Map<String, Value> {
        let mut risk = Map::new();
        if let Some(reading) = &self.reading.linkage {
            risk.insert("dbrl".to_owned(), number(reading.value));
            for (part, name) in [("links", "dbrl_links"), ("strict", "dbrl_strict"), ("any", "dbrl_any")] {
                risk.insert(name.to_owned(), reading.part(part).map_or(Value::Null, number));
            }
        }
        if let Some(reading) = &self.reading.interval {
            risk.insert("id".to_owned(), number(reading.value));
            risk.insert("id_window".to_owned(), reading.part("window").map_or(Value::Null, number));
        }
        if self.reading.classes {
            let classes = &self.pair.classes;
            risk.insert("k".to_owned(), json!(classes.smallest()));
            risk.insert("classes".to_owned(), json!(classes.sizes.len()));
            risk.insert("uniques".to_owned(), json!(classes.uniques()));
        }
        if let Some(singled) = &self.singled {
            let all = &singled.classes;
            let by = |by: &SingledBy| json!({ "columns": by.columns, "uniques": by.records });
            let released = json!({
                "k": all.smallest(),
                "classes": all.sizes.len(),
                "uniques": all.uniques(),
                "by_column": singled.columns.iter().map(by).collect::<Vec<_>>(),
                "by_pair": singled.pairs.as_ref().map(|_| self.worst_pairs().iter().map(by).collect::<Vec<_>>()),
            });
            risk.insert("all_released_columns".to_owned(), released);
        }
        risk
    }

    /// A CSV file with a line for each released record; a field is empty where a measure was not asked for or leaves the record out.
    /// `record` is its number in the release, `row` its row in the original (the header is row 1).
    pub fn records_csv(&self) -> String {
        let mut text = "record,row,il1s,sse,dbrl,id,class_size\n".to_owned();
        for (at, row) in self.reading.per_record(&self.pair).enumerate() {
            let _ = write!(text, "{},{}", at + 1, self.rows[at] + 2);
            for figure in [row.il1s, row.sse, row.dbrl, row.id] {
                let _ = write!(text, ",{}", figure.map_or(String::new(), |figure| figure.to_string()));
            }
            let _ = writeln!(text, ",{}", row.class_size);
        }
        text
    }
}

impl Masked {
    /// How a release is measured with what this run knows.
    pub fn assessment(&self) -> Assessment {
        let known = self.plan.columns.iter().map(|column| AssessedColumn {
            name: column.name.clone(),
            role: Some(column.role.name().to_owned()),
            kind: column.kind.clone(),
            reason: column.reason.clone(),
        });
        Assessment {
            missing: self.plan.missing.values.clone(),
            known: known.collect(),
            alignment: Some(Alignment { input_records: self.input_records, rows: self.rows.clone() }),
            grouped: self.sse_sst().map(|loss| (self.ordered_squares().0, loss)),
            ..Assessment::default()
        }
    }
}
