//! The non-semantic baseline: Martínez, Sánchez and Valls, "Evaluation of the disclosure risk of masking methods dealing with
//! textual attributes", equation 8; Batet, Erola, Sánchez and Castellà-Roca, "Semantic Anonymisation of Set-valued Data",
//! equation 9.

use super::{Facts, Measure, MeasureName};
use crate::taxonomy::{Concept, Taxonomy};

/// 0 if they are one concept, else 1.
#[derive(Clone, Copy, Debug)]
pub struct Equality<T> {
    taxonomy: T,
}

impl<T: AsRef<Taxonomy>> Equality<T> {
    /// Measures on this taxonomy.
    pub fn on(taxonomy: T) -> Self {
        Self { taxonomy }
    }
}

impl<T: AsRef<Taxonomy> + Send + Sync> Measure for Equality<T> {
    #[inline]
    fn facts(&self) -> Facts {
        Facts { name: MeasureName::Equality, best: 0.0, worst: 1.0 }
    }

    #[inline]
    fn taxonomy(&self) -> &Taxonomy {
        self.taxonomy.as_ref()
    }

    #[inline]
    fn between(&self, a: Concept, b: Concept) -> f64 {
        if a == b { 0.0 } else { 1.0 }
    }
}
