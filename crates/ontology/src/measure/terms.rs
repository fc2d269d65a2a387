//! From concepts to terms: the best over all pairs of senses.

use super::Measure;
use crate::taxonomy::Concept;

/// The closest pair of senses of two terms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Best {
    /// The measure's value for the pair.
    pub value: f64,
    /// The senses.
    pub senses: (Concept, Concept),
}

/// The closest pair of senses; on a tie the first in sense order, the first term's senses outermost.
///
/// `None` if either list is empty.
pub fn best_pair<M: Measure + ?Sized>(measure: &M, a: &[Concept], b: &[Concept]) -> Option<Best> {
    let direction = measure.direction();
    let mut best: Option<Best> = None;
    for &x in a {
        for &y in b {
            let value = measure.between(x, y);
            if best.is_none_or(|best| direction.closer(value, best.value)) {
                best = Some(Best { value, senses: (x, y) });
            }
        }
    }
    best
}

/// The closest pair of senses of two terms; `None` if the taxonomy does not know one of them.
///
/// A term outside the taxonomy is comparable only to itself: [`Measure::best`] with itself, [`Measure::worst`] with others.
///
/// ```
/// use scumble_ontology::measure::{Path, between_terms};
/// use scumble_ontology::wordnet;
/// let path = Path::on(wordnet().nouns());
/// assert_eq!(between_terms(&path, "fishing", "bicycling").unwrap().value, 4.0);
/// assert_eq!(between_terms(&path, "fishing", "xyzzy"), None);
/// ```
pub fn between_terms<M: Measure + ?Sized>(measure: &M, a: &str, b: &str) -> Option<Best> {
    let taxonomy = measure.taxonomy();
    best_pair(measure, taxonomy.senses(a), taxonomy.senses(b))
}

/// The lowest common hypernym of two terms: that of the closest pair of their senses.
///
/// ```
/// use scumble_ontology::measure::{WuPalmer, common_hypernym};
/// use scumble_ontology::wordnet;
/// let nouns = wordnet().nouns();
/// let hypernym = common_hypernym(&WuPalmer::on(nouns), "horse", "monkey").unwrap();
/// assert_eq!(nouns.label(hypernym), "placental");
/// ```
pub fn common_hypernym<M: Measure + ?Sized>(measure: &M, a: &str, b: &str) -> Option<Concept> {
    let best = between_terms(measure, a, b)?;
    measure.taxonomy().lowest_common_hypernym(best.senses.0, best.senses.1)
}
