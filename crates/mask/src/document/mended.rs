//! A document as it is read: words that the layout breaks are put together, and every place knows where it is written.

use super::finding::Finding;
use super::replace::{is_word, labels};
use super::sanitized::Sanitized;
use super::source::SourceText;
use super::words::{Word, Words, joined_words, words_as_written};
use scumble_span::{Break, Seam, Span, is_unseen, seams};
use scumble_text::Language;
use std::sync::Arc;

/// A document as it is read: words that its layout breaks, by a hyphen at a line end or by letters set apart, are put together. What
/// [`Decider::settle`](super::Decider::settle) gives is about the text as it was given.
#[derive(Clone, Debug)]
pub struct Mended {
    source: SourceText,
    written: Option<Written>,
}

/// A text as it was given, and what is left out of it.
#[derive(Clone, Debug)]
struct Written {
    source: SourceText,
    cuts: Vec<Cut>,
    seams: Vec<Seam>,
}

/// What is left out.
#[derive(Clone, Copy, Debug)]
struct Cut {
    /// Where it is written.
    span: Span,
    /// Where it would stand in the text that is read.
    place: usize,
    /// How many bytes are left out up to its end.
    sum: usize,
}

impl Mended {
    /// A document whose words are not put together.
    pub(super) fn as_it_is(source: SourceText) -> Self {
        Self { source, written: None }
    }

    /// Puts broken words together.
    pub(super) fn new(source: SourceText, language: &Language) -> Self {
        let seams = seams_within(&source);
        if seams.is_empty() {
            return Self::as_it_is(source);
        }
        let mut cuts: Vec<Cut> = Vec::new();
        let mut text = String::with_capacity(source.text.len());
        let (mut at, mut sum) = (0, 0);
        for span in language.cuts(&source.text, &seams) {
            text.push_str(&source.text[at..span.start]);
            (at, sum) = (span.end, sum + span.len());
            cuts.push(Cut { span, place: text.len(), sum });
        }
        text.push_str(&source.text[at..]);
        let written = Written { source, cuts, seams };
        let prose = written.place_read(written.source.prose);
        let stays = |place: &&usize| !written.is_left_out(**place);
        let breaks = written.source.breaks.iter().filter(stays).map(|&place| written.place_read(place)).collect();
        let vocabulary = written.source.vocabulary.iter().map(|&span| written.read(span)).collect();
        Self { source: SourceText { text, prose, breaks, vocabulary }, written: Some(written) }
    }

    /// The text that is read.
    pub fn source(&self) -> &SourceText {
        &self.source
    }

    /// Its words. Those that are broken are there in both ways: in one piece and in several.
    pub fn words(&self) -> Words {
        let mut all = words_as_written(&self.source.text);
        if let Some(written) = &self.written {
            let read = |word: Word| Word { span: written.read(word.span), ..word };
            let other = |words: Vec<Word>| words.into_iter().map(read).collect();
            all.others.push(other(words_as_written(&written.source.text).main));
            all.others.push(other(joined_words(&written.source.text, &written.seams)));
            all.seams = written.seams.iter().map(|seam| written.read(seam.span)).collect();
        }
        all
    }

    /// The same words, at their places in the text that was given.
    pub(super) fn words_where_written(&self) -> Words {
        let mut all = words_as_written(&self.source.text);
        if let Some(written) = &self.written {
            all.main.iter_mut().for_each(|word| word.span = written.write(word.span));
            all.others.push(words_as_written(&written.source.text).main);
            all.others.push(joined_words(&written.source.text, &written.seams));
            all.seams = written.seams.iter().map(|seam| seam.span).collect();
        }
        all
    }

    /// The text that was given.
    pub(super) fn given(&self) -> &SourceText {
        self.written.as_ref().map_or(&self.source, |written| &written.source)
    }

    /// Where a span of the text that is read stands in the one that was given.
    pub(super) fn write_span(&self, span: Span) -> Span {
        self.written.as_ref().map_or(span, |written| written.write(span))
    }

    /// A finding of the text that was given as one of the text that is read.
    pub(super) fn read(&self, finding: Finding) -> Finding {
        match &self.written {
            Some(written) => Finding { span: written.read(finding.span), ..finding },
            None => finding,
        }
    }

    /// Gives findings that end within a word that was put together the whole of it: no half of a name may stay.
    pub(super) fn widen(&self, findings: &mut [Finding]) {
        let Some(written) = &self.written else { return };
        let text = &self.source.text;
        for finding in findings.iter_mut().filter(|finding| finding.applies()) {
            let Span { start, end } = finding.span;
            if start < end && written.is_within(start) {
                finding.span.start = text[..start].trim_end_matches(is_word).len();
            }
            if start < end && written.is_within(end) {
                finding.span.end = text.len() - text[end..].trim_start_matches(is_word).len();
            }
        }
    }

    /// A document that was decided as it is read, as one of the text that was given.
    pub(super) fn write(&self, mut sanitized: Sanitized) -> Sanitized {
        let Some(written) = &self.written else { return sanitized };
        for (number, finding) in sanitized.findings.iter_mut().enumerate() {
            let form = finding.span.of(&self.source.text);
            finding.span = written.write(finding.span);
            if finding.span.len() > form.len() {
                sanitized.read_forms.insert(number, form.to_owned());
            }
        }
        sanitized.replacements.iter_mut().for_each(|one| one.span = written.write(one.span));
        sanitized.written = labels(&written.source.text);
        Sanitized { text: Arc::from(written.source.text.as_str()), ..sanitized }
    }
}

/// The places at which words are broken. Over the end of a block or a value, only a word that begins with a small letter goes on.
fn seams_within(source: &SourceText) -> Vec<Seam> {
    let mut all = seams(&source.text);
    all.retain(|seam| {
        let from = source.breaks.partition_point(|&place| place < seam.span.start);
        let over = |place: usize| (seam.span.start..=seam.span.end).contains(&place);
        let is_break = source.breaks.get(from).is_some_and(|&place| over(place));
        let goes_on =
            !matches!(seam.kind, Break::Letters(_)) && source.text[seam.span.end..].starts_with(char::is_lowercase);
        // A mark that is not seen may stand at the end of a block: nothing goes on over it.
        !is_over_lines(source, seam.span) || (!is_break || goes_on) && !over(source.prose)
    });
    all
}

/// Whether something goes on behind what is left out, which else would be apart: on the next line, or behind a blank.
fn is_over_lines(source: &SourceText, left_out: Span) -> bool {
    !left_out.of(&source.text).chars().all(is_unseen)
}

impl Written {
    /// Where a place of the text that was given stands in the one that is read.
    fn place_read(&self, place: usize) -> usize {
        let before = self.cuts.partition_point(|cut| cut.span.end <= place);
        let sum = before.checked_sub(1).map_or(0, |last| self.cuts[last].sum);
        self.cuts.get(before).filter(|cut| cut.span.start < place).map_or(place - sum, |cut| cut.place)
    }

    fn read(&self, span: Span) -> Span {
        Span::new(self.place_read(span.start), self.place_read(span.end))
    }

    /// Whether a place of the text that was given is in what is left out.
    fn is_left_out(&self, place: usize) -> bool {
        let first = self.cuts.partition_point(|cut| cut.span.end < place);
        self.cuts.get(first).is_some_and(|cut| cut.span.start <= place && is_over_lines(&self.source, cut.span))
    }

    /// Where a span of the text that is read is written: with all that was left out inside of it, and nothing around it.
    fn write(&self, span: Span) -> Span {
        let sum = |before: usize| before.checked_sub(1).map_or(0, |last| self.cuts[last].sum);
        let start = span.start + sum(self.cuts.partition_point(|cut| cut.place <= span.start));
        let end = span.end + sum(self.cuts.partition_point(|cut| cut.place < span.end));
        Span::new(start, end.max(start))
    }

    /// Whether a place of the text that is read is one where two pieces of a word were put together.
    fn is_within(&self, place: usize) -> bool {
        let at = self.cuts.partition_point(|cut| cut.place < place);
        self.cuts.get(at).is_some_and(|cut| {
            let ends_word = self.source.text[..cut.span.start].ends_with(is_word);
            cut.place == place && ends_word && self.source.text[cut.span.end..].starts_with(is_word)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Found, Rule, words};

    const TEXT: &str = "Mr Quacken-\nbush, a well-\nknown man, R o w e.";

    fn mended() -> Mended {
        Mended::new(TEXT.into(), Language::english())
    }

    #[test]
    fn places_go_there_and_back() {
        let mended = mended();
        assert_eq!(mended.source().text, "Mr Quackenbush, a well-\nknown man, Rowe.");
        let written = mended.written.as_ref().unwrap();
        for (read, form) in [("Quackenbush", "Quacken-\nbush"), ("Rowe", "R o w e"), ("known", "known"), ("Mr", "Mr")] {
            let start = mended.source().text.find(read).unwrap();
            let span = Span::new(start, start + read.len());
            assert_eq!(written.write(span).of(TEXT), form);
            assert_eq!(written.read(written.write(span)), span);
        }
        let half = Span::new(3, 10);
        assert_eq!(written.write(half).of(TEXT), "Quacken");
        let mut finding = [Finding::new(half, Found::Term, Rule::Entity)];
        mended.widen(&mut finding);
        assert_eq!(finding[0].span.of(&mended.source().text), "Quackenbush");
    }

    #[test]
    fn nothing_is_put_together_over_a_break() {
        let source = |text: &str| SourceText { breaks: vec![8], ..text.into() };
        let read = |text: &str| Mended::new(source(text), Language::english()).source().clone();
        assert_eq!(read("QUACKEN-\nBUSH"), source("QUACKEN-\nBUSH"));
        // A small letter begins no block: each line of the text is a paragraph of the file.
        assert_eq!(read("Quacken-\nbush"), SourceText { breaks: vec![], ..source("Quackenbush") });
    }

    #[test]
    fn marks_that_are_not_seen_are_left_out_wherever_they_stand() {
        let given = "\u{202e}Jane Roe\u{202c} met\n\u{200e}Ada\u{200e}";
        let source = SourceText { breaks: vec![given.find("\u{200e}").unwrap()], ..given.into() };
        let mended = Mended::new(source, Language::english());
        assert_eq!(mended.source().text, "Jane Roe met\nAda");
        assert_eq!(mended.source().breaks, [13]);
        assert_eq!(mended.write_span(Span::new(0, 8)).of(given), "Jane Roe");
        assert_eq!(mended.write_span(Span::new(13, 16)).of(given), "Ada");
    }

    #[test]
    fn a_broken_word_is_compared_in_both_ways() {
        for term in ["Quackenbush", "well known", "wellknown", "Rowe"] {
            let mut sequences = crate::document::Sequences::default();
            sequences.add(term, false, 0);
            assert_eq!(sequences.find(&mended().words()).len(), 1, "{term}");
            assert_eq!(sequences.find(&words(TEXT)).len(), 1, "{term}");
            let written = sequences.find(&mended().words_where_written());
            assert_eq!((written.len(), written[0].span), (1, sequences.find(&words(TEXT))[0].span), "{term}");
        }
    }
}
