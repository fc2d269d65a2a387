//! Lin's measure.

use super::{Direction, Measure, MeasureName, Resnik};
use crate::information::InformationContent;
use crate::taxonomy::{Concept, Taxonomy};

/// `2·IC(ancestor) / (IC1 + IC2)`; 1 for a concept and itself.
#[derive(Clone, Debug)]
pub struct Lin<'t> {
    resnik: Resnik<'t>,
}

impl<'t> Lin<'t> {
    /// Measures on this taxonomy; `information` must be of the same one.
    pub fn on(taxonomy: &'t Taxonomy, information: InformationContent) -> Self {
        Self { resnik: Resnik::on(taxonomy, information) }
    }
}

impl Measure for Lin<'_> {
    fn name(&self) -> MeasureName {
        MeasureName::Lin
    }

    fn direction(&self) -> Direction {
        Direction::Similarity
    }

    fn taxonomy(&self) -> &Taxonomy {
        self.resnik.taxonomy()
    }

    #[inline]
    fn between(&self, a: Concept, b: Concept) -> f64 {
        if a == b {
            return 1.0;
        }
        let both = self.resnik.information().of(a) + self.resnik.information().of(b);
        if both > 0.0 { 2.0 * self.resnik.between(a, b) / both } else { 0.0 }
    }

    fn best(&self) -> f64 {
        1.0
    }

    fn worst(&self) -> f64 {
        0.0
    }

    fn subsumer(&self, a: Concept, b: Concept) -> Option<Concept> {
        self.resnik.subsumer(a, b)
    }
}
