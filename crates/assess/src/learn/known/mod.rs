//! Learning that carries over: an intruder knows some pairs, and links everybody else.
//!
//! The distance that links most known pairs overfits them. Here a few simple recipes compete instead: each is fitted to part of the
//! known pairs and judged on the rest, by how near the top it puts the right record among all masked ones. The best is
//! fitted to all known pairs.

mod features;
mod inverse;
mod softmax;
mod validation;
mod weights;

pub use features::Features;
pub use weights::Weights;

use crate::combine::Symmetric;
use crate::link::{Euclid, Nearest, Neighbours, TIE, turned};
use crate::reading::{Error, Result};
use rayon::prelude::*;
use scumble_data::Rows;
use scumble_io::Watch;

/// How to learn from known pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CarryOver {
    /// Parts that the known pairs are cut into: each is judged by a distance that is fitted to the others.
    pub folds: usize,
    /// What the parts are drawn from.
    pub seed: u64,
}

impl Default for CarryOver {
    fn default() -> Self {
        Self { folds: 5, seed: 0 }
    }
}

/// Two files of numbers as they are published, row by row the same people, and the rows that the intruder knows.
#[derive(Debug, Clone, Copy)]
pub struct KnownPairs<'d> {
    /// The original file.
    pub original: &'d Rows,
    /// The masked file.
    pub masked: &'d Rows,
    /// The rows whose pairs are known, each once.
    pub known: &'d [u32],
}

/// Features and weights: one way to measure distances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recipe {
    /// What is compared.
    pub features: Features,
    /// How much each feature counts.
    pub weights: Weights,
}

impl Recipe {
    /// Every recipe, the simplest first.
    pub fn all() -> impl Iterator<Item = Self> {
        Features::ALL
            .iter()
            .flat_map(|&(_, features)| Weights::ALL.iter().map(move |&(_, weights)| Self { features, weights }))
    }

    /// Its name: `ranks, inverse variance`.
    pub fn name(self) -> String {
        format!("{}, {}", self.features.name(), self.weights.name())
    }
}

/// A recipe that took part, and how well it did on known pairs that it was not fitted to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate {
    /// The recipe.
    pub recipe: Recipe,
    /// The mean binary logarithm of the place of the right record among all masked ones: 0 if it is always the nearest.
    pub mean_log2_rank: f64,
}

/// A distance that was learned from known pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct Fitted {
    /// The recipe.
    pub recipe: Recipe,
    /// M of the distance (a - b)ᵀ M (a - b) between records of features: first the standardised columns, then the ranks, as far as the
    /// recipe has them.
    pub matrix: Symmetric,
}

/// Whom a distance links of the records that the intruder does not know, among all masked records.
#[derive(Debug, Clone, PartialEq)]
pub struct TestLinks {
    /// The rows that are not known, ascending.
    pub rows: Vec<u32>,
    /// For each of them the probability that it is linked rightly: 1 over the number of nearest records, if its own is one.
    pub records: Vec<f64>,
    /// The expected number of right links.
    pub expected: f64,
    /// Records whose only nearest masked record is their own.
    pub strict: usize,
}

impl TestLinks {
    /// The expected share of right links, in percent.
    pub fn percent(&self) -> f64 {
        100.0 * self.expected / self.rows.len() as f64
    }
}

/// What was learned, and whom it links.
#[derive(Debug, Clone, PartialEq)]
pub struct Carried {
    /// Every recipe with its score, in the order of [`Recipe::all`].
    pub candidates: Vec<Candidate>,
    /// The recipe with the least mean log₂ rank, fitted to all known pairs; of equal ones the simplest.
    pub chosen: Fitted,
    /// Whom it links of the other records.
    pub links: TestLinks,
}

/// Known pairs to judge by and to fit the softmax to, at most: a distance has few weights, and every pair is compared with every masked
/// record.
const MOST_JUDGED: usize = 2_000;
/// Known pairs in a part, at least.
const LEAST_IN_FOLD: usize = 2;

impl CarryOver {
    /// Chooses a recipe by cross-validation, fits it to all known pairs, and links the other records.
    ///
    /// Of more than 2,000 known pairs as many, drawn at random, judge the recipes and fit the softmax; variances and covariances come
    /// from all.
    ///
    /// # Errors
    /// If the files differ in size, a number is missing or infinite, a known row is not there or named twice, there are too few known
    /// pairs, or none is unknown; or if the watcher cancels the run.
    pub fn learn(&self, pairs: KnownPairs<'_>, watch: &dyn Watch) -> Result<Carried> {
        pairs.check()?;
        if self.folds < 2 || pairs.known.len() < self.folds * LEAST_IN_FOLD {
            return Err(Error::Nothing(
                "too few known pairs to learn from: each part of the cross-validation needs 2, and there must be 2 parts",
            ));
        }
        let folds = validation::folds(pairs.known, self.folds, self.seed);
        let mut judged = Vec::new();
        for (step, &(_, features)) in Features::ALL.iter().enumerate() {
            watch.step("judging recipes", step as u64, Features::ALL.len() as u64)?;
            let prepared = Prepared::new(pairs, features);
            let one = |&(_, weights): &(_, Weights)| {
                (Recipe { features, weights }, validation::log2_ranks(&prepared, weights, &folds))
            };
            judged.extend(Weights::ALL.par_iter().map(one).collect::<Vec<_>>());
        }
        let recipe = chosen(&judged).ok_or(Error::Nothing("there is no recipe to choose from"))?;
        let score = |(recipe, ranks): &Judged| Candidate { recipe: *recipe, mean_log2_rank: validation::mean(ranks) };
        let candidates = judged.iter().map(score).collect();
        watch.step("linking", 0, 0)?;
        let prepared = Prepared::new(pairs, recipe.features);
        let judged: Vec<u32> = folds.iter().flatten().copied().collect();
        let matrix = recipe.weights.fit(&prepared, pairs.known, &judged);
        let links = prepared.links(&matrix, &pairs.unknown());
        Ok(Carried { candidates, chosen: Fitted { recipe, matrix }, links })
    }

    /// Fits one recipe to all known pairs, without a choice, and links the other records.
    ///
    /// # Errors
    /// As [`Self::learn`].
    pub fn with(&self, recipe: Recipe, pairs: KnownPairs<'_>) -> Result<(Fitted, TestLinks)> {
        pairs.check()?;
        let prepared = Prepared::new(pairs, recipe.features);
        let judged: Vec<u32> = validation::folds(pairs.known, 1, self.seed).into_iter().flatten().collect();
        let matrix = recipe.weights.fit(&prepared, pairs.known, &judged);
        let links = prepared.links(&matrix, &pairs.unknown());
        Ok((Fitted { recipe, matrix }, links))
    }
}

/// A recipe and the log₂ rank of every known pair by it.
type Judged = (Recipe, Vec<f64>);

/// The recipe with the least mean; the first of equal ones.
fn chosen(judged: &[Judged]) -> Option<Recipe> {
    let better = |a: &&Judged, b: &&Judged| validation::mean(&a.1).total_cmp(&validation::mean(&b.1));
    judged.iter().min_by(better).map(|(recipe, _)| *recipe)
}

impl KnownPairs<'_> {
    fn check(&self) -> Result<()> {
        let (original, masked) = (self.original, self.masked);
        if original.len() != masked.len() {
            return Err(Error::Lengths { original: original.len(), masked: masked.len() });
        }
        if original.width() != masked.width() {
            return Err(Error::Nothing("the two files must have the same columns"));
        }
        for (file, rows) in [("original", original), ("masked", masked)] {
            if let Some(at) = rows.cells().iter().position(|cell| !cell.is_finite()) {
                return Err(Error::NoNumber { file, row: at / rows.width() + 1, column: at % rows.width() + 1 });
            }
        }
        let mut seen = vec![false; original.len()];
        for &row in self.known {
            match seen.get_mut(row as usize) {
                Some(seen) if !*seen => *seen = true,
                Some(_) => return Err(Error::Nothing("a known row is named twice")),
                None => return Err(Error::Nothing("a known row is not in the files")),
            }
        }
        match (self.known.len() >= LEAST_IN_FOLD, seen.iter().all(|&seen| seen)) {
            (false, _) => Err(Error::Nothing("too few known pairs to learn from: at least 2 are needed")),
            (_, true) => Err(Error::Nothing("every pair is known: no record is left to link")),
            _ => Ok(()),
        }
    }

    /// The rows that are not known, ascending.
    fn unknown(&self) -> Vec<u32> {
        let mut known = vec![false; self.original.len()];
        self.known.iter().for_each(|&row| known[row as usize] = true);
        (0..self.original.len() as u32).filter(|&row| !known[row as usize]).collect()
    }
}

impl Fitted {
    /// How much each column counts, as a share of all: the diagonal of the matrix, of both features of a column together.
    pub fn column_weights(&self) -> Vec<f64> {
        let parts = self.recipe.features.parts();
        let width = self.matrix.width() / parts;
        let own = |column: usize| (0..parts).map(|part| part * width + column).map(|at| self.matrix.cell(at, at)).sum();
        let weights: Vec<f64> = (0..width).map(own).collect();
        let all: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / all).collect()
    }
}

/// Two files as features.
struct Prepared {
    original: Rows,
    masked: Rows,
}

impl Prepared {
    fn new(pairs: KnownPairs<'_>, features: Features) -> Self {
        Self { original: features.of(pairs.original), masked: features.of(pairs.masked) }
    }

    /// Both files in the space where a distance is Euclid's.
    fn whitened(&self, matrix: &Symmetric) -> Self {
        let root = matrix.with_eigenvalues(|value| value.max(0.0).sqrt());
        Self { original: turned(&self.original, &root), masked: turned(&self.masked, &root) }
    }

    /// Links some records to the nearest of all masked ones.
    fn links(&self, matrix: &Symmetric, rows: &[u32]) -> TestLinks {
        let space = self.whitened(matrix);
        let euclid = Euclid { absolute: 0.0, relative: 2.0 * TIE };
        let tree = Nearest::new(&space.masked, &euclid);
        let to = |&row: &u32| tree.to(space.original.row(row as usize), row as usize);
        let found: Vec<Neighbours> = rows.par_iter().map(to).collect();
        let chance = |near: &Neighbours| if near.right { 1.0 / near.ties as f64 } else { 0.0 };
        let records: Vec<f64> = found.iter().map(chance).collect();
        TestLinks {
            rows: rows.to_vec(),
            expected: records.iter().sum(),
            strict: found.iter().filter(|near| near.right && near.ties == 1).count(),
            records,
        }
    }
}

#[cfg(test)]
mod tests;
