//! How much two terms have in common, in the taxonomy of a stack that knows both best.

use crate::error::Result;
use crate::information::{InformationContent, InformationSource};
use crate::measure::{Best, Direction, Measure, MeasureName, best_pair};
use crate::stack::Stack;
use crate::taxonomy::{Concept, Taxonomy};
use std::fmt;
use std::sync::Arc;

/// A measure on every taxonomy of a stack.
///
/// Two terms are compared in the taxonomy that knows both with the least change to either ([`Stack::both`]), by their closest
/// senses. A comparison owns what it needs: it can be kept, shared between threads and sent to them.
///
/// ```
/// use scumble_ontology::comparison::{Comparison, Unknown};
/// use scumble_ontology::measure::MeasureName;
/// use scumble_ontology::{InformationSource, Stack, Taxonomy, wordnet};
/// use std::sync::Arc;
///
/// let gadgets = Arc::new(Taxonomy::flat(["iPhone", "telephone"]));
/// let stack = Arc::new(Stack::new(vec![gadgets, wordnet().nouns().clone()]));
/// let comparison = Comparison::new(stack, MeasureName::WuPalmer, &InformationSource::Intrinsic)?;
/// let found = comparison.of("dog", "cat").unwrap();
/// let at = found.at.unwrap();
/// assert_eq!((format!("{:.4}", found.value), &*at.taxonomy.name(at.subsumer.unwrap())), ("0.8571".into(), "carnivore.n.01"));
/// assert_eq!(comparison.of("iPhone", "dog").unwrap_err(), Unknown::Apart);
/// assert_eq!(comparison.of("dog", "xyzzy").unwrap_err(), Unknown::Term(1));
/// # Ok::<(), scumble_ontology::Error>(())
/// ```
pub struct Comparison {
    stack: Arc<Stack>,
    name: MeasureName,
    /// One for each member of the stack.
    measures: Vec<Box<dyn Measure>>,
}

/// Why two terms cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unknown {
    /// No taxonomy knows the first term (0) or the second (1).
    #[error("no taxonomy knows the {} term", if *.0 == 0 { "first" } else { "second" })]
    Term(usize),
    /// Each term is known, but no one taxonomy knows both.
    #[error("no one taxonomy knows both terms")]
    Apart,
}

/// What two terms have in common.
#[derive(Clone, Copy, Debug)]
pub struct Found<'c> {
    /// The measure's value.
    pub value: f64,
    /// Whether a greater value is closer.
    pub direction: Direction,
    /// Where the terms were compared; `None` for a term that no taxonomy knows, compared with itself.
    pub at: Option<Compared<'c>>,
}

/// The taxonomy and the senses by which two terms were compared.
#[derive(Clone, Copy, Debug)]
pub struct Compared<'c> {
    /// The taxonomy that knows both terms.
    pub taxonomy: &'c Taxonomy,
    /// The closest senses of the two terms.
    pub senses: (Concept, Concept),
    /// The common ancestor that the measure takes; `None` if they have no ancestor in common.
    pub subsumer: Option<Concept>,
}

impl Comparison {
    /// A measure on every member of a stack. The measures that use information content take it from `source`, the others
    /// ignore it.
    ///
    /// # Errors
    /// If `source` has no information content for a member of the stack.
    pub fn new(stack: Arc<Stack>, name: MeasureName, source: &InformationSource) -> Result<Self> {
        let information =
            if name.needs_information() { Some(InformationContent::of_stack(&stack, source)?) } else { None };
        let information = information.into_iter().flatten().map(Some).chain(std::iter::repeat(None));
        let members = stack.members().iter().zip(information);
        let measures = members.map(|(taxonomy, information)| name.on(taxonomy.clone(), information)).collect();
        Ok(Self { stack, name, measures })
    }

    /// The name of the measure.
    pub fn name(&self) -> MeasureName {
        self.name
    }

    /// The taxonomies.
    pub fn stack(&self) -> &Arc<Stack> {
        &self.stack
    }

    /// Compares two terms in the taxonomy that knows both with the least change to either.
    ///
    /// # Errors
    /// If no taxonomy knows one of them, or none knows both. A term outside every taxonomy is comparable only to itself.
    pub fn of(&self, a: &str, b: &str) -> std::result::Result<Found<'_>, Unknown> {
        let direction = self.name.direction();
        if let Some((member, senses_a, senses_b)) = self.stack.both(a, b) {
            let measure = &*self.measures[member];
            if let Some(Best { value, senses }) = best_pair(measure, senses_a, senses_b) {
                let subsumer = measure.subsumer(senses.0, senses.1);
                let at = Compared { taxonomy: &self.stack.members()[member], senses, subsumer };
                return Ok(Found { value, direction, at: Some(at) });
            }
        }
        match ([a, b].map(|term| self.stack.senses(term).is_some()), self.measures.first()) {
            ([false, false], Some(measure)) if a == b => Ok(Found { value: measure.best(), direction, at: None }),
            ([false, _], _) => Err(Unknown::Term(0)),
            ([_, false], _) => Err(Unknown::Term(1)),
            _ => Err(Unknown::Apart),
        }
    }
}

impl fmt::Debug for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Comparison").field("name", &self.name).field("members", &self.measures.len()).finish()
    }
}

#[cfg(all(test, feature = "wordnet"))]
mod tests {
    use super::*;
    use crate::wordnet;

    #[test]
    fn it_can_be_kept_and_sent() {
        fn held<T: Send + Sync + 'static>(_: &T) {}
        let stack = Arc::new(Stack::new(vec![wordnet().nouns().clone(), wordnet().verbs().clone()]));
        for name in MeasureName::ALL {
            let comparison = Comparison::new(stack.clone(), name, &InformationSource::Tagged).unwrap();
            held(&comparison);
            let (there, back) = (comparison.of("dog", "poodle").unwrap(), comparison.of("poodle", "dog").unwrap());
            assert_eq!(there.value, back.value, "{}", name.as_str());
        }
    }

    #[test]
    fn an_unknown_term_is_as_close_to_itself_as_can_be() {
        let stack = Arc::new(Stack::new(vec![wordnet().nouns().clone()]));
        let comparison = Comparison::new(stack, MeasureName::Path, &InformationSource::Intrinsic).unwrap();
        let found = comparison.of("xyzzy", "xyzzy").unwrap();
        assert!(found.value == 0.0 && found.at.is_none() && found.direction == Direction::Distance);
        assert_eq!(comparison.of("xyzzy", "plugh").unwrap_err(), Unknown::Term(0));
    }
}
