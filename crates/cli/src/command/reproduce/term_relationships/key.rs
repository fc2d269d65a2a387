//! When two terms are the same.

use scumble::corpus::normalized;
use scumble::text::is_stop_word;

/// The words of a term in small letters, without stop words at its edges. A term that has nothing else, such as a pronoun, stays
/// as it is.
pub(super) fn key(text: &str) -> String {
    let whole = normalized(text);
    // What is left of a possessive when the apostrophe is gone.
    let empty = |word: &&str| is_stop_word(word) || *word == "s";
    let words: Vec<&str> = whole.split(' ').collect();
    let Some(first) = words.iter().position(|word| !empty(word)) else { return whole };
    let last = words.iter().rposition(|word| !empty(word)).unwrap_or(first);
    words[first..=last].join(" ")
}

#[cfg(test)]
mod tests {
    use super::key;

    #[test]
    fn edges_are_stripped() {
        for (text, expected) in [
            ("The CW horror  Series", "cw horror series"),
            ("Spike Jonze's", "spike jonze"),
            ("one of the greatest", "one of the greatest"),
            ("the Lord of the Rings", "lord of the rings"),
            ("He", "he"),
            ("Alec/X5-494", "alec x5 494"),
            ("—", ""),
        ] {
            assert_eq!(key(text), expected);
        }
    }
}
