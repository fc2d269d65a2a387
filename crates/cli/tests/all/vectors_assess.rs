//! `scumble vectors assess`, end to end.

use crate::support::{Workplace, json, read, refused};
use std::f64::consts::FRAC_1_SQRT_2;

/// Golden 6: unit rows of six documents over five terms, and the centroids of {2, 3}, {0, 1} and {4, 5} as published rows.
const ORIGINAL: &str = "%%MatrixMarket matrix coordinate real general
6 5 11
1 1 0.6
1 2 0.8
2 1 0.8
2 2 0.6
3 3 1
4 3 0.6
4 4 0.8
5 1 0.7071067811865475
5 4 0.7071067811865475
6 4 0.8944271909999159
6 5 0.4472135954999579
";

fn masked() -> String {
    let rows: [&[(u32, f64)]; 3] = [
        &[(1, FRAC_1_SQRT_2), (2, FRAC_1_SQRT_2)],
        &[(3, 0.8944271909999159), (4, 0.4472135954999579)],
        &[(1, 0.3913355699643232), (4, 0.8863402621752988), (5, 0.24750234610548785)],
    ];
    let entry = |row: usize, (term, weight): &(u32, f64)| format!("{} {term} {weight}\n", row + 1);
    let lines = (0..6).flat_map(|row| rows[row / 2].iter().map(move |cell| entry(row, cell)));
    format!("%%MatrixMarket matrix coordinate real general\n6 5 14\n{}", lines.collect::<String>())
}

#[test]
fn golden_six_from_files() {
    let place = Workplace::new();
    let (original, masked) = (place.write("original.mtx", ORIGINAL), place.write("masked.mtx", masked()));
    let labels = "row,label,split\n0,a,train\n1,a,test\n2,b,train\n3,b,train\n4,b,test\n5,b,test\n";
    let (labels, page) = (place.write("labels.csv", labels), place.path("page.html"));
    let run = |threads: &str| {
        let arguments = ["vectors", "assess", &original, &masked, "--labels", &labels, "--clusters", "3,4"];
        let mut report = json(&[&arguments[..], &["--report", &page, "--threads", threads]].concat());
        report.as_object_mut().unwrap().remove("seconds");
        report
    };
    let report = run("1");
    assert_eq!(report, run("2"));
    let close = |found: &serde_json::Value, expected: f64| (found.as_f64().unwrap() - expected).abs() < 1e-9;
    assert!(close(&report["spherical_loss"], 0.18794172079505767), "{report}");
    assert!(close(&report["classical_loss"], 0.22993060328539944), "{report}");
    assert_eq!((report["loss"]["groups"].as_u64(), report["loss"]["smallest_group"].as_u64()), (Some(3), Some(2)));
    assert_eq!(report["too_many_clusters"], serde_json::json!([4]));
    assert_eq!((report["queries"].as_array().unwrap().len(), report["split"][1].as_u64()), (6, Some(3)));
    assert!(read(&page).contains("Release of a vector space"));
}

#[test]
fn spaces_that_do_not_fit_are_refused() {
    let place = Workplace::new();
    let original = place.write("original.mtx", ORIGINAL);
    let fewer = place.write("fewer.mtx", "%%MatrixMarket matrix coordinate real general\n1 5 1\n1 1 1\n");
    let labels = place.write("labels.csv", "row,label\n0,a\n");
    let refuse = |arguments: &[&str], expected: &str| {
        let message = refused(2, &[&["vectors", "assess"], arguments].concat());
        assert!(message.contains(expected), "{message}");
    };
    refuse(&[&original, &fewer], "6 documents and 5 terms");
    refuse(&[&original, &original, "--labels", &labels], "1 labels and 6 documents");
    refuse(&[&original, &original, "--clusters", "0"], "--clusters");
    refuse(&[&original, &original, "--report", &original], "original.mtx");
}
