//! How correlations changed.

use super::TableReport;
use crate::report::matrix::{matrix, signed};
use crate::report::page::Page;
use scumble_data::Rows;

/// Columns of the matrix, at most: those whose correlations changed most.
const SHOWN: usize = 14;
/// Pairs in the list of changes, at most.
const LISTED: usize = 10;

pub(super) fn show(page: &mut Page, report: &TableReport<'_>) {
    let pair = &report.assessed.pair;
    if pair.ordered.len() < 2 || pair.rows.len() < 2 {
        return;
    }
    page.heading("Correlations");
    page.paragraph("Pearson's correlation of the measured columns with an order (numbers, dates, ordinals), over records without missing values.");
    let (before, after) = (correlations(&pair.original), correlations(&pair.masked));
    let width = pair.ordered.len();
    let change = |row: usize, column: usize| (after[row * width + column] - before[row * width + column]).abs();
    let most =
        |row: usize| (0..width).filter(|&column| column != row).map(|column| change(row, column)).fold(0.0, f64::max);
    let mut shown: Vec<usize> = (0..width).collect();
    shown.sort_by(|&a, &b| most(b).total_cmp(&most(a)).then(a.cmp(&b)));
    shown.truncate(SHOWN);
    shown.sort_unstable();
    let of = |all: &[f64]| -> Vec<f64> {
        shown.iter().flat_map(|&row| shown.iter().map(move |&column| all[row * width + column])).collect()
    };
    let names: Vec<String> = shown.iter().map(|&at| pair.ordered[at].clone()).collect();
    let caption = if width > SHOWN {
        format!("The {SHOWN} of {width} columns whose correlations changed most.")
    } else {
        String::new()
    };
    page.figure(&matrix("Correlations before and after", &names, &of(&before), &of(&after)), &caption);
    let mut pairs: Vec<(usize, usize)> = (0..width).flat_map(|row| (0..row).map(move |column| (column, row))).collect();
    pairs.retain(|&(a, b)| change(a, b).is_finite());
    pairs.sort_by(|a, b| change(b.0, b.1).total_cmp(&change(a.0, a.1)).then(a.cmp(b)));
    let rows: Vec<Vec<String>> = pairs
        .iter()
        .take(LISTED)
        .map(|&(a, b)| {
            let (x, y) = (before[a * width + b], after[a * width + b]);
            vec![pair.ordered[a].clone(), pair.ordered[b].clone(), signed(x), signed(y), signed(y - x)]
        })
        .collect();
    page.subheading("Pairs that changed most");
    page.table(&["column", "column", "before", "after", "change"], &rows);
}

/// Pearson's correlations of all columns, row after row; not a number where a column is constant.
fn correlations(rows: &Rows) -> Vec<f64> {
    let (width, standard) = (rows.width(), rows.standardized());
    let deviations = rows.deviations();
    let mut found = vec![f64::NAN; width * width];
    for a in 0..width {
        for b in 0..width {
            if deviations[a] > 0.0 && deviations[b] > 0.0 {
                let products: f64 = standard.iter().map(|row| row[a] * row[b]).sum();
                found[a * width + b] = products / rows.len() as f64;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Anscombe (1973), the first set: r = 0.81642.
    #[test]
    fn anscombe_s_first_set() {
        let x = [10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0, 5.0];
        let y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
        let found = correlations(&Rows::from_columns(&[&x, &y, &[1.0; 11]]));
        assert!((found[1] - 0.81642).abs() < 5e-6 && (found[0] - 1.0).abs() < 1e-12 && found[2].is_nan());
    }
}
