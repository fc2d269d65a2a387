//! Greedy labelling from left to right: each decision sees the two before it.

use crate::model::linear::{Learner, Linear, shuffle};

/// What a labeller sees and may say at a place of a sentence.
pub trait Task {
    /// Appends the features of token `i`, given the labels of the two tokens before it.
    fn features(&self, i: usize, before: u8, before2: u8, out: &mut Vec<u64>);

    /// The labels that token `i` may have after `before`, one bit each; never none.
    fn choices(&self, i: usize, before: u8) -> u64;

    /// How many tokens there are.
    fn len(&self) -> usize;

    /// A head start for labels, in the units of the trained weights.
    fn start(&self) -> [i32; 64] {
        [0; 64]
    }

    /// Whether there is no token.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Labels the tokens of a task; `features` is scratch space.
pub fn label(model: &Linear, task: &impl Task, features: &mut Vec<u64>, out: &mut Vec<u8>) {
    let (mut before, mut before2) = (0, 0);
    let start = task.start();
    for i in 0..task.len() {
        let choices = task.choices(i, before);
        let label = if choices.count_ones() == 1 {
            choices.trailing_zeros() as u8
        } else {
            features.clear();
            task.features(i, before, before2, features);
            let mut scores = start;
            features.iter().for_each(|&feature| model.add(feature, &mut scores));
            best(choices, |label| scores[label])
        };
        out.push(label);
        (before2, before) = (before, label);
    }
}

/// The allowed label of greatest score; on a tie the first.
fn best<S: PartialOrd>(choices: u64, score: impl Fn(usize) -> S) -> u8 {
    let mut rest = choices;
    let mut best = rest.trailing_zeros() as usize;
    while rest != 0 {
        let label = rest.trailing_zeros() as usize;
        if score(label) > score(best) {
            best = label;
        }
        rest &= rest - 1;
    }
    best as u8
}

/// Learns from labelled tasks: so many rounds in an order shuffled by `seed`. The same input gives the same model.
pub fn learn<T: Task>(tasks: &[(T, Vec<u8>)], rounds: usize, seed: u64) -> Learner {
    let mut learner = Learner::default();
    let mut order: Vec<usize> = (0..tasks.len()).collect();
    let mut state = seed;
    let mut features = Vec::new();
    for _ in 0..rounds {
        shuffle(&mut order, &mut state);
        for &which in &order {
            let (task, gold) = &tasks[which];
            let (mut before, mut before2) = (0, 0);
            for (i, &right) in gold.iter().enumerate() {
                let choices = task.choices(i, before);
                let guess = if choices.count_ones() == 1 {
                    choices.trailing_zeros() as u8
                } else {
                    features.clear();
                    task.features(i, before, before2, &mut features);
                    let mut scores = [0.0; 64];
                    features.iter().for_each(|&feature| learner.add(feature, &mut scores));
                    let guess = best(choices, |label| scores[label]);
                    learner.tick();
                    if guess != right {
                        learner.correct(&features, right, guess);
                    }
                    guess
                };
                (before2, before) = (before, guess);
            }
        }
    }
    learner
}
