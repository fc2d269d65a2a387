//! A document under decision, and what finders do with it.

use super::covered::Covered;
use super::find::Candidate;
use super::finding::{Finding, Found, Rule};
use super::judge::{Evidence, Opinion, TextKind};
use super::kinds::Kinds;
use super::knowledge::Knowledge;
use super::measure::{Meter, Threshold};
use super::reading::Reading;
use crate::error::{Error, Result};
use scumble_span::Span;
use scumble_text::network::TokenProbabilities;

/// Finds pieces of a document that may have to be redacted.
///
/// Finders run one after the other on one [`Case`]; each sees what those before it have found. A user's own finder joins them
/// with [`Decider::with_finder`](super::Decider::with_finder).
///
/// ```
/// use scumble_mask::Result;
/// use scumble_mask::document::{Case, Finder, Finding, Found, Rule};
/// use scumble_span::Span;
///
/// /// Everything in double square brackets.
/// struct Brackets;
///
/// impl Finder for Brackets {
///     fn find(&self, case: &mut Case<'_>) -> Result<()> {
///         let text = case.text();
///         for (start, _) in text.match_indices("[[") {
///             if let Some(length) = text[start..].find("]]") {
///                 case.add(Finding::new(Span::new(start + 2, start + length), Found::Term, Rule::Own))?;
///             }
///         }
///         Ok(())
///     }
/// }
/// ```
pub trait Finder: Send + Sync {
    /// Adds what it finds to the case.
    ///
    /// # Errors
    /// If a corpus gives no count, or a finding is no piece of the text.
    fn find(&self, case: &mut Case<'_>) -> Result<()>;
}

/// A document under decision: its reading, what is known, the thresholds, and what was found so far.
pub struct Case<'a> {
    reading: &'a Reading<'a>,
    knowledge: &'a Knowledge,
    meter: &'a Meter,
    thresholds: Thresholds,
    /// The spans of the allow-list.
    allowed: Covered,
    /// Which kinds are published.
    kinds: &'a Kinds,
    found: Vec<Finding>,
    exempted: Vec<Finding>,
    /// What the rules would keep, and a learned decision may mask.
    doubtful: Vec<Finding>,
    published: Vec<Finding>,
    /// The phrases that were measured and are not redacted so far.
    pub(super) candidates: Vec<Candidate>,
    pub(super) figures: Figures,
    /// What the network says about the text, if it has read it.
    pub(super) opinions: Option<TokenProbabilities>,
    /// What was decided when the network had read the document, where this is its result: the network does not read that.
    pub(super) settled: Option<Settled>,
}

/// What careful readers have decided about a document, for the reading of its result.
pub(super) struct Settled {
    /// What they kept.
    pub(super) kept: Covered,
    /// What kind of text the document is.
    pub(super) text_kind: Option<TextKind>,
}

/// What is kept of a case.
pub(super) struct Left {
    /// The phrases that were measured.
    pub(super) candidates: Vec<Candidate>,
    /// The findings whose kind is published, and of which nothing is redacted for another reason.
    pub(super) published: Vec<Finding>,
}

/// The two thresholds of a case.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thresholds {
    /// β, of information content.
    pub(super) beta: Threshold,
    /// τ, of mutual information.
    pub(super) tau: Threshold,
}

/// The figures of the search for disclosure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures {
    /// Residual risk: the largest mutual information between a sensitive term and a phrase that is kept (or several of them
    /// together), divided by the information content of that term.
    pub residual_risk: f64,
    /// The kind of text by which a learned decision was made, if there was one.
    pub text_kind: Option<TextKind>,
    /// The questions that the search for joint disclosure asked the corpus.
    pub joint_questions: usize,
    /// Whether that search ended because its budget was spent.
    pub joint_cut: bool,
}

impl<'a> Case<'a> {
    /// A case in which nothing was found yet.
    pub(super) fn new(
        reading: &'a Reading<'a>,
        knowledge: &'a Knowledge,
        meter: &'a Meter,
        thresholds: Thresholds,
        allowed: Covered,
        kinds: &'a Kinds,
    ) -> Self {
        let (found, exempted, doubtful, published, candidates) = Default::default();
        Self {
            reading,
            knowledge,
            meter,
            thresholds,
            allowed,
            kinds,
            found,
            exempted,
            doubtful,
            published,
            candidates,
            figures: Figures::default(),
            opinions: None,
            settled: None,
        }
    }

    /// The document as it was read.
    pub fn reading(&self) -> &'a Reading<'a> {
        self.reading
    }

    /// Its text.
    pub fn text(&self) -> &'a str {
        self.reading.text()
    }

    /// The language, the taxonomies, the corpus and the recognizers.
    pub fn knowledge(&self) -> &'a Knowledge {
        self.knowledge
    }

    /// The meter of terms.
    pub fn meter(&self) -> &'a Meter {
        self.meter
    }

    /// β, the threshold of information content.
    pub fn beta(&self) -> Threshold {
        self.thresholds.beta
    }

    /// τ, the threshold of mutual information.
    pub fn tau(&self) -> Threshold {
        self.thresholds.tau
    }

    /// The findings so far, without those that the allow-list exempts.
    pub fn found(&self) -> &[Finding] {
        &self.found
    }

    /// The findings so far that the allow-list exempts.
    pub fn exempted(&self) -> &[Finding] {
        &self.exempted
    }

    /// The findings so far whose kind is published.
    pub fn published(&self) -> &[Finding] {
        &self.published
    }

    /// Adds a finding. It is cut where it reaches over a label or from one value of a file into the next, and set aside where it
    /// touches an allowed term or its kind is published, unless the user named it or a person has to decide about it.
    ///
    /// Its action is replaced by that of the [`Protection`](super::Protection) unless it is a risky block or is to be kept; a
    /// replacement that it has already is used.
    ///
    /// # Errors
    /// If its span is no piece of the text.
    pub fn add(&mut self, finding: Finding) -> Result<()> {
        if finding.span.start > finding.span.end || self.text().get(finding.span.range()).is_none() {
            return Err(Error::Parameters("a finder gave a span that is no piece of the text".into()));
        }
        if finding.kind == Found::Block {
            self.enter(finding);
            return Ok(());
        }
        for span in self.reading.free(finding.span) {
            self.enter(Finding { span, ..finding.clone() });
        }
        Ok(())
    }

    /// Adds several findings.
    pub(super) fn add_all(&mut self, findings: impl IntoIterator<Item = Finding>) -> Result<()> {
        findings.into_iter().try_for_each(|finding| self.add(finding))
    }

    /// What the rules would keep so far.
    pub(super) fn doubtful(&self) -> &[Finding] {
        &self.doubtful
    }

    /// Adds what the rules would keep, and a learned decision may mask.
    pub(super) fn doubt(&mut self, finding: Finding) {
        let pieces = self.reading.free(finding.span).into_iter().filter(|&span| !self.allowed.touches(span));
        let pieces = pieces.map(|span| Finding { span, ..finding.clone() });
        let (published, doubtful): (Vec<_>, Vec<_>) =
            pieces.partition(|piece| self.kinds.publish(piece, self.reading.text()));
        self.published.extend(published);
        self.doubtful.extend(doubtful);
    }

    /// Takes out what a learned decision is about, in order: what entities and capitals found, and what they would keep.
    pub(super) fn take_evidence(&mut self) -> Vec<Evidence> {
        let judged = |finding: &Finding| {
            matches!(finding.rule, Rule::Entity | Rule::Capitals) && Evidence::is_judged(finding.kind)
        };
        let opinions = self.opinions.take();
        let one = |finding: Finding, by_rules| {
            let network = opinions.as_ref().and_then(|read| Opinion::of(read, finding.span));
            Evidence { finding, by_rules, network }
        };
        let (taken, found): (Vec<_>, Vec<_>) = std::mem::take(&mut self.found).into_iter().partition(judged);
        self.found = found;
        let covered = Covered::by(&self.found);
        let mut all: Vec<Evidence> = taken.into_iter().map(|finding| one(finding, true)).collect();
        let doubtful = std::mem::take(&mut self.doubtful).into_iter();
        all.extend(doubtful.filter(|finding| !covered.touches(finding.span)).map(|finding| one(finding, false)));
        all.sort_by_key(|evidence| (evidence.finding.span, evidence.finding.rule));
        all
    }

    /// Sets aside a finding that is kept.
    pub(super) fn keep(&mut self, finding: Finding) {
        self.published.push(finding);
    }

    fn enter(&mut self, finding: Finding) {
        let named = matches!(finding.rule, Rule::Denied | Rule::Person | Rule::Hidden | Rule::Block);
        if !named && self.allowed.touches(finding.span) {
            self.exempted.push(finding);
        } else if self.kinds.publish(&finding, self.text()) {
            // Its kind decides, whatever was learned.
            self.published.push(Finding { probability: None, ..finding });
        } else {
            self.found.push(finding);
        }
    }

    /// Whether a span touches a term of the allow-list.
    pub fn is_allowed(&self, span: Span) -> bool {
        self.allowed.touches(span)
    }

    /// The bytes that are redacted so far.
    pub(super) fn covered(&self) -> Covered {
        Covered::by(&self.found)
    }

    /// Forgets the candidates that are redacted by now.
    pub(super) fn drop_redacted_candidates(&mut self) {
        let covered = self.covered();
        self.candidates.retain(|candidate| !covered.touches(candidate.span));
    }

    /// The findings, what is kept, and the figures.
    pub(super) fn into_parts(mut self) -> (Vec<Finding>, Left, Figures) {
        self.drop_redacted_candidates();
        let covered = self.covered();
        self.published.retain(|finding| !covered.touches(finding.span));
        let published = Covered::of(self.published.iter().map(|finding| finding.span).collect());
        self.candidates.retain(|candidate| !published.holds(candidate.span));
        (self.found, Left { candidates: self.candidates, published: self.published }, self.figures)
    }
}
