//! Batet's measure, as printed in Martínez, Sánchez and Valls, "Evaluation of the disclosure risk of masking methods dealing
//! with textual attributes", equation 3.

use super::{Facts, Measure, MeasureName, Taxonomic};
use crate::taxonomy::{Concept, Taxonomy};

/// `-log2(1 + δ)`: 0 for one concept and itself, -1 for two with no common ancestor.
#[derive(Clone, Copy, Debug)]
pub struct Batet<T> {
    delta: Taxonomic<T>,
}

impl<T: AsRef<Taxonomy>> Batet<T> {
    /// Measures on this taxonomy.
    pub fn on(taxonomy: T) -> Self {
        Self { delta: Taxonomic::on(taxonomy) }
    }
}

impl<T: AsRef<Taxonomy> + Send + Sync> Measure for Batet<T> {
    #[inline]
    fn facts(&self) -> Facts {
        Facts { name: MeasureName::Batet, best: 0.0, worst: -1.0 }
    }

    #[inline]
    fn taxonomy(&self) -> &Taxonomy {
        self.delta.taxonomy()
    }

    #[inline]
    fn between(&self, a: Concept, b: Concept) -> f64 {
        // 0 - x, not -x: identical concepts are at 0, not at -0.
        0.0 - (1.0 + self.delta.between(a, b)).log2()
    }
}
