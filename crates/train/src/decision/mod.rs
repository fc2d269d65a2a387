//! Learns which findings people mask, for each kind of text: `train decision DATA OUT [--networks FOLDER]`.

mod blends;
mod documents;
mod folds;
mod lessons;
mod measure;
mod text_kinds;

use crate::entities::Outcome;
use documents::{Documents, New};
use folds::Folds;
use scumble_mask::document::judge::{Blend, Judges, Learning, TextKind};
use std::path::Path;
use std::sync::Arc;

/// How the models are learnt; chosen by five-fold trials on court cases and leads.
const LEARNING: Learning = Learning { rounds: 30, rate: 0.05, decay: 1e-3, least: 2 };

/// Learns the models, prints what they are worth on documents they have not seen, and writes them. With networks that have not seen a
/// part of the court cases each (fold0.bin to fold4.bin, of the network's trainer), careful reading is measured in five parts, too.
pub(crate) fn run(data: &Path, out: &Path, networks: Option<&Path>) -> Outcome<()> {
    let folds = Folds::train(data)?;
    let documents = Documents::read(data)?;
    text_kinds::report(&documents)?;
    let lessons = lessons::all(&documents, &folds)?;
    measure::five_fold(TextKind::Court, &documents, &lessons, &folds)?;
    measure::five_fold(TextKind::Biography, &documents, &lessons, &folds)?;
    let new = New::read(data)?;
    if let Some(networks) = networks {
        measure::careful_five_fold(&documents, &lessons, &folds, networks, &new.court)?;
    }
    let mut linear = Vec::new();
    for model in 0..TextKind::MODELS {
        let of_model = lessons.iter().filter(|lesson| lesson.serves(model)).map(|lesson| lesson.lesson.clone());
        let of_model: Vec<_> = of_model.collect();
        let weights = LEARNING.learn(&of_model);
        println!("model {model} of decisions: {} documents, {} bytes", of_model.len(), weights.len());
        linear.extend(weights);
    }
    linear.extend(text_kinds::train(&documents));
    measure::careful_court(&linear, &new.court)?;
    let packed = blended(&linear, &new)?;
    measure::biographies(data, &packed)?;
    std::fs::create_dir_all(out)?;
    scumble_io::write_whole(&out.join("decisions.bin"), &packed)?;
    println!("decisions.bin: {} bytes", packed.len());
    Ok(())
}

/// The linear models with the blends of both readers: learnt on court cases for those, on everyday documents for those, and on all
/// of them for other texts.
fn blended(linear: &[u8], new: &New) -> Outcome<Vec<u8>> {
    let judges = judges(linear, &[Blend::default(); TextKind::MODELS])?;
    let court = blends::learn(new.court.iter(), &judges)?;
    let everyday = blends::learn(new.everyday.iter(), &judges)?;
    let all = blends::learn(new.court.iter().chain(&new.everyday), &judges)?;
    Ok(packed(linear, &[court, all, everyday, all]))
}

fn packed(linear: &[u8], blends: &[Blend; TextKind::MODELS]) -> Vec<u8> {
    linear.iter().copied().chain(blends.iter().flat_map(Blend::pack)).collect()
}

fn judges(linear: &[u8], blends: &[Blend; TextKind::MODELS]) -> Outcome<Arc<Judges>> {
    Ok(Arc::new(Judges::unpack(&packed(linear, blends)).ok_or("the weights cannot be unpacked")?))
}
