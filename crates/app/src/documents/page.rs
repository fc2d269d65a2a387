//! The page about a run: what went by which rule, before and after, how informative it was, and what still tells.

use super::job::Finished;
use crate::report::chart::{Curve, lines};
use crate::report::page::{Page, escape};
use scumble_mask::document::{Rule, Sanitized};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Documents that are shown before and after, and how much of each.
const SHOWN: usize = 5;
const MOST_SHOWN: usize = 6000;

/// What a run came to.
#[derive(Default)]
pub(crate) struct Totals {
    pub(crate) documents: usize,
    pub(crate) resumed: usize,
    pub(crate) withheld: Vec<(String, String)>,
    pub(crate) by_rule: BTreeMap<Rule, usize>,
    pub(crate) proposed: usize,
    pub(crate) stays: usize,
    pub(crate) exempt: usize,
    pub(crate) kept: f64,
    pub(crate) residual: f64,
    pub(crate) deciding: f64,
    pub(crate) checking: f64,
    pub(crate) bytes: usize,
    pub(crate) again: usize,
    pub(crate) joint_cut: usize,
    pub(crate) dropped: BTreeMap<String, usize>,
    pub(crate) warnings: BTreeMap<String, usize>,
    /// By whole bits: phrases that go, phrases that stay.
    information: BTreeMap<u32, (usize, usize)>,
    risks: Vec<(String, f64, f64)>,
    shown: Vec<(String, String, String)>,
}

impl Totals {
    pub(crate) fn add(&mut self, done: &Finished) {
        self.documents += 1;
        for finding in &done.findings {
            if finding.applies() {
                *self.by_rule.entry(finding.rule).or_default() += 1;
            } else if finding.state == scumble_mask::document::State::Proposed {
                self.proposed += 1;
            } else {
                self.stays += 1;
            }
            if let Some(ic) = finding.ic {
                let bin = self.information.entry(ic.max(0.0) as u32).or_default();
                if finding.applies() { bin.0 += 1 } else { bin.1 += 1 }
            }
        }
        self.exempt += done.exempt;
        let kept = done.kept;
        self.kept += kept;
        self.residual = self.residual.max(done.sanitised.figures.residual_risk);
        self.deciding += done.deciding.as_secs_f64();
        self.checking += done.checking.as_secs_f64();
        self.bytes += done.job.text.len();
        self.again += done.sanitised.rounds;
        self.joint_cut += usize::from(done.sanitised.figures.joint_cut);
        for what in &done.job.warnings {
            *self.warnings.entry(what.clone()).or_default() += 1;
        }
        for what in &done.dropped {
            *self.dropped.entry(what.clone()).or_default() += 1;
        }
        self.risks.push((done.job.name.clone(), done.sanitised.figures.residual_risk, kept));
        if self.shown.len() < SHOWN && done.job.text.len() <= MOST_SHOWN {
            self.shown.push((done.job.name.clone(), marked(&done.job.text, &done.sanitised), escape(&done.text)));
        }
    }

    /// Counts a document that an earlier run finished.
    pub(crate) fn resume(&mut self, record: &serde_json::Value) {
        self.resumed += 1;
        for decision in record["decisions"].as_array().into_iter().flatten() {
            let rule = Rule::ALL.into_iter().find(|rule| decision["rule"] == rule.as_str());
            match (decision["state"].as_str(), decision["action"].as_str()) {
                (Some("proposed"), _) => self.proposed += 1,
                (Some("rejected"), _) | (_, Some("keep")) => self.stays += 1,
                _ => *self.by_rule.entry(rule.unwrap_or(Rule::Manual)).or_default() += 1,
            }
        }
        let share = |key: &str| record[key].as_f64().unwrap_or(0.0);
        self.kept += share("tokens_kept");
        self.residual = self.residual.max(share("residual_risk"));
        let name = record["name"].as_str().unwrap_or_default().to_owned();
        self.risks.push((name, share("residual_risk"), share("tokens_kept")));
    }

    pub(crate) fn goes(&self) -> usize {
        self.by_rule.values().sum()
    }

    /// The mean share of words that stay.
    pub(crate) fn mean_kept(&self) -> f64 {
        let all = self.documents + self.resumed;
        if all == 0 { 1.0 } else { self.kept / all as f64 }
    }

    /// The page. It shows originals, and belongs with them.
    pub(crate) fn page(&self, beta: f64, tau: f64) -> String {
        let mut page = Page::new("Sanitised documents");
        page.paragraph("This page shows protected text. It belongs in the work folder, not in the release.");
        page.heading("What was decided");
        let figures = [
            ("documents", (self.documents + self.resumed).to_string()),
            ("withheld", self.withheld.len().to_string()),
            ("findings that go", self.goes().to_string()),
            ("blocks that wait for a person", self.proposed.to_string()),
            ("candidates that stay", self.stays.to_string()),
            ("words kept, on average", format!("{:.1} %", 100.0 * self.mean_kept())),
            ("β, bits", format!("{beta:.3}")),
            ("τ, bits", format!("{tau:.3}")),
            ("largest residual risk", format!("{:.3}", self.residual)),
        ];
        page.table(&["", ""], &figures.map(|(name, value)| vec![name.to_owned(), value]));
        let rules: Vec<Vec<String>> =
            self.by_rule.iter().map(|(rule, count)| vec![rule.as_str().to_owned(), count.to_string()]).collect();
        page.table(&["rule", "findings"], &rules);
        if !self.information.is_empty() {
            page.heading("How informative the phrases are");
            let curve = |name: &str, dashed, pick: fn(&(usize, usize)) -> usize| Curve {
                name: name.to_owned(),
                dashed,
                points: self.information.iter().map(|(bits, counts)| (f64::from(*bits), pick(counts) as f64)).collect(),
            };
            let curves = [curve("goes", false, |counts| counts.0), curve("stays", true, |counts| counts.1)];
            page.figure(
                &lines("Phrases by information content", "bits", "phrases", &curves),
                "Whole bits; what reaches β goes.",
            );
        }
        page.heading("Residual risk");
        page.paragraph("The most that a phrase, or two or three together, still tell of a sensitive term, as a share of its information content; 1 gives it away.");
        let mut risks: Vec<&(String, f64, f64)> = self.risks.iter().collect();
        risks.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let rows: Vec<Vec<String>> = risks
            .iter()
            .take(50)
            .map(|(name, risk, kept)| vec![name.clone(), format!("{risk:.3}"), format!("{kept:.3}")])
            .collect();
        page.table(&["document", "residual risk", "words kept"], &rows);
        if !self.withheld.is_empty() {
            page.heading("Withheld");
            let rows: Vec<Vec<String>> =
                self.withheld.iter().map(|(name, why)| vec![name.clone(), why.clone()]).collect();
            page.table(&["document", "why"], &rows);
        }
        if !self.dropped.is_empty() {
            page.heading("Dropped from files");
            let rows: Vec<Vec<String>> =
                self.dropped.iter().map(|(what, count)| vec![what.clone(), count.to_string()]).collect();
            page.table(&["what", "documents"], &rows);
        }
        for (name, before, after) in &self.shown {
            page.heading(name);
            page.beside(("before", before), ("after", after));
        }
        page.finish()
    }
}

/// The original with what goes marked, as HTML.
fn marked(text: &str, sanitised: &Sanitized) -> String {
    let (mut out, mut at) = (String::new(), 0);
    for piece in sanitised.replacements() {
        let finding = sanitised.finding(piece);
        let figure = |name: &str, bits: Option<f64>| bits.map(|bits| format!(" {name} {bits:.2}")).unwrap_or_default();
        let why = format!(
            "{} by {}{}{}",
            finding.kind.as_str(),
            finding.rule.as_str(),
            figure("IC", finding.ic),
            figure("PMI", finding.pmi)
        );
        let _ = write!(
            out,
            "{}<mark title=\"{}\">{}</mark>",
            escape(&text[at..piece.span.start]),
            escape(&why),
            escape(piece.span.of(text))
        );
        at = piece.span.end;
    }
    out + &escape(&text[at..])
}
