//! The topics of a policy: their senses and words, and how many terms they come to.

use super::{sense_to_json, senses, terms_to_text};
use crate::console::Console;
use crate::failure::Failure;
use scumble::document::{TopicPolicy, built_in_topics, expanded_topics};
use scumble::mask::document::Topic;
use scumble::ontology::{Stack, wordnet};
use scumble::policy::topics_named;
use serde_json::{Value, json};
use std::path::Path;

/// Whether a name stands for topics: built-in ones, or those of a policy file.
pub(super) fn is_policy(name: &str) -> bool {
    matches!(built_in_topics(name), Ok(Some(_))) || name.ends_with(".toml") && Path::new(name).exists()
}

/// Prints the topics of a policy.
pub(super) fn run(name: &str, all: bool, console: &Console) -> Result<(), Failure> {
    let policies = topics_named(name)?;
    let expanded = expanded_topics(&policies)?;
    let stack = Stack::new(vec![wordnet().nouns().clone(), wordnet().verbs().clone()]);
    let pairs = || policies.iter().zip(&expanded.topics);
    let terms = expanded.terms();
    if console.json {
        let topics: Vec<Value> =
            pairs().map(|(policy, topic)| to_json(policy, topic, &stack)).collect::<Result<_, _>>()?;
        let value = json!({ "topics": topics, "terms": terms, "all_senses_taken": expanded.all_senses });
        return console.print_json(&value);
    }
    let mut text = String::new();
    for (policy, topic) in pairs() {
        text.push_str(&to_text(policy, topic, &stack, console)?);
    }
    text.push_str(&terms_to_text(&terms, all, console));
    console.print(&text)?;
    for word in &expanded.all_senses {
        let what = "has no chosen sense: all its noun senses are taken, or all its verb senses if it is no noun.";
        console.note(&format!("“{word}” {what} Choose one: scumble topics {word}"));
    }
    Ok(())
}

fn to_json(policy: &TopicPolicy, topic: &Topic, stack: &Stack) -> Result<Value, Failure> {
    let mut all = Vec::new();
    for name in &policy.senses {
        all.extend(senses(stack, name)?.iter().map(sense_to_json));
    }
    Ok(json!({
        "name": topic.name,
        "threshold": topic.threshold,
        "senses": all,
        "words": policy.words,
        "terms": topic.terms.len(),
    }))
}

fn to_text(policy: &TopicPolicy, topic: &Topic, stack: &Stack, console: &Console) -> Result<String, Failure> {
    let style = console.style;
    let count = format!("{} terms; from {} hits per 100 words on", topic.terms.len(), topic.threshold);
    let mut text = format!("{}  {}\n", style.strong(&topic.name), style.faint(&count));
    for name in &policy.senses {
        for sense in senses(stack, name)? {
            let count = style.faint(&format!("{} terms", sense.terms.len()));
            let description = sense.taxonomy.describe(sense.concept);
            text.push_str(&format!("  {}: {description}  {count}\n", style.name(&sense.name())));
        }
    }
    if !policy.words.is_empty() {
        text.push_str(&format!("  as written: {}\n", policy.words.join(", ")));
    }
    text.push('\n');
    Ok(text)
}
