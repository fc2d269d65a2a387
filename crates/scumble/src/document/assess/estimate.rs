//! The estimate of the attack by search, where no background is at hand.

use crate::Result;
use scumble_assess::document::estimate::{Features, LeftWords, SearchRisk, SearchRiskModel};
use scumble_corpus::{Counts, SpecOptions, open};
use std::collections::BTreeSet;

/// The features of a sanitised text by the embedded counts, which the model was fitted with.
///
/// # Errors
/// If the build has no embedded counts.
pub fn search_features(left: &LeftWords, typical: &BTreeSet<String>) -> Result<Features> {
    let counts = open("embedded", &SpecOptions::default())?;
    let total = counts.total()? as f64;
    let words: Vec<[&str; 1]> = left.distinct.iter().map(|word| [word.as_str()]).collect();
    let groups: Vec<[&[&str]; 1]> = words.iter().map(|word| [&word[..]]).collect();
    let questions: Vec<&[&[&str]]> = groups.iter().map(|group| &group[..]).collect();
    let found = counts.count_batch(&questions)?;
    // A word that the corpus does not have counts as half a document.
    let bits: Vec<f64> = found.into_iter().map(|count| (total / (count as f64).max(0.5)).log2()).collect();
    Ok(left.features(&bits, typical))
}

/// How likely a search finds the person of a sanitised text; nothing where the text is unlike those that the estimate was fitted on.
pub fn estimated_search_risk(text: &str) -> Option<SearchRisk> {
    let model = SearchRiskModel::fitted()?;
    let left = LeftWords::of(text);
    // Most long texts need not be counted.
    let words = (left.words.len() as f64).ln_1p();
    if !(model.least[0]..=model.most[0]).contains(&words) {
        return None;
    }
    model.estimate(&search_features(&left, &model.typical).ok()?)
}
