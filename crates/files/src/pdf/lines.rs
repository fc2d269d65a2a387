//! Shown strings as lines of text: what belongs together, and what is apart.

use crate::escape::Escape;
use crate::part::Holds;
use crate::sheet::Sheet;
use crate::weave::Weave;

/// A linear map of the page: a, b, c, d, e, f.
pub(super) type Matrix = [f64; 6];

/// First the one, then the other.
pub(super) fn then(first: &Matrix, second: &Matrix) -> Matrix {
    let [a, b, c, d, e, f] = *first;
    let [g, h, i, j, k, l] = *second;
    [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l]
}

/// How a line is apart from the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Apart {
    /// On the same height: a column.
    Column,
    /// Elsewhere.
    Line,
}

/// A stretch of text on one height, without large gaps.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) text: String,
    /// Where it starts, with the size of its letters.
    pub(super) matrix: Matrix,
    /// How long it is, in letter sizes.
    pub(super) width: f64,
    pub(super) apart: Apart,
    /// Behind its last letter.
    pub(super) end: (f64, f64),
}

/// A string as it is shown.
pub(super) struct Shown {
    pub(super) text: String,
    /// Of the first letter.
    pub(super) matrix: Matrix,
    /// Behind the last letter.
    pub(super) end: (f64, f64),
}

/// A gap of this part of the letter size is a space; of that many letter sizes, a column.
const SPACE: f64 = 0.17;
const COLUMN: f64 = 1.6;

/// Adds a string to the line that it goes on with, or starts a new one.
pub(super) fn add(lines: &mut Vec<Line>, shown: Shown) {
    if shown.text.is_empty() || !shown.matrix.iter().all(|number| number.is_finite()) {
        return;
    }
    let [a, b, c, d, x, y] = shown.matrix;
    let size = a.hypot(b).max(c.hypot(d)).max(f64::MIN_POSITIVE);
    let along = |from: (f64, f64), to: (f64, f64)| ((to.0 - from.0) * a + (to.1 - from.1) * b) / (size * size);
    let across = |from: (f64, f64), to: (f64, f64)| ((to.1 - from.1) * a - (to.0 - from.0) * b).abs() / (size * size);
    let mut apart = Apart::Line;
    if let Some(line) = lines.last_mut() {
        let gap = along(line.end, (x, y));
        let height = across(line.end, (x, y));
        let start = (line.matrix[4], line.matrix[5]);
        let same_way = a * line.matrix[0] + b * line.matrix[1] > 0.0;
        if same_way && height < 0.5 && gap > -0.5 && gap < COLUMN {
            if gap > SPACE && !line.text.ends_with(' ') && !shown.text.starts_with(' ') {
                line.text.push(' ');
            }
            line.text.push_str(&shown.text);
            line.end = shown.end;
            let letters = line.matrix[0].hypot(line.matrix[1]).max(f64::MIN_POSITIVE);
            line.width = (shown.end.0 - start.0).hypot(shown.end.1 - start.1) / letters;
            return;
        }
        if same_way && height < 0.5 && gap > 0.0 {
            apart = Apart::Column;
        }
    }
    let width = (shown.end.0 - x).hypot(shown.end.1 - y) / a.hypot(b).max(f64::MIN_POSITIVE);
    lines.push(Line { text: shown.text, matrix: shown.matrix, width, apart, end: shown.end });
}

/// The lines as a text. A word that a hyphen carries over to the next line reads as one.
pub(super) fn weave(lines: &[Line], name: &str) -> Sheet {
    let source: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    let source = source.join("\n");
    let mut weave = Weave::default();
    let mut at = 0;
    for (number, line) in lines.iter().enumerate() {
        let next = lines.get(number + 1);
        let end = at + line.text.len();
        let carried = next.is_some_and(|next| next.apart == Apart::Line && is_carried(&line.text, &next.text));
        let length = if carried { line.text.trim_end().len() - 1 } else { line.text.len() };
        weave.verbatim(&source, at..at + length, Escape::Line);
        match next.map(|next| next.apart) {
            Some(Apart::Column) => weave.gap("\t"),
            Some(Apart::Line) if !carried => weave.gap("\n"),
            _ => {}
        }
        at = end + 1;
    }
    let mut sheet = Sheet::new(source);
    sheet.always(name, Holds::Prose, weave);
    sheet
}

fn is_carried(line: &str, next: &str) -> bool {
    let before = line.trim_end().strip_suffix('-');
    before.is_some_and(|before| before.ends_with(char::is_alphabetic)) && next.starts_with(char::is_lowercase)
}
