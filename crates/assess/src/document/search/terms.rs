//! From a text to the terms of a model.

use super::model::{CHARACTERS, Model};
use scumble_span::{Span, token_spans};
use scumble_text::{Porter, WordLists};
use std::collections::HashMap;

/// Reads the terms of texts, with buffers that are used again.
#[derive(Clone, Debug)]
pub struct TermReader {
    model: Model,
    /// The term that is being read.
    term: String,
    /// Where each character of the term stands, for runs of characters: its first byte in the term, and its place in the text.
    characters: Vec<(usize, Span)>,
    /// The stems of words met so far; a stop word has none.
    stems: HashMap<Box<str>, Option<Box<str>>>,
}

impl TermReader {
    /// A reader of the terms of a model.
    pub fn new(model: Model) -> Self {
        Self { model, term: String::new(), characters: Vec::new(), stems: HashMap::new() }
    }

    /// Visits every occurrence of a term and where it stands, in the order of the text.
    pub fn read(&mut self, text: &str, mut visit: impl FnMut(&str, Span)) {
        match self.model {
            Model::Bm25 => {
                for span in token_spans(text) {
                    self.term.clear();
                    push_lower(span.of(text), &mut self.term);
                    visit(&self.term, span);
                }
            }
            Model::Stems => self.stems(text, visit),
            Model::Bigrams => {
                self.term.clear();
                let mut before: Option<Span> = None;
                for span in token_spans(text) {
                    let second = self.term.len();
                    push_lower(span.of(text), &mut self.term);
                    if let Some(before) = before {
                        visit(&self.term, Span::new(before.start, span.end));
                    }
                    // The second token is the first of the next pair.
                    self.term.drain(..second);
                    self.term.push(' ');
                    before = Some(span);
                }
            }
            Model::Characters => self.characters(text, visit),
        }
    }

    fn stems(&mut self, text: &str, mut visit: impl FnMut(&str, Span)) {
        for span in token_spans(text) {
            self.term.clear();
            push_lower(span.of(text), &mut self.term);
            if !self.stems.contains_key(self.term.as_str()) {
                let stop = WordLists::english().is_stop_word(&self.term);
                let stem = (!stop).then(|| Porter::Original.stem(&self.term).into());
                self.stems.insert(self.term.as_str().into(), stem);
            }
            if let Some(Some(stem)) = self.stems.get(self.term.as_str()) {
                visit(stem, span);
            }
        }
    }

    fn characters(&mut self, text: &str, mut visit: impl FnMut(&str, Span)) {
        self.term.clear();
        self.characters.clear();
        for token in token_spans(text) {
            if !self.term.is_empty() {
                self.characters.push((self.term.len(), Span::new(token.start, token.start)));
                self.term.push(' ');
            }
            for (at, c) in token.of(text).char_indices() {
                let span = Span::new(token.start + at, token.start + at + c.len_utf8());
                for lower in c.to_lowercase() {
                    self.characters.push((self.term.len(), span));
                    self.term.push(lower);
                }
            }
        }
        for (first, run) in self.characters.windows(CHARACTERS).enumerate() {
            let end = self.characters.get(first + CHARACTERS).map_or(self.term.len(), |(at, _)| *at);
            let (start, last) = (run[0].1.start, run[CHARACTERS - 1].1.end);
            visit(&self.term[run[0].0..end], Span::new(start, last));
        }
    }
}

fn push_lower(token: &str, out: &mut String) {
    match token.is_ascii() {
        true => out.extend(token.chars().map(|c| c.to_ascii_lowercase())),
        false => out.push_str(&token.to_lowercase()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(model: Model, text: &str) -> Vec<(String, &str)> {
        let mut found = Vec::new();
        TermReader::new(model).read(text, |term, span| found.push((term.to_owned(), span.of(text))));
        found
    }

    #[test]
    fn terms_and_their_places() {
        let text = "The ÉCOLE’s Singers";
        let pairs = |model| terms(model, text).into_iter().map(|(term, at)| format!("{term}={at}")).collect::<Vec<_>>();
        assert_eq!(pairs(Model::Bm25), ["the=The", "école=ÉCOLE", "s=s", "singers=Singers"]);
        assert_eq!(pairs(Model::Bigrams), ["the école=The ÉCOLE", "école s=ÉCOLE’s", "s singers=s Singers"]);
        assert!(pairs(Model::Stems).contains(&"singer=Singers".to_owned()));
        assert!(!pairs(Model::Stems).iter().any(|pair| pair.starts_with("the=")));
        let runs = pairs(Model::Characters);
        assert_eq!(&runs[..3], ["the é=The É", "he éc=he ÉC", "e éco=e ÉCO"]);
        assert_eq!(runs.len(), "the école s singers".chars().count() - 4);
    }

    #[test]
    fn a_text_shorter_than_a_term_has_none() {
        assert!(terms(Model::Characters, "abc").is_empty() && terms(Model::Bigrams, "abc").is_empty());
        assert!(terms(Model::Bm25, "— …").is_empty());
    }
}
