//! Local recoding: every class has its own generalised values, found by merging what costs least.

use super::Recoded;
use super::blocks::blocks;
use super::hierarchy::ValueHierarchy;
use super::population::Covered;
use super::tuples::Tuples;
use crate::error::Result;
use crate::promise::{Constraint, Judge};
use rayon::prelude::*;
use scumble_io::Watch;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Distinct tuples among which a class looks for the best one to merge with.
const BLOCK: usize = 2000;

/// Records that are published alike.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Class {
    /// The node of each column.
    pub(super) nodes: Vec<u32>,
    /// The tuples of its records.
    pub(super) tuples: Vec<u32>,
    /// How many records it has.
    pub(super) size: usize,
}

/// What every class must keep.
pub(super) struct Merging<'a> {
    pub(super) hierarchies: &'a [ValueHierarchy],
    pub(super) tuples: &'a Tuples,
    pub(super) k: usize,
    pub(super) constraint: &'a Constraint<'a>,
    /// The population that every class must cover enough of.
    pub(super) covered: Option<&'a Covered<'a>>,
}

/// Generalises every record with others of its stratum.
///
/// # Errors
/// If the watcher cancels the run.
pub(super) fn recoded(
    hierarchies: &[ValueHierarchy],
    tuples: &Tuples,
    k: usize,
    (judges, covered): (&[Judge<'_>], Option<&Covered<'_>>),
    watch: &dyn Watch,
) -> Result<Recoded> {
    let records: usize = tuples.records.iter().map(Vec::len).sum();
    let everyone: Vec<u32> = (0..records as u32).collect();
    let constraint = Constraint::new(judges, &everyone);
    let merging = Merging { hierarchies, tuples, k, constraint: &constraint, covered };
    let all: Vec<u32> = (0..tuples.len() as u32).collect();
    let mut classes: Vec<Class> = Vec::new();
    for stratum in all.chunk_by(|&a, &b| tuples.strata[a as usize] == tuples.strata[b as usize]) {
        classes.extend(merging.stratum(stratum, watch)?);
    }
    let mut nodes = vec![vec![0; records]; tuples.width];
    for class in &classes {
        for (column, &node) in nodes.iter_mut().zip(&class.nodes) {
            for &at in &class.tuples {
                tuples.records[at as usize].iter().for_each(|&record| column[record as usize] = node);
            }
        }
    }
    let sizes = || classes.iter().map(|class| class.size);
    Ok(Recoded {
        nodes,
        left_out: Vec::new(),
        levels: None,
        lattice: None,
        tested: 0,
        classes: (classes.len(), sizes().min().unwrap_or(0), sizes().max().unwrap_or(0)),
    })
}

impl Merging<'_> {
    /// The classes of a stratum: merged within blocks of near tuples, then over the whole stratum where a class is still too small,
    /// and split again where a class became large enough for two.
    fn stratum(&self, tuples: &[u32], watch: &dyn Watch) -> Result<Vec<Class>> {
        let blocks = blocks(self.hierarchies, self.tuples, tuples, BLOCK, 4 * self.k);
        let count = blocks.len() as u64;
        let merged = blocks.into_par_iter().enumerate().map(|(at, block)| {
            watch.step("generalising", at as u64, count)?;
            Ok(self.merged(block.iter().map(|&tuple| self.class(tuple)).collect()))
        });
        let mut classes: Vec<Class> = merged.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect();
        if classes.iter().any(|class| !self.is_kept(class)) {
            classes = self.merged(classes);
        }
        let split = classes.into_par_iter().map(|class| self.split(class));
        Ok(split.collect::<Vec<_>>().into_iter().flatten().collect())
    }

    /// The class of the records of one tuple.
    fn class(&self, tuple: u32) -> Class {
        let at = tuple as usize;
        Class { nodes: self.tuples.tuple(at).to_vec(), tuples: vec![tuple], size: self.tuples.weight(at) }
    }

    /// Whether a class keeps what is promised.
    fn is_kept(&self, class: &Class) -> bool {
        self.keeps(class.size, &class.nodes, &class.tuples)
    }

    fn keeps(&self, size: usize, nodes: &[u32], tuples: &[u32]) -> bool {
        size >= self.k
            && self.covered.is_none_or(|covered| covered.allows(nodes))
            && (self.constraint.is_empty() || self.constraint.allows(&self.records(tuples)))
    }

    fn records(&self, tuples: &[u32]) -> Vec<u32> {
        tuples.iter().flat_map(|&tuple| &self.tuples.records[tuple as usize]).copied().collect()
    }

    /// The leaf shares of all cells of a class.
    fn penalty(&self, class: &Class) -> f64 {
        let shares = class.nodes.iter().zip(self.hierarchies).map(|(&node, tree)| tree.share(node));
        class.size as f64 * shares.sum::<f64>()
    }

    /// Splits a class that is large enough for two, if that loses less.
    fn split(&self, class: Class) -> Vec<Class> {
        if class.size < 2 * self.k || class.tuples.len() < 2 {
            return vec![class];
        }
        let parts = self.merged(class.tuples.iter().map(|&tuple| self.class(tuple)).collect());
        let lost: f64 = parts.iter().map(|part| self.penalty(part)).sum();
        if lost < self.penalty(&class) && parts.iter().all(|part| self.is_kept(part)) { parts } else { vec![class] }
    }

    /// Takes the smallest class that does not keep the promise, merges it with the one with which that costs least until it does,
    /// and goes on with the next; only one class of all may be left that does not.
    ///
    /// The cost of a merge is what the cells of both classes lose more: (|A| + |B|)·S(A ∪ B) - |A|·S(A) - |B|·S(B), where S is the sum
    /// of the leaf shares over all columns.
    pub(super) fn merged(&self, classes: Vec<Class>) -> Vec<Class> {
        let kept: Vec<bool> = classes.iter().map(|class| self.is_kept(class)).collect();
        let mut pending: BinaryHeap<Reverse<(usize, u32)>> = (0..)
            .zip(&classes)
            .filter(|(at, _)| !kept[*at as usize])
            .map(|(at, class)| Reverse((class.size, at)))
            .collect();
        let mut pool = Pool::new(self.hierarchies, classes);
        while let Some(Reverse((_, id))) = pending.pop() {
            // A class that was merged into another is gone; one that others were merged into keeps the promise.
            let Some(mut place) = pool.place(id).filter(|&place| !pool.is_done[place]) else { continue };
            while let Some(partner) = pool.cheapest(place) {
                place = pool.merge(place, partner);
                // A partner that kept the promise need not do so with the new records.
                let nodes: Vec<u32> = pool.nodes.iter().map(|nodes| nodes[place]).collect();
                pool.is_done[place] = self.keeps(pool.size[place], &nodes, &pool.tuples[place]);
                if pool.is_done[place] {
                    break;
                }
            }
        }
        pool.into_classes()
    }
}

/// Classes that can still be merged, column by column, so that one can be compared with all others quickly.
struct Pool<'h> {
    hierarchies: &'h [ValueHierarchy],
    /// For each column the node of every class.
    nodes: Vec<Vec<u32>>,
    size: Vec<usize>,
    /// The sum of the leaf shares of a class.
    share: Vec<f32>,
    tuples: Vec<Vec<u32>>,
    is_done: Vec<bool>,
    /// The class at each place, and the place of each class; nothing if it was merged into another.
    ids: Vec<u32>,
    places: Vec<Option<usize>>,
    /// The sum of the leaf shares of every class with the one that is merged.
    together: Vec<f32>,
}

impl<'h> Pool<'h> {
    fn new(hierarchies: &'h [ValueHierarchy], classes: Vec<Class>) -> Self {
        let nodes = (0..hierarchies.len()).map(|column| classes.iter().map(|class| class.nodes[column]).collect());
        let share = |class: &Class| {
            class.nodes.iter().zip(hierarchies).map(|(&node, tree)| tree.common_share(node, node)).sum::<f32>()
        };
        Self {
            hierarchies,
            nodes: nodes.collect(),
            size: classes.iter().map(|class| class.size).collect(),
            share: classes.iter().map(share).collect(),
            is_done: vec![false; classes.len()],
            ids: (0..classes.len() as u32).collect(),
            places: (0..classes.len()).map(Some).collect(),
            together: vec![0.0; classes.len()],
            tuples: classes.into_iter().map(|class| class.tuples).collect(),
        }
    }

    fn place(&self, id: u32) -> Option<usize> {
        self.places[id as usize]
    }

    /// The class that it costs least to merge one with; nothing if there is no other.
    fn cheapest(&mut self, place: usize) -> Option<usize> {
        let count = self.size.len();
        let together = &mut self.together[..count];
        together.fill(0.0);
        for (nodes, tree) in self.nodes.iter().zip(self.hierarchies) {
            let shares = tree.common_shares(nodes[place]);
            together.iter_mut().zip(nodes).for_each(|(sum, &node)| *sum += shares[node as usize]);
        }
        let (own, lost) = (self.size[place] as f32, self.size[place] as f32 * self.share[place]);
        let mut best: Option<(f32, usize)> = None;
        for other in (0..count).filter(|&other| other != place) {
            let size = self.size[other] as f32;
            let cost = (own + size) * together[other] - lost - size * self.share[other];
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, other));
            }
        }
        best.map(|(_, other)| other)
    }

    /// Merges a class into another, and gives the place of that one.
    fn merge(&mut self, place: usize, into: usize) -> usize {
        for (nodes, tree) in self.nodes.iter_mut().zip(self.hierarchies) {
            nodes[into] = tree.common(nodes[place], nodes[into]);
            nodes.swap_remove(place);
        }
        self.share[into] = self.together[into];
        self.size[into] += self.size[place];
        let tuples = std::mem::take(&mut self.tuples[place]);
        self.tuples[into].extend(tuples);
        self.places[self.ids[place] as usize] = None;
        self.share.swap_remove(place);
        self.size.swap_remove(place);
        self.tuples.swap_remove(place);
        self.is_done.swap_remove(place);
        self.ids.swap_remove(place);
        if let Some(&moved) = self.ids.get(place) {
            self.places[moved as usize] = Some(place);
        }
        // The last class took the place of the merged one.
        if into == self.size.len() { place } else { into }
    }

    fn into_classes(self) -> Vec<Class> {
        let Self { nodes, size, tuples, .. } = self;
        let class = |(at, (size, mut tuples)): (usize, (usize, Vec<u32>))| {
            tuples.sort_unstable();
            Class { nodes: nodes.iter().map(|nodes| nodes[at]).collect(), tuples, size }
        };
        size.into_iter().zip(tuples).enumerate().map(class).collect()
    }
}
