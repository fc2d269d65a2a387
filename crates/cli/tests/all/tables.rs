//! `scumble mask` and `scumble assess` on good input, end to end.

use crate::support::{Workplace, data, json, refused, scumble};
use serde_json::Value;

#[test]
fn adult_is_the_same_on_one_thread_and_on_two() {
    let Some(folder) = data("adult_uci/adult_train.csv.gz") else { return };
    let place = Workplace::new();
    let columns = "age,workclass,fnlwgt,education,marital-status,occupation,relationship,race,sex,hours-per-week,native-country,education-num";
    let mut arguments =
        vec!["mask".to_owned(), folder.to_str().unwrap().to_owned(), "--columns".to_owned(), columns.to_owned()];
    arguments.extend(["--others", "publish"].map(str::to_owned));
    for column in ["education", "marital-status", "native-country", "occupation", "race", "sex", "workclass"] {
        let file = data(&format!("adult_arx/adult_hierarchy_{column}.csv")).unwrap();
        arguments.extend(["--hierarchy".to_owned(), format!("{column}={}", file.display())]);
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outputs: Vec<Vec<u8>> = ["1", "2"]
        .iter()
        .map(|threads| {
            let output = place.path(&format!("{threads}.csv"));
            let rest =
                ["-k", "5", "--missing", "suppress", "--missing-values", "?", "--threads", threads, "-o", &output];
            let report = json(&[&arguments[..], &rest].concat());
            assert_eq!((report["records"].as_u64(), report["suppressed"].as_u64()), (Some(30_162), Some(2_399)));
            assert_eq!(report["smallest_over_all"], 5);
            std::fs::read(output).unwrap()
        })
        .collect();
    assert!(outputs[0] == outputs[1], "the bytes differ");
}

#[test]
fn the_examples_work_as_they_say() {
    let place = Workplace::new();
    let output = place.path("release.csv");
    let report = json(&["mask", "examples/people.csv", "--policy", "examples/people.toml", "-o", &output]);
    assert_eq!((report["method"].as_str(), report["checked"].as_bool()), (Some("refined"), Some(true)));
    assert!(report["smallest_over_all"].as_u64().unwrap() >= 4);
    assert!(report["distinct"].as_u64().unwrap() >= 2 && report["closeness"].as_f64().unwrap() <= 0.6 + 1e-9);
    let (original, release) =
        (std::fs::read_to_string("../../examples/people.csv").unwrap(), std::fs::read_to_string(&output).unwrap());
    assert!(release.starts_with("age,born,education,occupation,severity,income,region,diagnosis\n"), "no identifier");
    for (before, after) in original.lines().zip(release.lines()).skip(1) {
        let tail = |line: &str| line.rsplitn(4, ',').take(3).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(tail(before), tail(after), "untouched columns stay, in their order");
    }
    let report = json(&["mask", "examples/people.csv", "--policy", "examples/grouped.toml", "-o", &output]);
    assert_eq!(report["parts"].as_array().unwrap().len(), 2);
    assert!(report["parts"].as_array().unwrap().iter().all(|part| part["smallest"].as_u64() >= part["k"].as_u64()));
    place.holds_only(&["release.csv", "release.csv.work"]);
}

/// The worked example of the thesis, from the command line.
#[test]
fn the_golden_example_end_to_end() {
    let place = Workplace::new();
    let original = place.write("x.csv", "age,salary\n23,25000\n18,10000\n58,12000\n46,30000\n18,10000\n23,14000\n");
    let masked = place.path("y.csv");
    let report = json(&["mask", &original, "--columns", "age,salary", "--round", "none", "-k", "2", "-o", &masked]);
    assert_eq!(
        std::fs::read_to_string(&masked).unwrap(),
        "age,salary\n34.5,27500\n18,10000\n40.5,13000\n34.5,27500\n18,10000\n40.5,13000\n"
    );
    let close = |value: &Value, expected: f64| {
        assert!((value.as_f64().unwrap() - expected).abs() < 1e-4, "{value} is not {expected}")
    };
    close(&report["sse_sst"], 32.8675);
    let found = json(&["assess", &original, &masked, "--window", "20"]);
    for (name, expected) in
        [("il1", 0.179_224), ("il2", 0.0), ("il3", 0.256_245), ("il4", 0.328_675), ("il5", 0.466_439), ("il", 24.6117)]
    {
        close(&found["loss"][name], expected);
    }
    close(&found["risk"]["dbrl_links"], 2.5);
    close(&found["risk"]["dbrl_any"], 5.0);
    close(&found["risk"]["dbrl_strict"], 0.0);
    close(&found["risk"]["id"], 66.6667);
    close(&found["risk"]["dr"], 47.9167);
    close(&found["score"], 36.2642);
    let records = place.path("records.csv");
    json(&["assess", &original, &masked, "--records", &records]);
    let lines = std::fs::read_to_string(records).unwrap();
    let header = "record,row,il1s,sse,dbrl,id,class_size,prl,population,individual_risk,household_risk,suda,dis_suda,smallest_unique";
    assert_eq!(lines.lines().next(), Some(header));
    assert_eq!(lines.lines().count(), 7);
    let people = String::from_utf8(scumble(&["assess", &original, &masked]).stdout).unwrap();
    assert!(people.contains("What is lost") && people.contains("41.67 %"), "{people}");
}

#[test]
fn missing_values_and_strata() {
    let place = Workplace::new();
    let table = place.write("t.csv", "a,b,s\n1,5,x\n2,,x\n3,7,x\n4,,x\n5,9,y\n6,8,y\n7,,y\n8,,y\n");
    let output = place.path("release.csv");
    let arguments = ["mask", &table, "-k", "2", "--columns", "a,b", "--publish", "s", "--round", "none", "-o", &output];
    assert!(refused(2, &arguments).contains("row 3, column “b”: the value is missing (4 are in this column)"));
    json(&[&arguments[..], &["--missing", "group"]].concat());
    let release = std::fs::read_to_string(&output).unwrap();
    assert_eq!(release.lines().filter(|line| line.contains(",,")).count(), 4, "what was missing stays missing");
    let report = json(&[&arguments[..], &["--missing", "suppress"]].concat());
    assert_eq!((report["records"].as_u64(), report["suppressed"].as_u64()), (Some(4), Some(4)));
    json(&[&arguments[..6], &arguments[8..], &["--missing", "group", "--stratum", "s"]].concat());
    let release = std::fs::read_to_string(&output).unwrap();
    assert_eq!(release, "a,b,s\n2,6,x\n3,,x\n2,6,x\n3,,x\n5.5,8.5,y\n5.5,8.5,y\n7.5,,y\n7.5,,y\n");
    let message = refused(2, &["mask", &table, "-k", "3", "--columns", "a,b", "--missing", "group", "--stratum", "s"]);
    assert!(message.contains("k is 3, but there are only 2 records in one stratum"), "{message}");
    let message =
        refused(2, &["mask", &table, "-k", "5", "--columns", "a,b", "--others", "drop", "--missing", "group"]);
    assert!(message.contains("k is 5, but there are only 4 records"), "{message}");
}

#[test]
fn a_search_can_be_stopped_and_says_so() {
    let Some(folder) = data("casc_microdata/census.csv") else { return };
    let report = json(&[
        "mask",
        folder.to_str().unwrap(),
        "--others",
        "mask",
        "--method",
        "refined",
        "--effort",
        "600",
        "--time",
        "0.5",
        "-k",
        "3",
    ]);
    assert_eq!(report["stopped"], true);
    let whole = json(&[
        "mask",
        folder.to_str().unwrap(),
        "--others",
        "mask",
        "--method",
        "refined",
        "--effort",
        "0.1",
        "-k",
        "3",
    ]);
    assert_eq!(whole["stopped"], false);
    let again = json(&[
        "mask",
        folder.to_str().unwrap(),
        "--others",
        "mask",
        "--method",
        "refined",
        "--effort",
        "0.1",
        "-k",
        "3",
        "--threads",
        "1",
    ]);
    assert_eq!(whole["sse_sst"], again["sse_sst"], "the same effort and seed, the same groups");
    let other = json(&[
        "mask",
        folder.to_str().unwrap(),
        "--others",
        "mask",
        "--method",
        "refined",
        "--effort",
        "0.1",
        "-k",
        "3",
        "--seed",
        "7",
    ]);
    assert_ne!(whole["sse_sst"], other["sse_sst"], "another seed searches elsewhere");
}

#[test]
fn extreme_numbers_markers_and_delimiters() {
    let place = Workplace::new();
    let huge = place.write("huge.csv", "a,b\n1e308,1\n1.7e308,2\n1.7e308,3\n1.1e308,4\n1.2e308,5\n");
    for standardize in ["yes", "no"] {
        let message = refused(2, &["mask", &huge, "--others", "mask", "-k", "2", "--standardize", standardize]);
        assert!(message.contains("column “a”: numbers beyond 1e150"), "{message}");
    }
    let patchy = place.write("patchy.csv", "a,b\n1,5\n2,?\n3,7\n4,?\n");
    let output = place.path("release.csv");
    json(&[
        "mask",
        &patchy,
        "-k",
        "2",
        "--columns",
        "a,b",
        "--missing",
        "group",
        "--missing-values",
        "?",
        "-o",
        &output,
    ]);
    assert_eq!(std::fs::read_to_string(&output).unwrap(), "a,b\n2,6\n3,?\n2,6\n3,?\n");
    let columns = place.path("p.parquet");
    json(&["mask", "examples/people.csv", "--columns", "age,income", "--others", "publish", "-k", "3", "-o", &columns]);
    let report = json(&[
        "mask",
        &columns,
        "--columns",
        "age,income",
        "--others",
        "publish",
        "-k",
        "4",
        "--delimiter",
        ";",
        "-o",
        &output,
    ]);
    assert_eq!(report["policy"]["masked"], serde_json::json!({ "age": "number", "income": "number" }));
    assert!(std::fs::read_to_string(&output).unwrap().starts_with("name;age;born"));
    let last = place.write("last.csv", "id,x,y\n1,5,a\n2,6,b\n3,7,\n4,8,");
    json(&["mask", &last, "--identifier", "id,x", "--columns", "y", "--missing", "group", "-k", "2", "-o", &output]);
    assert_eq!(std::fs::read_to_string(&output).unwrap(), "y\na\na\n\n\n");
}

/// The lowest common hypernym is the deepest one: a nurse and a physician are health professionals, and nobody is an organism.
#[test]
fn occupations_become_the_most_specific_concept_above_them() {
    let place = Workplace::new();
    let output = place.path("release.csv");
    for taxonomy in ["occupation=wordnet", "occupation=wordnet:person.n.01"] {
        let what = ["--columns", "occupation", "--others", "drop", "--hierarchy", taxonomy, "--centroid", "hypernym"];
        json(&[&["mask", "examples/people.csv", "-k", "5", "-o", &output], &what[..]].concat());
        let release = std::fs::read_to_string(&output).unwrap();
        assert!(release.lines().any(|line| line == "health professional"), "{release}");
        assert!(!release.lines().any(|line| line == "organism"), "{release}");
    }
}
