//! `scumble sets` and `scumble assess sets`, end to end.

use crate::support::{Workplace, data, json, refused};
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;

/// How often the rarest released record is there.
fn smallest(release: &Path) -> usize {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for line in std::fs::read_to_string(release).unwrap().lines() {
        let value: Value = serde_json::from_str(line).unwrap();
        *counts.entry(value["items"].to_string()).or_default() += 1;
    }
    counts.into_values().min().unwrap()
}

const PEOPLE: &str = r#"{"id": "u1", "items": ["golden retriever", "dog food"]}
{"id": "u2", "items": ["siamese cat", "cat food"]}
{"id": "u3", "items": ["poodle", "veterinarian"]}
{"id": "u4", "items": ["airplane", "pilot"]}
{"id": "u5", "items": ["helicopter", "airport"]}
{"id": "u6", "items": ["glider", "flight attendant"]}
"#;

#[test]
fn baskets_and_logs_are_read_too() {
    let folder = Workplace::new();
    let baskets = folder.write("baskets.csv", "dog,cat\ncat,\"poodle\"\nairplane,pilot\nglider\n");
    assert_eq!(json(&["sets", &baskets, "-k", "2"])["records"], 4);
    let log = folder.write(
        "log.tsv",
        "AnonID\tQuery\tQueryTime\n7\tdog\t1\n7\tpoodle\t2\n8\tcat\t3\n9\tairplane\t4\n9\tdog\t5\n10\tpilot\t6\n",
    );
    let report = json(&["sets", &log, "-k", "2"]);
    assert_eq!((report["records"].as_u64(), report["items"]["mapped"].as_u64()), (Some(4), Some(6)));
    let flat = json(&["sets", &baskets, "-k", "2", "--taxonomy", "none"]);
    assert_eq!((flat["semantic"].as_bool(), flat["concepts"].as_u64()), (Some(false), Some(6)));
    let labels = folder.write("names.csv", "code,name\n1,dog\n2,cat\n3,airplane\n");
    let coded = folder.write("coded.csv", "1,2\n2\n3\n3,1\n");
    let report = json(&["sets", &coded, "-k", "2", "--labels", &format!("{labels}:code:name")]);
    assert_eq!(report["items"]["mapped"], 6);
}

#[test]
fn bad_input_is_refused_and_nothing_is_written() {
    let folder = Workplace::new();
    let output = folder.folder().join("release.jsonl");
    let broken = (1..17).map(|id| format!("{{\"id\": {id}, \"items\": [\"dog\"]}}\n")).collect::<String>()
        + "{\"id\": 17, \"items\": [\"cat\"\n";
    let long = format!("{{\"id\": 1, \"items\": [\"{}\"]}}\n", "x".repeat(1 << 20));
    for (content, more, expected) in [
        (broken.as_str(), &["-k", "2"][..], "row 17: not JSON"),
        (
            "{\"id\": 1, \"items\": [\"dog\"]}\n{\"id\": 2, \"items\": []}\n",
            &["-k", "2"],
            "row 2: a record without items",
        ),
        (
            "{\"id\": 1, \"items\": [\"dog\"]}\n{\"id\": 1, \"items\": [\"cat\"]}\n",
            &["-k", "2"],
            "row 2: the id was there before, in line 1",
        ),
        (&long, &["-k", "2"], "row 1: an item longer than 64 KiB"),
        (PEOPLE, &["-k", "7"], "k is 7, but there are only 6 records"),
        (PEOPLE, &["-k", "1"], "k is 1: a group needs at least 2"),
        (
            "{\"id\": 1, \"items\": [\"qwxz\"]}\n{\"id\": 2, \"items\": [\"zzqx\"]}\n",
            &["-k", "2"],
            "the taxonomy knows no item of any record",
        ),
        ("{\"id\": 1, \"stuff\": [\"dog\"]}\n", &["-k", "2"], "row 1: no list of items in “items”"),
        (PEOPLE, &["-k", "2", "--distance", "avgg"], "unknown distance “avgg”; did you mean “avg”?"),
        ("", &["-k", "2"], "there is no record"),
    ] {
        let input = folder.write("in.jsonl", content);
        let form = ["--form", "jsonl"];
        let message = refused(2, &[&["sets", &input, "-o", output.to_str().unwrap()], more, &form[..]].concat());
        assert!(message.contains(expected), "{expected}: {message}");
        assert!(!output.exists() && std::fs::read_dir(folder.folder()).unwrap().count() == 1, "nothing is written");
    }
}

/// The reference run, from the given concepts, by the command line.
#[test]
fn the_reference_run_from_concepts() {
    let Some(folder) = data("sets") else { return };
    let place = Workplace::new();
    let concepts = std::fs::read_to_string(folder.join("concepts.jsonl")).unwrap();
    let input = place.write("concepts.jsonl", &concepts);
    let report = json(&["sets", &input, "--concepts", "--field", "concepts", "-k", "3", "--distance", "avg"]);
    let close = |key: &str, expected: f64| {
        assert!((report[key].as_f64().unwrap() - expected).abs() < 5e-7 * expected, "{key}: {}", report[key])
    };
    close("sum", 826.664_024_949_7);
    close("sum_squared", 685.640_693_041_5);
    close("sum_min_sum", 348.271_945_025_7);
    let equality = json(&[
        "sets",
        &input,
        "--concepts",
        "--field",
        "concepts",
        "-k",
        "3",
        "--distance",
        "min-sum",
        "--semantic",
        "no",
    ]);
    let loss = equality["sum_min_sum"].as_f64().unwrap();
    assert!((loss - 337.504).abs() < 1e-2, "grouped by equality, measured by meaning: {loss}");
}

#[test]
fn real_baskets_diagnoses_and_sessions_keep_k() {
    let (Some(groceries), Some(hierarchy)) =
        (data("transactions/groceries.csv"), data("transactions/groceries_hierarchy.csv"))
    else {
        return;
    };
    let place = Workplace::new();
    let output = place.folder().join("release.jsonl");
    let out = output.to_str().unwrap();
    let taxonomy = format!("vgh:{}", hierarchy.display());
    let report =
        json(&["sets", groceries.to_str().unwrap(), "-k", "5", "--taxonomy", &taxonomy, "--header", "yes", "-o", out]);
    assert_eq!((report["records"].as_u64(), report["items"]["unmapped"].as_u64()), (Some(9_835), Some(0)));
    assert!(smallest(&output) >= 5);
    let (Some(codes), Some(tree)) =
        (data("transactions/mimic3demo_diagnoses.csv"), data("taxonomies/icd9cm_diagnoses.csv.gz"))
    else {
        return;
    };
    let picture = place.folder().join("loss.svg");
    let report = json(&[
        "sets",
        codes.to_str().unwrap(),
        "-k",
        "3",
        "--taxonomy",
        &format!("codes:{}", tree.display()),
        "-o",
        out,
        "--picture",
        picture.to_str().unwrap(),
    ]);
    assert!(smallest(&output) >= 3 && report["items"]["unmapped"].as_u64().unwrap() > 0, "absent codes are counted");
    let (Some(sessions), Some(docs)) =
        (data("transactions/epub_sessions.jsonl.gz"), data("transactions/epub_docs.csv"))
    else {
        return;
    };
    let labels = format!("{}:doc:title", docs.display());
    let flags = ["--id-field", "session", "--field", "docs", "--labels", &labels, "-k", "5", "-o", out];
    let report = json(&[&["sets", sessions.to_str().unwrap()], &flags[..]].concat());
    assert!(
        smallest(&output) >= 5 && report["unmapped"].as_u64().unwrap() > 0,
        "untitled and foreign documents are counted"
    );
    let drawn = std::fs::read_to_string(&picture).unwrap();
    assert_eq!(
        drawn.matches("<polyline").count(),
        20,
        "a line for each of the ten distances, and its sample in the legend"
    );
}

#[test]
fn the_example_gives_the_same_bytes_at_any_number_of_threads() {
    let folder = Workplace::new();
    let input = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/queries.jsonl");
    let releases: Vec<Vec<u8>> = ["1", "2", "3"]
        .iter()
        .map(|threads| {
            let output = folder.folder().join(format!("{threads}.jsonl"));
            json(&["sets", input.to_str().unwrap(), "-k", "3", "--threads", threads, "-o", output.to_str().unwrap()]);
            std::fs::read(output).unwrap()
        })
        .collect();
    assert!(releases[0] == releases[1] && releases[1] == releases[2]);
    let cut = json(&["sets", input.to_str().unwrap(), "-k", "3", "--at-once", "20"]);
    assert!(cut["blocks"].as_u64().unwrap() > 1 && cut["smallest"].as_u64().unwrap() >= 3);
    let table = json(&["reproduce", "set-valued-table-1", input.to_str().unwrap()]);
    assert_eq!(table["rows"].as_array().unwrap().len(), 10);
    assert_eq!(table["rows"][4]["published"], serde_json::json!([639.0, 692.0, 724.0, 745.0]));
    let message = refused(2, &["assess", "examples/people.csv", "release.csv", "--concepts"]);
    assert!(message.contains("unexpected argument '--concepts'"), "{message}");
}

/// What a review found: each was wrong once.
#[test]
fn nothing_of_one_person_slips_out() {
    let folder = Workplace::new();
    let output = folder.folder().join("release.jsonl");
    let out = output.to_str().unwrap();
    // Three codes of one person with the same label are one item of one person.
    let labels = folder.write("labels.csv", "key,title\nc1,Xyzzyqwop\nc2,Xyzzyqwop\nc3,Xyzzyqwop\n");
    let input = folder.write("l.jsonl",
        "{\"id\":1,\"items\":[\"c1\",\"c2\",\"c3\"]}\n{\"id\":2,\"items\":[\"qq1\"]}\n{\"id\":3,\"items\":[\"qq2\"]}\n{\"id\":4,\"items\":[\"dog\"]}\n{\"id\":5,\"items\":[\"cat\"]}\n{\"id\":6,\"items\":[\"horse\"]}\n",
    );
    json(&["sets", &input, "-k", "3", "--labels", &format!("{labels}:key:title"), "-o", out]);
    assert!(!std::fs::read_to_string(&output).unwrap().contains("Xyzzyqwop"));
    assert!(
        refused(2, &["sets", &input, "-k", "3", "--labels", &format!("{labels}:key:title"), "-o", &labels])
            .contains("would overwrite")
    );
    assert!(refused(2, &["sets", &input, "-k", "3", "-o", out, "--picture", out]).contains("one file"));
    // A second wording is a wording, too.
    let rare = folder.write("r.jsonl",
        "{\"id\":1,\"items\":[\"domestic dog\",\"dog\"]}\n{\"id\":2,\"items\":[\"canis familiaris\"]}\n{\"id\":3,\"items\":[\"cat\"]}\n{\"id\":4,\"items\":[\"cat\"]}\n",
    );
    json(&["sets", &rare, "-k", "2", "--rare-terms", "2", "-o", out]);
    let text = std::fs::read_to_string(&output).unwrap();
    assert!(!text.contains("\"dog\"") && !text.contains("domestic dog"), "{text}");
    // Logs are not taken for baskets, which would publish ids.
    let log = folder.write("log.csv", "userid,search query,time\nsmith1,cat,12\nsmith1,dog,13\njones2,cat,14\n");
    let report = json(&["sets", &log, "-k", "2", "--taxonomy", "none", "-o", out]);
    assert_eq!(report["form"], "long");
    assert!(!std::fs::read_to_string(&output).unwrap().contains("smith1"));
    let odd = folder.write("odd.csv", "userid,words\nsmith1,cat\n");
    assert!(refused(2, &["sets", &odd, "-k", "2"]).contains("may be a header with ids"));
    // Codes keep their capitals, and so does what is measured of them.
    let codes = folder.write("codes.csv", "V30,E87\nV30,E88\nX1,Y2\nX1,Y3\n");
    let made = json(&["sets", &codes, "-k", "2", "--taxonomy", "none", "--centroid", "medoid", "-o", out]);
    let found = json(&["assess", "sets", &codes, out, "--taxonomy", "none"]);
    assert_eq!(made["published_sum_min_sum"], found["loss"]["sum_min_sum"]);
    assert!(std::fs::read_to_string(&output).unwrap().contains("V30"));
    let twice = folder.write("twice.jsonl", "{\"id\":1,\"items\":[\"V30\"]}\n{\"id\":\"01\",\"items\":[\"V30\"]}\n");
    assert!(refused(2, &["assess", "sets", &codes, &twice, "--taxonomy", "none"]).contains("cannot be matched"));
}
