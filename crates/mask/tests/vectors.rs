//! Vector spaces against the worked example (golden 6), and what every masked space promises.

use proptest::prelude::*;
use scumble_data::SparseMatrix;
use scumble_io::Silent;
use scumble_mask::partition::GroupSize;
use scumble_mask::vectors::SphericalMasking;
use serde_json::Value;

fn dense(value: &Value) -> Vec<Vec<f64>> {
    serde_json::from_value(value.clone()).unwrap()
}

fn sparse(rows: &[Vec<f64>]) -> SparseMatrix {
    let rows = rows.iter().map(|row| (0..).zip(row.iter().copied()).collect());
    SparseMatrix::from_rows(5, rows).unwrap()
}

#[test]
fn the_worked_example() {
    let golden: Value = serde_json::from_str(include_str!("golden/g6_spherical.json")).unwrap();
    let counts = sparse(&dense(&golden["counts"]));
    for (k, run) in [(2, "k=2"), (3, "k=3")] {
        let run = &golden["runs"][run];
        let masked = SphericalMasking::new(GroupSize::new(k).unwrap()).mask(&counts, &Silent).unwrap();
        let mut clusters: Vec<Vec<u32>> = serde_json::from_value(run["clusters"].clone()).unwrap();
        let centroids = dense(&run["centroids"]);
        for (cluster, centroid) in clusters.iter().zip(&centroids) {
            for &record in cluster {
                let mut row = vec![0.0; 5];
                masked.matrix.row(record as usize).iter().for_each(|(term, weight)| row[term as usize] = weight);
                let apart = row.iter().zip(centroid).map(|(ours, theirs)| (ours - theirs).abs()).fold(0.0, f64::max);
                assert!(apart < 1e-12, "k = {k}, record {record}: {row:?}");
            }
        }
        clusters.sort();
        assert_eq!(masked.partition.groups().map(<[u32]>::to_vec).collect::<Vec<_>>(), clusters);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// In blocks or at once, every published row has length 1 and at least k - 1 equals.
    #[test]
    fn every_row_is_shared_by_k(
        rows in prop::collection::vec(prop::collection::btree_map(0..30_u32, 0.01..3.0_f64, 1..6), 8..120),
        k in 2..6_usize,
        at_once in prop_oneof![Just(20_usize), Just(1000)],
    ) {
        let matrix = SparseMatrix::from_rows(30, rows.into_iter().map(|row| row.into_iter().collect())).unwrap();
        prop_assume!(matrix.len() >= k);
        let masking = SphericalMasking { k: GroupSize::new(k).unwrap(), at_once };
        let masked = masking.mask(&matrix, &Silent).unwrap();
        prop_assert_eq!(masked.blocks > 1, matrix.len() > at_once.max(4 * k) && matrix.len() > at_once);
        prop_assert_eq!(masked.matrix.len(), matrix.len());
        for row in masked.matrix.rows() {
            prop_assert!((row.norm() - 1.0).abs() < 1e-12);
            prop_assert!(masked.matrix.rows().filter(|other| *other == row).count() >= k);
        }
    }
}

#[test]
fn a_document_without_a_term_is_refused() {
    let matrix = SparseMatrix::from_rows(2, [vec![(0, 1.0)], vec![], vec![(1, 1.0)], vec![(0, 0.0)]]).unwrap();
    let error = SphericalMasking::new(GroupSize::new(2).unwrap()).mask(&matrix, &Silent).unwrap_err();
    assert_eq!(error.to_string(), "row 2 has no weight at all (2 such rows)");
    assert!(error.help().is_some());
}
