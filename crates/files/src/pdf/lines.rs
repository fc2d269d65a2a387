//! Shown strings as lines of text: what belongs together, and what is apart.

use crate::escape::Escape;
use crate::part::Holds;
use crate::sheet::Sheet;
use crate::weave::Weave;

/// A linear map of the page: a, b, c, d, e, f.
pub(super) type Matrix = [f64; 6];

/// A place on the page.
pub(super) type Point = (f64, f64);

/// First the one, then the other.
pub(super) fn then(first: &Matrix, second: &Matrix) -> Matrix {
    let [a, b, c, d, e, f] = *first;
    let [g, h, i, j, k, l] = *second;
    [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l]
}

/// How a piece of a line is apart from the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Apart {
    /// The same line goes on in another size, on another height, or struck out.
    Run,
    /// On the same height: a column.
    Column,
    /// Elsewhere.
    Line,
}

/// A stretch of text on one height and of one size, without large gaps.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) text: String,
    /// Where it starts, with the size of its letters.
    pub(super) matrix: Matrix,
    /// How long it is, in letter sizes.
    pub(super) width: f64,
    pub(super) apart: Apart,
    /// Behind its last letter.
    pub(super) end: Point,
    /// Whether a line is drawn through it.
    pub(super) struck: bool,
    /// Whether its letters are spaced out.
    pub(super) spaced: bool,
    /// If a line is drawn before it that divides it from the cell to the left: how far.
    pub(super) post: Option<f64>,
    /// Where each of its glyphs ends: in bytes of the text, and on the page.
    marks: Vec<(usize, Point)>,
    /// Spaces that stand for gaps: where, and how wide the gap is in letter sizes.
    gaps: Vec<(usize, f64)>,
    /// The string that was added last: where it begins in the text, and on the page.
    last: (usize, Point),
}

/// A string as it is shown.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    pub(super) text: String,
    /// Of the first letter.
    pub(super) matrix: Matrix,
    /// Where each glyph ends: in bytes of the text, and on the page.
    pub(super) marks: Vec<(usize, Point)>,
}

impl Shown {
    pub(super) fn glyphs(&self) -> usize {
        self.marks.len()
    }

    fn range(&self, glyph: usize) -> std::ops::Range<usize> {
        let start = glyph.checked_sub(1).map_or(0, |before| self.marks[before].0);
        start..self.marks[glyph].0
    }

    pub(super) fn glyph(&self, glyph: usize) -> &str {
        &self.text[self.range(glyph)]
    }

    pub(super) fn start(&self, glyph: usize) -> Point {
        glyph.checked_sub(1).map_or((self.matrix[4], self.matrix[5]), |before| self.marks[before].1)
    }

    pub(super) fn end_of(&self, glyph: usize) -> Point {
        self.marks[glyph].1
    }

    pub(super) fn axes(&self) -> Option<Axes> {
        Axes::of_matrix(&self.matrix)
    }

    /// Gives a glyph another text.
    pub(super) fn replace(&mut self, glyph: usize, text: &str) {
        let range = self.range(glyph);
        let (old, new) = (range.len(), text.len());
        self.text.replace_range(range, text);
        for mark in &mut self.marks[glyph..] {
            mark.0 = mark.0 + new - old;
        }
    }

    /// Takes a glyph away. Those behind it stay where they are.
    pub(super) fn remove(&mut self, glyph: usize) {
        self.replace(glyph, "");
        let (_, end) = self.marks.remove(glyph);
        if glyph == 0 {
            (self.matrix[4], self.matrix[5]) = end;
        }
    }
}

/// The direction in which letters follow each other, and their size.
#[derive(Clone, Copy)]
pub(super) struct Axes {
    a: f64,
    b: f64,
    /// The size of the letters.
    pub(super) size: f64,
}

impl Axes {
    /// `None` if nothing can be seen of such letters.
    pub(super) fn of_matrix(matrix: &Matrix) -> Option<Self> {
        let [a, b, c, d, _, _] = *matrix;
        let size = a.hypot(b).max(c.hypot(d)).max(f64::MIN_POSITIVE);
        matrix.iter().all(|number| number.is_finite()).then_some(Self { a, b, size })
    }

    /// A place along the line and above it, in letter sizes.
    pub(super) fn of(self, (x, y): Point) -> (f64, f64) {
        let size = self.size * self.size;
        ((x * self.a + y * self.b) / size, (y * self.a - x * self.b) / size)
    }

    /// The same, from another place.
    pub(super) fn between(self, from: Point, to: Point) -> (f64, f64) {
        self.of((to.0 - from.0, to.1 - from.1))
    }
}

/// A gap of this part of the letter size is a space; of that many letter sizes, a column.
pub(super) const SPACE: f64 = 0.17;
pub(super) const COLUMN: f64 = 1.6;

/// Letters that are printed twice with less than this distance are shown once, only bolder.
const TWICE: f64 = 0.12;

impl Line {
    fn of(shown: Shown, apart: Apart) -> Self {
        let start = (shown.matrix[4], shown.matrix[5]);
        let end = shown.marks.last().map_or(start, |mark| mark.1);
        let mut line = Self {
            text: shown.text,
            matrix: shown.matrix,
            width: 0.0,
            apart,
            end,
            struck: false,
            spaced: false,
            post: None,
            marks: shown.marks,
            gaps: Vec::new(),
            last: (0, start),
        };
        line.measure(end);
        line
    }

    pub(super) fn start(&self) -> Point {
        (self.matrix[4], self.matrix[5])
    }

    pub(super) fn axes(&self) -> Option<Axes> {
        Axes::of_matrix(&self.matrix)
    }

    /// The line with another text, set from another place on.
    pub(super) fn with(&self, text: &str, matrix: Matrix, width: f64) -> Self {
        Self {
            text: text.to_owned(),
            matrix,
            width,
            spaced: false,
            marks: Vec::new(),
            gaps: Vec::new(),
            ..self.clone()
        }
    }

    /// The line, moved along by some points.
    pub(super) fn moved(&self, along: f64) -> Self {
        let mut moved = self.clone();
        if along > 0.0 {
            let letters = self.matrix[0].hypot(self.matrix[1]).max(f64::MIN_POSITIVE);
            let (x, y) = (self.matrix[0] / letters * along, self.matrix[1] / letters * along);
            (moved.matrix[4], moved.matrix[5]) = (self.matrix[4] + x, self.matrix[5] + y);
            moved.end = (self.end.0 + x, self.end.1 + y);
        }
        moved
    }

    /// Takes a place for the end of the line.
    fn measure(&mut self, end: Point) {
        let letters = self.matrix[0].hypot(self.matrix[1]).max(f64::MIN_POSITIVE);
        let (x, y) = self.start();
        self.width = (end.0 - x).hypot(end.1 - y) / letters;
    }

    /// Whether both have letters of one size on one height.
    fn is_like(&self, other: &Self) -> bool {
        let (Some(own), Some(others)) = (self.axes(), other.axes()) else { return false };
        let ratio = own.size / others.size;
        let (_, above) = own.between(self.start(), other.start());
        (0.92..=1.09).contains(&ratio) && above.abs() < 0.1 && self.struck == other.struck
    }

    /// The gap to another line that goes on in the same direction, and how much higher it stands, in its letter sizes.
    pub(super) fn gap_to(&self, next: &Self) -> Option<(f64, f64)> {
        let [a, b, ..] = next.matrix;
        let same_way = a * self.matrix[0] + b * self.matrix[1] > 0.0;
        same_way.then(|| next.axes().map(|axes| axes.between(self.end, next.start()))).flatten()
    }

    /// Whether another line begins behind its start, far enough for a column.
    pub(super) fn is_left_of(&self, next: &Self) -> bool {
        next.axes().is_some_and(|axes| axes.between(self.start(), next.start()).0 > COLUMN + 0.4)
    }

    pub(super) fn marks(&self) -> &[(usize, Point)] {
        &self.marks
    }

    fn text_of(&self, glyph: usize) -> &str {
        let start = glyph.checked_sub(1).map_or(0, |before| self.marks[before].0);
        &self.text[start..self.marks[glyph].0]
    }

    pub(super) fn is_blank(&self, glyph: usize) -> bool {
        self.text_of(glyph).trim().is_empty()
    }

    /// Where a glyph begins: behind the one before it, and behind a gap that is read as a space.
    pub(super) fn begin(&self, glyph: usize) -> Point {
        let Some(before) = glyph.checked_sub(1) else { return self.start() };
        let (until, (x, y)) = self.marks[before];
        let at = self.gaps.partition_point(|gap| gap.0 + 1 < until);
        let gap = self.gaps.get(at).filter(|gap| gap.0 + 1 == until).map_or(0.0, |gap| gap.1);
        let length = self.matrix[0].hypot(self.matrix[1]).max(f64::MIN_POSITIVE);
        let gap = gap * self.axes().map_or(0.0, |axes| axes.size) / length;
        (x + self.matrix[0] * gap, y + self.matrix[1] * gap)
    }

    /// Takes away what stands from a glyph on.
    pub(super) fn split_off(&mut self, glyph: usize) -> Self {
        let begin = self.begin(glyph);
        let mut rest = self.split(glyph - 1);
        (rest.matrix[4], rest.matrix[5]) = begin;
        rest.last = (0, begin);
        rest.measure(rest.end);
        rest
    }

    /// Ends the line behind a glyph, without the blanks there.
    pub(super) fn truncate(&mut self, glyph: usize) {
        let (until, place) = self.marks[glyph];
        self.text.truncate(until);
        let length = self.text.trim_end().len();
        self.text.truncate(length);
        self.marks.truncate(glyph + 1);
        if let Some(mark) = self.marks.last_mut() {
            mark.0 = length;
        }
        self.gaps.retain(|gap| gap.0 < length);
        self.end = place;
        self.measure(place);
    }

    /// Splits off what stands behind a glyph.
    fn split(&mut self, glyph: usize) -> Self {
        let (at, place) = self.marks[glyph];
        let text = self.text.split_off(at);
        let marks = self.marks.split_off(glyph + 1).into_iter().map(|(end, place)| (end - at, place)).collect();
        let gaps: Vec<(usize, f64)> = std::mem::take(&mut self.gaps);
        let (own, others): (Vec<_>, Vec<_>) = gaps.into_iter().partition(|gap| gap.0 < at);
        self.gaps = own;
        let mut matrix = self.matrix;
        (matrix[4], matrix[5]) = place;
        let shown = Shown { text, matrix, marks };
        let mut rest = Self::of(shown, Apart::Run);
        rest.gaps = others.into_iter().map(|(gap, size)| (gap - at, size)).collect();
        rest.struck = self.struck;
        rest.spaced = self.spaced;
        self.end = place;
        self.measure(place);
        rest
    }
}

/// Adds a string to the line that it goes on with, or starts a new one. `false` if it is only printed once more.
pub(super) fn add(lines: &mut Vec<Line>, shown: Shown) -> bool {
    if shown.text.is_empty() || !shown.matrix.iter().all(|number| number.is_finite()) {
        return true;
    }
    let mut line = Line::of(shown, Apart::Line);
    if let Some(before) = lines.last()
        && let Some((gap, above)) = before.gap_to(&line)
    {
        if is_twice(before, &line) {
            return false;
        }
        let level = above.abs() < 0.5;
        if level && gap > -0.5 && gap < COLUMN {
            go_on(lines, line, gap);
            return true;
        }
        if level && (gap > 0.0 || before.is_left_of(&line)) {
            line.apart = Apart::Column;
        }
    }
    lines.push(line);
    true
}

/// Whether a string is the one before it, printed once more to look bold.
fn is_twice(before: &Line, line: &Line) -> bool {
    let (at, place) = before.last;
    let Some(axes) = line.axes() else { return false };
    let (along, above) = axes.between(place, line.start());
    before.text[at..] == line.text && along.hypot(above) < TWICE && !line.text.trim().is_empty()
}

/// Adds a line to the last one, across a gap.
pub(super) fn go_on(lines: &mut Vec<Line>, mut line: Line, gap: f64) {
    let Some(before) = lines.last_mut() else {
        lines.push(line);
        return;
    };
    let place = line.start();
    if gap > SPACE && !before.text.ends_with(' ') && !line.text.starts_with(' ') {
        before.gaps.push((before.text.len(), gap));
        before.text.push(' ');
        if let Some(mark) = before.marks.last_mut() {
            mark.0 += 1;
        }
    }
    if !before.is_like(&line) {
        // What is written behind it must not move away from it.
        before.measure(place);
        line.apart = Apart::Run;
        lines.push(line);
        return;
    }
    let at = before.text.len();
    before.text.push_str(&line.text);
    before.marks.extend(line.marks.into_iter().map(|(end, place)| (end + at, place)));
    before.gaps.extend(line.gaps.into_iter().map(|(gap, size)| (gap + at, size)));
    before.last = (at, place);
    before.end = line.end;
    before.measure(line.end);
}

/// A horizontal line that is drawn on the page: from, to, and its height.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) y: f64,
}

/// Splits lines where a drawn line begins or ends to go through them.
pub(super) fn strike(lines: Vec<Line>, mut rules: Vec<Rule>) -> Vec<Line> {
    if rules.is_empty() {
        return lines;
    }
    rules.sort_by(|one, other| one.y.total_cmp(&other.y));
    let mut out = Vec::with_capacity(lines.len());
    for mut line in lines {
        let [a, b, _, d, _, y] = line.matrix;
        if a <= 0.0 || d <= 0.0 || b.abs() > a * 0.01 {
            out.push(line);
            continue;
        }
        let from = rules.partition_point(|rule| rule.y < y + d * 0.12);
        let to = rules.partition_point(|rule| rule.y <= y + d * 0.48);
        let through = rules.get(from..to).unwrap_or_default();
        if through.is_empty() {
            out.push(line);
            continue;
        }
        let is_struck = |left: f64, right: f64| {
            let middle = (left + right) / 2.0;
            through.iter().take(64).any(|rule| rule.left <= middle && middle <= rule.right)
        };
        let mut left = line.start().0;
        let flags: Vec<bool> = line
            .marks
            .iter()
            .map(|&(_, (right, _))| {
                let struck = is_struck(left, right);
                left = right;
                struck
            })
            .collect();
        let mut done = 0;
        for at in 1..flags.len() {
            if flags[at] != flags[at - 1] {
                let rest = line.split(at - 1 - done);
                done = at;
                line.struck = flags[at - 1];
                out.push(std::mem::replace(&mut line, rest));
            }
        }
        line.struck = flags.last().copied().unwrap_or(false);
        out.push(line);
    }
    out
}

/// How many letters in a row, each apart, are a word whose letters are spaced out.
const SPACED: usize = 4;

/// Reads words whose letters stand apart at regular gaps as words.
pub(super) fn close_up(lines: &mut [Line]) {
    for line in lines.iter_mut().filter(|line| line.gaps.len() >= SPACED - 1) {
        let runs = letter_runs(line);
        let least = |run: &[(usize, f64)]| run.iter().map(|gap| gap.1).fold(f64::INFINITY, f64::min);
        let regular =
            runs.iter().filter(|run| run.len() + 1 >= SPACED).map(|run| least(run)).fold(f64::INFINITY, f64::min);
        if regular.is_infinite() {
            continue;
        }
        let is_closed = |gap: &&(usize, f64)| gap.1 <= regular * 1.4 + 0.06;
        let closed: Vec<usize> = runs.iter().flatten().filter(is_closed).map(|gap| gap.0).collect();
        for &space in closed.iter().rev() {
            line.text.remove(space);
            line.marks.iter_mut().filter(|mark| mark.0 > space).for_each(|mark| mark.0 -= 1);
            line.gaps.retain(|gap| gap.0 != space);
            line.gaps.iter_mut().filter(|gap| gap.0 > space).for_each(|gap| gap.0 -= 1);
        }
        line.spaced = true;
    }
}

/// Stretches of single letters that stand apart: the gaps between them.
fn letter_runs(line: &Line) -> Vec<Vec<(usize, f64)>> {
    let mut runs = vec![Vec::new()];
    let mut gaps = line.gaps.iter().peekable();
    let mut before: Option<(bool, Option<(usize, f64)>)> = None;
    let mut start = 0;
    for word in line.text.split(' ') {
        // Scripts without capitals are often written one sign apart from the next.
        let mut characters = word.chars();
        let is_letter = |letter: char| letter.is_lowercase() || letter.is_uppercase();
        let letter = characters.next().is_some_and(is_letter) && characters.next().is_none();
        let end = start + word.len();
        match before {
            Some((true, Some(gap))) if letter => runs.last_mut().into_iter().for_each(|run| run.push(gap)),
            _ => runs.push(Vec::new()),
        }
        while gaps.next_if(|gap| gap.0 < end).is_some() {}
        before = Some((letter, gaps.next_if(|gap| gap.0 == end).copied()));
        start = end + 1;
    }
    runs.retain(|run| !run.is_empty());
    runs
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
