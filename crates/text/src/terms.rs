//! The terms of a text: its words in lower case, filtered and stemmed, as a vector space counts them.

use crate::language::WordList;
use crate::stem::Porter;
use scumble_ontology::{PartOfSpeech, wordnet};
use std::collections::BTreeMap;

/// Which letters words are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Letters {
    /// The letters a to z: an accent ends a word.
    #[default]
    Latin,
    /// Every letter of any script.
    All,
}

/// Which words of a text are terms, and in which form.
///
/// ```
/// use scumble_text::{Porter, TermRule};
/// let rule = TermRule { lexicon: true, stem: Some(Porter::Nltk), ..TermRule::default() };
/// let tokens: Vec<_> = rule.tokens("The runners' RUNNERS in Qxz").into_iter().collect();
/// assert_eq!(tokens, [("in".into(), 1), ("qxz".into(), 1), ("runners".into(), 2), ("the".into(), 1)]);
/// assert_eq!(rule.term("runner").as_deref(), Some("runner"));
/// assert_eq!(rule.term("qxz"), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TermRule {
    /// The letters of words.
    pub letters: Letters,
    /// Words that are left out.
    pub stop_words: Option<WordList>,
    /// Whether only words are kept that are a lemma of WordNet, of any part of speech, as they are written: before they are stemmed.
    pub lexicon: bool,
    /// Whether terms are stems.
    pub stem: Option<Porter>,
}

impl TermRule {
    /// The different words of a text in lower case, sorted, and how often each is there.
    pub fn tokens(&self, text: &str) -> BTreeMap<String, u32> {
        let lower = text.to_lowercase();
        let letter = |c: char| match self.letters {
            Letters::Latin => c.is_ascii_lowercase(),
            Letters::All => c.is_alphabetic(),
        };
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for word in lower.split(|c: char| !letter(c)).filter(|word| !word.is_empty()) {
            match counts.get_mut(word) {
                Some(count) => *count = count.saturating_add(1),
                None => drop(counts.insert(word.to_owned(), 1)),
            }
        }
        counts
    }

    /// The term that a word in lower case is counted as; `None` if it is left out.
    pub fn term(&self, word: &str) -> Option<String> {
        if self.stop_words.as_ref().is_some_and(|stop| stop.contains(word)) {
            return None;
        }
        let words = wordnet().words();
        if self.lexicon && !PartOfSpeech::ALL.into_iter().any(|part| words.has(word, part)) {
            return None;
        }
        Some(self.stem.map_or_else(|| word.to_owned(), |porter| porter.stem(word)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_runs_of_letters_in_lower_case() {
        let latin = TermRule::default().tokens("Café-cafés, O'Brien 2nd ſ");
        assert_eq!(latin.keys().map(String::as_str).collect::<Vec<_>>(), ["brien", "caf", "nd", "o", "s"]);
        assert_eq!(latin["caf"], 2);
        let all = TermRule { letters: Letters::All, ..TermRule::default() }.tokens("Café-cafés, Ὀδυσσεύς 2nd");
        assert_eq!(all.keys().map(String::as_str).collect::<Vec<_>>(), ["café", "cafés", "nd", "ὀδυσσεύς"]);
    }

    #[test]
    fn a_word_is_looked_up_before_it_is_stemmed() {
        let rule = TermRule {
            stop_words: Some(["the"].into_iter().collect()),
            lexicon: true,
            stem: Some(Porter::Nltk),
            ..TermRule::default()
        };
        assert_eq!(rule.term("the"), None);
        assert_eq!(rule.term("ability").as_deref(), Some("abil"), "the stem itself is no word");
        assert_eq!(rule.term("abilities"), None, "an inflected form is no lemma");
        assert_eq!(TermRule::default().term("abilities").as_deref(), Some("abilities"));
    }
}
