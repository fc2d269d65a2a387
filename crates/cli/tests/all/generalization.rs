//! `scumble mask --method full-domain|generalize`, end to end.

use crate::support::{Workplace, data, json, read, refused, scumble};

const WORK: &str = "nurse;health;*\ndoctor;health;*\nbaker;food;*\ncook;food;*\n";
const PEOPLE: &str =
    "work,town,illness\nnurse,A,flu\ndoctor,A,cold\nnurse,A,flu\nbaker,B,cold\ncook,B,flu\ncook,C,cold\n";

/// By hand: work at level 1 costs half of each of its cells; the one person in town C lets no town stay while nobody is left out.
#[test]
fn a_table_that_is_generalised_by_hand() {
    let place = Workplace::new();
    let (table, work, output) = (place.write("t.csv", PEOPLE), place.write("work.csv", WORK), place.path("r.csv"));
    let hierarchy = format!("work={work}");
    let common =
        ["mask", &table, "--columns", "work,town", "--confidential", "illness", "--hierarchy", &hierarchy, "-k", "2"];
    let full = |rest: &[&str]| json(&[&common[..], &["--method", "full-domain", "-o", &output], rest].concat());
    let report = full(&[]);
    assert_eq!(report["generalization"]["columns"]["work"]["level"], 1);
    assert_eq!(report["generalization"]["columns"]["town"]["level"], 1);
    assert_eq!(report["generalization"]["ncp"], 0.75);
    assert_eq!(report["generalization"]["lattice"], 6);
    assert_eq!(report["generalization"]["discernibility"], 18.0);
    assert_eq!(report["generalization"]["average_class_size"], 1.5);
    assert_eq!(
        read(&output),
        "work,town,illness\nhealth,*,flu\nhealth,*,cold\nhealth,*,flu\nfood,*,cold\nfood,*,flu\nfood,*,cold\n"
    );
    // Without row 7 the town can stay: (5 · 1/2 + 5 · 0 + 2 · 1) / 12.
    let report = full(&["--suppression-limit", "0.34"]);
    assert_eq!((report["suppressed"].as_u64(), report["records"].as_u64()), (Some(1), Some(5)));
    assert_eq!(report["generalization"]["ncp"], 0.375);
    assert_eq!(
        read(&output),
        "work,town,illness\nhealth,A,flu\nhealth,A,cold\nhealth,A,flu\nfood,B,cold\nfood,B,flu\n"
    );
    let work_file: serde_json::Value = serde_json::from_str(&read(place.path("r.csv.work/table.json"))).unwrap();
    assert_eq!(work_file["left_out"], serde_json::json!([7]));
    json(&["assess", &table, &output]);
    let local = json(&[&common[..], &["--method", "generalize", "-o", &output, "--l-diversity", "illness=2"]].concat());
    assert!(local["smallest_over_all"].as_u64() >= Some(2) && local["distinct"].as_u64() >= Some(2));
    assert!(local["generalization"]["ncp"].as_f64() <= Some(0.75));
    let policy = place.write(
        "p.toml",
        "others = 'publish'\n[columns]\nwork = { kind = 'text', taxonomy = 'vgh:work.csv' }\n[[mask]]\nmethod = 'full-domain'\n\
         columns = ['work', 'town']\nk = 2\nsuppression_limit = 0.34\n",
    );
    assert_eq!(json(&["mask", &table, "--policy", &policy])["generalization"]["ncp"], 0.375);
    let people = String::from_utf8(scumble(&[&common[..], &["--method", "full-domain"]].concat()).stdout).unwrap();
    assert!(people.contains("work 1 of 2, town 1 of 1") && people.contains("75.0000 % of certainty"), "{people}");
}

#[test]
fn bad_hierarchies_and_options_are_refused_and_nothing_is_written() {
    let place = Workplace::new();
    let table = place.write("t.csv", PEOPLE.replace("baker", "poet"));
    let (work, output) = (place.write("work.csv", WORK), place.path("r.csv"));
    let hierarchy = format!("work={work}");
    let with = |hierarchy: &str, rest: &[&str]| {
        let common = ["mask", &table, "--columns", "work", "--others", "publish", "-k", "2", "-o", &output];
        refused(2, &[&common[..], &["--hierarchy", hierarchy], rest].concat())
    };
    for method in ["full-domain", "generalize"] {
        let message = with(&hierarchy, &["--method", method]);
        assert!(message.contains("row 5, column “work”: the value is not in the column's hierarchy"), "{message}");
        assert!(message.contains("--hierarchy") && !message.contains("poet"), "{message}");
    }
    let holes = place.write("holes.csv", WORK.replace("baker;food", "baker;"));
    let message = with(&format!("work={holes}"), &["--method", "full-domain"]);
    assert!(
        message.contains("holes.csv") && message.contains("line 3") && message.contains("empty level"),
        "{message}"
    );
    for (rest, expected) in [
        (&["--method", "full-domain", "--suppression-limit", "2"][..], "below 1"),
        (&["--method", "mdav", "--suppression-limit", "0.1"], "applies only to the methods full-domain and suppress"),
        (
            &["--method", "generalize", "--suppression-limit", "0.1"],
            "applies only to the methods full-domain and suppress",
        ),
        (&["--method", "generalize", "--centroid", "medoid"], "applies only to microaggregation"),
        (&["--method", "generalise"], "did you mean “generalize”"),
    ] {
        let known = place.write("known.csv", format!("{WORK}poet;art;*\n"));
        let message = with(&format!("work={known}"), rest);
        assert!(message.contains(expected), "{message}");
    }
    assert!(!std::path::Path::new(&output).exists());
}

#[test]
fn hierarchies_are_made_where_none_is_given() {
    let place = Workplace::new();
    let output = place.path("r.csv");
    let report = json(&[
        "mask",
        "examples/people.csv",
        "--columns",
        "age,born,region",
        "--others",
        "drop",
        "--method",
        "generalize",
        "-k",
        "4",
        "-o",
        &output,
    ]);
    assert_eq!(report["generalization"]["columns"]["born"]["hierarchy"], "made");
    assert!(report["smallest_over_all"].as_u64() >= Some(4));
    let shuffled = json(&[
        "mask",
        "examples/people.csv",
        "--columns",
        "age,born,region",
        "--others",
        "drop",
        "--method",
        "full-domain",
        "-k",
        "4",
        "--suppression-limit",
        "0.1",
        "--shuffle",
        "-o",
        &output,
    ]);
    assert!(shuffled["smallest_over_all"].as_u64() >= Some(4));
}

#[test]
fn adult_is_generalised_alike_on_one_thread_and_on_two() {
    let Some(table) = data("adult_arx/adult.csv") else { return };
    let place = Workplace::new();
    let columns = "sex age race marital-status education native-country workclass occupation salary-class";
    let hierarchies: Vec<String> = columns
        .split(' ')
        .map(|name| {
            let file = data(&format!("adult_arx/adult_hierarchy_{name}.csv")).unwrap();
            format!("--hierarchy={name}={}", file.display())
        })
        .collect();
    let hierarchies: Vec<&str> = hierarchies.iter().map(String::as_str).collect();
    for (method, most) in [("generalize", 0.07), ("full-domain", 0.6503)] {
        let outputs = ["1", "2"].map(|threads| {
            let output = place.path(&format!("{threads}.csv"));
            let rest = ["mask", table.to_str().unwrap(), "--others", "mask", "-k", "5", "--method", method];
            let report = json(&[&rest[..], &hierarchies, &["--threads", threads, "-o", &output]].concat());
            assert!(report["smallest_over_all"].as_u64() >= Some(5));
            assert!(report["generalization"]["ncp"].as_f64().unwrap() < most);
            std::fs::read(output).unwrap()
        });
        assert!(outputs[0] == outputs[1], "the bytes differ");
    }
}
