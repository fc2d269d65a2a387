//! Other mentions of what is redacted.

use crate::document::case::{Case, Finder};
use crate::document::covered::Covered;
use crate::document::finding::{Finding, Found, Rule};
use crate::document::reading::Reading;
use crate::document::verify::Removed;
use crate::error::Result;
use scumble_text::Language;
use scumble_text::entity::EntityKind;

/// Redacts every other mention of a term that is redacted somewhere.
pub(in crate::document) struct Same;

impl Finder for Same {
    fn find(&self, case: &mut Case<'_>) -> Result<()> {
        let found = repeated(case.reading(), case.found(), case.knowledge().language);
        case.add_all(found)
    }
}

/// Findings for every other mention of the terms that findings redact.
pub(in crate::document) fn repeated(reading: &Reading<'_>, found: &[Finding], language: &Language) -> Vec<Finding> {
    let covered = Covered::by(found);
    let hits = Removed::by(reading.text(), found, language).left_in(&reading.words);
    let mut out = Vec::new();
    for hit in hits.into_iter().filter(|hit| !covered.holds(hit.span)) {
        let source = &found[hit.number];
        for span in reading.free(hit.span) {
            let kind = if source.kind == Found::Entity(EntityKind::Title) {
                Found::Entity(EntityKind::Person)
            } else {
                source.kind
            };
            let same = Finding::new(span, kind, Rule::Same);
            out.push(Finding { ic: source.ic, pmi: source.pmi, threshold: source.threshold, ..same });
        }
    }
    out
}
