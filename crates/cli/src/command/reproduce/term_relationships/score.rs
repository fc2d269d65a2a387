//! Precision, recall and F against people, for each document, averaged and pooled.

use super::measure::{Measured, Term};

/// The weights of the paper's figures.
pub(super) const WEIGHTS: [f64; 6] = [0.0, 0.2, 0.4, 0.6, 0.8, 1.0];

/// Precision, recall and F in percent, as in the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Score {
    pub precision: f64,
    pub recall: f64,
    pub f: f64,
}

/// How many terms were found, how many people marked, and how many are both.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    found: usize,
    marked: usize,
    both: usize,
}

impl Tally {
    fn of(document: &Measured, goes: impl Fn(&Term) -> bool) -> Self {
        let found = || document.terms.iter().filter(|term| goes(term));
        let both = found().filter(|term| document.gold.contains(&term.key)).count();
        Self { found: found().count(), marked: document.gold.len(), both }
    }

    fn add(self, other: Self) -> Self {
        Self { found: self.found + other.found, marked: self.marked + other.marked, both: self.both + other.both }
    }

    /// Where nothing is found, nothing is right.
    fn score(self) -> Score {
        let share = |of: usize| if of == 0 { 0.0 } else { 100.0 * self.both as f64 / of as f64 };
        let (precision, recall) = (share(self.found), share(self.marked));
        let f = if self.both == 0 { 0.0 } else { 2.0 * precision * recall / (precision + recall) };
        Score { precision, recall, f }
    }
}

/// What one way of choosing terms comes to.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    /// The mean over documents: the headline, as the paper's "in average".
    pub mean: Score,
    /// All documents as one.
    pub pooled: Score,
    /// Each document.
    pub each: Vec<Score>,
    /// How many terms go.
    pub found: usize,
}

impl Outcome {
    fn of(documents: &[Measured], goes: impl Fn(&Measured, &Term) -> bool) -> Self {
        let tallies: Vec<Tally> =
            documents.iter().map(|document| Tally::of(document, |term| goes(document, term))).collect();
        let each: Vec<Score> = tallies.iter().map(|tally| tally.score()).collect();
        let mean = |pick: fn(&Score) -> f64| each.iter().map(pick).sum::<f64>() / each.len().max(1) as f64;
        let all = tallies.iter().fold(Tally::default(), |sum, tally| sum.add(*tally));
        let mean = Score {
            precision: mean(|score| score.precision),
            recall: mean(|score| score.recall),
            f: mean(|score| score.f),
        };
        Self { mean, pooled: all.score(), each, found: all.found }
    }
}

/// S1, S1 and S2 for each weight, and what every term together would come to.
pub(super) struct Scores {
    pub first: Outcome,
    pub both: Vec<(f64, Outcome)>,
    pub every: Outcome,
}

impl Scores {
    pub(super) fn of(documents: &[Measured]) -> Self {
        let at = |w: Option<f64>| Outcome::of(documents, move |document, term| document.goes(term, w));
        Self {
            first: at(None),
            both: WEIGHTS.into_iter().map(|w| (w, at(Some(w)))).collect(),
            every: Outcome::of(documents, |_, _| true),
        }
    }

    /// The weight with the best F; of equals the greatest, which removes least.
    pub(super) fn best(&self, f: impl Fn(&Outcome) -> f64) -> f64 {
        let best = self.both.iter().max_by(|a, b| f(&a.1).total_cmp(&f(&b.1)));
        best.map_or(f64::NAN, |(w, _)| *w)
    }

    /// In how many pairs of a document and a weight S1 with S2 is above S1, as it, and below.
    pub(super) fn against(&self, pick: impl Fn(&Score) -> f64) -> [usize; 3] {
        let mut out = [0; 3];
        for (both, first) in self.both.iter().flat_map(|(_, outcome)| outcome.each.iter().zip(&self.first.each)) {
            let order = pick(first).total_cmp(&pick(both));
            out[(order as i8 + 1) as usize] += 1;
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eqs_7_to_9() {
        let score = Tally { found: 8, marked: 10, both: 6 }.score();
        assert_eq!((score.precision, score.recall), (75.0, 60.0));
        assert!((score.f - 200.0 / 3.0).abs() < 1e-9);
        assert_eq!(Tally { found: 0, marked: 3, both: 0 }.score(), Score::default());
    }
}
