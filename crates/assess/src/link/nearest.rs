//! Who is nearest: a k-d tree over distinct records, with ties as a comparison with every record finds them.

use scumble_data::Rows;
use std::cmp::Ordering;

/// A box is passed over only if it is farther by this share: its distance is rounded otherwise than that of a record.
const ROUNDING: f64 = 1e-9;
/// Distinct records in a leaf, at most.
const LEAF: usize = 16;

/// A distance that a k-d tree can search by.
pub(crate) trait Metric: Sync {
    /// The distance of two records, or something above `enough` if it is. `room` is for numbers in between.
    fn distance(&self, from: &[f64], row: &[f64], enough: f64, room: &mut Vec<f64>) -> f64;

    /// No more than the distance to any record of a box: its least and greatest value in every column, in turn.
    fn gap(&self, from: &[f64], sides: &[f64], room: &mut Vec<f64>) -> f64;

    /// How much farther than the nearest a record may be and still tie with it.
    fn tie(&self, least: f64) -> f64;
}

/// Records, each distinct one once, in a k-d tree.
pub(crate) struct Nearest<'m, M: Metric> {
    metric: &'m M,
    width: usize,
    /// The distinct rows in the order of the leaves.
    cells: Vec<f64>,
    /// How many records each stands for.
    counts: Vec<u32>,
    /// The first record of each.
    records: Vec<u32>,
    /// For every record its place among the distinct.
    place: Vec<u32>,
    nodes: Vec<Node>,
    /// For each node the least and the greatest value of every column.
    boxes: Vec<f64>,
}

/// A range of the distinct rows.
struct Node {
    start: u32,
    end: u32,
    /// The two halves; none of a leaf.
    children: Option<[u32; 2]>,
}

/// What a search from one record found so far.
struct Search {
    least: f64,
    near: Vec<(f64, u32)>,
    room: Vec<f64>,
}

/// What was found for one record.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Neighbours {
    /// Whether the record's own twin is among the nearest.
    pub(crate) right: bool,
    /// How many records are nearest.
    pub(crate) ties: usize,
    /// One of them that is not the twin, or equal to it, if there is one.
    pub(crate) other: Option<u32>,
}

impl<'m, M: Metric> Nearest<'m, M> {
    pub(crate) fn new(rows: &Rows, metric: &'m M) -> Self {
        let (mut distinct, counts, class) = distinct(rows);
        let mut tree = Self {
            metric,
            width: rows.width(),
            cells: Vec::with_capacity(distinct.len() * rows.width()),
            counts: Vec::with_capacity(distinct.len()),
            records: Vec::with_capacity(distinct.len()),
            place: vec![0; rows.len()],
            nodes: Vec::new(),
            boxes: Vec::new(),
        };
        let all = distinct.len();
        tree.split(rows, &mut distinct, 0, all);
        let mut place = vec![0; all];
        for (at, &(record, class)) in distinct.iter().enumerate() {
            tree.cells.extend_from_slice(rows.row(record as usize));
            tree.records.push(record);
            tree.counts.push(counts[class as usize]);
            place[class as usize] = at as u32;
        }
        class.iter().zip(&mut tree.place).for_each(|(&class, own)| *own = place[class as usize]);
        tree
    }

    /// Makes the node of a range, and those below it; gives its number.
    fn split(&mut self, rows: &Rows, distinct: &mut [(u32, u32)], start: usize, end: usize) -> u32 {
        let range = &mut distinct[start..end];
        let node = self.nodes.len() as u32;
        self.nodes.push(Node { start: start as u32, end: end as u32, children: None });
        let (mut widest, mut spread) = (0, 0.0);
        for column in 0..self.width {
            let cells = range.iter().map(|&(record, _)| rows.row(record as usize)[column]);
            let (low, high) = cells.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
            self.boxes.extend([low, high]);
            if high - low > spread {
                (widest, spread) = (column, high - low);
            }
        }
        if range.len() <= LEAF {
            return node;
        }
        let middle = range.len() / 2;
        let cell = |&(record, _): &(u32, u32)| rows.row(record as usize)[widest];
        range.select_nth_unstable_by(middle, |a, b| cell(a).total_cmp(&cell(b)).then(a.cmp(b)));
        let left = self.split(rows, distinct, start, start + middle);
        let right = self.split(rows, distinct, start + middle, end);
        self.nodes[node as usize].children = Some([left, right]);
        node
    }

    /// The nearest to `from`, whose own twin is a record of the tree.
    pub(crate) fn to(&self, from: &[f64], record: usize) -> Neighbours {
        let own = self.place[record];
        let mut room = Vec::new();
        // The record's own twin is near if the masking is any good: most boxes are farther.
        let least = self.metric.distance(from, self.row(own), f64::INFINITY, &mut room);
        let mut search = Search { least, near: Vec::new(), room };
        let gap = self.gap(0, from, &mut search.room);
        self.visit(0, gap, from, &mut search);
        let bound = search.least + self.metric.tie(search.least);
        search.near.retain(|(distance, _)| *distance <= bound);
        Neighbours {
            right: search.near.iter().any(|&(_, at)| at == own),
            ties: search.near.iter().map(|&(_, at)| self.counts[at as usize] as usize).sum(),
            other: search.near.iter().find(|(_, at)| *at != own).map(|&(_, at)| self.records[at as usize]),
        }
    }

    fn visit(&self, node: u32, gap: f64, from: &[f64], search: &mut Search) {
        let bound = search.least + self.metric.tie(search.least);
        if gap > bound + bound.abs() * ROUNDING {
            return;
        }
        let Node { start, end, children } = self.nodes[node as usize];
        if let Some(halves) = children {
            let [a, b] = halves.map(|half| (self.gap(half, from, &mut search.room), half));
            let (first, second) = if b.0 < a.0 { (b, a) } else { (a, b) };
            self.visit(first.1, first.0, from, search);
            return self.visit(second.1, second.0, from, search);
        }
        for at in start..end {
            let bound = search.least + self.metric.tie(search.least);
            let distance = self.metric.distance(from, self.row(at), bound, &mut search.room);
            if distance <= bound {
                search.near.push((distance, at));
                search.least = search.least.min(distance);
            }
        }
    }

    fn row(&self, at: u32) -> &[f64] {
        &self.cells[at as usize * self.width..][..self.width]
    }

    /// The least distance to the box of a node.
    fn gap(&self, node: u32, from: &[f64], room: &mut Vec<f64>) -> f64 {
        self.metric.gap(from, &self.boxes[node as usize * 2 * self.width..][..2 * self.width], room)
    }
}

/// The first record of each distinct row with the row's class, how many records each class has, and the class of every record.
fn distinct(rows: &Rows) -> (Vec<(u32, u32)>, Vec<u32>, Vec<u32>) {
    let compare = |&a: &u32, &b: &u32| {
        let cells = rows.row(a as usize).iter().zip(rows.row(b as usize));
        cells.map(|(x, y)| x.total_cmp(y)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    };
    let mut order: Vec<u32> = (0..rows.len() as u32).collect();
    order.sort_unstable_by(|a, b| compare(a, b).then(a.cmp(b)));
    let (mut distinct, mut counts, mut class): (Vec<(u32, u32)>, Vec<u32>, _) =
        (Vec::new(), Vec::new(), vec![0; rows.len()]);
    for &record in &order {
        if !distinct.last().is_some_and(|(last, _)| compare(last, &record).is_eq()) {
            distinct.push((record, counts.len() as u32));
            counts.push(0);
        }
        let own = counts.len() - 1;
        counts[own] += 1;
        class[record as usize] = own as u32;
    }
    (distinct, counts, class)
}
