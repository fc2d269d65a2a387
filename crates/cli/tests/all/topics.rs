//! `scumble topics` of policies, and `scumble sanitize --topics` end to end.

use crate::support::{Workplace, data, json, read, scumble};
use serde_json::Value;
use std::io::BufRead;
use std::process::Output;

const POLICY: &str =
    "[documents.topics]\nweapons = { senses = [\"weapon\"], words = [\"smuggle\", \"grenade\"], threshold = 6.0 }\n";
const CABLE: &str = "The weather was fine, and nobody was about.\n    The missle and a machine-gun, two hand guns\nand grenades were smuggled ashore.\n    Then we left.\n";

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn decisions(result: &Value, kind: &str) -> Vec<Value> {
    let all = result["documents"][0]["decisions"].as_array().unwrap();
    all.iter().filter(|decision| decision["kind"] == kind).cloned().collect()
}

#[test]
fn the_built_in_topics_and_their_sizes() {
    let shown = json(&["topics", "national-security"]);
    let topics = shown["topics"].as_array().unwrap();
    assert_eq!((topics.len(), shown["all_senses_taken"].as_array().unwrap().len()), (9, 0));
    let terms: Vec<&str> = shown["terms"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!((600..=710).contains(&terms.len()), "{}", terms.len());
    assert_eq!(topics[8]["terms"], terms.len());
    assert_eq!(topics[0]["senses"][2]["id"], "weapon.n.01");
    assert_eq!(topics[0]["words"], serde_json::json!(["plan", "systems"]));
    let text = stdout(&scumble(&["topics", "national-security"]));
    assert!(text.contains("(c) cryptology") && text.contains("as written: encrypt") && text.contains("terms in total"));
    let refused = scumble(&["topics", "national-security", "weapon"]);
    assert!(!refused.status.success() && stderr(&refused).contains("it is shown alone"));
}

#[test]
fn a_policy_without_a_chosen_sense_says_so() {
    let place = Workplace::new();
    let policy = place.write("weapons.toml", POLICY);
    let output = scumble(&["topics", &policy]);
    assert!(stderr(&output).contains("“weapon” has no chosen sense"), "{}", stderr(&output));
    assert!(stdout(&output).contains("weapon.n.01") && stdout(&output).contains("weapon.n.02"));
    assert_eq!(json(&["topics", &policy])["all_senses_taken"], serde_json::json!(["weapon"]));
    let cable = place.write("cable.txt", CABLE);
    let note = stderr(&scumble(&["sanitize", &cable, "--topics", &policy]));
    assert!(note.contains("all senses of weapon were taken"), "{note}");
}

#[test]
fn blocks_of_a_topic_file_wait_and_have_their_strip() {
    let place = Workplace::new();
    let (policy, cable) = (place.write("weapons.toml", POLICY), place.write("cable.txt", CABLE));
    let result = json(&["sanitize", &cable, "--topics", &policy]);
    let blocks = decisions(&result, "block");
    assert_eq!((blocks.len(), &blocks[0]["state"]), (1, &Value::from("proposed")));
    // Missile, machine gun, handgun, grenade and smuggle, in fourteen words.
    assert_eq!((blocks[0]["density"].as_f64(), blocks[0]["threshold"].as_f64()), (Some(35.7143), Some(6.0)));
    assert_eq!((&blocks[0]["start"], &blocks[0]["end"]), (&Value::from(48), &Value::from(126)));
    let accepted = json(&["sanitize", &cable, "--topics", &policy, "--accept-blocks"]);
    let expected = "The weather was fine, and nobody was about.\n    [REDACTED]\n    Then we left.\n";
    assert_eq!(accepted["documents"][0]["sanitized"], expected);
    let out = place.path("out");
    assert!(scumble(&["sanitize", &cable, "--topics", &policy, "-o", &out]).status.success());
    let report = read(format!("{out}.work/report.html"));
    assert!(report.contains("Risky topics") && report.contains("weapons in cable.txt"));
    assert_eq!(report.matches(", risky block</title>").count(), 1);
}

#[test]
fn a_story_about_missiles_is_proposed_and_one_about_wheat_is_not() {
    let Some(reuters) = data("reuters21578") else { return };
    let place = Workplace::new();
    let lines = scumble::io::open(&reuters.join("train.jsonl.gz")).unwrap().lines();
    let records: Vec<Value> = lines.map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect();
    for (id, risky) in [(9348, true), (1069, false)] {
        let record = records.iter().find(|record| record["id"] == id).unwrap();
        let story = place.write(&format!("{id}.txt"), record["text"].as_str().unwrap());
        let found = decisions(&json(&["sanitize", &story, "--topics", "national-security"]), "block");
        assert_eq!(!found.is_empty(), risky, "{id}: {found:?}");
        assert!(found.iter().all(|block| block["state"] == "proposed"));
    }
}
