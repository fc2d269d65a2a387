//! Edges between two concepts (seed 000, equation 1).

use super::{Direction, Measure, MeasureName, greatest_common};
use crate::taxonomy::{Concept, Taxonomy};

/// The fewest is-a edges between two concepts, through a common ancestor.
#[derive(Clone, Copy, Debug)]
pub struct Path<'t> {
    taxonomy: &'t Taxonomy,
    worst: f64,
}

impl<'t> Path<'t> {
    /// Measures on this taxonomy.
    pub fn on(taxonomy: &'t Taxonomy) -> Self {
        let deepest = taxonomy.deepest_min() + usize::from(taxonomy.has_virtual_root());
        Self { taxonomy, worst: 2.0 * deepest as f64 }
    }
}

impl Measure for Path<'_> {
    fn name(&self) -> MeasureName {
        MeasureName::Path
    }

    fn direction(&self) -> Direction {
        Direction::Distance
    }

    fn taxonomy(&self) -> &Taxonomy {
        self.taxonomy
    }

    #[inline]
    fn between(&self, a: Concept, b: Concept) -> f64 {
        self.taxonomy.shortest_path(a, b) as f64
    }

    fn best(&self) -> f64 {
        0.0
    }

    fn worst(&self) -> f64 {
        self.worst
    }

    fn subsumer(&self, a: Concept, b: Concept) -> Option<Concept> {
        let shortest = self.taxonomy.shortest_path(a, b);
        let found = greatest_common(self.taxonomy, a, b, |_, up, down| -((up + down) as f64));
        found.filter(|(_, edges)| -edges == shortest as f64).map(|(ancestor, _)| ancestor)
    }
}
