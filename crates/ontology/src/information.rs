//! How specific a concept is.

use crate::error::{Error, Result};
use crate::stack::Stack;
use crate::taxonomy::{Concept, Taxonomy};
use scumble_io::{Place, Source};
use std::path::Path;
use std::sync::Arc;

/// Where information content is taken from.
#[derive(Debug)]
pub enum InformationSource {
    /// The taxonomy alone: [`InformationContent::intrinsic`].
    Intrinsic,
    /// How often senses were met in the tagged text of WordNet.
    Tagged,
    /// Counts of terms or concepts: [`InformationContent::read`].
    Counts(Source),
}

impl InformationSource {
    /// `intrinsic`, `tagged`, or else the name of a file of counts, which is read.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn open(name: &str) -> Result<Self> {
        match name {
            "intrinsic" => Ok(Self::Intrinsic),
            "tagged" => Ok(Self::Tagged),
            file => Ok(Self::Counts(Source::open(Path::new(file))?)),
        }
    }
}

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

    /// For every taxonomy of a stack, from lines of `term or concept<TAB>count`.
    ///
    /// A term's count goes to its first sense in every taxonomy that knows it; terms that none knows are passed over.
    ///
    /// ```
    /// use scumble_ontology::load::Source;
    /// use scumble_ontology::{InformationContent, Stack, wordnet};
    /// let nouns = wordnet().nouns();
    /// let counts = Source::text("counts.tsv", "dog\t1000\ncat.n.01\t10\n");
    /// let information = &InformationContent::read(&Stack::new(vec![nouns.clone()]), &counts)?[0];
    /// assert!(information.of(nouns.senses("dog")[0]) < information.of(nouns.senses("cat")[0]));
    /// # Ok::<(), scumble_ontology::Error>(())
    /// ```
    ///
    /// # Errors
    /// If a line is not a term, a tab and a whole number, or no line names a term of a taxonomy.
    pub fn read(stack: &Stack, counts: &Source) -> Result<Vec<Self>> {
        let members = stack.members();
        let mut sums: Vec<Vec<u64>> = members.iter().map(|taxonomy| vec![0; taxonomy.len()]).collect();
        let mut known = false;
        for (line, text) in counts.lines().filter(|(_, text)| !text.trim().is_empty()) {
            let parsed = text.rsplit_once('\t').and_then(|(term, count)| Some((term, count.trim().parse().ok()?)));
            let (term, count): (_, u64) =
                parsed.ok_or_else(|| Error::syntax(counts.file(), line, "not a term, a tab and a whole number"))?;
            for (taxonomy, sums) in members.iter().zip(&mut sums) {
                if let Some(concept) = taxonomy.senses(term).first() {
                    sums[concept.index()] = sums[concept.index()].saturating_add(count);
                    known = true;
                }
            }
        }
        if !known {
            let expected = "no line names a term of the taxonomy".into();
            return Err(Error::Syntax { at: Place::file(counts.file()), expected });
        }
        Ok(members.iter().zip(&sums).map(|(taxonomy, sums)| Self::from_counts(taxonomy, sums)).collect())
    }

    /// For every taxonomy of a stack, from a source.
    ///
    /// # Errors
    /// If a taxonomy was not [counted](Taxonomy::tag_counts) in tagged text, or counts cannot be [read](Self::read).
    pub fn of_stack(stack: &Stack, source: &InformationSource) -> Result<Vec<Self>> {
        let members = stack.members().iter();
        match source {
            InformationSource::Intrinsic => Ok(members.map(|taxonomy| Self::intrinsic(taxonomy)).collect()),
            InformationSource::Tagged => members
                .map(|taxonomy| Ok(Self::from_counts(taxonomy, &taxonomy.tag_counts().ok_or(Error::NotTagged)?)))
                .collect(),
            InformationSource::Counts(counts) => Self::read(stack, counts),
        }
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
