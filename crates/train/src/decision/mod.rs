//! Learns which findings people mask, for each kind of text: `train decision DATA OUT`.

mod documents;
mod folds;
mod lessons;
mod measure;
mod text_kinds;

use crate::entities::Outcome;
use documents::Documents;
use folds::Folds;
use scumble_mask::document::judge::{Learning, TextKind, Weights};
use std::path::Path;

/// How the models are learnt; chosen by five-fold trials on court cases and leads.
const LEARNING: Learning = Learning { rounds: 30, rate: 0.05, decay: 1e-3, least: 2 };

/// Learns the models, prints what they are worth in five-fold trials, and writes them.
pub(crate) fn run(data: &Path, out: &Path) -> Outcome<()> {
    let folds = Folds::train(data)?;
    let documents = Documents::read(data)?;
    let kinds = text_kinds::train(&documents);
    text_kinds::report(&documents)?;
    measure::report(data, &documents, &folds)?;
    let lessons = lessons::all(&documents, &folds)?;
    let mut packed = Vec::new();
    for kind in TextKind::ALL {
        let of_kind = lessons.iter().filter(|lesson| lesson.serves(kind)).map(|lesson| lesson.lesson.clone());
        let of_kind: Vec<_> = of_kind.collect();
        let weights = if of_kind.is_empty() { Weights::pack(std::iter::empty()) } else { LEARNING.learn(&of_kind) };
        println!("decisions in {} texts: {} documents, {} bytes", kind.as_str(), of_kind.len(), weights.len());
        packed.extend(weights);
    }
    packed.extend(kinds);
    std::fs::create_dir_all(out)?;
    scumble_io::write_whole(&out.join("decisions.bin"), &packed)?;
    println!("decisions.bin: {} bytes", packed.len());
    Ok(())
}
