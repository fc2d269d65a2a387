//! Kinds of findings that are published, and what overrides that.

use scumble_corpus::Embedded;
use scumble_mask::document::{Action, Decider, Found, Kind, Kinds, Knowledge, Ledger, Protection, Sanitized};
use scumble_span::apply;
use scumble_text::entity::EntityKind;
use std::sync::Arc;

const NOTE: &str = "Mr Albert Quackenbush, aged 71, took 500 mg of ibuprofen on 12 March 2001 and paid $1,234.50. His aunt is 93 years \
                    old; his uncle is ninety-five years old and in his nineties; they lived together for ninety-five years.";

fn kind(name: &str) -> Kind {
    Kind::all().find(|kind| kind.as_str() == name).unwrap()
}

fn sanitized(protection: Protection, text: &str) -> (Sanitized, String) {
    let decider = Decider::new(protection, Knowledge::english(Arc::new(Embedded::get()))).unwrap();
    let done = decider.sanitize(&text.into(), &Ledger::default()).unwrap();
    let output = apply(text, &done.label(&mut Ledger::default()).edits);
    let left = decider.removed(&done).left_in(&scumble_mask::document::words(&output));
    assert!(left.is_empty(), "{output}");
    (done, output)
}

fn keeping(names: &[&str]) -> Protection {
    let keep = names.iter().map(|name| kind(name)).collect();
    Protection { kinds: Kinds { keep, only: Vec::new() }, ..Protection::default() }
}

#[test]
fn kept_kinds_stay_and_ages_above_89_are_a_kind_of_their_own() {
    let (done, output) = sanitized(keeping(&["quantity", "age"]), NOTE);
    for stays in ["aged 71", "500 mg", "$1,234.50"] {
        assert!(output.contains(stays), "{stays}: {output}");
    }
    for goes in ["Quackenbush", "12 March 2001", "93", "ninety-five", "in his nineties"] {
        assert!(!output.contains(goes), "{goes}: {output}");
    }
    let kept: Vec<&str> = done
        .findings()
        .filter(|finding| finding.action == Action::Keep && matches!(finding.kind, Found::Entity(_)))
        .filter(|finding| finding.probability.is_none())
        .map(|finding| finding.span.of(NOTE))
        .collect();
    assert_eq!(kept, ["71", "500 mg", "$1,234.50"], "the result lists what was published by its kind");
    let (_, all) = sanitized(keeping(&["quantity", "age", "age-over-89", "date"]), NOTE);
    assert!(all.contains("93 years old; his uncle is ninety-five years old and in his nineties"), "{all}");
}

#[test]
fn a_date_that_says_an_age_above_89_is_no_date_to_keep() {
    let (_, output) = sanitized(keeping(&["date"]), NOTE);
    assert!(output.contains("12 March 2001") && !output.contains("ninety-five years"), "{output}");
}

#[test]
fn what_the_user_named_is_redacted_whatever_its_kind() {
    let base = keeping(&["quantity", "organisation", "person"]);
    let (_, output) = sanitized(Protection { deny: vec!["500 mg".into()], ..base.clone() }, NOTE);
    assert!(!output.contains("500 mg") && output.contains("$1,234.50") && output.contains("Quackenbush"), "{output}");
    let (_, output) = sanitized(Protection { people: vec!["Albert Quackenbush".into()], ..base.clone() }, NOTE);
    assert!(!output.contains("Quackenbush"), "{output}");
    let (_, output) = sanitized(Protection { hide: vec!["ibuprofen".into()], ..base }, NOTE);
    assert!(!output.contains("ibuprofen"), "{output}");
}

#[test]
fn a_kept_kind_that_equals_a_redacted_name_is_redacted() {
    let text = "Mr John Quackenbush owns Quackenbush Holdings Ltd. Mr Quackenbush joined Microsoft Corporation.";
    let (_, output) = sanitized(keeping(&["organisation"]), text);
    assert!(!output.contains("Quackenbush"), "{output}");
    assert!(output.contains("joined Microsoft Corporation"), "{output}");
}

#[test]
fn only_some_kinds_are_redacted() {
    let text = "Ms Jane Roe lives in Springfield. Call +44 20 7946 0958 or write to jane@example.org by 4 March 2019.";
    let only = vec![kind("person"), kind("e-mail")];
    let protection = Protection { kinds: Kinds { keep: Vec::new(), only }, ..Protection::default() };
    let (_, output) = sanitized(protection.clone(), text);
    assert_eq!(output, "Pers1 lives in Springfield. Call +44 20 7946 0958 or write to Email1 by 4 March 2019.");
    let kinds = Kinds { keep: vec![kind("e-mail")], ..protection.kinds.clone() };
    let (_, output) = sanitized(Protection { kinds, ..protection }, text);
    assert!(output.contains("jane@example.org") && !output.contains("Roe"), "{output}");
}

#[test]
fn nothing_chosen_publishes_nothing() {
    let kinds = Kinds::default();
    assert!(kinds.is_empty());
    for kind in EntityKind::ALL {
        assert!(!kinds.publishes(Found::Entity(kind), "93"));
    }
}
