//! What a run over documents came to, in figures.

use super::audit::Withholding;
use super::combine::DecidedBy;
use super::decision::PublicDecision;
use super::named::{NamedHits, Unmatched};
use super::names;
use super::record::{StoredRecord, round, rounded_risk};
use super::sanitizer::Sanitizer;
use super::verify::{Replaced, Verified};
use crate::Error;
use crate::report::text_view::{Mark, View};
use crate::report::{self, DensityStrip, DocumentFigures, DocumentsReport, InformationBin};
use scumble_assess::document::estimate::SearchRisk;
use scumble_io::Help;
use scumble_mask::document::Rule;
use scumble_mask::document::judge::TextKind;
use scumble_span::Span;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Documents that a report shows before and after, and how much text each may have.
const SHOWN: usize = 5;
const MOST_SHOWN: usize = 6000;

/// What a run over documents came to.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Documents that were sanitised.
    pub documents: usize,
    /// Documents that an earlier run had finished.
    pub resumed: usize,
    /// Documents that were withheld, and why.
    pub withheld: Vec<(String, String)>,
    /// The same, with names only where they could be published.
    pub withheld_in_audit: Vec<Withholding>,
    /// What can be done about documents that were withheld, and for how many.
    pub advice: Vec<(Help, usize)>,
    /// Applied findings by rule.
    pub by_rule: BTreeMap<Rule, usize>,
    /// Risky blocks that wait for a person.
    pub proposed: usize,
    /// Candidates that were kept.
    pub kept: usize,
    /// How many findings decisions files and the machine decided on; `None` where no decisions were given.
    pub decided: Option<DecidedBy>,
    /// Which of the terms that the user named occur.
    pub named: NamedHits,
    /// Findings that were published because of their kind, by kind.
    pub published: BTreeMap<String, usize>,
    /// Mentions of redacted terms that a person decided to keep.
    pub exempt: usize,
    /// The largest residual risk; `None` where no sensitive term was named.
    pub residual_risk: Option<f64>,
    /// Seconds spent on deciding, over all threads.
    pub deciding: f64,
    /// Seconds spent on checking, over all threads.
    pub checking: f64,
    /// Bytes of text.
    pub bytes: usize,
    /// Documents in which the budget ended the search for joint disclosure.
    pub joint_cut: usize,
    /// What outputs do not have any more, and in how many documents.
    pub dropped: BTreeMap<String, usize>,
    /// What a person should know, and of how many documents.
    pub warnings: BTreeMap<String, usize>,
    /// Files that were released under another name, because their own disclosed a redacted term.
    pub renamed: usize,
    /// What earlier runs released of documents that are not among the inputs any more, and is still there.
    pub vanished: Vec<String>,
    /// The same, taken back.
    pub pruned: Vec<String>,
    /// Phrases by whole bits of information content: redacted, kept.
    pub information: BTreeMap<u32, (usize, usize)>,
    /// For each document how likely a search finds its person, estimated; nothing where it is not.
    pub search_risks: Vec<Option<SearchRisk>>,
    /// The kinds of text by which learned decisions were made, and of how many documents.
    pub text_kinds: BTreeMap<String, usize>,
    /// For each document the best rank of its person's page by the attackers, where there is a background with one.
    pub search_ranks: Vec<Option<usize>>,
    /// For each document its residual risk and the share of words kept.
    pub risks: Vec<(String, Option<f64>, f64)>,
    /// The first documents before and after, for a report. They hold protected text.
    pub views: Vec<DocumentView>,
    /// Where topics are dense, in the documents with the densest paragraphs.
    pub strips: Vec<DensityStrip>,
    words_kept: f64,
}

/// A document before and after. It holds protected text.
#[derive(Clone, Debug)]
pub struct DocumentView {
    /// Its name.
    pub name: String,
    /// The original text.
    pub original: String,
    /// The output's text.
    pub text: String,
    /// Every replacement.
    pub replacements: Vec<Replaced>,
}

impl DocumentView {
    /// Both texts with their replacements marked.
    pub fn marked(&self) -> report::DocumentView<'_> {
        let view = |text: &'_ str, place: fn(&Replaced) -> Span| {
            // What a format reads again can differ from what was written: marks that do not fit are left out.
            let fits = |span: &Span| text.get(span.range()).is_some();
            let marks = self.replacements.iter().filter(|replaced| fits(&place(replaced))).map(|replaced| Mark {
                start: place(replaced).start,
                end: place(replaced).end,
                kind: replaced.kind,
                title: replaced.why.clone(),
            });
            marks.collect::<Vec<_>>()
        };
        report::DocumentView {
            name: self.name.clone(),
            before: View {
                text: Cow::Borrowed(&self.original),
                marks: view(&self.original, |replaced| replaced.before),
            },
            after: View { text: Cow::Borrowed(&self.text), marks: view(&self.text, |replaced| replaced.after) },
        }
    }
}

impl Summary {
    /// Counts a document.
    pub fn add(&mut self, document: &Verified) {
        self.documents += 1;
        for decision in &document.decisions {
            self.count(&decision.public);
            if let Some(ic) = decision.public.ic {
                let bin = self.information.entry(ic.max(0.0) as u32).or_default();
                if decision.public.is_applied() { bin.0 += 1 } else { bin.1 += 1 }
            }
        }
        self.exempt += document.exempt;
        self.named.merge(&document.named);
        self.count_decided(document.decided);
        self.deciding += document.deciding.as_secs_f64();
        self.checking += document.checking.as_secs_f64();
        self.bytes += document.original.len();
        self.joint_cut += usize::from(document.joint_cut);
        for what in &document.warnings {
            *self.warnings.entry(what.clone()).or_default() += 1;
        }
        for what in &document.dropped {
            *self.dropped.entry(what.clone()).or_default() += 1;
        }
        self.search_risks.push(document.estimated_search_risk);
        self.count_text_kind(document.text_kind.map(TextKind::as_str));
        self.search_ranks.push(document.best_search_rank());
        self.measure(&document.name, document.residual_risk, document.words_kept);
        self.add_strip(document.strip.as_ref());
        if self.views.len() < SHOWN && document.original.len() <= MOST_SHOWN {
            self.views.push(DocumentView {
                name: document.name.clone(),
                original: document.original.clone(),
                text: document.text.clone(),
                replacements: document.replacements.clone(),
            });
        }
    }

    /// Counts a document that an earlier run finished.
    pub(crate) fn resume(&mut self, record: &StoredRecord) {
        self.resumed += 1;
        record.decisions.iter().for_each(|decision| self.count(decision));
        self.named.merge_found(&record.figures.named);
        for (all, what) in
            [(&mut self.warnings, &record.figures.warnings), (&mut self.dropped, &record.figures.dropped)]
        {
            what.iter().for_each(|what| *all.entry(what.clone()).or_default() += 1);
        }
        self.search_risks.push(record.figures.estimated_search_risk);
        self.count_text_kind(record.figures.text_kind.as_deref());
        self.search_ranks.push(record.figures.best_search_rank);
        self.measure(&record.name, record.figures.residual_risk, record.figures.tokens_kept);
    }

    fn count_text_kind(&mut self, kind: Option<&str>) {
        if let Some(kind) = kind {
            *self.text_kinds.entry(kind.to_owned()).or_default() += 1;
        }
    }

    pub(crate) fn withhold(&mut self, name: &str, why: &Error) {
        if let Some(help) = why.help.as_deref() {
            match self.advice.iter_mut().find(|(known, _)| known == help) {
                Some((_, count)) => *count += 1,
                None => self.advice.push((help.clone(), 1)),
            }
        }
        self.withheld.push((name.to_owned(), why.to_string()));
    }

    fn count(&mut self, decision: &PublicDecision) {
        if decision.is_applied() {
            let rule = Rule::ALL.into_iter().find(|rule| rule.as_str() == decision.rule).unwrap_or(Rule::Manual);
            *self.by_rule.entry(rule).or_default() += 1;
        } else if decision.state == "proposed" {
            self.proposed += 1;
        } else if decision.is_published() {
            *self.published.entry(decision.kind.clone()).or_default() += 1;
        } else {
            self.kept += 1;
        }
    }

    fn measure(&mut self, name: &str, residual: Option<f64>, words_kept: f64) {
        self.words_kept += words_kept;
        self.residual_risk = match (self.residual_risk, residual) {
            (Some(a), Some(b)) => Some(a.max(b)),
            (a, b) => a.or(b),
        };
        self.risks.push((name.to_owned(), residual, words_kept));
    }

    /// The mean of the estimates of the search risk, and over how many documents; nothing where no document has one.
    pub fn mean_search_risk(&self) -> Option<(SearchRisk, usize)> {
        let known: Vec<SearchRisk> = self.search_risks.iter().copied().flatten().collect();
        let mean = |of: fn(&SearchRisk) -> f64| known.iter().map(of).sum::<f64>() / known.len() as f64;
        let risk =
            SearchRisk { chance: mean(|risk| risk.chance), low: mean(|risk| risk.low), high: mean(|risk| risk.high) };
        (!known.is_empty()).then_some((risk, known.len()))
    }

    /// The report of the run, as data for a page.
    pub fn report(&self, beta: f64, tau: f64) -> DocumentsReport<'_> {
        let counted =
            |list: &BTreeMap<String, usize>| list.iter().map(|(what, count)| (what.clone(), *count)).collect();
        let figures =
            |(number, (name, residual_risk, words_kept)): (usize, &(String, Option<f64>, f64))| DocumentFigures {
                name: name.clone(),
                residual_risk: *residual_risk,
                words_kept: *words_kept,
                search_risk: self.search_risks.get(number).copied().flatten(),
                search_rank: self.search_ranks.get(number).copied().flatten(),
            };
        let bin = |(bits, (redacted, kept)): (&u32, &(usize, usize))| {
            (*bits, InformationBin { redacted: *redacted, kept: *kept })
        };
        DocumentsReport {
            documents: self.risks.iter().enumerate().map(figures).collect(),
            resumed: self.resumed,
            withheld: self.withheld.clone(),
            rules: self.by_rule.iter().map(|(rule, count)| (rule.as_str().to_owned(), *count)).collect(),
            proposed: self.proposed,
            kept: self.kept,
            beta,
            tau,
            information: self.information.iter().map(bin).collect(),
            dropped: counted(&self.dropped),
            warnings: counted(&self.warnings),
            strips: self.strips.clone(),
            views: self.views.iter().map(DocumentView::marked).collect(),
        }
    }

    fn count_decided(&mut self, decided: Option<DecidedBy>) {
        if let Some(DecidedBy { file, machine }) = decided {
            let all = self.decided.get_or_insert_default();
            (all.file, all.machine) = (all.file + file, all.machine + machine);
        }
    }

    /// The terms that were named and occur in none of the documents.
    pub fn unmatched<'s>(&'s self, sanitizer: &'s Sanitizer) -> Vec<Unmatched<'s>> {
        let hits = self.named.found.iter().zip(&self.named.near);
        let all = sanitizer.named_terms().into_iter().zip(hits);
        all.filter(|(_, (found, _))| !**found).map(|(named, (_, near))| Unmatched { named, near }).collect()
    }

    /// How many findings were applied.
    pub fn redacted(&self) -> usize {
        self.by_rule.values().sum()
    }

    /// The mean share of words outside of all edits.
    pub fn mean_words_kept(&self) -> f64 {
        let all = self.documents + self.resumed;
        if all == 0 { 1.0 } else { self.words_kept / all as f64 }
    }

    /// The run for programs; `documents` are reports of single ones. Terms that occur nowhere are shown only if asked to.
    pub fn to_json(&self, sanitizer: &Sanitizer, documents: Vec<Value>, show_text: bool) -> Value {
        let by_rule: Map<String, Value> =
            self.by_rule.iter().map(|(rule, count)| (rule.as_str().to_owned(), json!(count))).collect();
        let with_names: Vec<Value> =
            self.withheld.iter().map(|(name, why)| json!({"name": name, "why": why})).collect();
        let unmatched: Vec<Value> = self.unmatched(sanitizer).iter().map(|one| one.to_json(show_text)).collect();
        let mut value = json!({
            "decided": self.decided,
            "unmatched": unmatched,
            "policy": sanitizer.protection().method.as_str(),
            "beta": round(sanitizer.beta()),
            "tau": round(sanitizer.tau()),
            "counts": sanitizer.policy().counts_spec(),
            "documents": documents,
            "sanitized": self.documents,
            "resumed": self.resumed,
            "withheld": if show_text { json!(with_names) } else { json!(self.withheld_in_audit) },
            "by_rule": by_rule,
            "tokens_kept": round(self.mean_words_kept()),
            "residual_risk": self.residual_risk.map(round),
            "estimated_search_risk": self.mean_search_risk().map(|(risk, _)| rounded_risk(risk)),
            "text_kinds": self.text_kinds,
            "seconds": {"sanitizing": self.deciding, "verifying": self.checking},
            "bytes": self.bytes,
        });
        if sanitizer.protection().publishes_some() {
            value["published"] = json!(self.published);
        }
        if let Some((rank, _)) = self.best_search_rank() {
            value["best_search_rank"] = json!(rank);
        }
        value
    }

    /// The best rank at which attackers find a person's page in the background, and how many documents have a page there.
    pub fn best_search_rank(&self) -> Option<(usize, usize)> {
        let attacked = self.search_ranks.iter().flatten();
        Some((*attacked.clone().min()?, attacked.count()))
    }
}

impl Verified {
    /// The best rank of the person's page by the attackers, where there is a background with one.
    pub fn best_search_rank(&self) -> Option<usize> {
        self.search_ranks.iter().map(|found| found.rank).min()
    }

    /// The document for programs. `output` is the name of its release, `sanitized` its text or where it was written. Decisions show
    /// their text, and a document a name that was not published, only if asked to.
    pub fn to_json(&self, output: &str, sanitized: Value, show_text: bool) -> Value {
        let decisions: Vec<Value> = match show_text {
            true => self.decisions.iter().map(|decision| json!(decision)).collect(),
            false => self.decisions.iter().map(|decision| json!(decision.public)).collect(),
        };
        let mut value = json!({
            "name": if show_text { self.name.clone() } else { names::in_audit(&self.name, output) },
            "sanitized": sanitized,
            "input_sha256": self.input_sha256,
            "output_sha256": self.output_sha256,
            "residual_risk": self.residual_risk.map(round),
            "estimated_search_risk": self.estimated_search_risk.map(rounded_risk),
            "text_kind": self.text_kind.map(TextKind::as_str),
            "tokens_kept": round(self.words_kept),
            "rounds": self.rounds,
            "joint_questions": self.joint_questions,
            "dropped": self.dropped,
            "decisions": decisions,
        });
        if !self.search_ranks.is_empty() {
            value["search_ranks"] = json!(self.search_ranks);
        }
        value
    }
}
