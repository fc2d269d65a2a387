//! The check of what would be written: the output is opened again, and every redacted term is looked for in it.

use super::against::SearchRank;
use super::assess::estimated_search_risk;
use super::combine::DecidedBy;
use super::decision::{Decision, redacted};
use super::hash;
use super::named::NamedHits;
use super::published;
use super::refused::{Left, Outcome, Refused, WithheldRecord};
use super::release_labels::{Mention, Mentions};
use super::sanitizer::Draft;
use super::source::{Body, Source};
use crate::report::DensityStrip;
use crate::report::text_view::{Figure, title};
use crate::{Error, Result};
use scumble_assess::document::estimate::SearchRisk;
use scumble_files::{Limits, Opened, Woven};
use scumble_mask::document::judge::TextKind;
use scumble_mask::document::{
    Decider, Finding, Kept, Labelled, Removed, Rule, Sanitized, SourceText, mentions, occurrences, surrogate_texts,
    words,
};
use scumble_span::{Edit, Span, apply, places};
use std::borrow::Cow;
use std::time::{Duration, Instant};

/// What is said of a text in another language.
const OTHER_LANGUAGE: &str =
    "the text does not read as English: whatever has a capital or a digit is redacted, and names without are missed";

/// A document that may be released: its output was opened again, and nothing redacted is left in it.
#[derive(Debug)]
#[must_use]
pub struct Verified {
    /// The document's name.
    pub name: String,
    /// The bytes of the output file; empty for a record.
    pub bytes: Vec<u8>,
    /// The output's text.
    pub text: String,
    /// For a record, the new text of each of its cells.
    pub cells: Vec<String>,
    /// For a record, the edits of each of its cells.
    pub(crate) cell_edits: Vec<Vec<Edit>>,
    /// All decisions with their text: redacted, proposed, and candidates that were kept. Protected.
    pub decisions: Vec<Decision>,
    /// The original text. Protected.
    pub original: String,
    /// Where each part of the file stands in the original text, by its number.
    pub(crate) parts: Vec<(usize, Span)>,
    /// What the output does not have any more: images, properties.
    pub dropped: Vec<String>,
    /// What a person should know before trusting that all text was read.
    pub warnings: Vec<String>,
    /// The SHA-256 of the input.
    pub input_sha256: String,
    /// The SHA-256 of the output.
    pub output_sha256: String,
    /// The largest share of a sensitive term's information content that kept phrases disclose; `None` where no term was named.
    pub residual_risk: Option<f64>,
    /// How likely a search in pages about people finds the person, estimated; `None` where the text is unlike those that the estimate
    /// was fitted on, or has made-up names.
    pub estimated_search_risk: Option<SearchRisk>,
    /// The kind of text by which a learned decision was made, if there was one.
    pub text_kind: Option<TextKind>,
    /// The share of words outside of all edits, less what a second reading finds missing in the output.
    pub words_kept: f64,
    /// The rank of the person's page for each attacker, where a background was given and has a page of the document's name.
    pub search_ranks: Vec<SearchRank>,
    /// Who decided on how many findings, where decisions were given.
    pub decided: Option<DecidedBy>,
    /// Which of the terms that the user named occur.
    pub named: NamedHits,
    /// Mentions of redacted terms that a person decided to keep.
    pub exempt: usize,
    /// How often the output was read again before nothing more was found.
    pub rounds: usize,
    /// Questions that the search for joint disclosure asked, and whether its budget ended it.
    pub joint_questions: usize,
    /// Whether the budget ended that search.
    pub joint_cut: bool,
    /// Whether the document's own name discloses what was redacted.
    pub name_discloses: bool,
    /// Every replacement: where it stands in the original's text and in the output's, and why.
    pub replacements: Vec<Replaced>,
    /// Where a topic is dense in the original: of the topic that exceeds its threshold most.
    pub strip: Option<DensityStrip>,
    pub(crate) labels: Vec<Mention>,
    /// What the key remembers of the release.
    pub(crate) back: Option<Mentions>,
    /// Time spent on deciding.
    pub deciding: Duration,
    /// Time spent on checking.
    pub checking: Duration,
}

/// A piece of a document that was replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// Where it stands in the original's text.
    pub before: Span,
    /// Where its replacement stands in the text with all edits applied.
    pub after: Span,
    /// What it is.
    pub kind: &'static str,
    /// Why it was redacted: the rule, and the figures that decided.
    pub why: String,
}

impl Verified {
    /// The pieces of the original that were redacted, with what stands in their place; nothing where the document has several parts.
    pub fn redacted(&self) -> Option<Vec<(Span, Option<String>)>> {
        redacted(self.decisions.iter().map(|decision| &decision.public))
    }

    /// The output as text: what a terminal can show of it.
    pub fn text_output(&self) -> Cow<'_, str> {
        if self.bytes.is_empty() { Cow::Borrowed(&self.text) } else { String::from_utf8_lossy(&self.bytes) }
    }

    /// The labels of the release, for the key file.
    pub(crate) fn mentions(&self) -> Mentions {
        Mentions {
            output_name: None,
            patch: None,
            input_hash: self.input_sha256.clone(),
            output_hash: self.output_sha256.clone(),
            labels: self.labels.clone(),
            cells: Vec::new(),
        }
    }
}

/// Rewrites a draft with its labels, opens the result again and looks for everything that was redacted.
pub(crate) fn verify(decider: &Decider, draft: Draft, labelled: Labelled) -> Outcome<(Verified, Source)> {
    let Draft { source, sanitized, kept, strip, deciding, mut checking, measured, decided, .. } = draft;
    let name = source.name.clone();
    let Labelled { mut edits, findings, surrogates, clashes } = labelled;
    if clashes {
        let what = "a name in it equals a made-up name that was given to somebody or something else in this collection";
        return Err(Error::withheld(format!("{name}: withheld: {what}"))
            .with_help(scumble_io::Help::set("key", "sanitise it with a key file of its own"))
            .into());
    }
    let original = source.woven().text.as_str();
    let start = Instant::now();
    let (mut cells, mut cell_edits) = (Vec::new(), Vec::new());
    let (bytes, dropped, source_text, whole) = match &source.body {
        Body::Record { cells: woven, .. } => {
            // A term over two cells has its label in the first one; the cells stay apart.
            edits = woven.cut_at_edges(&edits);
            (cells, cell_edits) = (woven.part_texts(&edits), woven.part_edits(&edits));
            (Vec::new(), Vec::new(), apply(original, &edits).into(), 1.0)
        }
        Body::File { kind, opened, .. } => {
            let rewritten = opened.rewrite(&edits).map_err(|error| Error::input(format!("{name}: {error}")))?;
            let again = Opened::open(*kind, rewritten.bytes.clone(), &Limits::default())
                .map_err(|error| Error::withheld(format!("{name}: the result cannot be opened again: {error}")))?;
            let whole = whole(opened, &again, &edits);
            if whole < LEAST {
                let what = format!("{name}: withheld: text that nobody redacted would be missing in it");
                return Err(Error::withheld(what).into());
            }
            let Woven { text, prose, breaks, vocabulary, .. } = again.into_text();
            (rewritten.bytes, rewritten.dropped, SourceText { text, prose, breaks, vocabulary }, whole)
        }
    };
    let removed = decider.removed(&sanitized);
    let (text, vocabulary) = (source_text.text.clone(), source_text.vocabulary.clone());
    let output = decider.words(source_text);
    let mut left = removed.left_in(&output);
    // Names of headers are words of the format.
    left.retain(|hit| !vocabulary.iter().any(|known| known.start <= hit.span.start && hit.span.end <= known.end));
    let exempt = kept.spans(&output);
    let is_exempt = |span: Span| exempt.iter().any(|kept| kept.start <= span.start && span.end <= kept.end);
    // What a surrogate says is made up.
    let made_up = placed_surrogates(&text, original, &edits, &surrogates);
    let is_made_up = |span: Span| {
        let at = made_up.partition_point(|surrogate| surrogate.end <= span.start);
        made_up.get(at).is_some_and(|surrogate| surrogate.start <= span.start && span.end <= surrogate.end)
    };
    let left: Vec<_> = left.into_iter().filter(|hit| !is_made_up(hit.span)).collect();
    let still = left.iter().filter(|hit| !is_exempt(hit.span)).count();
    if still > 0 {
        let what = if still == 1 { "mention of a redacted term" } else { "mentions of redacted terms" };
        let error = Error::withheld(format!("{name}: withheld: {still} {what} would be left in it"))
            .with_help("edit its decisions in the work folder, which say where, and apply them");
        let left = left_in_original(&removed, original, &edits, &kept);
        return Err(refused(error, &source, left, &findings));
    }
    let discloses =
        |text: &str| -> Result<bool> { Ok(!removed.left_in(&words(text)).is_empty() || decider.is_named_in(text)?) };
    if let Body::Record { published, header, .. } = &source.body {
        published::check(&name, published, header, &decider.removed_beside(&sanitized), decider)?;
    }
    let name_discloses = discloses(&source.name_as_text())?;
    checking += start.elapsed();
    let mut warnings = source.warnings().to_vec();
    if sanitized.other_language {
        warnings.push(OTHER_LANGUAGE.to_owned());
    }
    let named = NamedHits::of(decider, original)?;
    let woven = source.woven();
    let replacements = replaced(&sanitized, &edits);
    let verified = Verified {
        output_sha256: hash(if bytes.is_empty() { text.as_bytes() } else { &bytes }),
        labels: mentions(original, &edits, &surrogates).into_iter().map(Mention::from).collect(),
        decisions: findings.iter().map(|finding| Decision::of(finding, woven, true)).collect(),
        exempt: left.len() - still,
        residual_risk: measured.then_some(sanitized.figures.residual_risk),
        estimated_search_risk: (surrogates.is_empty() && !sanitized.other_language)
            .then(|| estimated_search_risk(&text))
            .flatten(),
        text_kind: sanitized.figures.text_kind,
        words_kept: sanitized.words_kept() * whole,
        search_ranks: Vec::new(),
        decided,
        named,
        rounds: sanitized.rounds,
        joint_questions: sanitized.figures.joint_questions,
        joint_cut: sanitized.figures.joint_cut,
        name_discloses,
        warnings,
        input_sha256: source.input_sha256.clone(),
        original: original.to_owned(),
        parts: woven.parts.iter().map(|part| (part.number, part.span)).collect(),
        name,
        bytes,
        text,
        cells,
        cell_edits,
        dropped,
        back: None,
        replacements,
        strip,
        deciding,
        checking,
    };
    Ok((verified, source))
}

/// A document that is withheld, with its decisions.
fn refused(error: Error, source: &Source, left: Vec<Span>, findings: &[Finding]) -> Refused {
    let woven = source.woven();
    let placed = |span: Span| {
        let (part, Span { start, end }) = woven.place(span);
        Left { part: (woven.parts.len() > 1).then_some(part), start, end }
    };
    let record = WithheldRecord {
        name: source.name.clone(),
        why: error.message.clone(),
        input_sha256: source.input_sha256.clone(),
        left: left.into_iter().map(placed).collect(),
        decisions: findings.iter().map(|finding| Decision::of(finding, woven, true)).collect(),
    };
    Refused { error, record: Some(Box::new(record)) }
}

/// Where the redacted terms that would be left stand in the original.
pub(super) fn left_in_original(removed: &Removed, original: &str, edits: &[Edit], kept: &Kept) -> Vec<Span> {
    let text = apply(original, edits);
    let output = words(&text);
    let exempt = kept.spans(&output);
    let is_exempt = |span: Span| exempt.iter().any(|kept| kept.start <= span.start && span.end <= kept.end);
    let spans = places(edits);
    let back = |place: usize| {
        let before = spans.partition_point(|span| span.end <= place);
        let (there, here) = before.checked_sub(1).map_or((0, 0), |i| (spans[i].end, edits[i].span.end));
        place - there + here
    };
    let outside = |span: Span| !spans.iter().any(|edit| edit.start < span.end && span.start < edit.end);
    let left = removed.left_in(&output).into_iter().map(|hit| hit.span);
    left.filter(|&span| !is_exempt(span) && outside(span))
        .map(|span| Span::new(back(span.start), back(span.end)))
        .collect()
}

/// A document is withheld if less than this share of what should be left of it is there.
const LEAST: f64 = 0.8;

/// The share of the letters that should be left which are there, both by a second reading that knows nothing of the first.
fn whole(opened: &Opened, again: &Opened, edits: &[Edit]) -> f64 {
    let (Some(before), Some(after)) = (opened.letters_found(), again.letters_found()) else { return 1.0 };
    let letters = |text: &str| text.chars().filter(|character| character.is_alphanumeric()).count();
    let removed: usize = edits.iter().map(|edit| letters(edit.span.of(&opened.text().text))).sum();
    let added: usize = edits.iter().map(|edit| letters(&edit.replacement)).sum();
    let expected = (before + added).saturating_sub(removed);
    if expected == 0 { 1.0 } else { (after as f64 / expected as f64).min(1.0) }
}

/// Where the surrogates stand in the text of the output, in order.
fn placed_surrogates(text: &str, original: &str, edits: &[Edit], surrogates: &[Span]) -> Vec<Span> {
    if surrogates.is_empty() {
        return Vec::new();
    }
    let is_surrogate = |edit: &Edit| surrogates.binary_search(&edit.span).is_ok();
    if text == apply(original, edits) {
        let placed = places(edits).into_iter().zip(edits);
        return placed.filter(|(_, edit)| is_surrogate(edit)).map(|(place, _)| place).collect();
    }
    // A format that was read again may have other blanks: the same surrogates must stand in it in the same order.
    let given = surrogate_texts(edits, surrogates);
    let expected = mentions(original, edits, surrogates);
    let found = occurrences(text, &given);
    if found.len() != expected.len() {
        return Vec::new();
    }
    let pairs = found.into_iter().zip(&expected);
    pairs
        .filter(|(_, mention)| given.contains(mention.label.as_str()) && mention.surface != mention.written)
        .map(|(span, _)| span)
        .collect()
}

/// Every replacement in the original and in the result.
fn replaced(sanitized: &Sanitized, edits: &[Edit]) -> Vec<Replaced> {
    let pieces = sanitized.replacements();
    let placed = places(edits).into_iter().zip(edits).filter_map(|(after, edit)| {
        let at = pieces.binary_search_by_key(&edit.span, |piece| piece.span).ok()?;
        let finding = sanitized.finding(&pieces[at]);
        Some(Replaced { before: edit.span, after, kind: finding.kind.as_str(), why: why(finding) })
    });
    placed.collect()
}

/// The rule that redacted a finding, and the figures that decided.
fn why(finding: &Finding) -> String {
    if let Some(share) = finding.match_share {
        let (kind, rule) = (finding.kind.as_str(), finding.rule.as_str());
        return format!("{kind} by {rule}, carries {:.0} % of the match with one page", 100.0 * share);
    }
    let threshold = |name: &'static str| finding.threshold.map(|bits| (name, bits));
    let bound = if finding.rule == Rule::Rare { "the bound of rare words" } else { "β" };
    let ic = finding.ic.map(|value| Figure {
        name: "IC",
        value,
        threshold: threshold(bound).filter(|(_, beta)| finding.pmi.is_none() && value >= *beta),
    });
    let pmi = finding.pmi.map(|value| Figure { name: "PMI", value, threshold: threshold("τ") });
    let figures: Vec<Figure<'_>> = pmi.or(ic).into_iter().collect();
    if let Some(p) = finding.probability {
        return format!("{} by {}, masked with probability {p:.2}", finding.kind.as_str(), finding.rule.as_str());
    }
    title(finding.kind.as_str(), finding.rule.as_str(), &figures)
}
