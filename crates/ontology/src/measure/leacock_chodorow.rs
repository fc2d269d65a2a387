//! Leacock and Chodorow's measure.

use super::{Direction, Measure, MeasureName, Path};
use crate::taxonomy::{Concept, Taxonomy};

/// `-ln((path + 1) / (2·D))`, D the greatest depth of the taxonomy in edges (19 for WordNet's nouns; one more where a
/// virtual root joins several tops).
#[derive(Clone, Copy, Debug)]
pub struct LeacockChodorow<'t> {
    path: Path<'t>,
    twice_depth: f64,
}

impl<'t> LeacockChodorow<'t> {
    /// Measures on this taxonomy.
    pub fn on(taxonomy: &'t Taxonomy) -> Self {
        let depth = taxonomy.deepest_max() + usize::from(taxonomy.has_virtual_root());
        // A taxonomy of one concept has no depth; 1 keeps the logarithm finite.
        Self { path: Path::on(taxonomy), twice_depth: 2.0 * depth.max(1) as f64 }
    }

    #[inline]
    fn of_path(&self, edges: f64) -> f64 {
        -((edges + 1.0) / self.twice_depth).ln()
    }
}

impl Measure for LeacockChodorow<'_> {
    fn name(&self) -> MeasureName {
        MeasureName::LeacockChodorow
    }

    fn direction(&self) -> Direction {
        Direction::Similarity
    }

    fn taxonomy(&self) -> &Taxonomy {
        self.path.taxonomy()
    }

    #[inline]
    fn between(&self, a: Concept, b: Concept) -> f64 {
        self.of_path(self.path.between(a, b))
    }

    fn best(&self) -> f64 {
        self.of_path(self.path.best())
    }

    fn worst(&self) -> f64 {
        self.of_path(self.path.worst())
    }

    fn subsumer(&self, a: Concept, b: Concept) -> Option<Concept> {
        self.path.subsumer(a, b)
    }
}
