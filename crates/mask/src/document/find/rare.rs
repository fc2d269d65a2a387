//! Words that few documents of a corpus have, whatever their part of speech: what a search engine finds a page by.

use crate::document::case::{Case, Finder};
use crate::document::finding::{Finding, Found, Rule};
use crate::document::words::{Word, folded};
use crate::error::Result;
use scumble_corpus::information;
use scumble_text::Porter;
use std::collections::{BTreeMap, BTreeSet};

/// Redacts every word that is no stop word and stands, in whatever inflection, in fewer than a share of the corpus' documents. All
/// words of one stem are decided together, because all are redacted if one is.
pub(in crate::document) struct Rare {
    /// The share of documents from which on a word is not rare.
    pub(in crate::document) share: f64,
}

impl Finder for Rare {
    fn find(&self, case: &mut Case<'_>) -> Result<()> {
        let (reading, language, counts) = (case.reading(), case.knowledge().language, case.meter().counts());
        let (text, covered) = (reading.text(), case.covered());
        let prose = reading.document.text().len();
        let mut by_stem: BTreeMap<u64, Vec<Word>> = BTreeMap::new();
        for &word in reading.words.iter().filter(|word| word.span.end <= prose) {
            let form = word.span.of(text);
            let is_content = form.chars().filter(|c| c.is_alphabetic()).count() > 1 && !language.is_stop_word(form);
            if is_content && !covered.touches(word.span) && !case.is_allowed(word.span) {
                by_stem.entry(word.stem).or_default().push(word);
            }
        }
        let total = counts.total()?;
        let mut found = Vec::new();
        for words in by_stem.values() {
            let written: BTreeSet<String> = words.iter().map(|word| word.span.of(text).to_lowercase()).collect();
            let is_rare = |count: u64| (count as f64) < self.share * total as f64;
            let count = |forms: &BTreeSet<String>| {
                let forms: Vec<&str> = forms.iter().map(String::as_str).collect();
                counts.count(&[&forms])
            };
            // Most words are common as they are written.
            if !is_rare(count(&written)?) {
                continue;
            }
            let all: BTreeSet<String> =
                written.iter().flat_map(|form| inflections(form)).chain(written.clone()).collect();
            let documents = count(&all)?;
            if is_rare(documents) {
                let (ic, threshold) = (Some(information(documents, total)), Some(-self.share.log2()));
                let finding =
                    |word: &Word| Finding { ic, threshold, ..Finding::new(word.span, Found::Term, Rule::Rare) };
                found.extend(words.iter().map(finding));
            }
        }
        case.add_all(found)
    }
}

/// Regular inflections of a word in lower case that have its stem.
fn inflections(word: &str) -> Vec<String> {
    const ENDINGS: [&str; 8] = ["", "e", "s", "es", "ed", "ing", "y", "ies"];
    let stem = Porter::Original.stem(&folded(word));
    let mut roots = vec![word];
    roots.extend(["s", "es", "ed", "ing", "e", "y", "ies"].iter().filter_map(|ending| word.strip_suffix(ending)));
    let mut out = Vec::new();
    for root in roots.into_iter().filter(|root| root.chars().count() > 1) {
        let forms = ENDINGS.iter().map(|ending| format!("{root}{ending}"));
        out.extend(forms.filter(|form| Porter::Original.stem(&folded(form)) == stem));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Action, Decider, Knowledge, Ledger, Protection};
    use scumble_corpus::Table;
    use scumble_span::apply;
    use std::sync::Arc;

    const COUNTS: &str = "#total\t1000\nactor\t400\nacts\t3\nact\t60\ndazzling\t14\nsang\t15\nsaga\t2\nhorse\t9\nanimal\t300\n\
                          young\t200\n";

    fn released(protection: Protection, text: &str) -> (String, Vec<Finding>) {
        let knowledge = Knowledge::english(Arc::new(Table::parse(COUNTS).unwrap()));
        let decider = Decider::new(Protection { beta: Some(30.0), exact: true, ..protection }, knowledge).unwrap();
        let done = decider.sanitize(&text.into(), &Ledger::default()).unwrap();
        let labelled = done.label(&mut Ledger::default());
        (apply(text, &labelled.edits), labelled.findings)
    }

    #[test]
    fn words_of_every_part_of_speech_below_the_share() {
        let rare = Protection { rare: Some(0.015), replace: Action::Remove, ..Protection::default() };
        // 14 of 1,000 is below 1.5 %, 15 is not; "acts" is rare but "act" is not, and both are one word.
        let (text, findings) = released(rare, "A young actor acts, sang and told a dazzling saga.");
        assert_eq!(text, "A young actor acts, sang and [REDACTED] a [REDACTED] [REDACTED].");
        let dazzling = findings.iter().find(|finding| finding.span.start == 36).unwrap();
        assert_eq!(dazzling.rule, Rule::Rare);
        assert!((dazzling.ic.unwrap() - (1000.0_f64 / 14.0).log2()).abs() < 1e-12);
        assert!((dazzling.threshold.unwrap() - (1.0_f64 / 0.015).log2()).abs() < 1e-12);
    }

    #[test]
    fn a_rare_word_becomes_one_that_is_not_rare() {
        let rare = |share| Protection { rare: Some(share), replace: Action::Generalize, ..Protection::default() };
        assert_eq!(released(rare(0.015), "A young horse sang.").0, "A young animal sang.");
        assert_eq!(released(rare(0.35), "A horse, an actor.").0, "A [REDACTED], an actor.");
    }

    #[test]
    fn an_allowed_word_stays_and_a_share_is_checked() {
        let allow = Protection { rare: Some(0.015), allow: vec!["saga".into()], ..Protection::default() };
        assert_eq!(released(allow, "A young saga.").0, "A young saga.");
        let knowledge = || Knowledge::english(Arc::new(Table::parse(COUNTS).unwrap()));
        for share in [0.0, 1.0, f64::NAN] {
            let protection = Protection { rare: Some(share), ..Protection::default() };
            assert!(Decider::new(protection, knowledge()).is_err());
        }
    }

    #[test]
    fn inflections_share_the_stem() {
        let forms = inflections("stories");
        assert!(forms.iter().any(|form| form == "story"), "{forms:?}");
        assert!(!inflections("saga").iter().any(|form| form == "sag"));
    }
}
