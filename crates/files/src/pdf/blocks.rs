//! The lines of a page as a text with its blocks: paragraphs, headings, columns.

use super::lines::{Apart, Line};
use crate::escape::Escape;
use crate::part::Holds;
use crate::sheet::Sheet;
use crate::weave::Weave;

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
            Some(Apart::Line) if carried => {}
            Some(Apart::Line) if is_block_end(lines, number + 1) => weave.end_block(),
            Some(Apart::Line) => weave.gap("\n"),
            _ => {}
        }
        at = end + 1;
    }
    let mut sheet = Sheet::new(source);
    sheet.always(name, Holds::Prose, weave);
    sheet
}

/// Lines of a paragraph stand at most this many letter sizes below each other.
const LEADING: f64 = 2.0;

/// Whether a block of text (a paragraph, a heading, a column) ends before the line with a number: it has another size or direction
/// than the line before it, or it stands elsewhere than below.
fn is_block_end(lines: &[Line], next: usize) -> bool {
    let before = lines[..next].iter().rposition(|line| line.apart != Apart::Run).unwrap_or(0);
    let (Some(line), Some(next)) = (largest(&lines[before..next]), largest(&lines[next..])) else { return true };
    let (Some(own), Some(axes)) = (line.axes(), next.axes()) else { return true };
    let same_way = line.matrix[0] * next.matrix[0] + line.matrix[1] * next.matrix[1] > 0.0;
    let (_, above) = own.between(line.start(), next.start());
    !same_way || !(0.85..=1.18).contains(&(axes.size / own.size)) || !(-LEADING..=0.5).contains(&above)
}

/// The run of a line with the largest letters: the mark of a footnote does not say how large they are.
fn largest(lines: &[Line]) -> Option<&Line> {
    let runs = lines.iter().skip(1).take_while(|line| line.apart == Apart::Run).count();
    let size = |line: &&Line| line.axes().map_or(0.0, |axes| axes.size);
    lines.get(..=runs)?.iter().max_by(|one, other| size(one).total_cmp(&size(other)))
}

fn is_carried(line: &str, next: &str) -> bool {
    let before = line.trim_end().strip_suffix('-');
    before.is_some_and(|before| before.ends_with(char::is_alphabetic)) && next.starts_with(char::is_lowercase)
}
