//! Shown strings as lines of text: what belongs together, and what is apart.

use super::shown::{Axes, Matrix, Point, Shown};

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
