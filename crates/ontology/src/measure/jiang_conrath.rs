//! Jiang and Conrath's distance.

use super::{Facts, Measure, MeasureName, Resnik};
use crate::information::InformationContent;
use crate::taxonomy::{Concept, Taxonomy};

/// `IC1 + IC2 - 2·IC(ancestor)`; 0 for a concept and itself.
#[derive(Clone, Debug)]
pub struct JiangConrath<T> {
    resnik: Resnik<T>,
}

impl<T: AsRef<Taxonomy>> JiangConrath<T> {
    /// Measures on this taxonomy; `information` must be of the same one.
    pub fn on(taxonomy: T, information: InformationContent) -> Self {
        Self { resnik: Resnik::on(taxonomy, information) }
    }
}

impl<T: AsRef<Taxonomy> + Send + Sync> Measure for JiangConrath<T> {
    #[inline]
    fn facts(&self) -> Facts {
        Facts { name: MeasureName::JiangConrath, best: 0.0, worst: 2.0 * self.resnik.information().most() }
    }

    #[inline]
    fn taxonomy(&self) -> &Taxonomy {
        self.resnik.taxonomy()
    }

    #[inline]
    fn between(&self, a: Concept, b: Concept) -> f64 {
        let information = self.resnik.information();
        // Rounding must not take a concept below the distance to itself.
        (information.of(a) + information.of(b) - 2.0 * self.resnik.between(a, b)).max(0.0)
    }

    fn subsumer(&self, a: Concept, b: Concept) -> Option<Concept> {
        self.resnik.subsumer(a, b)
    }
}
