//! Topics: keywords, their senses, and every term that is a kind of them.

use crate::policy::DocumentPolicy;
use crate::{Error, Result};
use scumble_io::Help;
use scumble_mask::document::Topic;
use scumble_ontology::expansion::expand;
use scumble_ontology::{Stack, wordnet};
use serde::Serialize;
use std::collections::HashSet;

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

/// Topics with all their terms.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExpandedTopics {
    /// The topics; each has every term once.
    pub topics: Vec<Topic>,
    /// Words of which all senses were taken, because the policy chooses none.
    pub all_senses: Vec<String>,
}

impl ExpandedTopics {
    /// The terms of all topics, each once.
    pub fn terms(&self) -> Vec<&str> {
        let mut seen = HashSet::new();
        let all = self.topics.iter().flat_map(|topic| topic.terms.iter().map(String::as_str));
        all.filter(|term| seen.insert(*term)).collect()
    }
}

/// Hits per hundred words, where a topic says nothing.
const THRESHOLD: f64 = 3.0;
/// The same for the built-in topics, whose keywords are common words.
const BUILT_IN_THRESHOLD: f64 = 8.0;

/// The built-in topics, as a policy file has them.
const NATIONAL_SECURITY: &str = include_str!("../../data/topics/national-security.toml");

/// The topics that come with the build; `None` if there are none of that name.
///
/// `national-security` is the nine queries of table 3.1 of the thesis: letters (a) to (h) of Executive Order 13526, section 1.4, and
/// all of them together. Which senses are meant is our choice.
///
/// # Errors
/// If the file that comes with the build is no policy.
pub fn built_in_topics(name: &str) -> Result<Option<Vec<TopicPolicy>>> {
    if name != "national-security" {
        return Ok(None);
    }
    let mut all = DocumentPolicy::parse("national-security", NATIONAL_SECURITY)?.topics;
    let every = |pick: fn(&TopicPolicy) -> &Vec<String>| {
        let mut seen = HashSet::new();
        all.iter().flat_map(pick).filter(|name| seen.insert(*name)).cloned().collect::<Vec<_>>()
    };
    let together = TopicPolicy {
        name: "(a–h) national security".to_owned(),
        senses: every(|topic| &topic.senses),
        words: every(|topic| &topic.words),
        threshold: None,
    };
    all.push(together);
    all.iter_mut().for_each(|topic| topic.threshold = topic.threshold.or(Some(BUILT_IN_THRESHOLD)));
    Ok(Some(all))
}

/// Expands topics through WordNet.
///
/// # Errors
/// If a sense is not known, or a topic has no words.
pub fn expanded_topics(topics: &[TopicPolicy]) -> Result<ExpandedTopics> {
    expanded(topics, &Stack::new(vec![wordnet().nouns().clone(), wordnet().verbs().clone()]))
}

/// Expands topics through a stack of taxonomies.
pub(crate) fn expanded(topics: &[TopicPolicy], stack: &Stack) -> Result<ExpandedTopics> {
    let mut out = ExpandedTopics::default();
    for topic in topics {
        let threshold = topic.threshold.unwrap_or(THRESHOLD);
        let mut terms: Vec<String> = topic.words.clone();
        for name in &topic.senses {
            let senses = expand(stack, name).ok_or_else(|| {
                let near = stack.near_terms(name, 3).join(", ");
                let error = Error::input(format!("the topic “{}”: the taxonomy does not know “{name}”", topic.name));
                match near.is_empty() {
                    true => error.with_help(Help::set("words", "a word that is to be taken as it is belongs there")),
                    false => error.with_help(format!("did you mean {near}?")),
                }
            })?;
            if senses.len() > 1 && !out.all_senses.contains(name) {
                out.all_senses.push(name.clone());
            }
            terms.extend(senses.iter().flat_map(|sense| sense.terms.iter().map(|&term| term.to_owned())));
        }
        if terms.is_empty() {
            return Err(Error::input(format!("the topic “{}” has no words", topic.name)));
        }
        let mut seen = HashSet::new();
        let terms = terms.iter().map(String::as_str).filter(|term| seen.insert(*term));
        out.topics.push(Topic::new(&topic.name, terms, threshold));
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keywords of table 3.1.
    const KEYWORDS: [&str; 30] = [
        "military",
        "plan",
        "weapon",
        "systems",
        "intelligence",
        "covert",
        "action",
        "sources",
        "cryptology",
        "cryptogram",
        "encrypt",
        "confidential",
        "foreign",
        "relations",
        "activity",
        "science",
        "scientific",
        "technology",
        "economy",
        "national",
        "security",
        "safeguard",
        "nuclear",
        "material",
        "facility",
        "protection",
        "service",
        "develop",
        "production",
        "use",
    ];

    #[test]
    fn the_built_in_topics_are_nine_and_have_the_keywords_of_the_thesis() {
        let topics = built_in_topics("national-security").unwrap().unwrap();
        assert!(built_in_topics("other").unwrap().is_none());
        let expanded = expanded_topics(&topics).unwrap();
        assert_eq!((expanded.topics.len(), expanded.all_senses.len()), (9, 0));
        let terms = expanded.terms();
        assert!((600..=710).contains(&terms.len()), "{} terms", terms.len());
        assert_eq!(expanded.topics[8].terms.len(), terms.len());
        for keyword in KEYWORDS.into_iter().chain(["mass", "destruction"]) {
            assert!(terms.contains(&keyword), "{keyword}");
        }
        for weapon in ["knife", "sling", "bow", "missile", "cannon", "gun", "atom bomb"] {
            assert!(expanded.topics[0].terms.iter().any(|term| term == weapon), "{weapon}");
        }
    }

    #[test]
    fn all_noun_senses_of_the_keywords_are_too_many() {
        // Plural keywords stand for the nouns they are plurals of.
        let singular = |word: &str| match word {
            "systems" | "sources" | "relations" => word.trim_end_matches('s').to_owned(),
            _ => word.to_owned(),
        };
        let nouns = Stack::new(vec![wordnet().nouns().clone()]);
        let known = KEYWORDS.into_iter().chain(["mass", "destruction"]).map(singular);
        let (senses, words) = known.partition(|word| expand(&nouns, word).is_some());
        let topic = TopicPolicy { name: "all".into(), senses, words, threshold: None };
        let expanded = expanded(&[topic], &nouns).unwrap();
        assert_eq!(expanded.topics[0].terms.len(), 19_282);
        assert!(expanded.all_senses.len() > 15);
    }

    #[test]
    fn a_sense_that_is_not_known_is_refused() {
        let topic =
            |sense: &str| TopicPolicy { name: "t".into(), senses: vec![sense.into()], ..TopicPolicy::default() };
        let error = expanded_topics(&[topic("wepon")]).unwrap_err();
        assert!(error.to_string().contains("does not know"), "{error}");
        assert!(expanded_topics(&[TopicPolicy::default()]).is_err());
    }
}
