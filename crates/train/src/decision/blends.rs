//! Learns how the linear decision and the network's opinion are put together, on documents that neither of them has seen.

use super::documents::Marked;
use super::folds::Folds;
use super::lessons::{decided, decider_with};
use crate::entities::Outcome;
use rayon::prelude::*;
use scumble_mask::document::judge::{Blend, Judges, TextKind};
use scumble_mask::document::{Readers, Reading};
use scumble_text::entity::Recognizers;
use scumble_text::network::Network;
use scumble_text::{Analyzer, Language};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What weighs for a piece, and whether people masked it.
type Example = (Vec<f64>, bool);

/// The blend for documents like these, read by what comes with the build.
pub(crate) fn learn<'m>(documents: impl Iterator<Item = &'m Marked>, judges: &Arc<Judges>) -> Outcome<Blend> {
    learn_with(documents, judges, Folds::shipped(), None)
}

/// The same with other readers: an analyzer, and a network in place of the one that comes with the build.
pub(crate) fn learn_with<'m>(
    documents: impl Iterator<Item = &'m Marked>,
    judges: &Arc<Judges>,
    analyzer: &Analyzer,
    network: Option<&Arc<Network>>,
) -> Outcome<Blend> {
    let rules = |kind| Ok((kind, decider_with(kind, Readers::Careful, None, None, network)?));
    let rules = TextKind::ALL.into_iter().map(rules).collect::<Outcome<BTreeMap<_, _>>>()?;
    let documents: Vec<&Marked> = documents.collect();
    let examples = |marked: &&Marked| -> Vec<Example> {
        let reading = Reading::new(analyzer.read(&marked.case.0, Recognizers::built_in()));
        let evidence = rules[&marked.kind].evidence(&reading).unwrap_or_default();
        let linear = judges.linear(marked.kind, &reading, Language::english(), &evidence);
        let decided = decided(&marked.case, &evidence);
        let all = evidence.iter().zip(linear).zip(decided);
        all.filter_map(|((one, linear), masked)| Some((Blend::parts(linear, &one.network?), masked?))).collect()
    };
    let examples: Vec<Example> = documents.par_iter().flat_map_iter(examples).collect();
    let (both, alone): (Vec<Example>, Vec<Example>) = examples.into_iter().partition(|(parts, _)| parts.len() == 4);
    println!(
        "blend: {} pieces of both readers, {} of the network alone, in {} documents",
        both.len(),
        alone.len(),
        documents.len()
    );
    let blend = Blend { both: regression(&both), alone: regression(&alone) };
    println!("blend: {blend:?}");
    Ok(blend)
}

/// How strongly weights are drawn to 0, in examples.
const RIDGE: f64 = 1.0;

/// Logistic regression by Newton's steps.
fn regression<const N: usize>(examples: &[Example]) -> [f32; N] {
    let mut weights = [0.0f64; N];
    for _ in 0..30 {
        let mut gradient = weights.map(|weight| -RIDGE * weight);
        let mut curvature = [[0.0; N]; N];
        (0..N).for_each(|i| curvature[i][i] = RIDGE);
        for (parts, masked) in examples {
            let sum: f64 = parts.iter().zip(&weights).map(|(part, weight)| part * weight).sum();
            let p = 1.0 / (1.0 + (-sum).exp());
            for i in 0..N {
                gradient[i] += (f64::from(u8::from(*masked)) - p) * parts[i];
                (0..N).for_each(|j| curvature[i][j] += p * (1.0 - p) * parts[i] * parts[j]);
            }
        }
        let step = solved(curvature, gradient);
        (0..N).for_each(|i| weights[i] += step[i]);
    }
    weights.map(|weight| weight as f32)
}

/// The x with matrix · x = right; the matrix is positive definite.
fn solved<const N: usize>(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for i in 0..N {
        for below in i + 1..N {
            let share = matrix[below][i] / matrix[i][i];
            (i..N).for_each(|j| matrix[below][j] -= share * matrix[i][j]);
            right[below] -= share * right[i];
        }
    }
    for i in (0..N).rev() {
        let known: f64 = (i + 1..N).map(|j| matrix[i][j] * right[j]).sum();
        right[i] = (right[i] - known) / matrix[i][i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regression_gives_the_odds_of_two_groups() {
        // 30 of 40 and 10 of 40: log odds ln 3 and -ln 3, so the weight of the sign is ln 3 and the constant 0 (but for the ridge).
        let group = |sign: f64, masked: usize| (0..40).map(move |i| (vec![1.0, sign], i < masked));
        let examples: Vec<Example> = group(1.0, 30).chain(group(-1.0, 10)).collect();
        let [constant, weight] = regression(&examples);
        assert!(constant.abs() < 1e-6 && (weight - 3.0f32.ln()).abs() < 0.08, "{constant} {weight}");
    }

    #[test]
    fn equations_are_solved() {
        let [x, y] = solved([[2.0, 1.0], [1.0, 3.0]], [5.0, 10.0]);
        assert!((x - 1.0).abs() < 1e-12 && (y - 3.0).abs() < 1e-12);
    }
}
