//! `scumble sanitize`, `restore` and `corpus`, end to end.

use crate::support::{LETTER, Workplace, data, json, read, refused, scumble, with_passphrase};
use serde_json::Value;
use std::path::Path;

const GOLDEN: &str = include_str!("../papers/g4_pmi.json");
const AIDS: &str = "acquired immunodeficiency syndrome";
fn golden() -> Value {
    serde_json::from_str(GOLDEN).unwrap()
}

/// The paper's counts as a table.
fn paper_counts(golden: &Value) -> String {
    let mut table = "#total\t11000000000\n".to_owned();
    for (phrase, count) in golden["golden_counts"].as_object().unwrap() {
        table += &format!("{phrase}\t{count}\n");
    }
    for (phrase, count) in golden["golden_joint_counts"].as_object().unwrap() {
        table += &format!("{AIDS}\t{phrase}\t{count}\n");
    }
    table
}

#[test]
fn the_papers_example_end_to_end() {
    let (place, golden) = (Workplace::new(), golden());
    let note = place.write("note.txt", golden["D_corrected"].as_str().unwrap());
    let counts = format!("table:{}", place.write("counts.tsv", paper_counts(&golden)));
    let flags =
        ["--policy", "ic+pmi", "--exact", "--w", "0.6", "--replace", "mask", "--hide", AIDS, "--counts", &counts];
    let result = json(&[&["sanitize", &note, "--show-text"], &flags[..]].concat());
    assert_eq!((result["beta"].as_f64(), result["tau"].as_f64()), (Some(14.33), Some(8.598)));
    let document = &result["documents"][0];
    assert_eq!(document["sanitized"], golden["redacted"]);
    let decisions = document["decisions"].as_array().unwrap();
    assert_eq!(decisions.len(), 6);
    for decision in decisions {
        let text = decision["text"].as_str().unwrap();
        let two = |value: &Value| value.as_f64().map(|bits| format!("{bits:.2}"));
        assert_eq!(two(&decision["ic"]), two(&golden["IC"][text]), "{text}");
        if text != AIDS {
            assert_eq!(two(&decision["pmi"]), two(&golden["PMI"][text]), "{text}");
        }
        let goes = ["blood transfusion", "immune system", AIDS].contains(&text);
        assert_eq!(decision["action"] == "mask", goes, "{text}");
    }
}

#[test]
fn the_note_with_embedded_counts_keeps_the_patient() {
    let (place, golden) = (Workplace::new(), golden());
    let note = place.write("note.txt", golden["D_corrected"].as_str().unwrap());
    let output = scumble(&["sanitize", &note, "--hide", AIDS, "--quiet"]);
    let text = String::from_utf8(output.stdout).unwrap();
    for gone in [AIDS, "transfusion", "immune system"] {
        assert!(!text.contains(gone), "{text}");
    }
    assert!(text.starts_with("The patient suffers from Term1 because of a Term2."), "{text}");
}

#[test]
fn thesis_example_3() {
    let place = Workplace::new();
    let text = "Prof. Smith asked Imagine Inc. to start the project in New York, where the NY University could provide a \
                laboratory near the Washington Square Park. Prof. Smith wants to study the birds of the Washington Square Park.";
    let input = place.write("example.txt", text);
    let output = scumble(&["sanitize", &input, "--quiet"]);
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "Pers1 asked Org1 to start the project in Loc1, where the Org2 could provide a laboratory near the Loc2. Pers1 wants to \
         study the birds of the Loc2."
    );
}

#[test]
fn sanitising_twice_changes_nothing() {
    let place = Workplace::new();
    let mut texts = vec![LETTER.to_owned(), golden()["D_corrected"].as_str().unwrap().to_owned()];
    if let Some(path) = data("tab/tab144_dev21.jsonl") {
        let rows = read(path);
        let text = |line: &str| serde_json::from_str::<Value>(line).unwrap()["text"].as_str().unwrap().to_owned();
        texts.extend(rows.lines().take(6).map(text));
    }
    std::fs::create_dir(place.path("in")).unwrap();
    for (i, text) in texts.iter().enumerate() {
        place.write(&format!("in/{i}.txt"), text);
    }
    for replace in ["label", "remove", "mask", "generalise"] {
        let (first, second) = (place.path(&format!("{replace}-1")), place.path(&format!("{replace}-2")));
        let flags = ["--replace", replace, "--person", "Jane Roe", "--reader", "fast"];
        json(&[&["sanitize", &place.path("in"), "-o", &first], &flags[..]].concat());
        json(&[&["sanitize", &first, "-o", &second], &flags[..]].concat());
        for i in 0..texts.len() {
            let name = format!("{i}.txt");
            assert_eq!(read(Path::new(&first).join(&name)), read(Path::new(&second).join(&name)), "{replace} {name}");
        }
    }
}

#[test]
fn decisions_that_a_person_changed_are_applied() {
    let place = Workplace::new();
    let input = place.write("letter.txt", LETTER);
    let mut result = json(&["sanitize", &input, "--show-text"]);
    for decision in result["documents"][0]["decisions"].as_array_mut().unwrap() {
        if decision["text"].as_str().unwrap().contains("Holloway") {
            decision["state"] = "rejected".into();
        }
        if decision["kind"] == "e-mail" {
            decision["action"] = "remove".into();
        }
    }
    let file = place.write("decisions.json", result.to_string());
    let output = scumble(&["sanitize", &input, "--decisions", &file, "--quiet"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("Holloway General Hospital") && text.contains("[REDACTED]"), "{text}");
    assert!(!text.contains("Lindqvist") && !text.contains("Roe"), "{text}");
    // For another text they are no good, and the message does not show it.
    let other = place.write("other.txt", "Something else about Holloway.");
    let message = refused(2, &["sanitize", &other, "--decisions", &file]);
    assert!(message.contains("has no entry for this document") && !message.contains("Holloway"), "{message}");
    std::fs::write(&input, LETTER.replace("Holloway", "Hollowey")).unwrap();
    let message = refused(2, &["sanitize", &input, "--decisions", &file]);
    assert!(message.contains("was changed after the decisions were made"), "{message}");
}

#[test]
fn nothing_removed_is_left_in_any_format() {
    let place = Workplace::new();
    std::fs::create_dir(place.path("in")).unwrap();
    place.write(
        "in/page.html",
        "<html><head><title>Jane Roe</title><meta name=\"author\" content=\"Jane Roe\"></head><body><p>J<b>ane</b> Roe \
         &amp; Co<!-- Jane Roe --><a href=\"mailto:jane.roe@example.org\" title=\"Roe\">mail</a></p><script>var who = \
         'Jane Roe';</script></body></html>",
    );
    place.write("in/mail.eml", "From: Jane Roe <jane.roe@example.org>\r\nTo: x@example.org\r\nSubject: =?utf-8?B?SmFuZSBSb2U=?=\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nJane Roe wrote this.\r\n");
    place.write("in/rows.csv", "id;text\n1;\"Jane Roe; twice\"\n2;nobody\n");
    place.write("in/lines.jsonl", "{\"text\":\"Jane \\u0052oe\",\"n\":[1,2]}\n");
    let out = place.path("out");
    let flags = ["sanitize", &place.path("in"), "-o", &out, "--person", "Jane Roe", "--publish", "id,n[]"];
    json(&flags);
    for name in ["page.html", "mail.eml", "rows.csv", "lines.jsonl"] {
        let text = read(Path::new(&out).join(name));
        let lower = text.to_lowercase();
        assert!(!lower.contains("roe") && !lower.contains("jane"), "{name}: {text}");
        assert!(!text.contains("SmFuZSBSb2U"), "{name}: {text}");
    }
    assert!(read(Path::new(&out).join("rows.csv")).contains("2;nobody"));
}

#[test]
fn threads_do_not_change_the_bytes() {
    let place = Workplace::new();
    std::fs::create_dir(place.path("in")).unwrap();
    for i in 0..40 {
        place.write(&format!("in/{i:02}.txt"), LETTER.replace("Jane", if i % 3 == 0 { "Mary" } else { "Jane" }));
    }
    for threads in ["1", "2"] {
        let key = place.path(&format!("{threads}.key"));
        let out = place.path(threads);
        let made = with_passphrase(
            &["sanitize", &place.path("in"), "-o", &out, "--threads", threads, "--key", &key],
            "correct horse",
        );
        assert!(made.status.success());
    }
    for i in 0..40 {
        let name = format!("{i:02}.txt");
        assert_eq!(read(Path::new(&place.path("1")).join(&name)), read(Path::new(&place.path("2")).join(&name)));
    }
}

#[test]
fn risky_blocks_wait_for_a_person() {
    let place = Workplace::new();
    let text = "The weather was fine.\n\nThe missile, a machine-gun, two bombs\nand grenades were hidden with z.yx@example.org papers.\n\nThen we left.\n";
    let input = place.write("cable.txt", text);
    let result = json(&["sanitize", &input, "--topics", "national-security"]);
    let blocks: Vec<&Value> =
        result["documents"][0]["decisions"].as_array().unwrap().iter().filter(|d| d["kind"] == "block").collect();
    assert_eq!((blocks.len(), &blocks[0]["state"]), (1, &Value::from("proposed")));
    // It hides nothing as long as it waits: what else is found in it goes.
    let waiting = result["documents"][0]["sanitized"].as_str().unwrap();
    assert!(waiting.contains("grenades") && !waiting.contains("z.yx@example.org"), "{waiting}");
    let accepted = json(&["sanitize", &input, "--topics", "national-security", "--accept-blocks"]);
    assert_eq!(accepted["documents"][0]["sanitized"], "The weather was fine.\n\n[REDACTED]\n\nThen we left.\n");
}

#[test]
fn an_index_answers_like_a_count() {
    let place = Workplace::new();
    std::fs::create_dir(place.path("in")).unwrap();
    for (i, text) in
        ["Blood transfusion and AIDS.", "A blood-transfusion.", "Aids only.", "Nothing."].iter().enumerate()
    {
        place.write(&format!("in/{i}.txt"), text);
    }
    let index = place.path("index");
    let built = json(&["corpus", "build", &place.path("in"), "-o", &index]);
    assert_eq!(built["documents"], 4);
    let spec = format!("index:{index}");
    let one = json(&["corpus", "count", &spec, "blood transfusion"]);
    assert_eq!((one["total"].as_u64(), one["count"].as_u64(), one["ic"].as_f64()), (Some(4), Some(2), Some(1.0)));
    let two = json(&["corpus", "count", &spec, "aids", "blood transfusion"]);
    assert_eq!((two["count"].as_u64(), two["pmi"].as_f64()), (Some(1), Some(0.0)));
    // What an index was asked is kept, and the next run finds it.
    let (note, cache) = (place.write("note.txt", "He had a blood transfusion."), place.path("asked.json"));
    let flags = ["sanitize", &note, "--counts", &spec, "--hide", "AIDS", "--counts-cache", &cache];
    let first = json(&flags);
    assert!(std::fs::metadata(&cache).unwrap().len() > 0);
    assert_eq!(first["documents"], json(&flags)["documents"]);
    assert!(refused(2, &["sanitize", &note, "--counts-cache", &cache]).contains("need no cache"));
    let embedded = json(&["corpus", "count", "embedded", "AIDS"]);
    assert!((embedded["ic"].as_f64().unwrap() - 9.5).abs() < 0.1);
}

#[test]
fn what_the_user_named_goes_however_it_is_written() {
    let place = Workplace::new();
    for (flag, name, text, gone) in [
        ("--person", "Will May", "We saw Will May there.", "Will May"),
        ("--deny", "The Who", "They heard The Who play.", "The Who"),
        ("--deny", "AT&T", "He works for AT&T now.", "AT"),
        ("--person", "Jane Roe", "Write to jane.roe or @JRoe2, see JaneRoeStyle.", "oe"),
        ("--person", "Anna Kowalska", "Frau KOWALSKA-Nowak and kowalska came.", "owalska"),
        ("--person", "Anna Kowalska", "Then kowal\u{ad}ska and ko\u{200b}walska came.", "ska"),
        ("--deny", "budget", "The bud\u{ad}get is a bud\u{200b}get.", "bud"),
        ("--person", "Will May", "So will may is how he writes it.", "will may"),
    ] {
        let input = place.write("in.txt", text);
        let output = scumble(&["sanitize", &input, flag, name, "--quiet"]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(
            !text.to_lowercase().contains(&gone.to_lowercase()) || gone == "AT" && !text.contains("AT"),
            "{name}: {text}"
        );
    }
    // A name that goes with its capital goes without it.
    let input = place.write("in.txt", "Mrs Kowalska lives in Leeds. In leeds, kowalska is known.");
    let text = String::from_utf8(scumble(&["sanitize", &input, "--quiet"]).stdout).unwrap();
    assert!(!text.contains("kowalska") && !text.contains("leeds"), "{text}");
}

#[test]
fn decisions_of_another_run_are_not_resumed() {
    let place = Workplace::new();
    std::fs::create_dir(place.path("in")).unwrap();
    place.write("in/a.txt", "Jane Roe left.");
    let (input, out) = (place.path("in"), place.path("out"));
    let kept = r#"{"name":"a.txt","decisions":[{"start":0,"end":8,"state":"rejected"}]}"#;
    let kept = place.write("kept.json", kept);
    json(&["sanitize", &input, "-o", &out, "--decisions", &kept]);
    assert_eq!(read(Path::new(&out).join("a.txt")), "Jane Roe left.");
    json(&["sanitize", &input, "-o", &out, "--again"]);
    assert_eq!(read(Path::new(&out).join("a.txt")), "Pers1 left.");
}
