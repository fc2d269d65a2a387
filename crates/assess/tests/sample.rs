//! The risk of a sample, against sdcMicro's answers and against brute force.

use proptest::prelude::*;
use scumble_assess::{Classes, population_risk, special_uniques};

/// sdcMicro 5.8.1 on 5,000 records: each equivalence class once, with its size, its sum of weights, and the figures of its records.
const SDC_MICRO: &str = include_str!("golden/g10_sdcmicro_classes.csv");

#[test]
fn figures_of_sdcmicro() {
    let lines: Vec<Vec<f64>> =
        SDC_MICRO.lines().skip(1).map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect()).collect();
    let sizes: Vec<u32> = lines.iter().map(|line| line[5] as u32).collect();
    let of: Vec<u32> = (0..lines.len() as u32).flat_map(|class| vec![class; sizes[class as usize] as usize]).collect();
    let classes = Classes { of, sizes };
    let each = |value: &dyn Fn(&[f64]) -> f64| -> Vec<f64> {
        classes.of.iter().map(|&class| value(&lines[class as usize])).collect()
    };
    // Only the sum of a class's weights counts: each record has the mean.
    let found = population_risk(&classes, &each(&|line| line[6] / line[5])).unwrap();
    assert_eq!((classes.of.len(), classes.uniques()), (5000, 320));
    assert!((found.expected - 121.579713696912).abs() < 1e-9, "{}", found.expected);
    for (class, line) in lines.iter().enumerate() {
        assert!((found.population[class] - line[6]).abs() < 1e-9);
        assert!((found.individual[class] - line[7]).abs() < 1e-12, "{} is not {}", found.individual[class], line[7]);
    }
    let codes: Vec<Vec<u32>> =
        (0..5).map(|column| each(&|line| line[column]).into_iter().map(|code| code as u32).collect()).collect();
    let found = special_uniques(&codes.iter().map(Vec::as_slice).collect::<Vec<_>>(), &classes, 0.01).unwrap();
    assert_eq!(found.scores, each(&|line| line[8]));
    // sdcMicro rounds the probability of a right match and the exponent to single precision.
    for (found, expected) in found.dis_scores.iter().zip(each(&|line| line[9])) {
        assert!((found - expected).abs() < 5e-8, "{found} is not {expected}");
    }
}

fn tables() -> impl Strategy<Value = Vec<Vec<Option<u32>>>> {
    (1..6_usize, 1..40_usize).prop_flat_map(|(width, length)| {
        prop::collection::vec(prop::collection::vec(prop::option::weighted(0.9, 0..5_u32), length), width)
    })
}

proptest! {
    /// Minimal uniques by their definition: every set of columns, every other record, every smaller set.
    #[test]
    fn minimal_uniques_equal_brute_force(columns in tables()) {
        let (width, records) = (columns.len(), columns[0].len());
        let row = |record: usize| -> Vec<Option<u32>> { columns.iter().map(|column| column[record]).collect() };
        let mut rows: Vec<Vec<Option<u32>>> = (0..records).map(row).collect();
        rows.sort();
        rows.dedup();
        let of: Vec<u32> = (0..records).map(|record| rows.binary_search(&row(record)).unwrap() as u32).collect();
        let sizes = (0..rows.len() as u32).map(|class| of.iter().filter(|&&own| own == class).count() as u32).collect();
        let codes: Vec<Vec<u32>> =
            columns.iter().map(|column| column.iter().map(|cell| cell.unwrap_or(u32::MAX)).collect()).collect();
        let found =
            special_uniques(&codes.iter().map(Vec::as_slice).collect::<Vec<_>>(), &Classes { of, sizes }, 0.1).unwrap();
        let unique = |record: usize, set: usize| {
            let on = || (0..width).filter(move |column| set >> column & 1 == 1);
            set != 0
                && on().all(|column| columns[column][record].is_some())
                && (0..records).all(|other| other == record || on().any(|at| columns[at][record] != columns[at][other]))
        };
        let mut sizes = vec![0; width];
        for record in 0..records {
            let minimal = |set: &usize| {
                let without = |column: usize| set & !(1 << column);
                unique(record, *set) && (0..width).all(|column| without(column) == *set || !unique(record, without(column)))
            };
            let sets: Vec<u32> = (0..1_usize << width).filter(minimal).map(usize::count_ones).collect();
            sets.iter().for_each(|&size| sizes[size as usize - 1] += 1);
            let score: f64 = sets.iter().map(|size| (1..=width as u32 - size).map(f64::from).product::<f64>()).sum();
            prop_assert_eq!(found.scores[record], score);
            prop_assert_eq!(u32::from(found.smallest[record]), sets.iter().copied().min().unwrap_or(0));
        }
        prop_assert_eq!(found.sizes, sizes);
        prop_assert!(found.dis_scores.iter().all(|share| (0.0..=1.0).contains(share)));
    }
}
