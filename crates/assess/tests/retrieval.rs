//! Retrieval against the thesis' example 4 and tables 3.6 and 3.8.

use scumble_assess::document::retrieval::{Change, measure};
use scumble_assess::document::search::Hit;
use serde_json::Value;

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

/// Every printed row from its printed parts: equation 3.1 with whole percentages, and without rounding.
#[test]
fn twelve_rows_of_tables_3_6_and_3_8() {
    let golden: Value = serde_json::from_str(include_str!("golden/g5a_tables3.json")).unwrap();
    let rows = golden["rows"].as_object().unwrap();
    let mut as_printed = 0;
    for (name, row) in rows {
        let part = |part: &str| row[part].as_f64().unwrap();
        let change = Change {
            f: 100.0 * part("F"),
            coverage: part("C"),
            novelty: part("N"),
            returned: part("TR"),
            random: part("PR"),
            mutual_information: part("NMI"),
            ..Change::default()
        };
        assert!((change.rounded_total() - part("F_percent_int_rounded")).abs() < 1e-9, "{name}");
        assert!((change.total() - part("F_percent")).abs() < 1e-4, "{name}: {}", change.total());
        // The thesis cuts after two or three digits.
        as_printed += usize::from((change.rounded_total() - part("paper")).abs() < 0.0051);
    }
    assert_eq!((rows.len(), as_printed), (14, 12));
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
