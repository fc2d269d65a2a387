//! The pipeline as a whole, and helpers of the tests of its finders.

use super::case::Thresholds;
use super::covered::Covered;
use super::*;
use crate::error::{Error, Result};
use rayon::prelude::*;
use scumble_corpus::{Embedded, Table};
use scumble_ontology::{Builder, Stack, wordnet};
use scumble_span::{Span, apply};
use scumble_text::Document;
use scumble_text::entity::EntityKind;
use std::sync::Arc;

/// English with the embedded counts.
pub(super) fn knowledge() -> Knowledge {
    Knowledge::english(Arc::new(Embedded::get()))
}

/// The findings of one finder in a text.
pub(super) fn found_by(finder: &dyn Finder, text: &str) -> Vec<Finding> {
    let knowledge = knowledge();
    let meter = Meter::new(&knowledge, false).unwrap();
    let reading = Reading::new(Document::read(text));
    let thresholds = Thresholds { beta: Threshold::new(OWN_BETA), tau: Threshold::new(OWN_BETA / 2.0) };
    let kinds = Kinds::default();
    let mut case = Case::new(&reading, &knowledge, &meter, thresholds, Covered::of(Vec::new()), &kinds);
    finder.find(&mut case).unwrap();
    case.found().to_vec()
}

fn released(decider: &Decider, text: &str) -> String {
    let done = decider.sanitize(&text.into(), &Ledger::default()).unwrap();
    apply(text, &done.label(&mut Ledger::default()).edits)
}

fn terms(all: &[&str]) -> Vec<String> {
    all.iter().map(|&term| term.to_owned()).collect()
}

#[test]
fn a_decider_crosses_threads_and_outlives_its_maker() {
    fn check<T: Send + Sync + 'static>() {}
    check::<Decider>();
    check::<Sanitized>();
}

/// A meter that remembers next to nothing measures every phrase anew; which phrases are one term must not depend on that.
#[test]
fn decisions_do_not_depend_on_what_the_meter_remembers() {
    let notes: Vec<String> = ["bronchitis", "influenza", "hepatitis", "pneumonia"]
        .iter()
        .map(|disease| {
            format!(
                "The patient has an infection of the immune system. A blood transfusion in the hospital was the cause of \
                 the infection. The doctor suspects {disease}. The immune system of the patient is weak, and a virus was \
                 found in the blood. The hospital repeated the blood transfusion, and the virus was found in the blood of \
                 the doctor. The patient left the hospital with the virus."
            )
        })
        .collect();
    let protection =
        Protection { hide: terms(&["acquired immunodeficiency syndrome"]), w: 0.6, ..Protection::default() };
    let decided = |terms_per_shard: usize, threads: usize| -> Vec<(Vec<Finding>, Figures)> {
        let meter = Meter::with_memory(&knowledge(), false, terms_per_shard).unwrap();
        let decider = Decider::with_meter(protection.clone(), knowledge(), meter).unwrap();
        let one = |text: &String| {
            let decisions = decider.decide(&Reading::new(Document::read(text))).unwrap();
            (decisions.findings, decisions.figures)
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| notes.par_iter().map(one).collect())
    };
    let expected = decided(20_000, 1);
    assert!(expected.iter().all(|(_, figures)| figures.joint_questions > 0));
    for (memory, threads) in [(1, 1), (1, 4), (20_000, 4)] {
        assert_eq!(decided(memory, threads), expected, "memory of {memory}, {threads} threads");
    }
}

/// Room numbers, as a hospital of its own writes them.
struct Rooms(Found);

impl Finder for Rooms {
    fn find(&self, case: &mut Case<'_>) -> Result<()> {
        let text = case.text();
        for (start, word) in text.match_indices("Room ") {
            let number = text[start + word.len()..].chars().take_while(char::is_ascii_alphanumeric).count();
            case.add(Finding::new(Span::new(start, start + word.len() + number), self.0, Rule::Own))?;
        }
        Ok(())
    }
}

#[test]
fn a_finder_of_one_s_own_is_one_of_the_pipeline() {
    let text = "She lay in Room x7 and left. In room x7 and in Room y2 nobody slept.";
    let decider = |protection: Protection, kind| {
        Decider::new(protection, knowledge()).unwrap().with_finder(Box::new(Rooms(kind)))
    };
    let custom = decider(Protection::default(), Found::Entity(EntityKind::Custom(0)));
    // The mention in lower case is found because the term is redacted elsewhere.
    assert_eq!(released(&custom, text), "She lay in Own1 and left. In Own1 and in Own2 nobody slept.");
    let done = custom.sanitize(&text.into(), &Ledger::default()).unwrap();
    let rules: Vec<Rule> = done.findings().filter(|finding| finding.applies()).map(|finding| finding.rule).collect();
    assert_eq!(rules, [Rule::Own, Rule::Same, Rule::Own]);
    let allowed = decider(Protection { allow: terms(&["Room y2"]), ..Protection::default() }, Found::Term);
    assert_eq!(released(&allowed, text), "She lay in Term1 and left. In Term1 and in Room y2 nobody slept.");
    assert!(!custom.removed(&done).left_in(&words(text)).is_empty());
}

/// A finder whose spans are none.
struct Broken;

impl Finder for Broken {
    fn find(&self, case: &mut Case<'_>) -> Result<()> {
        case.add(Finding::new(Span::new(1, 2), Found::Term, Rule::Own))
    }
}

#[test]
fn a_span_that_cuts_a_character_is_an_error() {
    let decider = Decider::new(Protection::default(), knowledge()).unwrap().with_finder(Box::new(Broken));
    let error = decider.sanitize(&"é".into(), &Ledger::default()).unwrap_err();
    assert!(matches!(error, Error::Parameters(_)));
}

/// A finder that finds the word before each label: there is always another one.
struct Insatiable;

impl Finder for Insatiable {
    fn find(&self, case: &mut Case<'_>) -> Result<()> {
        let last = case.reading().words.iter().rev().find(|word| !is_label(word.span.of(case.text())));
        last.map_or(Ok(()), |word| case.add(Finding::new(word.span, Found::Term, Rule::Own)))
    }
}

#[test]
fn a_document_that_never_settles_is_an_error_of_its_own() {
    let decider = Decider::new(Protection::default(), knowledge()).unwrap().with_finder(Box::new(Insatiable));
    let error = decider.sanitize(&"one two apples pears plums figs dates nuts beans".into(), &Ledger::default());
    assert!(matches!(error, Err(Error::Unsettled { rounds: 6 })), "{error:?}");
}

#[test]
fn a_taxonomy_before_wordnet_gives_synonyms_and_hypernyms() {
    let mut builder = Builder::new("ward");
    let (code, disease) = (builder.concept("icd-7", 1), builder.term("affection", 2));
    builder.label(code, "blue fever");
    builder.label(code, "kappa syndrome");
    builder.parent(code, disease, 1);
    let ward = Arc::new(builder.build(true).unwrap());
    let taxonomy = Arc::new(Stack::new(vec![ward, wordnet().nouns().clone()]));
    let counts = "#total\t100000\nblue fever\t4\nkappa syndrome\t2\naffection\t900\nnurse\t800\n";
    let counts = Arc::new(Table::parse(counts).unwrap());
    let protection = Protection { hide: terms(&["blue fever"]), replace: Action::Generalize, ..Protection::default() };
    let text = "The nurse saw a kappa syndrome.";
    let own = Decider::new(protection.clone(), Knowledge { taxonomy, ..Knowledge::english(counts.clone()) }).unwrap();
    assert_eq!(released(&own, text), "The nurse saw a affection.");
    let plain = Decider::new(protection, Knowledge::english(counts)).unwrap();
    let done = plain.sanitize(&text.into(), &Ledger::default()).unwrap();
    assert!(!done.findings().any(|finding| finding.rule == Rule::Hidden));
}

#[test]
fn labels_leave_the_document_as_it_is() {
    let decider =
        Decider::new(Protection { people: terms(&["Jane Roe"]), ..Protection::default() }, knowledge()).unwrap();
    let text = "Jane Roe met Pers1. Roe left.";
    let done = decider.sanitize(&text.into(), &Ledger::default()).unwrap();
    let mut ledger = Ledger::default();
    let (first, second) = (done.label(&mut ledger), done.label(&mut ledger));
    assert_eq!(first, second);
    assert_eq!(apply(text, &first.edits), "Pers2 met Pers1. Pers2 left.");
    assert!(done.findings().all(|finding| finding.replacement.is_none()));
    let labels: Vec<_> = first.findings.iter().filter_map(|finding| finding.replacement.as_deref()).collect();
    assert_eq!(labels, ["Pers2", "Pers2"]);
    assert!(done.words_kept() < 0.6 && done.words_kept() > 0.4);
}

#[test]
fn decisions_of_a_person_are_applied_as_they_are() {
    let decider =
        Decider::new(Protection { hide: terms(&["influenza"]), ..Protection::default() }, knowledge()).unwrap();
    let source = SourceText::from("Jane Roe had influenza and a cold.");
    let rejected = Finding { state: State::Rejected, ..Finding::new(Span::new(0, 8), Found::Term, Rule::Manual) };
    let removed = Finding::new(Span::new(13, 22), Found::Term, Rule::Manual);
    let done = decider.apply_decisions(&source, vec![rejected.clone(), removed]).unwrap();
    let labelled = done.label(&mut Ledger::default());
    assert_eq!(apply(&source.text, &labelled.edits), "Jane Roe had [REDACTED] and a cold.");
    assert!(done.figures.residual_risk > 0.0);
    let kept = Kept::by(&source.text, &labelled.findings);
    assert_eq!(kept.spans(&words("Did Jane Roe sleep?")), [Span::new(4, 12)]);
    let outside = Finding { span: Span::new(30, 99), ..rejected };
    assert!(decider.apply_decisions(&source, vec![outside]).is_err());
}
