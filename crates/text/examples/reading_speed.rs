//! Tokens per second, one thread, for `bench/text`: `reading_speed FILE`. Prints one JSON object.
#![allow(clippy::print_stdout)]

use scumble_text::entity::Recognizers;
use scumble_text::model::tagger::{Tagger, Workspace};
use scumble_text::model::word::Look;
use scumble_text::{Analyzer, WordLists, sentences, tokens};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Counts per second over rounds of a second, the best of three.
fn rate(mut round: impl FnMut() -> usize) -> f64 {
    let mut best = 0.0f64;
    for _ in 0..3 {
        let start = Instant::now();
        let mut count = 0;
        while start.elapsed() < Duration::from_secs(1) {
            count += round();
        }
        best = best.max(count as f64 / start.elapsed().as_secs_f64());
    }
    best
}

fn main() {
    let file = std::env::args().nth(1).expect("a text file");
    let text = std::fs::read_to_string(file).expect("a text file");
    let tagger = Tagger::unpack(scumble_models::TAG_DICTIONARY, scumble_models::TAGGER).expect("the embedded model");
    let spans = tokens(&text, WordLists::english());
    let parts = sentences(&text, &spans, WordLists::english());
    let mut work = Workspace::default();
    let tagging = rate(|| {
        work.tags.clear();
        let mut buffer = Vec::new();
        for part in &parts {
            let looks: Vec<Look> = spans[part.clone()].iter().map(|s| Look::at(s.of(&text), &mut buffer)).collect();
            tagger.tag(spans[part.clone()].iter().map(|s| s.of(&text)), &looks, &mut work);
        }
        black_box(work.tags.len())
    });
    let (english, patterns) = (Analyzer::english(), Recognizers::built_in());
    let reading = rate(|| black_box(english.read(black_box(&text), patterns)).tokens().len());
    let page: String = text.chars().take(5_000).collect();
    let pages = rate(|| {
        black_box(english.read(black_box(&page), patterns));
        1
    });
    println!(
        "{{\"tokens\": {}, \"tagging\": {tagging:.0}, \"reading\": {reading:.0}, \"ms_a_page\": {:.3}}}",
        spans.len(),
        1000.0 / pages
    );
}
