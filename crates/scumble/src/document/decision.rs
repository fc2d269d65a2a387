//! A document's decisions as data: written for people and programs, read again when they have changed them.

use crate::{Error, Result};
use scumble_files::Woven;
use scumble_mask::document::{Action, Finding, Found, Rule, State, is_label};
use scumble_span::Span;
use scumble_text::EntityKind;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What may be known of a decision by anybody: where, what, why and what is done, but no text of the document.
///
/// Offsets are bytes of the document's text, or of one part of it where it has several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PublicDecision {
    /// Names the decision for as long as it exists, also when its span or replacement is edited.
    pub id: String,
    /// The first byte.
    pub start: usize,
    /// The byte behind the last.
    pub end: usize,
    /// The part of the file, where it has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<usize>,
    /// What was found.
    pub kind: String,
    /// The rule that found it.
    pub rule: String,
    /// Its information content in bits.
    pub ic: Option<f64>,
    /// The largest PMI with a sensitive term, in bits.
    pub pmi: Option<f64>,
    /// The threshold that decided.
    pub threshold: Option<f64>,
    /// The probability that people would mask it, where that was decided by what was learned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probability: Option<f64>,
    /// The share of the match with a page of the background that it carries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub match_share: Option<f64>,
    /// What is done.
    pub action: String,
    /// What stands in its place.
    pub replacement: Option<String>,
    /// How far it has come: proposed, accepted, rejected or manual.
    pub state: String,
    /// Who looked at it and decided; nothing where the machine alone did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reviewer: Option<String>,
    /// The id of the decision whose pseudonym it shares, where a person decided so; its own for a pseudonym of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_as: Option<String>,
    /// The topic of a risky block.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub topic: Option<String>,
    /// Its hits per hundred words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub density: Option<f64>,
}

/// The text of a decision, which is protected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProtectedText {
    /// The surface form.
    pub text: String,
    /// The normal form that was counted.
    pub term: String,
    /// The sensitive term that it discloses most of.
    pub related: Option<String>,
}

/// A decision about a piece of a document: what anybody may know of it, and its text where that is wanted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// What anybody may know.
    #[serde(flatten)]
    pub public: PublicDecision,
    /// The text, term and related term.
    #[serde(flatten)]
    pub protected: Option<ProtectedText>,
}

impl PublicDecision {
    /// Whether it changes the text.
    pub fn is_applied(&self) -> bool {
        matches!(self.state.as_str(), "accepted" | "manual") && self.action != "keep"
    }

    /// Whether it was found and is published because of its kind: it is kept, and neither by what was learned nor as a phrase below
    /// the threshold.
    pub fn is_published(&self) -> bool {
        let below = || self.kind == "term" && self.ic.zip(self.threshold).is_none_or(|(ic, beta)| ic < beta);
        self.state == "accepted" && self.action == "keep" && self.probability.is_none() && !below()
    }
}

/// The pieces of the original that decisions redact, with what stands in their place; nothing where the document has several parts.
pub(crate) fn redacted<'d>(
    decisions: impl IntoIterator<Item = &'d PublicDecision> + Clone,
) -> Option<Vec<(Span, Option<String>)>> {
    let whole = decisions.clone().into_iter().all(|decision| decision.part.is_none());
    let applied = decisions.into_iter().filter(|decision| decision.is_applied());
    whole.then(|| applied.map(|one| (Span::new(one.start, one.end), one.replacement.clone())).collect())
}

impl Decision {
    /// The decision behind a finding.
    pub(crate) fn of(finding: &Finding, source: &Woven, with_text: bool) -> Self {
        let (part, Span { start, end }) = source.place(finding.span);
        let round = |bits: Option<f64>| bits.map(|bits| (bits * 1e4).round() / 1e4);
        let (topic, density) = match &finding.topic {
            Some((topic, density)) => (Some(topic.clone()), round(Some(*density))),
            None => (None, None),
        };
        let public = PublicDecision {
            id: id_of(finding, source),
            start,
            end,
            part: (source.parts.len() > 1).then_some(part),
            kind: finding.kind.as_str().to_owned(),
            rule: finding.rule.as_str().to_owned(),
            ic: round(finding.ic),
            pmi: round(finding.pmi),
            threshold: round(finding.threshold),
            probability: round(finding.probability),
            match_share: round(finding.match_share),
            action: finding.action.as_str().to_owned(),
            replacement: finding.replacement.clone().filter(|_| finding.applies()),
            state: finding.state.as_str().to_owned(),
            reviewer: finding.reviewer.clone(),
            same_as: finding.same_as.clone(),
            topic,
            density,
        };
        let surface = finding.span.of(&source.text);
        let protected = with_text.then(|| ProtectedText {
            text: surface.to_owned(),
            term: scumble_corpus::normalized(surface),
            related: finding.related.clone(),
        });
        Self { public, protected }
    }
}

/// The name of a decision: the one it has, or a hash of where it was first made and by which rule.
pub(crate) fn id_of(finding: &Finding, source: &Woven) -> String {
    if let Some(id) = &finding.id {
        return id.clone();
    }
    let (part, Span { start, end }) = source.place(finding.span);
    let place = format!("{part}:{start}:{end}:{}:{}", finding.rule.as_str(), finding.kind.as_str());
    Sha256::digest(place.as_bytes()).iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}

/// A decision as a person or program left it: everything but the span may be missing.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct EditedDecision {
    /// The name of the machine's decision that this one replaces.
    pub id: Option<String>,
    /// The first byte.
    pub start: Option<usize>,
    /// The byte behind the last.
    pub end: Option<usize>,
    /// The part of the file, where it has several.
    pub part: Option<usize>,
    /// What was found; a term if nothing is said.
    pub kind: Option<String>,
    /// The rule that found it; manual if nothing is said.
    pub rule: Option<String>,
    /// Its information content in bits.
    pub ic: Option<f64>,
    /// The largest PMI with a sensitive term, in bits.
    pub pmi: Option<f64>,
    /// The threshold that decided.
    pub threshold: Option<f64>,
    /// The probability that people would mask it.
    pub probability: Option<f64>,
    /// The share of the match with a page of the background that it carries.
    pub match_share: Option<f64>,
    /// What is done; it is removed if nothing is said.
    pub action: Option<String>,
    /// What stands in its place.
    pub replacement: Option<String>,
    /// How far it has come; manual if nothing is said.
    pub state: Option<String>,
    /// Who looked at it and decided.
    pub reviewer: Option<String>,
    /// The id of the decision whose pseudonym it shares; its own for a pseudonym of its own.
    pub same_as: Option<String>,
    /// The topic of a risky block.
    pub topic: Option<String>,
    /// Its hits per hundred words.
    pub density: Option<f64>,
    /// The surface form, checked against the document where it is given.
    pub text: Option<String>,
    /// The sensitive term that it discloses most of.
    pub related: Option<String>,
}

impl From<Decision> for EditedDecision {
    fn from(Decision { public, protected }: Decision) -> Self {
        let (text, related) = protected.map_or((None, None), |protected| (Some(protected.text), protected.related));
        Self {
            id: Some(public.id),
            start: Some(public.start),
            end: Some(public.end),
            part: public.part,
            kind: Some(public.kind),
            rule: Some(public.rule),
            ic: public.ic,
            pmi: public.pmi,
            threshold: public.threshold,
            probability: public.probability,
            match_share: public.match_share,
            action: Some(public.action),
            replacement: public.replacement,
            state: Some(public.state),
            reviewer: public.reviewer,
            same_as: public.same_as,
            topic: public.topic,
            density: public.density,
            text,
            related,
        }
    }
}

impl EditedDecision {
    /// The findings behind the decisions about a document. An error names the decision by its number, never its text.
    pub(crate) fn findings(all: &[Self], source: &Woven, name: &str) -> Result<Vec<Finding>> {
        let finding = |(number, decision): (usize, &Self)| {
            decision.finding(source).map_err(|what| Error::input(format!("{name}: decision {number}: {what}")))
        };
        (1..).zip(all).map(finding).collect()
    }

    fn finding(&self, source: &Woven) -> Result<Finding, String> {
        let number = |value: Option<usize>, key: &str| value.ok_or(format!("{key}: a byte offset is expected"));
        let (start, end) = (number(self.start, "start")?, number(self.end, "end")?);
        let part = self.part.unwrap_or(0);
        if source.part(part).is_none() {
            return Err("part: the document has no such part".into());
        }
        let span = (start < end).then(|| source.span_in(part, Span::new(start, end))).flatten();
        let span = span.ok_or("start and end are not a span of the document; was the document changed?")?;
        if self.text.as_deref().is_some_and(|given| given != span.of(&source.text)) {
            return Err("the text at this span is different; was the document changed?".into());
        }
        let kind = match self.kind.as_deref() {
            None => Found::Term,
            Some("custom") => Found::Entity(EntityKind::Custom(0)),
            Some(name) => Found::named(name).ok_or("kind: unknown")?,
        };
        let state = known("state", self.state.as_deref(), &State::ALL, State::as_str, State::Manual)?;
        let action = known("action", self.action.as_deref(), &Action::ALL, Action::as_str, Action::Remove)?;
        let rule = known("rule", self.rule.as_deref(), &Rule::ALL, Rule::as_str, Rule::Manual)?;
        // Labels are numbered again, so that they stay in order; a replacement that a person wrote stays.
        let own = state == State::Manual || action == Action::Generalize;
        let replacement = self.replacement.clone();
        Ok(Finding {
            id: self.id.clone(),
            ic: self.ic,
            pmi: self.pmi,
            threshold: self.threshold,
            topic: self.topic.clone().map(|topic| (topic, self.density.unwrap_or(0.0))),
            related: self.related.clone(),
            probability: self.probability,
            match_share: self.match_share,
            action,
            state,
            reviewer: self.reviewer.clone(),
            same_as: self.same_as.clone(),
            replacement: replacement.filter(|text| own && !(action == Action::Label && is_label(text))),
            ..Finding::new(span, kind, rule)
        })
    }
}

/// One of the known values of a key.
fn known<T: Copy>(
    key: &str,
    given: Option<&str>,
    all: &[T],
    name: fn(T) -> &'static str,
    otherwise: T,
) -> Result<T, String> {
    let Some(given) = given else { return Ok(otherwise) };
    all.iter().copied().find(|&one| name(one) == given).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|&one| name(one)).collect();
        format!("{key}: one of {} is expected", names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_come_back_as_they_were() {
        let source = Woven::of_texts(vec![("body".to_owned(), "Ada met Bob.".to_owned())]);
        let finding = Finding {
            ic: Some(3.25),
            related: Some("Charles".to_owned()),
            ..Finding::new(Span::new(8, 11), Found::Entity(EntityKind::Person), Rule::Entity)
        };
        let decision = Decision::of(&finding, &source, true);
        let id = decision.public.id.clone();
        let json = serde_json::to_string(&decision).unwrap();
        let edited: EditedDecision = serde_json::from_str(&json).unwrap();
        assert_eq!(edited, EditedDecision::from(decision));
        let back = EditedDecision::findings(&[edited], &source, "note").unwrap();
        assert_eq!(back, [Finding { id: Some(id.clone()), ..finding }]);
        assert_eq!(Decision::of(&back[0], &source, false).public.id, id, "an id stays");
        assert!(!json.contains("Ada"));
    }

    #[test]
    fn an_error_names_the_decision_and_not_its_text() {
        let source = Woven::of_texts(vec![("body".to_owned(), "Ada".to_owned())]);
        for (decision, expected) in [
            (EditedDecision::default(), "start: a byte offset"),
            (EditedDecision { start: Some(0), end: Some(9), ..Default::default() }, "not a span of the document"),
            (
                EditedDecision { start: Some(0), end: Some(3), text: Some("Bob".into()), ..Default::default() },
                "the text at this span is different",
            ),
            (
                EditedDecision { start: Some(0), end: Some(3), state: Some("x".into()), ..Default::default() },
                "state: one of proposed, accepted",
            ),
        ] {
            let error = EditedDecision::findings(&[decision], &source, "note").unwrap_err().to_string();
            assert!(error.starts_with("note: decision 1: ") && error.contains(expected), "{error}");
            assert!(!error.contains("Bob"));
        }
    }
}
