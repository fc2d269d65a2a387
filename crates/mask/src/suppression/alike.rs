//! The fewest blanks such that every record is published exactly like k - 1 others: classes are merged, the cheapest for the records that it
//! resolves first; then blanks that are not needed are taken back, and some classes at a time are dissolved and merged anew.

use super::equal::{Equal, Merge};
use super::pattern::places;
use super::search::prune;
use super::state::{Patterns, State};
use crate::rng::Rng;
use scumble_io::{Cancelled, Watch};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Attempts of the search for each blank class, and at most.
const ATTEMPTS: usize = 1;
const MOST_ATTEMPTS: usize = 10_000;
/// Groups of records that are dissolved together, at most.
const DISSOLVED: usize = 12;

type EqualState<'d> = State<'d, Equal<'d>>;

/// A merge that may be made, by what it costs for each record that it resolves.
#[derive(Clone, Copy, PartialEq)]
struct Candidate {
    rate: f64,
    combination: usize,
    pattern: u32,
    blanks: u64,
}

impl Eq for Candidate {}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Candidate {
    /// The cheapest first.
    fn cmp(&self, other: &Self) -> Ordering {
        let own = (self.combination, self.pattern, self.blanks);
        other.rate.total_cmp(&self.rate).then((other.combination, other.pattern, other.blanks).cmp(&own))
    }
}

/// Sets blanks until all records are alike enough on every combination, then searches for fewer; gives the attempts.
pub(super) fn search(state: &mut EqualState<'_>, rng: &mut Rng, watch: &dyn Watch) -> Result<u64, Cancelled> {
    merge_all(state, None, watch)?;
    state.changes.clear();
    state.fallen();
    prune(state, rng);
    improve(state, rng, watch)
}

fn rate(merge: &Merge) -> f64 {
    merge.cost / f64::from(merge.resolved.max(1))
}

/// Merges classes until none is below k. With a random number generator, the rates are blurred.
fn merge_all(state: &mut EqualState<'_>, mut rng: Option<&mut Rng>, watch: &dyn Watch) -> Result<(), Cancelled> {
    let mut heap: BinaryHeap<Candidate> = BinaryHeap::new();
    let mut short: Vec<u32> = if rng.is_some() { state.fallen() } else { (0..state.groups.len() as u32).collect() };
    while state.deficit() > 0 {
        // A merge for one combination may break another.
        for group in std::mem::take(&mut short) {
            for combination in 0..state.combinations.len() {
                let pattern = state.groups[group as usize].patterns[combination];
                if state.groups[group as usize].records == 0 || !state.combinations[combination].is_short(pattern) {
                    continue;
                }
                for blanks in state.combinations[combination].wider(pattern, rng.is_none()) {
                    if let Some(merge) = state.combinations[combination].merge(pattern, blanks, state.weights) {
                        let blur = rng.as_mut().map_or(1.0, |rng| 1.0 + 0.5 * rng.unit());
                        heap.push(Candidate { rate: rate(&merge) * blur, combination, pattern, blanks });
                    }
                }
            }
        }
        while let Some(best) = heap.pop() {
            let Candidate { combination, pattern, blanks, .. } = best;
            if !state.combinations[combination].is_short(pattern) {
                continue;
            }
            let Some(merge) = state.combinations[combination].merge(pattern, blanks, state.weights) else { continue };
            if heap.peek().is_some_and(|next| rate(&merge) > next.rate.max(best.rate)) {
                heap.push(Candidate { rate: rate(&merge), ..best });
                continue;
            }
            make(state, combination, &merge);
        }
        short = state.fallen();
        if short.is_empty() {
            short = (0..state.groups.len() as u32).collect();
        }
        watch.step("suppressing", 0, 0)?;
    }
    Ok(())
}

/// Sets the blanks of a merge.
fn make(state: &mut EqualState<'_>, combination: usize, merge: &Merge) {
    for &(pattern, records) in &merge.parts {
        let mut open = records;
        for at in 0..state.members[combination][pattern as usize].len() {
            let group = state.members[combination][pattern as usize][at];
            for _ in 0..state.groups[group as usize].records.min(open) {
                open -= 1;
                let missing = merge.blanks & !state.groups[group as usize].blanks;
                places(missing).fold(group, |group, column| state.blank(group, column));
            }
        }
    }
}

/// Dissolves some classes that lie together and merges them anew; keeps what costs no more.
fn improve(state: &mut EqualState<'_>, rng: &mut Rng, watch: &dyn Watch) -> Result<u64, Cancelled> {
    let blanked = state.blanked().len();
    let attempts = (blanked * ATTEMPTS).min(MOST_ATTEMPTS);
    let mut order = state.blanked();
    for attempt in 0..attempts {
        if attempt % 64 == 0 {
            watch.step("suppressing", attempt as u64, attempts as u64)?;
            order = state.blanked();
        }
        if order.is_empty() {
            break;
        }
        let group = order[rng.below(order.len())];
        if state.groups[group as usize].records == 0 {
            continue;
        }
        state.changes.clear();
        state.fallen();
        let before = state.cost;
        dissolve(state, group, rng);
        merge_all(state, Some(rng), watch)?;
        if state.cost > before + 1e-9 {
            state.undo(0);
        }
        state.fallen();
    }
    state.changes.clear();
    prune(state, rng);
    Ok(attempts as u64)
}

/// Takes back all blanks of the records of a class, and of classes that share values with it.
fn dissolve(state: &mut EqualState<'_>, group: u32, rng: &mut Rng) {
    let combination = rng.below(state.combinations.len());
    let pattern = state.groups[group as usize].patterns[combination];
    let columns: Vec<usize> = places(state.combinations[combination].columns()).collect();
    let column = columns[rng.below(columns.len())];
    let mut near = state.combinations[combination].blank_near(pattern, column);
    near.retain(|&at| at != pattern);
    let wanted = rng.below(DISSOLVED).min(near.len());
    let mut chosen = vec![pattern];
    for taken in 0..wanted {
        let other = taken + rng.below(near.len() - taken);
        near.swap(taken, other);
        chosen.push(near[taken]);
    }
    for pattern in chosen {
        for group in state.members[combination][pattern as usize].clone() {
            let blanks = state.groups[group as usize].blanks;
            for _ in 0..if blanks == 0 { 0 } else { state.groups[group as usize].records } {
                places(blanks).fold(group, |group, column| state.unblank(group, column));
            }
        }
    }
}
