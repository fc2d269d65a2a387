//! `scumble mask --method full-domain|generalize`, end to end.

use crate::support::{Workplace, data, json, read, refused, scumble};

const WORK: &str = "nurse;health;*\ndoctor;health;*\nbaker;food;*\ncook;food;*\n";
const PEOPLE: &str =
    "work,town,illness\nnurse,A,flu\ndoctor,A,cold\nnurse,A,flu\nbaker,B,cold\ncook,B,flu\ncook,C,cold\n";

/// A table of people, the hierarchy of their work, and where to write.
fn people(place: &Workplace) -> [String; 3] {
    [place.write("t.csv", PEOPLE), format!("work={}", place.write("work.csv", WORK)), place.path("r.csv")]
}

/// By hand: work at level 1 costs half of each of its cells; the one person in town C lets no town stay while nobody is left out.
#[test]
fn a_table_that_is_generalised_by_hand() {
    let place = Workplace::new();
    let [table, hierarchy, output] = people(&place);
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

/// The figures of `assess` are those that `mask` gave, with records left out, shuffled, and without the work folder.
#[test]
fn a_generalised_release_is_measured_as_the_run_measured_it() {
    let place = Workplace::new();
    let [table, hierarchy, output] = people(&place);
    let common =
        ["mask", &table, "--columns", "work,town", "--others", "publish", "--hierarchy", &hierarchy, "-k", "2"];
    let full = ["--method", "full-domain", "--suppression-limit", "0.34", "--shuffle", "-o", &output];
    let masked = json(&[&common[..], &full].concat());
    let assessed = json(&["assess", "table", &table, &output]);
    let names = ["ncp", "granularity", "non_uniform_entropy", "precision", "discernibility", "average_class_size"];
    let same = |masked: &serde_json::Value, assessed: &serde_json::Value, names: &[&str]| {
        for name in names {
            let (x, y) = (&masked["generalization"][name], &assessed["loss"]["generalization"][name]);
            assert!((x.as_f64().unwrap() - y.as_f64().unwrap()).abs() < 1e-9, "{name}: {x} and {y}");
        }
    };
    same(&masked, &assessed, &names);
    // By hand: five works at level 1 of 2 and one left out, towns as they were; 9 + 4 + 6.
    let found = &assessed["loss"]["generalization"];
    assert_eq!((found["precision"].as_f64(), found["discernibility"].as_f64()), (Some(1.0 - 4.5 / 12.0), Some(19.0)));
    assert!((found["granularity"].as_f64().unwrap() - (5.0 / 3.0 + 2.0) / 12.0).abs() < 1e-12);
    assert_eq!(assessed["taken_for"]["work"]["released_as"]["level"], 1);
    // Numbers, dates and categories without a hierarchy.
    let made =
        ["mask", "examples/people.csv", "--columns", "age,born,region", "--others", "drop", "-k", "4", "-o", &output];
    for method in ["generalize", "full-domain"] {
        let masked = json(&[&made[..], &["--method", method]].concat());
        let assessed = json(&["assess", "table", "examples/people.csv", &output]);
        same(&masked, &assessed, &names);
        assert!(assessed["risk"]["interval_linkage"].as_f64() <= Some(25.0), "at most one in k = 4");
        assert_eq!(assessed["taken_for"]["age"]["released_as"]["hierarchy"], "made");
        let page = place.path("page.html");
        let text = scumble(&["assess", "table", "examples/people.csv", &output, "--report", &page]);
        let text = String::from_utf8(text.stdout).unwrap();
        assert!(text.contains("NCP") && text.contains("interval linkage") && text.contains("precision"), "{text}");
        assert!(read(&page).contains("Generalised columns"));
        std::fs::remove_dir_all(place.path("r.csv.work")).unwrap();
        // Else only the columns that changed are measured.
        let columns = ["--columns", "age,born,region"];
        let assessed = json(&[&["assess", "table", "examples/people.csv", &output][..], &columns].concat());
        same(&masked, &assessed, &["ncp", "granularity", "non_uniform_entropy", "discernibility"]);
        assert!(assessed["loss"]["generalization"]["precision"].is_null(), "levels are not known");
    }
    // A hierarchy that is named says the levels.
    json(&[&common[..], &["--method", "full-domain", "-o", &output]].concat());
    std::fs::remove_dir_all(place.path("r.csv.work")).unwrap();
    let assessed = json(&["assess", "table", &table, &output, "--columns", "work", "--hierarchy", &hierarchy]);
    assert_eq!(assessed["loss"]["generalization"]["precision"], 0.5);
    assert_eq!(assessed["loss"]["generalization"]["ncp"], 0.5);
}

#[test]
fn words_are_generalised_to_their_hypernyms() {
    let place = Workplace::new();
    let table = place.write("t.csv", "job\nnurse\nsurgeon\ndentist\ncarpenter\nplumber\ncarpenter\n");
    let output = place.path("r.csv");
    for taxonomy in ["job=wordnet", "job=wordnet:person.n.01"] {
        let common = ["mask", &table, "--columns", "job", "--hierarchy", taxonomy, "-k", "2", "-o", &output];
        let local = json(&[&common[..], &["--method", "generalize"]].concat());
        let released = read(&output);
        assert!(released.contains("carpenter") || released.contains("craftsman"), "{released}");
        assert!(released.contains("health professional") || released.contains("medical practitioner"), "{released}");
        let loss = local["generalization"]["ncp"].as_f64().unwrap();
        let assessed = json(&["assess", "table", &table, &output]);
        assert!((assessed["loss"]["generalization"]["ncp"].as_f64().unwrap() - loss).abs() < 1e-9);
        let full = json(&[&common[..], &["--method", "full-domain"]].concat());
        assert!(
            full["generalization"]["ncp"].as_f64().unwrap() >= loss && full["smallest_over_all"].as_u64() >= Some(2)
        );
    }
    let unknown = place.write("u.csv", "job\nnurse\nqwxyz\nnurse\nnurse\n");
    let message = refused(
        2,
        &["mask", &unknown, "--columns", "job", "--hierarchy", "job=wordnet", "-k", "2", "--method", "generalize"],
    );
    assert!(message.contains("row 3, column “job”") && !message.contains("qwxyz"), "{message}");
}

#[test]
fn promises_against_a_population_are_kept_checked_and_refused() {
    let place = Workplace::new();
    let (table, work, output) = (place.write("t.csv", PEOPLE), place.write("work.csv", WORK), place.path("r.csv"));
    // The six people, and six more.
    let more = "nurse,A\ndoctor,B\nbaker,A\ncook,C\ncook,B\nnurse,D\n";
    let own: String = PEOPLE.lines().skip(1).map(|line| format!("{}\n", line.rsplit_once(',').unwrap().0)).collect();
    let population = place.write("p.csv", format!("work,town\n{own}{more}"));
    let hierarchy = format!("work={work}");
    let common = [
        "mask",
        &table,
        "--columns",
        "work,town",
        "--others",
        "publish",
        "--hierarchy",
        &hierarchy,
        "-k",
        "2",
        "-o",
        &output,
    ];
    for (method, promise) in [
        ("full-domain", ["--k-map", "6"]),
        ("generalize", ["--k-map", "6"]),
        ("full-domain", ["--presence", "0.2,0.6"]),
    ] {
        let report = json(&[&common[..], &["--method", method, "--population", &population], &promise].concat());
        let assessed = json(&["assess", "table", &table, &output, "--population", &population]);
        let found = &assessed["risk"]["population_match"];
        assert_eq!((&found["k_map"], &found["records"]), (&report["k_map"], &serde_json::json!(12)));
        assert_eq!(found["presence"]["most"], report["presence"]["most"]);
        match promise[0] {
            "--k-map" => assert!(found["k_map"].as_u64() >= Some(6), "{found}"),
            _ => assert!(
                found["presence"]["least"].as_f64() >= Some(0.2) && found["presence"]["most"].as_f64() <= Some(0.6)
            ),
        }
    }
    let policy = place.write(
        "p.toml",
        "others = 'publish'\n[columns]\nwork = { kind = 'text', taxonomy = 'vgh:work.csv' }\n[promise]\npopulation = { file = 'p.csv', \
         k_map = 6 }\n[[mask]]\nmethod = 'full-domain'\ncolumns = ['work', 'town']\nk = 2\n",
    );
    assert!(json(&["mask", &table, "--policy", &policy])["k_map"].as_u64() >= Some(6));
    std::fs::remove_file(&output).unwrap();
    let poets = place.write("poets.csv", "work,town\nnurse,A\npoet,B\n");
    let towns = place.write("towns.csv", "town\nA\n");
    for (rest, expected) in [
        (
            &["--method", "mdav", "--k-map", "3", "--population", &population][..],
            "only by the methods full-domain and generalize",
        ),
        (&["--method", "generalize", "--presence", "0,0.5", "--population", &population], "only by full-domain"),
        (&["--method", "full-domain", "--presence", "0,0.1", "--population", &population], "highest level"),
        (&["--method", "full-domain", "--k-map", "13", "--population", &population], "fewer records"),
        (&["--method", "full-domain", "--presence", "0.6,0.5", "--population", &population], "the least first"),
        (&["--method", "full-domain", "--presence", "0.5", "--population", &population], "MIN,MAX"),
        (&["--method", "full-domain", "--population", &population], "must be promised"),
        (&["--method", "full-domain", "--k-map", "2", "--population", &poets], "row 3, column “work”"),
        (&["--method", "full-domain", "--k-map", "2", "--population", &towns], "work"),
        (&["--method", "full-domain", "--k-map", "2"], "--population"),
        (&["--method", "full-domain", "--l-diversity", "illness=3"], "illness"),
    ] {
        let run = scumble(&[&common[..], rest].concat());
        let message = String::from_utf8(run.stderr).unwrap();
        assert!(
            !run.status.success() && message.contains(expected) && !message.contains("poet;"),
            "{rest:?}: {message}"
        );
        assert!(!std::path::Path::new(&output).exists(), "{rest:?}");
    }
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
        (&["--method", "mdav", "--suppression-limit", "0.1"], "suppression limit does not apply to the method"),
        (&["--method", "generalize", "--suppression-limit", "0.1"], "suppression limit does not apply to the method"),
        (&["--method", "generalize", "--centroid", "medoid"], "centroid does not apply to the method generalize"),
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
