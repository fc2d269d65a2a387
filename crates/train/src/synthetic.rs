//! Measures entities of all kinds on synthetic sentences with personal data.

use scumble_text::entity::{EntityKind, Recognizers};
use scumble_text::{Analyzer, Span};
use serde_json::Value;
use std::path::Path;

/// The corpus' name of a kind, and ours.
const KINDS: [(&str, EntityKind); 16] = [
    ("PERSON", EntityKind::Person),
    ("GPE", EntityKind::Place),
    ("ORGANIZATION", EntityKind::Organisation),
    ("NRP", EntityKind::Demographic),
    ("CREDIT_CARD", EntityKind::PaymentCard),
    ("EMAIL_ADDRESS", EntityKind::Email),
    ("DOMAIN_NAME", EntityKind::Url),
    ("IBAN_CODE", EntityKind::Iban),
    ("US_SSN", EntityKind::NationalId),
    ("IP_ADDRESS", EntityKind::Ip),
    ("PHONE_NUMBER", EntityKind::Phone),
    ("DATE_TIME", EntityKind::DateTime),
    ("AGE", EntityKind::Age),
    ("STREET_ADDRESS", EntityKind::Address),
    ("ZIP_CODE", EntityKind::PostCode),
    ("TITLE", EntityKind::Title),
];

/// By kind: exact spans, and spans that at least overlap.
pub(crate) fn report(file: &Path, analyzer: &Analyzer) -> Result<(), Box<dyn std::error::Error>> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let recognisers = Recognizers::built_in();
    // (expected, given, exactly right, expected ones that were at least touched)
    let mut scores = [(0usize, 0usize, 0usize, 0usize); KINDS.len()];
    let mut documents = 0;
    for line in text.lines() {
        let value: Value = serde_json::from_str(line)?;
        let text = value["text"].as_str().unwrap_or("");
        let bytes: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let document = analyzer.read(text, recognisers);
        let found = document.entities();
        documents += 1;
        for ((name, kind), score) in KINDS.iter().zip(&mut scores) {
            let ours: Vec<Span> =
                found.iter().filter(|entity| entity.kind == *kind).map(|entity| entity.span).collect();
            let gold: Vec<Span> = value["spans"]
                .as_array()
                .into_iter()
                .flatten()
                .filter(|span| span["type"] == *name)
                .map(|span| {
                    let offset = |end: &str| bytes[span[end].as_u64().unwrap_or(0) as usize];
                    Span::new(offset("start"), offset("end"))
                })
                .collect();
            score.0 += gold.len();
            score.1 += ours.len();
            score.2 += gold.iter().filter(|span| ours.contains(span)).count();
            let touches = |span: &&Span| found.iter().any(|e| e.span.start < span.end && e.span.end > span.start);
            score.3 += gold.iter().filter(touches).count();
        }
    }
    println!("entities, on {documents} synthetic sentences (exact spans; touched: by an entity of any kind)");
    println!("  {:<16}{:>8}{:>11}{:>8}{:>7}{:>9}", "kind", "number", "precision", "recall", "F1", "touched");
    for ((name, _), (expected, given, right, touched)) in KINDS.iter().zip(scores) {
        let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
        let (precision, recall, f1) = (share(right, given), share(right, expected), share(2 * right, expected + given));
        let touched = share(touched, expected);
        println!("  {name:<16}{expected:>8}{precision:>11.3}{recall:>8.3}{f1:>7.3}{touched:>9.3}");
    }
    Ok(())
}
