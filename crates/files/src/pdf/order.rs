//! Pieces of text in the order in which they are read, where they are drawn in another one.
//!
//! Most pages draw their text as it is read, and they stay as they are. Pieces of one line that were drawn with other text in
//! between, or from the right to the left, are put together by their places; lines of one column that were drawn from the
//! bottom up are turned around.

use super::lines::{Apart, COLUMN, Line, go_on};
use super::second::letters;
use super::shown::Axes;
use std::collections::BTreeMap;

/// Pieces of a line that were not drawn one after the other belong together up to a gap like that of a word.
pub(super) const JOIN: f64 = 0.6;

/// How much they may overlap, and stand higher or lower, in letter sizes.
const OVERLAP: f64 = -0.3;
const HEIGHT: f64 = 0.2;

/// How many neighbors on one height are compared.
const NEAR: usize = 6;

/// How many lines around the height of one are looked at.
const WIDE: usize = 64;

/// A line with its runs.
type Segment = Vec<Line>;

/// Puts pieces in order. The second value says how many letters were left out because they are printed twice.
pub(super) fn order(lines: Vec<Line>) -> (Vec<Line>, usize) {
    let mut segments: Vec<Segment> = Vec::new();
    for line in lines {
        match segments.last_mut() {
            Some(segment) if line.apart == Apart::Run => segment.push(line),
            _ => segments.push(vec![line]),
        }
    }
    let (segments, twice) = join(segments);
    (turn(segments).into_iter().flatten().collect(), twice)
}

/// Where a segment stands: its direction in degrees, its start and end along the line, its height, all in points.
struct Stand {
    number: usize,
    angle: i64,
    from: f64,
    to: f64,
    height: f64,
    size: f64,
}

impl Stand {
    fn of(number: usize, segment: &[Line]) -> Option<Self> {
        let (first, last) = (segment.first()?, segment.last()?);
        let Axes { size, .. } = first.axes()?;
        let [a, b, ..] = first.matrix;
        let length = a.hypot(b);
        if length <= 0.0 || size < 1e-6 {
            return None;
        }
        let (cosine, sine) = (a / length, b / length);
        let along = |(x, y): (f64, f64)| x * cosine + y * sine;
        let across = |(x, y): (f64, f64)| y * cosine - x * sine;
        let angle = sine.atan2(cosine).to_degrees().round();
        #[expect(clippy::cast_possible_truncation, reason = "within ±180")]
        let angle = angle as i64;
        let stand = Self {
            number,
            angle,
            from: along(first.start()),
            to: along(last.end),
            height: across(first.start()),
            size,
        };
        (stand.from.is_finite() && stand.to.is_finite() && stand.height.is_finite()).then_some(stand)
    }
}

/// Joins pieces of one line by their places, and leaves out what is printed twice.
fn join(segments: Vec<Segment>) -> (Vec<Segment>, usize) {
    let mut stands: Vec<Stand> =
        segments.iter().enumerate().filter_map(|(number, segment)| Stand::of(number, segment)).collect();
    stands.sort_by(|one, other| {
        one.angle.cmp(&other.angle).then(one.height.total_cmp(&other.height)).then(one.from.total_cmp(&other.from))
    });
    let mut next: BTreeMap<usize, usize> = BTreeMap::new();
    let mut inner = vec![false; segments.len()];
    let mut gone = vec![false; segments.len()];
    let mut twice = 0;
    let mut start = 0;
    while start < stands.len() {
        // Pieces whose heights follow each other closely stand on one height.
        let mut end = start + 1;
        while end < stands.len()
            && stands[end].angle == stands[start].angle
            && stands[end].height - stands[end - 1].height < HEIGHT * stands[end].size.min(stands[end - 1].size)
            && stands[end].height - stands[start].height < stands[start].size
        {
            end += 1;
        }
        let row = &mut stands[start..end];
        row.sort_by(|one, other| one.from.total_cmp(&other.from).then(one.number.cmp(&other.number)));
        for at in 1..row.len() {
            let this = &row[at];
            if gone[this.number] {
                continue;
            }
            for before in row[at.saturating_sub(NEAR)..at].iter().rev() {
                let size = this.size.min(before.size);
                let ratio = this.size / before.size;
                if gone[before.number] || !(0.5..=2.0).contains(&ratio) {
                    continue;
                }
                if (this.from - before.from).abs() < 0.12 * size
                    && is_same(&segments[before.number], &segments[this.number])
                {
                    // The first one that was drawn stays.
                    let later = this.number.max(before.number);
                    if !next.contains_key(&later) && !inner[later] {
                        gone[later] = true;
                        twice += segments[later].iter().map(|line| letters(&line.text)).sum::<usize>();
                        if later == this.number {
                            break;
                        }
                    }
                    continue;
                }
                let gap = (this.from - before.to) / this.size;
                let level = (this.height - before.height).abs() < HEIGHT * size;
                if level && gap > OVERLAP && gap < JOIN && !next.contains_key(&before.number) {
                    next.insert(before.number, this.number);
                    inner[this.number] = true;
                    break;
                }
            }
        }
        start = end;
    }
    if next.is_empty() && twice == 0 {
        return (segments, 0);
    }
    (chains(segments, &next, &inner, &gone), twice)
}

fn is_same(one: &Segment, other: &Segment) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.text == other.text)
}

/// The segments with each chain at the place of the one of it that was drawn first.
fn chains(segments: Vec<Segment>, next: &BTreeMap<usize, usize>, inner: &[bool], gone: &[bool]) -> Vec<Segment> {
    let mut heads: BTreeMap<usize, usize> = BTreeMap::new();
    for head in (0..segments.len()).filter(|&at| !inner[at] && !gone[at]) {
        let mut first = head;
        let mut at = head;
        while let Some(&following) = next.get(&at) {
            first = first.min(following);
            at = following;
        }
        heads.insert(first, head);
    }
    let mut segments: Vec<Option<Segment>> = segments.into_iter().map(Some).collect();
    let mut out: Vec<Segment> = Vec::new();
    for head in heads.into_values() {
        let mut whole: Segment = Vec::new();
        let mut at = Some(head);
        while let Some(number) = at {
            let mut segment = segments[number].take().unwrap_or_default().into_iter();
            if let Some(line) = segment.next() {
                let gap = whole.last().and_then(|before| before.gap_to(&line)).map_or(0.0, |(gap, _)| gap);
                go_on(&mut whole, line, gap);
                whole.extend(segment);
            }
            at = next.get(&number).copied();
        }
        out.push(whole);
    }
    apart(out)
}

/// Says anew how segments are apart from each other, because they have other neighbors now.
fn apart(mut segments: Vec<Segment>) -> Vec<Segment> {
    for at in 0..segments.len() {
        let (before, these) = segments.split_at_mut(at);
        let last = before.last().and_then(|segment| segment.last());
        if let Some(line) = these[0].first_mut() {
            let gap = last.and_then(|last| last.gap_to(line));
            let right = last.is_some_and(|last| last.is_left_of(line));
            let column = gap.is_some_and(|(gap, above)| above.abs() < 0.5 && (gap > 0.0 || right));
            line.apart = if column { Apart::Column } else { Apart::Line };
        }
    }
    segments
}

/// Turns lines of one column around that were drawn from the bottom up. Rows with columns move as a whole.
fn turn(segments: Vec<Segment>) -> Vec<Segment> {
    let mut rows: Vec<Vec<Segment>> = Vec::new();
    for segment in segments {
        match rows.last_mut() {
            Some(row) if segment.first().is_some_and(|line| line.apart == Apart::Column) => row.push(segment),
            _ => rows.push(vec![segment]),
        }
    }
    let mut stands: Vec<Stand> = rows
        .iter()
        .enumerate()
        .filter_map(|(number, row)| {
            row.iter().flatten().find(|line| !line.text.trim().is_empty())?;
            let end = Stand::of(number, row.last()?)?.to;
            Stand::of(number, row.first()?).map(|stand| Stand { to: end, ..stand })
        })
        .collect();
    stands.sort_by(|one, other| one.angle.cmp(&other.angle).then(other.height.total_cmp(&one.height)));
    // By row: the next one below it, if that one has none nearer above it.
    let mut below: BTreeMap<usize, usize> = BTreeMap::new();
    let mut inner = vec![false; rows.len()];
    let mut turned = false;
    for (at, stand) in stands.iter().enumerate() {
        let near = stands[at + 1..]
            .iter()
            .take(4 * NEAR)
            .take_while(|other| other.angle == stand.angle && stand.height - other.height < 1.7 * stand.size);
        let fits = |other: &&Stand| {
            let overlap = stand.to.min(other.to) - stand.from.max(other.from);
            let shorter = (stand.to - stand.from).min(other.to - other.from);
            stand.height - other.height > 0.7 * stand.size
                && (0.8..=1.25).contains(&(stand.size / other.size))
                && overlap > 0.5 * shorter
        };
        if let Some(other) = near.into_iter().find(fits).filter(|other| !inner[other.number]) {
            below.insert(stand.number, other.number);
            inner[other.number] = true;
            turned |= other.number < stand.number;
        }
    }
    if !turned {
        return rows.into_iter().flatten().collect();
    }
    let mut chains: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for head in (0..rows.len()).filter(|&at| !inner[at]) {
        let mut chain = vec![head];
        while let Some(&following) = chain.last().and_then(|at| below.get(at)) {
            chain.push(following);
        }
        if chain.is_sorted() {
            chains.extend(chain.into_iter().map(|row| (row, vec![row])));
        } else {
            let first = chain.iter().copied().min().unwrap_or(head);
            chains.insert(first, chain);
        }
    }
    let mut rows: Vec<Option<Vec<Segment>>> = rows.into_iter().map(Some).collect();
    let ordered = chains.into_values().flatten().filter_map(|row| rows[row].take()).flatten().collect();
    apart(ordered)
}

/// By line: the nearest line that stands to the right of it on its height, whenever that is drawn.
pub(super) fn neighbors(lines: &[Line]) -> Vec<Option<usize>> {
    let mut stands: Vec<Stand> = lines
        .iter()
        .enumerate()
        .filter_map(|(number, line)| Stand::of(number, std::slice::from_ref(line)))
        .filter(|stand| !lines[stand.number].text.trim().is_empty())
        .collect();
    stands.sort_by(|one, other| one.angle.cmp(&other.angle).then(one.height.total_cmp(&other.height)));
    let mut out = vec![None; lines.len()];
    for (at, stand) in stands.iter().enumerate() {
        let level =
            |other: &&Stand| other.angle == stand.angle && (other.height - stand.height).abs() < 0.5 * stand.size;
        let around = stands[at + 1..]
            .iter()
            .take(WIDE)
            .take_while(level)
            .chain(stands[..at].iter().rev().take(WIDE).take_while(level));
        let right = around.filter(|other| other.from > stand.from + (COLUMN + 0.4) * other.size);
        out[stand.number] = right.min_by(|one, other| one.from.total_cmp(&other.from)).map(|other| other.number);
    }
    out
}
