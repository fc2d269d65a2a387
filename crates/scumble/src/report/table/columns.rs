//! What each column is, what it lost, and its distribution before and after.

use super::{TableReport, percent};
use crate::report::axis::{Axis, grouped_count};
use crate::report::bars::{Layout, Series, bars_sized, histograms};
use crate::report::page::Page;
use crate::report::plot::Size;
use crate::table::{AssessedColumn, kind_word};
use scumble_data::{Column, ColumnKind, DateFormat, Missing, Table};
use std::collections::BTreeMap;

/// Values of a column that are drawn, at most; the rest is one bar.
const DRAWN: usize = 8;
/// Columns whose distributions are drawn, at most.
const PICTURES: usize = 40;

pub(super) fn show(page: &mut Page, report: &TableReport<'_>) {
    page.heading("Columns");
    let missing = missing(report);
    let mut rows: Vec<Vec<String>> = Vec::new();
    for column in &report.assessed.columns {
        let loss = report.assessed.pair.losses.iter().find(|loss| loss.column == column.name);
        let distinct = |table: &Table| table.column(&column.name).map_or(0, |column| counted(column, &missing).len());
        rows.push(vec![
            column.name.clone(),
            column.role.clone().unwrap_or_else(|| "–".to_owned()),
            kind_word(&column.kind).to_owned(),
            loss.map_or("–".to_owned(), |loss| percent(loss.share())),
            loss.map_or("–", |loss| loss.measure_name()).to_owned(),
            loss.map_or("–".to_owned(), |loss| percent(loss.changed)),
            format!("{} → {}", grouped_count(distinct(report.original)), grouped_count(distinct(report.masked))),
        ]);
    }
    let named = |name: &str| report.assessed.columns.iter().any(|column| column.name == name);
    let dropped = || report.work.iter().flat_map(|work| &work.columns).filter(|column| !named(&column.name));
    for column in dropped() {
        let dash = || "–".to_owned();
        let (name, role, kind) = (column.name.clone(), column.role.clone(), column.kind.clone());
        rows.push(vec![name, role, kind, dash(), "not released".to_owned(), dash(), dash()]);
    }
    page.table(&["column", "role", "kind", "loss", "measured by", "cells changed", "distinct values"], &rows);
    page.subheading("Why a column has its kind");
    let reasons = report.assessed.columns.iter().map(|column| (&column.name, kind_word(&column.kind), &column.reason));
    let dropped = dropped().map(|column| (&column.name, column.kind.as_str(), &column.reason));
    page.table(&["columns", "kind", "reason"], &by_reason(reasons.chain(dropped)));
    page.subheading("Distributions before and after");
    let changed = |column: &&AssessedColumn| {
        report.assessed.pair.losses.iter().any(|loss| loss.column == column.name && loss.changed > 0.0)
    };
    let drawn: Vec<&AssessedColumn> = report.assessed.columns.iter().filter(changed).collect();
    if drawn.is_empty() {
        page.paragraph("No cell of any column changed.");
        return;
    }
    page.paragraph("Columns in which a cell changed; all others are released as they were.");
    page.pictures(&distributions(report));
    if drawn.len() > PICTURES {
        page.paragraph(&format!("Only the first {PICTURES} of {} columns are drawn.", drawn.len()));
    }
}

/// Columns of the same kind for the same reason, in one line.
fn by_reason<'c>(columns: impl Iterator<Item = (&'c String, &'c str, &'c String)>) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (name, kind, reason) in columns {
        match rows.iter_mut().find(|row| row[1] == kind && row[2] == *reason) {
            Some(row) => row[0] = format!("{}, {name}", row[0]),
            None => rows.push(vec![name.clone(), kind.to_owned(), reason.clone()]),
        }
    }
    rows
}

/// The values that mean "missing".
fn missing(report: &TableReport<'_>) -> Missing {
    report.work.map_or_else(Missing::default, |work| work.missing())
}

/// A picture for every column in which a cell changed: its distribution before and after.
#[must_use]
pub fn distributions(report: &TableReport<'_>) -> Vec<String> {
    let missing = missing(report);
    let changed = |column: &&AssessedColumn| {
        report.assessed.pair.losses.iter().any(|loss| loss.column == column.name && loss.changed > 0.0)
    };
    let columns = report.assessed.columns.iter().filter(changed).take(PICTURES);
    let picture = |column: &AssessedColumn| {
        let before = report.original.column(&column.name).ok()?;
        let after = report.masked.column(&column.name).ok()?;
        Some(distribution(column, (before, report.original.file()), (after, report.masked.file()), &missing))
    };
    columns.filter_map(picture).collect()
}

fn distribution(
    column: &AssessedColumn,
    (before, original): (&Column, &str),
    (after, masked): (&Column, &str),
    missing: &Missing,
) -> String {
    let name = column.name.as_str();
    match &column.kind {
        ColumnKind::Number => {
            let (Ok(x), Ok(y)) = (before.numbers(original, missing), after.numbers(masked, missing)) else {
                return categories(name, before, after, None, missing);
            };
            let whole = x.iter().all(|number| number.is_nan() || number.fract() == 0.0);
            let axis = Axis { label: name, unit: "", whole };
            histograms(Size::SMALL, name, axis, "Records", None, &[("before", &x), ("after", &y)])
        }
        ColumnKind::Date(format) => match DateFormat::new(format).ok().and_then(|format| {
            let x = before.dates(original, missing, &format).ok()?;
            Some((x, after.dates(masked, missing, &format).ok()?))
        }) {
            Some((x, y)) => dates(name, &x, &y),
            None => categories(name, before, after, None, missing),
        },
        ColumnKind::Ordinal(order) => categories(name, before, after, Some(order), missing),
        ColumnKind::Nominal | ColumnKind::Text(_) => categories(name, before, after, None, missing),
    }
}

/// Dates as years, or as days where there are few.
fn dates(name: &str, before: &[f64], after: &[f64]) -> String {
    const DAY: f64 = 86_400.0;
    /// The mean Gregorian year, in days.
    const YEAR: f64 = 365.2425;
    let finite = before.iter().copied().filter(|second| second.is_finite());
    let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)));
    let few = (high - low) / DAY < 5.0 * YEAR;
    let scaled = |seconds: &[f64]| -> Vec<f64> {
        let one = |&at: &f64| if few { ((at - low) / DAY).floor() } else { 1970.0 + at / DAY / YEAR };
        seconds.iter().map(one).collect()
    };
    let (x, y) = (scaled(before), scaled(after));
    let axis = if few {
        Axis { label: "Days since the first date", unit: "", whole: true }
    } else {
        Axis { label: "Year", unit: "", whole: true }
    };
    histograms(Size::SMALL, name, axis, "Records", None, &[("before", &x), ("after", &y)])
}

/// The most frequent values, before and after; in their order if they have one.
fn categories(name: &str, before: &Column, after: &Column, order: Option<&[String]>, missing: &Missing) -> String {
    let (old, new) = (counted(before, missing), counted(after, missing));
    let count = |counts: &BTreeMap<String, usize>, value: &str| counts.get(value).copied().unwrap_or(0);
    let mut values: Vec<String> = match order {
        Some(order) => order.to_vec(),
        None => {
            let mut values: Vec<String> = old.keys().cloned().collect();
            values.extend(new.keys().filter(|value| !old.contains_key(*value)).cloned());
            // Most frequent first; among equals by name.
            values.sort_by_cached_key(|value| {
                (std::cmp::Reverse(count(&old, value).max(count(&new, value))), value.clone())
            });
            values
        }
    };
    let rest = if values.len() > DRAWN + 1 { values.split_off(DRAWN) } else { Vec::new() };
    let series = |name: &str, counts: &BTreeMap<String, usize>| {
        let mut shown: Vec<f64> = values.iter().map(|value| count(counts, value) as f64).collect();
        if !rest.is_empty() {
            shown.push(rest.iter().map(|value| count(counts, value) as f64).sum());
        }
        Series { name: name.to_owned(), values: shown }
    };
    let both = [series("before", &old), series("after", &new)];
    let mut labels = values.clone();
    if !rest.is_empty() {
        labels.push(format!("{} others", rest.len()));
    }
    bars_sized(Size::SMALL, name, Axis::new(name, ""), Axis::counts("Records"), &labels, &both, Layout::Grouped)
}

/// How many records have each value.
fn counted(column: &Column, missing: &Missing) -> BTreeMap<String, usize> {
    let (codes, values) = column.codes(missing);
    let mut counts = vec![0; values.len()];
    codes.iter().filter(|&&code| (code as usize) < values.len()).for_each(|&code| counts[code as usize] += 1);
    values.into_iter().zip(counts).filter(|(_, count)| *count > 0).collect()
}
