//! Wu and Palmer's measure in its depth form (Abril's thesis, "Privacy Protection Methods for Documents and Risk Evaluation for
//! Microdata", equation 4.13), by the convention that gives the thesis' numbers.

use super::{Facts, Measure, MeasureName};
use crate::taxonomy::{Concept, Taxonomy};
use std::cmp::Ordering;

/// `2·D / (len1 + len2)`.
///
/// The common subsumer is the one of greatest *min*-depth. Of several, one of the two concepts itself is taken if it is among
/// them, else the one with the shortest joint path (the sum of the shortest paths from both concepts), and among those the
/// first by name. D is its *max*-depth + 1; len_i = D + the shortest path from c_i to it in the is-a graph, which may pass
/// above it and come down again. A concept is at 1 from itself.
///
/// On WordNet's nouns this is what NLTK computes, but for two things: NLTK is not 1 between some concepts and themselves,
/// and on a tie it takes the concept that is asked first, if it is among them, or else the first by name, which makes it
/// asymmetric. Where there are several tops, depths count from the virtual root: tops are at depth 1, and what shares only
/// the virtual root has D = 1. (NLTK gives two verbs under one top no more than two under different ones.)
///
/// ```
/// use scumble_ontology::measure::{Measure, WuPalmer};
/// use scumble_ontology::wordnet;
/// let nouns = wordnet().nouns();
/// let measure = WuPalmer::on(nouns);
/// let [protest, peace] = ["protest_march.n.01", "peace_march.n.01"].map(|name| nouns.named(name).unwrap());
/// assert_eq!(measure.subsumer(peace, protest), Some(protest)); // as deep as other subsumers, and one of the two
/// assert_eq!(format!("{:.4}", measure.between(peace, protest)), "0.9565");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WuPalmer<T> {
    taxonomy: T,
    /// Nodes above a top, counting the top: 1, or 2 under a virtual root.
    top: usize,
}

impl<T: AsRef<Taxonomy>> WuPalmer<T> {
    /// Measures on this taxonomy.
    pub fn on(taxonomy: T) -> Self {
        let top = 1 + usize::from(taxonomy.as_ref().has_virtual_root());
        Self { taxonomy, top }
    }

    #[inline]
    fn ancestor(&self, a: Concept, b: Concept) -> Option<Concept> {
        let taxonomy = self.taxonomy.as_ref();
        let mut deepest: Option<(Concept, usize)> = None;
        let mut tied = false;
        for (ancestor, _, _) in taxonomy.common(a, b) {
            let depth = taxonomy.min_depth(ancestor);
            match deepest.map_or(Ordering::Greater, |(_, most)| depth.cmp(&most)) {
                Ordering::Greater => (deepest, tied) = (Some((ancestor, depth)), false),
                Ordering::Equal => tied = true,
                Ordering::Less => {}
            }
        }
        let (ancestor, depth) = deepest?;
        Some(if tied { self.of_equal_depth(a, b, depth) } else { ancestor })
    }

    /// The subsumer among several of the greatest min-depth.
    #[cold]
    fn of_equal_depth(&self, a: Concept, b: Concept, depth: usize) -> Concept {
        let taxonomy = self.taxonomy.as_ref();
        let common = taxonomy.common(a, b).map(|(ancestor, _, _)| ancestor);
        let order = |&x: &Concept, &y: &Concept| {
            let rank = |c: Concept| (c != a && c != b, taxonomy.shortest_path(a, c) + taxonomy.shortest_path(b, c));
            rank(x).cmp(&rank(y)).then_with(|| taxonomy.by_name(x, y))
        };
        common.filter(|&c| taxonomy.min_depth(c) == depth).min_by(order).unwrap_or(a)
    }
}

impl<T: AsRef<Taxonomy> + Send + Sync> Measure for WuPalmer<T> {
    #[inline]
    fn facts(&self) -> Facts {
        Facts { name: MeasureName::WuPalmer, best: 1.0, worst: 0.0 }
    }

    #[inline]
    fn taxonomy(&self) -> &Taxonomy {
        self.taxonomy.as_ref()
    }

    #[inline]
    fn between(&self, a: Concept, b: Concept) -> f64 {
        if a == b {
            return 1.0;
        }
        let taxonomy = self.taxonomy();
        let (depth, paths) = match self.ancestor(a, b) {
            Some(ancestor) => {
                let paths = taxonomy.shortest_path(a, ancestor) + taxonomy.shortest_path(b, ancestor);
                (taxonomy.max_depth(ancestor) + self.top, paths)
            }
            // Only the virtual root is above both.
            None => (1, taxonomy.min_depth(a) + taxonomy.min_depth(b) + 2),
        };
        2.0 * depth as f64 / (2 * depth + paths) as f64
    }

    fn subsumer(&self, a: Concept, b: Concept) -> Option<Concept> {
        self.ancestor(a, b)
    }
}
