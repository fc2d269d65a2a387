//! Edges between two concepts: Martínez, Sánchez and Valls, "Evaluation of the disclosure risk of masking methods dealing with
//! textual attributes", equation 1.

use super::{Facts, Measure, MeasureName, greatest_common};
use crate::taxonomy::{Concept, Taxonomy};

/// The fewest is-a edges between two concepts, through a common ancestor.
#[derive(Clone, Copy, Debug)]
pub struct Path<T> {
    taxonomy: T,
    worst: f64,
}

impl<T: AsRef<Taxonomy>> Path<T> {
    /// Measures on this taxonomy.
    pub fn on(taxonomy: T) -> Self {
        let deepest = taxonomy.as_ref().deepest_min() + usize::from(taxonomy.as_ref().has_virtual_root());
        Self { taxonomy, worst: 2.0 * deepest as f64 }
    }
}

impl<T: AsRef<Taxonomy> + Send + Sync> Measure for Path<T> {
    #[inline]
    fn facts(&self) -> Facts {
        Facts { name: MeasureName::Path, best: 0.0, worst: self.worst }
    }

    #[inline]
    fn taxonomy(&self) -> &Taxonomy {
        self.taxonomy.as_ref()
    }

    #[inline]
    fn between(&self, a: Concept, b: Concept) -> f64 {
        self.taxonomy().shortest_path(a, b) as f64
    }

    fn subsumer(&self, a: Concept, b: Concept) -> Option<Concept> {
        let shortest = self.taxonomy().shortest_path(a, b);
        let found = greatest_common(self.taxonomy(), a, b, |_, up, down| -((up + down) as f64));
        found.filter(|(_, edges)| -edges == shortest as f64).map(|(ancestor, _)| ancestor)
    }
}
