//! The paper's two steps on one document: terms that tell much (S1), and terms that tell of those (S2).

use super::hits::{Answer, Hits};
use super::key::key;
use super::material::Text;
use super::rest::Rest;
use crate::failure::Failure;
use scumble::corpus::Index;
use scumble::mask::document::{Knowledge, Meter, Reading, Term as Counted};
use scumble::text::{Document, is_stop_word};
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

/// Figures are compared with this much play: a term must reach the β that it gave itself.
const PLAY: f64 = 1e-9;

/// A term of a document.
pub(super) struct Term {
    pub key: String,
    /// What the Web said of it; nothing if it was never asked.
    pub web: Option<Answer>,
    /// Whether the corpus has it outside of this document.
    pub seen: bool,
    /// Its information content: by the Web, or by the corpus if the Web was never asked.
    pub ic: f64,
    /// Whether it is sensitive by itself.
    pub sensitive: bool,
    /// The most that it tells of a sensitive term, in bits; minus infinity for a sensitive one.
    pub told: f64,
}

/// A document, measured.
pub(super) struct Measured {
    pub name: String,
    pub gold: BTreeSet<String>,
    /// Its terms, each once, in order.
    pub terms: Vec<Term>,
    /// β by the Web, if it was asked for the term to hide.
    pub web_beta: Option<f64>,
    /// β by the corpus.
    pub beta: f64,
    /// Whether the corpus has the term to hide outside of this document.
    pub secret_is_seen: bool,
    /// Whether the term to hide is one of the terms.
    pub secret_is_term: bool,
    /// How many documents of the corpus were left out by its name.
    pub of_name: u64,
    /// How many more because they have the whole of its text.
    pub copies: u64,
}

impl Measured {
    /// Whether a term goes, for S1 (`None`) or for S1 and S2 with this w.
    pub(super) fn goes(&self, term: &Term, w: Option<f64>) -> bool {
        term.sensitive || w.is_some_and(|w| term.told >= w * self.beta - PLAY)
    }
}

/// Measures a document by the Web's counts and by the corpus without the document itself; β is that of the term `hide`.
pub(super) fn measure(text: &Text, hide: &str, hits: &Hits, index: &Index) -> Result<Measured, Failure> {
    let rest = Arc::new(Rest::of(index, &text.name, &text.text)?);
    let meter = Meter::new(&Knowledge::english(rest.clone()), true)?;
    let secret = meter.term(hide)?;
    let web_beta = hits.of(hide).map(Answer::ic);
    let document = Reading::new(Document::read(&text.text));
    let mut known = HashSet::new();
    let mut terms: Vec<(Term, Arc<Counted>)> = Vec::new();
    for span in document.phrases_and_pronouns() {
        let surface = span.of(&text.text);
        let key = key(surface);
        if key.is_empty() || !known.insert(key.clone()) {
            continue;
        }
        let counted = meter.term(surface)?;
        let web = hits.of(surface);
        // A pronoun that nobody counted is still only a pronoun.
        if web.is_none() && !counted.is_seen() && is_stop_word(&key) {
            continue;
        }
        // Bits of the Web are compared with bits of the Web, and bits of the corpus with bits of the corpus.
        let (ic, beta) = match (web, web_beta) {
            (Some(answer), Some(beta)) => (answer.ic(), beta),
            _ => (counted.ic, secret.ic),
        };
        let (sensitive, seen) = (ic >= beta - PLAY, counted.is_seen());
        terms.push((Term { key, web, seen, ic, sensitive, told: f64::NEG_INFINITY }, counted));
    }
    let sensitive: Vec<Arc<Counted>> =
        terms.iter().filter(|(term, _)| term.sensitive).map(|(_, counted)| Arc::clone(counted)).collect();
    for (term, counted) in terms.iter_mut().filter(|(term, _)| !term.sensitive) {
        for secret in &sensitive {
            term.told = term.told.max(meter.pmi(secret, counted)?);
        }
    }
    Ok(Measured {
        name: text.name.clone(),
        gold: text.gold.clone(),
        secret_is_term: known.contains(&key(hide)),
        terms: terms.into_iter().map(|(term, _)| term).collect(),
        web_beta,
        beta: secret.ic,
        secret_is_seen: secret.is_seen(),
        of_name: rest.of_name,
        copies: rest.copies,
    })
}
