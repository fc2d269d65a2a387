//! Groups that keep l-diversity and t-closeness, on any table and in every stratum.

use proptest::prelude::*;
use scumble_data::{NumberFormat, Rows};
use scumble_io::Silent;
use scumble_mask::partition::{Blocks, GroupSize, exact};
use scumble_mask::space::{Metric, MixedSpace};
use scumble_mask::{
    Attribute, Centroid, ColumnGroup, Constraint, Cutting, Demand, Diversity, Ground, Judge, Keeping, Mask, Masked,
    Method, Microaggregation, Problem, Result, Rng, Sensitive, Values, merged,
};
use std::collections::HashMap;

fn parameters(method: Method, k: usize, cutting: Cutting) -> Microaggregation {
    let groups = vec![ColumnGroup { columns: vec![0, 1], k: GroupSize::new(k).unwrap() }];
    Microaggregation { method, effort: 0.01, standardize: true, centroid: Centroid::Medoid, cutting, groups }
}

fn masked(data: &[Attribute], mask: &Microaggregation, strata: &[Vec<u32>], asked: &[Sensitive]) -> Result<Masked> {
    mask.mask(&Problem { sensitive: asked, ..Problem::new(data, strata) }, &mut Rng::new(7), &Silent)
}

/// Two columns of numbers, and the confidential values, which go with the first.
fn data(records: usize, values: usize, seed: u64) -> (Vec<Attribute>, Vec<u32>) {
    let mut rng = Rng::new(seed);
    let a: Vec<f64> = (0..records).map(|_| rng.normal()).collect();
    let b: Vec<f64> = (0..records).map(|_| rng.normal()).collect();
    let code = |&a: &f64, rng: &mut Rng| match rng.below(3) {
        0 => rng.below(values) as u32,
        _ => (((a + 2.0) / 4.0 * values as f64).max(0.0) as u32).min(values as u32 - 1),
    };
    let mut codes: Vec<u32> = a.iter().map(|a| code(a, &mut rng)).collect();
    // Every value occurs.
    (0..values.min(records)).for_each(|value| codes[value] = value as u32);
    let attribute = |name: &str, cells: Vec<f64>| Attribute {
        name: name.to_owned(),
        values: Values::Numbers(cells.into(), NumberFormat::default()),
    };
    (vec![attribute("a", a), attribute("b", b)], codes)
}

fn sensitive(codes: &[u32], demand: Demand) -> Sensitive {
    Sensitive { column: "s".to_owned(), codes: codes.to_vec(), demand }
}

fn close(at_most: f64, ordered: bool) -> Demand {
    Demand::Closeness { at_most, ground: if ordered { Ground::Ordered } else { Ground::Equal } }
}

fn classes(masked: &Masked) -> Vec<Vec<u32>> {
    let columns: Vec<_> = masked.attributes.iter().map(|attribute| attribute.column("")).collect();
    let mut classes: HashMap<String, Vec<u32>> = HashMap::new();
    for row in 0..masked.attributes[0].len() {
        let key = columns.iter().map(|column| column.cells.text(row).into_owned() + "|").collect();
        classes.entry(key).or_default().push(row as u32);
    }
    let mut classes: Vec<Vec<u32>> = classes.into_values().collect();
    classes.sort();
    classes
}

fn model() -> impl Strategy<Value = Diversity> {
    prop_oneof![
        (1..4_usize).prop_map(Diversity::Distinct),
        (1.0..2.5_f64).prop_map(Diversity::Entropy),
        (0.8..4.0_f64, 2..4_usize).prop_map(|(c, l)| Diversity::Recursive { c, l }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// k, l and t together, in strata: kept in every class, or refused because a stratum as a whole does not keep them.
    #[test]
    fn promises_are_kept_or_refused_with_the_reason(
        records in 12..90_usize, values in 2..6_usize, seed: u64, k in 2..5_usize, t in 0.0..0.6_f64, ordered: bool, l in model(), strata in 1..3_u32,
        refined: bool, blocks: bool,
    ) {
        let (data, codes) = data(records, values, seed);
        let asked = [sensitive(&codes, close(t, ordered)), sensitive(&codes, Demand::Diversity(l))];
        let strata: Vec<Vec<u32>> =
            (0..strata).map(|stratum| (0..records as u32).filter(|record| record % strata == stratum).collect()).collect();
        let cutting = if blocks { Cutting::Always(Blocks { records: 16, repair: true }) } else { Cutting::Never };
        let method = if refined { Method::Refined } else { Method::Mdav };
        let judges: Vec<Judge<'_>> = asked.iter().map(Sensitive::judge).collect();
        let possible = strata.iter().all(|stratum| judges.iter().all(|judge| judge.allows(stratum)));
        match masked(&data, &parameters(method, k, cutting), &strata, &asked) {
            Ok(masked) => {
                prop_assert!(possible);
                let classes = classes(&masked);
                prop_assert!(classes.iter().all(|class| class.len() >= k));
                prop_assert!(classes.iter().all(|class| judges.iter().all(|judge| judge.allows(class))));
                prop_assert!(!masked.report.groups[0].keeping.is_empty());
            }
            Err(error) => prop_assert!(!possible && error.to_string().contains("even all records"), "{error}"),
        }
    }

    #[test]
    fn never_worse_than_merging(records in 20..200_usize, values in 2..8_usize, seed: u64, k in 2..5_usize, t in 0.02..0.5_f64, ordered: bool) {
        let (data, codes) = data(records, values, seed);
        let asked = [sensitive(&codes, close(t, ordered))];
        let everyone: Vec<u32> = (0..records as u32).collect();
        let found = masked(&data, &parameters(Method::Mdav, k, Cutting::Never), std::slice::from_ref(&everyone), &asked).unwrap();
        let judges = [asked[0].judge()];
        let columns: Vec<&Attribute> = data.iter().collect();
        let rows = scumble_mask::Encoded::new(&columns, true).unwrap().rows();
        let space = MixedSpace { metrics: vec![Metric::Number; 2] };
        let k = GroupSize::new(k).unwrap();
        let plain = merged(&space, &rows, &exact(&space, &rows, k).unwrap(), k, &Constraint::new(&judges, &everyone)).unwrap();
        let merging = scumble_mask::loss::squares(&rows, &plain).0;
        prop_assert!(found.report.sse <= merging * (1.0 + 1e-9) + 1e-12, "{} against {merging}", found.report.sse);
    }
}

/// Merging ends here with one class of nearly all; groups that look for fitting neighbours stay small.
#[test]
fn classes_do_not_snowball() {
    let (data, mut codes) = data(3_000, 2, 5);
    codes.iter_mut().enumerate().for_each(|(at, code)| *code &= u32::from(at % 2 == 0));
    let asked = [sensitive(&codes, close(0.15, false))];
    let everyone: Vec<u32> = (0..3_000).collect();
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            masked(&data, &parameters(Method::Mdav, 4, Cutting::Never), std::slice::from_ref(&everyone), &asked)
        })
        .unwrap()
    };
    let found = on(1);
    assert!(found.report.groups[0].largest < 40, "{:?}", found.report.groups);
    assert_ne!(found.report.groups[0].keeping, [Keeping::Merged]);
    assert_eq!(classes(&found), classes(&on(3)), "the same at any number of threads");
}

#[test]
fn the_true_reason_of_a_promise_that_cannot_be_kept() {
    let (data, codes) = data(30, 2, 1);
    let everyone = [(0..30).collect::<Vec<u32>>()];
    let refused = |demand: Demand, strata: &[Vec<u32>]| {
        let asked = [sensitive(&codes, demand)];
        masked(&data, &parameters(Method::Mdav, 2, Cutting::Never), strata, &asked).unwrap_err().to_string()
    };
    let three = refused(Demand::Diversity(Diversity::Distinct(3)), &everyone);
    assert!(three.contains("even all records together have 2 distinct values, fewer than 3"), "{three}");
    let entropy = refused(Demand::Diversity(Diversity::Entropy(2.5)), &everyone);
    assert!(entropy.contains("have an entropy l of ") && entropy.contains("less than 2.5"), "{entropy}");
    let recursive = refused(Demand::Diversity(Diversity::Recursive { c: 2.0, l: 3 }), &everyone);
    assert!(recursive.contains("have fewer than 3 distinct values"), "{recursive}");
    let apart = [0, 1].map(|value| (0..30).filter(|&record| codes[record as usize] == value).collect());
    let stratum = refused(close(0.1, false), &apart);
    assert!(stratum.contains("of one stratum") && stratum.contains("from the whole table, more than 0.1"), "{stratum}");
}

/// In a space without order as well.
#[test]
fn mixed_columns_are_close_too() {
    let (mut data, codes) = data(600, 3, 9);
    let names = ["x", "y", "z"].map(str::to_owned).to_vec();
    data[1].values = Values::Nominal(codes.iter().map(|code| (code + 1) % 3).collect(), names);
    let asked = [sensitive(&codes, close(0.2, true))];
    let found = masked(&data, &parameters(Method::Mdav, 3, Cutting::Never), &[(0..600).collect()], &asked).unwrap();
    let judge = asked[0].judge();
    assert!(classes(&found).iter().all(|class| class.len() >= 3 && judge.allows(class)));
    let rows = Rows::new(
        1,
        match &data[0].values {
            Values::Numbers(cells, _) => cells.to_vec(),
            _ => Vec::new(),
        },
    );
    assert!((found.report.sst - rows.standardized().iter().map(|row| row[0] * row[0]).sum::<f64>()).abs() < 1e-6);
}
