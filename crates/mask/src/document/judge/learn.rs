//! Learns the weights of a chain from documents whose pieces were decided by people.

use super::chain::{Node, marginals, pulls};
use super::weights::Weights;
use std::collections::HashMap;

/// A document to learn from: its nodes, and whether people masked each of them, if that is known.
pub type Lesson = (Vec<Node>, Vec<Option<bool>>);

/// How a chain is learnt.
#[derive(Clone, Copy, Debug)]
pub struct Learning {
    /// How often every document is looked at.
    pub rounds: usize,
    /// The length of a step.
    pub rate: f32,
    /// How strongly weights are drawn to 0.
    pub decay: f32,
    /// A feature must occur in so many nodes.
    pub least: usize,
}

impl Default for Learning {
    fn default() -> Self {
        Self { rounds: 30, rate: 0.15, decay: 2e-4, least: 2 }
    }
}

impl Learning {
    /// The packed weights of greatest likelihood, by AdaGrad with a penalty on the squares; the same lessons give the same bytes.
    pub fn learn(&self, lessons: &[Lesson]) -> Vec<u8> {
        let index = self.index(lessons);
        let mut weights = vec![0.0f32; index.len()];
        let mut squares = vec![1e-6f32; index.len()];
        let mut gradient = vec![0.0f32; index.len()];
        let mut touched: Vec<u32> = Vec::new();
        let mut order: Vec<usize> = (0..lessons.len()).collect();
        let mut state = 42u64;
        for _ in 0..self.rounds {
            scumble_text::model::linear::shuffle(&mut order, &mut state);
            for &lesson in &order {
                let (nodes, masked) = &lessons[lesson];
                let weight = |feature: u64| index.get(&feature).map_or(0.0, |&at| weights[at as usize]);
                let expected = marginals(&pulls(nodes, weight));
                let mut add = |feature: u64, change: f64| {
                    if let Some(&at) = index.get(&feature) {
                        if gradient[at as usize] == 0.0 {
                            touched.push(at);
                        }
                        gradient[at as usize] += change as f32;
                    }
                };
                for (i, node) in nodes.iter().enumerate() {
                    let Some(decided) = masked[i] else { continue };
                    let own = f64::from(u8::from(decided)) - expected.masked[i];
                    node.features.iter().for_each(|&(feature, value)| add(feature, own * f64::from(value)));
                    if let Some(before) = i.checked_sub(1).and_then(|before| masked[before]) {
                        let own = f64::from(u8::from(decided == before)) - expected.alike[i - 1];
                        node.edge.iter().for_each(|&feature| add(feature, own));
                    }
                }
                for at in touched.drain(..) {
                    let at = at as usize;
                    let change = gradient[at] - self.decay * nodes.len() as f32 * weights[at];
                    gradient[at] = 0.0;
                    squares[at] += change * change;
                    weights[at] += self.rate * change / squares[at].sqrt();
                }
            }
        }
        let mut all: Vec<(u64, f32)> = index.into_iter().map(|(feature, at)| (feature, weights[at as usize])).collect();
        all.sort_unstable_by_key(|(feature, _)| *feature);
        Weights::pack(all.into_iter())
    }

    /// The features that occur often enough, numbered in the order of their first occurrence.
    fn index(&self, lessons: &[Lesson]) -> HashMap<u64, u32> {
        let mut counts: HashMap<u64, usize> = HashMap::new();
        let nodes = || lessons.iter().flat_map(|(nodes, _)| nodes);
        let all = || nodes().flat_map(|node| node.features.iter().map(|(f, _)| *f).chain(node.edge.iter().copied()));
        all().for_each(|feature| *counts.entry(feature).or_default() += 1);
        let mut index = HashMap::new();
        for feature in all().filter(|feature| counts[feature] >= self.least) {
            let next = index.len() as u32;
            index.entry(feature).or_insert(next);
        }
        index
    }
}

#[cfg(test)]
mod tests {
    use super::super::chain::probabilities;
    use super::*;

    #[test]
    fn what_people_decided_is_learnt() {
        // Feature 1 speaks for masking, feature 2 against it, and a node without features does as its neighbour.
        let node = |feature: Option<u64>| Node {
            features: feature.map(|feature| (feature << 20, 1.0)).into_iter().chain([(9 << 20, 1.0)]).collect(),
            edge: vec![7 << 20],
            given: false,
        };
        let lesson = |features: &[Option<u64>], masked: &[bool]| {
            (
                features.iter().map(|&feature| node(feature)).collect::<Vec<_>>(),
                masked.iter().map(|&masked| Some(masked)).collect(),
            )
        };
        let (yes, no) = (Some(1), Some(2));
        let mut lessons = vec![lesson(&[yes, None, None], &[true, true, true]); 20];
        lessons.extend(vec![lesson(&[no, None, None], &[false, false, false]); 20]);
        let packed = Learning::default().learn(&lessons);
        assert_eq!(packed, Learning::default().learn(&lessons), "the same lessons give the same bytes");
        let (weights, _) = Weights::unpack(&packed).unwrap();
        let (masked, kept) = (probabilities(&lessons[0].0, &weights), probabilities(&lessons[20].0, &weights));
        assert!(masked[0] > 0.9 && masked[1] > 0.7 && kept[0] < 0.1 && kept[1] < 0.3, "{masked:?} {kept:?}");
    }
}
