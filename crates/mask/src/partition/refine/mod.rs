//! Better groups by search: simulated annealing that starts from a partition and never ends with a worse one.
//!
//! Most steps try to bring a record into the group of one of its neighbours, by moving it or by changing places with a
//! member. Now and then a few neighbouring groups are dissolved and formed anew ([`pool`]). A step that makes things worse is
//! taken with a chance that falls as the search cools. Temperature follows the neighbourhood: what is a small loss among
//! outliers is a large one where records lie close together, so each record is judged on its own scale.

mod neighbours;
mod numbers;
mod objective;
mod pool;
mod values;

use super::{GroupSize, Partition};
use crate::error::Result;
use crate::promise::Constraint;
use crate::rng::Rng;
use crate::space::MixedSpace;
use neighbours::Neighbours;
use numbers::Numbers;
use objective::Objective;
use rayon::prelude::*;
use scumble_data::Rows;
use scumble_io::Watch;
use values::Values;

/// Steps in one unit of effort: about a second at the sizes of the papers' files.
pub const STEPS: u64 = 30_000_000;
/// Where chains start and end, in squared distances to a record's (k-1)th neighbour: what suits one table is too hot or too cold
/// for another, so chains take turns.
const HEATS: [(f64, f64); 2] = [(1.0, 0.04), (0.5, 0.02)];
/// The share of the effort that goes into coolings from the start, how many units each may have, and how many warm ones follow.
const FRESH: f64 = 0.6;
const LONG: f64 = 6.0;
const WARM: usize = 5;
/// One step in so many dissolves groups.
const DISSOLVE: usize = 50;

/// Records that are formed anew at once, at most; six groups of twice k always may.
const MOST: usize = 128;

/// How much a search may do.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effort {
    /// Units of work for each chain.
    pub units: f64,
    /// Searches that start from different random numbers, side by side; the best counts.
    pub chains: usize,
}

/// The stage that a search reports to its [`Watch`]. A break in this stage ends the search with the best groups found so far; a watcher
/// that cancels the whole run breaks in the following stages as well.
pub const SEARCHING: &str = "searching";

/// The result of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct Refined {
    /// The best groups seen.
    pub partition: Partition,
    /// Steps made.
    pub steps: u64,
    /// Whether it was stopped before its effort was spent.
    pub stopped: bool,
}

/// Searches for groups of k to 2k-1 with less loss than those of `start`, for that much effort.
pub fn refine(
    space: &MixedSpace,
    rows: &Rows,
    start: &Partition,
    k: GroupSize,
    effort: Effort,
    rng: &mut Rng,
    watch: &dyn Watch,
) -> Result<Refined> {
    if start.len() < 2 || start.largest() >= 2 * k.get() {
        return Ok(Refined { partition: start.clone(), steps: 0, stopped: false });
    }
    Searching::new(space, rows, k, None).search(start, effort, rng, watch)
}

/// A search over the groups of some records, which can start from several partitions.
pub struct Searching<'a> {
    space: &'a MixedSpace,
    rows: &'a Rows,
    k: GroupSize,
    near: Neighbours,
    constraint: Option<&'a Constraint<'a>>,
}

impl<'a> Searching<'a> {
    /// Finds the neighbours of every record. Every group must keep the constraint, if there is one.
    pub fn new(space: &'a MixedSpace, rows: &'a Rows, k: GroupSize, constraint: Option<&'a Constraint<'a>>) -> Self {
        let near = Neighbours::new(space, rows, (2 * k.get() + 6).min(rows.len().saturating_sub(1)));
        Self { space, rows, k, near, constraint }
    }

    /// Searches for groups with less loss than those of `start`, which keep the constraint. Groups that are larger than 2k-1 may stay so.
    pub fn search(&self, start: &Partition, effort: Effort, rng: &mut Rng, watch: &dyn Watch) -> Result<Refined> {
        if start.len() < 2 {
            return Ok(Refined { partition: start.clone(), steps: 0, stopped: false });
        }
        let (space, rows, k) = (self.space, self.rows, self.k);
        let steps = (effort.units * STEPS as f64) as u64;
        let groups: Vec<Vec<u32>> = start.groups().map(<[u32]>::to_vec).collect();
        let seeds: Vec<u64> = (0..effort.chains.max(1)).map(|_| rng.bits()).collect();
        let search = |(chain, &seed): (usize, &u64)| {
            let rng = &mut Rng::new(seed);
            let heat = HEATS[chain % HEATS.len()];
            if space.is_numbers() {
                Search::new(Numbers::new(rows, &groups), groups.clone(), &self.near, k.get(), self.constraint)
                    .run(steps, heat, k, rng, watch)
            } else {
                Search::new(Values::new(space, rows, &groups), groups.clone(), &self.near, k.get(), self.constraint)
                    .run(steps, heat, k, rng, watch)
            }
        };
        let found: Vec<(f64, Refined)> = seeds.par_iter().enumerate().map(search).collect::<Result<_>>()?;
        let (steps, stopped) =
            (found.iter().map(|(_, found)| found.steps).sum(), found.iter().any(|(_, found)| found.stopped));
        let best = found.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, best)| best.partition);
        Ok(Refined { partition: best.unwrap_or_else(|| start.clone()), steps, stopped })
    }
}

/// The groups as they are now.
struct Search<'n, O> {
    objective: O,
    size: usize,
    near: &'n Neighbours,
    /// What every group must keep, if anything.
    constraint: Option<&'n Constraint<'n>>,
    groups: Vec<Vec<u32>>,
    /// Which group a record is in.
    of: Vec<u32>,
    /// Groups without a member, to be used again.
    free: Vec<usize>,
    /// The scale on which a record's losses are judged.
    scale: Vec<f64>,
}

impl<'n, O: Objective> Search<'n, O> {
    fn new(
        objective: O,
        groups: Vec<Vec<u32>>,
        near: &'n Neighbours,
        size: usize,
        constraint: Option<&'n Constraint<'n>>,
    ) -> Self {
        let records = near.records();
        let mut of = vec![0; records];
        for (group, members) in groups.iter().enumerate() {
            members.iter().for_each(|&record| of[record as usize] = group as u32);
        }
        let scale = scales(&objective, near, size);
        Self { objective, size, near, constraint, groups, of, free: Vec::new(), scale }
    }

    fn cost(&self) -> f64 {
        self.groups.iter().filter(|group| !group.is_empty()).map(|group| self.objective.cost(group)).sum()
    }

    /// The least loss found, and its groups: coolings from the start, which end here and there, and then warm ones from the best of
    /// them.
    fn run(
        mut self,
        steps: u64,
        heats: (f64, f64),
        k: GroupSize,
        rng: &mut Rng,
        watch: &dyn Watch,
    ) -> Result<(f64, Refined)> {
        let records = self.of.len();
        let steps = steps / self.objective.weight();
        // Little work for many records is better spent going down than wandering about.
        let share = ((steps as f64 / records as f64).max(1.0).log10() - 1.0).clamp(0.0, 3.0) / 3.0;
        let (hottest, cold) = heats;
        let hot = cold * (hottest / cold).powf(share);
        let mut best = (self.cost(), self.groups.clone());
        let first = self.groups.clone();
        let (mut done, mut stopped) = (0, false);
        // Where a cooling ends is luck: several of moderate length find more than a single long one.
        let fresh = ((steps as f64 * FRESH / (LONG * STEPS as f64)).round() as usize).max(1);
        for cooling in 0..fresh + WARM {
            let whole = if cooling < fresh { FRESH / fresh as f64 } else { (1.0 - FRESH) / WARM as f64 };
            let until =
                if cooling + 1 == fresh + WARM { steps.max(done) } else { done + (steps as f64 * whole) as u64 };
            let start = if cooling < fresh { hot } else { (hot * cold).sqrt() };
            match cooling {
                0 => {}
                cooling if cooling < fresh => self.restore(&first),
                _ => self.restore(&best.1),
            }
            stopped = !self.cool((start, cold), &mut done, until, &mut best, rng, &|done| {
                watch.at(SEARCHING, done, steps).is_continue()
            });
            if stopped {
                break;
            }
        }
        let (cost, groups) = best;
        let groups = groups.into_iter().filter(|group| !group.is_empty()).collect();
        Ok((cost, Refined { partition: Partition::new(groups, records, k)?, steps: done, stopped }))
    }

    /// One cooling from `start` to `cold`; false if it was stopped. `best` is the best seen, with its loss.
    fn cool(
        &mut self,
        (start, cold): (f64, f64),
        done: &mut u64,
        until: u64,
        best: &mut (f64, Vec<Vec<u32>>),
        rng: &mut Rng,
        go_on: &dyn Fn(u64) -> bool,
    ) -> bool {
        let records = self.of.len();
        let (first, all) = (*done, (until - *done).max(1) as f64);
        let check = (records as u64 * 4).max(4096);
        let (mut now, mut heat, mut turn, mut whole) = (self.cost(), start, 0_u64, true);
        while *done < until && whole {
            turn += 1;
            if turn.is_multiple_of(1024) {
                heat = start * (cold / start).powf((*done - first) as f64 / all);
            }
            let record = rng.below(records) as u32;
            let luck = -heat * (1.0 - rng.unit()).ln();
            let (change, work) = match rng.below(DISSOLVE) {
                0 => self.dissolve(record, luck, rng),
                _ => self.approach(record, luck, rng),
            };
            now += change;
            *done += work;
            if turn.is_multiple_of(check) {
                if now < best.0 {
                    // Small changes add up to rounding: a fresh sum decides.
                    now = self.cost();
                }
                if now < best.0 {
                    best.0 = now;
                    best.1.clone_from(&self.groups);
                }
                whole = go_on(*done);
            }
        }
        let ends = self.cost();
        if ends < best.0 {
            *best = (ends, self.groups.clone());
        }
        whole
    }

    /// Goes back to other groups.
    fn restore(&mut self, groups: &[Vec<u32>]) {
        for group in 0..self.groups.len().max(groups.len()) {
            if group >= self.groups.len() {
                self.groups.push(Vec::new());
            }
            self.groups[group].clear();
            self.objective.clear(group);
        }
        self.free.clear();
        for (group, members) in groups.iter().enumerate() {
            members.iter().for_each(|&record| self.put(record, group));
        }
        self.free.extend((0..self.groups.len()).filter(|&group| self.groups[group].is_empty()));
    }

    /// Brings a record into a neighbour's group, in exchange for a member if sizes ask for it.
    fn approach(&mut self, record: u32, luck: f64, rng: &mut Rng) -> (f64, u64) {
        let neighbour = self.near.any(record, rng);
        let (here, there) = (self.of[record as usize] as usize, self.of[neighbour as usize] as usize);
        if here == there {
            return (0.0, 1);
        }
        let mut best = f64::INFINITY;
        let mut exchange = None;
        if self.groups[here].len() > self.size && self.groups[there].len() < 2 * self.size - 1 {
            best = self.objective.moved(&self.groups, here, record, there);
        }
        let members = &self.groups[there];
        // A group that a constraint made large is looked at in part.
        let start = if members.len() > 4 * self.size { rng.below(members.len()) } else { 0 };
        for &member in members[start..].iter().chain(&members[..start]).take(4 * self.size) {
            if member != neighbour {
                let change = self.objective.exchanged(&self.groups, here, record, there, member);
                if change < best {
                    (best, exchange) = (change, Some(member));
                }
            }
        }
        let work = members.len() as u64;
        if best >= luck * self.scale[record as usize] {
            return (0.0, work);
        }
        if !self.stays_kept(here, record, there, exchange) {
            return (0.0, work);
        }
        self.pull(record);
        if let Some(member) = exchange {
            self.pull(member);
            self.put(member, here);
        }
        self.put(record, there);
        (best, work)
    }

    /// Whether two groups keep the constraint if a record moves from one to the other, perhaps in exchange for a member.
    fn stays_kept(&self, here: usize, record: u32, there: usize, exchange: Option<u32>) -> bool {
        let Some(constraint) = self.constraint else { return true };
        let without = |group: usize, leaves: Option<u32>, enters: Option<u32>| {
            let stay = self.groups[group].iter().copied().filter(|&member| Some(member) != leaves);
            stay.chain(enters).collect::<Vec<u32>>()
        };
        constraint.allows(&without(here, Some(record), exchange))
            && constraint.allows(&without(there, exchange, Some(record)))
    }

    /// Forms a few neighbouring groups anew.
    fn dissolve(&mut self, record: u32, luck: f64, rng: &mut Rng) -> (f64, u64) {
        // Large groups make large pools, and a pool's cost is its square.
        let most = (128 / self.size).clamp(2, 6);
        let wanted = 2 + rng.below(most - 1);
        let mut chosen = vec![self.of[record as usize] as usize];
        for _ in 0..6 * wanted {
            let group = &self.groups[chosen[rng.below(chosen.len())]];
            let neighbour = self.near.any(group[rng.below(group.len())], rng);
            let group = self.of[neighbour as usize] as usize;
            if !chosen.contains(&group) {
                chosen.push(group);
                if chosen.len() == wanted {
                    break;
                }
            }
        }
        let members: Vec<u32> = chosen.iter().flat_map(|&group| self.groups[group].iter().copied()).collect();
        let work = (members.len() * members.len()) as u64 / 2;
        if members.len() > MOST.max(12 * self.size) {
            return (0.0, 1);
        }
        let scale = members.iter().map(|&member| self.scale[member as usize]).fold(f64::INFINITY, f64::min);
        let formed = pool::regroup(&members, self.size, |a, b| self.objective.squared(a, b), rng);
        let before: f64 = chosen.iter().map(|&group| self.objective.cost(&self.groups[group])).sum();
        let change = cost_of(&self.objective, &formed) - before;
        let kept = || self.constraint.is_none_or(|constraint| formed.iter().all(|group| constraint.allows(group)));
        if change >= luck * scale || !kept() {
            return (0.0, work);
        }
        for &group in &chosen {
            self.groups[group].clear();
            self.objective.clear(group);
        }
        self.free.extend(chosen);
        for group in formed {
            let slot = self.free.pop().unwrap_or_else(|| {
                self.groups.push(Vec::new());
                self.objective.clear(self.groups.len() - 1);
                self.groups.len() - 1
            });
            group.into_iter().for_each(|member| self.put(member, slot));
        }
        (change, work)
    }

    fn put(&mut self, record: u32, group: usize) {
        self.of[record as usize] = group as u32;
        self.groups[group].push(record);
        self.objective.entered(group, record);
    }

    fn pull(&mut self, record: u32) {
        let group = self.of[record as usize] as usize;
        if let Some(at) = self.groups[group].iter().position(|&member| member == record) {
            self.groups[group].swap_remove(at);
        }
        self.objective.left(group, record);
    }
}

fn cost_of<O: Objective>(objective: &O, groups: &[Vec<u32>]) -> f64 {
    groups.iter().filter(|group| !group.is_empty()).map(|group| objective.cost(group)).sum()
}

/// Between a record's own scale (the squared distance to its (k-1)th neighbour) and that of all: outliers thaw and freeze
/// with the rest, but not quite.
fn scales<O: Objective>(objective: &O, near: &Neighbours, size: usize) -> Vec<f64> {
    const LEAST: f64 = 1e-6;
    let records = near.records() as u32;
    let last = (size - 2).min(near.count() - 1);
    let own: Vec<f64> =
        (0..records).map(|record| objective.squared(record, near.of(record)[last]).max(LEAST)).collect();
    let mut sorted = own.clone();
    sorted.sort_unstable_by(f64::total_cmp);
    let median = sorted[sorted.len() / 2];
    own.into_iter().map(|own| (own * median).sqrt()).collect()
}
