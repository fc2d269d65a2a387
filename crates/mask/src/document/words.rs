//! The words of a text by their stems, and where sequences of them stand.

use super::joints::{cut_words, joints};
use scumble_span::{Seam, Span, is_mark_on_letter, seams, word_spans};
use scumble_text::model::linear::hash;
use scumble_text::{Language, Porter};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::ops::Deref;

/// A word: where it stands and what it is compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// Where it stands.
    pub span: Span,
    /// Its stem, without case and marks on letters; 64 bits of it.
    pub stem: u64,
    /// Whether it begins with a capital.
    pub capital: bool,
}

/// The words of a text. A word that the layout [breaks](scumble_span::seams) is compared both in pieces and as one; as a list they
/// are the words of the text as it is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    pub(super) main: Vec<Word>,
    /// Other ways to read the broken words, with all other words of the text.
    pub(super) others: Vec<Vec<Word>>,
    /// Where the words are broken.
    pub(super) seams: Vec<Span>,
    /// All words, those that are several written as one (`DeloitteBody`) cut at their joints. Empty if there is no such word.
    pub(super) cut: Vec<Word>,
    /// Where words are cut.
    pub(super) joints: Vec<usize>,
}

impl Words {
    /// Whether a span has pieces of a broken word on both sides of the place where it is broken.
    pub(super) fn is_over_seam(&self, span: Span) -> bool {
        let first = self.seams.partition_point(|seam| seam.start <= span.start);
        self.seams.get(first).is_some_and(|seam| seam.end < span.end)
    }

    /// Whether a span begins or ends within a word that is several written as one. Short pieces stand in many such words.
    fn is_at_joint(&self, span: Span) -> bool {
        let joint = |place: usize| self.joints.binary_search(&place).is_ok();
        span.len() > 2 && (joint(span.start) || joint(span.end))
    }

    /// What is found in any of the ways to read the words: of the other ways, what has a broken word, or a piece of a word that is
    /// several written as one.
    pub(super) fn each_way<T>(&self, find: impl Fn(&[Word]) -> Vec<T>, span: impl Fn(&T) -> Span) -> Vec<T> {
        let mut out = find(&self.main);
        if !self.others.is_empty() {
            let mut known: HashSet<Span> = out.iter().map(&span).collect();
            for other in &self.others {
                let broken = find(other).into_iter().filter(|found| self.is_over_seam(span(found)));
                out.extend(broken.filter(|found| known.insert(span(found))));
            }
        }
        if !self.cut.is_empty() {
            out.extend(find(&self.cut).into_iter().filter(|found| self.is_at_joint(span(found))));
        }
        out
    }
}

impl Deref for Words {
    type Target = [Word];

    fn deref(&self) -> &[Word] {
        &self.main
    }
}

/// The words of a text: runs of letters and digits.
pub fn words(text: &str) -> Words {
    let mut all = words_as_written(text);
    let seams = seams(text);
    if !seams.is_empty() {
        all.others.push(joined_words(text, &seams));
        all.seams = seams.into_iter().map(|seam| seam.span).collect();
    }
    all
}

/// The words of a text, the broken ones in pieces.
pub(super) fn words_as_written(text: &str) -> Words {
    let joints = joints(text);
    let cut = cut_words(text, &joints);
    Words { main: word_spans(text).map(|span| word(text, span)).collect(), cut, joints, ..Words::default() }
}

/// The words of a text, the broken ones as one.
pub(super) fn joined_words(text: &str, seams: &[Seam]) -> Vec<Word> {
    let mut out: Vec<Span> = Vec::new();
    let mut at = 0;
    for span in word_spans(text) {
        while seams.get(at).is_some_and(|seam| seam.span.end < span.start) {
            at += 1;
        }
        let joins = |last: &&mut Span| {
            let seam = seams.get(at).filter(|seam| seam.span.end == span.start);
            seam.is_some_and(|seam| seam.span.start <= last.end)
        };
        match out.last_mut().filter(joins) {
            Some(last) => last.end = span.end,
            None => out.push(span),
        }
    }
    out.into_iter().map(|span| word(text, span)).collect()
}

pub(super) fn word(text: &str, span: Span) -> Word {
    let form = span.of(text);
    Word { span, stem: stem(form), capital: form.starts_with(char::is_uppercase) }
}

/// The stem of a word. Few words make up most of any text: each thread remembers their stems.
fn stem(word: &str) -> u64 {
    const MOST: usize = 50_000;
    thread_local! {
        static KNOWN: RefCell<HashMap<Box<str>, u64>> = RefCell::default();
    }
    KNOWN.with_borrow_mut(|known| {
        if let Some(&stem) = known.get(word) {
            return stem;
        }
        let stem = hash(Porter::Original.stem(&folded(word)).as_bytes());
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(word.into(), stem);
        stem
    })
}

/// A word in lower case, without marks on Latin letters: `Mollà` is `molla`. What breaks the word is left out.
pub(super) fn folded(word: &str) -> String {
    if word.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return word.to_ascii_lowercase();
    }
    let mut out = String::with_capacity(word.len());
    for c in word.chars().flat_map(char::to_lowercase) {
        match c {
            'à'..='å' | 'ā' | 'ă' | 'ą' => out.push('a'),
            'ç' | 'ć' | 'č' => out.push('c'),
            'ď' | 'đ' => out.push('d'),
            'è'..='ë' | 'ē' | 'ė' | 'ę' | 'ě' => out.push('e'),
            'ğ' => out.push('g'),
            'ì'..='ï' | 'ī' | 'ı' => out.push('i'),
            'ł' | 'ľ' => out.push('l'),
            'ñ' | 'ń' | 'ň' => out.push('n'),
            'ò'..='ö' | 'ø' | 'ō' | 'ő' => out.push('o'),
            'ř' => out.push('r'),
            'ś' | 'š' | 'ş' | 'ș' => out.push('s'),
            'ť' | 'ţ' | 'ț' => out.push('t'),
            'ù'..='ü' | 'ū' | 'ů' | 'ű' => out.push('u'),
            'ý' | 'ÿ' => out.push('y'),
            'ź' | 'ż' | 'ž' => out.push('z'),
            'æ' => out.push_str("ae"),
            'œ' => out.push_str("oe"),
            'ß' => out.push_str("ss"),
            // Combining marks and invisible characters.
            c if is_mark_on_letter(c) => {}
            c if c.is_alphanumeric() => out.push(c),
            // A hyphen and a line end, or a blank between letters.
            _ => {}
        }
    }
    out
}

/// Sequences of words to look for.
#[derive(Clone, Debug, Default)]
pub struct Sequences {
    by_first: HashMap<u64, Continued>,
}

/// All sequences that begin with one word.
#[derive(Clone, Debug, Default)]
struct Continued {
    /// How many words follow, the most first.
    lengths: Vec<usize>,
    /// By the words that follow, together.
    rests: HashMap<u64, Ending>,
}

#[derive(Clone, Copy, Debug)]
struct Ending {
    length: usize,
    capital: bool,
    number: usize,
}

/// Where a sequence stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// From its first word to its last.
    pub span: Span,
    /// The number that was given with the sequence.
    pub number: usize,
}

impl Sequences {
    /// Adds all words of a surface form; `false` if it has none. With `capital`, only places where it begins with a capital count,
    /// if the surface form does. Each hit has the `number` of its sequence.
    pub fn add(&mut self, surface: &str, capital: bool, number: usize) -> bool {
        let all = words(surface);
        all.others.iter().for_each(|other| _ = self.add_words(other, false, number));
        self.add_cut(&all, number);
        self.add_words(&all, capital, number)
    }

    /// Adds the words of a surface form, without stop words at its edges; `false` if it has no others.
    pub(super) fn add_without_stop_words(
        &mut self,
        surface: &str,
        language: &Language,
        capital: bool,
        number: usize,
    ) -> bool {
        let all = words(surface);
        let empty = |word: &Word| language.is_stop_word(word.span.of(surface));
        let Some(first) = all.iter().position(|word| !empty(word)) else { return false };
        let last = all.iter().rposition(|word| !empty(word)).unwrap_or(first);
        all.others.iter().for_each(|other| _ = self.add_words(other, false, number));
        self.add_cut(&all, number);
        self.add_words(&all[first..=last], capital, number)
    }

    /// Adds the pieces of words that are several written as one, unless they are too short to be words.
    fn add_cut(&mut self, words: &Words, number: usize) {
        if words.cut.iter().all(|word| word.span.len() > 2) {
            self.add_words(&words.cut, true, number);
        }
    }

    fn add_words(&mut self, words: &[Word], capital: bool, number: usize) -> bool {
        let Some((first, rest)) = words.split_first() else { return false };
        let capital = capital && first.capital;
        let known = self.by_first.entry(first.stem).or_default();
        if !known.lengths.contains(&rest.len()) {
            known.lengths.push(rest.len());
            known.lengths.sort_unstable_by(|a, b| b.cmp(a));
        }
        let ending = known.rests.entry(together(rest)).or_insert(Ending { length: rest.len(), capital, number });
        // Without the need of a capital more is found.
        ending.capital &= capital;
        true
    }

    /// Takes over the sequences of another that begin with one of these stems.
    pub(super) fn take_over(&mut self, other: &Self, first: &HashSet<u64>) {
        let wanted = other.by_first.iter().filter(|(stem, _)| first.contains(stem));
        // The order does not matter: what is taken over are sets.
        wanted.for_each(|(stem, theirs)| {
            let mine = self.by_first.entry(*stem).or_default();
            mine.lengths.extend(&theirs.lengths);
            mine.lengths.sort_unstable_by(|a, b| b.cmp(a));
            mine.lengths.dedup();
            theirs.rests.iter().for_each(|(rest, ending)| {
                mine.rests.entry(*rest).or_insert(*ending).capital &= ending.capital;
            });
        });
    }

    /// Whether there is nothing to look for.
    pub fn is_empty(&self) -> bool {
        self.by_first.is_empty()
    }

    /// Where they stand among the words of a text, from left to right, the longest at each place; then the broken words that are
    /// found in another way of reading them.
    #[must_use]
    pub fn find(&self, words: &Words) -> Vec<Hit> {
        words.each_way(|words| self.find_among(words).collect(), |hit| hit.span)
    }

    fn find_among<'w>(&'w self, words: &'w [Word]) -> impl Iterator<Item = Hit> + 'w {
        let mut at = 0;
        std::iter::from_fn(move || {
            while at < words.len() {
                let here = at;
                at += 1;
                let Some(known) = self.by_first.get(&words[here].stem) else { continue };
                let ending = known.lengths.iter().find_map(|&length| {
                    let rest = words.get(here + 1..=here + length)?;
                    let ending = known.rests.get(&together(rest)).filter(|ending| ending.length == length)?;
                    (!ending.capital || words[here].capital).then_some(*ending)
                });
                if let Some(ending) = ending {
                    at = here + 1 + ending.length;
                    let span = Span::new(words[here].span.start, words[at - 1].span.end);
                    return Some(Hit { span, number: ending.number });
                }
            }
            None
        })
    }
}

/// The stems of several words as one number.
fn together(words: &[Word]) -> u64 {
    words.iter().fold(0x9e37_79b9_7f4a_7c15, |sum: u64, word| {
        (sum ^ word.stem).wrapping_mul(0xff51_afd7_ed55_8ccd).rotate_left(29)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inflected_marked_and_hyphenated_forms_are_found() {
        let mut sequences = Sequences::default();
        let english = Language::english();
        assert!(sequences.add_without_stop_words("the blood transfusions", english, true, 7));
        assert!(sequences.add("Jordi Mollà", true, 8));
        assert!(!sequences.add_without_stop_words("of the", english, true, 9));
        let text = "A Blood-Transfusion for JORDI MOLLA, not for jordi mollà.";
        let hits = sequences.find(&words(text)).into_iter();
        let hits: Vec<_> = hits.map(|hit| (hit.span.of(text).to_owned(), hit.number)).collect();
        assert_eq!(hits, [("Blood-Transfusion".to_owned(), 7), ("JORDI MOLLA".to_owned(), 8)]);
    }

    #[test]
    fn names_are_found_in_words_written_as_one() {
        let mut sequences = Sequences::default();
        for (number, name) in ["Deloitte", "Jane Roe", "McDonald", "PricewaterhouseCoopers"].into_iter().enumerate() {
            assert!(sequences.add(name, true, number));
        }
        for (text, expected) in [
            ("DeloitteBody", "Deloitte"),
            ("deloitteBody", ""),
            ("my_Deloitte_Body2", "Deloitte"),
            ("Deloitte2023", "Deloitte"),
            ("DELOITTEHeader", "DELOITTE"),
            ("styleJaneRoe1", "JaneRoe"),
            ("McDonaldStyle", "McDonald"),
            ("PricewaterhouseCoopersTable", "PricewaterhouseCoopers"),
            ("deloittebody", ""),
            ("MacRoe", ""),
        ] {
            let hits = sequences.find(&words(text));
            assert_eq!(hits.first().map_or("", |hit| hit.span.of(text)), expected, "{text}");
        }
    }
}
