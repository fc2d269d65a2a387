//! Paragraphs that are dense in the words of a risky topic.

use crate::document::case::{Case, Finder};
use crate::document::finding::{Action, Finding, Found, Rule, State};
use crate::document::topics::TopicReader;
use crate::error::Result;
use std::sync::Arc;

/// Finds risky blocks. They wait for a person's decision unless they are accepted beforehand.
pub(in crate::document) struct RiskyBlocks {
    topics: Arc<TopicReader>,
    accept: bool,
}

impl RiskyBlocks {
    /// Finds blocks of these topics; with `accept`, they are redacted without a person's decision.
    pub(in crate::document) fn new(topics: Arc<TopicReader>, accept: bool) -> Self {
        Self { topics, accept }
    }
}

impl Finder for RiskyBlocks {
    fn find(&self, case: &mut Case<'_>) -> Result<()> {
        let readings = self.topics.read(case.text(), &case.reading().given);
        let mut out: Vec<Finding> = Vec::new();
        for (topic, reading) in self.topics.topics().iter().zip(&readings) {
            for paragraph in reading.blocks(topic.threshold) {
                // The first topic that is dense enough stands for all of them.
                if out.iter().any(|block| block.span == paragraph.span) {
                    continue;
                }
                out.push(Finding {
                    action: Action::Remove,
                    state: if self.accept { State::Accepted } else { State::Proposed },
                    threshold: Some(topic.threshold),
                    topic: Some((topic.name.clone(), paragraph.density())),
                    ..Finding::new(paragraph.span, Found::Block, Rule::Block)
                });
            }
        }
        case.add_all(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Topic;
    use crate::document::tests::found_by;
    use scumble_text::Language;

    #[test]
    fn a_dense_paragraph_is_proposed() {
        let text = "The weather was fine.\n\nThe missle and a machine-gun, two bombs\nand grenades were hidden.\n\nThen we left.";
        let topic = Topic::new("weapons", ["missile", "machine gun", "bomb", "grenade"], 3.0);
        let reader = Arc::new(TopicReader::new(vec![topic], Language::english()));
        let found = found_by(&RiskyBlocks::new(reader, false), text);
        assert_eq!(found.len(), 1);
        assert!(found[0].span.of(text).starts_with("The missle") && found[0].span.of(text).ends_with("hidden."));
        assert!(!found[0].applies() && found[0].topic.as_ref().is_some_and(|(_, density)| *density > 25.0));
    }
}
