//! What holds for every table.

use proptest::prelude::*;
use scumble_assess::{
    Direction, DistanceLinkage, Error, InformationLoss, IntervalDisclosure, Loss, ProbabilisticLoss, Risk, Squares,
};
use scumble_data::Rows;

fn tables() -> impl Strategy<Value = (Rows, Rows)> {
    (1..4_usize, 2..30_usize).prop_flat_map(|(width, length)| {
        let cells = || prop::collection::vec(prop_oneof![(-5..5_i32).prop_map(f64::from), -9.0..9.0], width * length);
        (cells(), cells()).prop_map(move |(a, b)| (Rows::new(width, a), Rows::new(width, b)))
    })
}

/// Records enough for a tree: on a coarse grid, where ties abound, or anywhere.
fn many() -> impl Strategy<Value = Rows> {
    (1..10_usize, 100..400_usize).prop_flat_map(|(width, length)| {
        let cell = prop_oneof![3 => (-3..3_i32).prop_map(f64::from), 1 => -3.0..3.0];
        prop::collection::vec(cell, width * length).prop_map(move |cells| Rows::new(width, cells))
    })
}

/// Compares every record with every other.
fn check_linkage(original: &Rows, masked: &Rows) -> Result<(), TestCaseError> {
    let (x, y) = (original.standardized(), masked.standardized());
    for direction in [Direction::OriginalToMasked, Direction::MaskedToOriginal] {
        let reading = DistanceLinkage { direction }.risk(original, masked).unwrap();
        let (known, released) = if direction == Direction::OriginalToMasked { (&x, &y) } else { (&y, &x) };
        let (mut strict, mut any) = (0, 0);
        for (record, &found) in reading.records.iter().enumerate() {
            // In runs of four columns, as the search adds them: a sum in another order may differ in its last bit.
            let squared = |row: &[f64]| {
                let runs = row.chunks(4).zip(known.row(record).chunks(4));
                runs.fold(0.0, |sum, (a, b)| sum + a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>())
            };
            let distances: Vec<f64> = released.iter().map(squared).collect();
            let least = distances.iter().copied().fold(f64::INFINITY, f64::min);
            let ties = distances.iter().filter(|&&distance| distance <= least + 1e-12).count();
            let right = distances[record] <= least + 1e-12;
            prop_assert_eq!(found, if right { 1.0 / ties as f64 } else { 0.0 });
            any += usize::from(right);
            strict += usize::from(right && ties == 1);
        }
        prop_assert_eq!(reading.part("any"), Some(any as f64));
        prop_assert_eq!(reading.part("strict"), Some(strict as f64));
    }
    Ok(())
}

proptest! {
    /// The search in a tree finds what looking at everyone finds, in both directions: ties, their sizes and who is in them.
    #[test]
    fn linkage_equals_brute_force((original, masked) in tables()) {
        check_linkage(&original, &masked)?;
    }

    /// The same where a tree has many leaves, and masked records are centroids that several share.
    #[test]
    fn linkage_of_many_equals_brute_force((original, size) in (many(), 1..7_usize)) {
        let cells = original.cells().chunks(size * original.width()).flat_map(|group| {
            let width = original.width();
            let mean = |column| {
                let cells = group.iter().skip(column).step_by(width);
                cells.sum::<f64>() / (group.len() / width) as f64
            };
            let means: Vec<f64> = (0..width).map(mean).collect();
            means.repeat(group.len() / width)
        });
        let masked = Rows::new(original.width(), cells.collect());
        check_linkage(&original, &masked)?;
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
