//! Learns which findings people mask, for each kind of text: `train decision DATA NETWORKS OUT`.

mod documents;
mod folds;
mod lessons;
mod measure;
mod text_kinds;

use crate::entities::Outcome;
use documents::Documents;
use folds::Folds;
use scumble_mask::document::Readers;
use scumble_mask::document::judge::{Learning, TextKind};
use std::path::Path;

/// How the models are learnt; chosen by five-fold trials on court cases and leads.
const LEARNING: Learning = Learning { rounds: 30, rate: 0.05, decay: 1e-3, least: 2 };

/// Learns the models, prints what they are worth in five-fold trials, and writes them. The networks are those that have not seen a
/// part of the documents.
pub(crate) fn run(data: &Path, networks: &Path, out: &Path) -> Outcome<()> {
    let folds = Folds::train(data, networks)?;
    let documents = Documents::read(data)?;
    text_kinds::report(&documents)?;
    let mut packed = Vec::new();
    for (name, readers) in Readers::ALL.into_iter().take(std::env::var("READERS").map_or(2, |n| n.parse().unwrap_or(2))) {
        let lessons = lessons::all(&documents, &folds, readers)?;
        measure::report(data, &documents, &lessons, &folds, readers)?;
        for model in 0..TextKind::MODELS {
            let of_model = lessons.iter().filter(|lesson| lesson.serves(model)).map(|lesson| lesson.lesson.clone());
            let of_model: Vec<_> = of_model.collect();
            let weights = LEARNING.learn(&of_model);
            println!("model {model} of decisions, {name}: {} documents, {} bytes", of_model.len(), weights.len());
            packed.extend(weights);
        }
    }
    packed.extend(text_kinds::train(&documents));
    std::fs::create_dir_all(out)?;
    scumble_io::write_whole(&out.join("decisions.bin"), &packed)?;
    println!("decisions.bin: {} bytes", packed.len());
    Ok(())
}
