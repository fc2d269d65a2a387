//! The run that measures a release of set-valued records against its original.

use super::run::{Items, understand};
use crate::error::Result;
use scumble_assess::sets::{Divergence, SetsReading, Singled, aligned, measure};
use scumble_data::SetRecord;
use scumble_io::Watch;
use scumble_ontology::Stack;
use serde_json::{Map, Value, json};

/// What a release of set-valued records lost, and what it still discloses.
#[derive(Debug, Clone, PartialEq)]
pub struct AssessedSets {
    /// The measures.
    pub reading: SetsReading,
}

/// Measures a release against its original; `seed` decides which items an intruder knows.
///
/// # Errors
/// If the records cannot be matched, no released item is known, or the watcher cancels the run.
pub fn assess(
    original: Vec<SetRecord>,
    released: Vec<SetRecord>,
    items: Items,
    stack: &Stack,
    seed: u64,
    watch: &dyn Watch,
) -> Result<AssessedSets> {
    let places = aligned(&original, &released)?;
    watch.step("understanding", 0, 0)?;
    let both = understand(vec![original, released], items, stack);
    watch.step("measuring", 0, 0)?;
    Ok(AssessedSets { reading: measure(&both[0], &both[1], &places, seed)? })
}

impl AssessedSets {
    /// One object with all figures.
    pub fn to_json(&self) -> Value {
        let SetsReading { loss, concepts, terms, pairs, profiles, singled, singled_before, .. } = self.reading.clone();
        let by_name = |figure: &dyn Fn(f64) -> f64| -> Map<String, Value> {
            self.reading.links.iter().map(|(name, links)| ((*name).to_owned(), json!(figure(*links)))).collect()
        };
        let divergence =
            |of: Divergence| json!({ "total_variation": of.total_variation, "jensen_shannon": of.jensen_shannon });
        let shares = |of: [f64; 3]| json!({ "known_1": of[0], "known_2": of[1], "known_3": of[2] });
        let singled_out = |of: Singled| json!({ "random": shares(of.random), "best": shares(of.best), "not_all_tried": of.not_all_tried });
        json!({
            "records": self.reading.records,
            "released": self.reading.released,
            "smallest": self.reading.smallest,
            "loss": {
                "sum": loss.sum,
                "sum_squared": loss.sum_squared,
                "mean": loss.mean(),
                "sum_min_sum": loss.sum_min_sum,
                "concepts": divergence(concepts),
                "terms": divergence(terms),
                "frequent_pairs": { "kept": pairs.kept, "of": pairs.of },
            },
            "risk": by_name(&|links| self.reading.share(links)),
            "links": by_name(&|links| links),
            "people": self.reading.people,
            "real_profiles": {
                "records": profiles.records,
                "of_one_person": profiles.of_one,
                "of_fewer_than_k_people": profiles.of_fewer_than_k,
                "fewest_people": profiles.fewest,
            },
            "singled_out": singled_out(singled),
            "singled_out_before": singled_out(singled_before),
        })
    }
}
