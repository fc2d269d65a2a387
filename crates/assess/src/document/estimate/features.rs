//! What of a sanitised text tells of its person.

use crate::document::attack::{outside_placeholders, placeholders};
use scumble_span::token_spans;
use std::collections::BTreeSet;

/// The names of the features.
pub const FEATURES: [&str; 5] = ["words", "pieces", "capitals", "information", "distance"];

/// Figures of what is left, by [`FEATURES`]: ln(1 + words), ln(1 + pieces between labels), ln(1 + words with a capital within a sentence), the mean
/// information content of the distinct words in bits, and the share of words that are not typical of the texts that a model was fitted on.
pub type Features = [f64; FEATURES.len()];

/// The words that are left in a sanitised text, outside of labels and placeholders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftWords {
    /// All of them, in small letters.
    pub words: Vec<String>,
    /// Each once, sorted.
    pub distinct: Vec<String>,
    /// The pieces of text between labels and placeholders that have a word.
    pub pieces: usize,
    /// Words that begin with a capital and stand neither first in a piece nor after the end of a sentence or line.
    pub capitals: usize,
}

impl LeftWords {
    /// Of a sanitised text.
    pub fn of(text: &str) -> Self {
        let (mut words, mut pieces, mut capitals) = (Vec::new(), 0, 0);
        for piece in outside_placeholders(text, &placeholders(text)) {
            let mut before: Option<usize> = None;
            for token in token_spans(piece) {
                let word = token.of(piece);
                let goes_on = |end: usize| !piece[end..token.start].contains(['.', '!', '?', '\n']);
                capitals += usize::from(word.starts_with(char::is_uppercase) && before.is_some_and(goes_on));
                words.push(word.to_lowercase());
                before = Some(token.end);
            }
            pieces += usize::from(before.is_some());
        }
        let distinct = words.iter().cloned().collect::<BTreeSet<_>>().into_iter().collect();
        Self { words, distinct, pieces, capitals }
    }

    /// Their features: `bits` is the information content of each distinct word, `typical` the words of typical texts.
    pub fn features(&self, bits: &[f64], typical: &BTreeSet<String>) -> Features {
        let other = self.words.iter().filter(|word| !typical.contains(*word)).count();
        [
            (self.words.len() as f64).ln_1p(),
            (self.pieces as f64).ln_1p(),
            (self.capitals as f64).ln_1p(),
            bits.iter().sum::<f64>() / bits.len().max(1) as f64,
            other as f64 / self.words.len().max(1) as f64,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_no_words_and_features_by_hand() {
        // Of the capitals one stands within a sentence: the others begin a piece, a sentence, a line.
        let left = LeftWords::of("Pers1 saw the Moth, the [REDACTED] Moth. The\nMoth [REDACTED].");
        assert_eq!(left.distinct, ["moth", "saw", "the"]);
        assert_eq!((left.words.len(), left.pieces, left.capitals), (7, 2, 1));
        let typical = BTreeSet::from(["the".to_owned()]);
        let features = left.features(&[12.0, 5.0, 1.0], &typical);
        for (feature, by_hand) in features.into_iter().zip([8_f64.ln(), 3_f64.ln(), 2_f64.ln(), 6.0, 4.0 / 7.0]) {
            assert!((feature - by_hand).abs() < 1e-12, "{features:?}");
        }
        assert_eq!(LeftWords::of("").features(&[], &typical), [0.0; 5]);
    }
}
