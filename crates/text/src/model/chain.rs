//! Labelling of whole sentences at once, by the features of each token and the transitions between labels.

use crate::model::linear::{Learner, Linear, feature, shuffle};

/// A sentence to label as a chain.
pub trait Chain {
    /// Appends the features of token `i`; they do not depend on other labels.
    fn features(&self, i: usize, out: &mut Vec<u64>);

    /// Whether nothing about token `i` calls for a label other than 0, so that it need not be looked at.
    fn is_plain(&self, i: usize) -> bool;

    /// How many tokens there are.
    fn len(&self) -> usize;

    /// Whether there is no token.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Which labels there are, and which may follow which.
#[derive(Clone, Copy, Debug)]
pub struct Labels {
    /// How many, at most 64; label 0 stands before the first token.
    pub count: usize,
    /// Whether the second may follow the first.
    pub follows: fn(u8, u8) -> bool,
}

/// The feature of "after this label".
fn after(label: usize) -> u64 {
    feature(999, label as u64 + 1, 0)
}

/// A trained chain, with its transitions at hand.
#[derive(Debug)]
pub struct Tagging {
    model: Linear,
    labels: Labels,
    /// Transition scores: for each label, the score of reaching it from every label.
    steps: Vec<i32>,
}

impl Tagging {
    /// From what [`learn`] packed.
    pub fn unpack(bytes: &[u8], labels: Labels) -> Option<Self> {
        let model = Linear::unpack(bytes)?;
        let steps = steps(labels, |before, scores| model.add(after(before), scores));
        Some(Self { model, labels, steps })
    }

    /// The best labels of a sentence, behind those that `out` has; `work` is scratch space.
    pub fn label(&self, chain: &impl Chain, work: &mut Work<i32>, out: &mut Vec<u8>) {
        let score = |features: &[u64], scores: &mut [i32; 64]| {
            features.iter().for_each(|&feature| self.model.add(feature, scores));
        };
        work.decode(chain, self.labels, score, &self.steps, out);
    }
}

/// The score of every transition, by the label that it leads to; the worst where it is not allowed.
fn steps<S: Score>(labels: Labels, add: impl Fn(usize, &mut [S; 64])) -> Vec<S> {
    let mut steps = vec![S::WORST; labels.count * labels.count];
    for before in 0..labels.count {
        let mut scores = [S::default(); 64];
        add(before, &mut scores);
        for next in (0..labels.count).filter(|&next| (labels.follows)(before as u8, next as u8)) {
            steps[next * labels.count + before] = scores[next];
        }
    }
    steps
}

/// Scratch space of the search for the best labels.
#[derive(Debug, Default)]
pub struct Work<S> {
    features: Vec<u64>,
    best: Vec<S>,
    next: Vec<S>,
    /// The labels that the best path may still go through, with its score so far.
    live: Vec<(u8, S)>,
    /// For each token and label, the label before it on the best path.
    came: Vec<u8>,
}

/// Scores that can be added up and compared: whole numbers of a trained model, fractions while it learns.
pub trait Score: Copy + PartialOrd + std::ops::Add<Output = Self> + Default {
    /// Less than any sum of real scores.
    const WORST: Self;
    /// A path whose score is this far below the best one so far is given up.
    const HOPELESS: Self;
    /// Whether plain tokens are passed over: not while learning, which needs to see what is plain.
    const SKIPS_PLAIN: bool;
}

impl Score for i32 {
    const WORST: Self = -(1 << 24);
    const HOPELESS: Self = -2000;
    const SKIPS_PLAIN: bool = true;
}

impl Score for f32 {
    const WORST: Self = -1e9;
    const HOPELESS: Self = -1e9;
    const SKIPS_PLAIN: bool = false;
}

impl<S: Score> Work<S> {
    /// Viterbi's search: the path of greatest score; on a tie the lower label.
    fn decode(
        &mut self,
        chain: &impl Chain,
        labels: Labels,
        score: impl Fn(&[u64], &mut [S; 64]),
        steps: &[S],
        out: &mut Vec<u8>,
    ) {
        let (n, count) = (chain.len(), labels.count);
        if n == 0 {
            return;
        }
        self.came.clear();
        self.best.clear();
        self.best.resize(count, S::WORST);
        self.best[0] = S::default();
        for i in 0..n {
            let mut scores = [S::default(); 64];
            if S::SKIPS_PLAIN && chain.is_plain(i) {
                scores[1..].fill(S::WORST);
            } else {
                self.features.clear();
                chain.features(i, &mut self.features);
                score(&self.features, &mut scores);
            }
            self.next.clear();
            let top = self.best.iter().copied().fold(S::WORST, |top, best| if best > top { best } else { top });
            self.live.clear();
            let live = self.best.iter().zip(0u8..).filter(|(best, _)| **best >= top + S::HOPELESS);
            self.live.extend(live.map(|(&best, label)| (label, best)));
            for (to_next, &own) in steps.chunks_exact(count).zip(&scores) {
                let (mut most, mut from) = (S::WORST + S::WORST, 0);
                for &(before, best) in &self.live {
                    let sum = best + to_next[usize::from(before)];
                    if sum > most {
                        (most, from) = (sum, before);
                    }
                }
                self.next.push(most + own);
                self.came.push(from);
            }
            std::mem::swap(&mut self.best, &mut self.next);
            // The score of a path that is not allowed stays the worst, and does not underflow.
            self.best.iter_mut().filter(|best| **best < S::WORST).for_each(|best| *best = S::WORST);
        }
        let mut label = 0;
        for other in 1..count {
            if self.best[other] > self.best[label] {
                label = other;
            }
        }
        let start = out.len();
        for i in (0..n).rev() {
            out.push(label as u8);
            label = self.came[i * count + label].into();
        }
        out[start..].reverse();
    }
}

/// Learns from labelled sentences: so many rounds in an order shuffled by `seed`. The same input gives the same model.
pub fn learn<C: Chain>(sentences: &[(C, Vec<u8>)], labels: Labels, rounds: usize, seed: u64) -> Learner {
    let mut learner = Learner::default();
    let mut order: Vec<usize> = (0..sentences.len()).collect();
    let mut state = seed;
    let mut work = Work::<f32>::default();
    let (mut ours, mut features) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        shuffle(&mut order, &mut state);
        for &which in &order {
            let (chain, gold) = &sentences[which];
            let steps = steps(labels, |before, scores| learner.add(after(before), scores));
            ours.clear();
            let score = |features: &[u64], scores: &mut [f32; 64]| {
                features.iter().for_each(|&feature| learner.add(feature, scores));
            };
            work.decode(chain, labels, score, &steps, &mut ours);
            learner.tick();
            let before = |labels: &[u8], i: usize| if i == 0 { 0 } else { labels[i - 1] };
            for i in 0..gold.len() {
                if ours[i] != gold[i] {
                    features.clear();
                    chain.features(i, &mut features);
                    learner.correct(&features, gold[i], ours[i]);
                }
                let (right, wrong) = (before(gold, i), before(&ours, i));
                if (right, gold[i]) != (wrong, ours[i]) {
                    learner.change(after(right.into()), gold[i], 1.0);
                    learner.change(after(wrong.into()), ours[i], -1.0);
                }
            }
        }
    }
    learner
}
