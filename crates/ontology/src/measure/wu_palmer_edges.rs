//! Wu and Palmer's measure in edges: Martínez, Sánchez and Valls, "Evaluation of the disclosure risk of masking methods dealing
//! with textual attributes", equation 2.

use super::{Facts, Measure, MeasureName, greatest_common};
use crate::taxonomy::{Concept, Taxonomy};

/// `2·N3 / (N1 + N2 + 2·N3)`, the greatest value over all common ancestors.
///
/// N1 and N2 are edges up to the ancestor, N3 edges from it to the root (the virtual root, where there are several tops).
/// It is 0 where only the root is common, and 1 between the root and itself.
#[derive(Clone, Copy, Debug)]
pub struct WuPalmerEdges<T> {
    taxonomy: T,
    above_top: usize,
}

impl<T: AsRef<Taxonomy>> WuPalmerEdges<T> {
    /// Measures on this taxonomy.
    pub fn on(taxonomy: T) -> Self {
        let above_top = usize::from(taxonomy.as_ref().has_virtual_root());
        Self { taxonomy, above_top }
    }

    #[inline]
    fn value(&self, ancestor: Concept, up: usize, down: usize) -> f64 {
        let to_root = 2 * (self.taxonomy.as_ref().min_depth(ancestor) + self.above_top);
        let all = up + down + to_root;
        if all == 0 { 1.0 } else { to_root as f64 / all as f64 }
    }
}

impl<T: AsRef<Taxonomy> + Send + Sync> Measure for WuPalmerEdges<T> {
    #[inline]
    fn facts(&self) -> Facts {
        Facts { name: MeasureName::WuPalmerEdges, best: 1.0, worst: 0.0 }
    }

    #[inline]
    fn taxonomy(&self) -> &Taxonomy {
        self.taxonomy.as_ref()
    }

    #[inline]
    fn between(&self, a: Concept, b: Concept) -> f64 {
        let common = self.taxonomy().common(a, b);
        common.fold(0.0, |most, (ancestor, up, down)| most.max(self.value(ancestor, up, down)))
    }

    fn subsumer(&self, a: Concept, b: Concept) -> Option<Concept> {
        let value = |ancestor, up, down| self.value(ancestor, up, down);
        greatest_common(self.taxonomy(), a, b, value).map(|(ancestor, _)| ancestor)
    }
}
