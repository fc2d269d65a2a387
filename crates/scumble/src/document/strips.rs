//! From topics in a text to the density strips of a report.

use super::summary::Summary;
use crate::report::{DensityStrip, StripParagraph};
use scumble_mask::document::{SourceText, Topic, TopicReader, TopicReading};

/// How many documents have their strip in a report.
const SHOWN: usize = 20;

/// The strip of a document: of the topic that exceeds its threshold most, the first of several. `None` without a hit.
pub(crate) fn strip(name: &str, topics: &TopicReader, source: &SourceText) -> Option<DensityStrip> {
    if topics.topics().is_empty() {
        return None;
    }
    let readings = topics.read(&source.text, &source.breaks);
    let strips = topics.topics().iter().zip(&readings).map(|(topic, reading)| of_topic(name, topic, reading));
    strips
        .filter(|strip| !strip.hits.is_empty())
        .reduce(|best, next| if next.excess() > best.excess() { next } else { best })
}

fn of_topic(name: &str, topic: &Topic, reading: &TopicReading) -> DensityStrip {
    let paragraphs = reading.paragraphs.iter().map(|paragraph| StripParagraph {
        first_word: paragraph.first_word,
        words: paragraph.words,
        density: paragraph.density(),
        block: paragraph.clustered && paragraph.density() >= topic.threshold,
    });
    DensityStrip {
        name: name.to_owned(),
        topic: topic.name.clone(),
        threshold: topic.threshold,
        words: reading.paragraphs.last().map_or(0, |last| last.first_word + last.words),
        hits: reading.hits.iter().zip(&reading.clustered).map(|(hit, &clustered)| (hit.word, clustered)).collect(),
        paragraphs: paragraphs.collect(),
    }
}

impl DensityStrip {
    /// Whether there is a risky block, and the largest density as a multiple of the threshold.
    fn excess(&self) -> (bool, f64) {
        (self.blocks() > 0, self.densest() / self.threshold)
    }
}

impl Summary {
    /// Keeps a strip, if there is one and it is among the densest.
    pub(super) fn add_strip(&mut self, strip: Option<&DensityStrip>) {
        let Some(strip) = strip else { return };
        let order = |a: &DensityStrip, b: &DensityStrip| {
            let ((a_has, a_most), (b_has, b_most)) = (a.excess(), b.excess());
            b_has.cmp(&a_has).then(b_most.total_cmp(&a_most)).then(a.name.cmp(&b.name))
        };
        let place = self.strips.partition_point(|other| order(other, strip).is_le());
        self.strips.insert(place, strip.clone());
        self.strips.truncate(SHOWN);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_text::Language;

    #[test]
    fn a_strip_is_of_the_topic_that_exceeds_its_threshold_most() {
        let topics = vec![
            Topic::new("weapons", ["missile", "bomb", "gun"], 5.0),
            Topic::new("weather", ["rain", "snow", "storm"], 40.0),
        ];
        let reader = TopicReader::new(topics, Language::english());
        let text = "It was a fine day for all.\n\nMissiles, bombs and guns in rain, snow and a storm.";
        let strip = |text: &str| strip("a.txt", &reader, &SourceText::from(text.to_owned()));
        let found = strip(text).unwrap();
        assert_eq!((found.topic.as_str(), found.words, found.hits.len()), ("weapons", 17, 3));
        assert_eq!(found.paragraphs.iter().map(|paragraph| paragraph.block).collect::<Vec<_>>(), [false, true]);
        assert_eq!((found.blocks(), found.hits[0]), (1, (7, true)));
        assert_eq!(found.densest(), 30.0);
        assert!(strip("Nothing of the kind.").is_none());
    }

    #[test]
    fn the_densest_documents_are_kept_in_any_order() {
        let of = |i: usize| {
            let paragraph = StripParagraph { density: i as f64, block: i == 3, ..StripParagraph::default() };
            DensityStrip { name: format!("{i:02}"), threshold: 2.0, paragraphs: vec![paragraph], ..Default::default() }
        };
        let (mut up, mut down) = (Summary::default(), Summary::default());
        (0..30).for_each(|i| up.add_strip(Some(&of(i))));
        (0..30).rev().for_each(|i| down.add_strip(Some(&of(i))));
        assert_eq!(up.strips, down.strips);
        assert_eq!((up.strips.len(), up.strips[0].name.as_str(), up.strips[1].name.as_str()), (SHOWN, "03", "29"));
    }
}
