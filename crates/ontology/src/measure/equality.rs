//! The non-semantic baseline (seed 000, equation 8; seed 001, equation 9).

use super::{Direction, Measure, MeasureName};
use crate::taxonomy::{Concept, Taxonomy};

/// 0 if they are one concept, else 1.
#[derive(Clone, Copy, Debug)]
pub struct Equality<'t> {
    taxonomy: &'t Taxonomy,
}

impl<'t> Equality<'t> {
    /// Measures on this taxonomy.
    pub fn on(taxonomy: &'t Taxonomy) -> Self {
        Self { taxonomy }
    }
}

impl Measure for Equality<'_> {
    fn name(&self) -> MeasureName {
        MeasureName::Equality
    }

    fn direction(&self) -> Direction {
        Direction::Distance
    }

    fn taxonomy(&self) -> &Taxonomy {
        self.taxonomy
    }

    #[inline]
    fn between(&self, a: Concept, b: Concept) -> f64 {
        if a == b { 0.0 } else { 1.0 }
    }

    fn best(&self) -> f64 {
        0.0
    }

    fn worst(&self) -> f64 {
        1.0
    }
}
