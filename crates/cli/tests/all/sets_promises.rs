//! What a release of sets promises beyond k, counted from the files alone: no rare concept or word, and nobody's profile.

use crate::support::{Workplace, data, json, refused};
use serde_json::Value;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;

fn released(path: &Path) -> Vec<Vec<String>> {
    let items =
        |line: &str| serde_json::from_value(serde_json::from_str::<Value>(line).unwrap()["items"].clone()).unwrap();
    std::fs::read_to_string(path).unwrap().lines().map(items).collect()
}

const FORMS: [&str; 3] = ["terms", "concepts", "generalized"];

/// ICD-9 codes, their titles, and what is above a code: its prefixes that are codes, and its category.
struct Codes {
    known: HashSet<String>,
    titled: HashMap<String, String>,
}

impl Codes {
    fn of(path: &Path) -> Self {
        let mut found = Self { known: HashSet::new(), titled: HashMap::new() };
        let table = scumble::data::read(path, &scumble::data::Options::default()).unwrap();
        let cell = |row: usize, column: &str| table.column(column).unwrap().cells.text(row).into_owned();
        for row in 0..table.len() {
            let code = cell(row, "icd9_code");
            found.known.extend([code.clone(), code.chars().take(3).collect()]);
            for title in [cell(row, "short_title"), cell(row, "long_title")] {
                found.titled.entry(title.to_lowercase()).or_insert_with(|| code.clone());
            }
        }
        found
    }

    fn read(&self, word: &str) -> String {
        if self.known.contains(word) { word.to_owned() } else { self.titled[&word.to_lowercase()].clone() }
    }

    fn above(&self, code: &str) -> Vec<String> {
        (1..=code.len()).map(|end| code[..end].to_owned()).filter(|code| self.known.contains(code)).collect()
    }
}

#[test]
fn no_rare_diagnosis_and_no_real_patient_is_published() {
    let (Some(input), Some(tree)) =
        (data("transactions/mimic3demo_diagnoses.csv"), data("taxonomies/icd9cm_diagnoses.csv.gz"))
    else {
        return;
    };
    let place = Workplace::new();
    let codes = Codes::of(&tree);
    let text = std::fs::read_to_string(&input).unwrap();
    let patients: Vec<BTreeSet<String>> =
        text.lines().map(|line| line.split(',').filter(|code| !code.is_empty()).map(str::to_owned).collect()).collect();
    let (mut typed, mut shared): (HashMap<String, usize>, HashMap<String, usize>) = Default::default();
    let mut profiles: HashSet<BTreeSet<String>> = HashSet::new();
    for patient in &patients {
        patient.iter().for_each(|code| *typed.entry(code.to_lowercase()).or_default() += 1);
        let known: BTreeSet<String> = patient.iter().filter(|code| codes.known.contains(*code)).cloned().collect();
        let above: BTreeSet<String> = known.iter().flat_map(|code| codes.above(code)).collect();
        above.into_iter().for_each(|code| *shared.entry(code).or_default() += 1);
        profiles.insert(known);
    }
    let (input, taxonomy) = (input.to_str().unwrap(), format!("codes:{}", tree.display()));
    let output = place.folder().join("release.jsonl");
    let out = output.to_str().unwrap();
    let common = ["sets", input, "-k", "3", "--taxonomy", &taxonomy, "-o", out];
    let medoids = json(&[&common[..], &["--centroid", "medoid"]].concat());
    for release in FORMS {
        for centroid in ["drawn", "medoid"] {
            let made =
                json(&[&common[..], &["--rare-terms", "3", "--release", release, "--centroid", centroid]].concat());
            let records = released(&output);
            for word in records.iter().flatten() {
                let people = typed.get(&word.to_lowercase()).copied().unwrap_or(0);
                assert!(people == 0 || people >= 3, "{release} {centroid}: {people} patients have the word");
                let people = shared[&codes.read(word)];
                assert!(people >= 3, "{release} {centroid}: {people} patients share the concept");
            }
            assert_eq!(made["exposure"]["concepts_of_one_person"], 0);
            for key in ["sum", "sum_squared", "mean", "sum_min_sum"] {
                assert_eq!(made[key], medoids[key], "{key} is of the groups with their medoids, whatever is published");
            }
            let read = |record: &Vec<String>| record.iter().map(|word| codes.read(word)).collect::<BTreeSet<_>>();
            let real = records.iter().filter(|record| profiles.contains(&read(record))).count();
            let measured = json(&["assess", "sets", input, out, "--taxonomy", &taxonomy]);
            assert_eq!(measured["real_profiles"]["records"], real, "{release} {centroid}");
            assert_eq!(measured["loss"]["sum_min_sum"], made["published_sum_min_sum"]);
            assert!(centroid == "medoid" || real == 0, "{release}: {real} records are a real patient");
        }
    }
    // Without protection of rare concepts all medoids are real patients, and drawn centroids are not.
    json(&[&common[..], &["--centroid", "medoid"]].concat());
    let measured = json(&["assess", "sets", input, out, "--taxonomy", &taxonomy]);
    assert_eq!(measured["real_profiles"]["of_one_person"], 100);
    json(&common);
    let measured = json(&["assess", "sets", input, out, "--taxonomy", &taxonomy]);
    assert_eq!(measured["real_profiles"]["records"], 0);
}

/// The words of the logs of a thousand users: none that one to four of them typed anywhere in a query.
#[test]
fn no_rare_word_of_a_query_log_is_published() {
    let Some(users) = data("sets/users.jsonl.gz") else { return };
    let place = Workplace::new();
    let output = place.folder().join("release.jsonl");
    let flags = ["-k", "5", "--rare-terms", "5", "-o", output.to_str().unwrap()];
    let made = json(&[&["sets", users.to_str().unwrap()], &flags[..]].concat());
    assert!((made["sum_min_sum"].as_f64().unwrap() - 374.7865).abs() < 1e-3, "as before centroids were drawn");
    let words = |text: &str| -> Vec<String> {
        let lower = text.to_lowercase();
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let records = released(&output);
    let published: HashSet<Vec<String>> = records.iter().flatten().map(|word| words(word)).collect();
    let longest = published.iter().map(Vec::len).max().unwrap();
    let mut typed: HashMap<Vec<String>, usize> = HashMap::new();
    let mut text = String::new();
    std::io::Read::read_to_string(&mut scumble::io::open(&users).unwrap(), &mut text).unwrap();
    for line in text.lines() {
        let user: Value = serde_json::from_str(line).unwrap();
        let mut own: HashSet<Vec<String>> = HashSet::new();
        for query in user["items"].as_array().unwrap() {
            let query = words(query.as_str().unwrap());
            let rows = (1..=longest).flat_map(|length| query.windows(length));
            own.extend(rows.filter(|row| published.contains(*row)).map(<[String]>::to_vec));
        }
        published.intersection(&own).for_each(|word| *typed.entry(word.clone()).or_default() += 1);
    }
    let rare = published.iter().filter(|word| typed.get(*word).is_some_and(|&people| people < 5)).count();
    assert_eq!(rare, 0, "of {} published words", published.len());
}

/// Where every record is a single item, drawing anew does not help: an item is generalized, or left out.
#[test]
fn single_items_of_few_people_are_generalized_or_left_out() {
    let place = Workplace::new();
    let output = place.folder().join("release.jsonl");
    let out = output.to_str().unwrap();
    let single = ["dog", "cat", "horse", "airplane", "helicopter", "glider"];
    let lines: String = single.iter().map(|item| format!("{{\"items\":[\"{item}\"]}}\n")).collect();
    let input = place.write("single.jsonl", &lines);
    for release in FORMS {
        json(&["sets", &input, "-k", "3", "--release", release, "-o", out]);
        let records = released(&output);
        let real = records.iter().filter(|record| record.len() == 1 && single.contains(&record[0].as_str())).count();
        assert!(real == 0 && records.iter().all(|record| record.len() == 1), "{release}: {records:?}");
    }
    json(&["sets", &input, "-k", "3", "--centroid", "medoid", "-o", out]);
    assert!(released(&output).iter().all(|record| single.contains(&record[0].as_str())));
    // Without a hierarchy there is nothing above an item; an item that k people have as their only one is published.
    let flat = place.write("flat.csv", "a\nb\nc\nd\nd\nd\n");
    json(&["sets", &flat, "-k", "3", "--taxonomy", "none", "-o", out]);
    let records = released(&output);
    assert_eq!((&records[0], &records[5]), (&Vec::new(), &vec!["d".to_owned()]));
    let message = refused(2, &["sets", &flat, "-k", "3", "--taxonomy", "none", "--rare-terms", "7", "-o", out]);
    assert!(message.contains("there are only 6 records"), "{message}");
}

/// The word that one person typed is not published for the concept of many, nor the concept of one person under another word.
#[test]
fn a_plural_of_one_person_is_not_published_in_the_singular() {
    let place = Workplace::new();
    let output = place.folder().join("release.jsonl");
    let people = ["flights", "train", "train", "bus", "bus", "train"];
    let lines: String = people.iter().map(|item| format!("{{\"items\":[\"{item}\"]}}\n")).collect();
    let input = place.write("tiny.jsonl", &lines);
    for release in FORMS {
        for centroid in ["drawn", "medoid"] {
            let flags = ["--release", release, "--centroid", centroid, "--rare-terms", "2", "-k", "3"];
            json(&[&["sets", &input, "-o", output.to_str().unwrap()], &flags[..]].concat());
            let text = std::fs::read_to_string(&output).unwrap();
            assert!(!text.contains("\"flight"), "{release} {centroid}: {text}");
        }
    }
}

#[test]
fn a_drawn_release_is_the_same_at_any_number_of_threads() {
    let place = Workplace::new();
    let input = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/queries.jsonl");
    for release in FORMS {
        let bytes: Vec<Vec<u8>> = ["1", "3"]
            .iter()
            .map(|threads| {
                let output = place.folder().join(threads);
                let flags = ["-k", "3", "--rare-terms", "2", "--release", release, "--threads", threads];
                json(&[&["sets", input.to_str().unwrap(), "-o", output.to_str().unwrap()], &flags[..]].concat());
                std::fs::read(output).unwrap()
            })
            .collect();
        assert_eq!(bytes[0], bytes[1], "{release}");
        let output = place.folder().join("1");
        let measured = json(&["assess", "sets", input.to_str().unwrap(), output.to_str().unwrap()]);
        for known in ["known_1", "known_2", "known_3"] {
            let singled = |kind: &str| measured["singled_out"][kind][known].as_f64().unwrap();
            assert!(singled("random") <= singled("best"), "{release} {known}");
        }
    }
}
