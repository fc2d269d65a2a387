//! What lies beside the release of a table: its work folder, read again by `assess`, its report and its codebook.

use crate::support::{Workplace, data, json, read, refused, scumble};
use serde_json::{Value, json};
use std::path::Path;

fn work(release: &str) -> Value {
    serde_json::from_str(&read(Path::new(&format!("{release}.work")).join("table.json"))).unwrap()
}

#[track_caller]
fn close(a: &Value, b: &Value) {
    let (x, y) = (a.as_f64().unwrap(), b.as_f64().unwrap());
    assert!((x - y).abs() <= 1e-9 * x.abs().max(1.0), "{x} is not {y}");
}

/// Forty records; b is missing in two that share no pattern with others, and a and b in another.
fn patchy() -> String {
    let mut text = "a,b,c\n".to_owned();
    for row in 0..40 {
        match row {
            7 | 23 => text.push_str(&format!("{},,{}\n", row * 31 % 41, row % 5)),
            30 => text.push_str(&format!(",,{}\n", row % 5)),
            _ => text.push_str(&format!("{},{},{}\n", row * 31 % 41, row * 17 % 43, row % 5)),
        }
    }
    text
}

#[test]
fn suppressed_and_shuffled_records_are_aligned() {
    let place = Workplace::new();
    let table = place.write("t.csv", patchy());
    let release = place.path("r.csv");
    let arguments = ["mask", &table, "--columns", "a,b,c", "-k", "3", "--missing", "suppress", "-o", &release];
    let masked = json(&arguments);
    assert_eq!(
        (work(&release)["left_out"].clone(), work(&release)["order"].clone()),
        (json!([9, 25, 32]), Value::Null)
    );
    let plain = json(&["assess", "table", &table, &release]);
    assert_eq!((&plain["records"], &plain["left_out"]), (&json!(37), &json!(3)));
    close(&masked["sse_sst"], &plain["loss"]["sse_sst"]);
    close(&masked["sse"], &plain["loss"]["sse"]);
    assert_eq!(masked["columns"].as_object().unwrap().len(), 3);
    // The same release in another order is the same release.
    let kept = read(&release);
    let shuffled = json(&[&arguments[..], &["--shuffle"]].concat());
    close(&masked["sse_sst"], &shuffled["sse_sst"]);
    let lines = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    let (before, after) = (lines(&kept), lines(&read(&release)));
    assert_ne!(before, after);
    let sorted = |mut lines: Vec<String>| {
        lines.sort();
        lines
    };
    assert_eq!(sorted(before.clone()), sorted(after.clone()), "the same records");
    let order: Vec<usize> =
        work(&release)["order"].as_array().unwrap().iter().map(|row| row.as_u64().unwrap() as usize).collect();
    let left_out = [9, 25, 32];
    for (line, row) in after.iter().zip(&order) {
        let at = row - 2 - left_out.iter().filter(|out| *out < row).count();
        assert_eq!(*line, before[at], "row {row}");
    }
    let aligned = json(&["assess", "table", &table, &release]);
    for figure in ["il1", "sse_sst", "sse_sst_published", "pil"] {
        close(&plain["loss"][figure], &aligned["loss"][figure]);
    }
    close(&plain["risk"]["dbrl"], &aligned["risk"]["dbrl"]);
    let records = place.path("records.csv");
    json(&["assess", "table", &table, &release, "--records", &records]);
    let rows: Vec<usize> =
        read(&records).lines().skip(1).map(|line| line.split(',').nth(1).unwrap().parse().unwrap()).collect();
    assert_eq!(rows, order);
    // Another release under the name is not taken for it, and neither is another original.
    std::fs::write(&release, &kept).unwrap();
    let message = refused(2, &["assess", "table", &table, &release]);
    assert!(message.contains("r.csv.work") && message.contains("is about another release"), "{message}");
    json(&arguments);
    let longer = place.write("u.csv", patchy() + "1,2,3\n");
    let message = refused(2, &["assess", "table", &longer, &release]);
    assert!(message.contains("has 41 records") && message.contains("was made from 40"), "{message}");
}

#[test]
fn an_order_is_the_seed_s_at_any_number_of_threads() {
    let place = Workplace::new();
    let table = place.write("t.csv", patchy());
    let run = |name: &str, more: &[&str]| {
        let release = place.path(name);
        let arguments = ["mask", &table, "--columns", "a,b,c", "-k", "3", "--missing", "suppress", "-o", &release];
        json(&[&arguments[..], more].concat());
        std::fs::read(release).unwrap()
    };
    let one = run("1.csv", &["--shuffle", "--threads", "1"]);
    assert_eq!(one, run("2.csv", &["--shuffle", "--threads", "2"]));
    let policy = place.write("p.toml", "shuffle = true\n");
    assert_eq!(one, run("3.csv", &["--policy", &policy]));
    assert_ne!(one, run("4.csv", &["--shuffle", "--seed", "43"]));
    // A Parquet table is shuffled as well.
    let packed = place.path("p.parquet");
    json(&["mask", &table, "--columns", "a,b,c", "-k", "3", "--missing", "suppress", "--shuffle", "-o", &packed]);
    assert_eq!(json(&["assess", "table", &table, &packed])["left_out"], 3);
}

#[test]
fn a_pattern_of_missing_values_is_named_and_can_be_suppressed() {
    let place = Workplace::new();
    let table = place.write("t.csv", patchy());
    let release = place.path("r.csv");
    let arguments = ["mask", &table, "--columns", "a,b,c", "-o", &release];
    let message = refused(2, &[&arguments[..], &["-k", "3", "--missing", "group"]].concat());
    assert!(message.contains("k is 3, but there are only 2 records that miss exactly “b”"), "{message}");
    assert!(message.contains("--missing group-or-suppress"), "{message}");
    let message = refused(2, &[&arguments[..], &["-k", "2", "--missing", "group"]].concat());
    assert!(message.contains("there is only 1 record that misses exactly “a”, “b”"), "{message}");
    // Two can be grouped for k = 2, and one is left out; for k = 3 all are.
    let masked = json(&[&arguments[..], &["-k", "2", "--missing", "group-or-suppress"]].concat());
    assert_eq!((&masked["suppressed"], &work(&release)["left_out"]), (&json!(1), &json!([32])));
    assert_eq!(read(&release).lines().filter(|line| line.contains(",,")).count(), 2);
    let policy = place.write("p.toml", "[missing]\ndefault = 'group-or-suppress'\n");
    let masked = json(&[&arguments[..], &["-k", "3", "--policy", &policy]].concat());
    assert_eq!((&masked["suppressed"], &work(&release)["left_out"]), (&json!(3), &json!([9, 25, 32])));
    let assessed = json(&["assess", "table", &table, &release]);
    close(&masked["sse_sst"], &assessed["loss"]["sse_sst"]);
}

#[test]
fn the_work_folder_holds_no_cell_and_killed_runs_leave_nothing() {
    let place = Workplace::with_examples();
    let table = place.path("examples/people.csv");
    let policy = place.path("examples/people.toml");
    let release = place.path("r.csv");
    place.write(".4711.new.r.csv", "half a release");
    place.write("r.csv.work/.4711.new.table.json", "half");
    json(&["mask", &table, "--policy", &policy, "-o", &release, "--shuffle"]);
    place.holds_only(&["examples", "r.csv", "r.csv.work"]);
    let folder = place.folder().join("r.csv.work");
    let files: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(files, ["table.json"]);
    let text = read(folder.join("table.json"));
    assert!(
        text.starts_with(r#"{"about":"about the release of a table; keep it with the original and do not publish it""#)
    );
    let columns = work(&release)["columns"].clone();
    let order: Vec<String> = columns
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|column| column["order"].as_array().into_iter().flatten())
        .map(|value| value.as_str().unwrap().to_owned())
        .collect();
    for line in read(&table).lines().skip(1) {
        for cell in line.split(',').filter(|cell| cell.parse::<f64>().is_err() && !order.contains(&(*cell).to_owned()))
        {
            assert!(!text.contains(&format!("\"{cell}\"")), "{cell}");
        }
    }
    // A run that fails leaves no work folder behind.
    let others = ["born", "education", "occupation", "severity", "region", "diagnosis"];
    let others: String = others.iter().map(|name| format!("{name} = {{ role = 'other' }}\n")).collect();
    let steps = "[[mask]]\nmethod = 'grouped'\ngroups = [{ columns = ['age'] }, { columns = ['income'] }]\nk = 3\n";
    let broken = format!("[columns]\nname = {{ role = 'identifier' }}\n{others}{steps}[promise]\nk = 3\n");
    let broken = place.write("p.toml", broken);
    refused(1, &["mask", &table, "--policy", &broken, "-o", &place.path("other.csv")]);
    place.holds_only(&["examples", "p.toml", "r.csv", "r.csv.work"]);
}

#[test]
fn mask_and_assess_print_the_same_figures_under_the_same_names() {
    let place = Workplace::with_examples();
    let (table, policy) = (place.path("examples/people.csv"), place.path("examples/people.toml"));
    let release = place.path("r.csv");
    // t so small that everybody is in one class: the loss was above 100 % once.
    let strict = read(&policy).replace("at_most = 0.6", "at_most = 0.05");
    assert_ne!(strict, read(&policy));
    let strict = place.write("examples/strict.toml", strict);
    for policy in [&policy, &strict] {
        let masked = json(&["mask", &table, "--policy", policy, "-o", &release]);
        let assessed = json(&["assess", "table", &table, &release]);
        assert_eq!(assessed["known_from"], json!([format!("{release}.work")]));
        for name in ["sse", "sst", "sse_sst"] {
            close(&masked[name], &assessed["loss"][name]);
        }
        let shares = |found: &Value| -> Vec<(String, f64)> {
            let columns = found.as_object().unwrap().iter();
            columns.map(|(name, column)| (name.clone(), column["loss"].as_f64().unwrap())).collect()
        };
        let (before, after) = (shares(&masked["columns"]), shares(&assessed["loss"]["columns"]));
        for (name, share) in &before {
            let published = after.iter().find(|(other, _)| other == name).unwrap().1;
            assert!((share - published).abs() < 1e-3, "{name}: {share} and {published} (dates are whole days)");
        }
        assert!(before.iter().chain(&after).all(|(_, share)| (0.0..=1.0).contains(share)), "{before:?} {after:?}");
        assert!(masked["sse_sst"].as_f64().unwrap() <= 100.0);
        assert_eq!(masked["smallest_over_all"], assessed["risk"]["k"]);
        let kind = |name: &str| assessed["taken_for"][name]["kind"].clone();
        assert_eq!([kind("born"), kind("severity"), kind("occupation")], ["date", "ordinal", "text"]);
        // Without the work folder, the policy says the same.
        let alone = place.path("alone.csv");
        std::fs::copy(&release, &alone).unwrap();
        let told = json(&["assess", "table", &table, &alone, "--policy", policy]);
        close(&told["loss"]["sse_sst"], &assessed["loss"]["sse_sst_published"]);
        assert_eq!(told["risk"], assessed["risk"]);
    }
}

#[test]
fn kinds_are_guessed_or_told_and_said() {
    let place = Workplace::new();
    let original = place.write("o.csv", "code,day,n\n1,2001-01-01,1\n2,2001-01-03,2\n1,2001-01-05,3\n3,2001-01-07,6\n");
    let masked =
        place.write("m.csv", "code,day,n\n1,2001-01-02,1.5\n1,2001-01-02,1.5\n1,2001-01-06,4.5\n1,2001-01-06,4.5\n");
    let guessed = json(&["assess", "table", &original, &masked]);
    assert_eq!(guessed["known_from"], json!([]));
    assert_eq!(guessed["taken_for"]["day"]["kind"], "date");
    assert_eq!(
        guessed["taken_for"]["code"],
        json!({ "role": null, "kind": "number", "reason": "all its values are numbers" })
    );
    // By hand: n loses 5 of 14; the days have Σ(x-mean)² = 20 days² and lose 4; code loses 5 of 2.75, which is everything.
    close(&guessed["loss"]["sse_sst"], &json!(100.0 * (5.0 / 14.0 + 4.0 / 20.0 + 1.0) / 3.0));
    let told = json(&["assess", "table", &original, &masked, "--kind", "code=nominal"]);
    close(&told["loss"]["sse_sst"], &json!(100.0 * (5.0 / 14.0 + 4.0 / 20.0) / 2.0));
    assert_eq!(told["loss"]["columns"]["code"]["loss"], 0.5);
    assert_eq!(told["loss"]["columns"]["code"]["measure"], "share of cells changed");
    assert_eq!((&told["numbers"], &told["ordered"]), (&json!(["n"]), &json!(["day", "n"])));
    let text = String::from_utf8(scumble(&["assess", &original, &masked, "--kind", "code=nominal"]).stdout).unwrap();
    assert!(text.starts_with("4 records · 1 column of numbers, 1 of dates or ordinals\nknown from nothing"), "{text}");
    assert!(refused(2, &["assess", &original, &masked, "--kind", "cod=nominal"]).contains("did you mean “code”?"));
}

/// Figures by hand: the masked columns are equal in pairs, but the release has a column that makes everybody unique.
#[test]
fn all_released_columns_are_looked_at() {
    let place = Workplace::new();
    let original = place.write("o.csv", "a,born,s\n1,d1,x\n2,d2,x\n5,d3,y\n6,d4,x\n");
    let masked = place.write("m.csv", "a,born,s\n1.5,d1,x\n1.5,d2,x\n5.5,d3,y\n5.5,d4,x\n");
    let found = json(&["assess", "table", &original, &masked]);
    let risk = &found["risk"];
    assert_eq!((&risk["k"], &risk["uniques"]), (&json!(2), &json!(0)));
    let all = &risk["all_released_columns"];
    assert_eq!((&all["k"], &all["uniques"]), (&json!(1), &json!(4)));
    let by = |columns: &[&str], uniques: usize| json!({ "columns": columns, "uniques": uniques });
    assert_eq!(all["by_column"], json!([by(&["born"], 4), by(&["s"], 1)]));
    assert_eq!(all["by_pair"], json!([by(&["a", "s"], 1)]), "the last record, which neither a nor s singles out");
    let text = String::from_utf8(scumble(&["assess", &original, &masked]).stdout).unwrap();
    assert!(text.contains("4 records that born alone singles out"), "{text}");
    assert!(text.contains("1 record that a and s single out together"), "{text}");
}

#[test]
fn a_report_is_internal_and_a_codebook_is_made_from_the_release() {
    let place = Workplace::with_examples();
    let (table, policy) = (place.path("examples/people.csv"), place.path("examples/people.toml"));
    let [release, report, again, markdown, codes] =
        ["r.csv", "report.html", "again.html", "codebook.md", "codebook.json"].map(|name| place.path(name));
    let arguments = ["mask", &table, "--policy", &policy, "-o", &release];
    json(&[&arguments[..], &["--report", &report, "--codebook", &markdown]].concat());
    let page = read(&report);
    for said in [
        "For internal use.",
        "Distributions before and after",
        "Correlations before and after",
        "Sizes of the classes of the release",
        "Risk of a record before and after",
        "Records at the greatest risk",
        "All released columns together",
        "How the promise was checked",
    ] {
        assert!(page.contains(said), "{said}");
    }
    for outside in ["http://www.w3.org/1999", "src=", "href=", "<script"] {
        assert!(!page.contains(outside), "{outside}");
    }
    // Names were dropped from the release, and are not in the page either.
    let names: Vec<String> =
        read(&table).lines().skip(1).map(|line| line.split(',').next().unwrap().to_owned()).collect();
    assert!(names.len() == 60 && names.iter().all(|name| !page.contains(name.as_str())));
    // The run that measures writes the same page from the work folder.
    json(&["assess", "table", &table, &release, "--report", &again]);
    assert_eq!(read(&again), page);
    json(&[&arguments[..], &["--codebook", &codes]].concat());
    let book: Value = serde_json::from_str(&read(&codes)).unwrap();
    let header: Vec<String> = read(&release).lines().next().unwrap().split(',').map(str::to_owned).collect();
    let columns = book["columns"].as_array().unwrap();
    assert_eq!(columns.iter().map(|column| column["name"].as_str().unwrap()).collect::<Vec<_>>(), header);
    let released = read(&release);
    let cells = |name: &str| -> Vec<&str> {
        let at = header.iter().position(|known| known == name).unwrap();
        released.lines().skip(1).map(|line| line.split(',').nth(at).unwrap()).collect()
    };
    let mut listed = 0;
    for column in columns {
        let cells = cells(column["name"].as_str().unwrap());
        for value in column["values"].as_array().into_iter().flatten() {
            let count = cells.iter().filter(|&&cell| cell == value["value"].as_str().unwrap()).count();
            assert_eq!(json!(count), value["records"]);
            listed += 1;
        }
        for end in ["least", "greatest"] {
            assert!(column[end].is_null() || cells.contains(&column[end].as_str().unwrap()));
        }
    }
    assert!(listed > 10);
    let text = read(&markdown);
    assert!(
        text.starts_with("# Codebook\n\n60 records, 8 columns.") && text.contains("| severity | ordinal | yes |"),
        "{text}"
    );
    // Inputs and the release are not written over.
    assert!(refused(2, &[&arguments[..], &["--report", &table]].concat()).contains("would overwrite"));
    assert!(refused(2, &[&arguments[..], &["--codebook", &release]].concat()).contains("would overwrite"));
}

#[test]
fn census_is_measured_alike_by_both_runs() {
    let Some(census) = data("casc_microdata/census.csv") else { return };
    let place = Workplace::new();
    let columns = read(&census).lines().next().unwrap().replace('"', "");
    let (census, release) = (census.to_str().unwrap(), place.path("r.csv"));
    let masked = json(&["mask", census, "--columns", columns.trim(), "-k", "3", "-o", &release]);
    assert_eq!(format!("{:.6}", masked["sse_sst"].as_f64().unwrap()), "5.692186");
    close(&masked["sse_sst"], &json(&["assess", "table", census, &release])["loss"]["sse_sst"]);
}
