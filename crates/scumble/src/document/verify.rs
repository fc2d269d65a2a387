//! The check of what would be written: the output is opened again, and every redacted term is looked for in it.

use super::decision::Decision;
use super::hash;
use super::key::{Mention, Mentions};
use super::sanitizer::Draft;
use super::source::Body;
use crate::report::text_view::{Figure, title};
use crate::{Error, Result};
use scumble_files::{Limits, Opened};
use scumble_mask::document::{
    Decider, Finding, Labelled, Removed, Sanitized, mentions, occurrences, surrogate_texts, words,
};
use scumble_span::{Edit, Span, apply, places};
use std::borrow::Cow;
use std::time::{Duration, Instant};

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
    /// All decisions with their text: redacted, proposed, and candidates that were kept. Protected.
    pub decisions: Vec<Decision>,
    /// The original text. Protected.
    pub original: String,
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
    /// The share of words outside of all edits.
    pub words_kept: f64,
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
    /// Whether it has surrogates: moved dates, made-up names.
    pub(crate) has_surrogates: bool,
    pub(crate) labels: Vec<Mention>,
    pub(crate) removed: Removed,
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
    /// The output as text: what a terminal can show of it.
    pub fn text_output(&self) -> Cow<'_, str> {
        if self.bytes.is_empty() { Cow::Borrowed(&self.text) } else { String::from_utf8_lossy(&self.bytes) }
    }

    /// The labels of the release, for the key file.
    pub(crate) fn mentions(&self) -> Mentions {
        Mentions {
            input_hash: self.input_sha256.clone(),
            output_hash: self.output_sha256.clone(),
            labels: self.labels.clone(),
        }
    }

    /// Whether a text beside the document holds something that was redacted in it.
    pub(crate) fn is_disclosed_by(&self, text: &str) -> bool {
        !self.removed.left_in(&words(text)).is_empty()
    }
}

/// Rewrites a draft with its labels, opens the result again and looks for everything that was redacted.
pub(crate) fn verify(decider: &Decider, draft: Draft, labelled: Labelled) -> Result<Verified> {
    let Draft { source, sanitized, kept, deciding, mut checking, measured } = draft;
    let name = source.name.clone();
    let Labelled { edits, findings, surrogates, clashes } = labelled;
    if clashes {
        let what = "a name in it equals a made-up name that was given to somebody or something else in this collection";
        return Err(Error::withheld(format!("{name}: withheld: {what}"))
            .with_help(scumble_io::Help::set("key", "sanitise it with a key file of its own")));
    }
    let original = &source.woven().text;
    let start = Instant::now();
    let (bytes, dropped, text, cells) = match &source.body {
        Body::Record { cells, .. } => (Vec::new(), Vec::new(), apply(original, &edits), cells.part_texts(&edits)),
        Body::File { kind, opened } => {
            let rewritten = opened.rewrite(&edits).map_err(|error| Error::input(format!("{name}: {error}")))?;
            let again = Opened::open(*kind, rewritten.bytes.clone(), &Limits::default())
                .map_err(|error| Error::withheld(format!("{name}: the result cannot be opened again: {error}")))?;
            let text = again.text().text.clone();
            (rewritten.bytes, rewritten.dropped, text, Vec::new())
        }
    };
    let removed = decider.removed(&sanitized);
    let output = words(&text);
    let left = removed.left_in(&output);
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
        return Err(Error::withheld(format!("{name}: withheld: {still} {what} would be left in it")));
    }
    let discloses =
        |text: &str| -> Result<bool> { Ok(!removed.left_in(&words(text)).is_empty() || decider.is_named_in(text)?) };
    if let Body::Record { unchanged, header, .. } = &source.body {
        if !removed.left_in(&words(header)).is_empty() {
            let what = format!("{name}: withheld: the name of a column holds a redacted term");
            return Err(Error::withheld(what).of_file().with_help("give that column another name"));
        }
        if discloses(unchanged)? {
            let what = format!("{name}: withheld: another field holds a redacted term");
            return Err(Error::withheld(what)
                .with_help(scumble_io::Help::set("field", "sanitise that field as well, or leave it out")));
        }
    }
    let name_discloses = discloses(&source.name_as_text())?;
    checking += start.elapsed();
    let woven = source.woven();
    let replacements = replaced(&sanitized, &edits);
    Ok(Verified {
        output_sha256: hash(if bytes.is_empty() { text.as_bytes() } else { &bytes }),
        has_surrogates: !surrogates.is_empty(),
        labels: mentions(original, &edits, &surrogates).into_iter().map(Mention::from).collect(),
        decisions: findings.iter().map(|finding| Decision::of(finding, woven, true)).collect(),
        exempt: left.len() - still,
        residual_risk: measured.then_some(sanitized.figures.residual_risk),
        words_kept: sanitized.words_kept(),
        rounds: sanitized.rounds,
        joint_questions: sanitized.figures.joint_questions,
        joint_cut: sanitized.figures.joint_cut,
        name_discloses,
        warnings: source.warnings().to_vec(),
        input_sha256: source.input_sha256.clone(),
        original: original.clone(),
        name,
        bytes,
        text,
        cells,
        dropped,
        removed,
        replacements,
        deciding,
        checking,
    })
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
    let threshold = |name: &'static str| finding.threshold.map(|bits| (name, bits));
    let ic = finding.ic.map(|value| Figure {
        name: "IC",
        value,
        threshold: threshold("β").filter(|(_, beta)| finding.pmi.is_none() && value >= *beta),
    });
    let pmi = finding.pmi.map(|value| Figure { name: "PMI", value, threshold: threshold("τ") });
    let figures: Vec<Figure<'_>> = pmi.or(ic).into_iter().collect();
    title(finding.kind.as_str(), finding.rule.as_str(), &figures)
}
