//! A document from its text to its release: decide, rewrite, read again until nothing more is found.

use super::decide::{Decider, Decisions};
use super::edits::{Piece, pieces, widen};
use super::finding::{Action, Finding, Found, Rule, State};
use super::generalise::generalise;
use super::labels::{Book, identities};
use super::marks::{BLOCK, REDACTED, is_word, labels, trimmed};
use super::same::{Removed, repeated};
use super::text::{Covered, Reading};
use super::words::words;
use crate::error::{Error, Result};
use scumble_span::{Edit, Span, apply, places};
use scumble_text::Analyzer;
use scumble_text::entity::Recognisers;
use std::collections::HashSet;

/// A document that was decided and, before labels, rewritten.
#[derive(Clone, Debug)]
pub struct Sanitised {
    /// What was decided.
    pub decisions: Decisions,
    /// The pieces that go.
    pub pieces: Vec<Piece>,
    /// For each piece, whom or what it names.
    pub identities: Vec<String>,
    /// For each piece, what stands in its place; `None` waits for its label.
    pub replacements: Vec<Option<String>>,
    /// Labels that the text itself has.
    pub written: Vec<Span>,
    /// How often it was read again before nothing more was found.
    pub rounds: usize,
}

/// After so many rounds something is wrong, and the document is withheld.
const MOST_ROUNDS: usize = 6;

impl Decider<'_> {
    /// Reads a text.
    pub fn read<'t>(&self, text: &'t str, recognisers: &Recognisers) -> Reading<'t> {
        self.read_mixed(text, text.len(), Vec::new(), recognisers)
    }

    /// Reads a text, whose first `prose` bytes are language; in the rest only what goes elsewhere is looked for. No finding reaches
    /// over one of the `breaks`.
    pub fn read_mixed<'t>(
        &self,
        text: &'t str,
        prose: usize,
        breaks: Vec<usize>,
        recognisers: &Recognisers,
    ) -> Reading<'t> {
        // The models must not see which number a label has: a release would be read otherwise than what it was settled on.
        let language = &text[..prose];
        let mut blind = language.to_owned().into_bytes();
        for label in labels(language) {
            blind[label.range()].iter_mut().filter(|byte| byte.is_ascii_digit()).for_each(|byte| *byte = b'1');
        }
        let blind = String::from_utf8(blind).unwrap_or_else(|_| language.to_owned());
        let document = Analyzer::english().read(&blind, recognisers).on(language);
        Reading::with_rest(text, document, breaks)
    }

    /// Decides about a document, rewrites it, and reads it again until nothing more is found.
    pub fn sanitise(&self, text: &str, recognisers: &Recognisers) -> Result<Sanitised> {
        let reading = self.read(text, recognisers);
        let done = self.prepare(&reading, self.decide(&reading)?)?;
        self.settle(&reading, recognisers, done, &Book::default())
    }

    /// Reads the result again, and goes on until nothing more is found in it.
    /// Labels go on from the book, so that they are about as long as they will be.
    pub fn settle(
        &self,
        reading: &Reading<'_>,
        recognisers: &Recognisers,
        mut done: Sanitised,
        book: &Book,
    ) -> Result<Sanitised> {
        for round in 0..MOST_ROUNDS {
            done.rounds = round;
            let edits = done.edits(&mut book.going_on(), reading.text());
            let output = apply(reading.text(), &edits);
            let moved = |place: usize| {
                let before = edits.iter().take_while(|edit| edit.span.end <= place);
                before.fold(place as i64, |at, edit| at + edit.replacement.len() as i64 - edit.span.len() as i64)
                    as usize
            };
            let breaks = reading.breaks.iter().map(|&place| moved(place)).collect();
            let prose = moved(reading.document.text().len());
            let found = self.decide(&self.read_mixed(&output, prose, breaks, recognisers))?;
            let mut found = found.findings;
            found.extend(left(reading, &done.decisions.findings, &output));
            let more = mapped_back(reading, &edits, &found, &mut done);
            if more.is_empty() {
                return Ok(done);
            }
            let mut decisions = done.decisions;
            decisions.findings.extend(more);
            let same = repeated(reading, &decisions.findings).into_iter();
            decisions.findings.extend(same.map(|finding| Finding { action: self.protection().replace, ..finding }));
            let covered = Covered::by(&decisions.findings);
            let stays = |finding: &Finding| finding.state == State::Proposed || !covered.touches(finding.span);
            decisions.findings.retain(|finding| finding.applies() || stays(finding));
            decisions.findings.sort_by_key(|finding| (finding.span, finding.rule));
            decisions
                .findings
                .iter_mut()
                .filter(|finding| finding.action == Action::Label)
                .for_each(|finding| finding.replacement = None);
            done = self.prepare(reading, decisions)?;
        }
        Err(Error::Parameters(format!(
            "something new was found each time the result was read again ({MOST_ROUNDS} times)"
        )))
    }

    /// Works out what goes and what stands in its place.
    pub fn prepare(&self, reading: &Reading<'_>, mut decisions: Decisions) -> Result<Sanitised> {
        let text = reading.text();
        widen(&mut decisions.findings);
        let pieces = pieces(text, &decisions.findings);
        let identities = identities(reading, &decisions.findings, &pieces, &self.protection().people);
        let secrets: Vec<String> = self.hidden().iter().map(|(term, _)| term.clone()).collect();
        let mut replacements = Vec::with_capacity(pieces.len());
        for piece in &pieces {
            let finding = &decisions.findings[piece.finding];
            let surface = piece.span.of(text);
            replacements.push(match (&finding.replacement, finding.action) {
                (Some(given), _) => Some(given.clone()),
                (None, Action::Label) => None,
                (None, Action::Mask) => Some(surface.chars().map(|_| BLOCK).collect()),
                (None, Action::Generalise) => {
                    Some(generalise(self, surface, finding, &secrets)?.unwrap_or_else(|| REDACTED.to_owned()))
                }
                (None, Action::Remove | Action::Keep) => Some(REDACTED.to_owned()),
            });
        }
        for (piece, replacement) in pieces.iter().zip(&replacements) {
            if decisions.findings[piece.finding].action != Action::Label {
                decisions.findings[piece.finding].replacement = replacement.clone();
            }
        }
        let written = labels(text);
        Ok(Sanitised { decisions, pieces, identities, replacements, written, rounds: 0 })
    }
}

impl Sanitised {
    /// The findings, without those that others have swallowed whole.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        let shown: HashSet<usize> = self.pieces.iter().map(|piece| piece.finding).collect();
        let findings = self.decisions.findings.iter().enumerate();
        findings.filter(move |(i, finding)| !finding.applies() || shown.contains(i)).map(|(_, finding)| finding)
    }

    /// The edits, with labels from the book. A label that the text itself has, and that the book has given to somebody, gets a
    /// backslash, so that nobody takes it for them.
    pub fn edits(&mut self, book: &mut Book, text: &str) -> Vec<Edit> {
        self.written.iter().for_each(|span| book.reserve(span.of(text)));
        let mut edits = Vec::with_capacity(self.pieces.len());
        let mut given: HashSet<String> = HashSet::new();
        for (i, piece) in self.pieces.iter().enumerate() {
            let finding = &mut self.decisions.findings[piece.finding];
            let replacement = match &self.replacements[i] {
                Some(replacement) => replacement.clone(),
                None => {
                    let label = book.label(finding.kind, &self.identities[i]);
                    given.insert(label.clone());
                    finding.replacement = Some(label.clone());
                    // Within a longer word it would not be seen as a label.
                    let inside =
                        text[..piece.span.start].ends_with(is_word) || text[piece.span.end..].starts_with(is_word);
                    if inside { format!("[{label}]") } else { label }
                }
            };
            edits.push(Edit { span: piece.span, replacement });
        }
        for span in self.written.iter().filter(|span| given.contains(span.of(text))) {
            if !text[..span.start].ends_with('\\') {
                edits.push(Edit { span: Span::new(span.start, span.start), replacement: "\\".to_owned() });
            }
        }
        edits.sort_by_key(|edit| edit.span);
        edits
    }
}

/// What was removed and stands in the output all the same, because other words had hidden it.
fn left(reading: &Reading<'_>, findings: &[Finding], output: &str) -> Vec<Finding> {
    let hits = Removed::by(reading.text(), findings).left_in(&words(output));
    hits.into_iter().map(|hit| Finding { span: hit.span, rule: Rule::Same, ..findings[hit.number].clone() }).collect()
}

/// What was found in the output, at its places in the original. Where it touches what stands in place of something, that something
/// is removed instead.
fn mapped_back(reading: &Reading<'_>, edits: &[Edit], found: &[Finding], done: &mut Sanitised) -> Vec<Finding> {
    let spans = places(edits);
    let mut out = Vec::new();
    for finding in found.iter().filter(|finding| finding.applies()) {
        let first = spans.partition_point(|span| span.end <= finding.span.start);
        let touched = spans[first..].iter().take_while(|span| span.start < finding.span.end);
        let mut cut: Vec<Span> = Vec::new();
        let mut general = false;
        for (i, span) in touched.enumerate() {
            cut.push(*span);
            let piece = done.pieces.binary_search_by_key(&edits[first + i].span.start, |piece| piece.span.start);
            if let Ok(piece) = piece.map(|place| done.pieces[place])
                && done.decisions.findings[piece.finding].action == Action::Generalise
            {
                // A wider term that makes something new with its neighbours is no help: it goes, and then they are read again.
                let source = &mut done.decisions.findings[piece.finding];
                (source.action, source.replacement, general) = (Action::Remove, None, true);
                out.push(Finding::new(piece.span, source.kind, Rule::Again));
            }
        }
        if general || finding.kind == Found::Block {
            continue;
        }
        let mut from = finding.span.start;
        for span in cut.into_iter().chain([Span::new(finding.span.end, finding.span.end)]) {
            let (start, end) = (from, span.start.max(from));
            from = span.end;
            let before = spans.partition_point(|other| other.end <= start);
            // Behind a replacement the original is as far on as behind what it stands for.
            let (there, here) = before.checked_sub(1).map_or((0, 0), |i| (spans[i].end, edits[i].span.end));
            let original = Span::new(start - there + here, end - there + here);
            if let Some(span) = trimmed(reading.text(), original) {
                out.push(Finding { span, rule: Rule::Again, replacement: None, ..finding.clone() });
            }
        }
    }
    out
}
