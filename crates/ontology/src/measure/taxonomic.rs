//! The taxonomic distance δ (seed 001, equation 1).

use super::{Direction, Measure, MeasureName};
use crate::taxonomy::{Concept, Taxonomy};

/// `δ = (|T1 ∪ T2| - |T1 ∩ T2|) / |T1 ∪ T2|`: the share of ancestors that are not common.
#[derive(Clone, Copy, Debug)]
pub struct Taxonomic<'t> {
    taxonomy: &'t Taxonomy,
}

impl<'t> Taxonomic<'t> {
    /// Measures on this taxonomy.
    pub fn on(taxonomy: &'t Taxonomy) -> Self {
        Self { taxonomy }
    }
}

impl Measure for Taxonomic<'_> {
    fn name(&self) -> MeasureName {
        MeasureName::Taxonomic
    }

    fn direction(&self) -> Direction {
        Direction::Distance
    }

    fn taxonomy(&self) -> &Taxonomy {
        self.taxonomy
    }

    #[inline]
    fn between(&self, a: Concept, b: Concept) -> f64 {
        let shared = self.taxonomy.shared(a, b);
        let union = self.taxonomy.ancestors(a).len() + self.taxonomy.ancestors(b).len() - shared;
        (union - shared) as f64 / union as f64
    }

    fn best(&self) -> f64 {
        0.0
    }

    fn worst(&self) -> f64 {
        1.0
    }
}
