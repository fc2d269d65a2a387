//! What must hold for any document.

use proptest::prelude::*;
use scumble_corpus::Embedded;
use scumble_mask::document::{Action, Decider, Knowledge, Ledger, Method, Protection, Readers, Sanitized, marks};
use scumble_span::{Span, apply};
use std::sync::Arc;

/// Words that are found, words that are not, and everything that is easily mistaken for our own marks.
const PIECES: [&str; 45] = [
    "Jane Roe",
    "Roe",
    "Mr Smith",
    "J. Smith",
    "smith",
    "London",
    "Royal Holloway Hospital",
    "the",
    "patient",
    "influenza",
    "blood transfusion",
    "AIDS",
    "12 March 2001",
    "2001",
    "12",
    "two",
    "jane@example.org",
    "Pers1",
    "Org12",
    "\\Pers2",
    "[REDACTED]",
    "██",
    "[Term3]",
    "Term3x",
    "naïve",
    "Łódź",
    "東京",
    "سید",
    "🙂",
    "O'Neill",
    "well-known",
    "A-4471",
    "IBAN GB82 WEST 1234 5698 7654 32",
    "Turkish national",
    "Supreme Court",
    "in",
    "suffered from",
    "\u{301}",
    "12km",
    "Ms Roe's",
    "Mr Quacken-\nbush",
    "R o e",
    "Q u a c k e n b u s h",
    "> Smi-\n> th",
    "Ro\u{ad}e",
];
const BETWEEN: [&str; 10] = [" ", ". ", ", ", "\n\n", "\r\n", "\t", "; ", " (", "-\n", "\n> "];

fn text() -> impl Strategy<Value = String> {
    let pair = (0..PIECES.len(), 0..BETWEEN.len());
    prop::collection::vec(pair, 0..40)
        .prop_map(|pairs| pairs.iter().map(|&(a, b)| [PIECES[a], BETWEEN[b]].concat()).collect())
}

fn protection(replace: Action, method: Method) -> Protection {
    Protection {
        method,
        hide: vec!["influenza".into()],
        people: vec!["Jane Roe".into()],
        replace,
        ..Protection::default()
    }
}

fn decider(replace: Action, method: Method) -> Decider {
    Decider::new(protection(replace, method), Knowledge::english(Arc::new(Embedded::get()))).unwrap()
}

fn sanitized(decider: &Decider, text: &str) -> Sanitized {
    decider.sanitize(&text.into(), &Ledger::default()).unwrap()
}

const ACTIONS: [Action; 4] = [Action::Label, Action::Remove, Action::Mask, Action::Generalize];

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn bytes_outside_edits_are_untouched_and_nothing_removed_is_left(text in text(), action in 0..4usize) {
        let decider = decider(ACTIONS[action], Method::Combined);
        let done = sanitized(&decider, &text);
        let edits = done.label(&mut Ledger::default()).edits;
        let output = apply(&text, &edits);
        // The text between two edits stands in the output as it stood, in the same order.
        let (mut at, mut from) = (0, 0);
        for edit in &edits {
            let kept = &text[at..edit.span.start];
            prop_assert_eq!(&output[from..from + kept.len()], kept);
            from += kept.len() + edit.replacement.len();
            at = edit.span.end;
        }
        prop_assert_eq!(&output[from..], &text[at..]);
        let left = decider.removed(&done).left_in(&decider.words(output.as_str().into()));
        prop_assert!(left.is_empty(), "{:?}", left.iter().map(|hit| hit.span.of(&output)).collect::<Vec<_>>());
        prop_assert!(!output.contains("Roe"));
    }

    #[test]
    fn applying_twice_changes_nothing(text in text(), action in 0..4usize, method in 0..3usize) {
        let method = [Method::Ic, Method::IcPmi, Method::Combined][method];
        // Careful readers look at a document, not at a release.
        let fast = Protection { readers: Readers::Fast, ..protection(ACTIONS[action], method) };
        let decider = Decider::new(fast, Knowledge::english(Arc::new(Embedded::get()))).unwrap();
        let output = apply(&text, &sanitized(&decider, &text).label(&mut Ledger::default()).edits);
        let edits = sanitized(&decider, &output).label(&mut Ledger::default()).edits;
        prop_assert!(edits.is_empty(), "{:?}", edits.iter().map(|edit| edit.span.of(&output)).collect::<Vec<_>>());
    }

    #[test]
    fn no_half_of_a_broken_name_stays(text in text(), at in 0..12usize) {
        let decider = decider(Action::Label, Method::Combined);
        let broken = ["Mr Quacken-\nbush", "\n> Quack-\n> enbush", "QUACKEN-\r\n BUSH", "Q u a c k e n b u s h"][at % 4];
        let text = format!("{text} He met Mr Quackenbush. Then {broken} left.");
        let output = apply(&text, &sanitized(&decider, &text).label(&mut Ledger::default()).edits).to_lowercase();
        prop_assert!(!["quack", "bush", "u s h"].iter().any(|half| output.contains(half)), "{output}");
    }

    #[test]
    fn our_own_marks_are_never_touched(text in text()) {
        let done = sanitized(&decider(Action::Remove, Method::Combined), &text);
        let touches = |a: Span, b: Span| a.start < b.end && b.start < a.end;
        for mark in marks(&text) {
            prop_assert!(!done.replacements().iter().any(|piece| touches(piece.span, mark)), "{}", mark.of(&text));
        }
    }
}

#[test]
fn a_surname_that_is_a_common_word_is_redacted_where_it_stands_alone() {
    let text =
        "We met Mark Baker and Ann Young. Then Baker left, and Young stayed. The baker was young. Later Baker spoke.";
    for readers in [Readers::Fast, Readers::Careful] {
        let protection = Protection { readers, ..Protection::default() };
        let decider = Decider::new(protection, Knowledge::english(Arc::new(Embedded::get()))).unwrap();
        let done = sanitized(&decider, text);
        assert_eq!(
            apply(text, &done.label(&mut Ledger::default()).edits),
            "We met Pers1 and Pers2. Then Pers1 left, and Pers2 stayed. The baker was young. Later Pers1 spoke.",
            "{readers:?}"
        );
    }
}
