//! Retrieval against the thesis' example 4 and tables 3.6 and 3.8.

use scumble_assess::document::retrieval::{Change, measure};
use scumble_assess::document::search::Hit;

#[test]
fn example_4() {
    // Table 3.4: ranks 1 to 8 and 44 are printed; ranks 9 to 43 are not, but all ten documents u5.1 to u5.10 are among the 44.
    // Documents 1 to 10 are u5.1 to u5.10, 37 is u3.7.
    let printed = [
        (6, 0.26248),
        (1, 0.21050),
        (2, 0.10709),
        (3, 0.09852),
        (4, 0.08784),
        (37, 0.07626),
        (8, 0.05202),
        (10, 0.02243),
    ];
    let mut hits: Vec<Hit> = printed.map(|(document, relevance)| Hit { document, relevance }).to_vec();
    let others = [5, 7].into_iter().chain(100..133);
    hits.extend(others.zip(1..).map(|(document, i)| Hit { document, relevance: 0.02 - 0.0005 * f64::from(i) }));
    hits.push(Hit { document: 9, relevance: 0.000_034 });
    let found = measure(&hits, 0.0422, &(1..=10).collect::<Vec<_>>(), &[]);
    assert_eq!((found.returned, found.above), (44, 7));
    let close = |ours: f64, printed: f64| (ours - printed).abs() < 1e-4;
    assert!(close(found.precision, 0.8571) && close(found.recall, 0.6) && close(found.novelty, 0.0909));
    assert!((found.f - 12.0 / 17.0).abs() < 1e-12 && found.coverage == 1.0);
}

/// F (a fraction), C, N, TR, PR and NMI as printed, and the printed IL or RD.
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

#[test]
fn twelve_rows_of_tables_3_6_and_3_8() {
    for (name, [f, coverage, novelty, returned, random, mutual_information], printed) in ROWS {
        let change =
            Change { f: 100.0 * f, coverage, novelty, returned, random, mutual_information, ..Change::default() };
        // The thesis cuts after two or three digits.
        let close = (change.rounded_total() - printed).abs() < 0.0051;
        assert_eq!(close, !matches!(name, "uq5-1" | "uq5-2"), "{name}: {}", change.rounded_total());
    }
    let uq4 = Change {
        f: -70.0,
        novelty: 33.33,
        returned: -10.81,
        random: 25.0,
        mutual_information: 50.0,
        ..Change::default()
    };
    assert!((uq4.total() + 38.6425).abs() < 1e-9);
}
