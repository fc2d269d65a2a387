//! Example 4 and tables 3.6 and 3.8 of the thesis: measures of retrieval, and equation 3.1 from its parts.

use crate::console::Console;
use crate::failure::Failure;
use scumble::assess::document::retrieval::{Change, measure};
use scumble::assess::document::search::Hit;
use serde_json::{Value, json};

pub(super) const NAME: &str = "retrieval-metrics";

const NOTE: &str = "F is printed as a fraction and enters as a percentage; every change is rounded to a whole number first, half away \
                    from 0, and what NMI lacks is subtracted. uq5-1 follows with N = +100 in place of the printed −100; uq5-2 does not \
                    follow from its printed parts. The printed rows of table 3.8 have a mean of −40.67; the text says −47.26";

/// Changes of F (a fraction), C, N, TR, PR and NMI as printed, and IL or RD as printed.
const ROWS: [(&str, [f64; 6], f64); 14] = [
    ("uq1", [-0.08, 0.0, 0.0, -15.38, 0.0, 11.0], -6.625),
    ("uq2", [-0.25, 0.0, 40.0, -4.76, 20.0, 0.0], -14.37),
    ("uq3", [-0.09, 0.0, 0.0, -12.5, 0.0, 14.0], -7.375),
    ("uq4", [-0.70, 0.0, 33.33, -10.81, 25.0, 50.0], -38.62),
    ("uq5-1", [-1.0, -100.0, -100.0, -4.55, 0.0, 100.0], -75.62),
    ("uq5-2", [-0.05, 0.0, 38.46, 0.0, 0.0, 0.0], -13.75),
    ("rq1", [-0.64, -16.67, 40.0, -44.44, 30.0, 60.0], -47.37),
    ("rq2", [-0.67, -33.33, 40.0, -48.39, 16.7, 67.0], -50.75),
    ("rq4", [-0.28, -7.14, 15.38, -4.17, 1.96, 36.0], -19.5),
    ("rq5", [-0.45, -12.5, 50.0, -18.6, 8.9, 25.0], -28.87),
    ("rq6", [-0.58, -22.22, 40.0, -55.26, 17.8, 56.0], -45.37),
    ("rq7", [-0.64, -12.5, 55.56, -33.33, 35.7, 63.0], -49.0),
    ("rq8", [-0.63, -50.0, 23.08, -29.41, 23.3, 70.0], -48.87),
    ("rq9", [-0.57, 0.0, 35.29, -10.2, 9.9, 58.0], -35.62),
];

/// Half of a printed digit, and what cutting in place of rounding adds.
const AS_PRINTED: f64 = 0.0051;

struct Row {
    name: &'static str,
    published: f64,
    rounded: f64,
    unrounded: f64,
}

impl Row {
    fn holds(&self) -> bool {
        (self.rounded - self.published).abs() < AS_PRINTED
    }
}

fn rows() -> Vec<Row> {
    let row = |(name, [f, coverage, novelty, returned, random, mutual_information], published): (_, [f64; 6], f64)| {
        let change =
            Change { f: 100.0 * f, coverage, novelty, returned, random, mutual_information, ..Change::default() };
        Row { name, published, rounded: change.rounded_total(), unrounded: change.total() }
    };
    ROWS.map(row).into()
}

/// Example 4: six of ten relevant documents and one other above the threshold, all ten among 44.
fn example_4() -> [(&'static str, f64, f64); 5] {
    let hit = |document: u32, relevance: f64| Hit { document, relevance };
    let above = [(1, 0.26248), (2, 0.21050), (3, 0.10709), (4, 0.09852), (5, 0.08784), (37, 0.07626), (6, 0.05202)];
    let below = (7..=10).chain(100..133).map(|document| hit(document, 0.02));
    let hits: Vec<Hit> = above.into_iter().map(|(document, relevance)| hit(document, relevance)).chain(below).collect();
    let found = measure(&hits, 0.0422, &(1..=10).collect::<Vec<_>>(), &[]);
    [
        ("precision", 0.8571, found.precision),
        ("recall", 0.6, found.recall),
        ("F", 0.7058, found.f),
        ("coverage", 1.0, found.coverage),
        ("novelty", 0.0909, found.novelty),
    ]
}

pub(super) fn run(console: &Console) -> Result<(), Failure> {
    let (example, rows) = (example_4(), rows());
    if console.json {
        let example: Vec<Value> = example
            .iter()
            .map(|(name, published, ours)| json!({ "name": name, "published": published, "ours": ours }))
            .collect();
        let rows: Vec<Value> = rows
            .iter()
            .map(|row| {
                json!({
                    "name": row.name, "published": row.published, "ours": row.rounded, "unrounded": row.unrounded,
                    "note": if row.holds() { "holds" } else { "does not hold" },
                })
            })
            .collect();
        return console.print_json(&json!({ "name": NAME, "example_4": example, "rows": rows, "note": NOTE }));
    }
    let mut text = format!("{:<12}{:>11}{:>11}\n", "example 4", "published", "ours");
    for (name, published, ours) in example {
        text += &format!("{name:<12}{published:>11.4}{ours:>11.4}\n");
    }
    text += &format!("\n{:<12}{:>11}{:>11}{:>12}\n", "IL, RD", "published", "ours", "unrounded");
    for row in &rows {
        let verdict = if row.holds() { "holds" } else { "does not hold" };
        text += &format!(
            "{:<12}{:>11.3}{:>11.3}{:>12.4}  {verdict}\n",
            row.name, row.published, row.rounded, row.unrounded
        );
    }
    let held = rows.iter().filter(|row| row.holds()).count();
    text += &format!("{held} of {} rows follow from their printed parts\n{NOTE}\n", rows.len());
    console.print(&text)
}
