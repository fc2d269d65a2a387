//! Full-domain recoding: the levels of all columns at which the promise is kept and least is lost, exactly.

use super::hierarchy::ValueHierarchy;
use super::population::Inhabitants;
use super::tuples::Tuples;
use crate::error::{Error, Result};
use crate::promise::Constraint;
use scumble_io::Watch;
use std::collections::HashMap;

/// Lattices with more nodes are not searched.
const MOST_NODES: usize = 20_000_000;

/// What a node of the lattice loses if it keeps the promise.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Outcome {
    /// The penalties of all cells, a cell of a record that is left out counting as one.
    pub(super) penalty: f64,
    /// The tuples that are left out, ascending.
    pub(super) left_out: Vec<u32>,
}

/// What was found.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Found {
    /// The level of each column.
    pub(super) levels: Vec<usize>,
    pub(super) outcome: Outcome,
    /// Nodes that were tested.
    pub(super) tested: u64,
}

/// All combinations of levels.
pub(super) struct Lattice<'a> {
    pub(super) hierarchies: &'a [ValueHierarchy],
    pub(super) tuples: &'a Tuples,
    /// The population that every class must match.
    inhabitants: Option<&'a Inhabitants>,
    pub(super) k: usize,
    /// Records that may be left out.
    pub(super) limit: usize,
    pub(super) constraint: &'a Constraint<'a>,
    /// For each column and level the code of every tuple and then of every one of the population, and how many codes there are.
    codes: Vec<Vec<(Vec<u32>, u32)>>,
    /// For each column and level the penalties of all cells.
    penalties: Vec<Vec<f64>>,
}

impl<'a> Lattice<'a> {
    pub(super) fn new(
        hierarchies: &'a [ValueHierarchy],
        (tuples, inhabitants): (&'a Tuples, Option<&'a Inhabitants>),
        k: usize,
        limit: usize,
        constraint: &'a Constraint<'a>,
    ) -> Self {
        let levels = |column: usize| 0..hierarchies[column].levels();
        let of = |column: usize, level: usize| {
            let hierarchy = &hierarchies[column];
            let mut dense: Vec<u32> = vec![u32::MAX; hierarchy.len()];
            let mut count = 0;
            let code = |tuple: &[u32]| {
                let node = hierarchy.at_level(tuple[column], level) as usize;
                if dense[node] == u32::MAX {
                    dense[node] = count;
                    count += 1;
                }
                dense[node]
            };
            let others = inhabitants.map(|inhabitants| &inhabitants.tuples);
            let all =
                std::iter::once(tuples).chain(others).flat_map(|tuples| (0..tuples.len()).map(|at| tuples.tuple(at)));
            let codes: Vec<u32> = all.map(code).collect();
            (codes, count)
        };
        let penalty = |column: usize, level: usize| {
            let hierarchy = &hierarchies[column];
            let own = |at: usize| {
                let node = tuples.tuple(at)[column];
                tuples.weight(at) as f64 * hierarchy.penalty(node, hierarchy.at_level(node, level))
            };
            (0..tuples.len()).map(own).sum::<f64>()
        };
        let codes = (0..tuples.width).map(|column| levels(column).map(|level| of(column, level)).collect());
        let penalties = (0..tuples.width).map(|column| levels(column).map(|level| penalty(column, level)).collect());
        Self {
            hierarchies,
            tuples,
            inhabitants,
            k,
            limit,
            constraint,
            codes: codes.collect(),
            penalties: penalties.collect(),
        }
    }

    /// How many nodes there are; nothing if they are too many to be searched.
    pub(super) fn len(&self) -> Option<usize> {
        let product = self.hierarchies.iter().try_fold(1_usize, |all, tree| all.checked_mul(tree.levels()));
        product.filter(|&nodes| nodes <= MOST_NODES)
    }

    /// The levels of a node by its number.
    pub(super) fn levels(&self, mut node: usize) -> Vec<usize> {
        let level = |tree: &ValueHierarchy| {
            let level = node % tree.levels();
            node /= tree.levels();
            level
        };
        self.hierarchies.iter().map(level).collect()
    }

    /// What all cells lose at these levels if no record is left out: never more than what they lose if some are.
    pub(super) fn least_penalty(&self, levels: &[usize]) -> f64 {
        levels.iter().zip(&self.penalties).map(|(&level, penalties)| penalties[level]).sum()
    }

    /// The node with the least loss, the first in order of loss without left out records if several lose as little.
    ///
    /// A node that breaks the promise does so with every node below it (each class is a union of classes of a node below), and no node
    /// loses less than one below it without left out records. So nodes are taken in the order of that bound; from each, a way up
    /// is followed as far as the bound stays below the best loss known, and its last node is tested first: if it fails, all nodes
    /// below it are out at once.
    ///
    /// # Errors
    /// If the lattice is too large, or the watcher cancels the run. Nothing if no node keeps the promise.
    pub(super) fn search(&self, watch: &dyn Watch) -> Result<Option<Found>> {
        let nodes = self.len().ok_or_else(|| {
            Error::Parameters(
                "the hierarchies have more than 20 million combinations of levels: too many to search".to_owned(),
            )
        })?;
        let bounds: Vec<f64> = (0..nodes).map(|node| self.least_penalty(&self.levels(node))).collect();
        let mut order: Vec<u32> = (0..nodes as u32).collect();
        order.sort_unstable_by(|&a, &b| bounds[a as usize].total_cmp(&bounds[b as usize]).then(a.cmp(&b)));
        let mut search = Search { lattice: self, bounds: &bounds, done: vec![false; nodes], best: None, tested: 0 };
        for (at, &node) in order.iter().enumerate() {
            let node = node as usize;
            if search.is_beaten(node) {
                break;
            }
            if !search.done[node] {
                watch.step("trying levels", at as u64, nodes as u64)?;
                search.follow(node);
            }
        }
        let tested = search.tested;
        Ok(search.best.map(|(node, outcome)| Found { levels: self.levels(node), outcome, tested }))
    }

    /// Whether a node keeps the promise, and what it loses.
    pub(super) fn test(&self, levels: &[usize]) -> Option<Outcome> {
        let classes = self.classes(levels);
        let mut left_out: Vec<u32> = Vec::new();
        let mut count = 0;
        for (class, &size) in (0_u32..).zip(&classes.sizes) {
            if (size as usize) < self.k {
                count += size as usize;
                left_out.push(class);
                if count > self.limit {
                    return None;
                }
            }
        }
        if let Some(inhabitants) = self.inhabitants {
            if !inhabitants.allows_elsewhere(classes.elsewhere) {
                return None;
            }
            for ((class, &size), &matching) in (0_u32..).zip(&classes.sizes).zip(&classes.population) {
                if size as usize >= self.k && !inhabitants.allows(u64::from(size), matching) {
                    count += size as usize;
                    left_out.push(class);
                    if count > self.limit {
                        return None;
                    }
                }
            }
        }
        if !self.constraint.is_empty() {
            let mut members: Vec<Vec<u32>> = vec![Vec::new(); classes.sizes.len()];
            for (at, &class) in classes.of.iter().enumerate() {
                members[class as usize].extend_from_slice(&self.tuples.records[at]);
            }
            for (class, records) in (0_u32..).zip(&members) {
                if records.len() >= self.k && !left_out.contains(&class) && !self.constraint.allows(records) {
                    count += records.len();
                    left_out.push(class);
                    if count > self.limit {
                        return None;
                    }
                }
            }
        }
        let mut penalty = self.least_penalty(levels);
        if left_out.is_empty() {
            return Some(Outcome { penalty, left_out });
        }
        let mut is_out = vec![false; classes.sizes.len()];
        left_out.iter().for_each(|&class| is_out[class as usize] = true);
        let out: Vec<u32> =
            (0..).zip(&classes.of).filter(|(_, class)| is_out[**class as usize]).map(|(at, _)| at).collect();
        for &at in &out {
            let more = self.tuples.tuple(at as usize).iter().zip(self.hierarchies).zip(levels).map(
                |((&node, tree), &level)| {
                    let full = if tree.is_missing(node) { 0.0 } else { 1.0 };
                    full - tree.penalty(node, tree.at_level(node, level))
                },
            );
            penalty += self.tuples.weight(at as usize) as f64 * more.sum::<f64>();
        }
        Some(Outcome { penalty, left_out: out })
    }

    /// The classes of tuples at these levels.
    fn classes(&self, levels: &[usize]) -> Classes {
        let mut keys: Vec<u64> = self.tuples.strata.iter().map(|&stratum| u64::from(stratum)).collect();
        // With a population there is one stratum, the first.
        keys.resize(keys.len() + self.inhabitants.map_or(0, |inhabitants| inhabitants.tuples.len()), 0);
        let mut range = u64::from(self.tuples.strata.last().map_or(1, |last| last + 1));
        for (column, &level) in self.codes.iter().zip(levels) {
            let (codes, count) = &column[level];
            range = match range.checked_mul(u64::from(*count)) {
                Some(range) => range,
                None => {
                    let known = renumbered(&mut keys);
                    known.saturating_mul(u64::from(*count))
                }
            };
            keys.iter_mut().zip(codes).for_each(|(key, &code)| *key = *key * u64::from(*count) + u64::from(code));
        }
        Classes::new(&keys, self.tuples, self.inhabitants.map(|inhabitants| &inhabitants.tuples))
    }
}

/// Replaces keys by numbers from 0 in order of their first occurrence, and gives their count.
fn renumbered(keys: &mut [u64]) -> u64 {
    let mut known: HashMap<u64, u64> = HashMap::new();
    for key in keys {
        let next = known.len() as u64;
        *key = *known.entry(*key).or_insert(next);
    }
    known.len() as u64
}

/// Tuples that are equal at some levels.
struct Classes {
    /// The class of each tuple.
    of: Vec<u32>,
    /// The records of each class.
    sizes: Vec<u32>,
    /// The records of the population that match each class.
    population: Vec<u64>,
    /// Those that match none.
    elsewhere: u64,
}

impl Classes {
    /// By an open table: this is the whole cost of the search.
    fn new(keys: &[u64], tuples: &Tuples, others: Option<&Tuples>) -> Self {
        let slots = (2 * keys.len()).next_power_of_two().max(2);
        let shift = 64 - slots.trailing_zeros();
        let mut table: Vec<(u64, u32)> = vec![(0, u32::MAX); slots];
        let (mut of, mut sizes): (Vec<u32>, Vec<u32>) = (Vec::with_capacity(tuples.len()), Vec::new());
        let slot_of = |key: u64| (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> shift) as usize;
        for (&key, records) in keys.iter().zip(&tuples.records) {
            let mut slot = slot_of(key);
            let class = loop {
                match table[slot] {
                    (_, u32::MAX) => {
                        let class = sizes.len() as u32;
                        table[slot] = (key, class);
                        sizes.push(0);
                        break class;
                    }
                    (known, class) if known == key => break class,
                    _ => slot = (slot + 1) & (slots - 1),
                }
            };
            sizes[class as usize] += records.len() as u32;
            of.push(class);
        }
        let (mut population, mut elsewhere) = (vec![0; sizes.len()], 0);
        for (&key, records) in
            keys[tuples.len()..].iter().zip(others.map(|others| &others.records).into_iter().flatten())
        {
            let mut slot = slot_of(key);
            loop {
                match table[slot] {
                    (_, u32::MAX) => break elsewhere += records.len() as u64,
                    (known, class) if known == key => break population[class as usize] += records.len() as u64,
                    _ => slot = (slot + 1) & (slots - 1),
                }
            }
        }
        Self { of, sizes, population, elsewhere }
    }
}

/// A search under way.
struct Search<'l> {
    lattice: &'l Lattice<'l>,
    bounds: &'l [f64],
    /// Nodes that were tested, or lie below one that failed.
    done: Vec<bool>,
    best: Option<(usize, Outcome)>,
    tested: u64,
}

impl Search<'_> {
    /// Whether a node cannot lose less than the best one.
    fn is_beaten(&self, node: usize) -> bool {
        self.best.as_ref().is_some_and(|(_, best)| self.bounds[node] >= best.penalty)
    }

    /// Decides a node: it is tested itself, or lies below one that fails.
    fn follow(&mut self, node: usize) {
        let way = self.way_up(node);
        // Nodes of the way from `low` are open; below it all fail.
        let (mut low, mut at) = (0, way.len() - 1);
        let mut high = way.len();
        while low < high {
            if self.keeps(way[at]) {
                high = at;
            } else {
                low = at + 1;
            }
            at = usize::midpoint(low, high).min(way.len() - 1);
        }
    }

    /// A way up from a node, over nodes that are not decided and may be better than the best one; the least bound first.
    fn way_up(&self, node: usize) -> Vec<usize> {
        let mut way = vec![node];
        let mut at = node;
        loop {
            let levels = self.lattice.levels(at);
            let (mut next, mut step) = (None, 1);
            for (tree, level) in self.lattice.hierarchies.iter().zip(levels) {
                if level + 1 < tree.levels() {
                    let above = at + step;
                    let is_less = |known: usize| self.bounds[above] < self.bounds[known];
                    if !self.done[above] && !self.is_beaten(above) && next.is_none_or(is_less) {
                        next = Some(above);
                    }
                }
                step *= tree.levels();
            }
            match next {
                Some(above) => way.push(above),
                None => return way,
            }
            at = way[way.len() - 1];
        }
    }

    /// Tests a node.
    fn keeps(&mut self, node: usize) -> bool {
        self.tested += 1;
        let levels = self.lattice.levels(node);
        match self.lattice.test(&levels) {
            Some(outcome) => {
                self.done[node] = true;
                let better = |(known, best): &(usize, Outcome)| {
                    (outcome.penalty, self.bounds[node], node) < (best.penalty, self.bounds[*known], *known)
                };
                if self.best.as_ref().is_none_or(better) {
                    self.best = Some((node, outcome));
                }
                true
            }
            None => {
                self.fails(&levels);
                false
            }
        }
    }

    /// Decides a node that fails and every node below it.
    fn fails(&mut self, levels: &[usize]) {
        let mut below = vec![0; levels.len()];
        loop {
            let (mut node, mut step) = (0, 1);
            for (level, tree) in below.iter().zip(self.lattice.hierarchies) {
                node += level * step;
                step *= tree.levels();
            }
            self.done[node] = true;
            let Some(column) = (0..below.len()).find(|&column| below[column] < levels[column]) else { return };
            below[column] += 1;
            below[..column].fill(0);
        }
    }
}
