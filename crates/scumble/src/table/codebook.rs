//! The codebook of a release: what its columns hold, worked out from the released table alone, so that it can be published with it.

use super::columns::kind_word;
use super::masked::Masked;
use scumble_assess::ordered;
use scumble_data::{Column, ColumnKind, Role, Table};
use scumble_mask::{Attribute, Blank};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

/// Distinct values that a codebook lists, at most.
const LISTED: usize = 30;

/// What the columns of a release hold.
#[derive(Debug, Clone, PartialEq)]
pub struct Codebook {
    records: usize,
    method: String,
    k: usize,
    /// What a masked column holds, in words.
    holds: &'static str,
    /// Whether a k is promised.
    promised: bool,
    /// How many a record matches where a blank matches every value, if that was promised.
    matched: Option<usize>,
    columns: Vec<Entry>,
}

/// What a column of a release holds.
#[derive(Debug, Clone, PartialEq)]
struct Entry {
    name: String,
    kind: &'static str,
    /// Whether its values were masked.
    masked: bool,
    distinct: usize,
    missing: usize,
    /// How a missing value is written, if one is there.
    missing_as: Option<String>,
    /// The least and the greatest value, as they are written.
    range: Option<(String, String)>,
    mean: Option<f64>,
    /// The most decimals that a number has.
    decimals: Option<usize>,
    format: Option<String>,
    /// The values in their order, or by their frequency, each with its records; nothing if there are too many.
    values: Option<Vec<(String, usize)>>,
}

impl Masked {
    /// The codebook of the release.
    pub fn codebook(&self) -> Codebook {
        let of = |column: &Column| {
            let planned = self.plan.columns.iter().find(|planned| planned.name == column.name);
            let nominal = ColumnKind::Nominal;
            let kind = planned.map_or(&nominal, |planned| &planned.kind);
            let masked = planned.is_some_and(|planned| planned.role.name() == Role::Quasi.name());
            self.entry(&self.table, column, kind, masked)
        };
        Codebook {
            records: self.table.len(),
            method: self.methods(),
            k: self.kept.smallest,
            holds: self.plan.holds(),
            promised: self.k_promised().is_some(),
            matched: self.groups().filter(|group| group.blank == Blank::MatchesAnything).map(|group| group.k).min(),
            columns: self.table.columns().iter().map(of).collect(),
        }
    }

    fn entry(&self, table: &Table, column: &Column, kind: &ColumnKind, masked: bool) -> Entry {
        let missing = &self.plan.missing.values;
        let (codes, values) = column.codes(missing);
        let mut counts = vec![0; values.len()];
        codes.iter().filter(|&&code| (code as usize) < values.len()).for_each(|&code| counts[code as usize] += 1);
        let blank = codes.iter().position(|&code| code as usize >= values.len());
        let mut entry = Entry {
            name: column.name.clone(),
            kind: kind_word(kind),
            masked,
            distinct: counts.iter().filter(|&&count| count > 0).count(),
            missing: codes.iter().filter(|&&code| code as usize >= values.len()).count(),
            missing_as: blank.map(|row| column.cells.text(row).into_owned()),
            range: None,
            mean: None,
            decimals: None,
            format: if let ColumnKind::Date(format) = kind { Some(format.clone()) } else { None },
            values: None,
        };
        // A text column needs no taxonomy here.
        let plain = if let ColumnKind::Text(_) = kind { &ColumnKind::Nominal } else { kind };
        let absent = |_: &str, _: &[String]| Err(scumble_data::Error::new(scumble_data::Place::file(table.file()), ""));
        let cells = Attribute::read(column, plain, table.file(), missing, absent).ok();
        if let Some((name, cells)) = cells.as_ref().and_then(ordered) {
            let present = || cells.iter().enumerate().filter(|(_, cell)| !cell.is_nan());
            let least = present().min_by(|a, b| a.1.total_cmp(b.1)).map(|(row, _)| row);
            let greatest = present().max_by(|a, b| a.1.total_cmp(b.1)).map(|(row, _)| row);
            let text = |row: usize| column.cells.text(row).into_owned();
            entry.range = least.zip(greatest).map(|(low, high)| (text(low), text(high)));
            if name == "number" {
                entry.mean = (present().count() > 0)
                    .then(|| present().map(|(_, cell)| cell).sum::<f64>() / present().count() as f64);
                entry.decimals = values.iter().map(|value| decimals(value)).max();
            }
        }
        if entry.distinct <= LISTED && entry.kind != "number" && entry.kind != "date" {
            let mut listed: Vec<(String, usize)> =
                values.into_iter().zip(counts).filter(|(_, count)| *count > 0).collect();
            match kind {
                ColumnKind::Ordinal(order) => {
                    listed.sort_by_key(|(value, _)| order.iter().position(|known| known == value));
                }
                _ => listed.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0))),
            }
            entry.values = Some(listed);
        }
        entry
    }
}

/// How many others a record equals in a class of at least k.
pub(crate) fn others(k: usize) -> String {
    match k.saturating_sub(1) {
        1 => "1 other".to_owned(),
        others => format!("{others} others"),
    }
}

/// Decimals of a number as it is written.
fn decimals(number: &str) -> usize {
    let digits = number.trim().split(['e', 'E']).next().unwrap_or_default();
    digits.split_once('.').map_or(0, |(_, decimals)| decimals.len())
}

impl Codebook {
    /// The codebook as one object.
    pub fn to_json(&self) -> Value {
        let column = |entry: &Entry| {
            let mut said = Map::new();
            said.insert("name".to_owned(), json!(entry.name));
            said.insert("kind".to_owned(), json!(entry.kind));
            said.insert("masked".to_owned(), json!(entry.masked));
            said.insert("distinct".to_owned(), json!(entry.distinct));
            said.insert("missing".to_owned(), json!(entry.missing));
            let optional = [
                ("missing_as", entry.missing_as.as_ref().map(|marker| json!(marker))),
                ("least", entry.range.as_ref().map(|range| json!(range.0))),
                ("greatest", entry.range.as_ref().map(|range| json!(range.1))),
                ("mean", entry.mean.map(|mean| json!(mean))),
                ("decimals", entry.decimals.map(|decimals| json!(decimals))),
                ("format", entry.format.as_ref().map(|format| json!(format))),
                (
                    "values",
                    entry.values.as_ref().map(|values| {
                        values.iter().map(|(value, records)| json!({ "value": value, "records": records })).collect()
                    }),
                ),
            ];
            said.extend(optional.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))));
            Value::from(said)
        };
        json!({
            "records": self.records,
            "method": self.method,
            "k": self.k,
            "matches": self.matched,
            "columns": self.columns.iter().map(column).collect::<Vec<_>>(),
        })
    }

    /// The codebook for people, as Markdown.
    pub fn to_markdown(&self) -> String {
        let masked: Vec<&str> =
            self.columns.iter().filter(|entry| entry.masked).map(|entry| entry.name.as_str()).collect();
        let mut text = format!("# Codebook\n\n{} records, {} columns. ", self.records, self.columns.len());
        let (names, method) = (escaped(&masked.join(", ")), &self.method);
        let promise = match (self.matched, self.promised) {
            (Some(k), _) => format!(
                ": every record matches at least {} on every protected combination of them, where a blank matches every value",
                others(k)
            ),
            (None, true) => format!(": every record equals at least {} there", others(self.k)),
            (None, false) => String::new(),
        };
        let _ = match masked.is_empty() {
            true => write!(text, "They are a random part of all records ({method}).\n\n"),
            false => write!(text, "The masked columns ({names}) {} ({method}){promise}.\n\n", self.holds),
        };
        text.push_str("| column | kind | masked | values | distinct | missing |\n|---|---|---|---|---|---|\n");
        for entry in &self.columns {
            let yes = if entry.masked { "yes" } else { "no" };
            let missing = match (&entry.missing_as, entry.missing) {
                (Some(marker), count) if !marker.is_empty() => format!("{count}, written {}", escaped(marker)),
                (_, count) => count.to_string(),
            };
            let _ = writeln!(
                text,
                "| {} | {} | {yes} | {} | {} | {missing} |",
                escaped(&entry.name),
                entry.kind,
                entry.held(),
                entry.distinct
            );
        }
        for (entry, values) in self.columns.iter().filter_map(|entry| Some((entry, entry.values.as_ref()?))) {
            let _ = write!(text, "\n## {}\n\n| value | records |\n|---|---|\n", escaped(&entry.name));
            for (value, records) in values {
                let _ = writeln!(text, "| {} | {records} |", escaped(value));
            }
        }
        text
    }
}

impl Entry {
    /// Which values it holds, in a few words.
    fn held(&self) -> String {
        let mut parts = Vec::new();
        if let Some((low, high)) = &self.range {
            parts.push(format!("{} to {}", escaped(low), escaped(high)));
        }
        if let Some(mean) = self.mean {
            parts.push(format!("mean {}", short(mean)));
        }
        match self.decimals {
            Some(0) => parts.push("whole numbers".to_owned()),
            Some(1) => parts.push("1 decimal".to_owned()),
            Some(decimals) => parts.push(format!("up to {decimals} decimals")),
            None => {}
        }
        parts.extend(self.format.as_ref().map(|format| format!("format {format}")));
        if self.values.is_some() {
            parts.push("listed below".to_owned());
        }
        if parts.is_empty() { "too many to list".to_owned() } else { parts.join("; ") }
    }
}

/// A number in six significant digits.
fn short(number: f64) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    let places = (5 - number.abs().log10().floor() as i32).clamp(0, 12) as usize;
    let text = format!("{number:.places$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// Text that may stand in a cell of a Markdown table.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '|' | '\\' | '`' | '*' | '_' | '<' | '>' | '[' | ']' | '#' => out.extend(['\\', c]),
            '\n' | '\r' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_cells_stay_cells() {
        assert_eq!(
            [short(38.4378), short(189_793.834_7), short(0.001_234_567), short(0.0)],
            ["38.4378", "189794", "0.00123457", "0"]
        );
        assert_eq!(escaped("a|b\n*c*"), "a\\|b \\*c\\*");
        assert_eq!((decimals("1.50"), decimals("3"), decimals("1.5e10")), (2, 0, 1));
    }
}
