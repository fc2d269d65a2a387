//! `scumble reproduce table-5.…`: tables of the thesis on files that can be linked again by other ways.

use crate::support::{Workplace, json, refused, scumble};
use serde_json::Value;

/// Columns of whole numbers, the masked ones rounded more and more.
fn pair(place: &Workplace, kind: &str, sample: usize, width: u32) -> [String; 2] {
    let row = |row: u32, base: fn(u32) -> u32| -> String {
        let cell = |at: u32| (row * (37 + 16 * at) + 11 * sample as u32) % 101 / base(at) * base(at);
        (0..width).map(|at| cell(at).to_string()).collect::<Vec<_>>().join(",") + "\n"
    };
    // One percent of the ranks is one at least in a file as wide as Census.
    let rows = if width > 7 { 110 } else { 40 };
    let names: Vec<String> = (0..width).map(|at| format!("v{}", at + 1)).collect();
    let file = |base| format!("{}\n{}", names.join(","), (0..rows).map(|at| row(at, base)).collect::<String>());
    let write = |side, base| place.write(&format!("raw_s{sample}_{kind}_{side}.csv"), file(base));
    [write("X", |_| 1), write("Y", |at| 8 + 9 * at)]
}

#[track_caller]
fn row<'v>(report: &'v Value, name: &str) -> &'v Value {
    report["rows"].as_array().unwrap().iter().find(|row| row["name"] == name).unwrap()
}

const KINDS: [&str; 6] = ["M4-33", "M4-28", "M4-82", "M5-38", "M6-385", "M6-853"];

#[test]
fn uneven_files_are_linked_as_by_the_command_for_linkage() {
    let place = Workplace::new();
    let files: Vec<[String; 2]> = KINDS.iter().map(|kind| pair(&place, kind, 0, 3)).collect();
    let [x, y] = pair(&place, "M4-28", 1, 3);
    let found = json(&["reproduce", "table-5.11", &place.path("")]);
    assert_eq!(found["rows"].as_array().unwrap().len(), 6);
    for (name, distance) in [("AM", "am"), ("MD", "md"), ("WM", "wm"), ("OWA", "owa")] {
        let rate = |x: &str, y: &str| json(&["link", x, y, "--distance", distance])["rate"].as_f64().unwrap();
        let expected = (rate(&files[1][0], &files[1][1]) + rate(&x, &y)) / 2.0;
        let ours = row(&found, "M4-28")["ours"][name].as_f64().unwrap();
        assert!((ours - expected).abs() < 1e-9, "{name}: {ours} and {expected}");
    }
    assert_eq!(row(&found, "M5-38")["published"]["CI"], 91.25);
    for (kind, finding) in KINDS.iter().zip(found["findings"].as_array().unwrap()) {
        let ours = |name: &str| row(&found, kind)["ours"][name].as_f64().unwrap();
        let chain = ours("AM") < ours("MD") && ours("MD") < ours("WM") && ours("WM") <= ours("CI");
        let between = ours("AM") < ours("OWA") && ours("OWA") < ours("WM");
        assert_eq!(finding["holds"], chain && between, "{kind}: {finding}");
    }
    let text = scumble(&["reproduce", "table-5.11", &place.path(""), "--threads", "1"]);
    let text = String::from_utf8(text.stdout).unwrap();
    let am = format!("{:.2}", row(&found, "M4-28")["ours"]["AM"].as_f64().unwrap());
    assert!(text.contains("M4-28         published      68.50") && text.contains(&am) && text.contains("not public"));
    let three = json(&["reproduce", "table-5.13", &place.path("")]);
    let ours = |name: &str| row(&three, "M4-28")["ours"][name].as_f64().unwrap();
    assert_eq!(row(&three, "M4-28")["ours"]["AM"], row(&found, "M4-28")["ours"]["AM"]);
    assert!(ours("AM") <= ours("HRLA") && ours("HRLA") <= ours("CI"), "{three}");
}

#[test]
fn tables_of_census_are_measured_on_seven_columns() {
    let place = Workplace::new();
    let [file, _] = pair(&place, "made", 0, 8);
    let found = json(&["reproduce", "table-5.15-5.16", &file]);
    let weights = row(&found, "weight × 10")["ours"].as_object().unwrap().values().map(|value| value.as_f64().unwrap());
    assert!((weights.clone().sum::<f64>() - 1.0).abs() < 1e-9 && weights.count() == 7);
    assert_eq!(row(&found, "alone, %")["published"]["V1"], 29.5);
    let found = json(&["reproduce", "table-5.5", &file]);
    let all = row(&found, "MicAll");
    // k-anonymous: no more than the mean of 1/k over k = 3 to 20.
    assert!(all["ours"]["WM"].as_f64() < Some(11.66) && all["published"]["AM"] == 14.999, "{all}");
    assert!(all["ours"]["AM"].as_f64() <= all["ours"]["WM"].as_f64());
}

#[test]
fn what_the_tables_cannot_be_measured_on_is_refused() {
    let place = Workplace::new();
    let [file, _] = pair(&place, "M4-33", 0, 7);
    let [narrow, _] = pair(&place, "narrow", 0, 6);
    let run = |rest: &[&str]| refused(2, &[&["reproduce"], rest].concat());
    assert!(run(&["table-5.11", &place.path("")]).contains("raw_s0_M4-28_X.csv is not there"));
    assert!(run(&["table-5.14", &file]).contains("every pair is known"));
    assert!(run(&["table-5.5", &narrow]).contains("first 7 columns of Census, and there are 6"));
    assert!(run(&["table-5.5", &file, "-o", "out"]).contains("only printed"));
    assert!(run(&["table-5.14"]).contains("name the Census file"));
    let missing = place.write("missing.csv", "a,b,c,d,e,f,g\n1,2,3,4,5,6,7\n1,2,,4,5,6,7\n");
    assert!(run(&["table-5.5", &missing]).contains("row 3, column “c”"));
}
