//! How common phrases are in a corpus.

use crate::error::Result;
use scumble_corpus::{Counts, information, mutual_information};
use serde_json::{Value, json};

/// In how many documents phrases are together.
#[derive(Debug, Clone, PartialEq)]
pub struct Counted {
    /// The documents of the corpus.
    pub total: u64,
    /// Those that contain all phrases.
    pub count: u64,
    /// The information content of a single phrase, in bits.
    pub ic: Option<f64>,
    /// The mutual information of two phrases, in bits; minus infinity if they are never together.
    pub pmi: Option<f64>,
}

/// Counts the documents that contain all of some phrases.
///
/// # Errors
/// If the corpus gives no counts.
pub fn counted(phrases: &[&str], counts: &dyn Counts) -> Result<Counted> {
    let groups: Vec<&[&str]> = phrases.iter().map(std::slice::from_ref).collect();
    let (total, count) = (counts.total()?, counts.count(&groups)?);
    let ic = (groups.len() == 1).then(|| information(count, total));
    let pmi = match groups[..] {
        [a, b] => Some(mutual_information(count, counts.count(&[a])?, counts.count(&[b])?, total)),
        _ => None,
    };
    Ok(Counted { total, count, ic, pmi })
}

impl Counted {
    /// As one object; a mutual information that is not finite is null.
    pub fn to_json(&self) -> Value {
        let mut value = json!({ "total": self.total, "count": self.count });
        if let Some(ic) = self.ic {
            value["ic"] = json!(ic);
        }
        if let Some(pmi) = self.pmi {
            value["pmi"] = json!(pmi.is_finite().then_some(pmi));
        }
        value
    }
}
