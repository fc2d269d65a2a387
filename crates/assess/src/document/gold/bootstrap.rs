//! What other documents of the same kind might have given.

use super::measure::GoldSums;
use scumble_mask::Rng;

/// How often documents are drawn.
const TIMES: usize = 1000;

/// The interval that holds 95 of 100 figures of resampled documents: as many are drawn, with repetition, by a seed. Draws in which the
/// figure does not exist are left out; `None` if that is so in all of them.
pub fn interval(documents: &[GoldSums], seed: u64, figure: impl Fn(&GoldSums) -> Option<f64>) -> Option<(f64, f64)> {
    if documents.is_empty() {
        return None;
    }
    let mut rng = Rng::new(seed);
    let mut drawn: Vec<f64> = Vec::with_capacity(TIMES);
    for _ in 0..TIMES {
        let mut sum = GoldSums::default();
        (0..documents.len()).for_each(|_| sum.add_totals(&documents[rng.below(documents.len())]));
        drawn.extend(figure(&sum));
    }
    drawn.sort_by(f64::total_cmp);
    let at = |share: f64| drawn.get((share * drawn.len() as f64) as usize).copied();
    Some((at(0.025)?, at(0.975)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::gold::Part;

    #[test]
    fn an_interval_covers_the_figure_and_depends_on_the_seed_alone() {
        let one = |part: f64| GoldSums { quasi: Part { part, whole: 10.0 }, ..GoldSums::default() };
        let documents: Vec<GoldSums> = (0..20).map(|i| one(f64::from(i % 10))).collect();
        let figure = |sum: &GoldSums| sum.quasi.share();
        let (low, high) = interval(&documents, 42, figure).unwrap();
        assert!(low < 0.45 && 0.45 < high && low > 0.2 && high < 0.7);
        assert_eq!(interval(&documents, 42, figure), Some((low, high)));
        assert_eq!(interval(&documents, 42, |sum| sum.direct.share()), None);
        assert_eq!(interval(&[one(7.0)], 1, figure), Some((0.7, 0.7)));
    }
}
