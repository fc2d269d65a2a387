//! A text and its analysis.

use crate::Span;
#[cfg(feature = "models")]
use crate::analyzer::Analyzer;
#[cfg(feature = "models")]
use crate::entity::Recognizers;
use crate::entity::{Entity, coreference};
use crate::language::WordLists;
use crate::phrase::Phrase;
use crate::tag::Tag;
use scumble_ontology::{base_forms, wordnet};
use std::ops::Range;
use std::sync::Arc;

/// A word or mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Where it stands.
    pub span: Span,
    /// Its part of speech.
    pub tag: Tag,
}

/// A text with its sentences, tokens and noun phrases. The text itself is never changed.
///
/// ```
/// use scumble_text::Document;
/// let document = Document::read("The patient had a blood transfusion.");
/// let phrases: Vec<_> = document.phrases().iter().map(|phrase| document.phrase_text(phrase)).collect();
/// assert_eq!(phrases, ["patient", "blood transfusion"]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Document<'t> {
    pub(crate) text: &'t str,
    pub(crate) tokens: Vec<Token>,
    pub(crate) sentences: Vec<Range<usize>>,
    pub(crate) phrases: Vec<Phrase>,
    pub(crate) entities: Vec<Entity>,
    pub(crate) english: Option<bool>,
    pub(crate) breaks: Vec<usize>,
    pub(crate) labels: Vec<Span>,
    /// The word lists of the language that it was read in.
    pub(crate) words: Arc<WordLists>,
}

impl<'t> Document<'t> {
    /// Reads an English text with the models that come with the build.
    #[cfg(feature = "models")]
    pub fn read(text: &'t str) -> Self {
        Analyzer::english().read(text, Recognizers::built_in())
    }

    /// The same, of another text of the same length whose characters begin at the same bytes.
    ///
    /// # Panics
    /// If the lengths differ.
    #[must_use]
    pub fn on<'u>(self, text: &'u str) -> Document<'u> {
        assert_eq!(self.text.len(), text.len(), "both texts have the same length");
        let Self { tokens, sentences, phrases, entities, english, breaks, labels, words, .. } = self;
        Document { text, tokens, sentences, phrases, entities, english, breaks, labels, words }
    }

    /// The text as it was given.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// All tokens, in order; what lies between them is white space.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// Sentences, as ranges of token numbers; together they are all tokens.
    pub fn sentences(&self) -> &[Range<usize>] {
        &self.sentences
    }

    /// Where blocks end (paragraphs, headings, lines of forms), in order: no sentence and no entity reaches over one of these places.
    pub fn breaks(&self) -> &[usize] {
        &self.breaks
    }

    /// Whether the text reads like a judgment: it speaks of applicants, and its words are those of courts.
    pub fn reads_like_a_case(&self) -> bool {
        let words = || self.tokens.iter().map(|token| token.span.of(self.text));
        let of_a_case = words().filter(|word| self.words.case_words.contains_in_any_case(word)).count();
        let applicants = words().filter(|word| word.starts_with("applicant") || word.starts_with("Applicant")).count();
        applicants >= 2 && of_a_case >= 5 && 80 * of_a_case >= self.tokens.len()
    }

    /// The names of fields of forms, without their colon, in order.
    pub fn field_labels(&self) -> &[Span] {
        &self.labels
    }

    /// Noun phrases, in order.
    pub fn phrases(&self) -> &[Phrase] {
        &self.phrases
    }

    /// The sentences with their noun phrases.
    pub fn phrases_by_sentence(&self) -> impl Iterator<Item = (Range<usize>, &[Phrase])> {
        let mut rest = self.phrases();
        self.sentences.iter().map(move |sentence| {
            let inside = rest.iter().take_while(|phrase| phrase.tokens.end <= sentence.end).count();
            let (of_sentence, others) = rest.split_at(inside);
            rest = others;
            (sentence.clone(), of_sentence)
        })
    }

    /// Entities, in order, without overlaps.
    pub fn entities(&self) -> &[Entity] {
        &self.entities
    }

    /// For each entity, the number of the one it names, in order of appearance.
    pub fn coreference(&self) -> Vec<usize> {
        coreference(self.text, &self.entities, &self.words)
    }

    /// Where a phrase stands.
    pub fn phrase_span(&self, phrase: &Phrase) -> Span {
        Span::new(self.tokens[phrase.tokens.start].span.start, self.tokens[phrase.tokens.end - 1].span.end)
    }

    /// A phrase as it is written.
    pub fn phrase_text(&self, phrase: &Phrase) -> &'t str {
        self.phrase_span(phrase).of(self.text)
    }

    /// Whether the text is English, by its letters; `None` if it is too short to tell.
    ///
    /// ```
    /// use scumble_text::Document;
    /// let spanish = "El paciente vive en una casa con su hermana y trabaja desde hace años en el hospital de la ciudad, \
    ///                donde nadie sabe que estuvo enfermo durante mucho tiempo.";
    /// assert_eq!(Document::read(spanish).looks_english(), Some(false));
    /// ```
    pub fn looks_english(&self) -> Option<bool> {
        self.english
    }

    /// The base form of a token, in lower case but for names.
    pub fn lemma(&self, token: &Token) -> String {
        let form = token.span.of(self.text);
        let lower = form.to_lowercase();
        if matches!(token.tag, Tag::Name | Tag::Noun | Tag::VerbBase | Tag::Adjective | Tag::Adverb) {
            return if token.tag == Tag::Name { form.to_owned() } else { lower };
        }
        let Some(part_of_speech) = token.tag.part_of_speech() else { return lower };
        let words = wordnet().words();
        base_forms(&lower, part_of_speech, |form| words.has(form, part_of_speech)).into_iter().next().unwrap_or(lower)
    }
}
