//! Fitting a logistic model, and how well a score tells two kinds apart.

/// Shrinks weights a little towards 0, so that they are finite where a feature separates all.
const RIDGE: f64 = 1e-3;
const MOST_STEPS: usize = 100;

/// The weights of a logistic model by Newton's method, the constant first; each row is one observation of features. Only weights that
/// belong to features are shrunk.
pub fn fit_logistic<const N: usize>(rows: &[([f64; N], bool)]) -> Vec<f64> {
    let size = N + 1;
    let mut weights = vec![0.0; size];
    for _ in 0..MOST_STEPS {
        let (mut gradient, mut curvature) = (vec![0.0; size], vec![vec![0.0; size]; size]);
        for (features, found) in rows {
            let at = |i: usize| if i == 0 { 1.0 } else { features[i - 1] };
            let score: f64 = (0..size).map(|i| weights[i] * at(i)).sum();
            let chance = 1.0 / (1.0 + (-score).exp());
            let (left, spread) = (f64::from(u8::from(*found)) - chance, chance * (1.0 - chance));
            for (i, row) in curvature.iter_mut().enumerate() {
                gradient[i] += left * at(i);
                row.iter_mut().enumerate().for_each(|(j, cell)| *cell += spread * at(i) * at(j));
            }
        }
        for i in 0..size {
            let ridge = if i == 0 { 1e-9 } else { RIDGE };
            gradient[i] -= ridge * weights[i];
            curvature[i][i] += ridge;
        }
        let step = solved(curvature, gradient);
        step.iter().zip(&mut weights).for_each(|(step, weight)| *weight += step);
        if step.iter().all(|step| step.abs() < 1e-10) {
            break;
        }
    }
    weights
}

/// Solves a system of linear equations with a positive definite matrix by elimination.
fn solved(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for pivot in 0..size {
        let own = matrix[pivot].clone();
        for row in pivot + 1..size {
            let factor = matrix[row][pivot] / own[pivot];
            matrix[row].iter_mut().zip(&own).skip(pivot).for_each(|(cell, own)| *cell -= factor * own);
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

/// The area under the ROC curve: how often one that is so has a higher score than one that is not; ties count half. `None` if all or none are so.
pub fn area_under_curve(scores: &[(f64, bool)]) -> Option<f64> {
    let mut order = scores.to_vec();
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut below, mut pairs) = (0.0, 0.0);
    for equal in order.chunk_by(|a, b| a.0 == b.0) {
        let so = equal.iter().filter(|(_, so)| *so).count() as f64;
        let not = equal.len() as f64 - so;
        pairs += so * (below + 0.5 * not);
        below += not;
    }
    let all = below * (scores.len() as f64 - below);
    (all > 0.0).then(|| pairs / all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_yes_or_no_feature_has_its_log_odds() {
        // Of 40 without the feature 10 are found, of 40 with it 30: ln(1/3) and 2 ln 3.
        let rows: Vec<([f64; 1], bool)> =
            (0..80).map(|i| ([f64::from(i / 40)], if i < 40 { i < 10 } else { i < 70 })).collect();
        let weights = fit_logistic(&rows);
        let ln_3 = 3_f64.ln();
        assert!((weights[0] + ln_3).abs() < 1e-3 && (weights[1] - 2.0 * ln_3).abs() < 1e-3, "{weights:?}");
    }

    #[test]
    fn areas_by_counting_pairs() {
        // Pairs (0.4 and 0.7 against 0.1 and 0.4): right, tie, right, right.
        let scores = [(0.1, false), (0.4, false), (0.4, true), (0.7, true)];
        assert_eq!(area_under_curve(&scores), Some(3.5 / 4.0));
        assert_eq!(area_under_curve(&scores[..2]), None);
    }
}
