//! The statistics that come with the build are those of the corpus (compared where the shared data folder is there).

use scumble_corpus::embedded::is_kept;
use scumble_corpus::{Counts, Embedded, information, normalized};
use std::io::{BufRead, BufReader};
use std::path::Path;

#[allow(clippy::print_stderr, reason = "a skipped test says so")]
/// The kept documents, normalized, with a space at both ends; `None` where they are not.
fn documents() -> Option<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/web_corpus/enwiki2014_leads.jsonl.zst");
    let Ok(file) = std::fs::File::open(path) else {
        eprintln!("skipped: the shared data folder is not here");
        return None;
    };
    let lines = BufReader::new(ruzstd::decoding::StreamingDecoder::new(BufReader::new(file)).unwrap()).lines();
    let document = |line: String| {
        let lead: serde_json::Value = serde_json::from_str(&line).unwrap();
        format!(" {} {} ", normalized(lead["title"].as_str().unwrap()), normalized(lead["text"].as_str().unwrap()))
    };
    Some(lines.enumerate().filter(|(i, _)| is_kept(*i)).map(|(_, line)| document(line.unwrap())).collect())
}

#[test]
fn counts_are_those_of_the_corpus() {
    let Some(documents) = documents() else { return };
    let embedded = Embedded::get();
    assert_eq!(embedded.total().unwrap(), documents.len() as u64);
    // The longest words of documents here and there, and those with the word before.
    let mut phrases: Vec<String> =
        "aids,hiv,immune system,blood transfusion,barack obama,heart attack,new york city,diabetes"
            .split(',')
            .map(str::to_owned)
            .collect();
    for document in documents.iter().step_by(documents.len() / 150) {
        let words: Vec<&str> = document.split(' ').filter(|word| !word.is_empty()).collect();
        let at = (0..words.len()).max_by_key(|&i| (words[i].len(), i)).unwrap();
        phrases.extend([words[at].to_owned(), words[at.saturating_sub(1)..=at].join(" ")]);
    }
    phrases.sort();
    phrases.dedup();
    let lists: Vec<Vec<u32>> = phrases
        .iter()
        .map(|phrase| {
            let phrase = format!(" {phrase} ");
            (0..documents.len() as u32).filter(|&i| documents[i as usize].contains(&phrase)).collect()
        })
        .collect();
    let mut found = Vec::new();
    for (phrase, list) in phrases.iter().zip(&lists) {
        match embedded.term(phrase) {
            Some(term) => {
                assert_eq!(term.count(), list.len() as u64, "{phrase}");
                if let Some(documents) = embedded.documents(term) {
                    assert_eq!(documents.len(), list.len(), "{phrase}");
                    found.push((phrase, list));
                }
            }
            None => assert!(phrase.contains(' ') || list.len() < 4, "{phrase}"),
        }
    }
    // Most long words are rare and most neighbours no phrase; this only keeps the comparison of pairs from being empty.
    assert!(found.len() > 100, "{}", found.len());
    for (i, (a, in_a)) in found.iter().enumerate() {
        for (b, in_b) in found.iter().skip(i + 1).step_by(3) {
            let both = in_a.iter().filter(|document| in_b.binary_search(document).is_ok()).count();
            assert_eq!(embedded.count(&[&[a], &[b]]).unwrap(), both as u64, "{a}, {b}");
            let any = in_a.len() + in_b.len() - both;
            assert_eq!(embedded.count(&[&[a, b]]).unwrap(), any as u64, "{a}, {b}");
        }
    }
}

#[test]
fn what_is_known_of_aids() {
    let embedded = Embedded::get();
    assert!(embedded.is_whole());
    let ic = |group: &[&str]| information(embedded.count(&[group]).unwrap(), embedded.total().unwrap());
    // In the whole corpus: 9.5, 14.1 and 12.7 bits.
    let aids = ic(&["acquired immunodeficiency syndrome", "AIDS"]);
    let transfusion = ic(&["blood transfusion", "blood transfusions"]);
    let system = ic(&["immune system", "immune systems"]);
    assert_eq!(embedded.count(&[&["acquired immunodeficiency syndrome"]]).unwrap(), 0);
    assert!(
        (aids - 9.5).abs() < 0.3 && (transfusion - 14.1).abs() < 0.6 && (system - 12.7).abs() < 0.4,
        "{aids} {transfusion} {system}"
    );
    let both = |a: &str, b: &str| embedded.count(&[&[a], &[b]]).unwrap();
    assert!(both("AIDS", "HIV") > 20 && both("AIDS", "HIV") <= embedded.count(&[&["hiv"]]).unwrap());
    // The commonest have counts, and no lists.
    let the = embedded.term("the").unwrap();
    assert!(!embedded.is_listed(the) && embedded.documents(the).is_none());
    assert_eq!(both("the", "HIV"), embedded.count(&[&["hiv"]]).unwrap());
}
