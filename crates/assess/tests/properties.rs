//! What holds for every table.

use proptest::prelude::*;
use scumble_assess::{
    DistanceLinkage, Error, InformationLoss, IntervalDisclosure, Loss, ProbabilisticLoss, Risk, Squares,
};
use scumble_data::Rows;

fn tables() -> impl Strategy<Value = (Rows, Rows)> {
    (1..4_usize, 2..30_usize).prop_flat_map(|(width, length)| {
        let cells = || prop::collection::vec(prop_oneof![(-5..5_i32).prop_map(f64::from), -9.0..9.0], width * length);
        (cells(), cells()).prop_map(move |(a, b)| (Rows::new(width, a), Rows::new(width, b)))
    })
}

proptest! {
    /// The search with an index finds what looking at everyone finds.
    #[test]
    fn linkage_equals_brute_force((original, masked) in tables()) {
        let reading = DistanceLinkage::default().risk(&original, &masked).unwrap();
        let (x, y) = (original.standardized(), masked.standardized());
        for (record, &found) in reading.records.iter().enumerate() {
            let distances: Vec<f64> =
                y.iter().map(|row| row.iter().zip(x.row(record)).map(|(a, b)| (a - b) * (a - b)).sum()).collect();
            let least = distances.iter().copied().fold(f64::INFINITY, f64::min);
            let ties = distances.iter().filter(|&&distance| distance <= least + 1e-12).count();
            let expected = if distances[record] <= least + 1e-12 { 1.0 / ties as f64 } else { 0.0 };
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn nothing_masked_is_nothing_lost_and_everything_found((original, _) in tables()) {
        prop_assert_eq!(Squares.loss(&original, &original).unwrap().part("sse"), Some(0.0));
        prop_assert_eq!(ProbabilisticLoss.loss(&original, &original).unwrap().part("quantiles"), Some(0.0));
        prop_assert_eq!(IntervalDisclosure::default().risk(&original, &original).unwrap().value, 100.0);
        let linked = DistanceLinkage::default().risk(&original, &original).unwrap();
        prop_assert_eq!(linked.part("any"), Some(original.len() as f64));
    }
}

#[test]
fn zeros_are_left_out_and_counted() {
    let (original, masked) = (Rows::new(1, vec![0.0, 2.0, 4.0]), Rows::new(1, vec![1.0, 1.0, 4.0]));
    let reading = InformationLoss.loss(&original, &masked).unwrap();
    assert_eq!((reading.part("il1"), reading.part("left_out")), (Some(0.25), Some(1.0)));
    assert!(reading.part("il5").unwrap().is_nan() && reading.value.is_finite(), "one column has no correlation");
}

#[test]
fn tables_of_different_length_are_refused() {
    let (a, b) = (Rows::new(1, vec![1.0, 2.0]), Rows::new(1, vec![1.0, 2.0, 3.0]));
    assert_eq!(Squares.loss(&a, &b), Err(Error::Lengths { original: 2, masked: 3 }));
}
