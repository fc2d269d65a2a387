//! Measures of how similar, or how far apart, two concepts or two terms are.
//!
//! One file a measure. With T(c) the ancestors of c and c itself:
//!
//! | name | value | common ancestor taken | best … worst |
//! |---|---|---|---|
//! | `path` | fewest is-a edges between the two | the one on that path | 0 … twice the deepest shortest way up |
//! | `wu-palmer` | 2·D / (len1 + len2), D the depth of the ancestor in nodes | greatest min-depth; then one of the two, the shortest joint path, the name | 1 … 0 |
//! | `wu-palmer-edges` | 2·N3 / (N1 + N2 + 2·N3), in edges | the one of greatest value | 1 … 0 |
//! | `leacock-chodorow` | -ln((path + 1) / (2·D)), D the greatest depth | the one on the path | ln(2·D) … |
//! | `batet` | -log2(1 + δ) | none: sets | 0 … -1 |
//! | `taxonomic` | δ = (\|T1 ∪ T2\| - \|T1 ∩ T2\|) / \|T1 ∪ T2\| | none: sets | 0 … 1 |
//! | `resnik` | the information content of the ancestor | the most informative | … 0 |
//! | `lin` | 2·IC(ancestor) / (IC1 + IC2) | the most informative | 1 … 0 |
//! | `jiang-conrath` | IC1 + IC2 - 2·IC(ancestor) | the most informative | 0 … twice the greatest IC |
//! | `equality` | 0 if they are one concept, else 1 | none | 0 … 1 |
//!
//! ```
//! use scumble_ontology::measure::{Measure, Taxonomic};
//! use scumble_ontology::wordnet;
//!
//! let nouns = wordnet().nouns();
//! let delta = Taxonomic::on(nouns);
//! let [cat, dog, car] = ["cat", "dog", "car"].map(|term| nouns.senses(term)[0]);
//! assert!(delta.between(cat, dog) < delta.between(cat, car));
//! ```

mod batet;
mod equality;
mod jiang_conrath;
mod leacock_chodorow;
mod lin;
mod named;
mod path;
mod resnik;
mod taxonomic;
mod terms;
mod wu_palmer;
mod wu_palmer_edges;

pub use batet::Batet;
pub use equality::Equality;
pub use jiang_conrath::JiangConrath;
pub use leacock_chodorow::LeacockChodorow;
pub use lin::Lin;
pub use named::MeasureName;
pub use path::Path;
pub use resnik::Resnik;
pub use taxonomic::Taxonomic;
pub use terms::{Best, best_pair, between_terms, common_hypernym};
pub use wu_palmer::WuPalmer;
pub use wu_palmer_edges::WuPalmerEdges;

use crate::taxonomy::{Concept, Taxonomy};

/// Whether greater values mean closer or farther.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Greater is closer.
    Similarity,
    /// Greater is farther apart.
    Distance,
}

impl Direction {
    /// Whether `x` is a closer value than `y`.
    #[inline]
    pub fn closer(self, x: f64, y: f64) -> bool {
        match self {
            Self::Similarity => x > y,
            Self::Distance => x < y,
        }
    }

    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Similarity => "similarity",
            Self::Distance => "distance",
        }
    }
}

/// What is known of a measure before any two concepts are compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facts {
    /// The name by which users choose it.
    pub name: MeasureName,
    /// The value of what could not be closer: also of an unknown term and itself.
    pub best: f64,
    /// The value of what has nothing in common: also of an unknown term and any other.
    pub worst: f64,
}

/// A measure between the concepts of one taxonomy: symmetric, and never better than between a concept and itself.
///
/// Every measure holds its taxonomy by reference or shared: `Lin<&Taxonomy>` borrows, `Lin<Arc<Taxonomy>>` is `'static`.
pub trait Measure: Send + Sync {
    /// Its name, its best and its worst value.
    fn facts(&self) -> Facts;

    /// The taxonomy whose concepts it compares.
    fn taxonomy(&self) -> &Taxonomy;

    /// The value for two concepts. Allocates nothing.
    fn between(&self, a: Concept, b: Concept) -> f64;

    /// The common ancestor that the measure takes; the lowest common hypernym if it takes none.
    fn subsumer(&self, a: Concept, b: Concept) -> Option<Concept> {
        self.taxonomy().lowest_common_hypernym(a, b)
    }

    /// The name by which users choose it.
    fn name(&self) -> MeasureName {
        self.facts().name
    }

    /// Whether greater values mean closer or farther.
    #[inline]
    fn direction(&self) -> Direction {
        self.facts().name.direction()
    }

    /// The value of what could not be closer.
    fn best(&self) -> f64 {
        self.facts().best
    }

    /// The value of what has nothing in common.
    fn worst(&self) -> f64 {
        self.facts().worst
    }
}

/// The common ancestor of greatest value; among equals the deepest, then the first by name.
pub(crate) fn greatest_common(
    taxonomy: &Taxonomy,
    a: Concept,
    b: Concept,
    value: impl Fn(Concept, usize, usize) -> f64,
) -> Option<(Concept, f64)> {
    let mut best: Option<(Concept, f64)> = None;
    for (ancestor, up, down) in taxonomy.common(a, b) {
        let value = value(ancestor, up, down);
        let better = best.is_none_or(|(known, most)| {
            // Ancestors come by depth, then by name: a later one of greater depth wins a tie.
            value > most || (value == most && taxonomy.max_depth(ancestor) > taxonomy.max_depth(known))
        });
        if better {
            best = Some((ancestor, value));
        }
    }
    best
}
