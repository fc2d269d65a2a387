//! Words that the layout breaks, put together: which bytes of a text are left out when it is read.

use crate::language::Language;
use scumble_span::{Break, Seam, Span, is_mark_on_letter};

impl Language {
    /// What is left out of a text so that its broken words can be read, of the places at which words may be
    /// [broken](scumble_span::seams). In order.
    ///
    /// Of a word over two lines, the hyphen is left out with the line end where the two pieces make one word, and only the line end
    /// where both are names. Where the hyphen is the word's own ("well-known"), nothing is left out. Letters that are set apart
    /// are put together if they make a word or a name.
    ///
    /// ```
    /// use scumble_text::Language;
    /// let text = "Mr Quacken-\nbush met a well-\nknown Mrs Smith-\nJones.";
    /// let cuts = Language::english().cuts(text, &scumble_span::seams(text));
    /// let left_out: Vec<&str> = cuts.iter().map(|cut| cut.of(text)).collect();
    /// assert_eq!(left_out, ["-\n", "\n"]);
    /// ```
    #[must_use]
    pub fn cuts(&self, text: &str, seams: &[Seam]) -> Vec<Span> {
        let mut out: Vec<Span> = Vec::with_capacity(seams.len());
        let mut at = 0;
        // The pieces that were put together last, and where the last of them begins.
        let mut carried: Option<(usize, String)> = None;
        while let Some(seam) = seams.get(at) {
            match seam.kind {
                Break::Invisible => out.push(seam.span),
                Break::Hyphen(length) => {
                    let piece = word_before(text, seam.span.start);
                    let before = carried.take().filter(|(start, _)| start + piece.len() == seam.span.start);
                    let first = before.map_or_else(|| piece.to_owned(), |(_, first)| first + piece);
                    let cut = self.at_hyphen(text, &first, seam.span, length);
                    carried = cut.filter(|cut| cut.start == seam.span.start).map(|cut| (cut.end, first));
                    out.extend(cut);
                }
                Break::Letters(group) => {
                    let end = at + seams[at..].iter().take_while(|seam| seam.kind == Break::Letters(group)).count();
                    if self.are_words(text, &seams[at..end]) {
                        out.extend(seams[at..end].iter().map(|seam| seam.span));
                    }
                    at = end;
                    continue;
                }
            }
            at += 1;
        }
        out
    }

    /// What is left out at a hyphen of so many bytes at a line end, behind the first piece of a word.
    fn at_hyphen(&self, text: &str, first: &str, seam: Span, hyphen: usize) -> Option<Span> {
        let (whole, line_end) = (seam, Span::new(seam.start + hyphen, seam.end));
        let second = word_after(text, seam.end);
        let has_digit = |word: &str| word.contains(|c: char| !c.is_alphabetic() && !is_mark_on_letter(c));
        let is_capital = |word: &str| word.starts_with(char::is_uppercase);
        let is_small = |word: &str| !word.contains(char::is_uppercase);
        // Behind what stands for a name in a release, the rest of a name goes on as it did behind the name.
        if text[..seam.start].ends_with([']', '█']) {
            return is_capital(second).then_some(line_end);
        }
        // No syllable of one letter is set apart; "B-" is a mark.
        let is_short = |word: &str| word.chars().nth(1).is_none();
        if is_short(first) || is_short(second) || has_digit(second) || has_digit(first) && !is_capital(second) {
            return None;
        }
        let (a, b) = (first.to_lowercase(), second.to_lowercase());
        let is_known = |lower: &str| self.is_dictionary_word(lower) || self.known(lower) != 0;
        let both_known = || is_known(&a) && is_known(&b);
        let shouted = is_capital(second) && first.chars().count() > 1 && !first.contains(char::is_lowercase);
        if is_capital(second) && !shouted {
            let before = text[..seam.start].trim_end_matches(is_in_word);
            let is_inside = before.trim_end_matches([' ', '\t', '\r', '\n', '>']).ends_with('-');
            let is_name = is_capital(first) || is_inside || self.words.particles.contains(&a);
            return is_name.then_some(line_end);
        }
        if is_known(&format!("{a}{b}")) {
            return Some(whole);
        }
        // "Stratford-upon-Avon".
        let behind = text[seam.end + second.len()..].strip_prefix('-').unwrap_or_default();
        let third = behind.trim_start_matches([' ', '\t', '\r', '\n', '>']);
        if shouted && both_known() || is_capital(first) && third.starts_with(char::is_uppercase) {
            return Some(line_end);
        }
        let compound = if is_small(first) {
            both_known() || self.words.prefixes.contains(&a)
        } else {
            // A name before a participle ("London-based"), and the first word of a sentence.
            is_known(&a) && self.words.compound_tails.contains(&b)
                || both_known() && starts_sentence(text[..seam.start].trim_end_matches(is_in_word))
        };
        (!compound).then_some(whole)
    }

    /// Whether letters that are set apart make words. Capitals do, and a capital before small letters; small letters may be a list.
    fn are_words(&self, text: &str, seams: &[Seam]) -> bool {
        let mut words: Vec<String> = Vec::new();
        let mut end = None;
        for Seam { span, .. } in seams {
            if end != Some(span.start) {
                words.push(text[..span.start].chars().next_back().into_iter().collect());
            }
            let next = text[span.end..].chars().next().unwrap_or(' ');
            if let Some(word) = words.last_mut() {
                word.push(next);
            }
            end = Some(span.end + next.len_utf8());
        }
        words.iter().any(|word| {
            word.starts_with(char::is_uppercase) && !is_alphabet(word)
                || self.is_dictionary_word(word)
                || self.known(word) != 0
                || is_varied(word) && self.analyzer().is_like_a_word(word)
        })
    }
}

/// The word that ends at a place.
fn word_before(text: &str, end: usize) -> &str {
    let start = text[..end].trim_end_matches(is_in_word).len();
    &text[start..end]
}

/// The word that begins at a place.
fn word_after(text: &str, start: usize) -> &str {
    let rest = &text[start..];
    &rest[..rest.len() - rest.trim_start_matches(is_in_word).len()]
}

fn is_in_word(c: char) -> bool {
    c.is_alphanumeric() || is_mark_on_letter(c)
}

/// Whether a sentence starts behind this text.
fn starts_sentence(before: &str) -> bool {
    let stop = before.trim_end_matches([' ', '\t', '>', '"', '\'', '“', '‘', '(']);
    stop.is_empty() || stop.ends_with(['.', '!', '?', ':', '\n'])
}

/// Whether most letters follow each other in the alphabet.
fn is_alphabet(word: &str) -> bool {
    let letters: Vec<char> = word.chars().flat_map(char::to_lowercase).collect();
    let steps = letters.windows(2).filter(|pair| pair[0] as u32 + 1 == pair[1] as u32).count();
    2 * steps >= letters.len()
}

/// Whether letters are as different as those of a word: answers to questions have few.
fn is_varied(word: &str) -> bool {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters.dedup();
    letters.len() >= 4 && letters.iter().any(|&c| c > 'f') && word.chars().count() >= 5 && !is_alphabet(word)
}

#[cfg(all(test, feature = "models"))]
mod tests {
    use super::*;
    use scumble_span::seams;

    fn read(text: &str) -> String {
        let mut out = String::new();
        let mut at = 0;
        for cut in Language::english().cuts(text, &seams(text)) {
            out.push_str(&text[at..cut.start]);
            at = cut.end;
        }
        out + &text[at..]
    }

    #[test]
    fn pieces_of_one_word_and_words_with_a_hyphen() {
        for (text, expected) in [
            ("Later Mr Quacken-\nbush went", "Later Mr Quackenbush went"),
            ("Mr QUACKEN-\nBUSH and SMITH-\nJONES", "Mr QUACKENBUSH and SMITH-JONES"),
            ("the infor-\nmation under-\nlying it", "the information underlying it"),
            ("a well-\nknown, blood-\nborne co-\nworker", "a well-\nknown, blood-\nborne co-\nworker"),
            ("Well-\nknown. Well-\nknown", "Well-\nknown. Well-\nknown"),
            ("Bashar al-\nAssad, [REDACTED]-\nJones", "Bashar al-Assad, [REDACTED]-Jones"),
            ("at example.org-\nŁódź, [REDACTED]-\nbased", "at example.org-\nŁódź, [REDACTED]-\nbased"),
            ("got a B-\nand left", "got a B-\nand left"),
            ("Mr Long-\nbottom", "Mr Longbottom"),
            ("a London-\nbased firm", "a London-\nbased firm"),
            ("Ms Smith-\n  Jones of Stratford-\nupon-\nAvon", "Ms Smith-Jones of Stratford-upon-Avon"),
            ("2019-\n2020, X5-\n494, Pers1-\nJones", "2019-\n2020, X5-\n494, Pers1-Jones"),
            ("Mr Quack-\nen-\n bush", "Mr Quackenbush"),
            ("Quacken\u{ad}\nbush", "Quackenbush"),
        ] {
            assert_eq!(read(text), expected, "{text:?}");
        }
    }

    #[test]
    fn letters_that_make_a_word() {
        for (text, expected) in [
            ("Mr Q u a c k e n b u s h came", "Mr Quackenbush came"),
            ("M r  R o w e", "Mr  Rowe"),
            ("R O W E", "ROWE"),
            ("the q u a c k e n b u s h file", "the quackenbush file"),
            ("vertices a b c d e f", "vertices a b c d e f"),
            ("a c b d a c", "a c b d a c"),
            ("x y z w v", "x y z w v"),
            ("A B C D E", "A B C D E"),
        ] {
            assert_eq!(read(text), expected, "{text:?}");
        }
    }
}
