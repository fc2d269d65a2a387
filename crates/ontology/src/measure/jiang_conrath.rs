//! Jiang and Conrath's distance.

use super::{Direction, Measure, MeasureName, Resnik};
use crate::information::InformationContent;
use crate::taxonomy::{Concept, Taxonomy};

/// `IC1 + IC2 - 2·IC(ancestor)`; 0 for a concept and itself.
#[derive(Clone, Debug)]
pub struct JiangConrath<'t> {
    resnik: Resnik<'t>,
}

impl<'t> JiangConrath<'t> {
    /// Measures on this taxonomy; `information` must be of the same one.
    pub fn on(taxonomy: &'t Taxonomy, information: InformationContent) -> Self {
        Self { resnik: Resnik::on(taxonomy, information) }
    }
}

impl Measure for JiangConrath<'_> {
    fn name(&self) -> MeasureName {
        MeasureName::JiangConrath
    }

    fn direction(&self) -> Direction {
        Direction::Distance
    }

    fn taxonomy(&self) -> &Taxonomy {
        self.resnik.taxonomy()
    }

    #[inline]
    fn between(&self, a: Concept, b: Concept) -> f64 {
        let information = self.resnik.information();
        // Rounding must not take a concept below the distance to itself.
        (information.of(a) + information.of(b) - 2.0 * self.resnik.between(a, b)).max(0.0)
    }

    fn best(&self) -> f64 {
        0.0
    }

    fn worst(&self) -> f64 {
        2.0 * self.resnik.information().most()
    }

    fn subsumer(&self, a: Concept, b: Concept) -> Option<Concept> {
        self.resnik.subsumer(a, b)
    }
}
