//! The fewest blanks such that every record matches k: a greedy start, then blanks that are not needed are taken back, then a few blanks at a
//! time are dissolved and set anew.

use super::matches::Matches;
use super::pattern::places;
use super::state::{Patterns, State};
use crate::rng::Rng;
use scumble_io::{Cancelled, Watch};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Attempts of the search for each blank, and at most.
const ATTEMPTS: usize = 2;
const MOST_ATTEMPTS: usize = 20_000;
/// Blanks that are dissolved together, at most.
const DISSOLVED: usize = 6;

/// A blank that may be set, and what it gains for its cost.
#[derive(Clone, Copy, PartialEq)]
struct Candidate {
    gain: f64,
    group: u32,
    column: usize,
}

impl Eq for Candidate {}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Candidate {
    /// The most gain first, then the first column, then the first group.
    fn cmp(&self, other: &Self) -> Ordering {
        let gain = self.gain.total_cmp(&other.gain);
        gain.then(other.column.cmp(&self.column)).then(other.group.cmp(&self.group))
    }
}

/// Sets blanks until every record matches k on every combination, then searches for fewer; gives the attempts.
pub(super) fn search(state: &mut State<'_, Matches<'_>>, rng: &mut Rng, watch: &dyn Watch) -> Result<u64, Cancelled> {
    let all: Vec<u32> = (0..state.groups.len() as u32).collect();
    greedy(state, all);
    state.changes.clear();
    prune(state, rng);
    improve(state, rng, watch)
}

fn gain(state: &mut State<'_, Matches<'_>>, group: u32, column: usize) -> f64 {
    let effect = state.effect(group, column);
    (effect.helped + effect.own) as f64 / state.weights[column]
}

/// Sets the blank that gains most, again and again, among the groups that are below k.
fn greedy(state: &mut State<'_, Matches<'_>>, groups: Vec<u32>) {
    let mut heap = BinaryHeap::new();
    let mut stuck: Vec<u32> = Vec::new();
    let push = |state: &mut State<'_, Matches<'_>>, heap: &mut BinaryHeap<Candidate>, group: u32| {
        for column in places(state.short_columns(group)) {
            heap.push(Candidate { gain: gain(state, group, column), group, column });
        }
    };
    for group in groups {
        push(state, &mut heap, group);
        stuck.push(group);
    }
    while state.deficit() > 0 {
        let Some(best) = heap.pop() else {
            // What is left gains nothing by one blank.
            let open: Vec<u32> = stuck.iter().copied().filter(|&group| is_open(state, group)).collect();
            let Some(&first) = open.first() else { return };
            let to = two(state, first);
            stuck.push(to);
            stuck.into_iter().collect::<std::collections::BTreeSet<_>>().into_iter().for_each(|group| {
                if is_open(state, group) {
                    push(state, &mut heap, group);
                }
            });
            stuck = open.into_iter().chain([to]).collect();
            continue;
        };
        if !is_open(state, best.group) || state.short_columns(best.group) >> best.column & 1 == 0 {
            continue;
        }
        let now = Candidate { gain: gain(state, best.group, best.column), ..best };
        if now.gain <= 0.0 {
            continue;
        }
        if heap.peek().is_some_and(|next| now < *next) {
            heap.push(now);
            continue;
        }
        let to = state.blank(best.group, best.column);
        for group in [best.group, to] {
            if is_open(state, group) {
                push(state, &mut heap, group);
                stuck.push(group);
            }
        }
    }
}

/// Whether a group has a record that needs a blank.
fn is_open(state: &State<'_, Matches<'_>>, group: u32) -> bool {
    state.groups[group as usize].records > 0 && state.short_columns(group) != 0
}

/// Sets the first of two blanks that gain most together.
fn two(state: &mut State<'_, Matches<'_>>, group: u32) -> u32 {
    let columns = state.short_columns(group);
    let mut best = (f64::NEG_INFINITY, 0);
    for first in state.by_cost(columns) {
        let start = state.changes.len();
        let to = state.blank(group, first);
        let cost = state.weights[first];
        for second in places(columns & !(1 << first)) {
            let effect = state.effect(to, second);
            let gain = (effect.helped + effect.own) as f64 / (cost + state.weights[second]);
            if gain > best.0 {
                best = (gain, first);
            }
        }
        if best.0 == f64::NEG_INFINITY {
            best = (0.0, first);
        }
        state.undo(start);
    }
    state.blank(group, best.1)
}

/// Takes back blanks that are not needed, the dearest first.
pub(super) fn prune<P: Patterns>(state: &mut State<'_, P>, rng: &mut Rng) {
    let mut cells: Vec<(u32, usize)> = Vec::new();
    for group in state.blanked() {
        let blanks = state.groups[group as usize].blanks;
        cells.extend(places(blanks).map(|column| (group, column)));
    }
    for at in (1..cells.len()).rev() {
        cells.swap(at, rng.below(at + 1));
    }
    cells.sort_by(|a, b| state.weights[b.1].total_cmp(&state.weights[a.1]));
    for (group, column) in cells {
        while state.groups[group as usize].records > 0 && state.unblank_if_redundant(group, column).is_some() {}
    }
    state.changes.clear();
}

/// Dissolves a few blanks that lie together and sets them anew; keeps what costs no more.
fn improve(state: &mut State<'_, Matches<'_>>, rng: &mut Rng, watch: &dyn Watch) -> Result<u64, Cancelled> {
    let mut blanked = state.blanked();
    let attempts = (blanked.len() * ATTEMPTS).min(MOST_ATTEMPTS);
    for attempt in 0..attempts {
        if attempt % 256 == 0 {
            watch.step("suppressing", attempt as u64, attempts as u64)?;
        }
        if blanked.is_empty() {
            break;
        }
        let at = rng.below(blanked.len());
        let group = blanked[at];
        if state.groups[group as usize].records == 0 {
            blanked.swap_remove(at);
            continue;
        }
        state.changes.clear();
        let before = state.cost;
        dissolve(state, group, rng);
        let short = state.fallen();
        again(state, short, rng);
        if state.deficit() > 0 || state.cost > before + 1e-9 {
            state.undo(0);
            state.fallen();
            continue;
        }
        state.fallen();
        blanked.extend(state.changed_to());
    }
    state.changes.clear();
    prune(state, rng);
    Ok(attempts as u64)
}

/// Takes all blanks of a record back, and those of some records near it.
fn dissolve(state: &mut State<'_, Matches<'_>>, group: u32, rng: &mut Rng) {
    let combination = rng.below(state.combinations.len());
    let columns: Vec<usize> = places(state.combinations[combination].columns()).collect();
    let column = columns[rng.below(columns.len())];
    let mut near = state.blank_neighbours(group, combination, column);
    near.retain(|&at| at != group);
    let wanted = 1 + rng.below(DISSOLVED);
    release(state, group);
    for taken in 0..wanted.min(near.len()) {
        let other = taken + rng.below(near.len() - taken);
        near.swap(taken, other);
        if state.groups[near[taken] as usize].records > 0 {
            release(state, near[taken]);
        }
    }
}

/// Takes all blanks of one record of a group back.
fn release(state: &mut State<'_, Matches<'_>>, group: u32) {
    let mut at = group;
    for column in places(state.groups[group as usize].blanks) {
        at = state.unblank(at, column);
    }
}

/// Sets blanks for groups below k: each time one of those that gain most.
fn again(state: &mut State<'_, Matches<'_>>, short: Vec<u32>, rng: &mut Rng) {
    let mut open = short;
    while state.deficit() > 0 {
        let mut best: Option<(f64, u32, usize)> = None;
        open.retain(|&group| is_open(state, group));
        for &group in &open {
            for column in places(state.short_columns(group)) {
                let gain = gain(state, group, column) * (1.0 + 0.4 * rng.unit());
                if best.is_none_or(|best| gain > best.0) {
                    best = Some((gain, group, column));
                }
            }
        }
        let Some((gain, group, column)) = best else { return };
        let to = if gain > 0.0 { state.blank(group, column) } else { two(state, group) };
        open.push(to);
    }
}
