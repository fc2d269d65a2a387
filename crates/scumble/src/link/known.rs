//! An attack by an intruder who knows some pairs: what they teach, and whom it links of the others.

use super::files::Files;
use super::{LinkSettings, Rate};
use crate::error::{Error, Result};
use scumble_assess::learn::known::{Carried, CarryOver, KnownPairs};
use scumble_data::Table;
use scumble_io::Watch;
use serde_json::{Map, Value, json};

/// What known pairs taught.
#[derive(Debug, Clone, PartialEq)]
pub struct AttackedByKnown {
    /// The columns.
    pub columns: Vec<String>,
    /// The recipe that was chosen, the scores of all, and who is linked of the records that are not known.
    pub carried: Carried,
    /// Pairs that are known.
    pub known: usize,
    /// What a person should know.
    pub notes: Vec<String>,
}

/// Learns from the pairs of some rows (counted from 0 among the twins), and links the others.
///
/// # Errors
/// If the tables cannot be compared, or too few pairs are known.
pub fn attack_with_known(
    original: &Table,
    masked: &Table,
    settings: &LinkSettings,
    known: &[u32],
    watch: &dyn Watch,
) -> Result<AttackedByKnown> {
    let Files { columns, original: x, masked: y, notes } = Files::new(original, masked, settings)?;
    if let Some(&row) = known.iter().find(|&&row| row as usize >= x.len()) {
        return Err(Error::input(format!("row {} is to be known, but there are {} records", row + 1, x.len())));
    }
    let pairs = KnownPairs { original: &x, masked: &y, known };
    let carried = CarryOver { seed: settings.seed, ..CarryOver::default() }.learn(pairs, watch)?;
    Ok(AttackedByKnown { columns, carried, known: known.len(), notes })
}

impl Rate for AttackedByKnown {
    fn rate(&self) -> f64 {
        self.carried.links.percent()
    }
}

impl AttackedByKnown {
    /// What each column weighs, in shares of 1.
    pub fn shares(&self) -> Vec<(String, f64)> {
        let weights = self.carried.chosen.column_weights();
        let all: f64 = weights.iter().sum();
        self.columns
            .iter()
            .cloned()
            .zip(weights.into_iter().map(|weight| weight / all.max(f64::MIN_POSITIVE)))
            .collect()
    }

    /// One object with all figures.
    pub fn to_json(&self) -> Value {
        let (carried, links) = (&self.carried, &self.carried.links);
        let scores = carried.candidates.iter().map(|one| (one.recipe.name(), json!(one.mean_log2_rank)));
        json!({
            "distance": "known",
            "columns": self.columns,
            "known": self.known,
            "records": links.rows.len(),
            "links": links.expected,
            "strict": links.strict,
            "rate": self.rate(),
            "recipe": carried.chosen.recipe.name(),
            "mean_log2_rank": scores.collect::<Map<_, _>>(),
            "shares": self.shares().into_iter().map(|(name, share)| (name, json!(share))).collect::<Map<_, _>>(),
            "notes": self.notes,
        })
    }
}
