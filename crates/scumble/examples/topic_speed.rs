//! How fast topics are read on one core, and how many documents have risky blocks at several thresholds.
//!
//!     topic_speed COUNT TOPICS FILE…     COUNT documents, read again from the start where there are fewer; TOPICS is
//!                                        national-security or a policy file; files are JSON lines with a field `text`
#![allow(clippy::print_stdout, reason = "an example talks to people")]

use scumble::document::expanded_topics;
use scumble::mask::document::TopicReader;
use scumble::policy::topics_named;
use scumble::text::Language;
use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [count, topics, files @ ..] = &arguments[..] else { return Err("COUNT TOPICS FILE…".into()) };
    let count: usize = count.parse()?;
    let mut texts = Vec::new();
    for file in files {
        for line in std::fs::read_to_string(file)?.lines() {
            let value: serde_json::Value = serde_json::from_str(line)?;
            texts.push(value["text"].as_str().ok_or("a line without text")?.to_owned());
        }
    }
    let documents: Vec<&String> = texts.iter().cycle().take(count).collect();
    let expanded = expanded_topics(&topics_named(topics)?)?;
    let terms = expanded.terms().len();
    let reader = TopicReader::new(expanded.topics, Language::english());
    let start = Instant::now();
    let readings: Vec<_> = documents.iter().map(|text| reader.read(text, &[])).collect();
    let seconds = start.elapsed().as_secs_f64();
    let bytes: usize = documents.iter().map(|text| text.len()).sum();
    println!(
        "{terms} terms of {} topics in {} documents, {:.2} MB: {seconds:.3} s, {:.1} MB/s",
        reader.topics().len(),
        documents.len(),
        bytes as f64 / 1e6,
        bytes as f64 / 1e6 / seconds
    );
    for threshold in [3.0, 5.0, 8.0, 10.0, 12.0, 15.0] {
        let dense =
            |number: usize| readings.iter().filter(|all| all[number].blocks(threshold).next().is_some()).count();
        let shares: Vec<String> =
            (0..reader.topics().len()).map(|n| format!("{:.1}", 100.0 * dense(n) as f64 / count as f64)).collect();
        println!("from {threshold} hits per 100 words on: {} % of documents, by topic", shares.join(" "));
    }
    Ok(())
}
