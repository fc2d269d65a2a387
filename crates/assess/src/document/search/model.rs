//! The ways in which texts become terms, and documents are ranked.

/// The length of a run of characters.
pub const CHARACTERS: usize = 5;

/// How texts become terms, and how documents are ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Model {
    /// BM25 over tokens.
    Bm25,
    /// Cosine of tf-idf over stems of words that are no stop words.
    Stems,
    /// Cosine of tf-idf over pairs of neighbouring tokens.
    Bigrams,
    /// Cosine of tf-idf over runs of [`CHARACTERS`] characters: tokens and one blank between them.
    Characters,
}

impl Model {
    /// Every model.
    pub const ALL: [Self; 4] = [Self::Bm25, Self::Stems, Self::Bigrams, Self::Characters];

    /// Its name in tables and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bm25 => "bm25",
            Self::Stems => "stems",
            Self::Bigrams => "bigrams",
            Self::Characters => "characters",
        }
    }
}

/// BM25's saturation of term frequencies.
pub(super) const K1: f64 = 1.5;
/// BM25's share of normalisation by length.
pub(super) const B: f64 = 0.75;

/// The weight of a term that `n` of `documents` documents have.
pub(super) fn rarity(model: Model, documents: usize, n: usize) -> f64 {
    let (all, n) = (documents as f64, n as f64);
    match model {
        Model::Bm25 => ((all - n + 0.5) / (n + 0.5)).ln_1p(),
        _ => (all / n).log2(),
    }
}

/// The weight of a term that occurs so many times, in a cosine.
pub(super) fn frequency(times: u32) -> f64 {
    1.0 + f64::from(times).log2()
}
