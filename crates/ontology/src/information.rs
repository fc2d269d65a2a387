//! How specific a concept is.

use crate::taxonomy::{Concept, Taxonomy};
use std::sync::Arc;

/// The information content of every concept of one taxonomy: 0 at the top, more for what is rarer or narrower.
#[derive(Clone, Debug)]
pub struct InformationContent {
    values: Arc<[f64]>,
    most: f64,
}

impl InformationContent {
    /// From the taxonomy alone, after Seco, Veale and Hayes: `1 - ln(hyponyms + 1) / ln(concepts)`, in [0, 1].
    ///
    /// With several tops, their virtual root counts as one more concept and is the one of value 0.
    ///
    /// ```
    /// use scumble_ontology::{InformationContent, wordnet};
    /// let nouns = wordnet().nouns();
    /// let information = InformationContent::intrinsic(nouns);
    /// let of = |name: &str| information.of(nouns.named(name).unwrap());
    /// assert_eq!(of("entity.n.01"), 0.0);
    /// assert!(of("animal.n.01") < of("dog.n.01") && of("dog.n.01") < of("pug.n.01"));
    /// assert_eq!(of("pug.n.01"), 1.0);
    /// ```
    pub fn intrinsic(taxonomy: &Taxonomy) -> Self {
        let all = taxonomy.len() + usize::from(taxonomy.has_virtual_root());
        let ln_all = (all as f64).ln();
        let below = cumulated(taxonomy, |_| 1.0);
        // `below` counts the concept itself: hyponyms + 1.
        let value = |&count: &f64| if all > 1 { 1.0 - count.ln() / ln_all } else { 0.0 };
        Self::from_values(below.iter().map(value).collect())
    }

    /// From how often each concept was met: `-ln p`, where a concept is met whenever something below it is.
    ///
    /// `counts[c]` is for concept `c` itself. One is added to every concept (Laplace), so that what was never met is
    /// very informative but not infinitely so. A sighting counts once for each ancestor, however many ways lead up.
    pub fn from_counts(taxonomy: &Taxonomy, counts: &[u64]) -> Self {
        let count = |concept: Concept| counts.get(concept.index()).copied().unwrap_or(0) as f64 + 1.0;
        let met = cumulated(taxonomy, count);
        let total: f64 = taxonomy.concepts().map(count).sum();
        Self::from_values(met.iter().map(|&met| 0.0f64.max(-(met / total).ln())).collect())
    }

    fn from_values(values: Vec<f64>) -> Self {
        let most = values.iter().copied().fold(0.0, f64::max);
        Self { values: values.into(), most }
    }

    /// The information content of a concept.
    #[inline]
    pub fn of(&self, concept: Concept) -> f64 {
        self.values[concept.index()]
    }

    /// The greatest of any concept.
    pub fn most(&self) -> f64 {
        self.most
    }
}

/// Adds each concept's count to itself and to every ancestor, once.
fn cumulated(taxonomy: &Taxonomy, count: impl Fn(Concept) -> f64) -> Vec<f64> {
    let mut sums = vec![0.0; taxonomy.len()];
    for concept in taxonomy.concepts() {
        let count = count(concept);
        for ancestor in taxonomy.ancestors(concept) {
            sums[ancestor.index()] += count;
        }
    }
    sums
}

impl Taxonomy {
    /// Adds each concept's count to itself and to every ancestor, once: how often anything of a kind was met.
    pub fn cumulate(&self, counts: &[u64]) -> Vec<f64> {
        cumulated(self, |concept| counts.get(concept.index()).copied().unwrap_or(0) as f64)
    }
}
