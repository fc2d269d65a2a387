//! The search for parameters that link most records: along random lines, always at the best place or, while it is warm, a good one.

use super::family::Family;
use super::line::{Ends, Segment};
use super::rows::Rows;
use super::shape::Shape;
use rayon::prelude::*;
use scumble_mask::Rng;

/// Lines of a cycle.
const LINES: usize = 2_000;
/// Chains that search side by side; a number of its own, so that the result does not depend on the number of threads.
const CHAINS: u64 = 4;
/// The temperature of a cold cycle, in records, and the one that every cycle ends with.
const COLD: f64 = 0.08;
const COLDEST: f64 = 0.05;
/// After so many lines the rows are worked out anew.
const ANEW: usize = 64;

/// Parameters, and the weight of the records that they link.
#[derive(Debug, Clone, PartialEq)]
struct Found {
    parameters: Vec<f64>,
    linked: f64,
}

/// A search on some rows.
pub(super) struct Search<'s> {
    pub(super) family: Family,
    pub(super) rows: &'s Rows,
    /// Columns.
    pub(super) width: usize,
    pub(super) seed: u64,
}

impl Search<'_> {
    /// A round of cycles side by side: the first from the starts, cold; later ones from the best, cold to hot, and some from
    /// anywhere. Gives the best parameters of each.
    pub(super) fn round(&self, round: usize, starts: &[Vec<f64>], best: &[f64]) -> Vec<Vec<f64>> {
        let is_first = round == 0;
        let chain = |chain: u64| {
            let mut rng = Rng::new(self.seed ^ (round as u64 * 64 + chain).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let (from, heat) = match (is_first, chain) {
                (true, chain) => (starts.get(chain as usize).cloned(), COLD),
                (_, 0) => (Some(best.to_vec()), COLD),
                (_, 1) => (Some(best.to_vec()), 0.3),
                (_, 2) => (Some(best.to_vec()), 1.0),
                _ if round.is_multiple_of(3) => (None, 1.0),
                _ => (Some(best.to_vec()), 3.0),
            };
            let from = from.unwrap_or_else(|| self.family.random(self.width, &mut rng));
            self.cycle(from, heat, best, &mut rng)
        };
        let chains = if is_first { CHAINS.max(starts.len() as u64) } else { CHAINS };
        (0..chains).into_par_iter().map(chain).map(|found| found.parameters).collect()
    }

    /// One cycle of lines from a start, which cools down.
    fn cycle(&self, mut at: Vec<f64>, heat: f64, best_known: &[f64], rng: &mut Rng) -> Found {
        let (mut values, mut slopes, mut ends) = (Vec::new(), Vec::new(), Ends::default());
        let mut shape = None;
        let mut best = Found { parameters: at.clone(), linked: -1.0 };
        for line in 0..LINES {
            if line % ANEW == 0 {
                self.family.normalize(&mut at);
                self.rows.times(&at, &mut values);
                shape = Shape::at(self.rows, &values);
            }
            let step = self.step(&at, &values, shape.as_ref(), best_known, rng);
            let (low, high) = self.family.range(&at, &step, self.width);
            if (high - low) * norm(&step) < 1e-9 {
                continue;
            }
            self.rows.times(&step, &mut slopes);
            let segments = ends.segments(self.rows, &values, &slopes, low, high);
            let temperature = heat * (COLDEST / heat).min(1.0).powf(line as f64 / LINES as f64);
            let Some(chosen) = choose(segments, temperature, rng) else { continue };
            let top = segments.iter().max_by(|a, b| a.linked.total_cmp(&b.linked)).copied().unwrap_or(chosen);
            let middle = |segment: Segment, share: f64| segment.low + (segment.high - segment.low) * share;
            if top.linked > best.linked + 1e-9 {
                let t = middle(top, 0.5);
                let mut parameters: Vec<f64> = at.iter().zip(&step).map(|(at, step)| at + t * step).collect();
                self.family.normalize(&mut parameters);
                best = Found { parameters, linked: top.linked };
            }
            let t = middle(chosen, 0.25 + 0.5 * rng.unit());
            at.iter_mut().zip(&step).for_each(|(at, step)| *at += t * step);
            values.iter_mut().zip(&slopes).for_each(|(value, slope)| *value += t * slope);
        }
        best
    }

    /// A direction: random, towards a record that is not linked, or towards the best parameters that are known.
    fn step(&self, at: &[f64], values: &[f64], shape: Option<&Shape>, best_known: &[f64], rng: &mut Rng) -> Vec<f64> {
        match rng.below(8) {
            0..=2 => {
                let record = rng.below(self.rows.records.len());
                let block = self.rows.blocks[record] as usize..self.rows.blocks[record + 1] as usize;
                let worst = block.min_by(|&a, &b| values[a].total_cmp(&values[b]));
                match worst.filter(|&row| values[row] <= 0.0) {
                    Some(row) => {
                        let row = self.rows.row(row);
                        let shape = shape.filter(|_| rng.below(2) == 0);
                        self.family.flat(shape.map_or_else(|| row.clone(), |shape| shape.towards(row.clone())))
                    }
                    None => self.family.direction(at, self.width, rng),
                }
            }
            4..=6 if shape.is_some() => {
                let mut step: Vec<f64> = at.iter().map(|_| rng.normal()).collect();
                shape.iter().for_each(|shape| shape.stretch(&mut step));
                self.family.flat(step)
            }
            3 if rng.below(4) == 0 => best_known.iter().zip(at).map(|(best, at)| best - at).collect(),
            _ => self.family.direction(at, self.width, rng),
        }
    }
}

fn norm(step: &[f64]) -> f64 {
    step.iter().map(|cell| cell * cell).sum::<f64>().sqrt()
}

/// A segment, the likelier the more records it links, and the longer it is.
fn choose(segments: &[Segment], temperature: f64, rng: &mut Rng) -> Option<Segment> {
    let top = segments.iter().fold(f64::NEG_INFINITY, |top, segment| top.max(segment.linked));
    let mut best: Option<(f64, Segment)> = None;
    // The others have no chance.
    for &segment in segments.iter().filter(|segment| segment.linked > top - 20.0 * temperature) {
        let gumbel = -(-(1.0 - rng.unit()).ln()).max(f64::MIN_POSITIVE).ln();
        let score = segment.linked / temperature + 0.5 * (segment.high - segment.low).ln() + gumbel;
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, segment));
        }
    }
    best.map(|(_, segment)| segment)
}
