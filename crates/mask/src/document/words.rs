//! The words of a text by their stems, and where sequences of them stand.

use scumble_text::linear::hash;
use scumble_text::{Porter, Span, is_stop_word};
use std::cell::RefCell;
use std::collections::HashMap;

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

/// The words of a text: runs of letters and digits.
pub fn words(text: &str) -> Vec<Word> {
    let word = |span: Span| {
        let form = span.of(text);
        Word { span, stem: stem(form), capital: form.starts_with(char::is_uppercase) }
    };
    word_spans(text).map(word).collect()
}

/// Where words stand.
pub fn word_spans(text: &str) -> impl Iterator<Item = Span> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(char::is_alphanumeric)?;
        at = text[start..].find(|c: char| !c.is_alphanumeric()).map_or(text.len(), |length| start + length);
        Some(Span::new(start, at))
    })
}

/// The stem of a word. Few words make up most of any text: each thread remembers theirs.
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

/// A word in small letters, without marks on Latin letters: `Mollà` is `molla`.
pub(super) fn folded(word: &str) -> String {
    if word.is_ascii() {
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
            // Marks that stand by themselves after their letter.
            '\u{300}'..='\u{36f}' => {}
            c => out.push(c),
        }
    }
    out
}

/// Sequences of words to look for.
#[derive(Clone, Debug, Default)]
pub(super) struct Sequences {
    /// By first stem: the rest, whether a capital is needed, and whose it is.
    by_first: HashMap<u64, Vec<Sequence>>,
    count: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Sequence {
    rest: Vec<u64>,
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
    /// Adds the words of a surface form, without stop words at its edges; `false` if nothing is left of it. With `capital`, only
    /// words that begin with a capital count, if the surface form does.
    pub(super) fn add(&mut self, surface: &str, capital: bool, number: usize) -> bool {
        let all = words(surface);
        let empty = |word: &Word| is_stop_word(&word.span.of(surface).to_lowercase());
        let Some(first) = all.iter().position(|word| !empty(word)) else { return false };
        let last = all.iter().rposition(|word| !empty(word)).unwrap_or(first);
        let kept = &all[first..=last];
        let sequence = Sequence {
            rest: kept[1..].iter().map(|word| word.stem).collect(),
            capital: capital && kept[0].capital,
            number,
        };
        let known = self.by_first.entry(kept[0].stem).or_default();
        let same = |other: &Sequence| other.rest == sequence.rest && other.capital == sequence.capital;
        if !known.iter().any(same) {
            known.push(sequence);
            // The longest first, so that it is the one found.
            known.sort_by_key(|sequence| std::cmp::Reverse(sequence.rest.len()));
            self.count += 1;
        }
        true
    }

    /// Whether there is nothing to look for.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Where they stand among these words, from left to right, the longest at each place.
    pub(super) fn find<'w>(&'w self, words: &'w [Word]) -> impl Iterator<Item = Hit> + 'w {
        let mut at = 0;
        std::iter::from_fn(move || {
            while at < words.len() {
                let here = at;
                at += 1;
                let Some(sequences) = self.by_first.get(&words[here].stem) else { continue };
                let fits = |sequence: &&Sequence| {
                    let rest = words.get(here + 1..=here + sequence.rest.len());
                    (!sequence.capital || words[here].capital)
                        && rest.is_some_and(|rest| rest.iter().map(|word| word.stem).eq(sequence.rest.iter().copied()))
                };
                if let Some(sequence) = sequences.iter().find(fits) {
                    at = here + 1 + sequence.rest.len();
                    let span = Span::new(words[here].span.start, words[at - 1].span.end);
                    return Some(Hit { span, number: sequence.number });
                }
            }
            None
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inflected_marked_and_hyphenated_forms_are_found() {
        let mut sequences = Sequences::default();
        assert!(sequences.add("the blood transfusions", true, 7));
        assert!(sequences.add("Jordi Mollà", true, 8));
        assert!(!sequences.add("of the", true, 9));
        let text = "A Blood-Transfusion for JORDI MOLLA, not for jordi mollà.";
        let hits: Vec<_> = sequences.find(&words(text)).map(|hit| (hit.span.of(text).to_owned(), hit.number)).collect();
        assert_eq!(hits, [("Blood-Transfusion".to_owned(), 7), ("JORDI MOLLA".to_owned(), 8)]);
    }
}
