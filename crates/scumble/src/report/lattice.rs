//! A fuzzy measure as a picture: every set of columns in the row of its size, the darker the more it weighs.

use super::svg::{Anchor, document, text};
use std::fmt::Write;

const WIDTH: f64 = 860.0;
const BOX: (f64, f64) = (66.0, 30.0);
const ROW: f64 = 46.0;
/// Sets in a row, at most; the heaviest are shown.
const IN_A_ROW: usize = 11;

/// Draws sets, written as bits, by their size. Of a size with too many sets, the heaviest are shown.
pub(crate) fn lattice(title: &str, sets: &[(String, f64)]) -> String {
    let size = |set: &str| set.chars().filter(|&bit| bit == '1').count();
    let most = sets.iter().map(|(set, _)| size(set)).max().unwrap_or(0);
    let greatest = sets.iter().map(|(_, weight)| *weight).fold(f64::MIN_POSITIVE, f64::max);
    let mut body = String::new();
    let mut y = 14.0;
    for wanted in (1..=most).rev() {
        let mut row: Vec<&(String, f64)> = sets.iter().filter(|(set, _)| size(set) == wanted).collect();
        row.sort_by(|a, b| b.1.total_cmp(&a.1));
        let left_out = row.len().saturating_sub(IN_A_ROW);
        row.truncate(IN_A_ROW);
        let step = BOX.0 + 6.0;
        let mut x = (WIDTH - step * row.len() as f64) / 2.0;
        for (set, weight) in row {
            let share = (weight / greatest).clamp(0.0, 1.0);
            // Writing to a string does not fail.
            let _ = writeln!(
                body,
                "<rect class=\"box\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{}\" height=\"{}\" rx=\"4\"/><rect class=\"f0\" x=\"{x:.1}\" y=\"{y:.1}\" \
                 width=\"{}\" height=\"{}\" rx=\"4\" opacity=\"{:.2}\"><title>{set}: {weight:.6}</title></rect>",
                BOX.0,
                BOX.1,
                BOX.0,
                BOX.1,
                0.45 * share
            );
            text(&mut body, (x + BOX.0 / 2.0, y + 13.0), Anchor::Middle, "", BOX.0, set);
            text(&mut body, (x + BOX.0 / 2.0, y + 26.0), Anchor::Middle, "soft", BOX.0, &format!("{weight:.3}"));
            x += step;
        }
        if left_out > 0 {
            text(
                &mut body,
                (WIDTH - 4.0, y + 40.0),
                Anchor::End,
                "soft",
                200.0,
                &format!("and {left_out} that weigh less"),
            );
        }
        y += ROW;
    }
    let told = "Sets of columns by their size, the largest on top; each with its weight.";
    document(WIDTH, y + 6.0, title, told, &body)
}
