//! The run that measures a masked table against its original.

use crate::error::Result;
use scumble_assess::Reading;
use scumble_assess::table::{Measure, Pair, TableReading, measure};
use scumble_data::{Missing, Table};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

/// What is measured.
#[derive(Debug, Clone, PartialEq)]
pub struct Assessment {
    /// The columns; those that changed, if none is named.
    pub columns: Vec<String>,
    /// The measures; all of them, if none is named.
    pub measures: Vec<Measure>,
    /// The window of interval disclosure, in percent of the ranks on either side.
    pub window: f64,
    /// The values that mean "missing".
    pub missing: Missing,
}

impl Default for Assessment {
    fn default() -> Self {
        Self { columns: Vec::new(), measures: Vec::new(), window: 10.0, missing: Missing::default() }
    }
}

/// What a masked table lost, and what it still discloses.
#[derive(Debug, Clone)]
pub struct Assessed {
    /// The two tables, by the columns they share.
    pub pair: Pair,
    /// The measures.
    pub reading: TableReading,
}

/// Measures a masked table against its original; both have the same records in the same order.
///
/// # Errors
/// If the two tables cannot be compared.
pub fn assess(original: &Table, masked: &Table, assessment: &Assessment) -> Result<Assessed> {
    let pair = Pair::new(original, masked, &assessment.columns, &assessment.missing)?;
    let reading = measure(&pair, &assessment.measures, assessment.window)?;
    Ok(Assessed { pair, reading })
}

fn number(value: f64) -> Value {
    if value.is_finite() { json!(value) } else { Value::Null }
}

fn parts(reading: &Reading) -> Map<String, Value> {
    reading.parts.iter().map(|(name, value)| ((*name).to_owned(), number(*value))).collect()
}

impl Assessed {
    /// One object with all figures.
    pub fn to_json(&self) -> Value {
        json!({
            "records": self.pair.classes.of.len(),
            "incomplete": self.pair.incomplete,
            "columns": self.pair.columns,
            "numbers": self.pair.numbers,
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
            loss.insert("sse_sst".to_owned(), number(reading.value));
        }
        if !self.pair.changed.is_empty() {
            let changed = self.pair.changed.iter().map(|changed| (changed.column.clone(), json!(changed.share)));
            loss.insert("changed".to_owned(), changed.collect::<Map<_, _>>().into());
        }
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
        risk
    }

    /// A CSV file with a line for each record; a field is empty where a record was left out or a measure was not asked for.
    pub fn records_csv(&self) -> String {
        let mut text = "record,il1s,sse,dbrl,id,class_size\n".to_owned();
        for (at, row) in self.reading.per_record(&self.pair).enumerate() {
            let _ = write!(text, "{}", at + 1);
            for figure in [row.il1s, row.sse, row.dbrl, row.id] {
                let _ = write!(text, ",{}", figure.map_or(String::new(), |figure| figure.to_string()));
            }
            let _ = writeln!(text, ",{}", row.class_size);
        }
        text
    }
}
