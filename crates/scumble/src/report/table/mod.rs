//! The page about a masked table: what its columns are, what was done, what is lost and what still leaks. It is for internal use.

mod columns;
mod correlation;
mod generalized;
mod risk;

use crate::report::axis::grouped_count;
use crate::report::page::{Card, Page, Tone};
use crate::table::{Assessed, WorkFile, others};
use scumble_data::Table;
use serde_json::Value;

pub use columns::distributions;

/// A masked table and its original, measured.
#[derive(Clone, Copy, Debug)]
pub struct TableReport<'a> {
    /// The original with its records in the order of the release, without those that were left out.
    pub original: &'a Table,
    /// The release.
    pub masked: &'a Table,
    /// What was measured.
    pub assessed: &'a Assessed,
    /// What the run that masked it knew; nothing if only the two tables are there.
    pub work: Option<&'a WorkFile>,
}

/// The page about a masked table. It holds values and row numbers of the original, and belongs with it.
#[must_use]
pub fn table_page(report: &TableReport<'_>) -> String {
    let mut page = Page::new("Release of a table");
    page.note(
        Tone::Warning,
        "For internal use. This page shows distributions of the original and row numbers of records at risk. Keep it with the \
         original; do not publish it.",
    );
    figures(&mut page, report);
    done(&mut page, report);
    columns::show(&mut page, report);
    correlation::show(&mut page, report);
    generalized::show(&mut page, report);
    risk::show(&mut page, report);
    page.finish()
}

fn card(name: &str, value: String, hint: &str) -> Card {
    Card { name: name.into(), value, hint: hint.into() }
}

/// A share as a percentage that never reads 0 or 100 for what is not.
pub(super) fn percent(share: f64) -> String {
    match 100.0 * share {
        value if !value.is_finite() => "–".to_owned(),
        value if value > 0.0 && value < 0.01 => "< 0.01 %".to_owned(),
        value => format!("{value:.2} %"),
    }
}

fn figures(page: &mut Page, report: &TableReport<'_>) {
    let (assessed, classes) = (report.assessed, &report.assessed.pair.classes);
    let left_out = match assessed.left_out {
        0 => "none left out".to_owned(),
        count => format!("{} left out", grouped_count(count)),
    };
    let loss = assessed.sse_sst().map_or("–".to_owned(), |loss| percent(loss / 100.0));
    let mut cards = vec![
        card("Records released", grouped_count(report.masked.len()), &left_out),
        card("Columns released", report.masked.columns().len().to_string(), ""),
        card("Smallest class", grouped_count(classes.smallest()), "records equal on the measured columns (k)"),
        card("SSE/SST", loss, "variation of numbers, dates and ordinals that is lost"),
    ];
    if let Some(linkage) = &assessed.reading.linkage {
        cards.push(card(
            "Linked by distance",
            percent(linkage.value / 100.0),
            "records that an intruder is expected to link",
        ));
    }
    if let Some(singled) = &assessed.singled {
        let hint = "records that equal no other on all released columns";
        cards.push(card("Unique records", grouped_count(singled.classes.uniques()), hint));
    }
    page.cards(&cards);
}

/// What was done and promised, as the run said it.
fn done(page: &mut Page, report: &TableReport<'_>) {
    page.heading("What was done and promised");
    let Some(work) = report.work else {
        page.paragraph("The run that masked the table left no work folder beside the release: kinds of columns are guessed, and what was promised is not known.");
        return;
    };
    let result = &work.result;
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut rows = vec![vec!["method".to_owned(), text(&result["method"])]];
    for part in result["parts"].as_array().into_iter().flatten() {
        let columns: Vec<String> = part["columns"].as_array().into_iter().flatten().map(text).collect();
        let count = |name: &str| part[name].as_u64().map_or("–".to_owned(), |count| grouped_count(count as usize));
        let sizes = format!(
            "{} groups of {} to {} records (k = {})",
            count("groups"),
            count("smallest"),
            count("largest"),
            count("k")
        );
        rows.push(vec!["groups".to_owned(), format!("{sizes} on {}", columns.join(", "))]);
    }
    let mut order = "as in the original".to_owned();
    if work.order.is_some() {
        order = "shuffled".to_owned();
    }
    rows.push(vec!["order of records".to_owned(), order]);
    if let Some(cells) = result["suppression"]["cells"].as_u64() {
        let columns = result["suppression"]["columns"].as_object().into_iter().flatten();
        let columns: Vec<String> = columns.map(|(name, cells)| format!("{name} {cells}")).collect();
        rows.push(vec![
            "cells blanked".to_owned(),
            format!("{} ({})", grouped_count(cells as usize), columns.join(", ")),
        ]);
        rows.push(vec!["a blank is counted as".to_owned(), text(&result["suppression"]["blank"])]);
    }
    rows.push(vec!["records left out".to_owned(), grouped_count(work.left_out.len())]);
    rows.push(vec!["seed".to_owned(), text(&result["policy"]["seed"])]);
    rows.push(vec!["promise".to_owned(), promise(result)]);
    for warning in result["warnings"].as_array().into_iter().flatten() {
        rows.push(vec!["warning".to_owned(), text(warning)]);
    }
    page.table(&["", ""], &rows);
    page.paragraph(match result["checked"].as_bool() {
        Some(true) => {
            "How the promise was checked: the release was written beside its place and read back as anyone would read it; \
             classes of equal records were counted in those bytes, and only then was the file moved to its place."
        }
        _ => "How the promise was checked: classes of equal records were counted in the masked table; nothing was written.",
    });
}

/// What the release keeps, by the figures of the check.
pub(super) fn promise(result: &Value) -> String {
    let mut kept = Vec::new();
    let is_matched = result["suppression"]["blank"] == "matches-anything";
    if let Some(k) = result["smallest"].as_u64().filter(|_| is_matched) {
        let others = others(k as usize);
        kept.push(format!("every record matches at least {others} on every chosen combination of columns, where a blank matches every value"));
    }
    let perturbed = result["perturbed"].as_array().map_or(&[][..], Vec::as_slice);
    for step in perturbed {
        let text = |name: &str| step[name].as_str().unwrap_or_default();
        kept.push(format!("{}: {}", text("method"), text("promise")));
    }
    if !perturbed.is_empty() && result["k_promised"].is_null() {
        kept.push("no k is promised".to_owned());
    } else if let Some(k) = result["smallest_over_all"].as_u64() {
        let others = others(k as usize);
        kept.push(format!("every record equals at least {others} on all masked columns (k = {k})"));
    }
    if let Some(distinct) = result["distinct"].as_u64() {
        kept.push(format!("at least {distinct} distinct confidential values in every class"));
    }
    if let Some(closeness) = result["closeness"].as_f64() {
        kept.push(format!("every class at most {closeness:.4} from the whole table (t-closeness)"));
    }
    if kept.is_empty() { "none".to_owned() } else { kept.join("; ") }
}
