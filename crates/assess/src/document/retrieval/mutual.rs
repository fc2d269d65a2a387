//! Normalised mutual information of two sets of documents.

/// The mutual information of belonging to one set and to another, over the mean of their entropies: 1 if the sets are equal (or one is
/// the complement of the other), 0 if belonging to one says nothing about the other. Both are sorted sets of numbers below `documents`.
///
/// Sets that hold none or all of the documents have no entropy: two such sets are worth 1, and one beside another is worth 0.
pub fn mutual_information(one: &[u32], other: &[u32], documents: usize) -> f64 {
    let all = documents as f64;
    let both = one.iter().filter(|document| other.binary_search(document).is_ok()).count();
    let counts = [both, one.len() - both, other.len() - both, documents + both - one.len() - other.len()];
    let part = |count: usize| if count == 0 { 0.0 } else { -(count as f64 / all) * (count as f64 / all).ln() };
    let entropy = |inside: usize| part(inside) + part(documents - inside);
    let (first, second) = (entropy(one.len()), entropy(other.len()));
    let joint: f64 = counts.iter().map(|&count| part(count)).sum();
    if first + second == 0.0 { 1.0 } else { (2.0 * (first + second - joint) / (first + second)).clamp(0.0, 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_and_a_value_by_hand() {
        assert_eq!(mutual_information(&[0, 1], &[0, 1], 4), 1.0);
        assert!(mutual_information(&[0, 1], &[0, 2], 4).abs() < 1e-12);
        assert_eq!((mutual_information(&[], &[], 4), mutual_information(&[0], &[], 4)), (1.0, 0.0));
        // {0, 1} and {0} of four: H = 1 bit and 0.811278; jointly 1.5 bits. 2 (1.811278 - 1.5) / 1.811278.
        let expected = 2.0 * (1.811_278_124_459_133 - 1.5) / 1.811_278_124_459_133;
        assert!((mutual_information(&[0, 1], &[0], 4) - expected).abs() < 1e-12);
    }
}
