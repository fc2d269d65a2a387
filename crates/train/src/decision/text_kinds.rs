//! Learns to tell kinds of text.

use super::documents::Documents;
use super::folds::PARTS;
use crate::entities::Outcome;
use scumble_mask::document::judge::{TextKind, TextKinds, Weights};
use std::collections::BTreeMap;

const ROUNDS: usize = 20;
const RATE: f32 = 0.1;
const DECAY: f32 = 1e-3;

type Example = (Vec<u64>, TextKind);

fn examples(documents: &Documents, wanted: impl Fn(usize) -> bool) -> Vec<Example> {
    let wanted = documents.all.iter().filter(|marked| wanted(marked.fold));
    wanted.map(|marked| (TextKinds::features(&marked.case.0), marked.kind)).collect()
}

/// The packed weights that tell kinds of text: a log-linear model.
fn learn(examples: &[Example]) -> Vec<u8> {
    let mut weights: BTreeMap<u64, f32> = BTreeMap::new();
    for round in 0..ROUNDS {
        let rate = RATE / (1.0 + round as f32 / 4.0);
        for (features, kind) in examples {
            let score = |kind: TextKind| -> f32 {
                features.iter().map(|&f| weights.get(&TextKinds::of_kind(f, kind)).copied().unwrap_or(0.0)).sum()
            };
            let scores = TextKind::ALL.map(score);
            let most = scores.iter().copied().fold(f32::MIN, f32::max);
            let sum: f32 = scores.iter().map(|score| (score - most).exp()).sum();
            for (one, score) in TextKind::ALL.into_iter().zip(scores) {
                let wrong = f32::from(u8::from(one == *kind)) - (score - most).exp() / sum;
                // What is long has many features.
                let step = rate * wrong / (features.len() as f32).sqrt();
                for &f in features {
                    let weight = weights.entry(TextKinds::of_kind(f, one)).or_default();
                    *weight += step - rate * DECAY * *weight;
                }
            }
        }
    }
    Weights::pack(weights.into_iter())
}

pub(crate) fn train(documents: &Documents) -> Vec<u8> {
    learn(&examples(documents, |_| true))
}

/// How often the kind is told right, in five parts.
pub(crate) fn report(documents: &Documents) -> Outcome<()> {
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for part in 0..PARTS {
        let packed = learn(&examples(documents, |fold| fold != part));
        let (weights, _) = Weights::unpack(&packed).ok_or("the kinds of text cannot be unpacked")?;
        let kinds = TextKinds::new(weights);
        for marked in documents.all.iter().filter(|marked| marked.fold == part) {
            *counts.entry((marked.kind.as_str(), kinds.of(&marked.case.0).as_str())).or_default() += 1;
        }
    }
    for ((right, told), count) in counts {
        println!("kind of text: {count} {right} texts told as {told}");
    }
    Ok(())
}
