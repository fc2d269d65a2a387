//! The attack after sanitising by one setting in many values, so that a person can pick one.

use crate::document::Sanitizer;
use crate::policy::DocumentPolicy;
use crate::{Error, Result};
use rayon::prelude::*;
use scumble_assess::document::Share;
use scumble_assess::document::attack::{Background, Ranks, kept_by_edits, worst_ranks};
use scumble_assess::document::search::Model;
use scumble_corpus::Counts;
use scumble_io::Watch;
use scumble_span::Span;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// The setting that a sweep changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SweptSetting {
    /// β in bits: phrases with at least this information content are redacted.
    Beta,
    /// w: phrases whose mutual information with a sensitive term is at least w·β are redacted.
    W,
    /// How cautious the learned decision is, from 0 to 1.
    Caution,
}

impl SweptSetting {
    /// Every setting by its name.
    pub const ALL: [(&'static str, Self); 3] = [("beta", Self::Beta), ("w", Self::W), ("caution", Self::Caution)];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Beta => "beta",
            Self::W => "w",
            Self::Caution => "caution",
        }
    }

    /// The values that are tried if none are given.
    pub fn usual(self) -> &'static [f64] {
        match self {
            Self::Beta => &[4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0],
            Self::W => &[0.1, 0.25, 0.5, 0.75, 1.0],
            Self::Caution => &[0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0],
        }
    }

    fn of(self, value: f64, policy: &DocumentPolicy) -> DocumentPolicy {
        let policy = policy.clone();
        match self {
            Self::Beta => DocumentPolicy { beta: Some(value), ..policy },
            Self::W => DocumentPolicy { w: Some(value), ..policy },
            Self::Caution => DocumentPolicy { caution: Some(value), ..policy },
        }
    }
}

/// One setting in many values over a policy.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// What is protected apart from it.
    pub policy: DocumentPolicy,
    /// The setting.
    pub setting: SweptSetting,
    /// Its values.
    pub values: Vec<f64>,
}

/// What one value comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct SweptValue {
    /// The value; `None` is the policy as it stands.
    pub value: Option<f64>,
    /// The share of tokens that are kept, of all released documents together.
    pub tokens_kept: f64,
    /// Documents that were withheld: they are in no other figure.
    pub withheld: usize,
    /// By attacker.
    pub by_model: Vec<(Model, Ranks)>,
    /// By whoever finds a person first.
    pub worst: Ranks,
}

/// A sweep, measured.
#[derive(Clone, Debug, PartialEq)]
pub struct SweptDocuments {
    /// The setting.
    pub setting: SweptSetting,
    /// Pages that were searched.
    pub pages: usize,
    /// Names of pages that were an original itself, and were taken out.
    pub taken_out: Vec<String>,
    /// Names of documents without a page in the background: they were not attacked.
    pub without_page: Vec<String>,
    /// The policy as it stands, then every value.
    pub values: Vec<SweptValue>,
}

/// Sanitises originals in memory by each value, and attacks what would be released.
///
/// # Errors
/// If no document has a page, the setting decides nothing, a policy is not consistent, or the watcher cancels the run.
pub fn sweep_documents(
    originals: &[(String, String)],
    pages: &[(String, String)],
    sweep: &Sweep,
    counts: &Arc<dyn Counts>,
    watch: &dyn Watch,
) -> Result<SweptDocuments> {
    watch.step("indexing the background", 0, 0)?;
    let background = Background::new(pages, originals.iter().map(|(_, text)| text.as_str()), &Model::ALL)?;
    let page = |name: &String| background.page(name);
    let (with, without): (Vec<_>, Vec<_>) = originals.iter().partition(|(name, _)| page(name).is_some());
    if with.is_empty() {
        return Err(Error::input("no document has a page of its own name in the background")
            .with_help("the page about the person of a document is called as the document is"));
    }
    let attacked: Vec<(&(String, String), u32)> =
        with.iter().filter_map(|document| Some((*document, page(&document.0)?))).collect();
    let settings = std::iter::once(None).chain(sweep.values.iter().copied().map(Some));
    let mut values = Vec::with_capacity(sweep.values.len() + 1);
    for (done, value) in settings.enumerate() {
        watch.step("sanitising and attacking", done as u64, sweep.values.len() as u64 + 1)?;
        let policy = value.map_or_else(|| sweep.policy.clone(), |value| sweep.setting.of(value, &sweep.policy));
        let sanitizer = Sanitizer::with_counts(policy, Arc::clone(counts))?;
        if sweep.setting == SweptSetting::W && !sanitizer.names_a_sensitive_term() {
            return Err(Error::input("w decides nothing here: no sensitive term is named")
                .with_help("name a policy that hides terms, or the policy ic+pmi; β decides without one"));
        }
        values.push(measured(value, &sanitizer, &attacked, &background));
    }
    Ok(SweptDocuments {
        setting: sweep.setting,
        pages: background.names().len(),
        without_page: without.iter().map(|(name, _)| name.clone()).collect(),
        values,
        taken_out: background.taken_out,
    })
}

fn measured(
    value: Option<f64>,
    sanitizer: &Sanitizer,
    documents: &[(&(String, String), u32)],
    background: &Background,
) -> SweptValue {
    let sanitised: Vec<_> =
        documents.par_iter().map(|((name, text), _)| sanitizer.named_text(name, text).ok()).collect();
    let (mut kept, mut tokens) = (0, 0);
    let mut texts: Vec<(&str, u32)> = Vec::new();
    for (done, ((_, original), page)) in sanitised.iter().zip(documents) {
        let Some(done) = done else { continue };
        let edits: Vec<Span> = done.replacements.iter().map(|replaced| replaced.before).collect();
        let own = kept_by_edits(original, &edits).tokens;
        kept += own.iter().filter(|(_, kept)| *kept).count();
        tokens += own.len();
        texts.push((done.text.as_str(), *page));
    }
    let found = background.attack(&texts);
    let ranks: Vec<Vec<usize>> =
        (0..Model::ALL.len()).map(|model| found.iter().map(|found| found[model].rank).collect()).collect();
    SweptValue {
        value,
        tokens_kept: Share { part: kept, whole: tokens }.value(),
        withheld: documents.len() - texts.len(),
        by_model: Model::ALL.into_iter().zip(ranks.iter().map(|ranks| Ranks::of(ranks))).collect(),
        worst: Ranks::of(&worst_ranks(&ranks)),
    }
}

impl SweptValue {
    /// The share found first by BM25.
    pub fn by_bm25(&self) -> Share {
        self.by_model.iter().find(|(model, _)| *model == Model::Bm25).map(|(_, ranks)| ranks.top_1).unwrap_or_default()
    }
}

impl SweptDocuments {
    /// One object with all figures.
    pub fn to_json(&self) -> Value {
        let ranks = |of: &Ranks| {
            let (low, high) = of.top_1.interval();
            json!({ "top_1": of.top_1.value(), "low": low, "high": high, "found": of.top_1.part, "of": of.top_1.whole })
        };
        let value = |of: &SweptValue| {
            let attackers: Map<String, Value> =
                of.by_model.iter().map(|(model, of)| (model.name().to_owned(), ranks(of))).collect();
            json!({
                "value": of.value, "tokens_kept": of.tokens_kept, "withheld": of.withheld, "attackers": attackers,
                "worst": ranks(&of.worst),
            })
        };
        json!({
            "sweep": self.setting.name(),
            "pages": self.pages,
            "taken_out": self.taken_out,
            "without_page": self.without_page,
            "values": self.values.iter().map(value).collect::<Vec<_>>(),
        })
    }
}
