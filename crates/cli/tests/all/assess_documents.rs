//! `scumble assess documents`: what is kept, what is found, what of annotations is hidden; and what it refuses.

use crate::support::{Workplace, data, json, read, scumble};

/// Four small biographies, two of them sanitised badly; pages about six people.
fn collection() -> Workplace {
    let place = Workplace::new();
    for folder in ["in", "out", "pages"] {
        std::fs::create_dir(place.path(folder)).unwrap();
    }
    for (name, original, sanitised, page) in [
        (
            "ada",
            "Ada Byron wrote about the analytical engine in London.",
            "Pers1 wrote about the analytical engine in Loc1.",
            "Byron studied mathematics and wrote notes on the analytical engine.",
        ),
        (
            "grace",
            "Grace Hopper found a moth in the relay of a computer.",
            "[REDACTED] found a moth in the relay of a computer.",
            "Hopper wrote compilers; a moth was found in a relay.",
        ),
        ("alan", "Alan Turing ran marathons near Cambridge.", "Pers1 [REDACTED] near Loc1.", "Turing ran marathons."),
        (
            "émilie",
            "Émilie du Châtelet translated Newton.",
            "Pers1 translated [REDACTED].",
            "She explained physics to France.",
        ),
    ] {
        place.write(&format!("in/{name}.txt"), original);
        place.write(&format!("out/{name}.txt"), sanitised);
        place.write(&format!("pages/{name}.txt"), page);
    }
    place.write("pages/one.txt", "A singer of operas.");
    place.write("pages/two.txt", "A painter of boats in France.");
    place
}

#[test]
fn who_is_found_and_by_which_words() {
    let place = collection();
    let (before, after, pages) = (place.path("in"), place.path("out"), place.path("pages"));
    let found = json(&["assess", "documents", &before, &after, "--background", &pages]);
    assert_eq!(found["attack"]["pages"], 6);
    assert_eq!(found["attack"]["attackers"]["bm25"]["top_1"]["of"], 4);
    let document =
        |name: &str| found["documents"].as_array().unwrap().iter().find(|one| one["name"] == name).unwrap().clone();
    assert_eq!(document("ada")["ranks"]["bm25"], 1);
    assert_eq!(document("grace")["ranks"]["bigrams"], 1);
    // Nothing is left that the page has: the last of six.
    assert_eq!(document("alan")["ranks"]["bm25"], 6);
    let telling = document("grace")["telling"]["bm25"].to_string();
    assert!(telling.contains("moth") && telling.contains("relay"), "{telling}");
    // Of Alan Turing ran marathons near Cambridge, "near" is kept.
    assert!((document("alan")["tokens_kept"].as_f64().unwrap() - 1.0 / 6.0).abs() < 1e-9);
    assert_eq!(found["by_decisions"], 0);
    let report = place.path("report.html");
    let text = scumble(&["assess", "documents", &before, &after, "--background", &pages, "--report", &report]);
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    assert!(text.contains("any of them") && text.contains("moth"), "{text}");
    assert!(read(&report).contains("People found by attacker"));
}

#[test]
fn decisions_of_the_work_folder_give_the_redactions() {
    let place = Workplace::new();
    std::fs::create_dir(place.path("in")).unwrap();
    place.write("in/a.txt", "Şahin Yılmaz met Peter Lindqvist. Yılmaz slept.");
    let (source, out) = (place.path("in"), place.path("out"));
    assert!(scumble(&["sanitize", &source, "-o", &out, "--person", "Şahin Yılmaz", "--quiet"]).status.success());
    let gold = place.path("gold.jsonl");
    let span = |start, end, entity| {
        format!(
            r#"{{"start": {start}, "end": {end}, "type": "PERSON", "identifier_type": "DIRECT", "entity_id": "{entity}"}}"#
        )
    };
    let spans = [span(0, 12, "s"), span(17, 32, "p"), span(34, 40, "s")].join(", ");
    place.write("gold.jsonl", format!("{{\"doc_id\": \"a\", \"text\": \"Şahin Yılmaz met Peter Lindqvist. Yılmaz slept.\", \"spans\": [{spans}]}}\n"));
    let found = json(&["assess", "documents", &source, &out, "--gold", &gold]);
    assert_eq!(found["by_decisions"], 1);
    for measure in ["direct", "token_precision", "pseudonyms_b3"] {
        assert_eq!(found["gold"][measure]["value"], 1.0, "{measure}: {}", found["gold"]);
    }
    assert_eq!(found["gold"]["kinds"]["PERSON"]["of"], 2.0);
}

#[test]
fn queries_before_and_after() {
    let place = collection();
    place.write("utility.toml", "[[query]]\nname = 'engines'\nwords = 'analytical engines'\nrelevant = ['ada.txt']\n");
    place.write(
        "risk.toml",
        "random = ['alan']\n[[query]]\nname = 'names'\nwords = 'Turing marathons'\nthreshold = 0.1\n",
    );
    let (before, after) = (place.path("in"), place.path("out"));
    let (utility, risk) = (place.path("utility.toml"), place.path("risk.toml"));
    let found = json(&["assess", "documents", &before, &after, "--queries-utility", &utility, "--queries-risk", &risk]);
    assert_eq!(found["utility"][0]["change"]["f"], 0.0);
    assert_eq!(found["risk"][0]["before"]["random_in_relevant"], 1);
    // F, C and TR −100, NMI loss 100; the share of random documents falls from 1 to 0.
    assert_eq!(found["risk"][0]["total"], (-200.0 - 100.0 - 100.0 + 100.0 - 200.0) / 8.0);
}

fn refused(arguments: &[&str], expected: &[&str]) {
    let output = scumble(arguments);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{text}");
    for part in expected {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn what_does_not_fit_is_refused_by_name() {
    let place = collection();
    let (before, after) = (place.path("in"), place.path("out"));
    place.write("unknown.toml", "[[query]]\nname = 'q1'\nwords = 'the zebra'\n");
    let queries = place.path("unknown.toml");
    refused(&["assess", "documents", &before, &after, "--queries-risk", &queries], &["“q1” has no word"]);
    place.write("lost.toml", "[[query]]\nname = 'q1'\nwords = 'moth'\nrelevant = ['nobody']\n");
    refused(&["assess", "documents", &before, &after, "--queries-risk", &place.path("lost.toml")], &["“nobody”"]);
    place.write(
        "gold.jsonl",
        "{\"doc_id\": \"émilie\", \"text\": \"Émilie\", \"spans\": [{\"start\": 0, \"end\": 7}]}\n",
    );
    let gold = place.path("gold.jsonl");
    refused(&["assess", "documents", &before, &after, "--gold", &gold], &["line 1", "annotation 1", "6 characters"]);
    // The originals are no background; with other pages they are taken out, and said.
    refused(&["assess", "documents", &before, &after, "--background", &before], &["original documents themselves"]);
    place.write("pages/ada.txt", "Ada Byron wrote about the analytical engine in LONDON!");
    let some = scumble(&["assess", "documents", &before, &after, "--background", &place.path("pages")]);
    let said = String::from_utf8_lossy(&some.stderr).into_owned();
    assert!(said.contains("1 of the documents themselves") && said.contains("ada"), "{said}");
    assert!(String::from_utf8_lossy(&some.stdout).contains("not attacked, without a page of their name: 1 (ada)"));
    std::fs::create_dir(place.path("empty")).unwrap();
    refused(&["assess", "documents", &place.path("empty"), &after], &["no supported documents"]);
    std::fs::remove_file(place.path("out/ada.txt")).unwrap();
    place.write("out/extra.txt", "x");
    refused(&["assess", "documents", &before, &after], &["ada", "extra"]);
}

#[test]
fn published_tables_beside_ours() {
    let found = json(&["reproduce", "retrieval-metrics"]);
    let held = found["rows"].as_array().unwrap().iter().filter(|row| row["note"] == "holds").count();
    assert_eq!(held, 12);
    let f = found["example_4"][2]["ours"].as_f64().unwrap();
    assert!((f - 12.0 / 17.0).abs() < 1e-12);
    refused(&["reproduce", "search-attack"], &["name a folder of data"]);
}

#[test]
fn the_attack_on_published_maskings() {
    let Some(folder) = data("wiki_actors/tri_reid_random500_visible.jsonl.gz") else { return };
    let folder = folder.parent().and_then(|folder| folder.parent()).unwrap().display().to_string();
    let found = json(&["reproduce", "search-attack", &folder]);
    let row = |name: &str| found["rows"].as_array().unwrap().iter().find(|row| row["name"] == name).unwrap().clone();
    let first = |row: &serde_json::Value, attacker: &str| {
        (25.0 * row["attackers"][attacker]["top_1"].as_f64().unwrap()).round() as usize
    };
    // The same by plain loops in another language.
    let human = row("a human annotator");
    assert_eq!((found["pages"].as_u64(), first(&human, "bm25"), first(&human, "bigrams")), (Some(543), 10, 7));
    let presidio = row("Presidio");
    assert_eq!((first(&presidio, "bm25"), first(&presidio, "bigrams"), first(&presidio, "characters")), (24, 25, 24));
    let nothing = row("nothing masked");
    assert_eq!((&nothing["tokens_kept"], &nothing["retrieval_f"]), (&1.0.into(), &1.0.into()));
    let f = |row: &serde_json::Value| row["retrieval_f"].as_f64().unwrap();
    assert!(f(&human) < f(&presidio) && human["token_precision"].as_f64().unwrap() > 0.95, "{human}");
    // Protected against what is searched, and against sentences that the defender never saw.
    let ours = |part: &str, name: &str| {
        found[part].as_array().unwrap().iter().find(|row| row["name"] == name).unwrap().clone()
    };
    for (name, kept) in [("--background", 0.54), ("--caution 0.5 --background", 0.55)] {
        let protected = ours("ours", name);
        let worst = (25.0 * protected["worst"]["top_1"].as_f64().unwrap()).round();
        assert!(first(&protected, "bm25") <= 1 && first(&protected, "bigrams") <= 1 && worst <= 2.0, "{protected}");
        assert!(protected["tokens_kept"].as_f64().unwrap() >= kept && protected["withheld"] == 0, "{protected}");
    }
    let unseen = ours("halves", "--rare 1.5% --background");
    assert!(first(&unseen, "bm25") <= 3 && unseen["tokens_kept"].as_f64().unwrap() >= 0.49, "{unseen}");
}

/// Fitted again, the estimate is the one of the build, and it tells who is found among people whom it was not fitted on.
#[test]
fn the_estimate_of_the_build_is_fitted_again() {
    let Some(folder) = data("wiki_actors/actors_abstracts.jsonl.gz") else { return };
    let folder = folder.parent().and_then(|folder| folder.parent()).unwrap().display().to_string();
    let found = json(&["reproduce", "search-risk", &folder]);
    assert_eq!(found["same_as_built_in"], true, "{found}");
    let area = |name: &str| {
        let rows = found["rows"].as_array().unwrap();
        rows.iter().find(|row| row["name"] == name).unwrap()["auc"].as_f64().unwrap()
    };
    assert!(area("left out in turn: all") >= 0.80, "{found}");
    assert_eq!(found["inputs"].as_array().unwrap().len(), 2);
}

#[test]
fn the_experiment_of_the_thesis_on_news() {
    refused(&["reproduce", "retrieval-experiment"], &["name a folder of data"]);
    let Some(folder) = data("reuters21578/train.jsonl.gz") else { return };
    let folder = folder.parent().and_then(|folder| folder.parent()).unwrap().display().to_string();
    refused(&["reproduce", "retrieval-experiment", &folder, "-o", "x"], &["only printed"]);
    let found = json(&["reproduce", "retrieval-experiment", &folder]);
    assert_eq!(found["documents"], 60);
    for thresholds in ["thresholds_of_the_thesis", "thresholds_by_inflexion"] {
        let mean = |side: &str, step: &str| found[thresholds][side]["mean"][step].as_f64().unwrap();
        // The thesis: -26 and -47. Risk falls clearly more than utility, and by the second step.
        assert!(mean("risk", "steps_1_2") < 2.0 * mean("utility", "steps_1_2"), "{thresholds}");
        assert!(mean("risk", "steps_1_2") < mean("risk", "step_1") - 10.0, "{thresholds}");
    }
    let queries = found["thresholds_of_the_thesis"]["risk"]["queries"].as_array().unwrap();
    // As in the thesis, nothing is found about cryptology.
    assert!(queries.len() == 9 && queries[2]["steps_1_2"].is_null() && !queries[3]["steps_1_2"].is_null());
}

#[test]
fn a_sweep_is_sanitising_and_attacking_by_each_value() {
    let place = collection();
    let (before, pages, report) = (place.path("in"), place.path("pages"), place.path("curve.html"));
    let sweep = ["assess", "documents", &before, "--background", &pages, "--sweep"];
    let found = json(&[&sweep[..], &["beta=8,30", "--report", &report]].concat());
    let values = found["values"].as_array().unwrap();
    assert_eq!((values.len(), &values[0]["value"], &values[1]["value"]), (3, &serde_json::Value::Null, &8.0.into()));
    // The same by the two commands, one after the other.
    let out = place.path("beta8");
    assert!(scumble(&["sanitize", &before, "-o", &out, "--beta", "8", "--keep-names"]).status.success());
    let twin = json(&["assess", "documents", &before, &out, "--background", &pages]);
    for attacker in ["bm25", "stems", "bigrams", "characters"] {
        let share = &twin["attack"]["attackers"][attacker]["top_1"]["share"];
        assert_eq!(&values[1]["attackers"][attacker]["top_1"], share, "{attacker}");
    }
    assert_eq!(values[1]["tokens_kept"], twin["tokens_kept"]);
    // Less is kept below.
    assert!(values[1]["tokens_kept"].as_f64() < values[2]["tokens_kept"].as_f64());
    assert!(read(&report).contains("any of the four attackers"));
    let cautious = json(&[&sweep[..], &["caution=0,1"]].concat());
    let kept = |i: usize| cautious["values"][i]["tokens_kept"].as_f64();
    assert!(kept(2) < kept(1), "more caution keeps less");
    refused(&[&sweep[..], &["caution", "--policy", "ic"]].concat(), &["caution decides only with the policy combined"]);
    refused(&[&sweep[..], &["cation"]].concat(), &["setting to sweep over", "caution"]);
    refused(&[&sweep[..], &["beta=x"]].concat(), &["“x” is no number"]);
    refused(&[&sweep[..], &["w"]].concat(), &["w decides nothing here"]);
}
