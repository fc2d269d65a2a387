//! The topics of a policy: their senses and words, and how many terms they come to.

use super::terms_to_text;
use crate::console::Console;
use crate::failure::Failure;
use scumble::document::{TopicPolicy, expanded_topics};
use scumble::knowledge::{topics_of_policy, unknown_term};
use scumble::mask::document::Topic;
use scumble::ontology::expansion::expand;
use scumble::ontology::{Stack, wordnet};
use scumble::policy::topics_named;

/// Prints the topics of a policy.
pub(super) fn run(name: &str, all: bool, console: &Console) -> Result<(), Failure> {
    let policies = topics_named(name)?;
    let expanded = expanded_topics(&policies)?;
    let stack = Stack::new(vec![wordnet().nouns().clone(), wordnet().verbs().clone()]);
    let pairs = || policies.iter().zip(&expanded.topics);
    let terms = expanded.terms();
    if console.json {
        return console.print_json(&topics_of_policy(&policies)?);
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

fn to_text(policy: &TopicPolicy, topic: &Topic, stack: &Stack, console: &Console) -> Result<String, Failure> {
    let style = console.style;
    let count = format!("{} terms; from {} hits per 100 words on", topic.terms.len(), topic.threshold);
    let mut text = format!("{}  {}\n", style.strong(&topic.name), style.faint(&count));
    for name in &policy.senses {
        for sense in expand(stack, name).ok_or_else(|| unknown_term(name, stack))? {
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
