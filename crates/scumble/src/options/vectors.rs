//! The options of vector spaces.

use super::terms::taxonomies;
use super::{Given, choice, keys};
use crate::error::Result;
use crate::knowledge::Taxonomies;
use crate::vectors::{SpaceMeasures, VectorMethod, VectorPolicy};
use scumble_mask::partition::GroupSize;
use scumble_mask::vectors::BuildSpace;
use scumble_text::{Letters, Porter, TermRule, WordLists};
use toml::Value;

/// How a space is made of texts: `k` or `min_df`, `stop_words` (no, english or a list), `lexicon`, `stem`, `top`, `letters`.
///
/// # Errors
/// If a key is not known, or its value cannot be used.
pub fn building(given: Given) -> Result<BuildSpace> {
    let mut keys = keys(given)?;
    let (k, min_df, top) = (keys.whole("k")?, keys.whole("min_df")?, keys.whole("top")?);
    if k.is_some() && min_df.is_some() {
        return Err(keys.fault("min_df", "k says the same: give one of them"));
    }
    let min_documents =
        min_df.or(k).ok_or_else(|| keys.fault("k", "is missing: keep terms of at least k documents"))?;
    if min_documents == 0 || top == Some(0) {
        return Err(keys.fault("k", "k, min_df and top are at least 1"));
    }
    let stop_words = match keys.take("stop_words") {
        None => None,
        Some(Value::String(name)) if name == "no" => None,
        Some(Value::String(name)) if name == "english" => Some(WordLists::english().stop_words.clone()),
        Some(words) => {
            keys.put("stop_words", words);
            let words = keys.list("stop_words")?.unwrap_or_default();
            Some(words.iter().map(|word| word.trim().to_lowercase()).filter(|word| !word.is_empty()).collect())
        }
    };
    let letters = choice(&mut keys, "letters", &[("latin", Letters::Latin), ("all", Letters::All)])?;
    let terms = TermRule {
        letters: letters.unwrap_or(Letters::Latin),
        stop_words,
        lexicon: keys.yes("lexicon")?.unwrap_or_default(),
        stem: keys.yes("stem")?.unwrap_or_default().then_some(Porter::Nltk),
    };
    keys.done()?;
    Ok(BuildSpace { terms, min_documents, top_terms: top })
}

/// How a space is masked, and what its terms are looked up in.
#[derive(Debug, Clone)]
pub struct VectorOptions {
    /// What is asked for.
    pub policy: VectorPolicy,
    /// The taxonomies.
    pub taxonomies: Taxonomies,
}

impl VectorOptions {
    /// `k`, `method`, `empty_rows` (refuse or leave-out), `at_once`, and which taxonomies.
    ///
    /// # Errors
    /// If a key is not known, or its value cannot be used.
    pub fn read(given: Given) -> Result<Self> {
        let mut keys = keys(given)?;
        let k = GroupSize::new(keys.whole("k")?.unwrap_or(5) as usize)?;
        let method = choice(&mut keys, "method", &VectorMethod::ALL)?.unwrap_or(VectorMethod::Spherical);
        let leave_out = choice(&mut keys, "empty_rows", &[("refuse", false), ("leave-out", true)])?;
        let usual = VectorPolicy::new(k, method);
        let at_once = keys.whole("at_once")?.map_or(usual.at_once, |at_once| at_once as usize);
        let taxonomies = taxonomies(&mut keys)?;
        keys.done()?;
        Ok(Self {
            policy: VectorPolicy { at_once, leave_out_empty: leave_out.unwrap_or_default(), ..usual },
            taxonomies,
        })
    }
}

/// How a released space is measured.
#[derive(Debug, Clone)]
pub struct SpaceAssessment {
    /// The measures.
    pub measures: SpaceMeasures,
    /// The class of each document, if classes are known.
    pub labels: Option<Vec<String>>,
}

impl SpaceAssessment {
    /// `labels`, `clusters`, `seed`.
    ///
    /// # Errors
    /// If a key is not known, or its value cannot be used.
    pub fn read(given: Given) -> Result<Self> {
        let mut keys = keys(given)?;
        let mut measures = SpaceMeasures::new(keys.whole("seed")?.unwrap_or(42));
        if let Some(value) = keys.take("clusters") {
            let number = |value: &Value| value.as_integer().filter(|&number| number > 0).map(|number| number as usize);
            let all = value.as_array().and_then(|items| items.iter().map(number).collect::<Option<Vec<usize>>>());
            measures.clusters = all.ok_or_else(|| keys.fault("clusters", "a list of numbers from 1 on is expected"))?;
        }
        let labels = keys.list("labels")?;
        keys.done()?;
        Ok(Self { measures, labels })
    }
}
