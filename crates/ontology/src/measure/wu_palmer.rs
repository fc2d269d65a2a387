//! Wu and Palmer's measure in its depth form (thesis, equation 4.13), by the convention that gives the thesis' numbers.

use super::{Direction, Measure, MeasureName};
use crate::taxonomy::{Concept, Taxonomy};

/// `2·D / (len1 + len2)`.
///
/// The common ancestor is the one of greatest *min*-depth, on a tie the first by name; D is its *max*-depth + 1; len_i =
/// D + the shortest path from c_i to it in the is-a graph, which may pass above it and come down again. A concept is at 1
/// from itself.
///
/// On WordNet's nouns this is what NLTK computes, but for two things: NLTK is not 1 between some concepts and themselves,
/// and on a tie it prefers the concept that is asked first, which makes it asymmetric. Where there are several tops, depths
/// count from the virtual root: tops are at depth 1, and what shares only the virtual root has D = 1. (NLTK gives two verbs
/// under one top no more than two under different ones.)
#[derive(Clone, Copy, Debug)]
pub struct WuPalmer<'t> {
    taxonomy: &'t Taxonomy,
    /// Nodes above a top, counting the top: 1, or 2 under a virtual root.
    top: usize,
}

impl<'t> WuPalmer<'t> {
    /// Measures on this taxonomy.
    pub fn on(taxonomy: &'t Taxonomy) -> Self {
        Self { taxonomy, top: 1 + usize::from(taxonomy.has_virtual_root()) }
    }

    #[inline]
    fn ancestor(&self, a: Concept, b: Concept) -> Option<Concept> {
        let taxonomy = self.taxonomy;
        let mut best: Option<(Concept, usize)> = None;
        for (ancestor, _, _) in taxonomy.common(a, b) {
            let depth = taxonomy.min_depth(ancestor);
            let better = best
                .is_none_or(|(known, most)| depth > most || depth == most && taxonomy.by_name(ancestor, known).is_lt());
            if better {
                best = Some((ancestor, depth));
            }
        }
        best.map(|(ancestor, _)| ancestor)
    }
}

impl Measure for WuPalmer<'_> {
    fn name(&self) -> MeasureName {
        MeasureName::WuPalmer
    }

    fn direction(&self) -> Direction {
        Direction::Similarity
    }

    fn taxonomy(&self) -> &Taxonomy {
        self.taxonomy
    }

    #[inline]
    fn between(&self, a: Concept, b: Concept) -> f64 {
        if a == b {
            return 1.0;
        }
        let (depth, paths) = match self.ancestor(a, b) {
            Some(ancestor) => {
                let paths = self.taxonomy.shortest_path(a, ancestor) + self.taxonomy.shortest_path(b, ancestor);
                (self.taxonomy.max_depth(ancestor) + self.top, paths)
            }
            // Only the virtual root is above both.
            None => (1, self.taxonomy.min_depth(a) + self.taxonomy.min_depth(b) + 2),
        };
        2.0 * depth as f64 / (2 * depth + paths) as f64
    }

    fn best(&self) -> f64 {
        1.0
    }

    fn worst(&self) -> f64 {
        0.0
    }

    fn subsumer(&self, a: Concept, b: Concept) -> Option<Concept> {
        self.ancestor(a, b)
    }
}
