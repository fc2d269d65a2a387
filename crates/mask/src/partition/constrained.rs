//! k-anonymity first: MDAV whose groups exchange their members for near records until they keep a constraint.

use super::{AllRemaining, GroupSize, Partition, Remaining};
use crate::error::Result;
use crate::merge::{centroid, merged_groups};
use crate::promise::Constraint;
use crate::space::MixedSpace;
use scumble_data::Rows;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Neighbours that a group looks at, at first and at most, in group sizes.
const FEW: usize = 4;
const MANY: usize = 16;
/// Groups among which one that is to be merged chooses.
const PARTNERS: usize = 32;
/// Group sizes up to which a group takes records that were left over, at first.
const CROWD: usize = 6;
/// Where more than one record in so many is left over, this is not the way.
const OVER: usize = 2;
/// One failure in so many is followed by a look at all records that remain.
const LOOK: usize = 32;

/// MDAV with groups of `size` records that keep a constraint (Soria-Comas and others 2015, algorithm 2).
///
/// A group starts as the nearest records of its first one. While it breaks the constraint, the next nearest record takes the place of
/// the member for which that helps most (the farthest of several). A record around which no group can be formed, and what is left at
/// the end, joins the groups where it costs least and the constraint stays kept; what finds no such group is merged. Nothing if too
/// many records are left over.
pub fn constrained(
    space: &MixedSpace,
    rows: &Rows,
    size: usize,
    k: GroupSize,
    constraint: &Constraint<'_>,
) -> Result<Option<Partition>> {
    k.check(rows.len())?;
    let mut forming = Forming {
        remaining: AllRemaining::new(space, rows),
        taken: vec![false; rows.len()],
        size,
        constraint,
        failures: 0,
        hopeless: Vec::new(),
    };
    let (mut groups, mut over): (Vec<Vec<u32>>, Vec<u32>) = (Vec::new(), Vec::new());
    while forming.remaining.len() >= 3 * size && over.len() <= rows.len() / OVER {
        let first = forming.remaining.farthest_from_centroid();
        forming.form(first, &mut groups, &mut over);
        let second = forming.remaining.farthest_from(first);
        forming.form(second, &mut groups, &mut over);
    }
    while forming.remaining.len() >= 2 * size && over.len() <= rows.len() / OVER {
        let first = forming.remaining.farthest_from_centroid();
        forming.form(first, &mut groups, &mut over);
    }
    let rest = forming.remaining.take_rest();
    if rest.len() >= k.get() && constraint.allows(&rest) {
        groups.push(rest);
    } else {
        over.extend(rest);
    }
    if over.len() > rows.len() / OVER {
        return Ok(None);
    }
    // Groups that are crowded already come last.
    let over = joined(space, rows, &mut groups, over, constraint, CROWD * size);
    let over = joined(space, rows, &mut groups, over, constraint, usize::MAX);
    groups.extend(over.into_iter().map(|record| vec![record]));
    merged_groups(space, rows, groups, k, constraint, PARTNERS).map(Some)
}

/// The records that are still to be grouped.
struct Forming<'a> {
    remaining: AllRemaining<'a>,
    taken: Vec<bool>,
    size: usize,
    constraint: &'a Constraint<'a>,
    /// Records around which no group could be formed.
    failures: usize,
    /// Those that found none even among all that remained: records like them will not either, as fewer and fewer remain.
    hopeless: Vec<u32>,
}

impl Forming<'_> {
    /// Forms a group around a record, or leaves the record over.
    fn form(&mut self, first: u32, groups: &mut Vec<Vec<u32>>, over: &mut Vec<u32>) {
        let mut count = FEW * self.size;
        let group = loop {
            if self.hopeless.iter().any(|&other| self.constraint.alike(other, first)) {
                break None;
            }
            let near: Vec<u32> = self.remaining.nearest(first, count).into_iter().map(|(_, record)| record).collect();
            match self.chosen(first, &near) {
                Some(group) => break Some(group),
                None if near.len() < count || count >= MANY * self.size => break None,
                None => count *= 4,
            }
        };
        match group {
            Some(group) => {
                group.iter().for_each(|&record| self.take(record));
                groups.push(group);
            }
            None => {
                if self.failures.is_multiple_of(LOOK) && !self.has_hope(first) {
                    self.hopeless.push(first);
                }
                self.failures += 1;
                self.take(first);
                over.push(first);
            }
        }
    }

    fn take(&mut self, record: u32) {
        self.remaining.take(record);
        self.taken[record as usize] = true;
    }

    /// Whether a record could be in a group with any that remain, however far.
    fn has_hope(&self, first: u32) -> bool {
        let others = (0..self.taken.len() as u32).filter(|&other| other != first && !self.taken[other as usize]);
        self.chosen(first, &others.collect::<Vec<_>>()).is_some()
    }

    /// A group of a record and some of its neighbours, nearest first, that keeps the constraint.
    fn chosen(&self, first: u32, near: &[u32]) -> Option<Vec<u32>> {
        if near.len() + 1 < self.size {
            return None;
        }
        let mut group: Vec<u32> = std::iter::once(first).chain(near[..self.size - 1].iter().copied()).collect();
        let mut short = self.constraint.shortfall(&group);
        // Records that did not help since the group last changed: those like them do not either.
        let mut useless: Vec<u32> = Vec::new();
        for &next in &near[self.size - 1..] {
            if short == 0.0 {
                break;
            }
            if useless.iter().any(|&other| self.constraint.alike(other, next)) {
                continue;
            }
            let mut best = (short, None);
            // Members lie nearest first; the farthest of those whose leaving helps as much is exchanged.
            for at in (1..group.len()).rev() {
                if (at + 1..group.len()).any(|farther| self.constraint.alike(group[farther], group[at])) {
                    continue;
                }
                let member = std::mem::replace(&mut group[at], next);
                let after = self.constraint.shortfall(&group);
                group[at] = member;
                if after < best.0 {
                    best = (after, Some(at));
                }
            }
            match best {
                (after, Some(at)) => {
                    group.remove(at);
                    group.push(next);
                    short = after;
                    useless.clear();
                }
                _ => useless.push(next),
            }
        }
        (short == 0.0).then_some(group)
    }
}

/// Puts records into the groups, of fewer than `most` records, where they cost least and the constraint stays kept, and gives back those that fit nowhere.
fn joined(
    space: &MixedSpace,
    rows: &Rows,
    groups: &mut [Vec<u32>],
    mut over: Vec<u32>,
    constraint: &Constraint<'_>,
    most: usize,
) -> Vec<u32> {
    let mut centroids: Vec<Vec<f64>> = groups.iter().map(|group| centroid(space, rows, group)).collect();
    loop {
        let before = over.len();
        let mut left = Vec::new();
        for record in over {
            let row = rows.row(record as usize);
            let cost = |at: usize| {
                let count = groups[at].len() as f64;
                count / (count + 1.0) * space.squared(row, &centroids[at])
            };
            // Costs are never negative, so their bits order as they do.
            let mut order: BinaryHeap<Reverse<(u64, usize)>> = (0..groups.len())
                .filter(|&at| groups[at].len() < most)
                .map(|at| Reverse((cost(at).to_bits(), at)))
                .collect();
            let mut fits = None;
            while let (None, Some(Reverse((_, at)))) = (fits, order.pop()) {
                groups[at].push(record);
                fits = constraint.allows(&groups[at]).then_some(at);
                groups[at].pop();
            }
            match fits {
                Some(at) => {
                    groups[at].push(record);
                    centroids[at] = centroid(space, rows, &groups[at]);
                }
                None => left.push(record),
            }
        }
        over = left;
        if over.is_empty() || over.len() == before {
            return over;
        }
    }
}
