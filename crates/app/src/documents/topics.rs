//! Topics: keywords, their senses, and everything that is a kind of them.

use crate::command::topics::senses;
use crate::failure::Failure;
use scumble_mask::document::Topic;
use scumble_ontology::{Stack, wordnet};

/// A topic as it is written in a policy.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TopicPolicy {
    pub(crate) name: String,
    /// Senses (`weapon.n.01`) or words, whose synonyms and hyponyms belong to the topic.
    pub(crate) senses: Vec<String>,
    /// Words that are taken as they are.
    pub(crate) words: Vec<String>,
    /// Hits per hundred words from which on a block is risky.
    pub(crate) threshold: Option<f64>,
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
pub(crate) fn built_in(name: &str) -> Option<Vec<TopicPolicy>> {
    let texts = |list: &[&str]| list.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
    let one = |(name, senses, words): &(&str, &[&str], &[&str])| TopicPolicy {
        name: (*name).to_owned(),
        senses: texts(senses),
        words: texts(words),
        threshold: None,
    };
    let mut all: Vec<TopicPolicy> = NATIONAL_SECURITY.iter().map(one).collect();
    let every = TopicPolicy {
        name: "national security".to_owned(),
        senses: all.iter().flat_map(|topic| topic.senses.clone()).collect(),
        words: all.iter().flat_map(|topic| topic.words.clone()).collect(),
        threshold: None,
    };
    all.push(every);
    (name == "national-security").then_some(all)
}

/// Expands topics through WordNet. Also gives the words of which all senses were taken, because none was chosen.
pub(crate) fn expanded(topics: &[TopicPolicy]) -> Result<(Vec<Topic>, Vec<String>), Failure> {
    let stack = Stack::new(vec![wordnet().nouns().clone(), wordnet().verbs().clone()]);
    let (mut out, mut undecided) = (Vec::new(), Vec::new());
    for topic in topics {
        let threshold = topic.threshold.unwrap_or(THRESHOLD);
        let mut terms: Vec<String> = topic.words.clone();
        for name in &topic.senses {
            let senses = senses(&stack, name)?;
            if senses.len() > 1 {
                undecided.push(name.clone());
            }
            terms.extend(senses.iter().flat_map(|sense| sense.terms.iter().map(|&term| term.to_owned())));
        }
        if terms.is_empty() {
            return Err(Failure::input(format!("the topic “{}” has no words", topic.name)));
        }
        out.push(Topic::new(&topic.name, terms.iter().map(String::as_str), threshold));
    }
    Ok((out, undecided))
}
