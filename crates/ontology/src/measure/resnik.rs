//! Resnik's measure.

use super::{Direction, Measure, MeasureName, greatest_common};
use crate::information::InformationContent;
use crate::taxonomy::{Concept, Taxonomy};

/// The information content of the most informative common ancestor.
#[derive(Clone, Debug)]
pub struct Resnik<'t> {
    taxonomy: &'t Taxonomy,
    information: InformationContent,
}

impl<'t> Resnik<'t> {
    /// Measures on this taxonomy; `information` must be of the same one.
    pub fn on(taxonomy: &'t Taxonomy, information: InformationContent) -> Self {
        Self { taxonomy, information }
    }

    pub(super) fn information(&self) -> &InformationContent {
        &self.information
    }
}

impl Measure for Resnik<'_> {
    fn name(&self) -> MeasureName {
        MeasureName::Resnik
    }

    fn direction(&self) -> Direction {
        Direction::Similarity
    }

    fn taxonomy(&self) -> &Taxonomy {
        self.taxonomy
    }

    #[inline]
    fn between(&self, a: Concept, b: Concept) -> f64 {
        self.taxonomy.common(a, b).fold(0.0, |most, (ancestor, _, _)| most.max(self.information.of(ancestor)))
    }

    fn best(&self) -> f64 {
        self.information.most()
    }

    fn worst(&self) -> f64 {
        0.0
    }

    fn subsumer(&self, a: Concept, b: Concept) -> Option<Concept> {
        greatest_common(self.taxonomy, a, b, |ancestor, _, _| self.information.of(ancestor)).map(|found| found.0)
    }
}
