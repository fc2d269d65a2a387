//! Whether a file's name can be published: it is read like text, word by word.

use scumble_mask::document::{Removed, words as stemmed};
use scumble_span::words;
use scumble_text::entity::gazetteer;
use scumble_text::{EntityKind, Language};

/// Words of file names that no dictionary has.
const USUAL: [&str; 47] = [
    "backup", "bak", "bcc", "cc", "cfg", "conf", "csv", "cv", "doc", "docs", "docx", "eml", "en", "faq", "fax", "fig",
    "fwd", "hr", "html", "id", "img", "inbox", "info", "jpg", "json", "jsonl", "mail", "max", "md", "min", "misc",
    "msg", "nr", "outbox", "pdf", "png", "qa", "readme", "rev", "sms", "tmp", "todo", "txt", "utf", "ver", "xlsx",
    "xml",
];

/// A file's name as words: folders count, the ending does not. Words that only capitals or digits tell apart are set apart, and each
/// begins with a capital, so that it is compared like a name.
pub(crate) fn as_text(name: &str) -> String {
    let stem = match name.rsplit_once('.') {
        Some((stem, ending)) if ending.eq_ignore_ascii_case("gz") => {
            stem.rsplit_once('.').map_or(stem, |(stem, _)| stem)
        }
        Some((stem, _)) => stem,
        None => name,
    };
    let mut out = String::with_capacity(stem.len() + 8);
    for word in pieces(stem) {
        if !out.is_empty() {
            out.push(' ');
        }
        let mut letters = word.chars();
        out.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        out.push_str(letters.as_str());
    }
    out
}

/// The beginning of a name that is given in place of one that may not be published.
pub(crate) const NEUTRAL: &str = "document-";

/// The number of a name that was given in place of another.
pub(crate) fn number(output: &str) -> Option<usize> {
    output.strip_prefix(NEUTRAL)?.split('.').next()?.parse().ok()
}

/// What the audit calls a document or a record: by the name of its release, where its own may not be published.
pub(crate) fn in_audit(name: &str, output: &str) -> String {
    if name == output || !output.starts_with(NEUTRAL) {
        return name.to_owned();
    }
    let number = name.rsplit_once(':').map(|(_, number)| number);
    match number.filter(|number| number.bytes().all(|byte| byte.is_ascii_digit())) {
        Some(number) => format!("{output}:{number}"),
        None => output.to_owned(),
    }
}

/// The stems of a name's words.
pub(crate) fn stems(name: &str) -> Vec<u64> {
    stemmed(&as_text(name)).iter().map(|word| word.stem).collect()
}

/// Whether a name says something that a text would not be allowed to say: a word that is no ordinary word, or a number that could be
/// an identifier or a date.
pub(crate) fn says_something(name: &str, language: &Language) -> bool {
    let text = as_text(name);
    let words = || text.split(' ').filter(|word| !word.is_empty());
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    words().filter(|word| !is_number(word)).any(|word| !is_usual(&word.to_lowercase(), language))
        || numbers_tell(&words().filter(is_number).collect::<Vec<_>>())
}

/// A long number, many digits, or a date.
fn numbers_tell(numbers: &[&str]) -> bool {
    let is_year = |number: &&&str| number.len() == 4 && (number.starts_with("19") || number.starts_with("20"));
    let years = numbers.iter().filter(is_year).count();
    let others = || numbers.iter().filter(|number| !is_year(number));
    let is_long = others().any(|number| number.len() > 3);
    let digits: usize = others().map(|number| number.len()).sum();
    is_long || digits > 5 || years > 0 && others().filter(|number| number.len() <= 2).count() > 1
}

fn is_usual(word: &str, language: &Language) -> bool {
    let short = word.chars().count() == 1 || word.len() <= 3 && word.ends_with(|c: char| c.is_ascii_digit());
    // "Page" is a name as well, but more often it is a page.
    let known = language.known(word);
    let is_name = known & gazetteer::FIRST_NAME != 0 && known & gazetteer::COMMON == 0;
    let listed = USUAL.contains(&word)
        || language.is_stop_word(word)
        || language.words.numerals.contains(word)
        || language.words.is_calendar_word(word);
    short || listed || !is_name && language.is_ordinary_word(word)
}

/// What no file's name may hold: redacted terms, and each word of a person's name.
pub(crate) fn removed<'t>(terms: impl Iterator<Item = (&'t str, &'t str)>, language: &Language) -> Removed {
    let parts = |(kind, text): (&str, &'t str)| {
        let is_part = |word: &&str| word.len() > 2 && !language.words.is_title(&word.to_lowercase());
        let parts = words(text).filter(is_part).filter(|_| kind == EntityKind::Person.as_str());
        std::iter::once(text).chain(parts.collect::<Vec<_>>())
    };
    Removed::of_terms(terms.flat_map(parts), language)
}

/// Runs of letters and runs of digits; a capital behind a small letter begins another.
fn pieces(name: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut before: Option<char> = None;
    for (at, c) in name.char_indices() {
        let cut = match before {
            Some(last) => {
                !c.is_alphanumeric()
                    || !last.is_alphanumeric()
                    || last.is_ascii_digit() != c.is_ascii_digit()
                    || last.is_lowercase() && c.is_uppercase()
            }
            None => false,
        };
        if cut {
            out.push(&name[start..at]);
            start = at;
        }
        before = Some(c);
    }
    out.push(&name[start..]);
    out.retain(|piece| piece.contains(char::is_alphanumeric));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_like_text() {
        let english = Language::english();
        for name in [
            "Priya Raghunathan CV.txt",
            "patient_00482913.txt",
            "07700900123.txt",
            "obrien.txt",
            "letters/Quackenbush/1.txt",
            "QuackenbushLetter.docx",
            "letter-2024-06-01.txt",
            "12-34-56.txt",
            "jane.txt",
            "case_1234.csv.gz",
        ] {
            assert!(says_something(name, english), "{name}");
        }
        for name in
            ["letter.txt", "a.txt", "notes/3/page_12.html", "report-2019.pdf", "statement_of_account.csv.gz", "B.md"]
        {
            assert!(!says_something(name, english), "{name}");
        }
        assert_eq!(as_text("in/janeRoe_12x.csv.gz"), "In Jane Roe 12 X");
    }
}
