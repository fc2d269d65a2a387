//! The words of a phrase, the same for every corpus and every question.

/// Runs of letters and digits, as they are written.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// The words of a phrase in small letters, with one space between them: the form in which phrases are compared.
///
/// ```
/// assert_eq!(scumble_corpus::normalized("  The Well-Known\nRoe’s"), "the well known roe s");
/// ```
pub fn normalized(phrase: &str) -> String {
    let mut out = String::with_capacity(phrase.len());
    for word in words(phrase) {
        if !out.is_empty() {
            out.push(' ');
        }
        push_small(word, &mut out);
    }
    out
}

/// Appends a word in small letters.
pub(crate) fn push_small(word: &str, out: &mut String) {
    if word.is_ascii() {
        out.extend(word.chars().map(|c| c.to_ascii_lowercase()));
    } else {
        out.push_str(&word.to_lowercase());
    }
}
