//! Vector spaces, against scikit-learn's answers (bench/sklearn/run makes them) on a small fixed case.

use scumble_assess::vectors::{NaiveBayes, NearestNeighbours, adjusted_rand_index, cluster_from};
use scumble_data::SparseMatrix;
use serde_json::Value;

const SKLEARN: &str = include_str!("golden/vectors_sklearn.json");

fn numbers(value: &Value) -> Vec<u32> {
    value.as_array().unwrap().iter().map(|number| number.as_u64().unwrap() as u32).collect()
}

/// The whole space, its labels, and the answers.
fn case() -> (SparseMatrix, Vec<u32>, u32, Value) {
    let case: Value = serde_json::from_str(SKLEARN).unwrap();
    let entry = |entry: &Value| (entry[0].as_u64().unwrap() as u32, entry[1].as_f64().unwrap());
    let rows = case["weights"].as_array().unwrap().iter();
    let rows = rows.map(|row| row.as_array().unwrap().iter().map(entry).collect());
    let space = SparseMatrix::from_rows(30, rows).unwrap().normalized();
    (space, numbers(&case["labels"]), case["training"].as_u64().unwrap() as u32, case["answers"].clone())
}

#[test]
fn nearest_neighbours_of_scikit_learn() {
    let (space, labels, split, answers) = case();
    let (training, test) =
        (space.select(&(0..split).collect::<Vec<_>>()), space.select(&(split..90).collect::<Vec<_>>()));
    let found = NearestNeighbours::new(&training, &labels[..split as usize]).predict(&test, &[5, 10]);
    assert_eq!(found, [numbers(&answers["knn5"]), numbers(&answers["knn10"])]);
}

#[test]
fn naive_bayes_of_scikit_learn() {
    let (space, labels, split, answers) = case();
    let model = NaiveBayes::learn(&space.select(&(0..split).collect::<Vec<_>>()), &labels[..split as usize]).unwrap();
    let test = space.select(&(split..90).collect::<Vec<_>>());
    assert_eq!(model.predict(&test), numbers(&answers["nb"]));
    for (row, expected) in answers["nb_joint"].as_array().unwrap().iter().enumerate() {
        for (found, expected) in model.joint(&test, row).iter().zip(expected.as_array().unwrap()) {
            assert!((found - expected.as_f64().unwrap()).abs() < 1e-12, "{found} is not {expected}");
        }
    }
}

#[test]
fn rand_indices_of_scikit_learn() {
    let (_, _, _, answers) = case();
    let all = answers["rand"].as_array().unwrap();
    assert_eq!(all.len(), 10);
    for pair in all {
        let found = adjusted_rand_index(&numbers(&pair["one"]), &numbers(&pair["other"]));
        assert!((found - pair["index"].as_f64().unwrap()).abs() < 1e-12, "{found} is not {}", pair["index"]);
    }
}

#[test]
fn steps_of_k_means_as_in_numpy() {
    let (space, _, _, answers) = case();
    let lloyd = &answers["lloyd"];
    let found = cluster_from(&space, &numbers(&lloyd["starts"]), 300).unwrap();
    assert_eq!(found.of, numbers(&lloyd["clusters"]));
    assert_eq!(found.steps as u64, lloyd["steps"].as_u64().unwrap());
    assert!((found.coherence - lloyd["coherence"].as_f64().unwrap()).abs() < 1e-10);
}
