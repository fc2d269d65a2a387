//! Risky blocks with the words that make them risky.

use super::look::Look;
use scumble_mask::document::TopicReader;
use serde::Serialize;
use std::collections::BTreeMap;

/// A risky block. It holds protected text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RiskyBlock {
    /// Its decision.
    pub id: String,
    /// The topic.
    pub topic: String,
    /// Hits per hundred words.
    pub density: f64,
    /// The hits per hundred words from which on a paragraph is risky.
    pub threshold: f64,
    /// How far it has come.
    pub state: String,
    /// Its bytes in the whole text.
    pub span: (usize, usize),
    /// The words that match.
    pub hits: Vec<BlockHit>,
}

/// A term of a topic in a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BlockHit {
    /// As the text has it.
    pub text: String,
    /// The term of the topic.
    pub term: String,
    /// How often.
    pub count: usize,
}

pub(super) fn blocks(look: &Look, topics: &TopicReader) -> Vec<RiskyBlock> {
    let text = &look.source.woven().text;
    let found = topics.hits(text);
    let of_topic = |name: &str| topics.topics().iter().position(|topic| topic.name == name);
    let block = |decision: &crate::document::Decision| {
        let public = &decision.public;
        let (topic, span) = (public.topic.clone()?, look.span(decision)?);
        let number = of_topic(&topic);
        let mut hits: BTreeMap<(String, String), usize> = BTreeMap::new();
        for hit in number.and_then(|number| found.get(number)).into_iter().flatten() {
            if span.start <= hit.span.start && hit.span.end <= span.end {
                let term = topics.term(hit.term).unwrap_or_default().to_owned();
                *hits.entry((hit.span.of(text).to_lowercase(), term)).or_default() += 1;
            }
        }
        let mut hits: Vec<BlockHit> =
            hits.into_iter().map(|((text, term), count)| BlockHit { text, term, count }).collect();
        hits.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.text.cmp(&b.text)));
        Some(RiskyBlock {
            id: public.id.clone(),
            density: public.density.unwrap_or_default(),
            threshold: number.map_or(0.0, |number| topics.topics()[number].threshold),
            state: public.state.clone(),
            span: (span.start, span.end),
            topic,
            hits,
        })
    };
    look.decisions.iter().filter(|decision| decision.public.kind == "block").filter_map(block).collect()
}
