//! `scumble assess table` on a sample: weights, special uniques, linkage by agreement and words, an earlier release.

use crate::support::{Workplace, json, read, refused};
use serde_json::Value;

const SURVEY: &str = "sex,job,w\nm,a,4\nf,a,2\nf,a,2\nf,b,10\n";

#[track_caller]
fn close(found: &Value, expected: f64) {
    let found = found.as_f64().unwrap();
    assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
}

#[test]
fn the_risk_of_a_sample_by_its_weights() {
    let place = Workplace::new();
    let (table, records) = (place.write("t.csv", SURVEY), place.path("records.csv"));
    let base = ["assess", "table", &table, &table, "--columns", "sex,job"];
    let found = json(&[&base[..], &["--weight", "w", "--records", &records]].concat());
    let risk = &found["risk"];
    // By hand: classes of 1, 2 and 1 records stand for 4, 4 and 10 persons.
    close(&risk["prosecutor"]["average"], 0.75);
    close(&risk["journalist"]["highest"], 0.25);
    close(&risk["marketer"], (3.0 / 4.0 + 1.0 / 10.0) / 4.0);
    close(&risk["individual"]["population"], 18.0);
    close(&risk["individual"]["population_uniques"], 0.35);
    let risks = [4.0_f64.ln() / 3.0, 1.0 - 2.0_f64.ln(), 1.0 - 2.0_f64.ln(), 10.0_f64.ln() / 9.0];
    close(&risk["individual"]["expected_reidentifications"], risks.iter().sum());
    // m and b are one record's each.
    assert_eq!(risk["suda"]["special_uniques"], 2);
    assert_eq!(risk["suda"]["minimal_uniques"], serde_json::json!([2, 0]));
    close(&risk["suda"]["sampling_fraction"], 4.0 / 18.0);
    let records = read(&records);
    assert!(
        records
            .starts_with("record,row,il1s,sse,dbrl,id,class_size,prl,population,individual_risk,household_risk,suda,")
    );
    for (line, (class, risk)) in records.lines().skip(1).zip(["1", "2", "2", "1"].iter().zip(risks)) {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(cells[6], *class);
        assert!((cells[9].parse::<f64>().unwrap() - risk).abs() < 1e-12);
    }
    // The role of a policy says the same; without a weight there is no population.
    let policy = place.write("p.toml", "[columns]\nw = { role = \"weight\" }\n");
    assert_eq!(json(&[&base[..], &["--policy", &policy]].concat())["risk"], *risk);
    let without = json(&[&base[..], &["--sampling-fraction", "0.5"]].concat());
    assert!(without["risk"].get("individual").is_none() && without["risk"].get("journalist").is_none());
    close(&without["risk"]["suda"]["sampling_fraction"], 0.5);
}

#[test]
fn weights_that_cannot_be_are_refused() {
    let place = Workplace::new();
    let table = place.write("t.csv", "sex,w\nm,4\nf,0\n");
    let base = ["assess", "table", &table, &table, "--columns", "sex"];
    let message = refused(2, &[&base[..], &["--weight", "w"]].concat());
    assert!(message.contains("row 3") && message.contains("not above 0") && message.contains("--weight"), "{message}");
    let message = refused(2, &[&base[..], &["--weight", "ww"]].concat());
    assert!(message.contains("did you mean “w”?"), "{message}");
    let message = refused(2, &[&base[..], &["--sampling-fraction", "2"]].concat());
    assert!(message.contains("at most 1"), "{message}");
}

#[test]
fn all_of_a_release_that_changed_nothing_is_linked() {
    let place = Workplace::new();
    let table = place.write("t.csv", "a,b\n1,5\n2,6\n3,9\n4,7\n");
    let found = json(&["assess", "table", &table, &table]);
    for name in ["dbrl", "prl", "id", "dr"] {
        close(&found["risk"][name], 100.0);
    }
    // Nothing is lost, everything is linked.
    close(&found["score"], 50.0);
    let only = json(&["assess", "table", &table, &table, "--only", "prl"]);
    assert!(only["risk"].get("prl").is_some() && only["risk"].get("dbrl").is_none() && only["score"].is_null());
}

#[test]
fn two_releases_single_out_who_neither_does() {
    let place = Workplace::new();
    let column = |name: &str, cells: &[&str]| place.write(name, format!("x\n{}\n", cells.join("\n")));
    let table = column("t.csv", &["1", "2", "3", "4", "5", "6"]);
    let pairs = column("r1.csv", &["1.5", "1.5", "3.5", "3.5", "5.5", "5.5"]);
    let triples = column("r2.csv", &["2", "2", "2", "5", "5", "5"]);
    let found = json(&["assess", "table", &table, &triples, "--earlier", &pairs]);
    let both = &found["risk"]["with_earlier"];
    // 1 and 2 stay together, as do 5 and 6; 3 and 4 are alone.
    for (name, expected) in [("records", 6), ("k", 1), ("classes", 4), ("uniques", 2), ("singled_out_by_both", 2)] {
        assert_eq!(both[name], expected, "{name}");
    }
    assert_eq!((&both["smaller"], &both["only_this"]), (&2.into(), &0.into()));
    let short = column("r3.csv", &["2", "2"]);
    let message = refused(2, &["assess", "table", &table, &triples, "--earlier", &short]);
    assert!(message.contains("r3.csv has 2"), "{message}");
    let message = refused(2, &["assess", "table", &table, &triples, "--earlier", &pairs, "--records", &pairs]);
    assert!(message.contains("would overwrite"), "{message}");
}
