//! Whether a text is English: how surprising its letters are, given the two before each.

/// Between words, the letters a to z, and any other letter.
const LETTERS: usize = 28;

/// The cost of a letter in the classes above: sixteenths of a bit.
const UNITS: f64 = 16.0;

/// What a letter that is not a to z costs: eight bits.
const OTHER_LETTER: u8 = 128;

/// A table of the costs of letters after two others, learnt from English.
#[derive(Debug)]
pub struct Trigrams {
    costs: Vec<u8>,
}

fn class(c: char) -> usize {
    match c.to_ascii_lowercase() {
        letter @ 'a'..='z' => letter as usize - 'a' as usize + 1,
        c if c.is_alphabetic() => LETTERS - 1,
        _ => 0,
    }
}

/// Calls with the place in the table of each letter of a text, and of each end of a word.
fn each(text: &str, mut call: impl FnMut(usize)) {
    let (mut before, mut last) = (0, 0);
    for now in text.chars().map(class) {
        // Marks, figures and spaces in a row are one gap.
        if now == 0 && last == 0 {
            continue;
        }
        call((before * LETTERS + last) * LETTERS + now);
        (before, last) = (last, now);
    }
}

impl Trigrams {
    /// The packed table learnt from texts. The cost of a rare trigram leans on the frequency of its last letter alone.
    pub fn learn<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<u8> {
        const LEANING: f64 = 4.0;
        let mut counts = vec![0u32; LETTERS * LETTERS * LETTERS];
        texts.for_each(|text| each(text, |place| counts[place] += 1));
        let mut single = [1.0; LETTERS];
        counts.iter().enumerate().for_each(|(place, &count)| single[place % LETTERS] += f64::from(count));
        let all: f64 = single.iter().sum();
        let row = |counts: &[u32]| -> Vec<u8> {
            let sum: f64 = counts.iter().copied().map(f64::from).sum();
            let share = |(&count, alone): (&u32, &f64)| (f64::from(count) + LEANING * alone / all) / (sum + LEANING);
            counts.iter().zip(&single).map(share).map(|share| (-share.log2() * UNITS).round() as u8).collect()
        };
        let mut costs: Vec<u8> = counts.chunks(LETTERS).flat_map(row).collect();
        // English has few letters but its own, in foreign names; those follow each other, and must not look cheap.
        costs.iter_mut().skip(LETTERS - 1).step_by(LETTERS).for_each(|cost| *cost = OTHER_LETTER);
        costs
    }

    /// Unpacks what [`learn`](Self::learn) made.
    pub fn unpack(bytes: &[u8]) -> Option<Self> {
        (bytes.len() == LETTERS * LETTERS * LETTERS).then(|| Self { costs: bytes.to_vec() })
    }

    /// Bits a letter; `None` for fewer than 120 letters.
    pub fn surprise(&self, text: &str) -> Option<f64> {
        const ENOUGH: u64 = 120;
        self.surprise_of(text, ENOUGH)
    }

    /// Whether a short item (a title, a query) is in another language. Few letters are weaker evidence than a text.
    pub fn is_foreign_item(&self, item: &str) -> bool {
        const ENOUGH: u64 = 30;
        self.surprise_of(item, ENOUGH).is_some_and(|bits| bits >= MOST_BITS)
    }

    /// Whether letters follow each other as those of a word or name do.
    pub fn is_like_a_word(&self, letters: &str) -> bool {
        /// Names of other languages are below; rows of single letters above, or of few letters.
        const MOST_BITS_OF_A_NAME: f64 = 6.0;
        self.surprise_of(letters, 1).is_some_and(|bits| bits < MOST_BITS_OF_A_NAME)
    }

    fn surprise_of(&self, text: &str, enough: u64) -> Option<f64> {
        let (mut sum, mut count) = (0u64, 0u64);
        each(text, |place| {
            sum += u64::from(self.costs[place]);
            count += 1;
        });
        (count >= enough).then(|| sum as f64 / count as f64 / UNITS)
    }

    /// Whether a text is English; `None` if it is too short.
    pub fn is_english(&self, text: &str) -> Option<bool> {
        self.surprise(text).map(|bits| bits < MOST_BITS)
    }
}

/// English is below, other languages above: chosen on the texts that `train` prints the figures of.
pub(crate) const MOST_BITS: f64 = 3.75;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learnt_text_is_english_and_other_text_is_not() {
        let (like, unlike) = ("the cat sat on the mat and ".repeat(20), "zug xylo qwert ąęść ".repeat(20));
        let packed = Trigrams::learn([like.as_str()].into_iter());
        let trigrams = Trigrams::unpack(&packed).unwrap();
        assert_eq!(trigrams.is_english(&like), Some(true));
        assert_eq!(trigrams.is_english(&unlike), Some(false));
        assert_eq!(trigrams.is_english("the cat"), None);
        assert!(trigrams.is_foreign_item(&unlike[..60]) && !trigrams.is_foreign_item(&like[..60]));
        assert!(!trigrams.is_foreign_item("zug xylo"), "too short to tell");
        assert_eq!(trigrams.is_english(&" 1, 2 …".repeat(100)), None);
        assert!(Trigrams::unpack(&packed[1..]).is_none());
    }
}
