//! One document: its parts as one text, what was decided, and the check of what would be written.

use super::key::Mention;
use crate::failure::Failure;
use scumble_files::{Holds, Kind, Limits, Opened, Part};
use scumble_mask::document::{Decider, Finding, Kept, Labelled, Ledger, Sanitized, SourceText, mentions, words};
use scumble_span::{Edit, Span, apply};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// The most text that a document may have: reading takes about 120 times as much memory.
const MOST_BYTES: usize = 32 << 20;
/// What stands between two parts, so that no phrase reaches over.
const BETWEEN: &str = "\n\n";

/// A document that was opened.
pub(crate) struct Job {
    pub(crate) name: String,
    pub(crate) input_hash: String,
    pub(crate) text: String,
    /// Where each part stands in the text, and what it is.
    pub(crate) parts: Vec<Place>,
    /// How much of the text is language.
    prose: usize,
    /// Ends of values, which nothing may reach over.
    breaks: Vec<usize>,
    opened: Option<(Kind, Opened)>,
    /// The document's own name without its ending, which must not tell either.
    pub(crate) stem: String,
    /// What a person should know before trusting that all text was read. Never a value.
    pub(crate) warnings: Vec<String>,
    /// What stands beside the text in its record and is not changed.
    pub(crate) others: String,
    /// The names of columns, which stand over all records.
    pub(crate) beside: String,
}

/// Where a part stands in the text: language first, then the rest.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) span: Span,
    /// Its number in the file.
    pub(crate) number: usize,
}

/// A document with its decisions, before labels.
pub(crate) struct Decided {
    pub(crate) job: Job,
    pub(crate) sanitised: Sanitized,
    pub(crate) kept: Kept,
    pub(crate) deciding: Duration,
    pub(crate) checking: Duration,
}

/// A document that may be written.
pub(crate) struct Finished {
    pub(crate) job: Job,
    pub(crate) sanitised: Sanitized,
    /// The findings with their labels.
    pub(crate) findings: Vec<Finding>,
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
    pub(crate) fn open(name: &str, kind: Kind, bytes: Vec<u8>) -> Result<Self, Failure> {
        let input_hash = hash(&bytes);
        let opened = Opened::open(kind, bytes, &Limits::default())
            .map_err(|error| Failure::input(format!("{name}: {error}")))?;
        let (text, parts, prose) = joined(opened.parts());
        let breaks = breaks(&text, opened.parts(), &parts);
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
            text,
            parts,
            prose,
            breaks,
            opened: Some((kind, opened)),
            stem,
            warnings,
            others: String::new(),
            beside: String::new(),
        })
    }

    /// A document that is a piece of text in something larger.
    pub(crate) fn of_texts(name: String, texts: Vec<(String, String)>) -> Self {
        let parts: Vec<Part> = texts.into_iter().map(|(name, text)| Part { name, holds: Holds::Prose, text }).collect();
        let (text, parts, prose) = joined(&parts);
        Self {
            name,
            input_hash: hash(text.as_bytes()),
            text,
            parts,
            prose,
            breaks: Vec::new(),
            opened: None,
            stem: String::new(),
            warnings: Vec::new(),
            others: String::new(),
            beside: String::new(),
        }
    }

    /// The file with edits of the whole text.
    pub(crate) fn rewrite(&self, edits: &[Edit]) -> Result<Vec<u8>, Failure> {
        match &self.opened {
            None => Ok(apply(&self.text, edits).into_bytes()),
            Some((_, opened)) => {
                let rewritten = opened.rewrite(&by_part(&self.parts, edits));
                Ok(rewritten.map_err(|error| Failure::input(format!("{}: {error}", self.name)))?.bytes)
            }
        }
    }

    /// The new text of each part.
    pub(crate) fn part_texts(&self, edits: &[Edit]) -> Vec<String> {
        let edits = by_part(&self.parts, edits);
        self.parts.iter().map(|part| apply(part.span.of(&self.text), &edits[part.number])).collect()
    }

    /// Decides, by the machine or by what a person left, and reads the result again.
    pub(crate) fn decide(
        self,
        decider: &Decider,
        decided: Option<Vec<Finding>>,
        ledger: &Ledger,
    ) -> Result<Decided, (String, Failure)> {
        let name = self.name.clone();
        let fault = |error: scumble_mask::Error| (name.clone(), Failure::from(error));
        let start = Instant::now();
        let source = SourceText { text: self.text.clone(), prose: self.prose, breaks: self.breaks.clone() };
        // What a person decided is final; only the terms that they removed are looked for.
        if let Some(findings) = decided {
            let kept = Kept::by(&self.text, &findings);
            let sanitised = decider.apply_decisions(&source, findings).map_err(fault)?;
            let deciding = start.elapsed();
            return Ok(Decided { job: self, sanitised, kept, deciding, checking: Duration::ZERO });
        }
        let draft = decider.draft(&source).map_err(fault)?;
        let deciding = start.elapsed();
        let start = Instant::now();
        let sanitised = decider.settle(draft, ledger).map_err(fault)?;
        let checking = start.elapsed();
        Ok(Decided { job: self, sanitised, kept: Kept::default(), deciding, checking })
    }
}

/// All parts in one text, language first: where each stands, and how much is language.
fn joined(parts: &[Part]) -> (String, Vec<Place>, usize) {
    let mut text = String::with_capacity(parts.iter().map(|part| part.text.len() + BETWEEN.len()).sum());
    let mut places = Vec::with_capacity(parts.len());
    let mut prose = 0;
    for code in [false, true] {
        for (number, part) in parts.iter().enumerate().filter(|(_, part)| (part.holds == Holds::Code) == code) {
            if !places.is_empty() {
                text.push_str(BETWEEN);
            }
            places.push(Place { span: Span::new(text.len(), text.len() + part.text.len()), number });
            text.push_str(&part.text);
        }
        if !code {
            prose = text.len();
        }
    }
    (text, places, prose)
}

/// Where one value ends and another begins, and where one part does.
fn breaks(text: &str, parts: &[Part], places: &[Place]) -> Vec<usize> {
    let mut out = Vec::new();
    for place in places {
        out.push(place.span.start);
        if parts[place.number].holds != Holds::Prose {
            out.extend(place.span.of(text).match_indices('\n').map(|(at, _)| place.span.start + at));
        }
    }
    out
}

/// The edits of each part by its own bytes, in the order of the file. An edit over an edge is cut there, and its replacement stands
/// in the first piece.
pub(crate) fn by_part(parts: &[Place], edits: &[Edit]) -> Vec<Vec<Edit>> {
    let mut out: Vec<Vec<Edit>> = vec![Vec::new(); parts.len()];
    for edit in edits {
        let first = parts.partition_point(|part| part.span.end < edit.span.start);
        let mut replacement = Some(edit.replacement.clone());
        for part in &parts[first..] {
            if part.span.start > edit.span.end {
                break;
            }
            let (start, end) = (edit.span.start.max(part.span.start), edit.span.end.min(part.span.end));
            let insertion = edit.span.is_empty() && start == end;
            if start < end || insertion {
                let span = Span::new(start - part.span.start, end - part.span.start);
                out[part.number].push(Edit { span, replacement: replacement.take().unwrap_or_default() });
            }
            if insertion {
                break;
            }
        }
    }
    out
}

impl Decided {
    /// Rewrites with labels from the ledger, opens the result again and looks for everything that was removed.
    pub(crate) fn finish(mut self, decider: &Decider, labelled: Labelled) -> Result<Finished, (String, Failure)> {
        let Labelled { edits, findings } = labelled;
        let name = self.job.name.clone();
        let (bytes, dropped) = match &self.job.opened {
            None => (Vec::new(), Vec::new()),
            Some((_, opened)) => {
                let rewritten = opened.rewrite(&by_part(&self.job.parts, &edits));
                let rewritten =
                    rewritten.map_err(|error| (name.clone(), Failure::input(format!("{name}: {error}"))))?;
                (rewritten.bytes, rewritten.dropped)
            }
        };
        let start = Instant::now();
        let text = match &self.job.opened {
            None => apply(&self.job.text, &edits),
            Some((kind, _)) => {
                let again = Opened::open(*kind, bytes.clone(), &Limits::default());
                let again = again.map_err(|error| {
                    (name.clone(), Failure::promise(format!("{name}: the result cannot be opened again: {error}")))
                })?;
                joined(again.parts()).0
            }
        };
        let removed = decider.removed(&self.sanitised);
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
            mentions: mentions(&self.job.text, &edits),
            edits,
            exempt: left.len() - still,
            name_tells,
            kept: self.sanitised.words_kept(),
            job: self.job,
            sanitised: self.sanitised,
            findings,
            bytes,
            text,
            dropped,
            deciding: self.deciding,
            checking: self.checking,
        })
    }

    /// The edits, with labels from the ledger.
    pub(crate) fn label(&self, ledger: &mut Ledger) -> Labelled {
        self.sanitised.label(ledger)
    }
}
