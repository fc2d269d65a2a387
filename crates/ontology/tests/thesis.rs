//! The printed tables of the thesis' section 4.5, read from `papers/thesis-4.5.md`.

use crate::support::{nouns, synset};
use scumble_ontology::measure::{Measure, WuPalmer, between_terms, common_hypernym};

const PAPER: &str = include_str!("papers/thesis-4.5.md");

/// The cells of the table under a heading that are not dashes: row, column, what is printed.
fn cells(heading: &str) -> Vec<(String, String, String)> {
    let section = PAPER.split("## ").find(|part| part.starts_with(heading)).unwrap();
    let row = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    let rows: Vec<_> = section.lines().filter(|line| line.starts_with('|')).map(row).collect();
    let mut cells = Vec::new();
    for line in &rows[2..] {
        for (column, cell) in rows[0].iter().zip(line).skip(1).filter(|(_, cell)| *cell != "-") {
            cells.push((line[0].clone(), column.clone(), cell.clone()));
        }
    }
    assert!(!cells.is_empty(), "{heading}");
    cells
}

/// Whether a value gives the printed digits, rounded or cut off.
fn prints_as(value: f64, printed: &str) -> bool {
    let digits = printed.split('.').nth(1).map_or(0, str::len);
    let scale = 10f64.powi(digits as i32);
    let printed: f64 = printed.parse().unwrap();
    let tidy = |value: f64| value / scale;
    tidy((value * scale).round()) == printed || tidy((value * scale + 1e-9).floor()) == printed
}

#[test]
fn example_6_and_table_4_4() {
    let measure = WuPalmer::on(nouns());
    for (a, b, printed) in cells("Example 6") {
        let value = measure.between(synset(&a), synset(&b));
        assert!(prints_as(value, &printed), "{a} {b}: {value}, printed {printed}");
    }
    for (a, b, printed) in cells("Table 4.4") {
        let value = 1.0 - measure.between(synset(&a), synset(&b));
        assert!(prints_as(value, &printed), "{a} {b}: {value}, printed {printed}");
    }
}

#[test]
fn table_4_5() {
    let measure = WuPalmer::on(nouns());
    for (a, b, printed) in cells("Table 4.5") {
        let value = 1.0 - between_terms(&measure, &a, &b).unwrap().value;
        assert!(prints_as(value, &printed), "{a} {b}: {value}, printed {printed}");
    }
}

#[test]
fn hypernyms_of_tables_4_6_and_4_7() {
    let measure = WuPalmer::on(nouns());
    for (a, b, printed) in [cells("Table 4.6"), cells("Table 4.7")].concat() {
        let hypernym = common_hypernym(&measure, &a, &b).unwrap();
        assert_eq!(nouns().label(hypernym), printed, "{a} {b}");
    }
}

#[test]
fn the_comparison_can_fail() {
    assert!(prints_as(0.88888, "0.8888") && prints_as(0.88888, "0.8889") && prints_as(0.2222, "0.22"));
    for (value, printed) in [(0.8887, "0.8888"), (0.61, "0.60"), (0.2301, "0.22"), (0.2199, "0.21999")] {
        assert!(!prints_as(value, printed), "{value} {printed}");
    }
}
