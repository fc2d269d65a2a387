//! Learned distances against exhaustive search (golden 7), and fuzzy measures against published tables (golden 5c).

use proptest::prelude::*;
use scumble_assess::combine::{Aggregator, FuzzyMeasure, Symmetric};
use scumble_assess::learn::{Family, Hrla, HrlaLearned, Learned, Learning};
use scumble_assess::link::link;
use scumble_data::Rows;
use scumble_io::Silent;
use serde_json::Value;

fn golden(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn rows(value: &Value) -> Rows {
    let row = |row: &Value| row.as_array().unwrap().iter().map(|cell| cell.as_f64().unwrap()).collect::<Vec<_>>();
    let rows: Vec<Vec<f64>> = value.as_array().unwrap().iter().map(row).collect();
    Rows::new(rows[0].len(), rows.concat()).standardized()
}

fn learned(x: &Rows, y: &Rows, family: Family) -> Learned {
    Learning { family, rounds: 6, work: 10_000_000, seed: 1 }.learn(x, y, &|_| (), &Silent).unwrap()
}

fn linked(found: &Learned) -> Vec<u64> {
    (0..).zip(&found.links.records).filter(|(_, share)| **share == 1.0).map(|(at, _)| at).collect()
}

/// By how much the nearest other record is farther than the right one, at least, of the records that are linked.
fn margin(x: &Rows, y: &Rows, found: &Learned) -> f64 {
    let mut room = Vec::new();
    let mut distance = |a: usize, b: usize| found.aggregator.distance(x.row(a), y.row(b), &mut room);
    let mut least = f64::INFINITY;
    for record in linked(found).into_iter().map(|record| record as usize) {
        for other in (0..y.len()).filter(|&other| other != record) {
            least = least.min(distance(record, other) - distance(record, record));
        }
    }
    least
}

/// The golden files of tiny cases.
fn tiny() -> (Value, Value) {
    (golden(include_str!("golden/g7_milp.json")), golden(include_str!("golden/g7b_ci_beats_wm.json")))
}

/// Both files of each tiny case, and what a solver found.
fn tiny_cases<'g>(first: &'g Value, second: &'g Value) -> [(Rows, Rows, &'g Value); 3] {
    [
        (rows(&first["data"]["X2"]), rows(&first["data"]["Y2"]), &first["n2"]),
        (rows(&first["data"]["X3"]), rows(&first["data"]["Y3"]), &first["n3"]),
        (rows(&second["X"]), rows(&second["Y"]), second),
    ]
}

/// The Choquet integral of squared differences as it is defined: each rise, times the measure of the columns that reach it.
fn choquet(x: &[f64], y: &[f64], measure: &FuzzyMeasure) -> f64 {
    let squares: Vec<f64> = x.iter().zip(y).map(|(a, b)| (a - b) * (a - b)).collect();
    let mut levels = squares.clone();
    levels.sort_by(f64::total_cmp);
    let (mut sum, mut below) = (0.0, 0.0);
    for level in levels {
        let reach = squares.iter().enumerate().filter(|(_, square)| **square >= level).map(|(at, _)| 1 << at);
        sum += (level - below) * measure.weights()[reach.sum::<usize>()];
        below = level;
    }
    sum
}

/// The expected links of what the heuristic found, by a comparison with every record.
fn recounted(x: &Rows, y: &Rows, found: &HrlaLearned) -> f64 {
    let share = |record: usize| {
        let distances: Vec<f64> = y.iter().map(|row| choquet(x.row(record), row, &found.measure)).collect();
        let least = distances.iter().copied().fold(f64::INFINITY, f64::min);
        let near = |distance: f64| distance <= least + 1e-9;
        let ties = distances.iter().filter(|distance| near(**distance)).count();
        if near(distances[record]) { 1.0 / ties as f64 } else { 0.0 }
    };
    (0..x.len()).map(share).sum()
}

/// The heuristic never links more than the optimum that exhaustive search confirmed, nor fewer than the plain mean with which it starts.
#[test]
fn the_heuristic_stays_between_the_plain_mean_and_the_optimum() {
    let (first, second) = tiny();
    let mut gained = 0;
    for (x, y, expected) in tiny_cases(&first, &second) {
        let optimum = expected["CI"]["links"].as_f64().unwrap();
        let mean = link(&x, &y, &Aggregator::arithmetic(x.width())).expected;
        for rate in [0.002, 0.02, 0.2] {
            let found = Hrla { rate, passes: 60 }.learn(&x, &y, &Silent).unwrap().unwrap();
            assert!(found.measure.is_monotone(0.0) && found.start.expected == mean);
            assert!((mean..=optimum).contains(&found.links.expected), "{mean} {} {optimum}", found.links.expected);
            assert!((recounted(&x, &y, &found) - found.links.expected).abs() < 1e-12, "rate {rate}");
            gained += usize::from(found.links.expected > mean);
        }
    }
    assert!(gained >= 3, "the heuristic gains in {gained} of 9 runs");
}

/// Counts and linked sets of a mixed integer solver, each confirmed by exhaustive search there.
#[test]
fn tiny_cases_reach_the_optimum() {
    let (first, second) = tiny();
    let cases = tiny_cases(&first, &second);
    for (x, y, expected) in cases {
        for (family, name) in [(Family::WeightedMean, "WM"), (Family::Owa, "OWA"), (Family::Choquet, "CI")] {
            let found = learned(&x, &y, family);
            let wanted = expected[name]["links"].as_f64().unwrap();
            assert!(found.links.expected >= wanted, "{name}: {} of {wanted}", found.links.expected);
            if found.links.expected > wanted {
                // The solver asked for a margin of 1e-4, and none of it is left here.
                assert!(margin(&x, &y, &found) < 1e-4, "{name}");
            } else {
                let sets = expected[name]["optimal_linked_sets"].as_array().unwrap();
                assert!(sets.contains(&serde_json::json!(linked(&found))), "{name}: {:?} of {sets:?}", linked(&found));
            }
            if family != Family::Choquet {
                assert!(found.is_proven(), "{name}");
            }
        }
        // The solver's box for bilinear forms differs in the last case, where they must be positive on the data.
        let wanted = expected["SB"]["links"].as_f64().unwrap();
        assert!(learned(&x, &y, Family::Bilinear).links.expected >= wanted);
        let found = learned(&x, &y, Family::BilinearPsd);
        let Aggregator::Bilinear(matrix) = &found.aggregator else { panic!("a matrix is learned") };
        assert!(matrix.least_eigenvalue() > -1e-9);
    }
    let (x, y) = (rows(&first["data"]["X2"]), rows(&first["data"]["Y2"]));
    let mean = link(&x, &y, &Aggregator::arithmetic(2));
    assert_eq!(mean.expected, first["n2"]["d2AM_links"].as_array().unwrap().len() as f64);
    let Aggregator::WeightedMean(weights) = learned(&x, &y, Family::WeightedMean).aggregator else { panic!("weights") };
    assert!((0.837_063..0.993_285).contains(&weights[0]), "{weights:?}");
}

fn number(value: &Value) -> f64 {
    match value {
        Value::String(text) => match text.split_once('/') {
            Some((a, b)) => a.parse::<f64>().unwrap() / b.parse::<f64>().unwrap(),
            None => text.parse().unwrap(),
        },
        value => value.as_f64().unwrap(),
    }
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(number).collect()
}

#[test]
fn fuzzy_measures_of_the_golden_file() {
    let golden = golden(include_str!("golden/g5c_fuzzy.json"));
    for case in golden["measures"].as_array().unwrap() {
        let measure = FuzzyMeasure::new(numbers(&case["mu"])).unwrap();
        let name = &case["name"];
        let close = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12, "{name}: {found} {expected}");
        measure.mobius().into_iter().zip(numbers(&case["mobius"])).for_each(|(a, b)| close(a, b));
        assert_eq!(measure.is_monotone(1e-12), case["monotone"], "{name}");
        assert_eq!(measure.is_submodular(1e-12), case["submodular"], "{name}");
        assert_eq!(measure.additivity(1e-12), case["k_additive"].as_u64().unwrap() as usize, "{name}");
        for integral in case["choquet"].as_array().unwrap() {
            let values = numbers(&integral["c"]);
            close(measure.choquet(&values), number(&integral["CI"]));
            close(measure.choquet_by_mobius(&values), number(&integral["CI"]));
        }
        close(measure.shapley().iter().sum(), *measure.weights().last().unwrap());
    }
    // Tables 5.18 and 5.19: the leftmost bit is the first column.
    for (table, violations) in [("table5.18", 3), ("table5.19", 696)] {
        let weights = golden[table]["mu"].as_object().unwrap();
        let width = weights.keys().next().unwrap().len();
        let set = |bits: &str| {
            bits.chars().enumerate().filter(|(_, bit)| *bit == '1').map(|(at, _)| 1_usize << at).sum::<usize>()
        };
        let read = |name: &str| {
            let mut all = vec![0.0; 1 << width];
            let cells = golden[table][name].as_object().unwrap();
            cells.iter().for_each(|(bits, value)| all[set(bits)] = number(value));
            all
        };
        let measure = FuzzyMeasure::new(read("mu")).unwrap();
        measure.mobius().into_iter().zip(read("mobius")).for_each(|(a, b)| assert!((a - b).abs() < 1e-9, "{table}"));
        assert!(measure.is_monotone(1e-12) && !measure.is_submodular(1e-9));
        assert_eq!(measure.submodularity_violations(1e-9), violations, "{table}");
    }
}

/// Two files of whole numbers, so that ties occur.
fn files() -> impl Strategy<Value = (Rows, Rows)> {
    (2..4_usize, 3..14_usize).prop_flat_map(|(width, length)| {
        let cells = || prop::collection::vec((0..6_u8).prop_map(f64::from), width * length);
        (cells(), cells())
            .prop_map(move |(x, y)| (Rows::new(width, x).standardized(), Rows::new(width, y).standardized()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The tree finds what a comparison with every record finds, for every aggregator.
    #[test]
    fn linking_equals_brute_force((x, y) in files(), skew in 0.1..0.9_f64) {
        let width = x.width();
        let weights: Vec<f64> = (0..width).map(|at| skew.powi(at as i32 + 1)).collect();
        let matrix = |sign: f64| Symmetric::new(width, |a, b| if a == b { 1.0 + a as f64 } else { sign * 0.8 });
        for aggregator in [
            Aggregator::WeightedMean(weights.clone()),
            Aggregator::Owa(weights.clone()),
            Aggregator::Choquet(FuzzyMeasure::symmetric(&weights)),
            Aggregator::Bilinear(matrix(0.5)),
            Aggregator::Bilinear(matrix(-3.0)),
        ] {
            let found = link(&x, &y, &aggregator);
            let mut room = Vec::new();
            for record in 0..x.len() {
                let distances: Vec<f64> =
                    (0..y.len()).map(|other| aggregator.distance(x.row(record), y.row(other), &mut room)).collect();
                let least = distances.iter().copied().fold(f64::INFINITY, f64::min);
                let near = |distance: &&f64| **distance <= least + 1e-9;
                let expected = if near(&&distances[record]) {
                    1.0 / distances.iter().filter(near).count() as f64
                } else {
                    0.0
                };
                prop_assert!((found.records[record] - expected).abs() < 1e-12, "{aggregator:?}: record {record}");
            }
        }
    }

    /// The heuristic is a Choquet integral, counted as it is defined, and no worse than its start.
    #[test]
    fn the_heuristic_counts_its_own_links((x, y) in files()) {
        let found = Hrla { rate: 0.05, passes: 8 }.learn(&x, &y, &Silent).unwrap().unwrap();
        prop_assert!(found.measure.is_monotone(0.0) && found.links.expected >= found.start.expected);
        prop_assert!((recounted(&x, &y, &found) - found.links.expected).abs() < 1e-9);
    }

    /// What is learned is never worse than the plain mean; larger families are never worse; a proof holds against a fine grid.
    #[test]
    fn learned_distances_are_ordered_and_proofs_hold((x, y) in files()) {
        let mean = link(&x, &y, &Aggregator::arithmetic(x.width())).expected;
        let [wm, owa, ci] = [Family::WeightedMean, Family::Owa, Family::Choquet].map(|family| learned(&x, &y, family));
        prop_assert!(wm.links.expected >= mean - 1e-9 && owa.links.expected >= mean - 1e-9);
        prop_assert!(ci.links.expected >= wm.links.expected.max(owa.links.expected) - 1e-9);
        if let Aggregator::Choquet(measure) = &ci.aggregator {
            prop_assert!(measure.is_monotone(1e-9));
        }
        for (found, is_owa) in [(&wm, false), (&owa, true)] {
            // Weights on a grid: none links more than the bound says. Ties on the grid count less than a point beside them.
            for at in 0..=40 {
                let first = f64::from(at) / 40.0 * 0.998 + 0.001;
                let mut weights = vec![(1.0 - first) / (x.width() - 1) as f64; x.width()];
                weights[0] = first;
                let aggregator = if is_owa { Aggregator::Owa(weights) } else { Aggregator::WeightedMean(weights) };
                let strict = link(&x, &y, &aggregator);
                prop_assert!(strict.strict as f64 <= found.bound + 1e-9, "{} > {}", strict.strict, found.bound);
            }
        }
    }
}
