//! Sets of concepts: the paper's worked example, the toy of twelve records in all ten settings, and the reference runs.
#![allow(clippy::print_stderr, reason = "a skipped test says so")]

use scumble_io::Silent;
use scumble_mask::partition::{GroupSize, Partition, mdav};
use scumble_mask::sets::{ConceptRef, ConceptSet, ConceptTable, RemainingSets, SetDistance, Triangle};
use scumble_ontology::{Builder, Taxonomy, wordnet};
use serde_json::Value;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

const NAMES: [(&str, SetDistance); 5] = [
    ("Min", SetDistance::Min),
    ("Max", SetDistance::Max),
    ("Avg", SetDistance::Avg),
    ("MinSum", SetDistance::MinSum),
    ("MaxSum", SetDistance::MaxSum),
];

fn golden() -> Value {
    serde_json::from_str(include_str!("golden/g3_setvalued.json")).unwrap()
}

/// A fraction or a whole number, as the golden file writes it.
fn fraction(text: &Value) -> f64 {
    let text = text.as_str().unwrap();
    match text.split_once('/') {
        Some((part, whole)) => part.parse::<f64>().unwrap() / whole.parse::<f64>().unwrap(),
        None => text.parse().unwrap(),
    }
}

fn taxonomy(parents: &[(&str, &str)]) -> Arc<Taxonomy> {
    let mut builder = Builder::new("toy");
    for (line, &(child, parent)) in parents.iter().enumerate() {
        let child = builder.term(child, line as u64 + 1);
        let parent = builder.term(parent, line as u64 + 1);
        builder.parent(child, parent, line as u64 + 1);
    }
    Arc::new(builder.build(false).unwrap())
}

/// Names to numbers, in the order in which they come.
fn numbered(taxonomy: &Arc<Taxonomy>, records: &[Vec<String>]) -> (Vec<ConceptRef>, Vec<ConceptSet>) {
    let mut known: HashMap<String, u32> = HashMap::new();
    let mut concepts = Vec::new();
    let sets = records.iter().map(|record| {
        let mut set: ConceptSet = record
            .iter()
            .map(|name| {
                *known.entry(name.clone()).or_insert_with(|| {
                    let concept = taxonomy.named(name).or_else(|| taxonomy.senses(name).first().copied());
                    let concept = concept.unwrap_or_else(|| panic!("{name} is not known"));
                    concepts.push(ConceptRef { member: 0, concept });
                    concepts.len() as u32 - 1
                })
            })
            .collect();
        set.sort_unstable();
        set
    });
    let sets = sets.collect();
    (concepts, sets)
}

#[test]
fn the_worked_example() {
    let parents = [
        ("Water Sports", "Sports"),
        ("Swimming", "Water Sports"),
        ("Windsurfing", "Water Sports"),
        ("Europe", "Regional"),
        ("Regions", "Europe"),
        ("Mediterranean", "Regions"),
    ];
    let taxonomy = taxonomy(&parents);
    let records = [["Swimming", "Mediterranean"], ["Windsurfing", "Mediterranean"]]
        .map(|record| record.map(str::to_owned).to_vec());
    let (concepts, sets) = numbered(&taxonomy, &records);
    let semantic = ConceptTable::semantic(std::slice::from_ref(&taxonomy), &concepts).unwrap();
    let equality = ConceptTable::equality(concepts.len());
    assert_eq!(semantic.distance(sets[0][0], sets[1][1]), 0.5);
    let example = &golden()["worked_example"];
    for (name, distance) in NAMES {
        assert_eq!(distance.between(&semantic, &sets[0], &sets[1]), fraction(&example["semantic"][name]), "{name}");
        assert_eq!(distance.between(&equality, &sets[0], &sets[1]), fraction(&example["nonsemantic"][name]), "{name}");
        assert_eq!(
            distance.between(&semantic, &sets[0], &sets[0]),
            fraction(&example["self_x1"][name]),
            "{name} to itself"
        );
    }
}

/// Groups by a distance, and gives the partition, every group's medoid and the loss Σ D_avg with semantic distances.
fn grouped(
    table: &ConceptTable,
    sets: &[ConceptSet],
    distance: SetDistance,
    k: usize,
) -> (Triangle, Partition, Vec<u32>) {
    let triangle = Triangle::new(table, sets, distance, &Silent).unwrap();
    let partition = mdav(RemainingSets::new(&triangle), GroupSize::new(k).unwrap()).unwrap();
    let medoids = partition.groups().map(|group| triangle.medoid(group)).collect();
    (triangle, partition, medoids)
}

#[test]
fn the_toy_in_all_ten_settings() {
    let golden = golden();
    let parents: Vec<(&str, &str)> = golden["taxonomy"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(child, parent)| (child.as_str(), parent.as_str().unwrap()))
        .collect();
    let taxonomy = taxonomy(&parents);
    let records: Vec<Vec<String>> = serde_json::from_value(golden["records"].clone()).unwrap();
    let (concepts, sets) = numbered(&taxonomy, &records);
    let semantic = ConceptTable::semantic(std::slice::from_ref(&taxonomy), &concepts).unwrap();
    let equality = ConceptTable::equality(concepts.len());
    for (kind, table) in [("semantic", &semantic), ("nonsemantic", &equality)] {
        for (name, distance) in NAMES {
            let (triangle, partition, medoids) = grouped(table, &sets, distance, 3);
            for (a, x) in sets.iter().enumerate() {
                for (b, y) in sets.iter().enumerate() {
                    let (fast, plain) = (triangle.distance(a as u32, b as u32), distance.between(table, x, y));
                    assert!((fast - plain).abs() < 1e-12, "{kind} {name}: {a} and {b}");
                }
            }
            let expected = &golden["toy"][format!("{kind}/{name}/thesis_alg1_3k_2k")];
            let mut clusters: Vec<(Vec<u32>, u32)> = expected["clusters"]
                .as_array()
                .unwrap()
                .iter()
                .zip(expected["centroids"].as_array().unwrap())
                .map(|(group, medoid)| {
                    (serde_json::from_value(group.clone()).unwrap(), medoid.as_u64().unwrap() as u32)
                })
                .collect();
            clusters.sort();
            let found: Vec<(Vec<u32>, u32)> = partition.groups().map(<[u32]>::to_vec).zip(medoids).collect();
            assert_eq!(found, clusters, "{kind} {name}");
            let losses: Vec<f64> = found
                .iter()
                .flat_map(|(group, medoid)| {
                    let (sets, semantic) = (&sets, &semantic);
                    group.iter().map(move |&record| {
                        SetDistance::Avg.between(semantic, &sets[record as usize], &sets[*medoid as usize])
                    })
                })
                .collect();
            let close = |found: f64, key: &str| {
                assert!((found - expected[key].as_f64().unwrap()).abs() < 1e-9, "{kind} {name} {key}")
            };
            close(losses.iter().sum(), "sum_D");
            close(losses.iter().map(|loss| loss * loss).sum(), "sum_D2");
        }
    }
}

fn data(name: &str) -> Option<PathBuf> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    if path.exists() {
        return Some(path);
    }
    eprintln!("skipped: the shared data folder is not there ({name})");
    None
}

/// The reference runs: distances of sample pairs, and all sums, to six significant digits where the partition is stable.
#[test]
fn the_reference_runs() {
    let nouns = wordnet().nouns().clone();
    for folder in ["sets", "sets_conc"] {
        let Some(path) = data(folder) else { return };
        let read = |name: &str| std::fs::read_to_string(path.join(name)).unwrap();
        let records: Vec<Vec<String>> = read("concepts.jsonl")
            .lines()
            .map(|line| {
                serde_json::from_value(serde_json::from_str::<Value>(line).unwrap()["concepts"].clone()).unwrap()
            })
            .collect();
        let (concepts, sets) = numbered(&nouns, &records);
        let semantic = ConceptTable::semantic(std::slice::from_ref(&nouns), &concepts).unwrap();
        let equality = ConceptTable::equality(concepts.len());
        for line in read("sets_distances_sample.csv").lines().skip(1) {
            let cells: Vec<f64> = line.split(',').map(|cell| cell.parse().unwrap()).collect();
            let (x, y) = (&sets[cells[0] as usize], &sets[cells[1] as usize]);
            for (table, start) in [(&semantic, 2), (&equality, 7)] {
                for ((name, distance), expected) in NAMES.iter().zip(&cells[start..]) {
                    assert!((distance.between(table, x, y) - expected).abs() < 1e-12, "{folder} {name}: {line}");
                }
            }
        }
        let mut checked = 0;
        let reference = read("sets_reference.csv");
        for ((name, distance), (kind, table)) in NAMES
            .iter()
            .flat_map(|name| [("semantic", &semantic), ("eq_concept", &equality)].map(|table| (name, table)))
        {
            let triangle = Triangle::new(table, &sets, *distance, &Silent).unwrap();
            for k in 2..=5 {
                let line = reference
                    .lines()
                    .find(|line| line.starts_with(&format!("{kind},{name},{k},")))
                    .unwrap_or_else(|| panic!("{kind},{name},{k} is not there"));
                let cells: Vec<&str> = line.split(',').collect();
                let partition = mdav(RemainingSets::new(&triangle), GroupSize::new(k).unwrap()).unwrap();
                let (mut average, mut least) = (0.0, 0.0);
                for group in partition.groups() {
                    let medoid = &sets[triangle.medoid(group) as usize];
                    for &record in group {
                        average += SetDistance::Avg.between(&semantic, &sets[record as usize], medoid);
                        least += SetDistance::MinSum.between(&semantic, &sets[record as usize], medoid);
                    }
                }
                let stable = cells.last() == Some(&"1");
                let tolerance = if stable { 5e-7 } else { 2e-2 };
                for (found, at) in [(average, 3), (least, 6)] {
                    let expected: f64 = cells[at].parse().unwrap();
                    assert!((found - expected).abs() <= tolerance * expected, "{folder} {line}: {found}");
                }
                checked += usize::from(stable);
            }
        }
        assert!(checked >= 20, "{checked} of 40 partitions are stable");
    }
}
