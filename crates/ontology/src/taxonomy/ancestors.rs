//! Ancestor sets, computed once: one array of concepts, one of distances, one offset a concept.

use super::{Concept, MAX_LEVELS};
use crate::csr::Rows;

/// More ancestors than this in all (1.5 GB) and a taxonomy is refused.
const MOST_ANCESTORS: usize = 1 << 28;

#[derive(Debug)]
pub(super) struct Ancestors {
    sets: Rows<Concept>,
    edges: Vec<u16>,
    min_depth: Vec<u16>,
    max_depth: Vec<u16>,
    tops: usize,
    deepest_min: u16,
    deepest_max: u16,
}

impl Ancestors {
    /// Parents must have smaller numbers than their children. `Err` holds the concept at which memory ran out.
    pub(super) fn of(parents: &Rows<Concept>) -> std::result::Result<Self, Concept> {
        let n = parents.len();
        let mut all = Self {
            sets: Rows::with_capacity(n, n * 10),
            edges: Vec::with_capacity(n * 10),
            min_depth: Vec::with_capacity(n),
            max_depth: Vec::with_capacity(n),
            tops: 0,
            deepest_min: 0,
            deepest_max: 0,
        };
        let mut merged: Vec<(Concept, u16)> = Vec::new();
        let mut spare = Vec::new();
        for i in 0..n {
            let concept = Concept(i as u32);
            let above = parents.row(i);
            let (mut min, mut max) = (u16::MAX, 0);
            for &parent in above {
                debug_assert!(parent < concept);
                min = min.min(all.min_depth[parent.index()] + 1);
                max = max.max(all.max_depth[parent.index()] + 1);
            }
            match *above {
                [] => {
                    all.tops += 1;
                    min = 0;
                }
                [parent] => {
                    let range = all.sets.range(parent.index());
                    let start = all.edges.len();
                    all.sets.push_from_within(range.clone());
                    all.edges.extend_from_within(range);
                    all.edges[start..].iter_mut().for_each(|edges| *edges += 1);
                }
                _ => {
                    merged.clear();
                    above.iter().for_each(|&parent| all.merge_into(&mut merged, parent, &mut spare));
                    for &(ancestor, edges) in &merged {
                        all.sets.push(ancestor);
                        all.edges.push(edges);
                    }
                }
            }
            all.sets.push(concept);
            all.edges.push(0);
            if all.edges.len() > MOST_ANCESTORS || usize::from(max) > MAX_LEVELS {
                return Err(concept);
            }
            all.sets.close();
            all.min_depth.push(min);
            all.max_depth.push(max);
            all.deepest_min = all.deepest_min.max(min);
            all.deepest_max = all.deepest_max.max(max);
        }
        Ok(all)
    }

    /// `merged` ∪ T(parent), each ancestor with the fewer edges of the two ways.
    fn merge_into(&self, merged: &mut Vec<(Concept, u16)>, parent: Concept, spare: &mut Vec<(Concept, u16)>) {
        let more = self.of_concept(parent).iter().zip(self.edges(parent)).map(|(&a, &e)| (a, e + 1));
        if merged.is_empty() {
            merged.extend(more);
            return;
        }
        spare.clear();
        let mut left = merged.iter().copied().peekable();
        for right in more {
            while let Some(&l) = left.peek().filter(|l| l.0 < right.0) {
                spare.push(l);
                left.next();
            }
            match left.next_if(|l| l.0 == right.0) {
                Some(l) => spare.push((l.0, l.1.min(right.1))),
                None => spare.push(right),
            }
        }
        spare.extend(left);
        std::mem::swap(merged, spare);
    }

    #[inline]
    pub(super) fn of_concept(&self, concept: Concept) -> &[Concept] {
        self.sets.row(concept.index())
    }

    #[inline]
    pub(super) fn edges(&self, concept: Concept) -> &[u16] {
        &self.edges[self.sets.range(concept.index())]
    }

    #[inline]
    pub(super) fn min_depth(&self, concept: Concept) -> usize {
        self.min_depth[concept.index()].into()
    }

    #[inline]
    pub(super) fn max_depth(&self, concept: Concept) -> usize {
        self.max_depth[concept.index()].into()
    }

    pub(super) fn deepest_min(&self) -> usize {
        self.deepest_min.into()
    }

    pub(super) fn deepest_max(&self) -> usize {
        self.deepest_max.into()
    }

    #[inline]
    pub(super) fn tops(&self) -> usize {
        self.tops
    }
}
