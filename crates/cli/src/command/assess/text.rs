//! What `scumble assess` found, for people.

use crate::console::Console;
use scumble::table::Assessed;
use std::fmt::Write as _;

/// A table for people: what is lost, what still leaks.
pub(super) fn to_text(assessed: &Assessed, console: &Console) -> String {
    let (style, pair) = (console.style, &assessed.pair);
    let mut text = format!("{} records · {} numeric columns", pair.classes.of.len(), pair.numbers.len());
    if pair.incomplete > 0 {
        let _ = write!(text, " ({} records with a missing number are left out)", pair.incomplete);
    }
    text.push('\n');
    for (heading, rows) in [("What is lost", lost(assessed)), ("What still leaks", leaks(assessed))] {
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

fn lost(assessed: &Assessed) -> Vec<Row<'_>> {
    let found = &assessed.reading;
    let mut rows: Vec<Row<'_>> = Vec::new();
    if let Some(reading) = &found.information {
        let part = |name: &str| figure(reading.part(name).unwrap_or(f64::NAN));
        rows.extend([
            ("IL1  cells", part("il1"), "mean relative change of a cell"),
            ("IL1s cells", part("il1s"), "mean change of a cell, in units of √2 standard deviations"),
            ("IL2  means", part("il2"), "mean relative change of the means"),
            ("IL3  covariances", part("il3"), ""),
            ("IL4  variances", part("il4"), ""),
            ("IL5  correlations", part("il5"), ""),
            ("IL", figure(reading.value), "100 times the mean of IL1 to IL5"),
        ]);
        if let Some(left_out) = reading.part("left_out").filter(|&left_out| left_out > 0.0) {
            rows.push(("left out", left_out.to_string(), "zeros in the original, for which no relative change exists"));
        }
    }
    if let Some(reading) = &found.probabilistic {
        rows.push((
            "PIL",
            figure(reading.value),
            "percent: how improbable the masked statistics would be in another sample",
        ));
    }
    if let Some(reading) = &found.squares {
        rows.push(("SSE / SST", figure(reading.value), "percent of the variation lost"));
    }
    rows.extend(
        assessed.pair.changed.iter().map(|changed| {
            (changed.column.as_str(), format!("{:.2} %", 100.0 * changed.share), "of its cells changed")
        }),
    );
    rows
}

fn leaks(assessed: &Assessed) -> Vec<Row<'_>> {
    let (pair, found) = (&assessed.pair, &assessed.reading);
    let mut rows: Vec<Row<'_>> = Vec::new();
    if let Some(reading) = &found.linkage {
        let strict = reading.part("strict").unwrap_or(0.0);
        rows.push((
            "DBRL",
            format!("{:.2} %", reading.value),
            "of records expected to be linked correctly by distance",
        ));
        rows.push(("DBRL strict", strict.to_string(), "records whose only nearest masked record is their own"));
    }
    if let Some(reading) = &found.interval {
        let told = "of original values lie within the window of ranks around their masked value";
        rows.push(("interval disclosure", format!("{:.2} %", reading.value), told));
    }
    if found.classes {
        rows.push((
            "k",
            pair.classes.smallest().to_string(),
            "records in the smallest equivalence class on the measured columns",
        ));
        rows.push(("uniques", pair.classes.uniques().to_string(), "records that equal no other"));
    }
    rows
}
