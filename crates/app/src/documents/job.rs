//! One document: its parts as one text, what was decided, and the check of what would be written.

use super::decisions::Kept;
use super::key::Mention;
use crate::failure::Failure;
use scumble_files::{FileKind, Limits, Opened, Woven};
use scumble_mask::document::{Book, Decider, Finding, Removed, Sanitised, labels, word_spans, words};
use scumble_span::{Edit, Span, apply, places};
use scumble_text::entity::Recognisers;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// The most text that a document may have: reading takes about 120 times as much memory.
const MOST_BYTES: usize = 32 << 20;

/// A document that was opened.
pub(crate) struct Job {
    pub(crate) name: String,
    pub(crate) input_hash: String,
    source: Source,
    /// The document's own name without its ending, which must not tell either.
    pub(crate) stem: String,
    /// What a person should know before trusting that all text was read. Never a value.
    pub(crate) warnings: Vec<String>,
    /// What stands beside the text in its record and is not changed.
    pub(crate) others: String,
    /// The names of columns, which stand over all records.
    pub(crate) beside: String,
}

/// Where the text of a document comes from.
enum Source {
    /// A file.
    File(Opened),
    /// The fields of a record.
    Record(Woven),
}

/// A document with its decisions, before labels.
pub(crate) struct Decided {
    pub(crate) job: Job,
    pub(crate) sanitised: Sanitised,
    pub(crate) kept: Kept,
    pub(crate) deciding: Duration,
    pub(crate) checking: Duration,
}

/// A document that may be written.
pub(crate) struct Finished {
    pub(crate) job: Job,
    pub(crate) sanitised: Sanitised,
    pub(crate) bytes: Vec<u8>,
    pub(crate) text: String,
    pub(crate) dropped: Vec<String>,
    pub(crate) output_hash: String,
    pub(crate) edits: Vec<Edit>,
    /// Labels in the order of the output, with what they stand for.
    pub(crate) mentions: Vec<Mention>,
    /// Mentions that a person decided to keep and that are still there.
    pub(crate) exempt: usize,
    /// The share of words that stay.
    pub(crate) kept: f64,
    /// Whether the document's own name has something that was removed.
    pub(crate) name_tells: bool,
    pub(crate) deciding: Duration,
    pub(crate) checking: Duration,
}

/// The SHA-256 of some bytes, in hexadecimal digits.
pub(crate) fn hash(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        let _ = write!(out, "{byte:02x}");
    }
    out
}

impl Job {
    /// Opens the bytes of a file.
    pub(crate) fn open(name: &str, kind: FileKind, bytes: Vec<u8>) -> Result<Self, Failure> {
        let input_hash = hash(&bytes);
        let opened = Opened::open(kind, bytes, &Limits::default())
            .map_err(|error| Failure::input(format!("{name}: {error}")))?;
        let text = &opened.text().text;
        let warnings = opened.warnings().to_vec();
        // Folders tell as well; only the ending does not.
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned();
        if text.len() > MOST_BYTES {
            let (has, most) = (text.len() >> 20, MOST_BYTES >> 20);
            let what = format!("{name}: has {has} MB of text; a document may have {most}");
            return Err(Failure::input(what).with_help("cut it into several documents, or make it JSON lines"));
        }
        Ok(Self {
            name: name.to_owned(),
            input_hash,
            source: Source::File(opened),
            stem,
            warnings,
            others: String::new(),
            beside: String::new(),
        })
    }

    /// A document that is a piece of text in something larger.
    pub(crate) fn of_texts(name: String, texts: Vec<(String, String)>) -> Self {
        let woven = Woven::of_texts(texts);
        Self {
            name,
            input_hash: hash(woven.text.as_bytes()),
            source: Source::Record(woven),
            stem: String::new(),
            warnings: Vec::new(),
            others: String::new(),
            beside: String::new(),
        }
    }

    /// All parts as one text.
    pub(crate) fn woven(&self) -> &Woven {
        match &self.source {
            Source::File(opened) => opened.text(),
            Source::Record(woven) => woven,
        }
    }

    /// The text.
    pub(crate) fn text(&self) -> &str {
        &self.woven().text
    }

    /// The file with edits of the whole text.
    pub(crate) fn rewrite(&self, edits: &[Edit]) -> Result<Vec<u8>, Failure> {
        match &self.source {
            Source::Record(woven) => Ok(apply(&woven.text, edits).into_bytes()),
            Source::File(opened) => {
                let rewritten = opened.rewrite(edits);
                Ok(rewritten.map_err(|error| Failure::input(format!("{}: {error}", self.name)))?.bytes)
            }
        }
    }

    /// Decides, by the machine or by what a person left, and reads the result again.
    pub(crate) fn decide(
        self,
        decider: &Decider<'_>,
        recognisers: &Recognisers,
        decided: Option<Vec<Finding>>,
        book: &Book,
    ) -> Result<Decided, (String, Failure)> {
        let name = self.name.clone();
        let fault = |error: scumble_mask::Error| (name.clone(), Failure::from(error));
        let start = Instant::now();
        let woven = self.woven();
        let reading = decider.read_mixed(&woven.text, woven.prose, woven.breaks.clone(), recognisers);
        let by_person = decided.is_some();
        let (decisions, kept) = match decided {
            None => (decider.decide(&reading).map_err(fault)?, Kept::default()),
            Some(findings) => {
                let kept = Kept::by(&woven.text, &findings);
                let residual = decider.residual(&reading, &findings).map_err(fault)?;
                (scumble_mask::document::Decisions { findings, residual, ..Default::default() }, kept)
            }
        };
        let sanitised = decider.prepare(&reading, decisions).map_err(fault)?;
        let deciding = start.elapsed();
        let start = Instant::now();
        // What a person decided is final; only the terms that they removed are looked for.
        let sanitised = if by_person {
            sanitised
        } else {
            decider.settle(&reading, recognisers, sanitised, book).map_err(fault)?
        };
        let checking = start.elapsed();
        drop(reading);
        Ok(Decided { job: self, sanitised, kept, deciding, checking })
    }
}

impl Decided {
    /// Rewrites with labels from the book, opens the result again and looks for everything that was removed.
    pub(crate) fn finish(mut self, decider: &Decider<'_>, edits: Vec<Edit>) -> Result<Finished, (String, Failure)> {
        let name = self.job.name.clone();
        let (bytes, dropped) = match &self.job.source {
            Source::Record(_) => (Vec::new(), Vec::new()),
            Source::File(opened) => {
                let rewritten = opened.rewrite(&edits);
                let rewritten =
                    rewritten.map_err(|error| (name.clone(), Failure::input(format!("{name}: {error}"))))?;
                (rewritten.bytes, rewritten.dropped)
            }
        };
        let start = Instant::now();
        let text = match &self.job.source {
            Source::Record(woven) => apply(&woven.text, &edits),
            Source::File(opened) => {
                let again = Opened::open(opened.kind(), bytes.clone(), &Limits::default());
                let again = again.map_err(|error| {
                    (name.clone(), Failure::promise(format!("{name}: the result cannot be opened again: {error}")))
                })?;
                again.into_text().text
            }
        };
        let removed = Removed::by(self.job.text(), &self.sanitised.decisions.findings);
        let left = removed.left_in(&words(&text));
        let exempt = self.kept.spans(&words(&text));
        let still = left
            .iter()
            .filter(|hit| !exempt.iter().any(|kept| kept.start <= hit.span.start && hit.span.end <= kept.end))
            .count();
        if still > 0 {
            let what = if still == 1 { "mention of something that was" } else { "mentions of what was" };
            return Err((
                name.clone(),
                Failure::promise(format!("{name}: withheld: {still} {what} removed would be left in it")),
            ));
        }
        let named = |text: &str| decider.is_named_in(text).map_err(|error| (name.clone(), Failure::from(error)));
        if !removed.left_in(&words(&self.job.beside)).is_empty() {
            let what = format!("{name}: withheld: the name of a column has something that was removed");
            return Err((name.clone(), Failure::promise(what).of_file().with_help("give that column another name")));
        }
        if !removed.left_in(&words(&self.job.others)).is_empty() || named(&self.job.others)? {
            let what = format!("{name}: withheld: another field has something that was removed");
            return Err((
                name,
                Failure::promise(what).with_help("name that field with --field as well, or leave it out"),
            ));
        }
        let own = self.job.stem.replace(['_', '/'], " ");
        let name_tells = !removed.left_in(&words(&own)).is_empty() || named(&own)?;
        self.checking += start.elapsed();
        Ok(Finished {
            output_hash: hash(if bytes.is_empty() { text.as_bytes() } else { &bytes }),
            mentions: mentions(self.job.text(), &edits),
            edits,
            exempt: left.len() - still,
            name_tells,
            kept: tokens_kept(self.job.text(), &self.sanitised),
            job: self.job,
            sanitised: self.sanitised,
            bytes,
            text,
            dropped,
            deciding: self.deciding,
            checking: self.checking,
        })
    }

    /// The edits, with labels from the book.
    pub(crate) fn edits(&mut self, book: &mut Book) -> Vec<Edit> {
        self.sanitised.edits(book, self.job.text())
    }
}

/// Every label of the output: what was written there, and what stood in its place.
fn mentions(original: &str, edits: &[Edit]) -> Vec<Mention> {
    let output = apply(original, edits);
    let placed: Vec<(Span, &Edit)> = places(edits).into_iter().zip(edits).collect();
    let mention = |span: Span| {
        let label = span.of(&output).to_owned();
        let at = placed.partition_point(|(place, _)| place.end < span.start);
        let around = placed[at..].iter().take_while(|(place, _)| place.start <= span.start);
        for (place, edit) in around {
            if place.start <= span.start && span.end <= place.end {
                let surface = edit.span.of(original).to_owned();
                return Mention { label, written: edit.replacement.clone(), surface };
            }
            if place.end == span.start && edit.span.is_empty() {
                // A label that the original itself had.
                return Mention { written: format!("{}{label}", edit.replacement), surface: label.clone(), label };
            }
        }
        Mention { written: label.clone(), surface: label.clone(), label }
    };
    labels(&output).into_iter().map(mention).collect()
}

/// The share of words outside of what was changed.
fn tokens_kept(text: &str, sanitised: &Sanitised) -> f64 {
    let gone = |span: Span| {
        let at = sanitised.pieces.partition_point(|piece| piece.span.end <= span.start);
        sanitised.pieces.get(at).is_some_and(|piece| piece.span.start < span.end)
    };
    let (mut all, mut left) = (0usize, 0usize);
    for span in word_spans(text) {
        all += 1;
        left += usize::from(!gone(span));
    }
    if all == 0 { 1.0 } else { left as f64 / all as f64 }
}
