//! A directed acyclic graph of concepts, flat in memory, and the lexicon that names them.
//!
//! Concepts are numbered by their greatest depth, then by name. That order is topological (a parent comes before its
//! children), so ancestor sets are built in one pass, each set is sorted, and the concept itself is its last member.

mod ancestors;
mod builder;
mod common;
mod lexicon;
mod names;
pub(crate) mod order;
mod restricted;

pub use builder::{Builder, Draft};
pub use common::Common;
pub(crate) use lexicon::{Lexicon, Words, lookup_key};
pub(crate) use names::Names;

use crate::csr::Rows;
use crate::morphology::PartOfSpeech;
use crate::strings::StringTable;
use ancestors::Ancestors;
use std::borrow::Cow;
use std::sync::OnceLock;

/// The number of a concept in its [`Taxonomy`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Concept(pub(crate) u32);

impl Concept {
    /// The number as an index into arrays that hold one entry a concept.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Concepts, what each is a kind of, and the terms that name them. Immutable; share it by reference.
///
/// ```
/// use scumble_ontology::wordnet;
///
/// let nouns = wordnet().nouns();
/// let dog = nouns.senses("dog")[0];
/// let cat = nouns.senses("cat")[0];
/// let both = nouns.lowest_common_hypernym(dog, cat).unwrap();
/// assert_eq!(nouns.name(both), "carnivore.n.01");
/// assert_eq!(nouns.max_depth(both), 11);
/// ```
#[derive(Debug)]
pub struct Taxonomy {
    names: Names,
    lexicon: Lexicon,
    parents: Rows<Concept>,
    children: OnceLock<Rows<Concept>>,
    longest_term: OnceLock<usize>,
    ancestors: Ancestors,
    part_of_speech: PartOfSpeech,
    glosses: Option<StringTable>,
    instances: Vec<bool>,
    optional_dots: bool,
    /// How often each item of the lexicon's senses was tagged; empty where the source does not count.
    tagged: Vec<u32>,
}

/// A measure takes a taxonomy by reference or shared (`Arc<Taxonomy>`).
impl AsRef<Taxonomy> for Taxonomy {
    fn as_ref(&self) -> &Taxonomy {
        self
    }
}

/// What a loader hands over: concepts already in topological order.
pub(crate) struct Parts {
    pub(crate) names: Names,
    pub(crate) parents: Rows<Concept>,
    pub(crate) lexicon: Lexicon,
    pub(crate) part_of_speech: PartOfSpeech,
    pub(crate) glosses: Option<StringTable>,
    pub(crate) instances: Vec<bool>,
    pub(crate) optional_dots: bool,
    pub(crate) tagged: Vec<u32>,
}

/// The limit of what is precomputed, in words.
pub(crate) const MOST_ANCESTORS: &str = "the ancestors of all concepts together are more than 268 million";

/// No more levels than this: a chain deeper than a thousand is a mistake in the file.
pub const MAX_LEVELS: usize = 1000;

impl Taxonomy {
    /// Completes the parts; `Err` holds the concept at which the ancestor sets outgrew their limit.
    pub(crate) fn assemble(parts: Parts) -> std::result::Result<Self, Concept> {
        let ancestors = Ancestors::of(&parts.parents)?;
        Ok(Self {
            names: parts.names,
            lexicon: parts.lexicon,
            parents: parts.parents,
            children: OnceLock::new(),
            longest_term: OnceLock::new(),
            ancestors,
            part_of_speech: parts.part_of_speech,
            glosses: parts.glosses,
            instances: parts.instances,
            optional_dots: parts.optional_dots,
            tagged: parts.tagged,
        })
    }

    /// Every item its own concept, nothing above them: for plain transactions.
    ///
    /// ```
    /// use scumble_ontology::Taxonomy;
    /// let flat = Taxonomy::flat(["milk", "bread"]);
    /// let (milk, bread) = (flat.senses("milk")[0], flat.senses("bread")[0]);
    /// assert_eq!(flat.shared(milk, bread), 0);
    /// assert_eq!(flat.lowest_common_hypernym(milk, bread), None);
    /// ```
    pub fn flat<'a>(items: impl IntoIterator<Item = &'a str>) -> Self {
        let mut builder = Builder::new("items");
        for item in items {
            builder.term(item, 0);
        }
        builder.build(false).unwrap_or_else(|_| Self::empty())
    }

    fn empty() -> Self {
        Self::assemble(Parts {
            names: Names::given(StringTable::default()),
            parents: Rows::default(),
            lexicon: Lexicon::default(),
            part_of_speech: PartOfSpeech::Noun,
            glosses: None,
            instances: Vec::new(),
            optional_dots: false,
            tagged: Vec::new(),
        })
        .expect("nothing has no ancestors")
    }

    /// How many concepts there are.
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Whether there is no concept at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All concepts, parents before children.
    pub fn concepts(&self) -> impl Iterator<Item = Concept> + Clone + use<> {
        (0..self.len() as u32).map(Concept)
    }

    /// The concept's unique name: `dog.n.01`, a code, a path, an identifier, or a hierarchy's value.
    pub fn name(&self, concept: Concept) -> Cow<'_, str> {
        self.names.get(&self.lexicon, concept)
    }

    /// The concept of exactly that name; in WordNet also by the place among the senses of any of its terms.
    pub fn named(&self, name: &str) -> Option<Concept> {
        self.names.find(&self.lexicon, name)
    }

    /// Orders two concepts by name, as text.
    pub(crate) fn by_name(&self, a: Concept, b: Concept) -> std::cmp::Ordering {
        self.names.compare(&self.lexicon, a, b)
    }

    /// The terms of a concept as written, the preferred one first.
    pub fn labels(&self, concept: Concept) -> impl Iterator<Item = &str> {
        self.lexicon.labels(concept)
    }

    /// The preferred term of a concept; every concept has one.
    pub fn label(&self, concept: Concept) -> &str {
        self.labels(concept).next().unwrap_or("")
    }

    /// What the source says of the concept, where it was kept (WordNet folders and LMF).
    pub fn gloss(&self, concept: Concept) -> Option<&str> {
        self.glosses.as_ref().map(|glosses| glosses.get(concept.index())).filter(|gloss| !gloss.is_empty())
    }

    /// Its terms, its parents and its gloss, for people: "weapon, arm — a kind of instrument".
    pub fn describe(&self, concept: Concept) -> String {
        let mut text = self.labels(concept).collect::<Vec<_>>().join(", ");
        let parents: Vec<&str> = self.parents(concept).iter().map(|&parent| self.label(parent)).collect();
        if !parents.is_empty() {
            let link = if self.is_instance(concept) { "one" } else { "a kind" };
            text.push_str(&format!(" — {link} of {}", parents.join(" and ")));
        }
        if let Some(gloss) = self.gloss(concept) {
            text.push_str(&format!(" ({gloss})"));
        }
        text
    }

    /// Whether the concept is a thing of its own (Paris) rather than a kind of thing (city).
    pub fn is_instance(&self, concept: Concept) -> bool {
        self.instances.get(concept.index()).copied().unwrap_or(false)
    }

    /// How often each sense of a key was tagged; `None` if the key has no sense here.
    pub(crate) fn tagged_of_key(&self, key: usize) -> Option<u32> {
        let range = self.lexicon.senses.range(key);
        (!range.is_empty()).then(|| self.tagged.get(range).map_or(0, |counts| counts.iter().sum()))
    }

    /// How often each concept was met in the source's own tagged text, over all its terms; `None` if it has none.
    pub fn tag_counts(&self) -> Option<Vec<u64>> {
        if self.tagged.is_empty() {
            return None;
        }
        let mut counts = vec![0; self.len()];
        for (concept, &count) in self.lexicon.senses.items().iter().zip(&self.tagged) {
            counts[concept.index()] += u64::from(count);
        }
        Some(counts)
    }

    /// Whether terms may be asked for with dots that they are not written with.
    pub(crate) fn has_optional_dots(&self) -> bool {
        self.optional_dots
    }

    /// The length of the longest term.
    pub(crate) fn longest_term(&self) -> usize {
        *self.longest_term.get_or_init(|| self.lexicon.words.longest())
    }

    /// The part of speech whose morphology its terms follow.
    pub fn part_of_speech(&self) -> PartOfSpeech {
        self.part_of_speech
    }

    /// All terms, normalised (lower case, single spaces) and sorted.
    pub fn terms(&self) -> impl Iterator<Item = &str> {
        self.terms_and_senses().map(|(term, _)| term)
    }

    /// All terms with their concepts.
    pub(crate) fn terms_and_senses(&self) -> impl Iterator<Item = (&str, &[Concept])> {
        // WordNet's nouns and verbs share their keys: the other's have no senses here.
        self.lexicon.keys().filter(|(_, senses)| !senses.is_empty())
    }

    /// The concepts of a term in exactly this form (case, underscores and runs of blanks aside), the commonest first.
    pub fn exact_senses(&self, term: &str) -> &[Concept] {
        self.lexicon.find(&lookup_key(term))
    }

    /// The direct parents.
    pub fn parents(&self, concept: Concept) -> &[Concept] {
        self.parents.row(concept.index())
    }

    /// The direct children.
    pub fn children(&self, concept: Concept) -> &[Concept] {
        self.children
            .get_or_init(|| {
                let links =
                    self.concepts().flat_map(|child| self.parents(child).iter().map(move |parent| (parent.0, child)));
                Rows::group(self.len(), links)
            })
            .row(concept.index())
    }

    /// The concepts without a parent.
    pub fn tops(&self) -> impl Iterator<Item = Concept> {
        // Numbered by depth: all tops come first.
        self.concepts().take_while(|&c| self.max_depth(c) == 0)
    }

    /// Whether several tops hang from one virtual root, which is no concept and never an answer.
    #[inline]
    pub fn has_virtual_root(&self) -> bool {
        self.ancestors.tops() > 1
    }

    /// T(c): the concept and everything above it, sorted; the concept itself comes last.
    #[inline]
    pub fn ancestors(&self, concept: Concept) -> &[Concept] {
        self.ancestors.of_concept(concept)
    }

    /// For each of [`ancestors`](Self::ancestors), the fewest is-a edges up to it.
    #[inline]
    pub fn edges_up(&self, concept: Concept) -> &[u16] {
        self.ancestors.edges(concept)
    }

    /// The fewest edges up to a top (0 for a top itself).
    #[inline]
    pub fn min_depth(&self, concept: Concept) -> usize {
        self.ancestors.min_depth(concept)
    }

    /// The most edges up to a top.
    #[inline]
    pub fn max_depth(&self, concept: Concept) -> usize {
        self.ancestors.max_depth(concept)
    }

    /// The greatest [`min_depth`](Self::min_depth) of any concept.
    pub fn deepest_min(&self) -> usize {
        self.ancestors.deepest_min()
    }

    /// The greatest [`max_depth`](Self::max_depth) of any concept.
    pub fn deepest_max(&self) -> usize {
        self.ancestors.deepest_max()
    }

    /// The concept and everything below it, nearest first, in the order of their numbers within a level.
    ///
    /// ```
    /// use scumble_ontology::wordnet;
    /// let nouns = wordnet().nouns();
    /// let big_cat = nouns.named("big_cat.n.01").unwrap();
    /// let below: Vec<_> = nouns.hyponyms(big_cat).into_iter().map(|c| nouns.label(c)).collect();
    /// assert_eq!(below[0], "big cat");
    /// assert!(below.contains(&"tiger") && below.contains(&"lioness"));
    /// ```
    pub fn hyponyms(&self, concept: Concept) -> Vec<Concept> {
        let mut seen = vec![false; self.len()];
        seen[concept.index()] = true;
        let mut found = vec![concept];
        let mut level = 0..1;
        while !level.is_empty() {
            let next = found.len();
            for i in level {
                let parent = found[i];
                for &child in self.children(parent) {
                    if !std::mem::replace(&mut seen[child.index()], true) {
                        found.push(child);
                    }
                }
            }
            found[next..].sort_unstable();
            level = next..found.len();
        }
        found
    }
}
