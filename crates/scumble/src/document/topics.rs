//! Topics: keywords, their senses, and every term that is a kind of them.

use crate::{Error, Result};
use scumble_mask::document::Topic;
use scumble_ontology::Stack;
use scumble_ontology::expansion::expand;
use serde::Serialize;

/// A topic as a policy has it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TopicPolicy {
    /// What it is called.
    pub name: String,
    /// Senses (`weapon.n.01`) or words, whose synonyms and hyponyms belong to the topic.
    pub senses: Vec<String>,
    /// Words that belong to the topic as they are.
    pub words: Vec<String>,
    /// Hits per hundred words from which on a block is risky.
    pub threshold: Option<f64>,
}

/// Hits per hundred words, where a topic says nothing.
const THRESHOLD: f64 = 3.0;

/// The points of Executive Order 13526, section 1.4, as the thesis keys them (table 3.1): letters (a) to (h), and all of them. Which
/// senses are meant is our choice.
const NATIONAL_SECURITY: [(&str, &[&str], &[&str]); 8] = [
    (
        "military plans and weapons",
        &["weapon.n.01", "weaponry.n.01", "military_action.n.01"],
        &["military plan", "weapons system", "operations plan"],
    ),
    (
        "intelligence",
        &["intelligence.n.02", "espionage.n.01", "secret_agent.n.01"],
        &["covert action", "covert operation", "intelligence source"],
    ),
    (
        "cryptology",
        &["cryptography.n.01", "cryptanalysis.n.01", "cryptogram.n.01"],
        &["cryptology", "encrypt", "decrypt", "cipher"],
    ),
    (
        "foreign relations",
        &["diplomacy.n.01", "foreign_policy.n.01"],
        &["foreign relations", "foreign activity", "confidential source"],
    ),
    (
        "science and economy",
        &[],
        &["national security", "scientific secret", "export control", "technology transfer", "economic security"],
    ),
    (
        "nuclear safeguards",
        &["nuclear_reactor.n.01", "nuclear_fuel.n.01"],
        &["nuclear material", "nuclear facility", "nuclear safeguard", "enriched uranium"],
    ),
    ("protection services", &["secret_service.n.01", "bodyguard.n.01"], &["protection service", "security detail"]),
    (
        "weapons of mass destruction",
        &["weapon_of_mass_destruction.n.01"],
        &["mass destruction", "chemical weapon", "biological weapon"],
    ),
];

/// The topics that come with the build.
pub fn built_in_topics(name: &str) -> Option<Vec<TopicPolicy>> {
    let texts = |list: &[&str]| list.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
    let topic = |(name, senses, words): &(&str, &[&str], &[&str])| TopicPolicy {
        name: (*name).to_owned(),
        senses: texts(senses),
        words: texts(words),
        threshold: None,
    };
    let mut all: Vec<TopicPolicy> = NATIONAL_SECURITY.iter().map(topic).collect();
    let every = TopicPolicy {
        name: "national security".to_owned(),
        senses: all.iter().flat_map(|topic| topic.senses.clone()).collect(),
        words: all.iter().flat_map(|topic| topic.words.clone()).collect(),
        threshold: None,
    };
    all.push(every);
    (name == "national-security").then_some(all)
}

/// Expands topics through a stack of taxonomies. Also gives the words of which all senses were taken, because none was chosen.
pub(crate) fn expanded(topics: &[TopicPolicy], stack: &Stack) -> Result<(Vec<Topic>, Vec<String>)> {
    let (mut out, mut undecided) = (Vec::new(), Vec::new());
    for topic in topics {
        let threshold = topic.threshold.unwrap_or(THRESHOLD);
        let mut terms: Vec<String> = topic.words.clone();
        for name in &topic.senses {
            let senses = expand(stack, name).ok_or_else(|| {
                let near = stack.near_terms(name, 3).join(", ");
                let error = Error::input(format!("the topic “{}”: the taxonomy does not know “{name}”", topic.name));
                if near.is_empty() { error } else { error.with_help(format!("did you mean {near}?")) }
            })?;
            if senses.len() > 1 {
                undecided.push(name.clone());
            }
            terms.extend(senses.iter().flat_map(|sense| sense.terms.iter().map(|&term| term.to_owned())));
        }
        if terms.is_empty() {
            return Err(Error::input(format!("the topic “{}” has no words", topic.name)));
        }
        out.push(Topic::new(&topic.name, terms.iter().map(String::as_str), threshold));
    }
    Ok((out, undecided))
}
