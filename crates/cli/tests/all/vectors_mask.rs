//! `scumble vectors mask`, end to end: Table 4.7 of the thesis, the reference partitions and losses, and what is refused.

use crate::support::{Workplace, data, json, refused};
use scumble::Silent;
use scumble::data::{SpaceOptions, VectorSpace, read_space};
use scumble::experiment::figure_4_5;
use scumble::vectors::Labels;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

fn read(folder: &str) -> VectorSpace {
    read_space(Path::new(folder), &SpaceOptions::default()).unwrap()
}

/// Documents with the same row, by their numbers.
fn groups(space: &VectorSpace) -> BTreeSet<Vec<usize>> {
    let mut rows: BTreeMap<Vec<(u32, u64)>, Vec<usize>> = BTreeMap::new();
    for (number, row) in space.matrix.rows().enumerate() {
        let key = row.iter().map(|(term, weight)| (term, weight.to_bits())).collect();
        rows.entry(key).or_default().push(number);
    }
    rows.into_values().collect()
}

#[test]
fn table_4_7_end_to_end() {
    let place = Workplace::new();
    let terms = [
        "cat", "computer", "dog", "hardware", "horse", "keyboard", "laptop", "lion", "monkey", "screen", "software",
        "tiger",
    ];
    let documents = [
        [("keyboard", 0.3), ("laptop", 0.4), ("software", 0.3)],
        [("horse", 0.7), ("dog", 0.2), ("cat", 0.1)],
        [("hardware", 0.3), ("screen", 0.3), ("computer", 0.4)],
        [("lion", 0.5), ("monkey", 0.3), ("tiger", 0.2)],
    ];
    let mut matrix = String::from("%%MatrixMarket matrix coordinate real general\n4 12 12\n");
    for (row, document) in documents.iter().enumerate() {
        for (term, weight) in document {
            let column = terms.iter().position(|known| known == term).unwrap();
            matrix += &format!("{} {} {weight}\n", row + 1, column + 1);
        }
    }
    let matrix = place.write("papers.mtx", matrix);
    let vocabulary = place.write("papers.txt", terms.join("\n") + "\n");
    for format in ["mtx", "svm", "csv", "parquet"] {
        let output = place.path("release");
        let how = ["--vocabulary", &vocabulary, "-k", "2", "--method", "semantic", "--format", format, "-o", &output];
        let report = json(&[&["vectors", "mask", &matrix], &how[..]].concat());
        assert_eq!((report["groups"].as_u64(), report["smallest_group"].as_u64()), (Some(2), Some(2)));
        assert_eq!(report["rare_terms"], 1, "“computer” stands in one document, and is released");
        let release = read(&output);
        assert!(release.documents.is_empty());
        let written = |row: usize| -> Vec<(&str, String)> {
            let row = release.matrix.row(row);
            row.iter().map(|(term, weight)| (&*release.vocabulary[term as usize], format!("{weight:.3}"))).collect()
        };
        let things = [("abstraction", "0.300"), ("computer", "0.400"), ("instrumentality", "0.300")];
        let animals = [("big cat", "0.300"), ("carnivore", "0.200"), ("placental", "0.500")];
        for (row, expected) in [(0, things), (1, animals), (2, things), (3, animals)] {
            assert_eq!(written(row), expected.map(|(term, weight)| (term, weight.to_owned())));
        }
    }
}

/// Groups and losses of the reference run on Reuters and on the movie reviews.
#[test]
fn the_reference_partitions_and_losses() {
    let place = Workplace::new();
    let losses = [("reuters", "2"), ("reuters", "5"), ("movies", "10")];
    for (space, k) in losses {
        let Some(matrix) = data(&format!("vectors/{space}.mtx.gz")) else { return };
        let stored =
            data(&format!("vectors/partition_{space}.all.k{k}.csv")).expect("the partition is beside the matrix");
        let output = place.path("release");
        let report = json(&["vectors", "mask", &matrix.display().to_string(), "-k", k, "-o", &output]);
        let stored = std::fs::read_to_string(stored).unwrap();
        let clusters = stored.lines().filter(|line| line.chars().all(|letter| letter.is_ascii_digit()));
        let (release, mut first) = (read(&output), BTreeMap::new());
        for (document, cluster) in clusters.enumerate() {
            let of_cluster = *first.entry(cluster).or_insert(document);
            let same = release.matrix.row(document) == release.matrix.row(of_cluster);
            assert!(same, "{space}, k = {k}: documents {of_cluster} and {document}");
        }
        assert_eq!(report["groups"].as_u64(), Some(first.len() as u64), "{space}, k = {k}");
        let table = std::fs::read_to_string(data("vectors/vectors_il.csv").unwrap()).unwrap();
        let row = table.lines().find(|line| line.starts_with(&format!("{space}/all,{k},"))).unwrap();
        let cells: Vec<f64> = row.split(',').skip(1).map(|cell| cell.parse().unwrap()).collect();
        for (ours, theirs) in [("sse", cells[4]), ("ssa", cells[5])] {
            let ours = report[ours].as_f64().unwrap();
            assert!((ours - theirs).abs() < 1e-4 * theirs, "{space}, k = {k}: {ours} {theirs}");
        }
        assert!((report["information_loss"].as_f64().unwrap() - cells[6]).abs() < 1e-4);
        assert!((report["classical_information_loss"].as_f64().unwrap() - cells[9]).abs() < 1e-4);
    }
}

/// Every row of the reference run: four spaces, whole and in two parts, six k.
#[test]
fn losses_of_the_reference_run_at_every_k() {
    let Some(table) = data("vectors/vectors_il.csv") else { return };
    let table = std::fs::read_to_string(table).unwrap();
    let mut compared = 0;
    for name in ["reuters", "movies", "reuters_porter", "movies_porter"] {
        let file = |ending: &str| data(&format!("vectors/{name}.{ending}")).expect("the space is beside the table");
        let space = read_space(&file("mtx.gz"), &SpaceOptions::default()).unwrap().matrix;
        let split = Labels::read(&file("labels.csv")).unwrap().split.unwrap();
        for (part, rows) in
            [("all", space.clone()), ("train", space.select(&split.training)), ("test", space.select(&split.test))]
        {
            for lost in figure_4_5(&rows, &[2, 3, 5, 10, 15, 20], &Silent).unwrap() {
                let row = table.lines().find(|line| line.starts_with(&format!("{name}/{part},{},", lost.k)));
                let cells: Vec<&str> = row.unwrap().split(',').collect();
                for (ours, theirs) in [(lost.spherical, cells[7]), (lost.classical, cells[10])] {
                    let apart = (ours - theirs.parse::<f64>().unwrap()).abs();
                    assert!(apart < 0.001, "{name}/{part}, k = {}: {ours} {theirs}", lost.k);
                    compared += 1;
                }
            }
        }
    }
    assert_eq!(compared, 144);
}

#[test]
fn the_same_bytes_on_one_thread_and_on_two_and_in_blocks() {
    let place = Workplace::new();
    let mut matrix = String::from("%%MatrixMarket matrix coordinate real general\n400 60 1600\n");
    for row in 0..400_usize {
        for at in 0..4 {
            matrix +=
                &format!("{} {} {}\n", row + 1, (row * 7 + at * (row % 11 + 1)) % 15 + 15 * at + 1, 1 + (row + at) % 3);
        }
    }
    let matrix = place.write("space.mtx", matrix);
    for blocks in [vec![], vec!["--at-once", "100"]] {
        let files = ["1", "2"].map(|threads| {
            let output = place.path(&format!("release{threads}"));
            let arguments = ["vectors", "mask", &matrix, "-k", "3", "-o", &output, "--threads", threads];
            let report = json(&[&arguments[..], &blocks[..]].concat());
            assert_eq!(report["blocks"].as_u64().unwrap() > 1, !blocks.is_empty());
            assert!(groups(&read(&output)).iter().all(|group| group.len() >= 3));
            std::fs::read(Path::new(&output).join("matrix.mtx")).unwrap()
        });
        assert_eq!(files[0], files[1]);
    }
}

#[test]
fn names_of_documents_are_released_only_if_that_is_said() {
    let place = Workplace::new();
    let notes: String = (0..8)
        .map(|n| format!("{{\"id\": \"n{n}\", \"text\": \"cocoa price {}\"}}\n", ["rice", "ship"][n % 2]))
        .collect();
    let notes = place.write("notes.jsonl", notes);
    let (space, output) = (place.path("space"), place.path("release"));
    json(&["vectors", "build", &notes, "--id-field", "id", "-k", "2", "-o", &space]);
    json(&["vectors", "mask", &space, "-k", "2", "-o", &output]);
    assert!(read(&output).documents.is_empty());
    assert!(read(&output).scheme.is_some(), "the scheme goes with the release");
    json(&["vectors", "mask", &space, "-k", "2", "-o", &output, "--keep-names"]);
    assert_eq!(read(&output).documents.len(), 8);
}

#[test]
fn what_cannot_be_masked_is_refused_and_nothing_is_written() {
    let place = Workplace::new();
    let output = place.path("release");
    let market =
        |name: &str, body: &str| place.write(name, format!("%%MatrixMarket matrix coordinate real general\n{body}"));
    let good = market("good.mtx", "3 2 3\n1 1 1\n2 1 1\n3 2 1\n");
    let empty = market("empty.mtx", "3 2 2\n1 1 1\n3 2 1\n");
    let negative = market("negative.mtx", "2 2 2\n1 1 1\n2 2 -1\n");
    let beyond = market("beyond.mtx", "2 2 2\n1 1 1\n2 3 1\n");
    let nan = market("nan.mtx", "2 2 2\n1 1 1\n2 2 nan\n");
    for (arguments, expected) in [
        (vec![&*good, "-k", "4"], "k is 4, but there are only 3 records"),
        (vec![&*good, "-k", "1"], "k is 1"),
        (vec![&*empty, "-k", "2"], "row 2 has no weight at all"),
        (vec![&*negative, "-k", "2"], "row 2 of the original space has a negative weight"),
        (vec![&*beyond, "-k", "2"], "beyond.mtx, line 4"),
        (vec![&*nan, "-k", "2"], "nan.mtx, line 4"),
        (vec![&*good, "-k", "2", "--method", "semantic"], "term of each column"),
        (vec![&*good, "-k", "2", "--method", "angular"], "unknown method “angular”"),
    ] {
        let message = refused(2, &[&["vectors", "mask"], &arguments[..], &["-o", &output]].concat());
        assert!(message.contains(expected), "{message}");
        assert!(!Path::new(&output).exists());
    }
    let report = json(&["vectors", "mask", &empty, "-k", "2", "--empty-rows", "leave-out", "-o", &output]);
    assert_eq!((report["documents"].as_u64(), report["left_out"][0].as_u64()), (Some(2), Some(2)));
}
