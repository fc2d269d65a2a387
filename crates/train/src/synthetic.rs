//! Measures entities of all kinds on synthetic sentences with personal data.

use crate::entities::{Outcome, json_lines};
use scumble_corpus::Embedded;
use scumble_mask::document::{Decider, Knowledge, Ledger, Protection, Readers, Replacement};
use scumble_text::entity::{EntityKind, Recognizers};
use scumble_text::{Analyzer, Language, Span};
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;

/// The sentences, in the data folder.
const FILE: &str = "pii_presidio/synth_v2_visible.jsonl";

/// The corpus' name of a kind, and ours.
const KINDS: [(&str, EntityKind); 16] = [
    ("PERSON", EntityKind::Person),
    ("GPE", EntityKind::Place),
    ("ORGANIZATION", EntityKind::Organization),
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

/// What is found in a text, by kind.
type Found = Vec<(Span, EntityKind)>;

/// Sentences with what is marked in them, in two halves by their templates: what is found is looked at in the half with even numbers
/// only, the other one is measured.
struct Sentences(Vec<Sentence>);

/// A text, its marks by their kind, and whether its template was not looked at.
type Sentence = (String, Vec<(Span, String)>, bool);

impl Sentences {
    fn read(file: &Path) -> Outcome<Self> {
        let one = |value: &Value| {
            let text = value["text"].as_str().unwrap_or("").to_owned();
            let bytes: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            let marks = value["spans"].as_array().into_iter().flatten().map(|span| {
                let offset = |end: &str| bytes[span[end].as_u64().unwrap_or(0) as usize];
                (Span::new(offset("start"), offset("end")), span["type"].as_str().unwrap_or("").to_owned())
            });
            let unseen = value["template_id"].as_u64().unwrap_or(0) % 2 == 1;
            let marks = marks.collect();
            (text, marks, unseen)
        };
        Ok(Self(json_lines(file)?.iter().map(one).collect()))
    }

    /// By kind: exact spans, spans that at least overlap, and spans of which every letter and figure is covered.
    fn score(&self, name: &str, unseen: Option<bool>, found: impl Fn(&str) -> Found) {
        // (expected, given, exactly right, expected ones that were at least touched, and wholly covered)
        let mut scores = [[0usize; 5]; KINDS.len()];
        let wanted = || self.0.iter().filter(|(_, _, own)| unseen.is_none_or(|unseen| unseen == *own));
        for (text, marks, _) in wanted() {
            let found = found(text);
            for ((name, kind), score) in KINDS.iter().zip(&mut scores) {
                let ours: Vec<Span> = found.iter().filter(|(_, own)| own == kind).map(|(span, _)| *span).collect();
                let gold: Vec<Span> = marks.iter().filter(|(_, own)| own == name).map(|(span, _)| *span).collect();
                let touches = |span: &&Span| found.iter().any(|(e, _)| e.start < span.end && e.end > span.start);
                let is_hidden = |place: usize| found.iter().any(|(e, _)| e.start <= place && place < e.end);
                let hidden = |span: &&Span| {
                    let mut letters = span.of(text).char_indices().filter(|(_, c)| c.is_alphanumeric());
                    letters.all(|(place, _)| is_hidden(span.start + place))
                };
                let exact = gold.iter().filter(|span| ours.contains(span)).count();
                let (touched, hidden) = (gold.iter().filter(touches).count(), gold.iter().filter(hidden).count());
                for (sum, one) in score.iter_mut().zip([gold.len(), ours.len(), exact, touched, hidden]) {
                    *sum += one;
                }
            }
        }
        println!(
            "{name}, on {} synthetic sentences (exact spans of the kind; touched and whole: by anything)",
            wanted().count()
        );
        println!(
            "  {:<16}{:>8}{:>11}{:>8}{:>7}{:>9}{:>8}",
            "kind", "number", "precision", "recall", "F1", "touched", "whole"
        );
        let all = std::array::from_fn(|i| scores.iter().map(|score| score[i]).sum());
        let names = KINDS.iter().map(|(name, _)| *name).chain(["all"]);
        for (name, [expected, given, right, touched, hidden]) in names.zip(scores.into_iter().chain([all])) {
            let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
            let (precision, recall) = (share(right, given), share(right, expected));
            let (f1, touched, hidden) =
                (share(2 * right, expected + given), share(touched, expected), share(hidden, expected));
            println!("  {name:<16}{expected:>8}{precision:>11.3}{recall:>8.3}{f1:>7.3}{touched:>9.3}{hidden:>8.3}");
        }
    }
}

fn entities(analyzer: &Analyzer, text: &str) -> Found {
    let document = analyzer.read(text, Recognizers::built_in());
    document.entities().iter().map(|entity| (entity.span, entity.kind)).collect()
}

/// The entities of an analyzer.
pub(crate) fn report(data: &Path, analyzer: &Analyzer) -> Outcome<()> {
    Sentences::read(&data.join(FILE))?.score("entities", None, |text| entities(analyzer, text));
    Ok(())
}

/// The entities of the shipped analyzer, and what both readers redact, on templates that were not looked at.
pub(crate) fn run(data: &Path) -> Outcome<()> {
    let sentences = Sentences::read(&data.join(FILE))?;
    sentences.score("entities, unseen templates", Some(true), |text| entities(Language::english().analyzer(), text));
    for (name, readers) in Readers::ALL {
        let protection = Protection { readers, ..Protection::default() };
        let decider = Decider::new(protection, Knowledge::english(Arc::new(Embedded::get())))?;
        let redacted = |text: &str| -> Found {
            let Ok(done) = decider.sanitize(&text.into(), &Ledger::default()) else { return Found::new() };
            let kind = |piece: &Replacement| match done.finding(piece).kind {
                scumble_mask::document::Found::Entity(kind) => kind,
                _ => EntityKind::Miscellaneous,
            };
            done.replacements().iter().map(|piece| (piece.span, kind(piece))).collect()
        };
        sentences.score(&format!("redacted, {name}, unseen templates"), Some(true), redacted);
    }
    Ok(())
}
