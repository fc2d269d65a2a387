//! Entities of each document, and how long finding them took on one core, for `bench/presidio`: `find_entities FILE [WEIGHTS]`. The
//! file has a JSON string a line. A line of what is printed has milliseconds (the median of five readings), `[start, end, kind]` by
//! bytes, and with the weights of a network the milliseconds that its reading adds.
#![allow(clippy::print_stdout)]

use scumble_text::Analyzer;
use scumble_text::entity::Recognizers;
use scumble_text::network::{Domain, Network};
use serde_json::json;
use std::hint::black_box;
use std::time::Instant;

/// Five times the same: the median of the milliseconds, and the last result.
fn timed<T>(mut work: impl FnMut() -> T) -> (f64, T) {
    let mut one = || {
        let start = Instant::now();
        let done = black_box(work());
        (start.elapsed().as_secs_f64() * 1000.0, done)
    };
    let mut times = [0; 4].map(|_| one().0).to_vec();
    let (last, done) = one();
    times.push(last);
    times.sort_by(f64::total_cmp);
    (times[2], done)
}

fn main() {
    let file = std::env::args().nth(1).expect("a file with a JSON string a line");
    let weights = std::env::args().nth(2).map(|file| std::fs::read(file).expect("the weights of a network"));
    let network = weights.map(|weights| Network::unpack(&weights).expect("the weights of a network"));
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().expect("one thread");
    let lines = std::fs::read_to_string(file).expect("a text file");
    let (english, patterns) = (Analyzer::english(), Recognizers::built_in());
    // The automata of the patterns are built while they run: the first reading is not like the others.
    black_box(english.read(&lines, patterns));
    for line in lines.lines() {
        let text: String = serde_json::from_str(line).expect("a JSON string a line");
        let (ms, document) = timed(|| english.read(black_box(&text), patterns));
        let network_ms = network.as_ref().map(|network| timed(|| network.read(black_box(&text), Domain::Court)).0);
        let entities = document.entities().iter().map(|e| json!([e.span.start, e.span.end, e.kind.as_str()]));
        println!("{}", json!({ "ms": ms, "network_ms": network_ms, "entities": entities.collect::<Vec<_>>() }));
    }
}
