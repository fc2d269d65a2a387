//! Lin's measure.

use super::{Facts, Measure, MeasureName, Resnik};
use crate::information::InformationContent;
use crate::taxonomy::{Concept, Taxonomy};

/// `2·IC(ancestor) / (IC1 + IC2)`; 1 for a concept and itself.
#[derive(Clone, Debug)]
pub struct Lin<T> {
    resnik: Resnik<T>,
}

impl<T: AsRef<Taxonomy>> Lin<T> {
    /// Measures on this taxonomy; `information` must be of the same one.
    pub fn on(taxonomy: T, information: InformationContent) -> Self {
        Self { resnik: Resnik::on(taxonomy, information) }
    }
}

impl<T: AsRef<Taxonomy> + Send + Sync> Measure for Lin<T> {
    #[inline]
    fn facts(&self) -> Facts {
        Facts { name: MeasureName::Lin, best: 1.0, worst: 0.0 }
    }

    #[inline]
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

    fn subsumer(&self, a: Concept, b: Concept) -> Option<Concept> {
        self.resnik.subsumer(a, b)
    }
}
