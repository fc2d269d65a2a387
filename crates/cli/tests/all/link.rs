//! An attack from the command line: given and learned distances, proofs, keys, and what is refused.

use crate::support::{Workplace, data, json, read, refused, scumble};

/// Three columns of 60 records; the masked ones are rounded, and the first column more than the others.
fn files() -> (String, String) {
    let (mut original, mut masked) = ("id,a,b,c\n".to_owned(), "id,a,b,c\n".to_owned());
    for row in 0..60_u32 {
        let (a, b, c) = (row * 37 % 101, row * 53 % 97, row * 71 % 89);
        original.push_str(&format!("p{row},{a},{b},{c}\n"));
        masked.push_str(&format!("p{row},{},{},{}\n", a / 50 * 50, b / 5 * 5, c / 9 * 9));
    }
    (original, masked)
}

#[test]
fn a_learned_distance_links_most_and_says_why() {
    let place = Workplace::new();
    let (original, masked) = files();
    let (x, y) = (place.write("x.csv", &original), place.write("y.csv", &masked));
    let links = |distance: &str| json(&["link", &x, &y, "--distance", distance])["links"].as_f64().unwrap();
    let (am, wm, ci) = (links("am"), links("wm"), links("ci"));
    assert!(am <= wm && wm <= ci + 1e-9, "{am} {wm} {ci}");
    let found = json(&["link", &x, &y]);
    assert_eq!(found["proven"], true);
    let shares = &found["shares"];
    assert!(shares["a"].as_f64() < shares["b"].as_f64(), "the column that says least weighs least: {shares}");
    assert_eq!(found["columns"], serde_json::json!(["a", "b", "c"]));
    // The same at any number of threads, and from another order by a key.
    for distance in ["wm", "ci", "sb"] {
        let line = ["link", &x, &y, "--distance", distance, "--effort", "0.2"];
        let strip = |mut found: serde_json::Value| {
            found["seconds"] = 0.into();
            found
        };
        let one = strip(json(&[&line[..], &["--threads", "1"]].concat()));
        assert_eq!(one, strip(json(&[&line[..], &["--threads", "2"]].concat())), "{distance}");
    }
    let mut lines: Vec<&str> = masked.lines().collect();
    lines[1..].reverse();
    let turned = place.write("turned.csv", lines.join("\n") + "\n");
    assert_eq!(json(&["link", &x, &turned, "--key", "id"])["links"], found["links"]);
    let (page, records) = (place.path("page.html"), place.path("records.csv"));
    let text = scumble(&["link", &x, &y, "--distance", "ci", "--report", &page, "--records", &records]);
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    assert!(text.contains("records are expected to be linked rightly") && text.contains("weighs"), "{text}");
    assert!(read(&page).contains("Which columns give people away") && read(&page).contains("The fuzzy measure"));
    let sum: f64 =
        read(&records).lines().skip(1).map(|line| line.split_once(',').unwrap().1.parse::<f64>().unwrap()).sum();
    assert!((sum - ci).abs() < 1e-9);
    let once = json(&["link", &x, &y, "--one-to-one"]);
    assert!(once["links"].as_f64() >= found["links"].as_f64() && once["bound"].is_null());
}

#[test]
fn what_cannot_be_linked_is_refused() {
    let place = Workplace::new();
    let (original, masked) = files();
    let x = place.write("x.csv", &original);
    let short = place.write("short.csv", masked.lines().take(30).collect::<Vec<_>>().join("\n") + "\n");
    let said = refused(2, &["link", &x, &short]);
    assert!(said.contains("60 and 29 records") && said.contains("--key"), "{said}");
    assert_eq!(json(&["link", &x, &short, "--key", "id"])["records"], 29);
    let missing = masked.lines().map(|line| line.to_owned()).collect::<Vec<_>>();
    let missing = missing.iter().map(|line| if line.starts_with("p5,") { "p5,,1,1".to_owned() } else { line.clone() });
    let missing = place.write("missing.csv", missing.collect::<Vec<_>>().join("\n") + "\n");
    let said = refused(2, &["link", &x, &missing]);
    assert!(said.contains("row 7, column “a”") && said.contains("the value is missing"), "{said}");
    let constant = masked.lines().enumerate().map(|(at, line)| {
        let cells: Vec<&str> = line.split(',').collect();
        if at == 0 { line.to_owned() } else { format!("{},7,{},{}", cells[0], cells[2], cells[3]) }
    });
    let constant = place.write("constant.csv", constant.collect::<Vec<_>>().join("\n") + "\n");
    let found = json(&["link", &x, &constant]);
    assert!(found["notes"][0].as_str().unwrap().contains("column “a” has one value only"), "{found}");
    let double = place.write("double.csv", masked.replacen("p3,", "p2,", 1));
    assert!(refused(2, &["link", &x, &double, "--key", "id"]).contains("the key is that of an earlier record"));
    assert!(refused(2, &["link", &x, &x, "--distance", "wn"]).contains("did you mean “wm”?"));
    assert!(refused(2, &["link", &x, &x, "--columns", "d"]).contains("there is no column “d”"));
    let names: Vec<String> = (0..13).map(|at| format!("c{at}")).collect();
    let rows: String = (0..20_u32)
        .map(|row| (0..13_u32).map(|at| (row * (at + 7) % 23).to_string()).collect::<Vec<_>>().join(",") + "\n")
        .collect();
    let wide = place.write("wide.csv", format!("{}\n{rows}", names.join(",")));
    assert!(refused(2, &["link", &wide, &wide, "--distance", "ci"]).contains("at most 12 columns can be learned"));
}

/// Protection is raised until an attack links no more than the target.
#[test]
fn a_table_is_masked_against_linkage() {
    let place = Workplace::new();
    let (original, _) = files();
    let (x, output) = (place.write("x.csv", &original), place.path("release.csv"));
    let line = ["mask", &x, "--identifier", "id", "--others", "mask", "-k", "2", "--against", "linkage", "-o", &output];
    let found = json(&[&line[..], &["--target", "15"]].concat());
    let rounds = found["against"].as_array().unwrap();
    let rate = |at: usize| rounds[at]["rate"].as_f64().unwrap();
    assert!(rounds.len() > 1 && rate(rounds.len() - 1) <= 15.0 && rate(0) > 15.0, "{rounds:?}");
    let same = json(&["link", &x, &output, "--columns", "a,b,c", "--effort", "0.25"]);
    assert_eq!(same["rate"], rounds[rounds.len() - 1]["rate"], "the release is what was attacked");
    assert!(found["smallest"].as_u64() > Some(2));
    std::fs::remove_file(&output).unwrap();
    let said = refused(1, &[&line[..], &["--target", "0.01"]].concat());
    assert!(said.contains("is not reached: the least is") && !std::path::Path::new(&output).exists(), "{said}");
    let by = ["mask", &x, "--identifier", "id", "--others", "mask", "--against", "linkage", "--method"];
    let found = json(&[&by[..], &["rank-swap", "-p", "5", "--target", "40"]].concat());
    assert!(found["policy"]["steps"][0]["percent"].as_f64() > Some(5.0), "{}", found["against"]);
    let said = refused(1, &[&by[..], &["round", "--base", "2", "--target", "1"]].concat());
    assert!(said.contains("is not reached"), "{said}");
    assert!(refused(2, &[&line[..], &["--target", "101"]].concat()).contains("from 0 to 100"));
    let Some(folder) = data("casc_microdata") else { return };
    let census = folder.join("census.csv").display().to_string();
    let groups = "AFNLWGT,AGI,EMCONTRB:3;FEDTAX,PTOTVAL:8";
    let line = [
        "mask",
        &census,
        "--method",
        "grouped",
        "--groups",
        groups,
        "--others",
        "drop",
        "--against",
        "linkage",
        "--target",
        "20",
    ];
    let found = json(&line);
    let last = found["against"].as_array().unwrap().last().unwrap();
    assert!(last["rate"].as_f64().unwrap() <= 20.0 && last["sse_sst_published"].as_f64().is_some(), "{last}");
}

/// The programme of a learned distance, for other solvers.
#[test]
fn the_programme_is_exported() {
    let place = Workplace::new();
    let (original, masked) = files();
    let (x, y, mps) = (place.write("x.csv", &original), place.write("y.csv", &masked), place.path("p.mps"));
    json(&["link", &x, &y, "--distance", "owa", "--export-mps", &mps]);
    let text = read(&mps);
    assert!(
        text.contains("ROWS") && text.contains("'INTORG'") && text.trim_end().ends_with("ENDATA"),
        "{}",
        &text[..200]
    );
    assert!(
        refused(2, &["link", &x, &y, "--distance", "am", "--export-mps", &mps])
            .contains("not learned by a mixed integer")
    );
}

/// Known pairs teach a distance: by the first rows, or by those of a file.
#[test]
fn known_pairs_link_the_others() {
    let place = Workplace::new();
    let (original, masked) = files();
    let (x, y) = (place.write("x.csv", &original), place.write("y.csv", &masked));
    let found = json(&["link", &x, &y, "--train", "20"]);
    assert_eq!((&found["known"], &found["records"]), (&20.into(), &40.into()));
    assert_eq!(found["mean_log2_rank"].as_object().unwrap().len(), 12);
    let rows = place.write("rows.txt", (1..=20).map(|row| format!("{row}\n")).collect::<String>());
    let by_file = json(&["link", &x, &y, "--train-rows", &rows, "--threads", "1"]);
    assert_eq!((&by_file["links"], &by_file["recipe"]), (&found["links"], &found["recipe"]));
    assert!(refused(2, &["link", &x, &y, "--train", "61"]).contains("there are 60 records"));
    assert!(refused(2, &["link", &x, &y, "--train", "3"]).contains("too few known pairs"));
    let bad = place.write("bad.txt", "1\nx\n");
    assert!(refused(2, &["link", &x, &y, "--train-rows", &bad]).contains("line 2: a row number from 1"));
}

/// Of our best counts, those of weighted means and ordered ones are proven.
#[test]
fn best_known_counts_are_reached() {
    let Some(folder) = data("linkage") else { return };
    for (file, distance, known) in [
        ("s0_M4-33", "wm", 388.0),
        ("s0_M4-28", "owa", 346.0),
        ("s1_M5-38", "wm", 353.0),
        ("s2_M4-82", "owa", 355.5),
        ("s0_M6-853", "sb-psd", 399.0),
        ("s0_M6-385", "ci", 397.0),
    ] {
        let path = |side: &str| folder.join(format!("raw_{file}_{side}.csv")).display().to_string();
        let found = json(&["link", &path("X"), &path("Y"), "--distance", distance]);
        assert!(found["links"].as_f64().unwrap() >= known, "{file} {distance}: {}", found["links"]);
        if ["wm", "owa"].contains(&distance) {
            assert_eq!((&found["proven"], found["links"].as_f64()), (&true.into(), Some(known)), "{file}");
        }
    }
}
