//! Entities of each document, and how long finding them took, for `bench/presidio`: `find_entities FILE`. The file has a JSON
//! string a line, and so has what is printed: milliseconds (the median of five readings) and `[start, end, kind]` by bytes.
#![allow(clippy::print_stdout)]

use scumble_text::entity::Recognizers;
use scumble_text::{Analyzer, Document};
use serde_json::json;
use std::hint::black_box;
use std::time::Instant;

fn main() {
    let file = std::env::args().nth(1).expect("a file with a JSON string a line");
    let lines = std::fs::read_to_string(file).expect("a text file");
    let (english, patterns) = (Analyzer::english(), Recognizers::built_in());
    // The automata of the patterns are built while they run: the first reading is not like the others.
    black_box(english.read(&lines, patterns));
    for line in lines.lines() {
        let text: String = serde_json::from_str(line).expect("a JSON string a line");
        let mut seconds = [0.0; 5];
        let mut document = Document::default();
        for second in &mut seconds {
            let start = Instant::now();
            document = black_box(english.read(black_box(&text), patterns));
            *second = start.elapsed().as_secs_f64();
        }
        seconds.sort_by(f64::total_cmp);
        let entities = document.entities().iter().map(|e| json!([e.span.start, e.span.end, e.kind.as_str()]));
        println!("{}", json!({ "ms": seconds[2] * 1000.0, "entities": entities.collect::<Vec<_>>() }));
    }
}
