//! Dates that are reduced to their year or moved.

use scumble_corpus::Embedded;
use scumble_mask::document::{Chance, Dates, Decider, Knowledge, Labelled, Ledger, Protection};
use scumble_span::apply;
use std::sync::Arc;

fn decider(dates: Dates) -> Decider {
    let protection = Protection { dates: Some(dates), ..Protection::default() };
    Decider::new(protection, Knowledge::english(Arc::new(Embedded::get()))).unwrap()
}

fn labelled(decider: &Decider, text: &str, ledger: &mut Ledger) -> (Labelled, String) {
    let labelled = decider.sanitize(&text.into(), ledger).unwrap().label(ledger);
    let output = apply(text, &labelled.edits);
    (labelled, output)
}

const NOTE: &str = "Ms Jane Roe was born on 3 May 1921. She was seen on 12 March 2019 and again on 14 March 2019, in April 2018, on \
                    4 June and on 2019-03-20 for three days. In 2017 she moved.";

#[test]
fn the_year_alone() {
    let (_, output) = labelled(&decider(Dates::Year), NOTE, &mut Ledger::default());
    for stays in ["seen on 2019 and again on 2019, in 2018, on Date", "on 2019 for three days. In 2017 she moved."] {
        assert!(output.contains(stays), "{stays}: {output}");
    }
    for goes in ["1921", "March", "April", "June", "-03-20"] {
        assert!(!output.contains(goes), "a date that may tell an age above 89, or has no year: {goes}: {output}");
    }
}

#[test]
fn a_year_that_is_redacted_for_itself_stands_for_no_date() {
    let protection = Protection { dates: Some(Dates::Year), deny: vec!["2019".into()], ..Protection::default() };
    let decider = Decider::new(protection, Knowledge::english(Arc::new(Embedded::get()))).unwrap();
    let (_, output) = labelled(&decider, NOTE, &mut Ledger::default());
    assert!(!output.contains("2019") && output.contains("in 2018"), "{output}");
}

#[test]
fn all_dates_of_a_document_are_moved_by_the_same_days() {
    let decider = decider(Dates::Shift);
    for seed in 0..20 {
        let mut ledger = Ledger::default().drawing(Chance::seeded(seed));
        let text = "Ms Jane Roe came on 2019-03-12 and left on 2019-03-20, for three days, at 10:30.";
        let (labelled, output) = labelled(&decider, text, &mut ledger);
        assert_eq!(labelled.surrogates.len(), 2, "{output}");
        assert!(output.contains("for three days, at 10:30.") && !output.contains("2019-03-12"), "{output}");
        let offset = ledger.offsets()["jane roe"];
        assert!((1..=365).contains(&offset.abs()), "{offset}");
        let days = |date: &str| {
            let numbers: Vec<i32> = date.split('-').map(|part| part.parse().unwrap()).collect();
            (numbers[0] * 12 + numbers[1]) * 31 + numbers[2]
        };
        let dates: Vec<&str> = labelled.edits.iter().map(|edit| edit.replacement.as_str()).skip(1).take(2).collect();
        assert!((7..=12).contains(&(days(dates[1]) - days(dates[0]))), "{dates:?}: eight days, months taken as 31");
        // Another document about the same person.
        let (_, again) = labelled_again(&decider, "Jane Roe came on 2019-03-12.", &mut ledger);
        assert!(again.contains(dates[0]), "{again}: {dates:?}");
    }
}

fn labelled_again(decider: &Decider, text: &str, ledger: &mut Ledger) -> (Labelled, String) {
    labelled(decider, text, ledger)
}

#[test]
fn without_random_numbers_dates_are_labelled() {
    let (labelled, output) = labelled(&decider(Dates::Shift), NOTE, &mut Ledger::default());
    assert!(labelled.surrogates.is_empty() && !output.contains("2019"), "{output}");
}

#[test]
fn kept_dates_stay_and_labelled_dates_go() {
    let (_, output) = labelled(&decider(Dates::Keep), NOTE, &mut Ledger::default());
    assert!(output.contains("12 March 2019") && output.contains("on 4 June") && !output.contains("Roe"), "{output}");
    let (_, output) = labelled(&decider(Dates::Label), NOTE, &mut Ledger::default());
    assert!(!output.contains("2019"), "{output}");
}
