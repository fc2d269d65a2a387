//! Where sentences end.

use crate::Span;
use crate::abbreviation;
use crate::language::WordLists;
use std::ops::Range;

/// Groups the tokens of a text into sentences: ranges of token numbers, in order, none empty, all together whole.
pub fn sentences(text: &str, tokens: &[Span], words: &WordLists) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut start = 0;
    for i in 0..tokens.len() {
        if i + 1 == tokens.len() || ends_after(text, tokens, start, i, words) {
            out.push(start..i + 1);
            start = i + 1;
        }
    }
    out
}

/// Sentences, none of them over a break.
pub(crate) fn split_at(breaks: &[usize], tokens: &[Span], sentences: Vec<Range<usize>>) -> Vec<Range<usize>> {
    if breaks.is_empty() {
        return sentences;
    }
    let mut out = Vec::with_capacity(sentences.len());
    let mut next = 0;
    for mut sentence in sentences {
        for i in sentence.start + 1..sentence.end {
            while breaks.get(next).is_some_and(|&place| place < tokens[i - 1].end) {
                next += 1;
            }
            if breaks.get(next).is_some_and(|&place| place <= tokens[i].start) {
                out.push(sentence.start..i);
                sentence.start = i;
            }
        }
        out.push(sentence);
    }
    out
}

/// Whether a sentence that began at token `start` ends after token `i`.
fn ends_after(text: &str, tokens: &[Span], start: usize, i: usize, words: &WordLists) -> bool {
    let (this, next) = (tokens[i].of(text), tokens[i + 1].of(text));
    let gap = &text[tokens[i].end..tokens[i + 1].start];
    let lines = gap.matches('\n').count();
    if lines > 1 {
        return true;
    }
    if lines == 1 && ends_line(text, tokens, start, i, words) {
        return true;
    }
    // Quotes and brackets close the sentence that ended before them; a long run of them closes nothing.
    const MOST: usize = 8;
    let mut last = i;
    while last > start
        && i - last < MOST
        && matches!(tokens[last].of(text), "\"" | "''" | "'" | "”" | "’" | ")" | "]")
        && tokens[last - 1].end == tokens[last].start
    {
        last -= 1;
    }
    if last == i && closes(next) && tokens[i + 1].start == tokens[i].end {
        return false;
    }
    let stop = tokens[last].of(text);
    let first = next.chars().next().unwrap_or(' ');
    let fresh = first.is_uppercase()
        || first.is_ascii_digit()
        || opens(next)
        || !first.is_alphabetic() && !first.is_ascii_punctuation();
    match stop {
        "!" | "?" => fresh || gap.contains('\n'),
        _ if stop.len() > 1 && stop.bytes().all(|b| matches!(b, b'!' | b'?')) => true,
        "." => {
            // Neither the number of a list's item nor a dot before a small letter is the end.
            let item = last == start + 1
                && tokens[start].len() < 4
                && tokens[start].of(text).bytes().all(|b| b.is_ascii_digit());
            !item && (fresh || !first.is_lowercase())
        }
        "..." | "…" => fresh && first.is_uppercase(),
        _ if stop.ends_with('.') && stop.len() > 1 => {
            !abbreviation::never_ends_sentence(stop, words) && fresh && starts_sentence(next, words) && this.len() > 2
        }
        _ => false,
    }
}

fn closes(token: &str) -> bool {
    matches!(token, "\"" | "''" | "'" | "”" | "’" | ")" | "]")
}

fn opens(token: &str) -> bool {
    matches!(token, "\"" | "``" | "'" | "“" | "‘" | "(" | "[" | "-" | "–" | "—" | "*" | "•")
}

/// After an abbreviation, a capital alone is no evidence of a new sentence: a word that often begins one is.
fn starts_sentence(next: &str, words: &WordLists) -> bool {
    words.sentence_starters.contains(next)
}

/// One line break: the end if the line was ended by a mark, or looks like a heading or an item of a list.
fn ends_line(text: &str, tokens: &[Span], start: usize, i: usize, words: &WordLists) -> bool {
    let (this, next) = (tokens[i].of(text), tokens[i + 1].of(text));
    let first = next.chars().next().unwrap_or(' ');
    if matches!(this, "." | "!" | "?" | ":" | "..." | "…")
        || this.ends_with('.') && !abbreviation::never_ends_sentence(this, words)
    {
        return true;
    }
    let line = text[..tokens[i].end].rfind('\n').map_or(0, |at| at + 1);
    let length = tokens[i].end - line;
    let bullet = matches!(next, "-" | "*" | "•" | "–" | "—") || (first.is_ascii_digit() && next.len() < 4);
    // Text that is wrapped at a margin goes on; short lines before a capital do not.
    let unfinished = this == "," || words.is_stop_word(this);
    bullet || (first.is_uppercase() && length < 55 && tokens[start].start >= line && !unfinished)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::tokens;

    fn split(text: &str) -> Vec<String> {
        let words = WordLists::english();
        let tokens = tokens(text, words);
        sentences(text, &tokens, words)
            .into_iter()
            .map(|s| text[tokens[s.start].start..tokens[s.end - 1].end].to_owned())
            .collect()
    }

    #[test]
    fn ends_and_no_ends() {
        assert_eq!(
            split("Mr A. Demetriades came. He paid 3.5 million. Dr. J. Smith left!"),
            ["Mr A. Demetriades came.", "He paid 3.5 million.", "Dr. J. Smith left!"]
        );
        assert_eq!(split("She works in the U.S. She likes it."), ["She works in the U.S.", "She likes it."]);
        assert_eq!(
            split("The U.S. Army won. (He said so.) \"Fine.\" Good."),
            ["The U.S. Army won.", "(He said so.)", "\"Fine.\"", "Good."]
        );
        assert_eq!(
            split("THE FACTS\n1. The applicant was born in 1950.\n\nShe lives in\nNicosia."),
            ["THE FACTS", "1. The applicant was born in 1950.", "She lives in\nNicosia."]
        );
        assert_eq!(split("See p. 5, i.e. the end. yes"), ["See p. 5, i.e. the end. yes"]);
    }
}
