//! Wu and Palmer's measure in edges (seed 000, equation 2).

use super::{Direction, Measure, MeasureName, greatest_common};
use crate::taxonomy::{Concept, Taxonomy};

/// `2·N3 / (N1 + N2 + 2·N3)`, the greatest value over all common ancestors.
///
/// N1 and N2 are edges up to the ancestor, N3 edges from it to the root (the virtual root, where there are several tops).
/// It is 0 where only the root is common, and 1 between the root and itself.
#[derive(Clone, Copy, Debug)]
pub struct WuPalmerEdges<'t> {
    taxonomy: &'t Taxonomy,
    above_top: usize,
}

impl<'t> WuPalmerEdges<'t> {
    /// Measures on this taxonomy.
    pub fn on(taxonomy: &'t Taxonomy) -> Self {
        Self { taxonomy, above_top: usize::from(taxonomy.has_virtual_root()) }
    }

    #[inline]
    fn value(&self, ancestor: Concept, up: usize, down: usize) -> f64 {
        let to_root = 2 * (self.taxonomy.min_depth(ancestor) + self.above_top);
        let all = up + down + to_root;
        if all == 0 { 1.0 } else { to_root as f64 / all as f64 }
    }
}

impl Measure for WuPalmerEdges<'_> {
    fn name(&self) -> MeasureName {
        MeasureName::WuPalmerEdges
    }

    fn direction(&self) -> Direction {
        Direction::Similarity
    }

    fn taxonomy(&self) -> &Taxonomy {
        self.taxonomy
    }

    #[inline]
    fn between(&self, a: Concept, b: Concept) -> f64 {
        let common = self.taxonomy.common(a, b);
        common.fold(0.0, |most, (ancestor, up, down)| most.max(self.value(ancestor, up, down)))
    }

    fn best(&self) -> f64 {
        1.0
    }

    fn worst(&self) -> f64 {
        0.0
    }

    fn subsumer(&self, a: Concept, b: Concept) -> Option<Concept> {
        let value = |ancestor, up, down| self.value(ancestor, up, down);
        greatest_common(self.taxonomy, a, b, value).map(|(ancestor, _)| ancestor)
    }
}
