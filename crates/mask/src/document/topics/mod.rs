//! Topics: terms that are risky together, where they stand in a text, and how dense they are.
//!
//! [`TopicReader`] finds the terms of all topics in one pass over a text, clusters the hits of each topic by their positions, and
//! gives for each paragraph the hits per hundred words. Nothing of the text has to be tagged for it.

mod density;
mod forms;
mod gap;
mod terms;
#[cfg(test)]
mod twin;
mod vocabulary;

pub use density::{LEAST_HITS, Paragraph, REACH};
pub use terms::TopicHit;

use density::{Bounds, clustered, paragraphs};
use scumble_text::Language;
use terms::TopicTerms;

/// Words that are risky together.
#[derive(Clone, Debug, PartialEq)]
pub struct Topic {
    /// What the topic is called.
    pub name: String,
    /// Its terms.
    pub terms: Vec<String>,
    /// From how many hits per hundred words on a paragraph is a risky block.
    pub threshold: f64,
}

impl Topic {
    /// A topic of these terms.
    pub fn new<'t>(name: &str, terms: impl IntoIterator<Item = &'t str>, threshold: f64) -> Self {
        Self { name: name.to_owned(), terms: terms.into_iter().map(str::to_owned).collect(), threshold }
    }
}

/// Looks for the terms of topics.
///
/// ```
/// use scumble_mask::document::{Topic, TopicReader};
/// use scumble_text::Language;
///
/// let weapons = Topic::new("weapons", ["missile", "machine gun", "handgun"], 3.0);
/// let text = "Two missles, a machine-gun and hand guns.";
/// let reading = TopicReader::new(vec![weapons], Language::english()).read(text, &[]).remove(0);
/// let hits: Vec<&str> = reading.hits.iter().map(|hit| hit.span.of(text)).collect();
/// assert_eq!(hits, ["missles", "machine-gun", "hand guns"]);
/// assert_eq!(reading.blocks(3.0).count(), 1);
/// ```
pub struct TopicReader {
    topics: Vec<Topic>,
    terms: TopicTerms,
}

/// A topic in a text.
#[derive(Clone, Debug, PartialEq)]
pub struct TopicReading {
    /// Where its terms stand, from left to right; no two have a word in common.
    pub hits: Vec<TopicHit>,
    /// For each hit whether it belongs to a cluster.
    pub clustered: Vec<bool>,
    /// The paragraphs of the text, with this topic's density.
    pub paragraphs: Vec<Paragraph>,
}

impl TopicReading {
    /// The risky blocks: paragraphs that have a part of a cluster and reach a density.
    pub fn blocks(&self, threshold: f64) -> impl Iterator<Item = &Paragraph> {
        self.paragraphs.iter().filter(move |paragraph| paragraph.clustered && paragraph.density() >= threshold)
    }
}

impl TopicReader {
    /// Prepares to look for topics in texts of a language.
    pub fn new(topics: Vec<Topic>, language: &'static Language) -> Self {
        Self { terms: TopicTerms::new(&topics, language), topics }
    }

    /// The topics.
    pub fn topics(&self) -> &[Topic] {
        &self.topics
    }

    /// A term by the number that a hit has.
    pub fn term(&self, number: usize) -> Option<&str> {
        self.terms.terms.get(number).map(|term| term.text.as_str())
    }

    /// The hits of each topic in a text, from left to right, the longest at each place.
    pub fn hits(&self, text: &str) -> Vec<Vec<TopicHit>> {
        self.terms.find(text).0
    }

    /// Each topic in a text: hits, clusters, and densities of paragraphs. A paragraph also ends at a break that stands at the end of a
    /// line.
    pub fn read(&self, text: &str, breaks: &[usize]) -> Vec<TopicReading> {
        let (hits, words) = self.terms.find(text);
        let paragraphs: Vec<Bounds> =
            paragraphs(text, breaks).into_iter().map(|span| Bounds::new(span, &words)).collect();
        let read = |hits: Vec<TopicHit>| {
            let positions: Vec<usize> = hits.iter().map(|hit| hit.word).collect();
            let clustered = clustered(&positions);
            let of = |bounds: &Bounds| Paragraph::new(bounds, &positions, &clustered);
            TopicReading { paragraphs: paragraphs.iter().map(of).collect(), hits, clustered }
        };
        hits.into_iter().map(read).collect()
    }
}
