//! `scumble explore`, end to end.

use crate::support::{Workplace, data, json, read, refused, scumble};
use serde_json::Value;
use std::path::Path;

/// A table of three columns of numbers.
fn numbers() -> String {
    let row = |i: u64| format!("{},{},{}\n", 20 + i * 7 % 41, 1000 + i * i * 31 % 977, 5 + i * 13 % 89);
    format!("age,income,hours\n{}", (0..60).map(row).collect::<String>())
}

fn point<'v>(found: &'v Value, name: &str) -> &'v Value {
    found["points"].as_array().unwrap().iter().find(|point| point["name"] == name).unwrap_or_else(|| panic!("{name}"))
}

/// Everything in a folder, by its path.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => found.push((path.display().to_string(), std::fs::read(&path).unwrap())),
        }
    }
    found.sort();
    found
}

#[test]
fn a_policy_of_a_point_gives_the_very_figures_of_the_point() {
    let place = Workplace::new();
    let (table, out) = (place.write("t.csv", numbers()), place.path("map"));
    let found = json(&["explore", &table, "--others", "mask", "-k", "3,5", "-p", "5,10", "-o", &out]);
    for name in ["mdav-k5", "individual-ranking-k3", "grouped-2-k3", "rank-swap-p10", "noise-p5"] {
        let (policy, release) = (place.path(&format!("map/policies/{name}.toml")), place.path(&format!("{name}.csv")));
        json(&["mask", &table, "--policy", &policy, "-o", &release]);
        let measured = json(&["assess", "table", &table, &release]);
        let point = point(&found, name);
        assert_eq!(point["il"], measured["loss"]["il"], "{name}");
        for part in ["dr", "dbrl", "prl", "id"] {
            assert_eq!(point[part], measured["risk"][part], "{name} {part}");
        }
        assert_eq!(point["score"], measured["score"], "{name}");
    }
    let least = found["points"].as_array().unwrap().iter().map(|point| point["score"].as_f64().unwrap());
    let best = point(&found, found["best"].as_str().unwrap());
    assert_eq!(best["score"].as_f64().unwrap(), least.fold(f64::INFINITY, f64::min));
    assert_eq!(best["pareto"], true);
    let csv = read(place.path("map/points.csv"));
    assert!(csv.starts_with("point,method,k,p,columns_per_group,il,dr,score,pareto,best,dbrl,prl,id,"));
    assert_eq!(csv.lines().count(), 1 + found["points"].as_array().unwrap().len());
    let page = read(place.path("map/map.html"));
    assert!(!page.contains("http://www.w3.org/1999") && !page.contains("<script") && page.contains("tabindex=\"0\""));
}

#[test]
fn a_killed_run_goes_on_and_ends_in_the_same_bytes() {
    let place = Workplace::new();
    let (table, out) = (place.write("t.csv", numbers()), place.path("map"));
    let grid = ["explore", &table, "--others", "mask", "-k", "3..5", "-p", "5", "-o", &out];
    let first = json(&grid);
    let all = first["points"].as_array().unwrap().len();
    let whole = files(&place.folder().join("map"));
    // As a kill would leave it: some points, and half a line.
    let kept = place.path("map.work/points.jsonl");
    let lines: Vec<String> = read(&kept).lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 1 + all);
    std::fs::write(&kept, format!("{}\n{}", lines[..5].join("\n"), &lines[5][..20])).unwrap();
    std::fs::remove_dir_all(place.folder().join("map")).unwrap();
    let again = json(&[&grid[..], &["--threads", "1"]].concat());
    assert_eq!(again["resumed"], 4);
    assert_eq!(files(&place.folder().join("map")), whole);
    assert_eq!(json(&grid)["resumed"], all);
    // A changed table is measured again, and a changed seed too.
    std::fs::write(&table, numbers().replace("20,1000", "21,1000")).unwrap();
    let changed = json(&grid);
    assert_eq!(changed["resumed"], 0);
    assert!(changed["notes"][0].as_str().unwrap().contains("points are measured again"), "{}", changed["notes"]);
    assert_eq!(json(&[&grid[..], &["--seed", "7"]].concat())["resumed"], 0);
}

#[test]
fn points_that_cannot_be_masked_are_listed_and_methods_that_do_not_apply_are_named_once() {
    let place = Workplace::new();
    let table = place.write("t.csv", numbers());
    let out = place.path("map");
    let found =
        json(&["explore", &table, "--others", "mask", "--methods", "mdav,generalize", "-k", "5,61", "-o", &out]);
    assert!(point(&found, "mdav-k61")["reason"].as_str().unwrap().contains("61"));
    assert!(read(place.path("map/points.csv")).contains("mdav-k61,mdav,61,"));
    assert!(!place.folder().join("map/policies/mdav-k61.toml").exists());
    let notes = found["notes"].as_array().unwrap();
    assert_eq!(notes.len(), 1);
    assert!(notes[0].as_str().unwrap().contains("generalize is left out"), "{notes:?}");
    // Columns of several kinds have other axes.
    let mixed: String =
        read(&table).lines().enumerate().map(|(i, line)| format!("{line},{}\n", ["a", "b", "c"][i % 3])).collect();
    let mixed = place.write("mixed.csv", mixed.replacen(",a\n", ",town\n", 1));
    let found = json(&["explore", &mixed, "--others", "mask", "-k", "3,5", "-o", &place.path("mixed")]);
    assert_eq!(found["axes"]["risk"]["key"], "class_risk");
    assert!(point(&found, "generalize-k3")["class_risk"].as_f64().unwrap() <= 100.0 / 3.0);
    assert!(point(&found, "mdav-k5")["column_loss"].as_f64().unwrap() > 0.0);
    let found =
        json(&["explore", &mixed, "--others", "mask", "--methods", "mdav,noise", "-k", "3", "-o", &place.path("m2")]);
    assert!(found["notes"][0].as_str().unwrap().contains("noise is left out"));
}

#[test]
fn bad_grids_are_refused_and_nothing_is_written() {
    let place = Workplace::new();
    let (table, out) = (place.write("t.csv", numbers()), place.path("map"));
    let with = |rest: &[&str]| refused(2, &[&["explore", &table, "-o", &out][..], rest].concat());
    assert!(with(&["--others", "mask", "--methods", "mdv"]).contains("did you mean “mdav”?"));
    assert!(with(&["--others", "mask", "-k", "9..3"]).contains("-k"));
    assert!(with(&["--others", "mask", "-k", "2.5"]).contains("whole numbers"));
    assert!(with(&["--others", "mask", "--methods", "generalize"]).contains("no point on this table"));
    assert!(with(&[]).contains("have no role"));
    let grid = place.write("g.toml", "[[grid]]\nmethods = ['mdav']\nkk = 3\n");
    assert!(with(&["--others", "mask", "--grid", &grid]).contains("unknown"));
    assert!(!place.folder().join("map").exists() && !place.folder().join("map.work").exists());
    let grid = place.write("g.toml", "[[grid]]\nmethods = ['v-mdav']\nk = '3..4'\n");
    let text = scumble(&["explore", &table, "--others", "mask", "--grid", &grid, "-o", &out, "--quiet"]);
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.contains("best by score: v-mdav-k") && text.contains("Pareto front"), "{text}");
}

/// The methods of section 5.4.2 of the thesis, on its table: 214 points.
#[test]
fn census_has_all_methods_of_the_thesis() {
    let Some(table) = data("casc_microdata/census.csv") else { return };
    let place = Workplace::new();
    let grid = "[[grid]]\nmethods = ['individual-ranking', 'z-scores', 'principal-component', 'mdav', 'grouped']\nk = [3, 20]\n\
                [[grid]]\nmethods = ['rank-swap', 'noise', 'correlated-noise']\np = [1, 16]\n";
    let grid = place.write("grid.toml", grid);
    let out = place.path("map");
    let found = json(&["explore", table.to_str().unwrap(), "--others", "mask", "--grid", &grid, "-o", &out]);
    assert_eq!(found["points"].as_array().unwrap().len(), 2 * 9 + 2 * 3);
    assert_eq!(found["axes"]["risk"]["key"], "dr");
    let loss = |name: &str| point(&found, name)["il"].as_f64().unwrap();
    let risk = |name: &str| point(&found, name)["dr"].as_f64().unwrap();
    // More protection is less risk and more loss, for every method.
    for (less, more) in [("mdav-k3", "mdav-k20"), ("rank-swap-p1", "rank-swap-p16"), ("noise-p1", "noise-p16")] {
        assert!(loss(less) < loss(more) && risk(less) > risk(more), "{less} {more}");
    }
}
