//! From which relevance on a document is relevant.

use crate::document::search::Hit;

/// The inflexion of ranked relevances: half way down the largest relative drop from one document to the next. With fewer than two
/// documents, or none that is less relevant than another, every document that is returned is relevant, and there is no inflexion.
pub fn inflexion(ranked: &[Hit]) -> Option<f64> {
    let drop = |pair: &[Hit]| (pair[0].relevance - pair[1].relevance) / pair[0].relevance;
    let mut best: Option<(f64, f64)> = None;
    for pair in ranked.windows(2) {
        let drop = drop(pair);
        // Of equal drops the first.
        if drop > 0.0 && best.is_none_or(|(most, _)| drop > most) {
            best = Some((drop, 0.5 * (pair[0].relevance + pair[1].relevance)));
        }
    }
    best.map(|(_, threshold)| threshold)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hits(relevances: &[f64]) -> Vec<Hit> {
        (0..).zip(relevances).map(|(document, &relevance)| Hit { document, relevance }).collect()
    }

    #[test]
    fn the_thesis_table_3_4_is_cut_behind_its_seventh_document() {
        let printed = hits(&[0.26248, 0.21050, 0.10709, 0.09852, 0.08784, 0.07626, 0.05202, 0.02243]);
        let threshold = inflexion(&printed).unwrap();
        assert!((threshold - 0.037_225).abs() < 1e-12);
        assert_eq!(printed.iter().filter(|hit| hit.relevance >= threshold).count(), 7);
    }

    #[test]
    fn no_drop_no_inflexion() {
        assert_eq!((inflexion(&[]), inflexion(&hits(&[0.5])), inflexion(&hits(&[0.5, 0.5]))), (None, None, None));
    }
}
