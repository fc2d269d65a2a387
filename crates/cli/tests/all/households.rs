//! Households: members are masked together, moved together, left out together, and measured together.

use crate::support::{Workplace, json, read, refused};
use std::collections::BTreeMap;

/// 120 households of one to four persons: region and rent are the household's, age and trade the person's.
fn people() -> String {
    let mut text = "hh,region,rent,age,trade,w\n".to_owned();
    for household in 0..120_u32 {
        for member in 0..=household * 7 % 4 {
            let region = ["north", "south"][(household % 2) as usize];
            let (rent, age) = (300 + household * 37 % 911, 5 + (household * 31 + member * 17) % 83);
            let trade = ["baker", "nurse", "smith"][((household + member * 2) % 3) as usize];
            text.push_str(&format!("H-{household},{region},{rent},{age},{trade},{}\n", 10 + household % 5));
        }
    }
    text
}

type Household = Vec<BTreeMap<String, String>>;

/// The households of a table, each with its members, in order of their first members.
fn households(text: &str) -> Vec<(String, Household)> {
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let mut found: Vec<(String, Household)> = Vec::new();
    for line in lines {
        let member: BTreeMap<String, String> =
            names.iter().map(|name| (*name).to_owned()).zip(line.split(',').map(str::to_owned)).collect();
        let id = member["hh"].clone();
        match found.iter_mut().find(|(known, _)| *known == id) {
            Some((_, members)) => members.push(member),
            None => found.push((id, vec![member])),
        }
    }
    found
}

const ROLES: [&str; 6] = ["--household", "hh", "--stratum", "region", "--weight", "w"];

#[test]
fn members_are_masked_moved_and_sampled_together() {
    let place = Workplace::new();
    let (table, output) = (place.write("t.csv", people()), place.path("release.csv"));
    let before = households(&people());
    let cases: [(&str, &[&str], &str); 6] = [
        ("mdav", &["-k", "3"], "rent"),
        ("generalize", &["-k", "3"], "rent"),
        ("noise", &["-p", "30"], "rent,age"),
        ("rank-swap", &["-p", "10"], "rent,age"),
        ("record-swap", &["-p", "60"], "rent,age,trade"),
        ("sample", &["-p", "50"], ""),
    ];
    for (method, flags, columns) in cases {
        let mut line = vec!["mask", &table, "--method", method, "--others", "publish", "-o", &output];
        line.extend(ROLES);
        line.extend(flags);
        if !columns.is_empty() {
            line.extend(["--columns", columns]);
        }
        let report = json(&[&line[..], &["--threads", "1"]].concat());
        let released = read(&output);
        json(&[&line[..], &["--threads", "2"]].concat());
        assert!(released == read(&output), "{method}: the same bytes at any number of threads");
        assert!(!released.contains("H-"), "{method}: new numbers");
        let after = households(&released);
        assert_eq!(report["households"]["households"], after.len(), "{method}");
        for (_, members) in &after {
            assert!(members.iter().all(|member| member["rent"] == members[0]["rent"]), "{method}: one rent");
        }
        if method == "sample" {
            assert!((55..=65).contains(&after.len()), "half of the households: {}", after.len());
            let whole = |members: &Household| {
                before.iter().any(|(_, known)| {
                    known.len() == members.len()
                        && known.iter().zip(members).all(|(a, b)| a["rent"] == b["rent"] && a["age"] == b["age"])
                })
            };
            assert!(after.iter().all(|(_, members)| whole(members)));
            continue;
        }
        let sizes = |all: &[(String, Household)]| all.iter().map(|(_, members)| members.len()).collect::<Vec<_>>();
        assert_eq!(sizes(&before), sizes(&after), "{method}: the same households in the same order");
        if method == "record-swap" {
            // Whole households have moved: each is one of the table's, with all members, within its region.
            let told = |members: &Household| {
                let one = |member: &BTreeMap<String, String>| {
                    ["region", "rent", "age", "trade"].map(|name| member[name].clone()).join(",")
                };
                members.iter().map(one).collect::<Vec<_>>()
            };
            let sorted = |all: &[(String, Household)]| {
                let mut all: Vec<Vec<String>> = all.iter().map(|(_, members)| told(members)).collect();
                all.sort();
                all
            };
            assert_eq!(sorted(&before), sorted(&after));
            assert!(before.iter().zip(&after).filter(|((_, a), (_, b))| told(a) != told(b)).count() > 40);
        }
    }
    let line = ["mask", &table, "--columns", "rent", "--others", "publish", "-k", "3", "-o", &output];
    json(&[&line[..], &ROLES].concat());
    let mut rents: BTreeMap<(String, String), usize> = BTreeMap::new();
    for (_, members) in households(&read(&output)) {
        *rents.entry((members[0]["region"].clone(), members[0]["rent"].clone())).or_default() += 1;
    }
    assert!(rents.values().all(|&households| households >= 3), "k counts households");
}

#[test]
fn the_risk_of_a_household_is_that_of_its_members() {
    let place = Workplace::new();
    let (table, records) = (place.write("t.csv", people()), place.path("records.csv"));
    let line = ["assess", "table", &table, &table, "--columns", "region,trade", "--household", "hh"];
    let found = json(&[&line[..], &["--only", "k", "--records", &records]].concat());
    let all = households(&people());
    let mut sizes: BTreeMap<(String, String), f64> = BTreeMap::new();
    let class = |member: &BTreeMap<String, String>| (member["region"].clone(), member["trade"].clone());
    for member in all.iter().flat_map(|(_, members)| members) {
        *sizes.entry(class(member)).or_default() += 1.0;
    }
    let safe = |members: &Household| members.iter().map(|member| 1.0 - 1.0 / sizes[&class(member)]).product::<f64>();
    let expected: f64 = all.iter().map(|(_, members)| members.len() as f64 * (1.0 - safe(members))).sum();
    let households = &found["risk"]["households"];
    assert!((households["expected_records"].as_f64().unwrap() - expected).abs() < 1e-9, "{households} {expected}");
    assert_eq!((&households["households"], &households["by"]), (&120.into(), &"class size".into()));
    let lines = read(&records);
    let mut lines = lines.lines();
    let at = lines.next().unwrap().split(',').position(|name| name == "household_risk").unwrap();
    let sum: f64 = lines.map(|line| line.split(',').nth(at).unwrap().parse::<f64>().unwrap()).sum();
    assert!((sum - expected).abs() < 1e-9);
    // With weights, by individual risk.
    let weighted = json(&[&line[..], &["--weight", "w", "--only", "k,population"]].concat());
    assert_eq!(weighted["risk"]["households"]["by"], "individual risk");
    assert!(weighted["risk"]["households"]["expected_records"].as_f64().unwrap() < expected);
}

#[test]
fn what_would_part_members_is_refused() {
    let place = Workplace::new();
    let output = place.path("release.csv");
    let table = place.write("t.csv", people());
    let refusal = |table: &str, flags: &[&str]| {
        let line = ["mask", table, "--household", "hh", "--others", "publish", "-o", &output];
        refused(2, &[&line[..], flags].concat())
    };
    let message = refusal(&table, &["--columns", "rent,age", "-k", "3"]);
    assert!(
        message.contains("column “rent” is the same for all members of a household and column “age” is not"),
        "{message}"
    );
    let full = ["--method", "full-domain", "--columns", "age", "--suppression-limit", "0.1", "-k", "3"];
    assert!(refusal(&table, &full).contains("would leave parts of households behind"));
    let close = ["--columns", "rent", "--t-closeness", "trade=0.3", "-k", "3"];
    assert!(refusal(&table, &close).contains("this step groups households"));
    let torn = place.write("torn.csv", people().replacen("H-1,south", "H-1,north", 1));
    let message = refusal(&torn, &["--columns", "rent", "--stratum", "region", "-k", "3"]);
    assert!(message.contains("another stratum than the first member of its household"), "{message}");
    let nobody = place.write("nobody.csv", people().replacen("H-7,", ",", 1));
    assert!(refusal(&nobody, &["--columns", "rent", "-k", "3"]).contains("the record's household is missing"));
    place.holds_only(&["nobody.csv", "t.csv", "torn.csv"]);
    // Who is left out takes the household along.
    let text = people();
    let first = text.lines().find(|line| line.starts_with("H-3,")).unwrap();
    let members = text.lines().filter(|line| line.starts_with("H-3,")).count();
    let age = first.split(',').nth(3).unwrap();
    let blank = first.replacen(&format!(",{age},"), ",,", 1);
    let gap = text.replacen(first, &blank, 1);
    let table = place.write("gap.csv", gap);
    let line =
        ["mask", &table, "--household", "hh", "--others", "publish", "--columns", "age", "-k", "3", "-o", &output];
    let report = json(&[&line[..], &["--missing", "suppress"]].concat());
    assert_eq!(report["suppressed"], members, "the whole household");
}
