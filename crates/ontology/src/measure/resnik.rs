//! Resnik's measure.

use super::{Facts, Measure, MeasureName, greatest_common};
use crate::information::InformationContent;
use crate::taxonomy::{Concept, Taxonomy};

/// The information content of the most informative common ancestor.
#[derive(Clone, Debug)]
pub struct Resnik<T> {
    taxonomy: T,
    information: InformationContent,
}

impl<T: AsRef<Taxonomy>> Resnik<T> {
    /// Measures on this taxonomy; `information` must be of the same one.
    pub fn on(taxonomy: T, information: InformationContent) -> Self {
        Self { taxonomy, information }
    }

    pub(super) fn information(&self) -> &InformationContent {
        &self.information
    }
}

impl<T: AsRef<Taxonomy> + Send + Sync> Measure for Resnik<T> {
    #[inline]
    fn facts(&self) -> Facts {
        Facts { name: MeasureName::Resnik, best: self.information.most(), worst: 0.0 }
    }

    #[inline]
    fn taxonomy(&self) -> &Taxonomy {
        self.taxonomy.as_ref()
    }

    #[inline]
    fn between(&self, a: Concept, b: Concept) -> f64 {
        self.taxonomy().common(a, b).fold(0.0, |most, (ancestor, _, _)| most.max(self.information.of(ancestor)))
    }

    fn subsumer(&self, a: Concept, b: Concept) -> Option<Concept> {
        greatest_common(self.taxonomy(), a, b, |ancestor, _, _| self.information.of(ancestor)).map(|found| found.0)
    }
}
