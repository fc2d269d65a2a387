//! The senses of words and everything that is a kind of them; the topics of a policy.

use super::unknown_term;
use crate::document::{ExpandedTopics, TopicPolicy, built_in_topics, expanded_topics};
use crate::error::Result;
use scumble_mask::document::Topic;
use scumble_ontology::expansion::{Sense, expand, union};
use scumble_ontology::{Stack, wordnet};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::HashSet;
use std::path::Path;

/// The senses of some names, and their terms.
#[derive(Debug, Clone)]
pub struct Topics<'s> {
    /// The senses, each once.
    pub senses: Vec<Sense<'s>>,
    /// The terms of all senses, each once.
    pub terms: Vec<&'s str>,
    /// Names that stand for several senses, each with the first of them.
    pub undecided: Vec<(String, String)>,
}

/// The senses of names and the terms of all their hyponyms. A bare word stands for all its senses.
///
/// # Errors
/// If no taxonomy knows a name.
pub fn topics<'s>(names: &[&str], stack: &'s Stack) -> Result<Topics<'s>> {
    let (mut senses, mut undecided): (Vec<Sense<'_>>, Vec<_>) = (Vec::new(), Vec::new());
    let mut seen = HashSet::new();
    for name in names {
        let of_name = expand(stack, name).ok_or_else(|| unknown_term(name, stack))?;
        if of_name.len() > 1 {
            undecided.push(((*name).to_owned(), of_name[0].name().into_owned()));
        }
        let new = |sense: &Sense<'_>| seen.insert((std::ptr::from_ref(sense.taxonomy), sense.concept));
        senses.extend(of_name.into_iter().filter(new));
    }
    let terms = union(&senses);
    Ok(Topics { senses, terms, undecided })
}

impl Topics<'_> {
    /// All as one object.
    pub fn to_json(&self) -> Value {
        let undecided: Vec<&str> = self.undecided.iter().map(|(name, _)| name.as_str()).collect();
        let senses: Vec<Value> = self.senses.iter().map(sense_to_json).collect();
        json!({ "senses": senses, "terms": self.terms, "all_senses_taken": undecided })
    }
}

fn sense_to_json(sense: &Sense<'_>) -> Value {
    let (taxonomy, concept) = (sense.taxonomy, sense.concept);
    let labels: Vec<&str> = taxonomy.labels(concept).collect();
    let parents: Vec<Cow<'_, str>> = taxonomy.parents(concept).iter().map(|&c| taxonomy.name(c)).collect();
    json!({
        "id": sense.name(),
        "synonyms": labels,
        "kind_of": parents,
        "gloss": taxonomy.gloss(concept),
        "terms": sense.terms.len(),
    })
}

/// Whether a name stands for topics: built-in ones, or those of a policy file.
pub fn is_policy(name: &str) -> bool {
    matches!(built_in_topics(name), Ok(Some(_))) || name.ends_with(".toml") && Path::new(name).exists()
}

/// The topics of a policy as one object: their senses and words, and how many terms they come to.
///
/// # Errors
/// If WordNet does not know a sense.
pub fn topics_of_policy(policies: &[TopicPolicy]) -> Result<Value> {
    let expanded: ExpandedTopics = expanded_topics(policies)?;
    let stack = Stack::new(vec![wordnet().nouns().clone(), wordnet().verbs().clone()]);
    let topic = |(policy, topic): (&TopicPolicy, &Topic)| -> Result<Value> {
        let mut senses = Vec::new();
        for name in &policy.senses {
            let found = expand(&stack, name).ok_or_else(|| unknown_term(name, &stack))?;
            senses.extend(found.iter().map(sense_to_json));
        }
        Ok(json!({
            "name": topic.name,
            "threshold": topic.threshold,
            "senses": senses,
            "words": policy.words,
            "terms": topic.terms.len(),
        }))
    };
    let topics = policies.iter().zip(&expanded.topics).map(topic).collect::<Result<Vec<_>>>()?;
    Ok(json!({ "topics": topics, "terms": expanded.terms(), "all_senses_taken": expanded.all_senses }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_word_stands_for_all_its_senses() {
        let stack = Stack::new(vec![wordnet().nouns().clone()]);
        let found = topics(&["big_cat.n.01", "cat"], &stack).unwrap();
        assert!(found.terms.contains(&"lioness") && found.undecided.len() == 1);
        assert_eq!(found.to_json()["all_senses_taken"], json!(["cat"]));
        assert!(topics(&["xyzzyq"], &stack).is_err());
    }
}
