//! `scumble reproduce term-relationships`: a corpus that can be counted by hand, and the real one.

use crate::support::{Workplace, data, json, refused};
use serde_json::Value;

const MARKED: &str = r#"{"title": "Ada Quill", "text": "Ada Quill is an actress. She played a pilot in Moon Harbour.", "spans": [{"type": "SENSITIVE", "text": "Ada Quill"}, {"type": "SENSITIVE", "text": "a Pilot"}, {"type": "SENSITIVE", "text": "Moon Harbour"}]}
{"title": "Ben Stone", "text": "Ben Stone is a painter. The xylophone was lost.", "spans": [{"type": "SENSITIVE", "text": "Ben Stone"}, {"type": "SENSITIVE", "text": "museum"}]}
"#;

/// The documents themselves, and one that has the second of them inside.
const ABSTRACTS: &str = r#"{"id": "1", "title": "Ada Quill", "text": "Ada Quill is an actress. She played a pilot in Moon Harbour."}
{"id": "2", "title": "Ben Stone", "text": "Ben Stone is a painter. The xylophone was lost."}
{"id": "3", "title": "Test", "text": "Foreword. Ben Stone is a painter. The xylophone was lost. Afterword."}
"#;

const WEB: [&str; 6] = [
    "The pilot of Moon Harbour.",
    "A pilot and an actress saw Moon Harbour.",
    "An actress.",
    "The actress sang.",
    "One actress was a painter.",
    "A poem of Ada Quill hangs in a tower.",
];

const HITS: &str = "term\thits\nada_quill\t1000\nmoon_harbour\t500\nthe_pilot\t500000000\nactress\t1000000000\n\
                    ben_stone\t2000\ncy_vale\t100\n";

fn folder() -> Workplace {
    let place = Workplace::new();
    for name in ["wiki_actors", "web_corpus", "six_actors"] {
        std::fs::create_dir(place.folder().join(name)).unwrap();
    }
    place.write("wiki_actors/annotated_visible25.jsonl", MARKED);
    place.write("wiki_actors/actors_abstracts.jsonl", ABSTRACTS);
    place.write("wiki_actors/google_hits.tsv", HITS);
    let line = |(i, text): (usize, &&str)| format!("{{\"id\": {i}, \"title\": \"page {i}\", \"text\": \"{text}\"}}\n");
    place.write("web_corpus/enwiki2014_leads.jsonl", WEB.iter().enumerate().map(line).collect::<String>());
    let six = r#"{"name": "Cy Vale", "abstract": "Cy Vale saw Moon Harbour."}"#;
    place.write("six_actors/six_actors.jsonl", six);
    place
}

#[track_caller]
fn row<'v>(report: &'v Value, name: &str) -> &'v Value {
    report["rows"].as_array().unwrap().iter().find(|row| row["name"] == name).unwrap()
}

fn figures(value: &Value) -> [f64; 3] {
    ["precision", "recall", "f"].map(|name| value[name].as_f64().unwrap())
}

#[track_caller]
fn close(found: [f64; 3], expected: [f64; 3]) {
    assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 0.01), "{found:?}, not {expected:?}");
}

/// Of Ada, whose name 1,000 pages have, Moon Harbour (500 pages) goes first. Eight documents are left without hers; Moon Harbour and
/// pilot are in the same two of them, which is 2 bits, and actress in four, one of them with Moon Harbour, which is 0 bits. One has
/// her name: β is 3 bits, and the pilot goes up to w = 0.6. Of Ben the name goes, and the xylophone that nobody has ever seen.
#[test]
fn what_can_be_counted_by_hand() {
    let place = folder();
    let report = json(&["reproduce", "term-relationships", &place.path("")]);
    let first = row(&report, "S1");
    close(figures(&first["ours"]), [75.0, (200.0 / 3.0 + 50.0) / 2.0, 65.0]);
    close(figures(&first["pooled"]), [75.0, 60.0, 200.0 / 3.0]);
    close(figures(&row(&report, "S1+S2, w = 0.0")["ours"]), [62.5, 75.0, (600.0 / 7.0 + 50.0) / 2.0]);
    for w in ["0.2", "0.4", "0.6"] {
        close(figures(&row(&report, &format!("S1+S2, w = {w}"))["ours"]), [75.0, 75.0, 75.0]);
    }
    for w in ["0.8", "1.0"] {
        assert_eq!(row(&report, &format!("S1+S2, w = {w}"))["ours"], first["ours"]);
    }
    let best = row(&report, "w with the best F");
    assert_eq!((best["ours"].as_f64(), best["note"].as_str()), (Some(0.6), Some("0.4 to 0.6 holds")));
    let recall = row(&report, "recall of S1+S2 against S1");
    assert_eq!(recall["ours"], serde_json::json!({ "above": 4, "same": 8, "below": 0 }));
    let coverage = &report["coverage"];
    for (name, expected) in [
        ("terms", 7),
        ("asked_as_written", 4),
        ("asked_with_stop_words", 1),
        ("never_asked", 2),
        ("never_asked_and_sensitive", 1),
        ("marked", 5),
        ("marked_and_terms", 4),
        ("left_out_by_name", 2),
        ("copies_left_out", 1),
        ("corpus", 9),
    ] {
        assert_eq!(coverage[name], expected, "{name}: {coverage}");
    }
    let unmarked = &report["unmarked"][0];
    assert_eq!((unmarked["s1"].as_array().unwrap().len(), &unmarked["s1"][0]["term"]), (1, &"cy vale".into()));
}

#[test]
fn the_folder_of_results_and_its_index_are_used_again() {
    let place = folder();
    let (data, out) = (place.path(""), place.path("out"));
    let report = json(&["reproduce", "term-relationships", &data, "-o", &out]);
    for name in ["index.html", "precision.svg", "recall.svg", "f.svg"] {
        let text = std::fs::read_to_string(place.folder().join("out").join(name)).unwrap();
        assert!(text.matches("<polyline").count() >= 4, "{name}");
    }
    assert_eq!(json(&["reproduce", "term-relationships", &data, "-o", &out, "--threads", "1"]), report);
    place.write("web_corpus/enwiki2014_leads.jsonl", "{\"title\": \"x\", \"text\": \"The pilot of Moon Harbour.\"}\n");
    let changed = json(&["reproduce", "term-relationships", &data, "-o", &out]);
    assert_eq!(changed["coverage"]["corpus"], 4, "another corpus is indexed anew");
}

#[test]
fn bad_data_is_refused() {
    let place = folder();
    let data = place.path("");
    let run = |more: &[&str]| refused(2, &[&["reproduce", "term-relationships", &data], more].concat());
    assert!(run(&["--concepts"]).contains("options for sets do not apply"));
    place.write("wiki_actors/google_hits.tsv", "term\thits\nsecret\tmany\n");
    let message = run(&[]);
    assert!(message.contains("google_hits.tsv: line 2") && !message.contains("secret"), "{message}");
    place.write("wiki_actors/annotated_visible25.jsonl", format!("{MARKED}{{\"title\": \"secret\"}}\n"));
    let message = run(&[]);
    assert!(message.contains("line 3") && !message.contains("secret"), "{message}");
    std::fs::remove_file(place.path("wiki_actors/annotated_visible25.jsonl")).unwrap();
    assert!(run(&[]).contains("annotated_visible25.jsonl: no such file"));
    assert!(refused(2, &["reproduce", "term-relationships"]).contains("name a folder of data"));
    assert!(
        refused(2, &["reproduce", "set-valued-table-1", &data, "-o", &data])
            .contains("-o applies only to term-relationships, semantic-linkage")
    );
}

/// The figures of docs/term-relationships.md.
#[test]
fn the_real_documents() {
    let Some(annotated) = data("wiki_actors/annotated_visible25.jsonl") else { return };
    if data("web_corpus/enwiki2014_leads.jsonl.zst").is_none() {
        return;
    }
    let folder = annotated.parent().unwrap().parent().unwrap().to_str().unwrap();
    let report = json(&["reproduce", "term-relationships", folder]);
    let coverage = &report["coverage"];
    assert_eq!((&coverage["documents"], &coverage["corpus"]), (&25.into(), &247_192.into()));
    assert_eq!((&coverage["left_out_by_name"], &coverage["copies_left_out"]), (&25.into(), &1.into()));
    assert_eq!(coverage["beta_from_web"], 25, "{coverage}");
    let first = figures(&row(&report, "S1")["ours"]);
    let mut before = 100.0;
    for w in ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"] {
        let both = figures(&row(&report, &format!("S1+S2, w = {w}"))["ours"]);
        assert!(
            both.iter().all(|figure| figure.is_finite()) && both[1] >= first[1] && both[1] <= before,
            "{w}: {both:?}"
        );
        before = both[1];
    }
    for document in report["documents"].as_array().unwrap() {
        let recall = |score: &Value| score[1].as_f64().unwrap();
        let both = document["s1_s2"].as_array().unwrap();
        assert!(both.iter().all(|score| recall(score) >= recall(&document["s1"])), "{}", document["name"]);
    }
    // The models that find noun phrases may be trained anew: two points of play.
    for (name, expected) in
        [("S1", [53.9, 9.2, 14.9]), ("S1+S2, w = 0.0", [42.1, 19.8, 23.3]), ("S1+S2, w = 0.4", [51.4, 12.3, 18.1])]
    {
        let found = figures(&row(&report, name)["ours"]);
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 2.0), "{name}: {found:?}");
    }
    let unmarked = report["unmarked"].as_array().unwrap();
    assert!(unmarked.iter().all(|document| document["left_out"] == 1), "each of the paper's actors is left out, too");
}
