//! What every method promises, on any table.

use proptest::prelude::*;
use scumble_data::{NumberFormat, Rows};
use scumble_io::Silent;
use scumble_mask::loss::squares;
use scumble_mask::partition::{Blocks, Effort, GroupSize, exact, in_blocks, refine};
use scumble_mask::sets::{ConceptRef, Delta, SetDistance, SetGrouping};
use scumble_mask::space::{Metric, MixedSpace};
use scumble_mask::{
    Attribute, Centroid, ColumnGroup, Cutting, Mask, Masked, Method, Microaggregation, Problem, Result, Rng, Sensitive,
    Values,
};
use scumble_ontology::{Stack, wordnet};
use std::collections::HashMap;
use std::sync::Arc;

/// The parameters of a mask of all columns together.
fn parameters(columns: usize, method: Method, k: usize) -> Result<Microaggregation> {
    Ok(Microaggregation {
        method,
        effort: 0.001,
        standardize: true,
        centroid: Centroid::Medoid,
        cutting: Cutting::Auto,
        groups: vec![ColumnGroup { columns: (0..columns).collect(), k: GroupSize::new(k)? }],
    })
}

fn masked(data: &[Attribute], parameters: &Microaggregation, sensitive: &[Sensitive], seed: u64) -> Result<Masked> {
    let strata = [(0..data[0].len() as u32).collect()];
    parameters.mask(&Problem { sensitive, ..Problem::new(data, &strata) }, &mut Rng::new(seed), &Silent)
}

fn mask(data: &[Attribute], method: Method, k: usize) -> Result<Masked> {
    masked(data, &parameters(data.len(), method, k)?, &[], 42)
}

fn numbers(cells: Vec<f64>, name: &str) -> Attribute {
    Attribute { name: name.to_owned(), values: Values::Numbers(cells.into(), NumberFormat::default()) }
}

/// How many records each record equals, on these columns as they would be written.
fn equals(attributes: &[&Attribute]) -> usize {
    let columns: Vec<_> = attributes.iter().map(|attribute| attribute.column("")).collect();
    let mut counts: HashMap<Vec<String>, usize> = HashMap::new();
    for row in 0..attributes[0].len() {
        *counts.entry(columns.iter().map(|column| column.cells.text(row).into_owned()).collect()).or_default() += 1;
    }
    counts.into_values().min().unwrap_or(0)
}

fn table() -> impl Strategy<Value = Vec<Attribute>> {
    (4..60_usize).prop_flat_map(|length| {
        let cells = || prop::collection::vec(prop_oneof![(-4..5_i32).prop_map(f64::from), -50.0..50.0], length);
        (cells(), cells()).prop_map(|(mut a, mut b)| {
            // Constant columns are refused; they have their own test.
            a[0] += 1.0 + a[1].abs();
            b[1] += 1.0 + b[0].abs();
            vec![numbers(a, "a"), numbers(b, "b")]
        })
    })
}

/// A column of every kind, from small choices.
fn mixed() -> impl Strategy<Value = Vec<Attribute>> {
    let row = (-9.0..9.0_f64, 0..4_u32, 0..3_u32, 0..5_u32);
    prop::collection::vec(row, 6..50).prop_map(|mut rows| {
        (rows[0].1, rows[0].2, rows[0].3) = (0, 0, 0);
        (rows[1].1, rows[1].2, rows[1].3) = (1, 1, 1);
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let animals = names(&["cat", "dog", "airplane", "teacher", "qwxyz"]);
        let stack = Arc::new(Stack::new(vec![wordnet().nouns().clone()]));
        let attribute = |name: &str, values| Attribute { name: name.to_owned(), values };
        vec![
            attribute("number", Values::Numbers(rows.iter().map(|row| row.0).collect(), NumberFormat::default())),
            attribute("ordinal", Values::Ordinal(rows.iter().map(|row| row.1).collect(), names(&["a", "b", "c", "d"]))),
            attribute("nominal", Values::Nominal(rows.iter().map(|row| row.2).collect(), names(&["x", "y", "z"]))),
            attribute("text", Values::Text(rows.iter().map(|row| row.3).collect(), animals, stack)),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Every record equals at least k-1 others on the masked columns (individual ranking: on each); means stay.
    #[test]
    fn numbers_keep_k_and_means(data in table(), k in 2..5_usize) {
        prop_assume!(data[0].len() >= k);
        for (name, method) in Method::ALL.into_iter().filter(|(_, method)| method.is_microaggregation()) {
            let masked = mask(&data, method, k).unwrap();
            match method {
                Method::IndividualRanking => masked.attributes.iter().for_each(|column| assert!(equals(&[column]) >= k)),
                _ => prop_assert!(equals(&masked.attributes.iter().collect::<Vec<_>>()) >= k, "{name}"),
            }
            if method != Method::VMdav {
                prop_assert!(masked.report.groups.iter().all(|group| group.largest < 2 * k), "{name}");
            }
            for (before, after) in data.iter().zip(&masked.attributes) {
                let (Values::Numbers(a, _), Values::Numbers(b, _)) = (&before.values, &after.values) else { panic!("numbers") };
                prop_assert!((a.iter().sum::<f64>() - b.iter().sum::<f64>()).abs() < 1e-6, "{name}");
            }
            prop_assert!(masked.report.sse <= masked.report.sst * (1.0 + 1e-9), "{name}");
        }
    }

    #[test]
    fn mixed_columns_keep_k(data in mixed(), k in 2..5_usize, hypernym: bool) {
        let centroid = if hypernym { Centroid::Hypernym } else { Centroid::Medoid };
        for method in [Method::Mdav, Method::VMdav, Method::Refined] {
            let mask = Microaggregation { centroid, effort: 0.01, ..parameters(data.len(), method, k).unwrap() };
            let masked = masked(&data, &mask, &[], 42).unwrap();
            prop_assert!(equals(&masked.attributes.iter().collect::<Vec<_>>()) >= k, "{method:?}");
            prop_assert!(masked.report.sse.is_finite() && masked.report.sst > 0.0);
        }
    }

    /// The search never ends with more loss than it started with.
    #[test]
    fn refined_is_never_worse(data in table(), k in 2..5_usize) {
        prop_assume!(data[0].len() >= k);
        let plain = mask(&data, Method::Mdav, k).unwrap().report.sse;
        let refined = mask(&data, Method::Refined, k).unwrap().report.sse;
        prop_assert!(refined <= plain * (1.0 + 1e-9) + 1e-12);
    }

    #[test]
    fn blocks_keep_k(cells in prop::collection::vec(-9.0..9.0_f64, 80..600), k in 2..4_usize, repair: bool) {
        let rows = Rows::new(2, cells[..cells.len() / 2 * 2].to_vec());
        let space = MixedSpace { metrics: vec![Metric::Number; 2] };
        let k = GroupSize::new(k).unwrap();
        let partition = in_blocks(&space, &rows, k, Blocks { records: 40, repair }, 1).unwrap();
        prop_assert!(partition.smallest() >= k.get() && partition.largest() < 2 * k.get());
    }

    /// Sets in blocks or all at once: groups of k to 2k-1, and a medoid of its own for each.
    #[test]
    fn sets_keep_k(sets in prop::collection::vec(prop::collection::btree_set(0..12_u32, 1..5), 6..90), k in 2..4_usize, at_once in 16..60_usize, semantic: bool) {
        let sets: Vec<Vec<u32>> = sets.into_iter().map(|set| set.into_iter().collect()).collect();
        let nouns = wordnet().nouns();
        let concepts: Vec<_> =
            nouns.concepts().step_by(997).take(12).map(|concept| ConceptRef { member: 0, concept }).collect();
        let delta = if semantic { Delta::Semantic } else { Delta::Equality };
        let grouping = SetGrouping { k: GroupSize::new(k).unwrap(), distance: SetDistance::MinSum, delta, at_once };
        let grouped = grouping.group(std::slice::from_ref(nouns), &concepts, &sets, &Silent).unwrap();
        prop_assert!(grouped.partition.smallest() >= k && grouped.partition.largest() < 2 * k);
        prop_assert_eq!(grouped.blocks > 1, sets.len() > at_once);
        for (group, medoid) in grouped.partition.groups().zip(&grouped.medoids) {
            prop_assert!(group.contains(medoid));
        }
    }
}

fn normal(records: usize, width: usize) -> Rows {
    let mut rng = Rng::new(5);
    Rows::new(width, (0..records * width).map(|_| rng.normal()).collect()).standardized()
}

#[test]
fn one_thread_or_many_give_the_same_groups() {
    let rows = normal(40_000, 3);
    let space = MixedSpace { metrics: vec![Metric::Number; 3] };
    let k = GroupSize::new(5).unwrap();
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let exact = exact(&space, &rows, k).unwrap();
            let refined =
                refine(&space, &rows, &exact, k, Effort { units: 0.02, chains: 2 }, &mut Rng::new(9), &Silent).unwrap();
            (exact, refined, in_blocks(&space, &rows, k, Blocks::default(), 9).unwrap())
        })
    };
    assert_eq!(on(1), on(3));
}

#[test]
fn repaired_blocks_lose_less() {
    let rows = normal(6_000, 5);
    let space = MixedSpace { metrics: vec![Metric::Number; 5] };
    let k = GroupSize::new(4).unwrap();
    let loss = |repair| squares(&rows, &in_blocks(&space, &rows, k, Blocks { records: 500, repair }, 1).unwrap()).0;
    let whole = squares(&rows, &exact(&space, &rows, k).unwrap()).0;
    assert!(loss(true) < loss(false));
    assert!(loss(true) < 1.04 * whole, "{} against {whole}", loss(true));
}

#[test]
fn what_cannot_be_masked_is_refused() {
    let text = |result: Result<Masked>| result.unwrap_err().to_string();
    let three = || vec![numbers(vec![1.0, 2.0, 3.0], "a")];
    let mdav = |data: &[Attribute], k| mask(data, Method::Mdav, k);
    assert_eq!(text(mdav(&three(), 1)), "k is 1: a group needs at least 2 records to hide one");
    assert_eq!(text(mdav(&three(), 4)), "k is 4, but there are only 3 records");
    let constant = mdav(&[numbers(vec![0.1; 3], "c")], 2).unwrap();
    let Values::Numbers(cells, _) = &constant.attributes[0].values else { panic!("numbers") };
    assert_eq!((&**cells, constant.report.sse, constant.report.sst), (&[0.1; 3][..], 0.0, 0.0), "it passes as it is");
    let missing = vec![numbers(vec![f64::NAN; 3], "m")];
    assert!(text(mdav(&missing, 2)).starts_with("column “m”: every value is missing"));
    let names = vec!["x".to_owned(), "y".to_owned()];
    let nominal = vec![Attribute { name: "n".to_owned(), values: Values::Nominal(vec![0, 1, 0], names) }];
    assert!(text(mask(&nominal, Method::ZScores, 2)).contains("needs an order"));
}
