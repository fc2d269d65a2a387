//! What `scumble assess` found, for people and for programs.

use super::assess::{Found, Pair};
use crate::report::Console;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

/// One object for programs.
pub(super) fn to_json(pair: &Pair, found: &Found) -> Value {
    let mut loss = Map::new();
    let mut risk = Map::new();
    let number = |value: f64| if value.is_finite() { json!(value) } else { Value::Null };
    if let Some(reading) = &found.information {
        reading.parts.iter().for_each(|(name, value)| drop(loss.insert((*name).to_owned(), number(*value))));
        loss.insert("il".to_owned(), number(reading.value));
    }
    if let Some(reading) = &found.probabilistic {
        let parts: Map<String, Value> =
            reading.parts.iter().map(|(name, value)| ((*name).to_owned(), number(*value))).collect();
        loss.insert("pil".to_owned(), number(reading.value));
        loss.insert("pil_parts".to_owned(), parts.into());
    }
    if let Some(reading) = &found.squares {
        reading.parts.iter().for_each(|(name, value)| drop(loss.insert((*name).to_owned(), number(*value))));
        loss.insert("sse_sst".to_owned(), number(reading.value));
    }
    if !pair.changed.is_empty() {
        let changed: Map<String, Value> =
            pair.changed.iter().map(|(name, share)| (name.clone(), json!(share))).collect();
        loss.insert("changed".to_owned(), changed.into());
    }
    if let Some(reading) = &found.linkage {
        risk.insert("dbrl".to_owned(), number(reading.value));
        for (part, name) in [("links", "dbrl_links"), ("strict", "dbrl_strict"), ("any", "dbrl_any")] {
            risk.insert(name.to_owned(), reading.part(part).map_or(Value::Null, number));
        }
    }
    if let Some(reading) = &found.interval {
        risk.insert("id".to_owned(), number(reading.value));
        risk.insert("id_window".to_owned(), reading.part("window").map_or(Value::Null, number));
    }
    if found.classes {
        risk.insert("k".to_owned(), json!(pair.classes.smallest()));
        risk.insert("classes".to_owned(), json!(pair.classes.sizes.len()));
        risk.insert("uniques".to_owned(), json!(pair.classes.uniques()));
    }
    json!({
        "records": pair.classes.of.len(),
        "incomplete": pair.incomplete,
        "columns": pair.classed,
        "numbers": pair.numbers,
        "loss": loss,
        "risk": risk,
    })
}

/// A table for people: what is lost, what still leaks.
pub(super) fn to_text(pair: &Pair, found: &Found, console: &Console) -> String {
    let style = console.style;
    let mut text = format!("{} records · {} columns of numbers", pair.classes.of.len(), pair.numbers.len());
    if pair.incomplete > 0 {
        let _ = write!(text, " ({} records miss a number and are left out)", pair.incomplete);
    }
    text.push('\n');
    for (heading, rows) in [("What is lost", lost(pair, found)), ("What still leaks", leaks(pair, found))] {
        if !rows.is_empty() {
            let _ = writeln!(text, "\n{}", style.strong(heading));
        }
        for (name, value, told) in rows {
            let _ = writeln!(text, "  {name:<22}{} {}", style.strong(&format!("{value:>12}")), style.faint(told));
        }
    }
    text
}

/// A name, a figure and what it means.
type Row<'r> = (&'r str, String, &'static str);

fn figure(value: f64) -> String {
    if value.is_finite() { format!("{value:.4}") } else { "–".to_owned() }
}

fn lost<'r>(pair: &'r Pair, found: &Found) -> Vec<Row<'r>> {
    let mut rows: Vec<Row<'r>> = Vec::new();
    if let Some(reading) = &found.information {
        let part = |name: &str| figure(reading.part(name).unwrap_or(f64::NAN));
        rows.extend([
            ("IL1  cells", part("il1"), "mean relative change of a cell"),
            ("IL1s cells", part("il1s"), "the same, in units of √2 standard deviations"),
            ("IL2  means", part("il2"), "mean relative change of the means"),
            ("IL3  covariances", part("il3"), ""),
            ("IL4  variances", part("il4"), ""),
            ("IL5  correlations", part("il5"), ""),
            ("IL", figure(reading.value), "their mean (IL1 to IL5) times 100"),
        ]);
        if let Some(left_out) = reading.part("left_out").filter(|&left_out| left_out > 0.0) {
            rows.push(("left out", left_out.to_string(), "originals of zero, which nothing can be related to"));
        }
    }
    if let Some(reading) = &found.probabilistic {
        rows.push(("PIL", figure(reading.value), "percent: how surprising the statistics would be in another sample"));
    }
    if let Some(reading) = &found.squares {
        rows.push(("SSE / SST", figure(reading.value), "percent of the variation that is gone"));
    }
    rows.extend(
        pair.changed
            .iter()
            .map(|(name, share)| (name.as_str(), format!("{:.2} %", 100.0 * share), "of its cells changed")),
    );
    rows
}

fn leaks<'r>(pair: &'r Pair, found: &Found) -> Vec<Row<'r>> {
    let mut rows: Vec<Row<'r>> = Vec::new();
    if let Some(reading) = &found.linkage {
        let strict = reading.part("strict").unwrap_or(0.0);
        rows.push((
            "DBRL",
            format!("{:.2} %", reading.value),
            "of records expected to be linked to their own by distance",
        ));
        rows.push(("DBRL strict", strict.to_string(), "records whose nearest is one, and theirs"));
    }
    if let Some(reading) = &found.interval {
        let told = "of cells lie within the window of ranks around their masked value";
        rows.push(("interval disclosure", format!("{:.2} %", reading.value), told));
    }
    if found.classes {
        rows.push((
            "k",
            pair.classes.smallest().to_string(),
            "records in the smallest class of equals on these columns",
        ));
        rows.push(("uniques", pair.classes.uniques().to_string(), "records that equal no other"));
    }
    rows
}

/// One line a record; empty where a record was left out or a measure was not asked for.
pub(super) fn per_record(pair: &Pair, found: &Found) -> String {
    let mut text = "record,il1s,sse,dbrl,id,class_size\n".to_owned();
    let mut measured = pair.rows.iter().enumerate().peekable();
    for (row, &class) in pair.classes.of.iter().enumerate() {
        let at = measured.next_if(|&(_, &at)| at == row).map(|(at, _)| at);
        let _ = write!(text, "{}", row + 1);
        for reading in [&found.information, &found.squares, &found.linkage, &found.interval] {
            match (reading, at) {
                (Some(reading), Some(at)) => drop(write!(text, ",{}", reading.records[at])),
                _ => text.push(','),
            }
        }
        let _ = writeln!(text, ",{}", pair.classes.sizes[class as usize]);
    }
    text
}
