//! Pairs per second, one thread, for `bench/similarity`: `similarity_speed PATH_PAIRS.csv WORD_PAIRS.csv`.
//!
//! Prints one JSON object. Terms are looked up anew for every pair, as a caller with strings would.
#![allow(clippy::print_stdout)]

use scumble_io::Source;
use scumble_io::csv::{Record, Records, unquoted};
use scumble_ontology::measure::{Measure, Path, Taxonomic, WuPalmer, between_terms};
use scumble_ontology::wordnet;
use std::hint::black_box;
use std::time::{Duration, Instant};

fn pairs(file: &str) -> Vec<(String, String)> {
    let source = Source::open(file.as_ref()).expect("a CSV file");
    let mut records = Records::new(source.as_str().as_bytes(), b',');
    let mut record = Record::default();
    let mut pairs = Vec::new();
    while let Some(bytes) = records.next(&mut record).expect("a row") {
        let mut terms = record.fields(bytes).map(|field| unquoted(&String::from_utf8_lossy(field)).into_owned());
        pairs.push((terms.next().expect("a term"), terms.next().expect("another term")));
    }
    // The first row is the header.
    pairs.split_off(1)
}

/// Calls per second: rounds over all pairs for a second, the best of three.
fn rate(count: usize, mut round: impl FnMut()) -> f64 {
    let mut best = 0.0f64;
    for _ in 0..3 {
        let start = Instant::now();
        let mut rounds = 0;
        while start.elapsed() < Duration::from_secs(1) {
            round();
            rounds += 1;
        }
        best = best.max((rounds * count) as f64 / start.elapsed().as_secs_f64());
    }
    best
}

fn main() {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let nouns = wordnet().nouns();
    let concepts: Vec<_> = pairs(&files[0])
        .iter()
        .map(|(a, b)| (nouns.named(a).expect("a synset"), nouns.named(b).expect("a synset")))
        .collect();
    let words = pairs(&files[1]);
    let mut results = Vec::new();
    fn both<M: Measure>(
        measure: &M,
        concepts: &[(scumble_ontology::Concept, scumble_ontology::Concept)],
        words: &[(String, String)],
    ) -> (f64, f64) {
        let concept_rate = rate(concepts.len(), || {
            for &(a, b) in concepts {
                black_box(measure.between(black_box(a), black_box(b)));
            }
        });
        let word_rate = rate(words.len(), || {
            for (a, b) in words {
                black_box(between_terms(measure, black_box(a), black_box(b)));
            }
        });
        (concept_rate, word_rate)
    }
    results.push(("path", both(&Path::on(nouns), &concepts, &words)));
    results.push(("wu-palmer", both(&WuPalmer::on(nouns), &concepts, &words)));
    results.push(("taxonomic", both(&Taxonomic::on(nouns), &concepts, &words)));
    let fields: Vec<String> = results
        .iter()
        .map(|(name, (concepts, words))| format!("\"{name}\": {{\"concepts\": {concepts:.0}, \"words\": {words:.0}}}"))
        .collect();
    println!("{{{}}}", fields.join(", "));
}
