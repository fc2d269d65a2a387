//! `scumble mask --method suppress`, end to end.

use crate::support::{Workplace, data, json, read, refused, scumble};
use std::collections::HashMap;

/// Quotes and zeros show that cells keep their bytes. Rows 5 and 9 differ from others in their age.
const PEOPLE: &str = "sex,age,town,illness\n\"f\",1.50,A,flu\n\"f\",1.50,A,cold\n\"f\",1.50,A,flu\n\"f\",2.0,A,flu\n\
                      m,1.50,\"B, C\",cold\nm,1.50,\"B, C\",flu\nm,1.50,\"B, C\",flu\nm,07,\"B, C\",cold\n";

fn command<'a>(table: &'a str, rest: &[&'a str]) -> Vec<&'a str> {
    let common = ["mask", table, "--columns", "sex,age,town", "--confidential", "illness", "--method", "suppress"];
    [&common[..], rest].concat()
}

/// By hand: rows 5 and 9 are alone; where a blank is a value of its own, each needs a second row with a blank age.
#[test]
fn a_table_that_is_suppressed_by_hand() {
    let place = Workplace::new();
    let (table, output) = (place.write("t.csv", PEOPLE), place.path("r.csv"));
    let report = json(&command(&table, &["-k", "2", "-o", &output]));
    assert_eq!(report["suppression"]["cells"], 4);
    assert_eq!(report["suppression"]["columns"]["age"], 4);
    assert_eq!(report["suppression"]["blank"], "own-value");
    assert_eq!(report["smallest_over_all"], 2);
    assert_eq!(
        read(&output),
        "sex,age,town,illness\n\"f\",,A,flu\n\"f\",1.50,A,cold\n\"f\",1.50,A,flu\n\"f\",,A,flu\nm,,\"B, C\",cold\nm,1.50,\"B, C\",flu\n\
         m,1.50,\"B, C\",flu\nm,,\"B, C\",cold\n"
    );
    // Where a blank matches every value one blank makes four people match.
    let codebook = place.path("codebook.md");
    let matched = ["-k", "2", "-o", &output, "--blank", "matches-anything", "--codebook", &codebook];
    let report = json(&command(&table, &matched));
    assert_eq!((&report["suppression"]["cells"], &report["smallest"]), (&2.into(), &4.into()));
    assert_eq!(report["smallest_over_all"], 1, "equal records are counted as well");
    assert!(report["warnings"][0].as_str().unwrap().contains("a blank is counted as matching every value"));
    let cells: Vec<String> = read(&output).lines().map(|line| line.split(',').nth(1).unwrap().to_owned()).collect();
    assert_eq!(cells.iter().filter(|cell| cell.is_empty()).count(), 2);
    assert!(cells.iter().all(|cell| ["age", "", "1.50", "2.0", "07"].contains(&cell.as_str())), "{cells:?}");
    assert!(read(&codebook).contains("matches at least 1 other on every protected combination"), "{}", read(&codebook));
    let page = place.path("page.html");
    json(&["assess", &table, &output, "--report", &page]);
    assert!(read(&page).contains("where a blank matches every value"));
    let people = String::from_utf8(scumble(&command(&table, &["-k", "2"])).stdout).unwrap();
    assert!(people.contains("4 of 24 cells (16.67 %): age 4"), "{people}");
    assert!(people.contains("every record equals at least 1 other on the masked columns"), "{people}");
}

#[test]
fn combinations_importance_and_records() {
    let place = Workplace::new();
    let (table, output) = (place.write("t.csv", PEOPLE), place.path("r.csv"));
    let with = |rest: &[&str]| json(&command(&table, &[&["-k", "2", "-o", &output], rest].concat()));
    // The towns go with the sexes: nothing is alone on these two.
    assert_eq!(with(&["--combinations", "sex+town"])["suppression"]["cells"], 0);
    let pairs = with(&["--combinations", "2"]);
    assert_eq!(pairs["parts"].as_array().unwrap().len(), 3);
    assert!(pairs["parts"].as_array().unwrap().iter().all(|part| part["smallest"].as_u64() >= Some(2)));
    let own = with(&["--combinations", "1:3,sex+town:2"]);
    assert_eq!(own["policy"]["steps"][0]["combinations"][0]["k"], 3);
    // Without importance four ages are blanked; where they are dear, other cells are.
    let dear = &with(&["--importance", "age=100"])["suppression"];
    assert!(dear["cost"].as_f64().unwrap() < 400.0, "{dear}");
    let records = with(&["--suppress", "records", "--suppression-limit", "0.25"]);
    assert_eq!((&records["suppression"]["records"], &records["suppression"]["cells"]), (&2.into(), &0.into()));
    assert_eq!(records["suppressed"], 2);
    assert_eq!(read(&output).lines().count(), 7);
    let work: serde_json::Value = serde_json::from_str(&read(place.path("r.csv.work/table.json"))).unwrap();
    assert_eq!(work["left_out"], serde_json::json!([5, 9]));
    let both = with(&["--suppression-limit", "0.13"]);
    assert_eq!((&both["suppression"]["records"], &both["suppression"]["cells"]), (&1.into(), &2.into()));
    let parquet = place.path("r.parquet");
    json(&command(&table, &["-k", "2", "-o", &parquet]));
    let again = json(&command(&parquet, &["-k", "2", "-o", &place.path("r2.parquet"), "--missing", "group"]));
    assert_eq!(again["suppression"]["cells"], 0, "a release needs nothing more");
    let policy = place.write(
        "p.toml",
        "[columns]\nillness = { role = 'confidential' }\n[[mask]]\nmethod = 'suppress'\ncolumns = ['sex', 'age', 'town']\nk = 2\n\
         combinations = [['sex', 'town'], { size = 1, k = 3 }]\nimportance = ['sex']\nblank = 'matches-anything'\n",
    );
    let report = json(&["mask", &table, "--policy", &policy]);
    assert_eq!(report["policy"]["steps"][0]["weights"]["sex"], 2.0);
    assert_eq!(report["policy"]["steps"][0]["combinations"].as_array().unwrap().len(), 4);
}

#[test]
fn bad_settings_are_refused_and_nothing_is_written() {
    let place = Workplace::new();
    let (table, output) = (place.write("t.csv", PEOPLE), place.path("r.csv"));
    for (rest, expected) in [
        (&["-k", "9"][..], "k is 9, but there are only 8 records"),
        (&["--combinations", "4"], "a combination of 4 columns, but the step masks 3"),
        (&["--combinations", "0"], "a combination of 0 columns"),
        (&["--combinations", "sex+twon"], "there is no column “twon”; did you mean “town”?"),
        (&["--combinations", "sex+illness"], "the step does not mask it"),
        (&["--combinations", "sex+"], "--combinations is written"),
        (&["--combinations", "2:x"], "--combinations is written"),
        (&["--importance", "agee"], "did you mean “age”?"),
        (&["--importance", "age=x"], "--importance is written"),
        (&["--importance", "age=0"], "the weight of a column must be"),
        (&["--blank", "own"], "unknown reading “own”"),
        (&["--suppress", "rows"], "unknown choice “rows”"),
        (&["--suppress", "records"], "none is given"),
        (&["--suppress", "cells", "--suppression-limit", "0.1"], "only cells are to be suppressed"),
        (
            &["-k", "2", "--suppress", "records", "--suppression-limit", "0.2"],
            "2 of 8 records (25.00 %) would have to be left out",
        ),
        (&["--suppression-limit", "1"], "below 1"),
        (&["-k", "2", "--l-diversity", "illness=2"], "suppression keeps k"),
        (&["--effort", "2"], "effort does not apply to the method suppress"),
        (&["--centroid", "medoid"], "centroid does not apply to the method suppress"),
    ] {
        let message = refused(2, &command(&table, &[rest, &["-o", &output]].concat()));
        assert!(message.contains(expected), "{rest:?}: {message}");
    }
    let message =
        refused(2, &["mask", &table, "--columns", "sex", "--others", "drop", "--blank", "own-value", "-k", "2"]);
    assert!(message.contains("blank does not apply to the method mdav, but to suppress"), "{message}");
    let policy = place.write(
        "p.toml",
        "others = 'mask'\n[[mask]]\nmethod = 'suppress'\nblank = 'matches-anything'\n[promise]\nk = 2\n",
    );
    assert!(refused(2, &["mask", &table, "--policy", &policy]).contains("a promise of k is about equal records"));
    assert!(!std::path::Path::new(&output).exists());
}

/// Equal records and matching records of a release, counted from its bytes.
fn smallest(release: &str, keys: &[usize], matches_anything: bool) -> usize {
    let rows: Vec<Vec<&str>> = release
        .lines()
        .skip(1)
        .map(|line| line.split(';').collect::<Vec<_>>())
        .map(|row| keys.iter().map(|&at| row[at]).collect())
        .collect();
    let mut classes: HashMap<&[&str], usize> = HashMap::new();
    rows.iter().for_each(|row| *classes.entry(row.as_slice()).or_default() += 1);
    let distinct: Vec<(&[&str], usize)> = classes.into_iter().collect();
    let fits = |a: &[&str], b: &[&str]| a.iter().zip(b).all(|(a, b)| a == b || a.is_empty() || b.is_empty());
    let size = |a: &[&str]| match matches_anything {
        true => distinct.iter().filter(|(b, _)| fits(a, b)).map(|(_, records)| records).sum(),
        false => distinct.iter().filter(|(b, _)| a == *b).map(|(_, records)| records).sum(),
    };
    distinct.iter().map(|(row, _)| size(row)).min().unwrap()
}

#[test]
fn adult_is_suppressed_alike_on_one_thread_and_on_two() {
    let Some(path) = data("adult_arx/adult.csv") else { return };
    let place = Workplace::new();
    let first: Vec<String> = read(path.to_str().unwrap()).lines().take(5_001).map(str::to_owned).collect();
    let names: Vec<&str> = first[0].split(';').collect();
    let keys = ["sex", "race", "marital-status", "education", "workclass"];
    let places: Vec<usize> = keys.iter().map(|key| names.iter().position(|name| name == key).unwrap()).collect();
    let table = place.write("adult.csv", first.join("\n") + "\n");
    for (k, sdcmicro) in [("2", 320), ("3", 589), ("5", 968)] {
        for blank in ["own-value", "matches-anything"] {
            let outputs = ["1", "2"].map(|threads| {
                let output = place.path(&format!("{threads}.csv"));
                let report = json(&[
                    "mask",
                    &table,
                    "--columns",
                    &keys.join(","),
                    "--others",
                    "publish",
                    "--method",
                    "suppress",
                    "-k",
                    k,
                    "--blank",
                    blank,
                    "--threads",
                    threads,
                    "-o",
                    &output,
                ]);
                let cells = report["suppression"]["cells"].as_u64().unwrap();
                assert!(blank == "own-value" || cells < sdcmicro, "{cells} cells");
                read(&output)
            });
            assert!(outputs[0] == outputs[1], "the bytes differ");
            assert!(smallest(&outputs[0], &places, blank == "matches-anything") >= k.parse().unwrap());
            // Every cell is as it was, or blank.
            for (was, is) in first.iter().zip(outputs[0].lines()) {
                assert!(was.split(';').zip(is.split(';')).all(|(was, is)| was == is || is.is_empty()));
            }
        }
    }
}
