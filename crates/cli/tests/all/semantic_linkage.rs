//! `scumble reproduce semantic-linkage`: the survey that it makes, masked and linked again by other ways.

use crate::support::{Workplace, json, read, refused};
use std::collections::HashMap;

#[test]
fn figures_of_the_reproduction_are_those_of_its_survey() {
    let place = Workplace::new();
    let out = place.path("out");
    let found = json(&["reproduce", "semantic-linkage", "-o", &out]);
    let text = read(place.path("out/survey.csv"));
    let survey: Vec<&str> = text.lines().skip(1).collect();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    survey.iter().for_each(|row| *counts.entry(row).or_default() += 1);
    assert_eq!((survey.len(), found["combinations"].as_u64()), (975, Some(counts.len() as u64)));
    assert_eq!(found["uniques"].as_u64(), Some(counts.values().filter(|&&count| count == 1).count() as u64));
    // The command line masks the same survey over the same hierarchy; who is linked by equality is counted by hand.
    for name in ["coarse", "fine"] {
        let hierarchy = place.path(&format!("out/hierarchy-{name}.csv"));
        let (table, release) = (place.path("out/survey.csv"), place.path("r.csv"));
        let (reason, activity) = (format!("reason={hierarchy}"), format!("activity={hierarchy}"));
        let columns = ["--others", "mask", "--hierarchy", &reason, "--hierarchy", &activity];
        let mask = ["mask", &table, "--method", "generalize", "-k", "5", "-o", &release];
        json(&[&mask[..], &columns].concat());
        let release = read(&release);
        let masked: Vec<&str> = release.lines().skip(1).collect();
        let mut classes: HashMap<&str, usize> = HashMap::new();
        masked.iter().for_each(|row| *classes.entry(row).or_default() += 1);
        assert!(classes.values().all(|&size| size >= 5));
        let linked = survey.iter().zip(&masked).filter(|(a, b)| a == b).map(|(_, b)| 1.0 / classes[b] as f64);
        let mrl = 100.0 * linked.sum::<f64>() / 975.0;
        let row = found[name].as_array().unwrap().iter().find(|row| row["k"] == 5).unwrap();
        assert!((row["mrl"].as_f64().unwrap() - mrl).abs() < 1e-9, "{name}: {row} {mrl}");
    }
    for figure in ["figure-4-coarse", "figure-4-fine", "figure-5", "figure-6"] {
        assert!(read(place.path(&format!("out/{figure}.svg"))).contains("<polyline"), "{figure}");
    }
    assert_eq!(found["coarse"].as_array().unwrap().len(), 19);
    assert!(refused(2, &["reproduce", "semantic-linkage", "data"]).contains("takes no data"));
}

/// What the paper finds and what the page about it says that we find.
#[test]
fn the_page_says_what_is_found() {
    let found = json(&["reproduce", "semantic-linkage"]);
    let page = read(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/semantic-linkage.md"));
    for row in found["rows"].as_array().unwrap() {
        let (ours, note) = (row["ours"].as_str().unwrap(), row["note"].as_str().unwrap());
        assert!(
            page.contains(&format!("| **{note}**: {ours} |")),
            "docs/semantic-linkage.md lacks: **{note}**: {ours}"
        );
    }
    for (coarse, fine) in found["coarse"].as_array().unwrap().iter().zip(found["fine"].as_array().unwrap()) {
        let figures = |row: &serde_json::Value| {
            let srl = &row["srl"];
            let all = [&row["mrl"], &srl["path"], &srl["wu_palmer"], &srl["batet"], &row["loss"]];
            all.map(|value| format!("{:.2}", value.as_f64().unwrap())).join(" | ")
        };
        let line = format!("| {} | {} | {} |", coarse["k"], figures(coarse), figures(fine));
        assert!(page.contains(&line), "docs/semantic-linkage.md lacks: {line}");
        // Linkage by meaning finds at least as many as linkage by equality.
        for row in [coarse, fine] {
            for measure in ["path", "wu_palmer", "batet"] {
                assert!(row["srl"][measure].as_f64() >= row["mrl"].as_f64(), "{row}");
            }
        }
    }
}
