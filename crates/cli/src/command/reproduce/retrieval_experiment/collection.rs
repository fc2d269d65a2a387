//! The collection of the experiment: news about five topics, and some chosen at random.

use crate::failure::Failure;
use scumble::assess::document::search::{Index, Model};
use scumble::io::{jsonl::Lines, open};
use scumble::mask::Rng;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// Queries about topics of the news of 1987, by topic. Its documents are chosen by the last one; as in the thesis, the fifth topic is asked
/// for by the names of two people first, and by their countries then.
pub(super) const TOPICS: [&[(&str, &str)]; 5] = [
    &[("uq1", "iran kuwait gulf tanker attack shipping")],
    &[("uq2", "nuclear power plant reactor utility")],
    &[("uq3", "japan semiconductor chip trade tariffs")],
    &[("uq4", "brazil debt interest payments banks")],
    &[("uq5-1", "reagan nakasone talks"), ("uq5-2", "united states japan talks")],
];

/// The thesis' queries about what must not be disclosed (table 3.1); the ninth has all their words.
pub(super) const RISKS: [(&str, &str); 8] = [
    ("rq1", "military plan weapon systems"),
    ("rq2", "intelligence covert action sources"),
    ("rq3", "cryptology cryptogram encrypt"),
    ("rq4", "sources confidential foreign relations activity"),
    ("rq5", "science scientific technology economy national security"),
    ("rq6", "safeguard nuclear material facility"),
    ("rq7", "protection service national security"),
    ("rq8", "develop production use weapon mass destruction"),
];

/// Documents of each topic, as in the thesis, and at random.
const CHOSEN: usize = 10;
/// Words that a document has at least: many news have a headline and a line.
const LEAST_WORDS: usize = 100;
const SEED: u64 = 42;

/// The documents of the experiment.
pub(super) struct Chosen {
    /// Their texts: ten for each topic in the order of [`TOPICS`], then the random ones.
    pub(super) texts: Vec<String>,
    /// News that there were to choose from.
    pub(super) of: usize,
}

impl Chosen {
    /// The documents about a topic.
    pub(super) fn about(topic: usize) -> Vec<u32> {
        (0..CHOSEN).map(|at| (topic * CHOSEN + at) as u32).collect()
    }

    /// The documents that were chosen at random.
    pub(super) fn random() -> Vec<u32> {
        Self::about(TOPICS.len())
    }
}

/// Chooses for each topic the documents that the vectorial model ranks first among all news, and some of the others at random.
pub(super) fn choose(path: &Path) -> Result<Chosen, Failure> {
    let news = read(path)?;
    let index = Index::new(Model::Stems, &news);
    let mut taken: BTreeSet<usize> = BTreeSet::new();
    let mut order: Vec<usize> = Vec::new();
    for queries in TOPICS {
        let words = queries[queries.len() - 1].1;
        let hits = index.ranked(&index.query(words)).into_iter().map(|hit| hit.document as usize);
        let own: Vec<usize> = hits.filter(|document| !taken.contains(document)).take(CHOSEN).collect();
        taken.extend(&own);
        order.extend(own);
    }
    let mut rng = Rng::new(SEED);
    let enough = order.len() == TOPICS.len() * CHOSEN && news.len() >= order.len() + CHOSEN;
    if !enough {
        return Err(Failure::input(format!("{}: has too few news about the topics", path.display())));
    }
    while order.len() < (TOPICS.len() + 1) * CHOSEN {
        let document = rng.below(news.len());
        if taken.insert(document) {
            order.push(document);
        }
    }
    Ok(Chosen { texts: order.into_iter().map(|document| news[document].clone()).collect(), of: news.len() })
}

/// News with enough words, one of each headline: the headline, and paragraphs with an empty line between them.
fn read(path: &Path) -> Result<Vec<String>, Failure> {
    let unread = |what: String| Failure::input(format!("{}: {what}", path.display()));
    let mut file = Lines::new(open(path).map_err(|error| unread(error.to_string()))?);
    let (mut news, mut headlines) = (Vec::new(), BTreeSet::new());
    while let Some(line) = file.next().map_err(|error| unread(error.to_string()))? {
        let number = line.number;
        let value: Value =
            serde_json::from_slice(line.content).map_err(|_| unread(format!("line {number} is no JSON")))?;
        let headline = value["title"].as_str().unwrap_or_default();
        let text = value["text"].as_str().ok_or_else(|| unread(format!("line {number} has no text")))?;
        if text.split_whitespace().count() >= LEAST_WORDS && headlines.insert(headline.to_owned()) {
            news.push(format!("{headline}\n\n{}", paragraphs(text)));
        }
    }
    Ok(news)
}

/// A line that is indented begins a paragraph.
fn paragraphs(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        if !out.is_empty() {
            out.push_str(if line.starts_with("   ") { "\n\n" } else { "\n" });
        }
        out.push_str(line.trim());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indented_lines_begin_paragraphs() {
        assert_eq!(paragraphs("One\ntwo.\n    Three\nfour.\n Reuter\n"), "One\ntwo.\n\nThree\nfour.\nReuter");
    }
}
