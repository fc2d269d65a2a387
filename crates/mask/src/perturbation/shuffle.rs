//! Conditional shuffling: the values of a column are put into an order that depends on other columns as the true one does.
//!
//! Ranks become normal scores. New scores are drawn from the normal distribution that they have given those of other columns, and the
//! record with the r-th lowest drawn score takes the r-th lowest value.

use super::cells::{ordered, permuted, refused, unfit};
use super::linear::{correlations, lower, scaled};
use crate::attribute::Attribute;
use crate::error::Result;
use crate::rng::Rng;

/// Shuffles columns together, given others; values stay in their stratum.
pub(super) fn shuffled(
    attributes: &[&Attribute],
    given: &[&Attribute],
    strata: &[Vec<u32>],
    rng: &mut Rng,
) -> Result<Vec<Attribute>> {
    let cells = |attribute: &&Attribute| {
        let cells = ordered(attribute)
            .ok_or_else(|| unfit(attribute, "shuffle-values", "numbers, dates and ordinals", "record-swap"))?;
        match cells.iter().any(|cell| cell.is_nan()) {
            true => Err(refused(
                attribute,
                "a value is missing, but shuffle-values needs all of them: leave out records that miss one",
            )),
            false => Ok(cells),
        }
    };
    if let Some(attribute) = attributes.first().filter(|_| strata.iter().any(|stratum| stratum.len() < 2)) {
        return Err(refused(attribute, "a stratum has one record, whose values would stay: choose other strata"));
    }
    let conditions: Vec<Vec<f64>> = given.iter().map(cells).collect::<Result<_>>()?;
    let values: Vec<Vec<f64>> = attributes.iter().map(cells).collect::<Result<_>>()?;
    let scores: Vec<Vec<f64>> = conditions.iter().chain(&values).map(|cells| scaled(normal_scores(cells))).collect();
    let records = scores[0].len();
    let factor = lower(&correlations(&scores));
    // Scores of variance 1, as the factor has them.
    let unit = (records as f64).sqrt();
    let mut drawn = vec![vec![0.0; records]; values.len()];
    let mut sources = vec![0.0; scores.len()];
    for record in 0..records {
        for at in 0..scores.len() {
            sources[at] = match at < conditions.len() {
                // What the factor makes this record's own score of.
                true if factor[at][at] > 0.0 => {
                    let known: f64 = (0..at).map(|before| factor[at][before] * sources[before]).sum();
                    (unit * scores[at][record] - known) / factor[at][at]
                }
                true => 0.0,
                false => rng.normal(),
            };
        }
        for (column, drawn) in drawn.iter_mut().enumerate() {
            let weights = &factor[conditions.len() + column];
            drawn[record] = weights.iter().zip(&sources).map(|(weight, source)| weight * source).sum();
        }
    }
    let placed = attributes.iter().zip(&values).zip(&drawn);
    Ok(placed.map(|((attribute, values), drawn)| permuted(attribute, &sources_of(values, drawn, strata))).collect())
}

/// For each record the one whose value it takes: the record with the r-th lowest score of its stratum takes the r-th lowest value.
fn sources_of(values: &[f64], scores: &[f64], strata: &[Vec<u32>]) -> Vec<u32> {
    let mut sources = vec![0; values.len()];
    for stratum in strata {
        let by = |cells: &[f64]| {
            let mut records = stratum.clone();
            records.sort_by(|&a, &b| cells[a as usize].total_cmp(&cells[b as usize]));
            records
        };
        by(scores).into_iter().zip(by(values)).for_each(|(record, source)| sources[record as usize] = source);
    }
    sources
}

/// Ranks as quantiles of the normal distribution; equal values share their mean rank.
fn normal_scores(cells: &[f64]) -> Vec<f64> {
    let mut records: Vec<usize> = (0..cells.len()).collect();
    records.sort_by(|&a, &b| cells[a].total_cmp(&cells[b]));
    let mut scores = vec![0.0; cells.len()];
    let mut start = 0;
    while start < records.len() {
        let equal = records[start..].iter().take_while(|&&record| cells[record] == cells[records[start]]).count();
        let middle = start as f64 + equal as f64 / 2.0;
        let score = normal_quantile(middle / cells.len() as f64);
        records[start..start + equal].iter().for_each(|&record| scores[record] = score);
        start += equal;
    }
    scores
}

/// The quantile of the standard normal distribution by Acklam's approximation, relative error below 1.2e-9.
fn normal_quantile(share: f64) -> f64 {
    const A: [f64; 6] = [
        -3.969683028665376e1,
        2.209460984245205e2,
        -2.759285104469687e2,
        1.38357751867269e2,
        -3.066479806614716e1,
        2.506628277459239,
    ];
    const B: [f64; 5] =
        [-5.447609879822406e1, 1.615858368580409e2, -1.556989798598866e2, 6.680131188771972e1, -1.328068155288572e1];
    const C: [f64; 6] = [
        -7.784894002430293e-3,
        -3.223964580411365e-1,
        -2.400758277161838,
        -2.549732539343734,
        4.374664141464968,
        2.938163982698783,
    ];
    const D: [f64; 4] = [7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416];
    let polynomial = |factors: &[f64], x: f64| factors.iter().fold(0.0, |sum, factor| sum * x + factor);
    let tail = |share: f64| {
        let q = (-2.0 * share.ln()).sqrt();
        polynomial(&C, q) / (polynomial(&D, q) * q + 1.0)
    };
    const LOW: f64 = 0.02425;
    if share < LOW {
        tail(share)
    } else if share > 1.0 - LOW {
        -tail(1.0 - share)
    } else {
        let q = share - 0.5;
        let r = q * q;
        polynomial(&A, r) * q / (polynomial(&B, r) * r + 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Quantiles of published tables.
    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (share, expected) in [
            (0.5, 0.0),
            (0.975, 1.959_963_984_540_054),
            (0.841_344_746_068_542_9, 1.0),
            (0.995, 2.575_829_303_548_901),
            (0.001, -3.090_232_306_167_813_5),
        ] {
            assert!((normal_quantile(share) - expected).abs() < 1e-7, "{share}");
        }
    }

    #[test]
    fn equal_values_have_one_score() {
        let scores = normal_scores(&[3.0, 1.0, 1.0, 9.0]);
        assert_eq!((scores[1], scores[1]), (scores[2], normal_quantile(0.25)));
        assert_eq!(scores[0], normal_quantile(0.625));
    }
}
