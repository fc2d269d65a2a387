//! Perturbed releases: every method from the command line and from a policy, its promise on the bytes, and what is refused.

use crate::support::{Workplace, json, read, refused, scumble};
use serde_json::Value;

/// A table of 200 people: two related numbers, a trade, a date, a region and a name.
fn people() -> String {
    let mut text = "name,age,income,trade,born,region\n".to_owned();
    for row in 0..200_u32 {
        let age = 20 + row * 37 % 61;
        let income = 1000 * age + row * 7919 % 20_011;
        let trade = ["baker", "nurse", "smith", "clerk"][(row * 13 % 7 % 4) as usize];
        let region = ["north", "south"][(row % 2) as usize];
        text.push_str(&format!(
            "P{row},{age},{income},{trade},19{:02}-0{}-1{},{region}\n",
            row % 90 + 10,
            row % 9 + 1,
            row % 9
        ));
    }
    text
}

const ROLES: [&str; 4] = ["--identifier", "name", "--stratum", "region"];

/// The columns of a table, by name.
fn column(text: &str, name: &str) -> Vec<String> {
    let mut lines = text.lines();
    let at = lines.next().unwrap().split(',').position(|column| column == name).unwrap();
    lines.map(|line| cells(line)[at].clone()).collect()
}

/// The cells of a line; quoted ones may have commas.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    for c in line.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(String::new()),
            c => cells.last_mut().unwrap().push(c),
        }
    }
    cells
}

/// The cells of a column in one region, sorted.
fn margin(text: &str, name: &str, region: &str) -> Vec<String> {
    let cells = column(text, name).into_iter().zip(column(text, "region"));
    let mut cells: Vec<String> = cells.filter(|(_, of)| of == region).map(|(cell, _)| cell).collect();
    cells.sort();
    cells
}

/// The flags of a method, and the columns that it masks.
const METHODS: [(&str, &[&str], &str); 10] = [
    ("rank-swap", &["-p", "10"], "age,income,born"),
    ("noise", &["-p", "30"], "age,income,born"),
    ("correlated-noise", &["-p", "30"], "age,income"),
    ("pram", &["-p", "40"], "trade"),
    ("pram", &["-p", "40", "--transition", "uniform"], "trade"),
    ("shuffle-values", &["--given", "age"], "income"),
    ("record-swap", &["-p", "50"], "age,trade,born"),
    ("top-bottom", &["-p", "5"], "age,income,born"),
    ("top-bottom", &["--top", "60", "--bottom", "25"], "age"),
    ("round", &["--base", "10"], "age,income"),
];

#[test]
fn every_method_keeps_its_promise_at_any_number_of_threads() {
    let place = Workplace::new();
    let (table, text) = (place.write("t.csv", people()), people());
    let output = place.path("release.csv");
    for (method, flags, columns) in METHODS {
        let base = ["mask", &table, "--method", method, "--columns", columns, "--others", "publish", "-o", &output];
        let line = [&base[..], &ROLES, flags].concat();
        let report = json(&[&line[..], &["--threads", "1"]].concat());
        let released = read(&output);
        json(&[&line[..], &["--threads", "2"]].concat());
        assert!(released == read(&output), "{method}: the same bytes at any number of threads");
        assert!(json(&[&line[..], &["--seed", "43"]].concat())["records"] == 200);
        let is_chance = !["top-bottom", "round"].contains(&method);
        assert!((released != read(&output)) == is_chance, "{method}: another seed");
        assert!(!released.contains("name") && report["k_promised"].is_null(), "{method}");
        assert_eq!(report["perturbed"][0]["method"], method);
        for name in ["age", "income", "trade", "born", "region"] {
            let (before, after) = (column(&text, name), column(&released, name));
            assert_eq!(before != after, columns.split(',').any(|masked| masked == name), "{method}: {name}");
            if ["rank-swap", "shuffle-values", "record-swap"].contains(&method) {
                for region in ["north", "south"] {
                    assert_eq!(margin(&text, name, region), margin(&released, name, region), "{method}: {name}");
                }
            }
        }
        let said = scumble(&line);
        let said = String::from_utf8_lossy(&said.stdout).into_owned();
        assert!(said.contains("no k is promised") && said.contains(&format!("promise   {method}")), "{said}");
    }
}

/// Global recoding: every value at the level that was asked for, intervals of numbers, prefixes of codes, given hierarchies.
#[test]
fn values_are_recoded_to_a_level() {
    let place = Workplace::new();
    let (table, output) = (place.write("t.csv", people()), place.path("release.csv"));
    let trades = place.write("trade.csv", "baker;food;*\nnurse;care;*\nsmith;metal;*\nclerk;care;*\n");
    let hierarchy = format!("trade={trades}");
    let line = ["mask", &table, "--method", "recode", "--columns", "trade,age", "--levels", "trade=1,age=2"];
    let line = [&line[..], &["--hierarchy", &hierarchy, "--others", "publish", "-o", &output], &ROLES].concat();
    let report = json(&line);
    assert_eq!(report["k_promised"], Value::Null);
    assert_eq!(report["generalization"]["columns"]["trade"]["level"], 1);
    let (text, released) = (people(), read(&output));
    let above = |trade: &str| match trade {
        "baker" => "food",
        "smith" => "metal",
        _ => "care",
    };
    let expected: Vec<String> = column(&text, "trade").iter().map(|trade| above(trade).to_owned()).collect();
    assert_eq!(column(&released, "trade"), expected);
    // Equal ages are equal, and every interval holds its ages.
    let ages: Vec<(String, String)> = column(&text, "age").into_iter().zip(column(&released, "age")).collect();
    assert!(ages.iter().all(|(a, x)| ages.iter().all(|(b, y)| a != b || x == y)));
    assert!(ages.iter().map(|(_, x)| x).collect::<std::collections::BTreeSet<_>>().len() > 1);
    assert_eq!(report["generalization"]["not_covered"], 0);
    let measured = json(&["assess", "table", &table, &output, "--only", "ncp"]);
    assert_eq!(measured["loss"]["generalization"]["ncp"], report["generalization"]["ncp"]);
    let refusal = |levels: &str| {
        let line = ["mask", &table, "--method", "recode", "--columns", "trade,age", "--levels", levels];
        refused(2, &[&line[..], &["--hierarchy", &hierarchy, "--others", "publish"], &ROLES].concat())
    };
    assert!(refusal("trade=1").contains("needs a level of the hierarchy for column “age”"));
    assert!(
        refusal("trade=9,age=1")
            .contains("column “trade”: level 9 is not one of its hierarchy, which goes from 1 to 2")
    );
    assert!(refusal("trade=0,age=1").contains("level 0 is not one of its hierarchy"));
    assert!(refusal("trade=1,age=1,income=1").contains("column “income” has a level, but the step does not mask it"));
    assert!(refusal("trade=one,age=1").contains("--levels: N is a whole number"));
}

#[test]
fn a_sample_is_released_and_measured() {
    let place = Workplace::new();
    let (table, output) = (place.write("t.csv", people()), place.path("release.csv"));
    let line = ["mask", &table, "--method", "sample", "-p", "25", "--others", "publish", "-o", &output];
    let report = json(&[&line[..], &ROLES].concat());
    assert_eq!((&report["records"], &report["sampled_out"]), (&Value::from(50), &Value::from(150)));
    let released = read(&output);
    assert_eq!(column(&released, "region").iter().filter(|region| *region == "north").count(), 25);
    let rows: Vec<String> = people().lines().map(|line| line.split_once(',').unwrap().1.to_owned()).collect();
    assert!(released.lines().all(|line| rows.iter().any(|row| row == line)));
    // The work folder says which records these are.
    json(&["assess", "table", &table, &output]);
    let message = refused(2, &["mask", &table, "--method", "sample", "-p", "25", "--others", "mask", "-o", &output]);
    assert!(message.contains("a sample changes no value"), "{message}");
}

#[test]
fn steps_of_a_policy_can_group_and_perturb() {
    let place = Workplace::new();
    let (table, output) = (place.write("t.csv", people()), place.path("release.csv"));
    let policy = place.write(
        "p.toml",
        "others = 'publish'\nshuffle = true\n[columns]\nname = { role = 'identifier' }\n\
         [[mask]]\nmethod = 'mdav'\ncolumns = ['age']\nk = 4\n\
         [[mask]]\nmethod = 'rank-swap'\ncolumns = ['income']\npercent = 5\n\
         [[mask]]\nmethod = 'pram'\ncolumns = ['trade']\npercent = 30\ntransition = 'invariant'\n",
    );
    let report = json(&["mask", &table, "--policy", &policy, "-o", &output]);
    assert_eq!(report["method"], "mdav + rank-swap + pram");
    assert_eq!((&report["smallest"], &report["k_promised"]), (&Value::from(4), &Value::Null));
    assert_eq!(report["policy"]["steps"][1]["percent"], 5.0);
    let cells = |text: &str| {
        let mut cells = column(text, "income");
        cells.sort();
        cells
    };
    assert_eq!(cells(&people()), cells(&read(&output)));
    // A promise of k is checked all the same.
    let promised = place.write("k.toml", format!("{}[promise]\nk = 3\n", read(&policy)));
    let message = refused(1, &["mask", &table, "--policy", &promised, "-o", &place.path("other.csv")]);
    assert!(message.contains("the promise k = 3 over all masked columns is not kept"), "{message}");
}

#[test]
fn what_cannot_be_done_is_refused_and_nothing_is_written() {
    let place = Workplace::new();
    let (table, output) = (place.write("t.csv", people()), place.path("release.csv"));
    let cases: [(&[&str], &str, &str); 17] = [
        (&["--method", "rank-swap", "-p", "0"], "age", "p is a percentage: it must be above 0 and at most 100"),
        (&["--method", "rank-swap", "-p", "-5"], "age", "p is a percentage"),
        (&["--method", "noise", "-p", "101"], "age", "p is a percentage"),
        (&["--method", "rank-swap"], "age", "the method rank-swap needs a percentage p"),
        (&["--method", "rank-swop", "-p", "5"], "age", "did you mean “rank-swap”?"),
        (&["--method", "rank-swap", "-p", "5"], "trade", "column “trade”: its kind is nominal, but rank-swap masks"),
        (
            &["--method", "noise", "-p", "5"],
            "trade",
            "column “trade”: its kind is nominal, but noise masks numbers and dates",
        ),
        (&["--method", "pram", "-p", "5"], "age", "column “age”: its kind is number, but pram masks"),
        (&["--method", "rank-swap", "-p", "0.1"], "age", "less than one rank"),
        (&["--method", "rank-swap", "-p", "5", "-k", "3"], "age", "k does not apply to the method rank-swap"),
        (&["--method", "mdav", "-p", "5"], "age", "percent does not apply to the method mdav"),
        (&["--method", "noise", "-p", "5", "--base", "3"], "age", "base does not apply to the method noise"),
        (&["--method", "top-bottom", "-p", "50"], "age", "it must be below 50"),
        (
            &["--method", "top-bottom", "--top", "5", "--bottom", "9"],
            "age",
            "the bottom bound must be below the top bound",
        ),
        (&["--method", "round", "--base", "0"], "age", "the base of round must be a number above 0"),
        (&["--method", "shuffle-values", "--given", "trade"], "age", "column “trade”: its kind is nominal"),
        (&["--method", "shuffle-values", "--given", "name"], "age", "column “name” is an identifier"),
    ];
    for (flags, columns, expected) in cases {
        let line = ["mask", &table, "--columns", columns, "--identifier", "name", "--others", "publish", "-o", &output];
        let message = refused(2, &[&line[..], flags].concat());
        assert!(message.contains(expected), "{flags:?}: {message}");
    }
    // Roles are needed all the same.
    let message = refused(2, &["mask", &table, "--method", "noise", "-p", "5", "--columns", "age", "-o", &output]);
    assert!(message.contains("5 columns have no role"), "{message}");
    place.holds_only(&["t.csv"]);
}
