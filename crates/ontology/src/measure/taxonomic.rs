//! The taxonomic distance δ: Batet, Erola, Sánchez and Castellà-Roca, "Semantic Anonymisation of Set-valued Data", equation 1.

use super::{Facts, Measure, MeasureName};
use crate::taxonomy::{Concept, Taxonomy};

/// `δ = (|T1 ∪ T2| - |T1 ∩ T2|) / |T1 ∪ T2|`: the share of ancestors that are not common.
#[derive(Clone, Copy, Debug)]
pub struct Taxonomic<T> {
    taxonomy: T,
}

impl<T: AsRef<Taxonomy>> Taxonomic<T> {
    /// Measures on this taxonomy.
    pub fn on(taxonomy: T) -> Self {
        Self { taxonomy }
    }
}

impl<T: AsRef<Taxonomy> + Send + Sync> Measure for Taxonomic<T> {
    #[inline]
    fn facts(&self) -> Facts {
        Facts { name: MeasureName::Taxonomic, best: 0.0, worst: 1.0 }
    }

    #[inline]
    fn taxonomy(&self) -> &Taxonomy {
        self.taxonomy.as_ref()
    }

    #[inline]
    fn between(&self, a: Concept, b: Concept) -> f64 {
        let taxonomy = self.taxonomy();
        let shared = taxonomy.shared(a, b);
        let union = taxonomy.ancestors(a).len() + taxonomy.ancestors(b).len() - shared;
        (union - shared) as f64 / union as f64
    }
}
