//! A list of words.

/// Words of one kind, sorted, each once.
///
/// ```
/// let list: scumble_text::WordList = ["van", "de"].into_iter().collect();
/// assert!(list.contains("van") && !list.contains("Van"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WordList(Vec<Box<str>>);

impl WordList {
    /// Whether the list has a word, written as it is there.
    pub fn contains(&self, word: &str) -> bool {
        self.0.binary_search_by(|known| (**known).cmp(word)).is_ok()
    }

    /// Whether the list, whose words are in lower case, has a word in any case of its ASCII letters.
    pub(crate) fn contains_in_any_case(&self, word: &str) -> bool {
        // No copy is made: the word may be a run of a hundred thousand marks.
        let lower = || word.bytes().map(|byte| byte.to_ascii_lowercase());
        self.0.binary_search_by(|known| known.bytes().cmp(lower())).is_ok()
    }

    /// The words, sorted.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|word| &**word)
    }
}

impl<S: Into<Box<str>>> FromIterator<S> for WordList {
    fn from_iter<I: IntoIterator<Item = S>>(words: I) -> Self {
        let mut words: Vec<Box<str>> = words.into_iter().map(Into::into).collect();
        words.sort_unstable();
        words.dedup();
        Self(words)
    }
}
