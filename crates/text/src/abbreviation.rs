//! Words that carry their own dot.

use crate::language::WordLists;

/// Whether a word with a dot at its end is one token with it.
pub(crate) fn ends_with_dot(word: &str, words: &WordLists) -> bool {
    let Some(stem) = word.strip_suffix('.') else { return false };
    is_initials(stem) || is_listed(stem, words)
}

/// Whether the dot stays with the word even at the end of a text, where it is more likely to end the sentence.
pub(crate) fn keeps_last_dot(word: &str, words: &WordLists) -> bool {
    let stem = word.trim_end_matches('.');
    stem.contains('.') || is_listed(stem, words)
}

/// Whether a word is an abbreviation that never ends a sentence.
pub(crate) fn never_ends_sentence(word: &str, words: &WordLists) -> bool {
    let stem = word.trim_end_matches('.');
    word.ends_with('.') && (stands_inside(stem, words) || is_initial(stem))
}

/// One capital letter: J.
fn is_initial(stem: &str) -> bool {
    let mut chars = stem.chars();
    chars.next().is_some_and(char::is_uppercase) && chars.next().is_none()
}

/// Letters with dots between them: U.S, e.g, Ph.D, J.
fn is_initials(stem: &str) -> bool {
    let short = |part: &str| (1..=2).contains(&part.chars().count()) && part.chars().all(char::is_alphabetic);
    is_initial(stem) || (stem.contains('.') && stem.split('.').all(short))
}

/// Whether a stem is an abbreviation.
fn is_listed(stem: &str, words: &WordLists) -> bool {
    words.abbreviations.contains_in_any_case(stem) || stands_inside(stem, words)
}

/// Whether a stem is an abbreviation that never ends a sentence: a title, or a word before a number.
fn stands_inside(stem: &str, words: &WordLists) -> bool {
    words.abbreviations_inside_sentences.contains_in_any_case(stem)
        || words.abbreviated_titles.contains_in_any_case(stem)
}
