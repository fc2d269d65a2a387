//! Batet's measure (seed 000, equation 3, as printed).

use super::{Direction, Measure, MeasureName, Taxonomic};
use crate::taxonomy::{Concept, Taxonomy};

/// `-log2(1 + δ)`: 0 for one concept and itself, -1 for two with no common ancestor.
#[derive(Clone, Copy, Debug)]
pub struct Batet<'t> {
    delta: Taxonomic<'t>,
}

impl<'t> Batet<'t> {
    /// Measures on this taxonomy.
    pub fn on(taxonomy: &'t Taxonomy) -> Self {
        Self { delta: Taxonomic::on(taxonomy) }
    }
}

impl Measure for Batet<'_> {
    fn name(&self) -> MeasureName {
        MeasureName::Batet
    }

    fn direction(&self) -> Direction {
        Direction::Similarity
    }

    fn taxonomy(&self) -> &Taxonomy {
        self.delta.taxonomy()
    }

    #[inline]
    fn between(&self, a: Concept, b: Concept) -> f64 {
        // 0 - x, not -x: identical concepts are at 0, not at -0.
        0.0 - (1.0 + self.delta.between(a, b)).log2()
    }

    fn best(&self) -> f64 {
        0.0
    }

    fn worst(&self) -> f64 {
        -1.0
    }
}
