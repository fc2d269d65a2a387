//! Sanitises documents: opened, decided, rewritten, opened again and checked.

use super::against::{Against, Person};
use super::combine::{DecidedBy, check_all_decided, combine};
use super::decision::EditedDecision;
use super::decisions_file::DecisionsFile;
use super::refused::Outcome;
use super::source::Source;
use super::strips::strip;
use super::verify::{Verified, verify};
use super::{hash, random};
use crate::policy::DocumentPolicy;
use crate::report::DensityStrip;
use crate::{Error, Result};
use scumble_corpus::{Counts, Provenance};
use scumble_data::OtherFields;
use scumble_files::FileKind;
use scumble_mask::document::{
    Chance, Decider, Finder, Finding, Kept, Kind, Knowledge, Labelled, Ledger, Method, NamedTerm, Protection,
    Sanitized, SourceText,
};
use scumble_text::Language;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Sanitises documents by one policy. It is cheap to clone, and can be shared between threads and held for as long as wanted.
///
/// ```
/// use scumble::{DocumentPolicy, Sanitizer};
///
/// let sanitizer = Sanitizer::new(DocumentPolicy::default())?;
/// let note = sanitizer.text("Ms Jane Roe was seen by Dr. Peter Lindqvist.")?;
/// assert_eq!(note.text, "Pers1 was seen by Pers2.");
/// # Ok::<(), scumble::Error>(())
/// ```
#[derive(Clone)]
pub struct Sanitizer {
    inner: Arc<Inner>,
}

struct Inner {
    decider: Decider,
    policy: DocumentPolicy,
    counts: Arc<dyn Counts>,
    all_senses: Vec<String>,
    /// Pages that an attacker may search.
    against: Option<Against>,
    /// Where random choices come from.
    chance: Chance,
}

/// A document with its decisions, before labels.
pub(crate) struct Draft {
    pub(crate) source: Source,
    pub(crate) sanitized: Sanitized,
    pub(crate) kept: Kept,
    /// Whether a sensitive term was named, so that residual risk means something.
    pub(crate) measured: bool,
    /// Who decided, where there is a file of decisions.
    pub(crate) decided: Option<DecidedBy>,
    /// Where a topic is dense in the document.
    pub(crate) strip: Option<DensityStrip>,
    /// The page about the person, where there is a background.
    pub(crate) person: Option<Person>,
    pub(crate) deciding: Duration,
    pub(crate) checking: Duration,
}

/// Decisions that a person or program edited.
#[derive(Clone, Copy)]
pub(crate) struct Edited<'e> {
    pub(crate) decisions: &'e [EditedDecision],
    /// Whether a finding that they do not decide on is an error.
    pub(crate) all_decided: bool,
}

impl Sanitizer {
    /// By a policy, with the counts that it names (feature `models`).
    ///
    /// # Errors
    /// If the policy is not consistent, or its counts cannot be opened.
    #[cfg(feature = "models")]
    pub fn new(policy: DocumentPolicy) -> Result<Self> {
        let counts: Arc<dyn Counts> = Arc::from(policy.open_counts()?);
        Self::with_counts(policy, counts)
    }

    /// By a policy, with counts that are at hand (feature `models`).
    ///
    /// # Errors
    /// If the policy is not consistent, or the counts cannot be had.
    #[cfg(feature = "models")]
    pub fn with_counts(policy: DocumentPolicy, counts: Arc<dyn Counts>) -> Result<Self> {
        let knowledge = Knowledge { recognizers: policy.recognizers()?, ..Knowledge::english(counts) };
        Self::with_knowledge(policy, knowledge)
    }

    /// By a policy and knowledge of one's own: another language, a taxonomy stacked before WordNet, other counts.
    ///
    /// # Errors
    /// If the policy is not consistent, or the counts cannot be had.
    pub fn with_knowledge(policy: DocumentPolicy, knowledge: Knowledge) -> Result<Self> {
        let (protection, all_senses) = policy.protection()?;
        let counts = Arc::clone(&knowledge.counts);
        let decider = Decider::new(protection, knowledge)?;
        let against = Against::of_policy(&policy)?;
        Ok(Self {
            inner: Arc::new(Inner { decider, policy, counts, all_senses, against, chance: Chance::Source(random) }),
        })
    }

    /// Adds a finder of one's own. It runs after entities and before phrases; its findings are covered by the allow-list, looked for
    /// everywhere in the document, and verified like all others.
    ///
    /// # Errors
    /// If the sanitizer is shared already.
    pub fn with_finder(self, finder: Box<dyn Finder>) -> Result<Self> {
        let inner = Arc::into_inner(self.inner)
            .ok_or_else(|| Error::input("a finder is added before the sanitizer is shared"))?;
        Ok(Self { inner: Arc::new(Inner { decider: inner.decider.with_finder(finder), ..inner }) })
    }

    /// Whether texts are protected against a search in a background.
    pub(super) fn has_background(&self) -> bool {
        self.inner.against.is_some()
    }

    /// Protects against a search: after everything else, words are redacted until the page of a document's own name is below a rank
    /// when an attacker searches these pages, each with its name, with the sanitised text, by BM25 and by pairs of words. It protects
    /// against what it has seen: other pages, and people who read, may still find the person. These pages take the place of the policy's
    /// `background`.
    ///
    /// # Errors
    /// If no page could ever be below that rank, two pages have one name, or the sanitizer is shared already.
    pub fn with_background(self, pages: &[(String, String)], below_rank: usize) -> Result<Self> {
        let inner = Arc::into_inner(self.inner)
            .ok_or_else(|| Error::input("a background is added before the sanitizer is shared"))?;
        let against = Some(Against::new(pages, below_rank)?);
        Ok(Self { inner: Arc::new(Inner { against, ..inner }) })
    }

    /// Makes random choices (by how many days dates are moved, which surrogates are given) from a seed, for tests: who knows the
    /// seed knows the choices.
    ///
    /// # Errors
    /// If the sanitizer is shared already.
    pub fn with_seed(self, seed: u64) -> Result<Self> {
        let inner = Arc::into_inner(self.inner)
            .ok_or_else(|| Error::input("a seed is given before the sanitizer is shared"))?;
        Ok(Self { inner: Arc::new(Inner { chance: Chance::seeded(seed), ..inner }) })
    }

    /// A ledger for one document.
    pub(crate) fn ledger(&self) -> Ledger {
        Ledger::default().drawing(self.chance())
    }

    /// Where random choices come from.
    pub(crate) fn chance(&self) -> Chance {
        self.inner.chance.clone()
    }

    /// Sanitises the bytes of a file.
    ///
    /// # Errors
    /// If the file cannot be read, or a redacted term would be left in the result.
    pub fn file(&self, name: &str, kind: FileKind, bytes: Vec<u8>) -> Result<Verified> {
        self.sanitize(Source::file(name, kind, bytes)?)
    }

    /// Sanitises a document.
    ///
    /// # Errors
    /// If a redacted term would be left in the result.
    pub fn sanitize(&self, source: Source) -> Result<Verified> {
        let draft = self.draft(source, None, &Ledger::default())?;
        Ok(self.finish(draft, &mut self.ledger())?)
    }

    /// Applies decisions that a person or program edited. What they do not mention is decided by the machine.
    ///
    /// # Errors
    /// If a decision does not fit the document, or a term that is redacted in one place would be left in another.
    pub fn apply_decisions(&self, source: Source, decisions: &[EditedDecision]) -> Result<Verified> {
        let draft = self.draft(source, Some(Edited { decisions, all_decided: false }), &Ledger::default())?;
        Ok(self.finish(draft, &mut self.ledger())?)
    }

    /// Decides about a document: by the machine, or by what a person left.
    pub(crate) fn draft(&self, source: Source, edited: Option<Edited<'_>>, ledger: &Ledger) -> Result<Draft> {
        let decider = &self.inner.decider;
        let name = &source.name;
        let woven = source.woven();
        let text = SourceText {
            text: woven.text.clone(),
            prose: woven.prose,
            breaks: woven.breaks.clone(),
            vocabulary: woven.vocabulary.clone(),
        };
        let fault = |error| Error::of_document(name, error);
        let start = Instant::now();
        let mended = decider.mend(text.clone()).map_err(fault)?;
        let strip = strip(name, decider.topics(), mended.source());
        let person = self.inner.against.as_ref().map(|against| against.person(&source)).transpose()?;
        let finder =
            self.inner.against.as_ref().zip(person.as_ref()).and_then(|(against, person)| against.finder(person));
        let draft = decider.draft_then(&mended, finder.as_ref().map(|finder| finder as &dyn Finder)).map_err(fault)?;
        let deciding = start.elapsed();
        let machine = decider.settle(draft, ledger).map_err(fault)?;
        let (sanitized, kept, decided) = match edited {
            None => (machine, Kept::default(), None),
            Some(Edited { decisions, all_decided }) => {
                let kept = Kept::by(&woven.text, &EditedDecision::findings(decisions, woven, name)?);
                let found: Vec<Finding> = machine.findings().cloned().collect();
                let combined = combine(decisions, &found, woven, name)?;
                if all_decided {
                    check_all_decided(&combined, name)?;
                }
                let applied = decider.apply_decisions(&text, combined.findings).map_err(fault)?;
                (applied, kept, Some(combined.decided))
            }
        };
        let checking = start.elapsed() - deciding;
        let measured = self.names_a_sensitive_term();
        Ok(Draft { measured, source, sanitized, kept, decided, strip, person, deciding, checking })
    }

    /// Gives a draft its labels.
    pub(crate) fn label(draft: Draft, ledger: &mut Ledger) -> (Draft, Labelled) {
        let labelled = draft.sanitized.label(ledger);
        (draft, labelled)
    }

    /// Rewrites a labelled document and verifies it.
    pub(crate) fn verify(&self, (mut draft, labelled): (Draft, Labelled)) -> Outcome<(Verified, Source)> {
        let person = draft.person.take();
        let (mut verified, source) = verify(&self.inner.decider, draft, labelled)?;
        if let Some((against, person)) = self.inner.against.as_ref().zip(person) {
            against.check(&person, &mut verified)?;
        }
        Ok((verified, source))
    }

    /// Gives a draft its labels, rewrites the document and verifies it.
    pub(crate) fn finish(&self, draft: Draft, ledger: &mut Ledger) -> Outcome<Verified> {
        Ok(self.verify(Self::label(draft, ledger))?.0)
    }

    /// Applies the decisions that a file has about a document.
    ///
    /// # Errors
    /// If the file has none for it, it was changed since, with `all_decided` if the file leaves a finding undecided, or as
    /// [`Sanitizer::apply_decisions`].
    pub fn apply_file(&self, source: Source, file: &DecisionsFile, all_decided: bool) -> Result<Verified> {
        let Some(decisions) = file.fitting(&source)? else {
            let what = format!("{}: the decisions file has no entry for this document", source.name());
            return Err(Error::input(what));
        };
        let draft = self.draft(source, Some(Edited { decisions, all_decided }), &Ledger::default())?;
        Ok(self.finish(draft, &mut Ledger::default())?)
    }

    /// Whether residual risk means something: a term, person or denied word was named, or every finding is a sensitive term.
    pub fn names_a_sensitive_term(&self) -> bool {
        let protection = self.protection();
        protection.method != Method::Combined
            || !(protection.hide.is_empty() && protection.people.is_empty() && protection.deny.is_empty())
    }

    /// Whether a text names what the policy protects: a hidden term, a person, a denied word.
    ///
    /// # Errors
    /// If the counts cannot be had.
    pub fn is_named_in(&self, text: &str) -> Result<bool> {
        Ok(self.inner.decider.is_named_in(text)?)
    }

    /// The terms that the policy names: to hide, people, denied, allowed.
    pub fn named_terms(&self) -> Vec<NamedTerm<'_>> {
        self.inner.decider.named_terms()
    }

    /// Who decides.
    pub(crate) fn decider(&self) -> &Decider {
        &self.inner.decider
    }

    /// The language that texts are read in.
    pub(crate) fn language(&self) -> &'static Language {
        self.inner.decider.knowledge().language
    }

    /// β in bits: noun phrases with at least this information content are redacted.
    pub fn beta(&self) -> f64 {
        self.inner.decider.beta().bits()
    }

    /// τ in bits: noun phrases with at least this PMI with a sensitive term are redacted.
    pub fn tau(&self) -> f64 {
        self.inner.decider.tau().bits()
    }

    /// What is protected, and how.
    pub fn protection(&self) -> &Protection {
        self.inner.decider.protection()
    }

    /// The policy.
    pub fn policy(&self) -> &DocumentPolicy {
        &self.inner.policy
    }

    /// Words of topics of which all senses were taken, because the policy chooses none.
    pub fn words_with_all_senses(&self) -> &[String] {
        &self.inner.all_senses
    }

    /// Where the counts come from.
    pub fn provenance(&self) -> Provenance {
        self.inner.counts.provenance()
    }

    /// The number of documents behind the counts.
    pub(crate) fn total_counted(&self) -> Result<u64> {
        Ok(self.inner.counts.total()?)
    }

    /// The settings for the audit. Terms to hide and people to protect are protected themselves: only their number is shown.
    pub(crate) fn settings(&self) -> Value {
        let (p, policy) = (self.protection(), self.policy());
        let mut settings = json!({
            "policy": p.method.as_str(),
            "hide": p.hide.len(),
            "people": p.people.len(),
            "beta": p.beta,
            "w": p.w,
            "exact": p.exact,
            "keep_places": p.keep_places.as_str(),
            "allow": p.allow.len(),
            "deny": p.deny.len(),
            "replace": p.replace.as_str(),
            "counts": policy.counts_spec(),
            "topics": policy.topics.iter().map(|topic| &topic.name).collect::<Vec<_>>(),
            "accept_blocks": p.accept_blocks,
            "own_recognizers": !policy.recognizers.is_empty(),
            "fields": policy.fields,
            "publish": policy.publish,
            "drop_fields": policy.drop_fields,
            "other_fields": policy.other_fields.map(OtherFields::as_str),
        });
        let names = |kinds: &[Kind]| kinds.iter().map(|kind| policy.kind_name(*kind)).collect::<Vec<_>>();
        for (key, kinds) in [("keep_kinds", &p.kinds.keep), ("only_kinds", &p.kinds.only)] {
            if !kinds.is_empty() {
                settings[key] = json!(names(kinds));
            }
        }
        settings["reader"] = json!(p.readers.as_str());
        if let Some(kind) = p.text_kind {
            settings["text_kind"] = json!(kind.as_str());
        }
        if let Some(caution) = p.caution {
            settings["caution"] = json!(caution);
        }
        if let Some(share) = p.rare {
            settings["rare"] = json!(share);
        }
        if let Some(against) = &self.inner.against {
            settings["background"] = json!({"pages": against.pages(), "below_rank": against.below_rank()});
        }
        if let Some(dates) = p.dates {
            settings["dates"] = json!(dates.as_str());
        }
        settings
    }

    /// Tells one set of settings from another, protected terms included; not to be shown.
    pub(crate) fn fingerprint(&self) -> String {
        let own = self.inner.policy.fingerprint(&self.provenance());
        match &self.inner.against {
            None => own,
            Some(against) => hash(format!("{own} {} {}", against.below_rank(), against.fingerprint()).as_bytes()),
        }
    }
}

impl std::fmt::Debug for Sanitizer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The policy holds protected terms.
        f.debug_struct("Sanitizer").field("beta", &self.beta()).field("tau", &self.tau()).finish_non_exhaustive()
    }
}
