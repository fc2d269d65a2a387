//! A matrix of correlations as SVG: before below the diagonal, after above it.

use crate::report::svg::{Anchor, document, shorten, text, width, wrap};
use std::fmt::Write;

const MARGIN: f64 = 14.0;
const CELL: (f64, f64) = (46.0, 26.0);
/// The room for a row's name, at most.
const NAMES: f64 = 190.0;
/// How much of its colour the strongest correlation has: text stays readable on it.
const STRONGEST: f64 = 0.5;

/// Draws the correlations of columns before (lower left) and after (upper right). `before` and `after` are square matrices, row after row; what is not a
/// number is left empty.
#[must_use]
pub(crate) fn matrix(title: &str, names: &[String], before: &[f64], after: &[f64]) -> String {
    let count = names.len();
    let numbered: Vec<String> = (1..).zip(names).map(|(at, name)| shorten(&format!("{at} {name}"), NAMES)).collect();
    let left = MARGIN + numbered.iter().map(|name| width(name)).fold(0.0, f64::max) + 10.0;
    let wide = (left + count as f64 * CELL.0 + MARGIN).max(420.0);
    let mut body = String::new();
    let mut y = MARGIN;
    for line in wrap(title, (wide - 2.0 * MARGIN) / 1.3) {
        y += 20.0;
        text(&mut body, (MARGIN, y - 4.0), Anchor::Start, "title", (wide - 2.0 * MARGIN) / 1.3, &line);
    }
    for line in wrap("below the diagonal: original; above it: release", wide - 2.0 * MARGIN) {
        y += 20.0;
        text(&mut body, (MARGIN, y), Anchor::Start, "soft", wide - 2.0 * MARGIN, &line);
    }
    y += 24.0;
    for at in 0..count {
        let x = left + (at as f64 + 0.5) * CELL.0;
        text(&mut body, (x, y), Anchor::Middle, "soft", CELL.0, &(at + 1).to_string());
    }
    let top = y + 8.0;
    for (row, name) in numbered.iter().enumerate() {
        let y = top + row as f64 * CELL.1;
        text(&mut body, (left - 10.0, y + 17.5), Anchor::End, "", f64::INFINITY, name);
        for column in 0..count {
            let (own, what) = if column < row { (before, "original") } else { (after, "release") };
            let value = own[row * count + column];
            if row == column || !value.is_finite() {
                continue;
            }
            let x = left + column as f64 * CELL.0;
            let colour = if value < 0.0 { "f1" } else { "f0" };
            let _ = writeln!(
                body,
                "<g><title>{what}: {} and {}, {}</title><rect class=\"{colour}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" \
                 height=\"{:.1}\" fill=\"#777\" fill-opacity=\"{:.3}\"/></g>",
                crate::report::page::escape(&names[row]),
                crate::report::page::escape(&names[column]),
                signed(value),
                CELL.0 - 2.0,
                CELL.1 - 2.0,
                STRONGEST * value.abs().min(1.0)
            );
            text(&mut body, (x + CELL.0 / 2.0 - 1.0, y + 17.5), Anchor::Middle, "", CELL.0, &signed(value));
        }
    }
    let tall = top + count as f64 * CELL.1 + MARGIN;
    document(wide, tall, title, &format!("Correlations of {count} columns before and after."), &body)
}

/// Two decimals with a true minus sign; nothing rounds to minus zero.
pub(crate) fn signed(value: f64) -> String {
    let text = format!("{:.2}", value.abs());
    if value < 0.0 && text != "0.00" { format!("−{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::svg::check::{picture, words};

    #[test]
    fn before_is_below_and_after_above_the_diagonal() {
        let names: Vec<String> =
            ["age", "a very long name of a column that does not fit", "<c>"].map(str::to_owned).into();
        let before = [1.0, 0.1, -0.2, 0.1, 1.0, 0.3, -0.2, 0.3, 1.0];
        let after = [1.0, 0.4, -0.001, 0.4, 1.0, f64::NAN, -0.001, f64::NAN, 1.0];
        let svg = matrix("Correlations", &names, &before, &after);
        picture(&svg);
        let shown: Vec<String> =
            words(&svg).into_iter().filter(|word| word.contains('.') && !word.contains(' ')).collect();
        assert_eq!(shown, ["0.40", "0.00", "0.10", "−0.20", "0.30"]);
        picture(&matrix("t", &[], &[], &[]));
    }
}
