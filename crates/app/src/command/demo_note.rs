//! The tour's clinical note: what goes, why, and what is left.

use crate::failure::Failure;
use crate::report::page::{Page, escape};
use crate::report::style::Style;
use scumble_corpus::Embedded;
use scumble_mask::document::{Decider, Finding, Knowledge, Ledger, Protection, Rule};
use scumble_span::apply;
use serde_json::{Value, json};
use std::fmt::Write;
use std::sync::Arc;

/// The people, places and numbers are invented.
pub(super) const NOTE: &str = "Ms Jane Roe, born on 4 March 1961, was seen at Holloway General Hospital by Dr. Peter Lindqvist. \
The patient suffers from acquired immunodeficiency syndrome because of a blood transfusion. She was diagnosed when her immune \
system responded poorly to influenza. Ms Roe can be reached at jane.roe@example.org.\n";
pub(super) const HIDDEN: &str = "acquired immunodeficiency syndrome";

/// The note before and after.
pub(super) struct Sanitised {
    pub(super) text: String,
    findings: Vec<Finding>,
    beta: f64,
}

/// Sanitises the note as `scumble sanitize --hide … --person …` does.
pub(super) fn sanitise() -> Result<Sanitised, Failure> {
    let protection =
        Protection { hide: vec![HIDDEN.to_owned()], people: vec!["Jane Roe".to_owned()], ..Protection::default() };
    let decider = Decider::new(protection, Knowledge::english(Arc::new(Embedded::get())))?;
    let labelled = decider.sanitize(&NOTE.into(), &Ledger::default())?.label(&mut Ledger::default());
    Ok(Sanitised { text: apply(NOTE, &labelled.edits), findings: labelled.findings, beta: decider.beta().bits() })
}

impl Sanitised {
    /// What goes and why, one line a finding.
    fn reasons(&self) -> Vec<[String; 3]> {
        let goes = self.findings.iter().filter(|finding| finding.applies());
        let mut out: Vec<[String; 3]> = goes
            .map(|finding| {
                let why = match (finding.rule, finding.ic, finding.pmi) {
                    (Rule::Person, ..) => "names the person to protect".to_owned(),
                    (Rule::Hidden, ..) => "is the term to hide".to_owned(),
                    (_, Some(ic), None) => format!("says {ic:.1} bits, at least β = {:.1}", self.beta),
                    (_, _, Some(pmi)) => format!("tells {pmi:.1} bits of what is hidden"),
                    _ => format!("is found as {}", finding.kind.as_str()),
                };
                [finding.span.of(NOTE).to_owned(), finding.replacement.clone().unwrap_or_default(), why]
            })
            .collect();
        out.dedup();
        out
    }

    pub(super) fn tell(&self, style: Style) -> String {
        let mut text = format!("{}\n\n", style.strong("1. A clinical note, sanitised"));
        let _ = writeln!(text, "  before\n{}", super::topics::wrap(NOTE.trim(), 96));
        let _ = writeln!(text, "  after\n{}", super::topics::wrap(self.text.trim(), 96));
        for [what, label, why] in self.reasons() {
            let _ = writeln!(text, "  {what:<36}{:<8} {why}", style.name(&label));
        }
        text
    }

    pub(super) fn show(&self, page: &mut Page) {
        page.heading("A clinical note, sanitised");
        page.beside(("before", &escape(NOTE)), ("after", &escape(&self.text)));
        let rows: Vec<Vec<String>> = self.reasons().into_iter().map(Vec::from).collect();
        page.table(&["", "becomes", "because it"], &rows);
    }

    pub(super) fn to_json(&self) -> Value {
        json!({ "before": NOTE, "after": self.text, "beta": self.beta })
    }
}
