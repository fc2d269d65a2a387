//! What of a sanitised text tells of its person.

use crate::document::attack::{outside_placeholders, placeholders};
use scumble_span::token_spans;
use std::collections::BTreeSet;

/// The names of the features.
pub const FEATURES: [&str; 4] = ["words", "rare", "information", "distance"];
/// From how many bits on a word is rare: it stands in fewer than one of 1,024 documents.
const RARE: f64 = 10.0;

/// Figures of what is left, by [`FEATURES`]: ln(1 + words), ln(1 + distinct rare words), the mean information content of the distinct words in
/// bits, and the share of words that are not typical of the texts that a model was fitted on.
pub type Features = [f64; FEATURES.len()];

/// The words that are left in a sanitised text, outside of labels and placeholders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftWords {
    /// All of them, in small letters.
    pub words: Vec<String>,
    /// Each once, sorted.
    pub distinct: Vec<String>,
}

impl LeftWords {
    /// Of a sanitised text.
    pub fn of(text: &str) -> Self {
        let mut words = Vec::new();
        for piece in outside_placeholders(text, &placeholders(text)) {
            words.extend(token_spans(piece).map(|token| token.of(piece).to_lowercase()));
        }
        let distinct = words.iter().cloned().collect::<BTreeSet<_>>().into_iter().collect();
        Self { words, distinct }
    }

    /// Their features: `bits` is the information content of each distinct word, `typical` the words of typical texts.
    pub fn features(&self, bits: &[f64], typical: &BTreeSet<String>) -> Features {
        let rare = bits.iter().filter(|bits| **bits >= RARE).count();
        let other = self.words.iter().filter(|word| !typical.contains(*word)).count();
        [
            (self.words.len() as f64).ln_1p(),
            (rare as f64).ln_1p(),
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
        let left = LeftWords::of("Pers1 saw the Moth, the [REDACTED] moth.");
        assert_eq!(left.distinct, ["moth", "saw", "the"]);
        let typical = BTreeSet::from(["the".to_owned()]);
        let features = left.features(&[12.0, 5.0, 1.0], &typical);
        assert_eq!(features, [6_f64.ln(), 2_f64.ln(), 6.0, 0.6]);
        assert_eq!(LeftWords::of("").features(&[], &typical), [0.0; 4]);
    }
}
