//! What generalised columns lost, and how records are linked with them.

use super::{TableReport, percent};
use crate::report::axis::grouped_count;
use crate::report::page::Page;
use scumble_assess::CellLoss;

/// The figures of generalised columns, if there are any.
pub(super) fn show(page: &mut Page, report: &TableReport<'_>) {
    let Some(found) = &report.assessed.generalized else { return };
    page.heading("Generalised columns");
    page.paragraph(
        "A released value stands for the values that it covers. Certainty penalty: the mean share of the hierarchy's leaves that a \
         released value covers. Granularity: the same without the value itself, or the width of an interval over the range of its \
         column. Non-uniform entropy: of the bits that would be lost if every cell were *. Precision: 1 less the mean level over the \
         height of the hierarchies.",
    );
    let row = |name: &str, hierarchy: &str, cells: &CellLoss| {
        vec![
            name.to_owned(),
            hierarchy.to_owned(),
            percent(cells.certainty_penalty),
            percent(cells.granularity),
            percent(cells.entropy()),
            cells.precision.map_or("–".to_owned(), |precision| format!("{precision:.4}")),
            grouped_count(cells.not_covered),
        ]
    };
    let mut rows: Vec<Vec<String>> =
        found.loss.columns.iter().map(|column| row(&column.name, column.source.name(), &column.cells)).collect();
    rows.push(row("all", "", &found.loss.all));
    let head =
        ["", "hierarchy", "certainty penalty", "granularity", "non-uniform entropy", "precision", "cells not covered"];
    page.table(&head, &rows);
    let over_k = found.average_class_size.map_or(String::new(), |size| format!(" ({size:.4} times k)"));
    let mut rows = vec![
        vec!["discernibility (Σ of squared class sizes)".to_owned(), grouped_count(found.discernibility as usize)],
        vec!["records in a class on average".to_owned(), format!("{:.4}{over_k}", found.mean_class_size)],
    ];
    if let Some(linkage) = &found.linkage {
        let told = "records expected to be linked with one that covers their values";
        rows.push(vec![told.to_owned(), percent(linkage.value / 100.0)]);
    }
    page.table(&["", ""], &rows);
}
