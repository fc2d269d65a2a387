//! Record linkage by weights of agreement and by words, against vectors that another program made and against brute force.

use proptest::prelude::*;
use scumble_assess::{
    Agreement, BothCodes, BothTerms, Mixture, SEMANTIC_MEASURES, matching_linkage, probabilistic_linkage,
    semantic_linkage,
};
use scumble_ontology::{Stack, wordnet};
use serde_json::Value;
use std::sync::Arc;

#[track_caller]
fn close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
}

/// The counts are those of known probabilities; EM finds them from another start.
#[test]
fn em_finds_the_mixture_that_made_the_counts() {
    let golden: Value = serde_json::from_str(include_str!("golden/g8_em.json")).unwrap();
    // The first letter of a pattern is the first column.
    let place = |pattern: &str| {
        pattern.chars().enumerate().map(|(column, agrees)| usize::from(agrees == '1') << column).sum::<usize>()
    };
    let mut counts = vec![0.0; 8];
    golden["pattern_counts"].as_object().unwrap().iter().for_each(|(pattern, count)| {
        counts[place(pattern)] = count.as_f64().unwrap();
    });
    let found = Mixture::even(3, 0.8, 0.2, 0.5).fitted(&counts);
    close(found.share, 0.1, 1e-9);
    for column in 0..3 {
        close(found.matched[column], golden["true"]["m"][column].as_f64().unwrap(), 1e-9);
        close(found.unmatched[column], golden["true"]["u"][column].as_f64().unwrap(), 1e-9);
    }
    for (pattern, weight) in golden["weights_log2"].as_object().unwrap() {
        close(found.weight(place(pattern)), weight.as_f64().unwrap(), 1e-8);
    }
}

/// Every cell of a column of the golden records.
fn cells(records: &Value, column: usize) -> Vec<String> {
    records.as_array().unwrap().iter().map(|record| record[column].as_str().unwrap().to_owned()).collect()
}

fn coded(cells: &[String]) -> (Vec<u32>, Vec<String>) {
    let mut values = cells.to_vec();
    values.sort();
    values.dedup();
    (cells.iter().map(|cell| values.binary_search(cell).unwrap() as u32).collect(), values)
}

#[test]
fn words_link_by_equality_and_by_meaning() {
    let golden: Value = serde_json::from_str(include_str!("golden/g2_linkage.json")).unwrap();
    let stack = Arc::new(Stack::new(vec![wordnet().nouns().clone()]));
    for k in ["k=2", "k=3", "k=4"] {
        let run = &golden["runs"][k];
        let columns: Vec<BothTerms> = (0..2)
            .map(|column| {
                let (original, originals) = coded(&cells(&golden["original"], column));
                let (masked, maskeds) = coded(&cells(&run["masked"], column));
                BothTerms { original, originals, masked, maskeds, stack: Arc::clone(&stack) }
            })
            .collect();
        let same = |found: &[f64], expected: &Value| {
            let expected: Vec<f64> = expected.as_array().unwrap().iter().map(|p| p.as_f64().unwrap()).collect();
            assert_eq!(found.len(), expected.len());
            found.iter().zip(expected).for_each(|(&found, expected)| close(found, expected, 1e-12));
        };
        let codes: Vec<BothCodes> = columns.iter().map(BothTerms::codes).collect();
        let matching = matching_linkage(&codes).unwrap();
        let expected = &run["MRL_empty_when_no_match"];
        close(matching.value, expected["DR"].as_f64().unwrap(), 1e-9);
        same(&matching.records, &expected["p"]);
        for (name, key) in SEMANTIC_MEASURES.into_iter().zip(["SRL_path", "SRL_wp", "SRL_batet"]) {
            let found = semantic_linkage(&columns, name).unwrap();
            close(found.value, run[key]["DR"].as_f64().unwrap(), 1e-9);
            same(&found.records, &run[key]["p"]);
        }
    }
}

/// A missing value equals nothing, and is similar to nothing.
#[test]
fn missing_words_are_not_linked_by_equality() {
    let column = BothCodes::of([Some("a"), None, Some("b")], [Some("a"), None, Some("a")]);
    assert_eq!(matching_linkage(&[column]).unwrap().records, [0.5, 0.0, 0.0]);
    assert!(matching_linkage(&[]).is_none() && semantic_linkage(&[], SEMANTIC_MEASURES[0]).is_none());
}

/// The cells of a column.
type Cells = Vec<Option<u8>>;

fn columns() -> impl Strategy<Value = Vec<(Cells, Cells)>> {
    (1..5_usize, 2..25_usize).prop_flat_map(|(width, length)| {
        let cell = || prop::option::weighted(0.9, 0..4_u8);
        prop::collection::vec((prop::collection::vec(cell(), length), prop::collection::vec(cell(), length)), width)
    })
}

proptest! {
    /// Counting agreements by classes finds what comparing all pairs finds.
    #[test]
    fn probabilistic_linkage_equals_brute_force(columns in columns(), tolerance in 0..3_u8) {
        let codes: Vec<BothCodes> = columns.iter().map(|(a, b)| BothCodes::of(a.clone(), b.clone())).collect();
        let numbers = |cells: &Cells| -> Vec<f64> { cells.iter().map(|cell| cell.map_or(f64::NAN, f64::from)).collect() };
        let cells: Vec<(Vec<f64>, Vec<f64>)> = columns.iter().map(|(a, b)| (numbers(a), numbers(b))).collect();
        // By classes without a tolerance, pair by pair with one.
        let equal: Vec<Agreement<'_>> = codes.iter().map(Agreement::Equal).collect();
        let near = |(original, masked)| Agreement::Within { original, masked, distance: f64::from(tolerance) };
        let near: Vec<Agreement<'_>> = cells.iter().map(|(a, b)| near((a.as_slice(), b.as_slice()))).collect();
        if tolerance == 0 {
            prop_assert_eq!(probabilistic_linkage(&equal), probabilistic_linkage(&near));
        }
        let (reading, mixture) = probabilistic_linkage(if tolerance == 0 { &equal } else { &near }).unwrap();
        let records = columns[0].0.len();
        let pattern = |i: usize, j: usize| {
            let agrees = |(a, b): &(Vec<Option<u8>>, Vec<Option<u8>>)| {
                a[i].zip(b[j]).is_some_and(|(a, b)| a.abs_diff(b) <= tolerance)
            };
            columns.iter().enumerate().map(|(at, column)| usize::from(agrees(column)) << at).sum::<usize>()
        };
        let mut counts = vec![0.0; 1 << columns.len()];
        (0..records * records).for_each(|pair| counts[pattern(pair / records, pair % records)] += 1.0);
        prop_assert_eq!(&mixture, &Mixture::even(columns.len(), 0.9, 0.1, 1.0 / records as f64).fitted(&counts));
        for (i, &found) in reading.records.iter().enumerate() {
            let weights: Vec<f64> = (0..records).map(|j| mixture.weight(pattern(i, j))).collect();
            let best = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let ties = weights.iter().filter(|&&weight| weight >= best - 1e-9).count();
            let right = best > 0.0 && weights[i] >= best - 1e-9;
            prop_assert_eq!(found, if right { 1.0 / ties as f64 } else { 0.0 });
        }
    }
}
