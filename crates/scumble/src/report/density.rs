//! The density strip of a document: its paragraphs from left to right, as wide as they are long and as tall as the topic is dense in
//! them, with every hit below.

use crate::report::svg::{Anchor, document, text};
use std::fmt::Write;

/// A topic in a document, paragraph by paragraph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DensityStrip {
    /// The document's name.
    pub name: String,
    /// The topic's name.
    pub topic: String,
    /// The hits per hundred words from which on a paragraph is a risky block.
    pub threshold: f64,
    /// How many words the document has.
    pub words: usize,
    /// The number of the word at which each hit begins, and whether the hit belongs to a cluster.
    pub hits: Vec<(usize, bool)>,
    /// Its paragraphs.
    pub paragraphs: Vec<StripParagraph>,
}

/// A paragraph of a strip.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StripParagraph {
    /// The number of its first word.
    pub first_word: usize,
    /// How many words it has.
    pub words: usize,
    /// Hits per hundred words.
    pub density: f64,
    /// Whether it is a risky block.
    pub block: bool,
}

impl DensityStrip {
    /// How many paragraphs are risky blocks.
    pub fn blocks(&self) -> usize {
        self.paragraphs.iter().filter(|paragraph| paragraph.block).count()
    }

    /// The largest density of a paragraph.
    pub fn densest(&self) -> f64 {
        self.paragraphs.iter().map(|paragraph| paragraph.density).fold(0.0, f64::max)
    }
}

const WIDTH: f64 = 760.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 34.0;
const HEIGHT: f64 = 84.0;
/// The band of hits, and all below it.
const BAND: f64 = 16.0;
const BOTTOM: f64 = 30.0;

/// The strip as SVG.
#[must_use]
pub fn density_strip(strip: &DensityStrip) -> String {
    let inner = WIDTH - LEFT - RIGHT;
    let x = |word: usize| LEFT + inner * word as f64 / strip.words.max(1) as f64;
    let largest = strip.densest().max(strip.threshold).max(f64::MIN_POSITIVE);
    let base = TOP + HEIGHT;
    let y = |density: f64| base - HEIGHT * density / largest;
    let mut svg = String::new();
    text(&mut svg, (LEFT, 20.0), Anchor::Start, "title", inner, &format!("{} in {}", strip.topic, strip.name));
    for paragraph in &strip.paragraphs {
        let (from, to) = (x(paragraph.first_word), x(paragraph.first_word + paragraph.words));
        let (class, what) = if paragraph.block { ("f1", ", risky block") } else { ("f6", "") };
        // Writing to a string does not fail. A risky block also has a frame, so that it can be told without colour.
        let frame = if paragraph.block { " stroke=\"currentColor\" stroke-width=\"1.5\"" } else { "" };
        let _ = writeln!(
            svg,
            "<rect class=\"{class}\" x=\"{from:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"{frame}><title>words {} to {}: {:.1} hits per 100 words{what}</title></rect>",
            y(paragraph.density),
            (to - from - 1.0).max(0.5),
            base - y(paragraph.density),
            paragraph.first_word + 1,
            paragraph.first_word + paragraph.words,
            paragraph.density,
        );
    }
    let threshold = y(strip.threshold);
    let _ = writeln!(
        svg,
        "<line class=\"zero\" x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{threshold:.1}\" y2=\"{threshold:.1}\" stroke-dasharray=\"5 4\"><title>threshold</title></line>",
        WIDTH - RIGHT
    );
    let _ = writeln!(
        svg,
        "<line class=\"zero\" x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{base:.1}\" y2=\"{base:.1}\"/>",
        WIDTH - RIGHT
    );
    for &(word, clustered) in &strip.hits {
        // A hit of a cluster is twice as long.
        let (at, end) = (x(word), base + 3.0 + if clustered { BAND - 4.0 } else { (BAND - 4.0) / 2.0 });
        let _ = writeln!(
            svg,
            "<line class=\"s0\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{:.1}\" y2=\"{end:.1}\"/>",
            base + 3.0
        );
    }
    let label = |svg: &mut String, y: f64, value: f64| {
        text(svg, (LEFT - 6.0, y + 4.0), Anchor::End, "soft", LEFT - 8.0, &format!("{value:.1}"));
    };
    label(&mut svg, threshold, strip.threshold);
    // The label of the top only where it does not touch that of the threshold, nor that of the base.
    if threshold - TOP > 20.0 {
        label(&mut svg, TOP, largest);
    }
    if base - threshold > 20.0 {
        label(&mut svg, base, 0.0);
    }
    let below = base + BAND + 18.0;
    text(&mut svg, (LEFT, below), Anchor::Start, "soft", inner / 2.0, "first word");
    text(&mut svg, (WIDTH - RIGHT, below), Anchor::End, "soft", inner / 2.0, &format!("word {}", strip.words));
    let description = format!(
        "{} hits in {} words; {} of {} paragraphs are risky blocks; the densest has {:.1} hits per 100 words.",
        strip.hits.len(),
        strip.words,
        strip.blocks(),
        strip.paragraphs.len(),
        strip.densest()
    );
    document(WIDTH, base + BAND + BOTTOM, &format!("Density of {}", strip.topic), &description, &svg)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::svg::check::{picture, words};

    fn strip(densities: &[f64], threshold: f64) -> DensityStrip {
        let paragraph = |(i, &density): (usize, &f64)| StripParagraph {
            first_word: 40 * i,
            words: 40,
            density,
            block: density >= threshold,
        };
        DensityStrip {
            name: "a <b>.txt".into(),
            topic: "weapons & arms".into(),
            threshold,
            words: 40 * densities.len(),
            hits: vec![(3, false), (41, true), (44, true), (50, true)],
            paragraphs: densities.iter().enumerate().map(paragraph).collect(),
        }
    }

    #[test]
    fn blocks_are_marked_and_nothing_overlaps() {
        for (densities, threshold) in [
            (vec![2.5, 12.5, 0.0], 8.0),
            (vec![0.0], 3.0),
            (vec![], 3.0),
            (vec![100.0, 0.1], 0.2),
            (vec![7.9, 3.0], 8.0),
        ] {
            let strip = strip(&densities, threshold);
            let svg = density_strip(&strip);
            picture(&svg);
            assert_eq!(svg.matches("risky block</title>").count(), strip.blocks(), "{svg}");
            assert_eq!(svg.matches("class=\"s0\"").count(), 4);
            assert!(words(&svg).contains(&format!("{threshold:.1}")));
        }
    }

    #[test]
    fn bars_are_as_wide_as_their_paragraphs() {
        let svg = density_strip(&strip(&[4.0, 8.0], 4.0));
        // 692 / 2 less one; half of the height, all of it.
        assert!(svg.contains("x=\"52.0\" y=\"76.0\" width=\"345.0\" height=\"42.0\""), "{svg}");
        assert!(svg.contains("x=\"398.0\" y=\"34.0\" width=\"345.0\" height=\"84.0\""), "{svg}");
    }
}
