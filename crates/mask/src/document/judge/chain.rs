//! A linear chain over the evidence of a document: every piece is masked or kept, and neighbours lean on each other.

use super::weights::Weights;

/// What is known of a piece.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// Its features with their values: what speaks for masking it.
    pub features: Vec<(u64, f32)>,
    /// The features of its place behind the piece before it: what speaks for deciding both alike.
    pub edge: Vec<u64>,
    /// Whether it is masked for another reason.
    pub given: bool,
}

/// How strongly one piece calls for being masked, and for being decided like the one before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pull {
    pub(super) node: f64,
    pub(super) edge: f64,
    pub(super) given: bool,
}

/// The pulls of nodes by weights.
pub(super) fn pulls(nodes: &[Node], weight: impl Fn(u64) -> f32) -> Vec<Pull> {
    let one = |node: &Node| Pull {
        node: node.features.iter().map(|&(feature, value)| f64::from(weight(feature) * value)).sum(),
        edge: node.edge.iter().map(|&feature| f64::from(weight(feature))).sum(),
        given: node.given,
    };
    nodes.iter().map(one).collect()
}

/// For each node its probability to be masked; for each node but the first, the probability to be decided like the one before.
#[derive(Clone, Debug, Default)]
pub(super) struct Marginals {
    pub(super) masked: Vec<f64>,
    pub(super) alike: Vec<f64>,
}

/// What a forbidden state costs.
const NEVER: f64 = -1e9;

fn log_sum(a: f64, b: f64) -> f64 {
    let (high, low) = if a > b { (a, b) } else { (b, a) };
    high + (low - high).exp().ln_1p()
}

/// The marginals by the forward-backward algorithm. `clamped` gives the states that are known, if they all are.
pub(super) fn marginals(pulls: &[Pull]) -> Marginals {
    let n = pulls.len();
    let score = |i: usize| [if pulls[i].given { NEVER } else { 0.0 }, pulls[i].node];
    let mut forward = vec![[0.0; 2]; n];
    for i in 0..n {
        let own = score(i);
        forward[i] = match i {
            0 => own,
            _ => {
                let (before, edge) = (forward[i - 1], pulls[i].edge);
                [own[0] + log_sum(before[0] + edge, before[1]), own[1] + log_sum(before[0], before[1] + edge)]
            }
        };
    }
    let mut backward = vec![[0.0; 2]; n];
    for i in (0..n.saturating_sub(1)).rev() {
        let (next, edge) = (backward[i + 1], pulls[i + 1].edge);
        let own = score(i + 1);
        let (keep, mask) = (own[0] + next[0], own[1] + next[1]);
        backward[i] = [log_sum(keep + edge, mask), log_sum(keep, mask + edge)];
    }
    let Some(last) = forward.last() else { return Marginals::default() };
    let total = log_sum(last[0], last[1]);
    let masked = (0..n).map(|i| (forward[i][1] + backward[i][1] - total).exp().min(1.0)).collect();
    let alike = (1..n)
        .map(|i| {
            let own = score(i);
            let both = |state: usize| forward[i - 1][state] + pulls[i].edge + own[state] + backward[i][state] - total;
            (both(0).exp() + both(1).exp()).min(1.0)
        })
        .collect();
    Marginals { masked, alike }
}

/// The probability of each node to be masked, by trained weights.
pub(super) fn probabilities(nodes: &[Node], weights: &Weights) -> Vec<f64> {
    marginals(&pulls(nodes, |feature| weights.of(feature))).masked
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn marginals_are_those_of_all_ways_to_decide(
            parts in prop::collection::vec((-3.0..3.0f64, -2.0..2.0f64, prop::bool::weighted(0.2)), 1..8)
        ) {
            let pulls: Vec<Pull> = parts.iter().map(|&(node, edge, given)| Pull { node, edge, given }).collect();
            let n = pulls.len();
            let (mut sum, mut masked, mut alike) = (0.0, vec![0.0; n], vec![0.0; n]);
            for states in 0u32..1 << n {
                let state = |i: usize| states >> i & 1 == 1;
                if (0..n).any(|i| pulls[i].given && !state(i)) {
                    continue;
                }
                let nodes: f64 = (0..n).filter(|&i| state(i)).map(|i| pulls[i].node).sum();
                let edges: f64 = (1..n).filter(|&i| state(i) == state(i - 1)).map(|i| pulls[i].edge).sum();
                let weight = (nodes + edges).exp();
                sum += weight;
                for i in 0..n {
                    masked[i] += if state(i) { weight } else { 0.0 };
                    alike[i] += if i > 0 && state(i) == state(i - 1) { weight } else { 0.0 };
                }
            }
            let found = marginals(&pulls);
            for i in 0..n {
                prop_assert!((found.masked[i] - masked[i] / sum).abs() < 1e-9);
                prop_assert!(i == 0 || (found.alike[i - 1] - alike[i] / sum).abs() < 1e-9);
            }
        }
    }
}
