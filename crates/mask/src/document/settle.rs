//! A document from its text to its release: decide, rewrite, read again until nothing more is found.

use super::beside::RemovedBeside;
use super::case::{Finder, Settled};
use super::covered::Covered;
use super::dates;
use super::decide::{Decider, Decisions};
use super::edits::{pieces, widen};
use super::find::{associations, candidates, repeated, residual_risk};
use super::finding::{Action, Finding, Found, Rule, State};
use super::ledger::Ledger;
use super::measure::Threshold;
use super::mended::Mended;
use super::protection::Readers;
use super::pseudonym::decided;
use super::reading::Reading;
use super::replace::{Avoid, Generalizer, MASK_CHAR, REDACTED, identities, labels, trimmed};
use super::sanitized::{Replacement, Sanitized};
use super::source::SourceText;
use super::verify::Removed;
use super::words::Words;
use crate::error::{Error, Result};
use scumble_span::{Edit, Span, apply, places};
use std::collections::BTreeMap;
use std::sync::Arc;

/// After so many rounds a document is withheld.
const MOST_ROUNDS: usize = 6;

/// A document that was decided, before its result is read again.
pub struct Draft<'t> {
    mended: &'t Mended,
    reading: Reading<'t>,
    sanitized: Sanitized,
    /// A finder for this document alone, which runs last.
    last: Option<&'t dyn Finder>,
}

impl Decider {
    /// Decides about a document, rewrites it, and reads it again until nothing more is found. Labels continue from the ledger, so
    /// that they are about as long as they will be.
    ///
    /// # Errors
    /// If the corpus gives no count, or something new is found each time the result is read again.
    pub fn sanitize(&self, source: &SourceText, ledger: &Ledger) -> Result<Sanitized> {
        self.settle(self.draft(&self.mend(source.clone())?)?, ledger)
    }

    /// A document with the words that its layout breaks put together: as [`draft`](Self::draft) reads it.
    ///
    /// # Errors
    /// If its prose and its breaks are no places of its text.
    pub fn mend(&self, source: SourceText) -> Result<Mended> {
        let is_place = |place: usize| source.text.is_char_boundary(place);
        if !is_place(source.prose) || !source.breaks.iter().all(|&place| is_place(place)) || !source.breaks.is_sorted()
        {
            return Err(Error::Parameters("the prose and the breaks of a text are places in it, in order".into()));
        }
        Ok(Mended::new(source, self.knowledge().language))
    }

    /// The words of a text, to be compared with what was [removed](Self::removed).
    pub fn words(&self, source: SourceText) -> Words {
        Mended::new(source, self.knowledge().language).words_where_written()
    }

    /// The first half of [`sanitize`](Self::sanitize): reads a document and decides about it.
    ///
    /// # Errors
    /// If the corpus gives no count.
    pub fn draft<'t>(&self, mended: &'t Mended) -> Result<Draft<'t>> {
        self.draft_then(mended, None)
    }

    /// As [`draft`](Self::draft), with a finder for this document alone. It runs when all others have found what they find, here and
    /// whenever the result is read again.
    ///
    /// # Errors
    /// If the corpus gives no count, or the finder fails.
    pub fn draft_then<'t>(&self, mended: &'t Mended, last: Option<&'t dyn Finder>) -> Result<Draft<'t>> {
        let reading = Reading::of_mended(mended, self.knowledge());
        let decisions = self.decide_then(&reading, last)?;
        let sanitized = self.prepared(&reading, mended, reading.text().into(), decisions)?;
        Ok(Draft { mended, reading, sanitized, last })
    }

    /// The second half of [`sanitize`](Self::sanitize): reads the result again until nothing more is found in it.
    ///
    /// # Errors
    /// If the corpus gives no count, or something new is found each time.
    pub fn settle(&self, draft: Draft<'_>, ledger: &Ledger) -> Result<Sanitized> {
        let Draft { mended, reading, mut sanitized, last } = draft;
        let language = self.knowledge().language;
        for round in 0..MOST_ROUNDS {
            sanitized.rounds = round;
            let edits = sanitized.label(&mut ledger.continued()).edits;
            let write = |edit: &Edit| Edit { span: mended.write_span(edit.span), ..edit.clone() };
            let written: Vec<Edit> = edits.iter().map(write).collect();
            let output = Mended::new(rewritten(mended.given(), &written), language);
            let settled = self.settled(mended, &sanitized, &written, &output);
            let mut found = self.decide_again(&Reading::of_mended(&output, self.knowledge()), last, settled)?.findings;
            found.iter_mut().for_each(|finding| finding.span = output.write_span(finding.span));
            // Terms that were redacted and are left all the same, because other words had hidden them.
            let removed = Removed::by(reading.text(), &sanitized.findings, language);
            let of_format = Covered::of(output.given().vocabulary.clone());
            let left = removed.left_in(&output.words_where_written()).into_iter();
            found.extend(left.filter(|hit| !of_format.touches(hit.span)).map(|hit| Finding {
                span: hit.span,
                rule: Rule::Same,
                ..sanitized.findings[hit.number].clone()
            }));
            let more = mapped_back(&mended.given().text, [&edits, &written], &found, &mut sanitized);
            let more: Vec<Finding> = more.into_iter().map(|finding| mended.read(finding)).collect();
            if more.is_empty() {
                return Ok(mended.write(sanitized));
            }
            let Sanitized { text, mut findings, figures, .. } = sanitized;
            findings.extend(more);
            let same = repeated(&reading, &findings, language).into_iter();
            findings.extend(same.map(|finding| Finding { action: self.protection().replace, ..finding }));
            let covered = Covered::by(&findings);
            let stays = |finding: &Finding| finding.state == State::Proposed || !covered.touches(finding.span);
            findings.retain(|finding| finding.applies() || stays(finding));
            findings.sort_by_key(|finding| (finding.span, finding.rule));
            sanitized = self.prepared(&reading, mended, text, Decisions { findings, figures })?;
        }
        Err(Error::Unsettled { rounds: MOST_ROUNDS })
    }

    /// What careful readers have kept, in the output: the network reads the document and not the result, in which it would see labels
    /// for names, so what was decided with it stays decided.
    fn settled(&self, mended: &Mended, sanitized: &Sanitized, written: &[Edit], output: &Mended) -> Option<Settled> {
        if self.protection().readers != Readers::Careful {
            return None;
        }
        let placed = places(written);
        let edited = Covered::of(written.iter().map(|edit| edit.span).collect());
        let kept =
            sanitized.findings.iter().filter(|finding| finding.action == Action::Keep && finding.probability.is_some());
        let there = kept.filter_map(|finding| {
            let span = mended.write_span(finding.span);
            let moved = Span::new(moved(written, &placed, span.start), moved(written, &placed, span.end));
            (!edited.touches(span)).then(|| output.read(Finding { span: moved, ..finding.clone() }).span)
        });
        Some(Settled { kept: Covered::of(there.collect()), text_kind: sanitized.figures.text_kind })
    }

    /// Applies the decisions that a person made, as they are: the residual risk is measured, and nothing else is looked for.
    ///
    /// # Errors
    /// If a finding is no piece of the text, or the corpus gives no count.
    pub fn apply_decisions(&self, source: &SourceText, findings: Vec<Finding>) -> Result<Sanitized> {
        let is_piece = |finding: &Finding| {
            finding.span.start <= finding.span.end && source.text.get(finding.span.range()).is_some()
        };
        if let Some(number) = findings.iter().position(|finding| !is_piece(finding)) {
            return Err(Error::Parameters(format!("decision {} is about no piece of the text", number + 1)));
        }
        let mended = self.mend(source.clone())?;
        let reading = Reading::of_mended(&mended, self.knowledge());
        let findings = findings.into_iter().map(|finding| mended.read(finding)).collect();
        let mut decisions = Decisions { findings, ..Decisions::default() };
        decisions.figures.residual_risk = self.residual_risk(&reading, &decisions.findings)?;
        Ok(mended.write(self.prepared(&reading, &mended, reading.text().into(), decisions)?))
    }

    /// The redacted terms of a document, none of which may be left in its release.
    pub fn removed(&self, sanitized: &Sanitized) -> Removed {
        let form = |number, finding: &Finding| sanitized.form(number, finding);
        Removed::by_forms(&sanitized.findings, form, self.knowledge().language)
    }

    /// What may not stand in the values that are published beside a document.
    pub fn removed_beside(&self, sanitized: &Sanitized) -> RemovedBeside {
        RemovedBeside::by(&sanitized.text, &sanitized.findings, self.knowledge().language)
    }

    /// The largest share of a sensitive term's information content that a phrase discloses which findings do not redact.
    fn residual_risk(&self, reading: &Reading<'_>, found: &[Finding]) -> Result<f64> {
        let (language, meter) = (self.knowledge().language, self.meter());
        let kept = candidates(reading, language, meter, &Covered::by(found), false)?;
        let sensitive = self.sensitive().of(reading.text(), found, meter)?;
        let strongest = associations(meter, &sensitive, &kept, Threshold::new(0.0))?;
        Ok(residual_risk(&strongest, &sensitive))
    }

    /// Works out which pieces are replaced, and by what.
    fn prepared(
        &self,
        reading: &Reading<'_>,
        mended: &Mended,
        text: Arc<str>,
        decisions: Decisions,
    ) -> Result<Sanitized> {
        let Decisions { mut findings, figures } = decisions;
        mended.widen(&mut findings);
        widen(&mut findings);
        let pieces = pieces(&text, &findings);
        let found = identities(reading, &findings, &pieces, &self.protection().people, self.knowledge().language);
        let identities = decided(found, &findings, &pieces);
        let generalizer = Generalizer {
            taxonomy: &self.knowledge().taxonomy,
            meter: self.meter(),
            places: self.places(),
            beta: self.general_beta(),
            tau: self.tau(),
            hidden: self.hidden().iter().map(|(term, _)| term.as_str()).collect(),
        };
        // A year that is redacted somewhere for itself cannot stand for a date.
        let years = findings.iter().any(|finding| finding.action == Action::Year);
        let removed = years.then(|| Removed::by(&text, &findings, self.knowledge().language));
        let is_removed = |year: &str| {
            removed.as_ref().is_some_and(|removed| !removed.left_in(&super::words::words(year)).is_empty())
        };
        let mut replacements = Vec::with_capacity(pieces.len());
        for (piece, identity) in pieces.into_iter().zip(identities) {
            let finding = &findings[piece.finding];
            let surface = piece.span.of(&text);
            let replacement = match (&finding.replacement, finding.action) {
                (Some(given), _) => Some(given.clone()),
                (None, Action::Label | Action::Shift | Action::Surrogate) => None,
                (None, Action::Year) => dates::year(surface).filter(|year| !is_removed(year)),
                (None, Action::Mask) => Some(surface.chars().map(|_| MASK_CHAR).collect()),
                (None, Action::Generalize) => {
                    let general = generalizer.generalize(surface, finding.kind)?;
                    Some(general.unwrap_or_else(|| REDACTED.to_owned()))
                }
                (None, Action::Remove | Action::Keep) => Some(REDACTED.to_owned()),
            };
            replacements.push(Replacement { span: piece.span, finding: piece.finding, identity, text: replacement });
        }
        for replacement in &replacements {
            let finding = &mut findings[replacement.finding];
            if finding.action == Action::Year && replacement.text.is_none() {
                finding.action = Action::Label;
            }
            if finding.action != Action::Label {
                finding.replacement = replacement.text.clone();
            }
        }
        let written = labels(&text);
        let other_language = reading.document.looks_english() == Some(false);
        let made_up = findings.iter().any(|finding| finding.action == Action::Surrogate);
        let language = self.knowledge().language;
        let avoid = made_up.then(|| Arc::new(Avoid::of(&text, &findings, language, self.places())));
        let (read_forms, rounds) = (BTreeMap::new(), 0);
        Ok(Sanitized {
            text,
            findings,
            replacements,
            written,
            other_language,
            read_forms,
            figures,
            rounds,
            avoid,
            language,
        })
    }
}

/// Where a place of a text is after edits were made; a place within an edit is behind what replaces it.
fn moved(edits: &[Edit], placed: &[Span], place: usize) -> usize {
    let before = edits.partition_point(|edit| edit.span.end <= place);
    if edits.get(before).is_some_and(|edit| edit.span.start < place) {
        return placed[before].end;
    }
    let (there, here) = before.checked_sub(1).map_or((0, 0), |last| (placed[last].end, edits[last].span.end));
    place - here + there
}

/// The text with edits made, and where its prose ends and its breaks are then.
fn rewritten(source: &SourceText, edits: &[Edit]) -> SourceText {
    let placed = places(edits);
    let moved = |place: usize| moved(edits, &placed, place);
    SourceText {
        text: apply(&source.text, edits),
        prose: moved(source.prose),
        breaks: source.breaks.iter().map(|&place| moved(place)).collect(),
        vocabulary: source.vocabulary.iter().map(|span| Span::new(moved(span.start), moved(span.end))).collect(),
    }
}

/// The findings of the output at their places in the original. Where one touches the hypernym of a piece, that piece is removed
/// instead. The edits are those of the text that is read, and the same as they are written.
fn mapped_back(text: &str, [read, edits]: [&[Edit]; 2], found: &[Finding], sanitized: &mut Sanitized) -> Vec<Finding> {
    let spans = places(edits);
    // Where a model saw an entity whose kind is published, mere capitals make no name of it later.
    let is_entity = |finding: &&Finding| finding.action == Action::Keep && matches!(finding.kind, Found::Entity(_));
    let published = Covered::of(sanitized.findings.iter().filter(is_entity).map(|finding| finding.span).collect());
    let mut out = Vec::new();
    for finding in found.iter().filter(|finding| finding.applies()) {
        let first = spans.partition_point(|span| span.end <= finding.span.start);
        let touched = spans[first..].iter().take_while(|span| span.start < finding.span.end);
        let mut cut: Vec<Span> = Vec::new();
        let mut general = false;
        for (i, span) in touched.enumerate() {
            cut.push(*span);
            let start = read[first + i].span.start;
            let place = sanitized.replacements.binary_search_by_key(&start, |replacement| replacement.span.start);
            let Ok(replacement) = place.map(|place| &sanitized.replacements[place]) else { continue };
            let source = &mut sanitized.findings[replacement.finding];
            if source.action == Action::Generalize {
                // A hypernym that makes something new with its neighbours is removed, and then they are read again.
                (source.action, source.replacement, general) = (Action::Remove, None, true);
                out.push(Finding::new(edits[first + i].span, source.kind, Rule::Again));
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
            // Behind a replacement the original is as far on as behind the piece that it replaces.
            let (there, here) = before.checked_sub(1).map_or((0, 0), |i| (spans[i].end, edits[i].span.end));
            let original = Span::new(start - there + here, end - there + here);
            let piece = trimmed(text, original);
            if let Some(span) = piece.filter(|&span| finding.rule != Rule::Capitals || !published.holds(span)) {
                out.push(Finding { span, rule: Rule::Again, replacement: None, ..finding.clone() });
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_move_with_the_text() {
        let text = "Jane Roe\nTom Hale\nend";
        let edit = |start, end, with: &str| Edit { span: Span::new(start, end), replacement: with.to_owned() };
        let source = SourceText { breaks: vec![0, 8, 17], ..text.into() };
        let apart = rewritten(&source, &[edit(0, 8, "é"), edit(9, 17, "xyz")]);
        assert_eq!((apart.text.as_str(), apart.breaks), ("é\nxyz\nend", vec![0, 2, 6]));
        let over = rewritten(&source, &[edit(0, 17, "é")]);
        assert_eq!((over.text.as_str(), over.breaks), ("é\nend", vec![0, 2, 2]));
    }
}
