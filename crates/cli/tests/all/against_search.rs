//! `scumble sanitize --background` and `--rare`: protection against the attack by search.

use crate::support::{Workplace, json, read, refused, scumble, with_passphrase};
use serde_json::Value;
use std::path::Path;

const ADA: &str = "Ada Byron wrote about the analytical engine in London. The engine was never built.";

/// Two short biographies, and pages about five people.
fn lives() -> Workplace {
    let place = Workplace::new();
    for folder in ["in", "pages"] {
        std::fs::create_dir(place.path(folder)).unwrap();
    }
    place.write("in/ada.txt", ADA);
    place.write("in/grace.txt", "Grace Hopper found a moth in the relay of a computer.");
    for (name, page) in [
        ("ada", "Byron studied mathematics and wrote notes on the analytical engine, which nobody built."),
        ("grace", "Hopper wrote about the compilers in the navy; a moth was found in the relay of a computer."),
        ("alan", "Turing wrote about the machines in the war and never ran about the town. The war was long."),
        ("one", "A singer of operas in the town, known about the country. The singer was never in the navy."),
        ("two", "A painter of boats in the harbour of a town. The boats were about to sail in the morning."),
    ] {
        place.write(&format!("pages/{name}.txt"), page);
    }
    place
}

fn ranks(document: &Value) -> Vec<u64> {
    document["search_ranks"].as_array().unwrap().iter().map(|one| one["rank"].as_u64().unwrap()).collect()
}

#[test]
fn the_page_falls_below_the_rank_and_every_finding_says_why() {
    let place = lives();
    let (ada, pages) = (place.path("in/ada.txt"), place.path("pages"));
    let arguments = ["sanitize", &ada, "--background", &pages, "--below-rank", "2"];
    let plain = json(&["sanitize", &ada]);
    assert!(plain["documents"][0]["search_ranks"].is_null());
    let found = json(&arguments);
    let document = &found["documents"][0];
    assert!(ranks(document).iter().all(|&rank| rank > 2), "{document}");
    let decisions = document["decisions"].as_array().unwrap();
    let why: Vec<f64> = decisions
        .iter()
        .filter(|one| one["rule"] == "background")
        .filter_map(|one| one["match_share"].as_f64())
        .collect();
    assert!(!why.is_empty() && why.iter().all(|share| *share > 0.0 && *share <= 1.0), "{why:?}");
    let sanitised = document["sanitized"].as_str().unwrap();
    assert!(!sanitised.contains("analytical"), "{sanitised}");
    // Sanitising the result again changes nothing.
    std::fs::create_dir(place.path("again")).unwrap();
    let again = place.write("again/ada.txt", sanitised);
    let twice = json(&["sanitize", &again, "--background", &pages, "--below-rank", "2"]);
    assert_eq!(twice["documents"][0]["sanitized"], sanitised);
    // A more general word, where there is one.
    let general = json(&[&arguments[..], &["--replace", "generalise"]].concat());
    assert!(ranks(&general["documents"][0]).iter().all(|&rank| rank > 2));
}

#[test]
fn a_release_is_measured_restored_and_reviewed_as_any_other() {
    let place = lives();
    let (lives, pages, out, key) = (place.path("in"), place.path("pages"), place.path("out"), place.path("labels.key"));
    let arguments =
        ["sanitize", &lives, "-o", &out, "--keep-names", "--key", &key, "--background", &pages, "--below-rank", "2"];
    let made = with_passphrase(&arguments, "correct horse");
    let text = String::from_utf8_lossy(&made.stdout).into_owned();
    assert!(made.status.success(), "{text}{}", String::from_utf8_lossy(&made.stderr));
    assert!(text.contains("background") && text.contains("may still find the person"), "{text}");
    // The attack itself takes the place of an estimate.
    assert!(text.contains("; attack by search: best rank ") && text.contains(" (2 documents)"), "{text}");
    let measured = json(&["assess", "documents", &lives, &out, "--background", &pages]);
    for attacker in ["bm25", "bigrams"] {
        for document in measured["documents"].as_array().unwrap() {
            assert!(document["ranks"][attacker].as_u64().unwrap() > 2, "{document}");
        }
    }
    let report = read(Path::new(&place.path("out.work")).join("report.html"));
    assert!(report.contains("of the match with one page") && report.contains("Best rank of a search"));
    let two = place.path("two");
    let again = json(&["sanitize", &lives, "-o", &two, "--background", &pages, "--below-rank", "2"]);
    assert!(again["best_search_rank"].as_u64().is_some_and(|rank| rank > 2), "{again}");
    assert!(again["estimated_search_risk"].is_null());
    let back = place.path("back");
    let restored = with_passphrase(&["restore", &out, "--key", &key, "-o", &back], "correct horse");
    assert!(restored.status.success(), "{}", String::from_utf8_lossy(&restored.stderr));
    assert_eq!(read(Path::new(&back).join("ada.txt")), ADA);
}

/// An index has the words of its documents in their order: attackers read nothing else.
#[test]
fn an_index_is_as_good_as_its_pages() {
    let place = lives();
    let (lives, ada, pages) = (place.path("in"), place.path("in/ada.txt"), place.path("pages"));
    let index = place.path("index");
    json(&["corpus", "build", &pages, "-o", &index]);
    let index = format!("index:{index}");
    let one = |background: &str| {
        let found = json(&["sanitize", &ada, "--background", background, "--below-rank", "2"]);
        let document = &found["documents"][0];
        (document["sanitized"].clone(), document["search_ranks"].clone())
    };
    assert_eq!(one(&index), one(&pages));
    assert!(one(&pages).1.as_array().is_some_and(|ranks| ranks.len() == 2));
    let attack = |background: &str| {
        let attacked = json(&["assess", "documents", &lives, &lives, "--background", background]);
        (attacked["attack"].clone(), attacked["documents"].clone())
    };
    assert_eq!(attack(&index), attack(&pages));
    assert_eq!(attack(&index).1[0]["ranks"]["bm25"], 1);
    // A document of the background is recognised without its signs and capitals.
    let own = json(&["corpus", "build", &lives, &pages, "-o", &place.path("own")]);
    assert_eq!(own["documents"], 7);
    let twice = refused(2, &["sanitize", &ada, "--background", &format!("index:{}", place.path("own"))]);
    assert!(twice.contains("two documents are called “ada”"), "{twice}");
    let none = refused(2, &["sanitize", &ada, "--background", &format!("index:{pages}")]);
    assert!(none.contains("background: ") && none.contains("is no index"), "{none}");
}

/// What a policy file names lies beside it, and flags override it.
#[test]
fn a_policy_file_names_the_background() {
    let place = lives();
    let (ada, pages) = (place.path("in/ada.txt"), place.path("pages"));
    json(&["corpus", "build", &pages, "-o", &place.path("index")]);
    let by_flags = json(&["sanitize", &ada, "--background", &pages, "--below-rank", "2"]);
    for background in ["pages", "index:index"] {
        let policy = place.write("policy.toml", format!("[documents]\nbackground = '{background}'\nbelow_rank = 2\n"));
        let found = json(&["sanitize", &ada, "--policy", &policy]);
        assert_eq!(found["documents"][0]["sanitized"], by_flags["documents"][0]["sanitized"]);
        let other = json(&["sanitize", &ada, "--policy", &policy, "--below-rank", "1"]);
        assert!(ranks(&other["documents"][0]).iter().all(|&rank| rank > 1));
        assert_ne!(other["documents"][0]["sanitized"], found["documents"][0]["sanitized"]);
    }
    let policy = place.write("policy.toml", "[documents]\nbackground = 'pages'\n");
    let text = refused(2, &["sanitize", &ada, "--policy", &policy]);
    assert!(text.contains("no page can be below rank 10 of 5 pages"), "{text}");
    for (keys, expected) in [
        ("below_rank = 2", "no pages in which to be below it"),
        ("background = 'none'", "background: "),
        ("background = ['pages']", "background"),
        ("background = 'pages'\nbelow_rank = 'ten'", "below_rank"),
    ] {
        let policy = place.write("policy.toml", format!("[documents]\n{keys}\n"));
        let text = refused(2, &["sanitize", &ada, "--policy", &policy]);
        assert!(text.contains(expected), "{text}");
    }
    // Rare words by a policy file as by flags.
    let counts = format!("index:{}", place.path("index"));
    let rare = place.write("rare.toml", "[documents]\nrare = 0.4\ncounts = 'index:index'\n");
    let found = json(&["sanitize", &ada, "--policy", &rare]);
    let flags = json(&["sanitize", &ada, "--counts", &counts, "--rare", "40%"]);
    assert_eq!(found["documents"][0]["sanitized"], flags["documents"][0]["sanitized"]);
    let has_rare =
        |found: &Value| found["documents"][0]["decisions"].as_array().unwrap().iter().any(|one| one["rule"] == "rare");
    assert!(has_rare(&found));
}

#[test]
fn a_person_may_decide_otherwise_and_is_told() {
    let place = lives();
    let (ada, pages) = (place.path("in/ada.txt"), place.path("pages"));
    let arguments = ["sanitize", &ada, "--background", &pages, "--below-rank", "2"];
    let mut decided = json(&[&arguments[..], &["--show-text"]].concat());
    for decision in decided["documents"][0]["decisions"].as_array_mut().unwrap() {
        if decision["rule"] == "background" {
            decision["state"] = "rejected".into();
        }
    }
    let file = place.write("decided.json", decided.to_string());
    let output = scumble(&[&arguments[..], &["--decisions", &file]].concat());
    let note = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && note.contains("a person's decisions leave the page"), "{note}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("analytical engine"));
    // The machine alone does not release what does not reach the rank.
    let allowed =
        [&arguments[..], &["--allow", "analytical", "--allow", "engine", "--allow", "built", "--allow", "wrote"]];
    let text = refused(1, &allowed.concat());
    assert!(text.contains("not below rank 2") && !text.contains("analytical"), "{text}");
}

#[test]
fn backgrounds_that_do_not_fit() {
    let place = lives();
    let (ada, pages) = (place.path("in/ada.txt"), place.path("pages"));
    let text = refused(2, &["sanitize", &ada, "--background", &pages, "--below-rank", "5"]);
    assert!(text.contains("no page can be below rank 5 of 5 pages") && text.contains("--below-rank"), "{text}");
    refused(2, &["sanitize", &ada, "--below-rank", "2"]);
    refused(2, &["sanitize", &ada, "--background", &place.path("none")]);
    let records = place.write("lives.jsonl", "{\"name\": \"ada\", \"text\": \"Ada wrote.\"}\n");
    let out = place.path("out.jsonl");
    let output = scumble(&[
        "sanitize",
        &records,
        "-o",
        &out,
        "--other-fields",
        "drop",
        "--background",
        &pages,
        "--below-rank",
        "2",
    ]);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(!std::fs::read_to_string(&out).unwrap_or_default().contains("wrote"), "{text}");
    assert!(text.contains("a record has no name"), "{text}");
    // The document itself is no page of an attacker's; a document without a page is released, and that is said.
    place.write("pages/ada.txt", ADA);
    let output = scumble(&["sanitize", &ada, "--background", &pages, "--below-rank", "2"]);
    let note = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(note.contains("is the document itself") && note.contains("no page of this document's name"), "{note}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("analytical engine"));
}

#[test]
fn rare_words_by_an_index_of_the_same_kind_of_text() {
    let place = lives();
    let (ada, index) = (place.path("in/ada.txt"), place.path("pages.index"));
    let built = scumble(&["corpus", "build", &place.path("pages"), "-o", &index]);
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let counts = format!("index:{index}");
    // "Never" stands in two of five pages, "wrote" in three, "engine" and "analytical" in one.
    let found = json(&["sanitize", &ada, "--counts", &counts, "--rare", "40%", "--replace", "remove", "--show-text"]);
    let document = &found["documents"][0];
    let rare: Vec<&str> = document["decisions"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["rule"] == "rare")
        .filter_map(|one| one["text"].as_str())
        .collect();
    assert_eq!(rare, ["analytical", "engine", "engine", "built"]);
    let text = document["sanitized"].as_str().unwrap();
    assert_eq!(
        text,
        "[REDACTED] wrote about the [REDACTED] [REDACTED] in [REDACTED]. The [REDACTED] was never [REDACTED]."
    );
    refused(2, &["sanitize", &ada, "--rare", "150%"]);
}
