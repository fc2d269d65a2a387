//! Whole numbers in figures and in English words, as ages and durations have them.

use scumble_span::word_spans;

const SMALL: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// The number that figures alone say.
pub(super) fn in_figures(surface: &str) -> Option<u32> {
    surface.trim().parse().ok()
}

/// The number of years of a duration: "twenty-four years", "95 years".
pub(super) fn years(surface: &str) -> Option<u32> {
    let words = lower_words(surface);
    let (number, length) = leading(&words)?;
    matches!(words.get(length)?.as_str(), "year" | "years").then_some(number)
}

/// The words of a text in lower case: hyphens part them.
pub(super) fn lower_words(text: &str) -> Vec<String> {
    word_spans(text).map(|span| span.of(text).to_lowercase()).collect()
}

/// The number that words begin with, and how many of them say it: figures, or "ninety three", "a hundred and two".
pub(super) fn leading<W: AsRef<str>>(words: &[W]) -> Option<(u32, usize)> {
    let word = |i: usize| words.get(i).map(AsRef::as_ref);
    let first = word(0)?;
    if first.starts_with(|c: char| c.is_ascii_digit()) {
        return first.parse().ok().map(|number| (number, 1));
    }
    let hundreds = if word(1) == Some("hundred") { small(first).or((first == "a").then_some(1)) } else { None };
    if let Some(hundreds) = hundreds {
        let at = if word(2) == Some("and") { 3 } else { 2 };
        return Some(match below_hundred(words.get(at..).unwrap_or_default()) {
            Some((rest, length)) => (100 * hundreds + rest, at + length),
            None => (100 * hundreds, 2),
        });
    }
    below_hundred(words)
}

fn below_hundred<W: AsRef<str>>(words: &[W]) -> Option<(u32, usize)> {
    let first = words.first()?.as_ref();
    if let Some(number) = small(first) {
        return Some((number, 1));
    }
    let tens = 10 * (2 + TENS.iter().position(|tens| *tens == first)? as u32);
    let ones = words.get(1).and_then(|word| small(word.as_ref())).filter(|ones| (1..10).contains(ones));
    Some(ones.map_or((tens, 1), |ones| (tens + ones, 2)))
}

fn small(word: &str) -> Option<u32> {
    SMALL.iter().position(|small| *small == word).map(|number| number as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_figures_and_in_words() {
        for (text, expected) in [
            ("ninety-three years old", Some((93, 2))),
            ("a hundred and two", Some((102, 4))),
            ("one hundred years", Some((100, 2))),
            ("one hundred and many", Some((100, 2))),
            ("101-year-old", Some((101, 1))),
            ("nineteen eighty", Some((19, 1))),
            ("aged", None),
            ("", None),
        ] {
            assert_eq!(leading(&lower_words(text)), expected, "{text}");
        }
        assert_eq!((years("ninety-five years"), years("24 months"), years("1950")), (Some(95), None, None));
    }
}
