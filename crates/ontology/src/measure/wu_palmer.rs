//! Wu and Palmer's measure in its depth form (thesis, equation 4.13), by the convention that gives the thesis' numbers.

use super::{Direction, Measure, MeasureName};
use crate::taxonomy::{Concept, Taxonomy};

/// `2·D / (len1 + len2)`.
///
/// The common ancestor is the one of greatest *min*-depth (on a tie one of the two concepts themselves, then the first by
/// name); D is its *max*-depth + 1; len_i = D + the shortest path from c_i to it in the is-a graph, which may pass above it
/// and come down again. This is what NLTK computes, except that a concept is at 1 from itself.
#[derive(Clone, Copy, Debug)]
pub struct WuPalmer<'t> {
    taxonomy: &'t Taxonomy,
}

impl<'t> WuPalmer<'t> {
    /// Measures on this taxonomy.
    pub fn on(taxonomy: &'t Taxonomy) -> Self {
        Self { taxonomy }
    }

    #[inline]
    fn ancestor(&self, a: Concept, b: Concept) -> Option<Concept> {
        let taxonomy = self.taxonomy;
        let mut best: Option<(Concept, usize)> = None;
        for (ancestor, _, _) in taxonomy.common(a, b) {
            let depth = taxonomy.min_depth(ancestor);
            let better = best.is_none_or(|(known, most)| {
                depth > most || depth == most && taxonomy.by_name(ancestor, known).is_lt()
            });
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
                (self.taxonomy.max_depth(ancestor) + 1, paths)
            }
            // Only the virtual root is above both: it has depth 1, and an edge to each top.
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
