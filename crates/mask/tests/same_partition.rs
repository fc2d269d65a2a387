//! The fast ways group as the plain way does, to the last tie.

use proptest::prelude::*;
use scumble_data::{Rows, SparseMatrix};
use scumble_mask::partition::{
    GAIN, GroupSize, Partition, Remaining, RemainingNumbers, RemainingRecords, RemainingRows, mdav, v_mdav,
};
use scumble_mask::space::{Cosine, Euclid, Mean, Metric, MixedSpace, SparseVector, Sum};
use scumble_mask::vectors::RemainingVectors;

/// Records of whole numbers (sums are exact, many are equal, many tie), of the same far from zero, where single precision
/// cannot tell them apart, or of numbers that do not tie at all.
fn rows() -> impl Strategy<Value = Rows> {
    let whole = (-3..4_i32).prop_map(f64::from).boxed();
    let far = (0..9_i32).prop_map(|step| 123_456_789.0 + f64::from(step)).boxed();
    let any = (-100.0..100.0).boxed();
    (1..5_usize, 4..150_usize, prop_oneof![Just(whole), Just(far), Just(any)]).prop_flat_map(|(width, length, cell)| {
        prop::collection::vec(cell, width * length).prop_map(move |cells| Rows::new(width, cells))
    })
}

fn by_groups<C: Remaining>(remaining: C, k: GroupSize, vary: bool) -> Option<Partition> {
    let last = |_: u32, groups: &[Vec<u32>]| groups.len() - 1;
    if vary { v_mdav(remaining, k, GAIN, last).ok() } else { mdav(remaining, k).ok() }
}

/// A mixed table: a number, a flat value and one of a table of distances.
fn mixed() -> impl Strategy<Value = (MixedSpace, Rows)> {
    let row = (-3..4_i32, 0..3_i32, 0..4_i32)
        .prop_map(|(number, flat, value)| [f64::from(number), f64::from(flat), f64::from(value)]);
    prop::collection::vec(row, 4..120).prop_map(|rows| {
        let squares = (0..16).map(|at| f64::from((at / 4 - at % 4_i32).pow(2))).collect();
        let metrics = vec![Metric::Number, Metric::Flat(2.5), Metric::Table { values: 4, squares, scale: 1.0 }];
        (MixedSpace { metrics }, Rows::new(3, rows.concat()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn numbers(rows in rows(), k in 2..5_usize, vary: bool) {
        let k = GroupSize::new(k).unwrap();
        let records: Vec<&[f64]> = rows.iter().collect();
        let plain = by_groups(RemainingRecords::new(&records, &Euclid, &Mean), k, vary);
        let fast = by_groups(RemainingNumbers::new(&rows), k, vary);
        prop_assert_eq!(plain, fast);
    }

    #[test]
    fn mixed_records((space, rows) in mixed(), k in 2..5_usize, vary: bool) {
        let k = GroupSize::new(k).unwrap();
        let records: Vec<&[f64]> = rows.iter().collect();
        let plain = by_groups(RemainingRecords::new(&records, &space, &space), k, vary);
        let fast = by_groups(RemainingRows::new(&space, &rows), k, vary);
        prop_assert_eq!(plain, fast);
    }
}

/// Sparse rows of length 1: of few terms (many tie, many share nothing) or of many; some with negative weights.
fn sparse() -> impl Strategy<Value = SparseMatrix> {
    let weight = prop_oneof![(1..4_i32).prop_map(f64::from).boxed(), (0.01..5.0).boxed()];
    let negative = prop_oneof![(-2..3_i32).prop_map(f64::from).boxed(), (-5.0..5.0).boxed()];
    let cells = prop_oneof![3 => Just(weight.boxed()), 1 => Just(negative.boxed())];
    (2..40_u32, cells).prop_flat_map(|(columns, weight)| {
        let row = prop::collection::btree_map(0..columns, weight, 1..8);
        prop::collection::vec(row, 4..90).prop_map(move |rows| {
            let rows = rows.into_iter().map(|mut row| {
                if row.values().all(|weight| *weight == 0.0) {
                    row.insert(0, 1.0);
                }
                row.into_iter().collect()
            });
            SparseMatrix::from_rows(columns as usize, rows).unwrap().normalized()
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn vectors(matrix in sparse(), k in 2..6_usize, vary: bool) {
        let k = GroupSize::new(k).unwrap();
        let records: Vec<SparseVector> = matrix.rows().map(SparseVector::from).collect();
        let records: Vec<&SparseVector> = records.iter().collect();
        let plain = by_groups(RemainingRecords::new(&records, &Cosine, &Sum), k, vary);
        let fast = by_groups(RemainingVectors::new(&matrix), k, vary);
        prop_assert_eq!(plain, fast);
    }
}
