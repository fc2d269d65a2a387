//! The whole recipe, against a comparison of every pair.

use super::*;
use scumble_io::Silent;
use scumble_mask::Rng;

/// Skewed columns, of which each masked value is one of the next ranks: as rank swapping does, without its exchange.
fn swapped(count: usize, width: usize, reach: usize) -> (Rows, Rows) {
    let mut rng = Rng::new(11);
    let columns: Vec<Vec<f64>> = (0..width).map(|_| (0..count).map(|_| (1.5 * rng.normal()).exp()).collect()).collect();
    let masked: Vec<Vec<f64>> = columns
        .iter()
        .map(|cells| {
            let mut order: Vec<usize> = (0..count).collect();
            order.sort_by(|&a, &b| cells[a].total_cmp(&cells[b]));
            let mut masked = cells.clone();
            for (rank, &row) in order.iter().enumerate() {
                let near = (rank + rng.below(2 * reach + 1)).saturating_sub(reach).min(count - 1);
                masked[row] = cells[order[near]];
            }
            masked
        })
        .collect();
    let rows = |columns: &[Vec<f64>]| Rows::from_columns(&columns.iter().map(Vec::as_slice).collect::<Vec<_>>());
    (rows(&columns), rows(&masked))
}

#[test]
fn ranks_are_chosen_where_ranks_were_changed() {
    let (original, masked) = swapped(300, 3, 12);
    let known: Vec<u32> = (0..300).step_by(3).collect();
    let pairs = KnownPairs { original: &original, masked: &masked, known: &known };
    let carried = CarryOver::default().learn(pairs, &Silent).unwrap();
    assert_eq!(carried.candidates.len(), 12);
    assert_ne!(carried.chosen.recipe.features, Features::Standardized);
    let order = |a: &&Candidate, b: &&Candidate| a.mean_log2_rank.total_cmp(&b.mean_log2_rank);
    let best = carried.candidates.iter().min_by(order).unwrap();
    assert_eq!(best.recipe.features, carried.chosen.recipe.features);
    let plain = Recipe { features: Features::Standardized, weights: Weights::Equal };
    let (_, plain) = CarryOver::default().with(plain, pairs).unwrap();
    assert!(carried.links.expected > plain.expected + 20.0, "{} {}", carried.links.expected, plain.expected);
    assert_eq!(carried.links.rows, (0..300).filter(|row| row % 3 != 0).collect::<Vec<u32>>());
    // The distance that is told is the one that links.
    let (fitted, again) = CarryOver::default().with(carried.chosen.recipe, pairs).unwrap();
    assert_eq!((fitted, again), (carried.chosen, carried.links));
}

/// Every recipe links as a comparison of each test record with all masked ones by its matrix does, ties included.
#[test]
fn links_are_those_of_a_comparison_with_every_record() {
    let (original, masked) = swapped(120, 2, 4);
    // Masked records in groups of equal ones.
    let cells = masked.iter().enumerate().flat_map(|(row, cells)| {
        let group = if row < 60 { masked.row(row - row % 3) } else { cells };
        group.to_vec()
    });
    let masked = Rows::new(2, cells.collect());
    let known: Vec<u32> = (20..80).collect();
    let pairs = KnownPairs { original: &original, masked: &masked, known: &known };
    for recipe in Recipe::all() {
        let (fitted, links) = CarryOver::default().with(recipe, pairs).unwrap();
        let (x, y) = (recipe.features.of(&original), recipe.features.of(&masked));
        let distance = |a: usize, b: usize| {
            let difference: Vec<f64> = x.row(a).iter().zip(y.row(b)).map(|(a, b)| a - b).collect();
            fitted.matrix.form(&difference)
        };
        let (mut expected, mut strict) = (0.0, 0);
        for row in (0..20).chain(80..120) {
            let least = (0..120).map(|other| distance(row, other)).fold(f64::INFINITY, f64::min);
            let near: Vec<usize> = (0..120).filter(|&other| distance(row, other) <= least * (1.0 + 1e-10)).collect();
            if near.contains(&row) {
                expected += 1.0 / near.len() as f64;
                strict += usize::from(near.len() == 1);
            }
        }
        assert!((links.expected - expected).abs() < 1e-9 && links.strict == strict, "{}", recipe.name());
        assert!(links.strict > 0 && links.expected > links.strict as f64, "{}", recipe.name());
        assert!((links.percent() - 100.0 * expected / 60.0).abs() < 1e-9);
    }
}

#[test]
fn the_least_mean_is_taken_and_the_first_of_equal_ones() {
    let recipe = |features, weights| Recipe { features, weights };
    let judged = vec![
        (recipe(Features::Standardized, Weights::Equal), vec![3.0, 3.0, 3.0, 3.0]),
        (recipe(Features::Ranks, Weights::Equal), vec![3.0, 2.0, 0.0, 2.0]),
        (recipe(Features::Ranks, Weights::InverseVariance), vec![3.0, 1.0, 0.0, 2.0]),
        (recipe(Features::Ranks, Weights::Softmax), vec![2.0, 1.0, 0.0, 2.0]),
        (recipe(Features::Both, Weights::Softmax), vec![1.0, 2.0, 0.0, 2.0]),
    ];
    assert_eq!(chosen(&judged), Some(recipe(Features::Ranks, Weights::Softmax)));
    assert_eq!(chosen(&judged[..2]), Some(recipe(Features::Ranks, Weights::Equal)));
    assert_eq!(chosen(&[]), None);
}

#[test]
fn columns_with_less_noise_count_more() {
    let mut rng = Rng::new(5);
    let cells: Vec<f64> = (0..600).map(|_| rng.normal()).collect();
    let noise = [0.02, 0.4, 0.4];
    let masked = cells.iter().enumerate().map(|(at, cell)| cell + noise[at % 3] * rng.normal()).collect();
    let (original, masked) = (Rows::new(3, cells), Rows::new(3, masked));
    let known: Vec<u32> = (0..60).collect();
    let pairs = KnownPairs { original: &original, masked: &masked, known: &known };
    let carried = CarryOver::default().learn(pairs, &Silent).unwrap();
    assert_ne!(carried.chosen.recipe.weights, Weights::Equal);
    let weights = carried.chosen.column_weights();
    assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    assert!(weights[0] > 0.8, "{weights:?}");
}

#[test]
fn weights_of_columns_by_hand() {
    let recipe = Recipe { features: Features::Both, weights: Weights::Equal };
    let matrix = Symmetric::new(4, |a, b| if a == b { [1.0, 2.0, 3.0, 4.0][a] } else { 0.5 });
    assert_eq!(Fitted { recipe, matrix }.column_weights(), [0.4, 0.6]);
}

#[test]
fn any_number_of_threads_gives_the_same() {
    let (original, masked) = swapped(200, 3, 15);
    let known: Vec<u32> = (0..80).collect();
    let pairs = KnownPairs { original: &original, masked: &masked, known: &known };
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| CarryOver { folds: 5, seed: 9 }.learn(pairs, &Silent).unwrap())
    };
    let one = on(1);
    assert_eq!(one, on(2));
    assert_eq!(one, on(5));
    let reversed: Vec<u32> = known.iter().rev().copied().collect();
    let scores = |carried: &Carried| carried.candidates.iter().map(|one| one.mean_log2_rank).collect::<Vec<_>>();
    let again = CarryOver { folds: 5, seed: 9 }.learn(KnownPairs { known: &reversed, ..pairs }, &Silent).unwrap();
    assert_eq!(scores(&one), scores(&again), "the order of the known rows does not matter");
    let other = CarryOver { folds: 5, seed: 10 }.learn(pairs, &Silent).unwrap();
    assert_ne!(scores(&one), scores(&other), "other parts give other scores");
}

#[test]
fn a_constant_column_does_no_harm() {
    let (original, masked) = swapped(100, 2, 5);
    let with = |rows: &Rows| Rows::new(3, rows.iter().flat_map(|row| [row[0], 7.0, row[1]]).collect());
    let (original, masked) = (with(&original), with(&masked));
    let known: Vec<u32> = (0..50).collect();
    let pairs = KnownPairs { original: &original, masked: &masked, known: &known };
    for recipe in Recipe::all() {
        let (fitted, links) = CarryOver::default().with(recipe, pairs).unwrap();
        assert!(fitted.column_weights().iter().all(|weight| weight.is_finite()), "{}", recipe.name());
        assert!(links.expected > 10.0, "{}", recipe.name());
    }
}

#[test]
fn what_cannot_be_learned_from_is_refused() {
    let (original, masked) = swapped(40, 2, 5);
    let broken =
        Rows::new(2, masked.cells().iter().enumerate().map(|(at, &x)| if at == 7 { f64::NAN } else { x }).collect());
    let (short, narrow) = (Rows::new(2, vec![1.0; 20]), Rows::new(1, vec![1.0; 40]));
    let known: Vec<u32> = (0..20).collect();
    let all: Vec<u32> = (0..40).collect();
    let twice = [[1, 1], [2, 3]].concat();
    let cases: [(&Rows, &[u32], &str); 7] = [
        (&short, &known, "same records in the same order"),
        (&narrow, &known, "the same columns"),
        (&broken, &known, "row 4, column 2 of the masked file"),
        (&masked, &twice, "named twice"),
        (&masked, &[1, 40], "not in the files"),
        (&masked, &known[..9], "too few known pairs"),
        (&masked, &all, "every pair is known"),
    ];
    for (masked, known, problem) in cases {
        let pairs = KnownPairs { original: &original, masked, known };
        let error = CarryOver::default().learn(pairs, &Silent).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
    let pairs = KnownPairs { original: &original, masked: &masked, known: &known };
    assert!(CarryOver { folds: 1, seed: 0 }.learn(pairs, &Silent).is_err());
    assert!(CarryOver { folds: 10, seed: 0 }.learn(pairs, &Silent).is_ok());
}
