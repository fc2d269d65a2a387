//! Suppression: no record is below k on any combination, by counting pair by pair; and on tiny tables the blanks are near the fewest.
#![allow(clippy::print_stderr, reason = "a skipped test says so")]

use proptest::prelude::*;
use scumble_data::{ColumnKind, Options, read};
use scumble_io::Silent;
use scumble_mask::partition::GroupSize;
use scumble_mask::table::{MaskedColumn, MissingValues, Prepared, Roles};
use scumble_mask::{
    Attribute, Blank, Combination, Error, Mask, Masked, Problem, Promise, Rng, Suppress, Suppression, Values,
};
use std::path::Path;

/// Records as rows of values; nothing is a blank.
type Row = Vec<Option<u32>>;

fn attributes(rows: &[Vec<u32>]) -> Vec<Attribute> {
    let values: Vec<String> = (0..10).map(|value| format!("v{value}")).collect();
    let column = |at: usize| Attribute {
        name: format!("c{at}"),
        values: Values::Nominal(rows.iter().map(|row| row[at]).collect(), values.clone()),
    };
    (0..rows[0].len()).map(column).collect()
}

fn published(masked: &Masked) -> Vec<Row> {
    let cell = |attribute: &Attribute, row: usize| match &attribute.values {
        Values::Nominal(codes, _) => (!attribute.is_missing(row)).then(|| codes[row]),
        _ => None,
    };
    let all: Vec<Row> = (0..masked.attributes[0].len())
        .map(|row| masked.attributes.iter().map(|attribute| cell(attribute, row)).collect())
        .collect();
    match &masked.report.kept {
        Some(kept) => kept.iter().map(|&row| all[row as usize].clone()).collect(),
        None => all,
    }
}

/// The fewest records that a record matches on some columns, pair by pair.
fn reached(rows: &[Row], columns: &[usize], blank: Blank) -> usize {
    let fits = |a: &Row, b: &Row| {
        columns.iter().all(|&at| match blank {
            Blank::MatchesAnything => a[at].is_none() || b[at].is_none() || a[at] == b[at],
            Blank::OwnValue => a[at] == b[at],
        })
    };
    rows.iter().map(|a| rows.iter().filter(|b| fits(a, b)).count()).min().unwrap_or(usize::MAX)
}

fn step(width: usize, blank: Blank, combinations: &[(Vec<usize>, usize)]) -> Suppression {
    let combination =
        |(columns, k): &(Vec<usize>, usize)| Combination { columns: columns.clone(), k: GroupSize::new(*k).unwrap() };
    Suppression {
        columns: (0..width).collect(),
        weights: vec![1.0; width],
        combinations: combinations.iter().map(combination).collect(),
        blank,
        suppress: Suppress::Cells,
    }
}

fn run(step: &Suppression, rows: &[Vec<u32>], strata: &[Vec<u32>], seed: u64) -> scumble_mask::Result<Masked> {
    let attributes = attributes(rows);
    step.mask(&Problem::new(&attributes, strata), &mut Rng::new(seed), &Silent)
}

fn everyone(rows: &[Vec<u32>]) -> Vec<Vec<u32>> {
    vec![(0..rows.len() as u32).collect()]
}

fn cells(masked: &Masked) -> usize {
    masked.report.suppressed.as_ref().unwrap().cells
}

/// The fewest blanks, by trying every set of cells.
fn fewest(rows: &[Vec<u32>], combinations: &[(Vec<usize>, usize)], blank: Blank) -> usize {
    let width = rows[0].len();
    let tried = (0..1_u32 << (rows.len() * width)).filter(|set| {
        let with: Vec<Row> = (rows.iter().enumerate())
            .map(|(row, cells)| {
                let is_blank = |at: usize| set >> (row * width + at) & 1 == 1;
                (0..width).map(|at| (!is_blank(at)).then_some(cells[at])).collect()
            })
            .collect();
        combinations.iter().all(|(columns, k)| reached(&with, columns, blank) >= *k)
    });
    tried.map(u32::count_ones).min().unwrap() as usize
}

/// Combinations of columns that a table of a width may have.
fn chosen(width: usize, which: usize, k: usize) -> Vec<(Vec<usize>, usize)> {
    let all: Vec<usize> = (0..width).collect();
    let pairs = || (0..width).flat_map(|a| (a + 1..width).map(move |b| vec![a, b]));
    match which {
        0 => vec![(all, k)],
        1 if width > 1 => pairs().map(|pair| (pair, k)).collect(),
        _ => pairs().map(|pair| (pair, k)).chain([(all, 2)]).collect(),
    }
}

fn table(most: usize, widths: std::ops::Range<usize>, values: u32) -> impl Strategy<Value = Vec<Vec<u32>>> {
    widths.prop_flat_map(move |width| proptest::collection::vec(proptest::collection::vec(0..values, width), 3..most))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Every record reaches k on every combination; cells are as they were or blank; the report says what was done.
    #[test]
    fn every_record_reaches_k(rows in table(40, 1..5, 5), k in 2..4_usize, which in 0..3_usize, seed in 0..9_u64) {
        prop_assume!(rows.len() >= k);
        let combinations = chosen(rows[0].len(), which, k);
        for (_, blank) in Blank::ALL {
            let masked = run(&step(rows[0].len(), blank, &combinations), &rows, &everyone(&rows), seed).unwrap();
            let found = published(&masked);
            for ((columns, k), group) in combinations.iter().zip(&masked.report.groups) {
                let smallest = reached(&found, columns, blank);
                prop_assert!(smallest >= *k, "{blank:?}: {smallest} below {k} on {columns:?}");
                prop_assert_eq!(group.smallest, smallest);
            }
            let mut blanks = 0;
            for (was, is) in rows.iter().zip(&found) {
                for (was, is) in was.iter().zip(is) {
                    prop_assert!(is.is_none_or(|is| is == *was));
                    blanks += usize::from(is.is_none());
                }
            }
            prop_assert_eq!(blanks, cells(&masked));
            let report = masked.report.suppressed.as_ref().unwrap();
            prop_assert_eq!(report.columns.iter().map(|(_, cells)| cells).sum::<usize>(), blanks);
            prop_assert_eq!(report.cost, blanks as f64);
            let again = run(&step(rows[0].len(), blank, &combinations), &rows, &everyone(&rows), seed).unwrap();
            prop_assert_eq!(published(&again), found, "the same seed gives the same blanks");
        }
    }

    /// Against every set of cells of tiny tables: never below the fewest, and at most one and a half times as many, and two.
    #[test]
    fn blanks_are_near_the_fewest(rows in table(6, 1..4, 3), k in 2..4_usize, which in 0..2_usize) {
        prop_assume!(rows.len() >= k);
        let combinations = chosen(rows[0].len(), which, k);
        for (_, blank) in Blank::ALL {
            let best = fewest(&rows, &combinations, blank);
            let found = cells(&run(&step(rows[0].len(), blank, &combinations), &rows, &everyone(&rows), 1).unwrap());
            prop_assert!(found >= best, "{blank:?}: {found} are fewer than possible ({best})");
            prop_assert!(found <= best + best / 2 + 2, "{blank:?}: {found} blanks, {best} are enough: {rows:?}");
        }
    }

    /// The records that are left out are exactly those that every allowed set leaves out.
    #[test]
    fn records_are_left_out_until_all_reach_k(rows in table(30, 1..4, 4), k in 2..4_usize, which in 0..3_usize) {
        let combinations = chosen(rows[0].len(), which, k);
        let with = |suppress| Suppression { suppress, ..step(rows[0].len(), Blank::OwnValue, &combinations) };
        let mut rest: Vec<Vec<u32>> = rows.clone();
        loop {
            let reaches = |row: &Vec<u32>| combinations.iter().all(|(columns, k)| {
                rest.iter().filter(|other| columns.iter().all(|&at| row[at] == other[at])).count() >= *k
            });
            let next: Vec<Vec<u32>> = rest.iter().filter(|row| reaches(row)).cloned().collect();
            if next.len() == rest.len() { break; }
            rest = next;
        }
        let left_out = rows.len() - rest.len();
        match run(&with(Suppress::Records(0.999_999)), &rows, &everyone(&rows), 1) {
            Ok(masked) => {
                prop_assert_eq!(masked.report.suppressed.as_ref().unwrap().records, left_out);
                prop_assert_eq!(cells(&masked), 0);
                let expected: Vec<Row> = rest.iter().map(|row| row.iter().copied().map(Some).collect()).collect();
                prop_assert_eq!(published(&masked), expected);
            }
            Err(error) => prop_assert!(rest.is_empty(), "{error}"),
        }
        if left_out > 0 {
            let error = run(&with(Suppress::Records(0.0)), &rows, &everyone(&rows), 1).unwrap_err();
            let expected = format!("{left_out} of {} records", rows.len());
            prop_assert!(error.to_string().starts_with(&expected), "{error}");
        }
        prop_assume!(rows.len() >= k + 2);
        // Some records, then cells.
        let masked = run(&with(Suppress::RecordsThenCells(2.0 / rows.len() as f64)), &rows, &everyone(&rows), 1).unwrap();
        let found = published(&masked);
        prop_assert!(masked.report.suppressed.as_ref().unwrap().records <= 2);
        for (columns, k) in &combinations {
            prop_assert!(reached(&found, columns, Blank::OwnValue) >= *k);
        }
    }

    /// Records of different strata are not counted together.
    #[test]
    fn strata_are_kept_apart(rows in table(30, 2..4, 3), k in 2..4_usize) {
        prop_assume!(rows.len() >= 2 * k);
        let half = rows.len() as u32 / 2;
        let strata = [(0..half).collect::<Vec<u32>>(), (half..rows.len() as u32).collect()];
        for (_, blank) in Blank::ALL {
            let masked = run(&step(rows[0].len(), blank, &chosen(rows[0].len(), 0, k)), &rows, &strata, 1).unwrap();
            let found = published(&masked);
            let all: Vec<usize> = (0..rows[0].len()).collect();
            for stratum in [&found[..half as usize], &found[half as usize..]] {
                prop_assert!(reached(stratum, &all, blank) >= k);
            }
        }
    }
}

#[test]
fn importance_moves_blanks_to_other_columns() {
    // Two pairs that differ in one column each, and could also be blanked in none other.
    let rows = vec![vec![0, 0], vec![0, 1], vec![1, 0], vec![1, 1]];
    let blanked = |weights: Vec<f64>| {
        let step = Suppression { weights, ..step(2, Blank::OwnValue, &chosen(2, 0, 2)) };
        run(&step, &rows, &everyone(&rows), 1).unwrap().report.suppressed.unwrap().columns
    };
    assert_eq!(blanked(vec![1.0, 4.0]), [("c0".to_owned(), 4), ("c1".to_owned(), 0)]);
    assert_eq!(blanked(vec![4.0, 1.0]), [("c0".to_owned(), 0), ("c1".to_owned(), 4)]);
}

#[test]
fn what_cannot_be_is_refused() {
    let rows = vec![vec![0, 0], vec![0, 1], vec![1, 0]];
    let good = step(2, Blank::OwnValue, &chosen(2, 0, 2));
    let refused = |step: &Suppression, strata: &[Vec<u32>]| run(step, &rows, strata, 1).unwrap_err();
    let error = refused(&step(2, Blank::OwnValue, &chosen(2, 0, 4)), &everyone(&rows));
    assert_eq!(error, Error::TooFewRecords { k: 4, records: 3, among: None });
    assert!(matches!(refused(&good, &[vec![0, 1], vec![2]]), Error::TooFewRecords { among: Some(_), .. }));
    for (bad, setting) in [
        (Suppression { weights: vec![1.0, 0.0], ..good.clone() }, "importance"),
        (Suppression { weights: vec![1.0], ..good.clone() }, "importance"),
        (Suppression { suppress: Suppress::Records(1.0), ..good.clone() }, "suppression-limit"),
        (step(2, Blank::OwnValue, &[(vec![0, 2], 2)]), "combinations"),
        (step(2, Blank::OwnValue, &[(vec![], 2)]), "combinations"),
    ] {
        assert!(matches!(refused(&bad, &everyone(&rows)), Error::Setting { setting: found, .. } if found == setting));
    }
}

/// GOLDEN 10: sdcMicro's localSuppression blanks 320, 589 and 968 cells at k = 2, 3 and 5 on 5,000 rows of Adult.
#[test]
fn fewer_cells_than_sdcmicro_on_adult() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/adult_arx/adult.csv");
    if !path.is_file() {
        eprintln!("skipped: the shared data folder is not there (Adult)");
        return;
    }
    let table = read(&path, &Options::default()).unwrap();
    let table = table.keep(&(0..table.len()).map(|row| row < 5_000).collect::<Vec<_>>());
    let keys = ["sex", "race", "marital-status", "education", "workclass"];
    let masked = keys.map(|name| MaskedColumn::new(name, ColumnKind::Nominal)).to_vec();
    let roles = Roles { masked, ..Roles::default() };
    let none = |_: &str, _: &[String]| Err("no taxonomy is named".to_owned());
    let prepared = Prepared::new(&table, &roles, &MissingValues::default(), &Promise::default(), 2, none).unwrap();
    let problem = Problem::new(&prepared.attributes, &prepared.strata);
    let all: Vec<usize> = (0..5).collect();
    for (k, sdcmicro, least) in [(2, 320, 320), (3, 589, 572), (5, 968, 0)] {
        let blanked = |blank| step(5, blank, &[(all.clone(), k)]).mask(&problem, &mut Rng::new(1), &Silent).unwrap();
        let masked = blanked(Blank::MatchesAnything);
        assert!(cells(&masked) * 2 < sdcmicro, "{} cells", cells(&masked));
        assert!(reached(&published(&masked), &all, Blank::MatchesAnything) >= k);
        // Every record below k (320 at k = 2, 572 at k = 3) needs a blank of its own here.
        let masked = blanked(Blank::OwnValue);
        assert!((least..sdcmicro * 5 / 4).contains(&cells(&masked)), "{} cells", cells(&masked));
        assert!(reached(&published(&masked), &all, Blank::OwnValue) >= k);
    }
}
