//! Leacock and Chodorow's measure.

use super::{Facts, Measure, MeasureName, Path};
use crate::taxonomy::{Concept, Taxonomy};

/// `-ln((path + 1) / (2·D))`, D the greatest depth of the taxonomy in edges (19 for WordNet's nouns; one more where a
/// virtual root joins several tops).
#[derive(Clone, Copy, Debug)]
pub struct LeacockChodorow<T> {
    path: Path<T>,
    twice_depth: f64,
}

impl<T: AsRef<Taxonomy>> LeacockChodorow<T> {
    /// Measures on this taxonomy.
    pub fn on(taxonomy: T) -> Self {
        let depth = taxonomy.as_ref().deepest_max() + usize::from(taxonomy.as_ref().has_virtual_root());
        // A taxonomy of one concept has no depth; 1 keeps the logarithm finite.
        Self { path: Path::on(taxonomy), twice_depth: 2.0 * depth.max(1) as f64 }
    }

    #[inline]
    fn of_path(&self, edges: f64) -> f64 {
        -((edges + 1.0) / self.twice_depth).ln()
    }
}

impl<T: AsRef<Taxonomy> + Send + Sync> Measure for LeacockChodorow<T> {
    #[inline]
    fn facts(&self) -> Facts {
        let path = self.path.facts();
        Facts { name: MeasureName::LeacockChodorow, best: self.of_path(path.best), worst: self.of_path(path.worst) }
    }

    #[inline]
    fn taxonomy(&self) -> &Taxonomy {
        self.path.taxonomy()
    }

    #[inline]
    fn between(&self, a: Concept, b: Concept) -> f64 {
        self.of_path(self.path.between(a, b))
    }

    fn subsumer(&self, a: Concept, b: Concept) -> Option<Concept> {
        self.path.subsumer(a, b)
    }
}
