//! Remaining records of numbers, fast: the same answers as the plain way, to the last tie.
//!
//! Records lie in small blocks of neighbours (a k-d order), each with its bounding box. A block that cannot hold the answer is
//! passed by; the others are screened in single precision, lane by lane, with a slack that covers every rounding; only what
//! passes is measured exactly. A record that was taken leaves NaN in its lane, which no comparison lets through.

use super::nearest::{Nearest, Ranked};
use super::records::widest;
use super::remaining::Remaining;
use crate::space::squared;
use scumble_data::Rows;

/// Records in a block.
const LANES: usize = 32;
/// Blocks that are worth a thread of their own.
const SHARE: usize = 1024;
const GONE: u32 = u32::MAX;

/// The remaining records of a table of numbers, by Euclidean distance and mean.
pub struct RemainingNumbers<'a> {
    rows: &'a Rows,
    left: usize,
    /// The sum of the remaining records, column by column.
    sums: Vec<f64>,
    /// Where a record lies: block times lanes plus lane.
    slots: Vec<u32>,
    blocks: Blocks,
}

impl<'a> RemainingNumbers<'a> {
    /// All records, none taken.
    pub fn new(rows: &'a Rows) -> Self {
        let left: Vec<u32> = (0..rows.len() as u32).collect();
        let sums = rows.sums();
        let mut remaining =
            Self { rows, left: left.len(), sums, slots: vec![GONE; rows.len()], blocks: Blocks::default() };
        remaining.settle(left);
        remaining
    }

    /// Lays the remaining records out in new blocks.
    fn settle(&mut self, mut left: Vec<u32>) {
        order(self.rows, &mut left);
        self.blocks = Blocks::new(self.rows, &left);
        for (slot, &record) in self.blocks.ids.iter().enumerate() {
            if record != GONE {
                self.slots[record as usize] = slot as u32;
            }
        }
    }

    fn those_left(&self) -> Vec<u32> {
        let mut left: Vec<u32> = self.blocks.ids.iter().copied().filter(|&record| record != GONE).collect();
        left.sort_unstable();
        left
    }

    fn farthest(&self, from: &[f64]) -> u32 {
        let search = Search::new(self.rows, &self.blocks, from);
        search.farthest(0, self.blocks.len(), (f64::NEG_INFINITY, GONE)).1
    }

    /// The `count` nearest to a record, itself left out, nearest first.
    pub(super) fn neighbours(&self, record: u32, count: usize) -> impl Iterator<Item = u32> + use<> {
        self.ranked(record, count).into_iter().map(|(_, other)| other)
    }

    /// The `count` nearest to a row, nearest first.
    pub(super) fn nearest_rows(&self, row: &[f64], count: usize) -> Vec<u32> {
        let search = Search::new(self.rows, &self.blocks, row);
        let found = search.nearest_apart(0, self.blocks.len(), Nearest::new(count)).found;
        found.into_iter().map(|(_, record)| record).collect()
    }

    fn ranked(&self, record: u32, count: usize) -> Vec<Ranked> {
        let search = Search { without: record, ..Search::new(self.rows, &self.blocks, self.rows.row(record as usize)) };
        // Its own block first: a good start lets most other blocks be passed by.
        let own = self.slots[record as usize] as usize / LANES;
        let mut start = Nearest::new(count);
        if own < self.blocks.len() {
            search.nearest(own, own + 1, &mut start);
        }
        let mut rest = search.nearest_apart(0, own.min(self.blocks.len()), start);
        search.nearest_split(own.saturating_add(1), self.blocks.len(), &mut rest);
        rest.found
    }
}

impl Remaining for RemainingNumbers<'_> {
    fn len(&self) -> usize {
        self.left
    }

    fn farthest_from_centroid(&mut self) -> u32 {
        let centroid: Vec<f64> = self.sums.iter().map(|sum| sum / self.left as f64).collect();
        self.farthest(&centroid)
    }

    fn farthest_from(&mut self, record: u32) -> u32 {
        self.farthest(self.rows.row(record as usize))
    }

    fn nearest(&mut self, record: u32, count: usize) -> Vec<Ranked> {
        self.ranked(record, count).into_iter().map(|(rank, other)| (rank.sqrt(), other)).collect()
    }

    fn take(&mut self, record: u32) {
        let slot = std::mem::replace(&mut self.slots[record as usize], GONE) as usize;
        self.blocks.remove(slot);
        self.sums.iter_mut().zip(self.rows.row(record as usize)).for_each(|(sum, cell)| *sum -= cell);
        self.left -= 1;
        // Half-empty blocks cost as much as full ones.
        if self.left > LANES && self.left * 2 < self.blocks.ids.len() {
            let left = self.those_left();
            self.settle(left);
        }
    }

    fn take_rest(&mut self) -> Vec<u32> {
        let rest = self.those_left();
        self.left = 0;
        self.blocks = Blocks::default();
        rest
    }
}

/// Puts records in a k-d order: halves split at the middle of the widest column, down to blocks.
pub(super) fn order(rows: &Rows, records: &mut [u32]) {
    split(rows, records, LANES);
}

fn split(rows: &Rows, records: &mut [u32], least: usize) {
    if records.len() <= least {
        return;
    }
    let column = widest(rows, records);
    // Whole blocks on the left, so that only the last block has empty lanes.
    let middle = (records.len() / 2).div_ceil(least) * least;
    let by = |a: &u32, b: &u32| {
        let (x, y) = (rows.row(*a as usize)[column], rows.row(*b as usize)[column]);
        x.total_cmp(&y).then(a.cmp(b))
    };
    records.select_nth_unstable_by(middle.min(records.len() - 1), by);
    let (low, high) = records.split_at_mut(middle.min(records.len() - 1));
    if low.len() > 1 << 14 {
        rayon::join(|| split(rows, low, least), || split(rows, high, least));
    } else {
        split(rows, low, least);
        split(rows, high, least);
    }
}

fn widen(low: &mut [f64], high: &mut [f64], row: &[f64]) {
    for ((low, high), &cell) in low.iter_mut().zip(high).zip(row) {
        *low = low.min(cell);
        *high = high.max(cell);
    }
}

/// Blocks of neighbours.
#[derive(Default)]
struct Blocks {
    width: usize,
    /// Who is in which lane.
    ids: Vec<u32>,
    /// Block by block, column by column: one number for every lane, scaled to at most 1.
    lanes: Vec<f32>,
    /// Block by block: the lowest and the highest of every column.
    boxes: Vec<[f64; 2]>,
    /// The greatest absolute number of all, at least the least positive one.
    scale: f64,
}

impl Blocks {
    fn new(rows: &Rows, records: &[u32]) -> Self {
        let width = rows.width();
        let greatest =
            records.iter().flat_map(|&record| rows.row(record as usize)).fold(0.0, |m: f64, c| m.max(c.abs()));
        let scale = if greatest > 0.0 { greatest } else { 1.0 };
        let count = records.len().div_ceil(LANES);
        let mut ids = records.to_vec();
        ids.resize(count * LANES, GONE);
        let mut lanes = vec![f32::NAN; count * width * LANES];
        let mut boxes = Vec::with_capacity(count * width);
        for (block, records) in records.chunks(LANES).enumerate() {
            let mut low = vec![f64::INFINITY; width];
            let mut high = vec![f64::NEG_INFINITY; width];
            for (lane, &record) in records.iter().enumerate() {
                let row = rows.row(record as usize);
                widen(&mut low, &mut high, row);
                for (column, &cell) in row.iter().enumerate() {
                    lanes[(block * width + column) * LANES + lane] = (cell / scale) as f32;
                }
            }
            boxes.extend(low.into_iter().zip(high).map(|(low, high)| [low, high]));
        }
        Self { width, ids, lanes, boxes, scale }
    }

    fn len(&self) -> usize {
        self.ids.len() / LANES
    }

    fn ids(&self, block: usize) -> &[u32] {
        &self.ids[block * LANES..(block + 1) * LANES]
    }

    fn remove(&mut self, slot: usize) {
        self.ids[slot] = GONE;
        let (block, lane) = (slot / LANES, slot % LANES);
        for column in 0..self.width {
            self.lanes[(block * self.width + column) * LANES + lane] = f32::NAN;
        }
    }
}

/// One question to all blocks.
struct Search<'s> {
    rows: &'s Rows,
    blocks: &'s Blocks,
    from: &'s [f64],
    scaled: Vec<f32>,
    /// Whom to leave out among the nearest.
    without: u32,
    /// How far a screened distance may be off, absolutely and in proportion (see `slack`).
    slack: (f64, f64),
}

impl<'s> Search<'s> {
    fn new(rows: &'s Rows, blocks: &'s Blocks, from: &'s [f64]) -> Self {
        let scale = from.iter().fold(blocks.scale, |scale, cell| scale.max(cell.abs()));
        let scaled = from.iter().map(|&cell| (cell / blocks.scale) as f32).collect();
        Self { rows, blocks, from, scaled, without: GONE, slack: slack(from.len(), scale / blocks.scale) }
    }

    /// The squared screened distances of a block; NaN where a lane is empty.
    #[inline]
    fn screen(&self, block: usize) -> [f32; LANES] {
        let mut sums = [0.0_f32; LANES];
        let width = self.blocks.width;
        let lanes = &self.blocks.lanes[block * width * LANES..(block + 1) * width * LANES];
        for (column, &from) in lanes.chunks_exact(LANES).zip(&self.scaled) {
            for (sum, &cell) in sums.iter_mut().zip(column) {
                let difference = cell - from;
                *sum += difference * difference;
            }
        }
        sums
    }

    fn corner(&self, block: usize, part: impl Fn(f64, &[f64; 2]) -> f64) -> f64 {
        let boxes = &self.blocks.boxes[block * self.blocks.width..(block + 1) * self.blocks.width];
        self.from.iter().zip(boxes).map(|(&from, range)| part(from, range)).map(|gap| gap * gap).sum()
    }

    /// No record of the block is nearer.
    fn least(&self, block: usize) -> f64 {
        self.corner(block, |from, &[low, high]| (low - from).max(from - high).max(0.0))
    }

    /// No record of the block is farther.
    fn most(&self, block: usize) -> f64 {
        self.corner(block, |from, &[low, high]| (high - from).max(from - low))
    }

    fn exact(&self, record: u32) -> f64 {
        squared(self.from, self.rows.row(record as usize))
    }

    fn farthest(&self, start: usize, end: usize, best: Ranked) -> Ranked {
        if end - start > SHARE {
            let middle = start.midpoint(end);
            let (a, b) = rayon::join(|| self.farthest(start, middle, best), || self.farthest(middle, end, best));
            return if b.0 > a.0 || (b.0 == a.0 && b.1 < a.1) { b } else { a };
        }
        let mut best = best;
        let mut floor = self.floor(best.0);
        for block in start..end {
            if self.most(block) < best.0 {
                continue;
            }
            let screened = self.screen(block);
            if !screened.iter().fold(false, |any, &distance| any | (distance >= floor)) {
                continue;
            }
            for (&distance, &record) in screened.iter().zip(self.blocks.ids(block)) {
                if distance >= floor {
                    let exact = self.exact(record);
                    if exact > best.0 || (exact == best.0 && record < best.1) {
                        best = (exact, record);
                        floor = self.floor(exact);
                    }
                }
            }
        }
        best
    }

    fn nearest_apart(&self, start: usize, end: usize, mut nearest: Nearest) -> Nearest {
        self.nearest_split(start, end, &mut nearest);
        nearest
    }

    fn nearest_split(&self, start: usize, end: usize, nearest: &mut Nearest) {
        if end.saturating_sub(start) > SHARE {
            let middle = start.midpoint(end);
            let mut other = nearest.clone();
            rayon::join(|| self.nearest_split(start, middle, nearest), || self.nearest_split(middle, end, &mut other));
            other.found.into_iter().for_each(|candidate| nearest.offer(candidate));
        } else {
            self.nearest(start, end, nearest);
        }
    }

    fn nearest(&self, start: usize, end: usize, nearest: &mut Nearest) {
        let mut ceiling = self.ceiling(nearest.worst());
        for block in start..end {
            if self.least(block) > nearest.worst() {
                continue;
            }
            let screened = self.screen(block);
            if !screened.iter().fold(false, |any, &distance| any | (distance <= ceiling)) {
                continue;
            }
            for (&distance, &record) in screened.iter().zip(self.blocks.ids(block)) {
                if distance <= ceiling && record != self.without {
                    nearest.offer((self.exact(record), record));
                    ceiling = self.ceiling(nearest.worst());
                }
            }
        }
    }

    /// What a record at least that far must show in the screening.
    fn floor(&self, squared: f64) -> f32 {
        let (absolute, relative) = self.slack;
        let distance = (squared.max(0.0).sqrt() / self.blocks.scale - absolute).max(0.0);
        (distance * distance * (1.0 - relative)) as f32
    }

    /// What a record at most that far may show in the screening.
    fn ceiling(&self, squared: f64) -> f32 {
        let (absolute, relative) = self.slack;
        let distance = squared.sqrt() / self.blocks.scale + absolute;
        (distance * distance * (1.0 + relative)) as f32
    }
}

/// Every number is off by at most 2^-24 of the greatest, its difference by once more of twice that; the sum of squares by
/// 2^-24 of itself for each column. A little is added for the roundings of this reckoning itself.
fn slack(width: usize, greatest: f64) -> (f64, f64) {
    let step = f64::from(f32::EPSILON) / 2.0;
    ((width as f64).sqrt() * 4.2 * greatest * step, (width as f64 + 4.0) * 1.2 * step)
}
