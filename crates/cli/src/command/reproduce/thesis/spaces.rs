//! Figures 4.5 to 4.11 and Table 4.7: vector spaces masked with growing k.

use super::report::{Figure, Finding, Report, mean};
use crate::console::Console;
use crate::failure::Failure;
use scumble::Silent;
use scumble::assess::vectors::{Classified, Querying};
use scumble::data::{SpaceOptions, SparseMatrix, VectorSpace, read_space};
use scumble::experiment::{GROUP_SIZES, LostAt, QueriedAt, figure_4_5, figure_4_6, figure_4_11, figures_4_7_to_4_9};
use scumble::mask::partition::GroupSize;
use scumble::ontology::{Stack, wordnet};
use scumble::vectors::{Labels, VectorMethod, VectorPolicy, mask};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const SEED: u64 = 42;
/// Group sizes of the slower figures.
const SOME: [usize; 5] = [2, 5, 10, 15, 20];
const OTHER_DATA: &str =
    "the thesis' spaces are larger (7,346 and 2,000 documents), and were made with another list of stop words";
const NO_NUMBERS: &str = "the thesis prints these figures as pictures only, without their numbers";

fn ours(value: f64) -> Figure {
    Figure { published: None, ours: Some(value) }
}

/// A space and, if they stand beside it, the labels of its documents: labels.csv in a folder, NAME.labels.csv beside NAME.mtx.
fn labelled(input: &Path) -> Result<(VectorSpace, Option<Labels>), Failure> {
    let space = read_space(input, &SpaceOptions::default())?;
    let file = if input.is_dir() { input.join("labels.csv") } else { beside(input) };
    let labels = file.exists().then(|| Labels::read(&file)).transpose()?;
    Ok((VectorSpace { matrix: space.matrix.normalized(), ..space }, labels))
}

fn beside(matrix: &Path) -> PathBuf {
    let name = matrix.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    matrix.with_file_name(format!("{}.labels.csv", name.split('.').next().unwrap_or_default()))
}

fn need(labels: Option<Labels>, input: &Path) -> Result<Labels, Failure> {
    labels.ok_or_else(|| {
        Failure::input(format!("{}: no labels stand beside it", input.display())).with_help(
            "a folder has labels.csv (scumble vectors build --label-field), NAME.mtx has NAME.labels.csv beside it",
        )
    })
}

/// Figure 4.5: information loss of all documents and of both parts.
pub(super) fn losses(input: &Path, console: &Console) -> Result<Report, Failure> {
    let (space, labels) = labelled(input)?;
    let ks: Vec<usize> = GROUP_SIZES.collect();
    let progress = console.progress();
    let mut parts = vec![space.matrix.clone()];
    if let Some(split) = labels.and_then(|labels| labels.split) {
        parts.extend([space.matrix.select(&split.training), space.matrix.select(&split.test)]);
    }
    let lost: Vec<Vec<LostAt>> = console
        .in_parallel(|| parts.iter().map(|part| figure_4_5(part, &ks, &progress)).collect::<scumble::Result<_>>())??;
    progress.clear();
    let row = |at: usize| lost.iter().flat_map(|part| [ours(part[at].spherical), ours(part[at].classical)]).collect();
    let mut rows: Vec<(String, Vec<Figure>)> =
        ks.iter().enumerate().map(|(at, k)| (format!("k = {k}"), row(at))).collect();
    let all = || lost.iter().flatten();
    let ends = |of: fn(&LostAt) -> f64| {
        all().map(of).fold((1.0_f64, 0.0_f64), |(low, high), loss| (low.min(loss), high.max(loss)))
    };
    let (spherical, classical) = (ends(|lost| lost.spherical), ends(|lost| lost.classical));
    let figure = |published: f64, value: f64| Figure { published: Some(published), ours: Some(value) };
    rows.push(("least".into(), vec![figure(0.17, spherical.0), figure(0.31, classical.0)]));
    rows.push(("greatest".into(), vec![figure(0.65, spherical.1), figure(0.95, classical.1)]));
    let below = all().filter(|lost| lost.spherical < lost.classical).count();
    let mut findings = vec![Finding {
        name: "spherical loss is below classical loss at every k".into(),
        ours: format!("{below} of {}", all().count()),
        holds: below == all().count(),
    }];
    if lost.len() == 3 {
        let smaller = (0..ks.len()).filter(|&at| {
            lost[0][at].spherical < lost[1][at].spherical && lost[1][at].spherical < lost[2][at].spherical
        });
        let smaller = smaller.count();
        findings.push(Finding {
            name: "more documents lose less: all < training < test".into(),
            ours: format!("{smaller} of {} k", ks.len()),
            holds: smaller == ks.len(),
        });
    }
    let columns: &[&str] = match lost.len() {
        3 => &["spherical", "classical", "sph. train", "cl. train", "sph. test", "cl. test"],
        _ => &["spherical", "classical"],
    };
    Ok(Report {
        name: "figure-4.5",
        columns,
        digits: 3,
        rows,
        findings,
        notes: vec![
            OTHER_DATA,
            "the thesis tells the least and the greatest loss over both collections and all parts; ours are of this one",
        ],
    })
}

/// Figure 4.6: F1 of the answers to queries of six kinds.
pub(super) fn queries(input: &Path, console: &Console) -> Result<Report, Failure> {
    let (space, _) = labelled(input)?;
    let progress = console.progress();
    let ks: Vec<usize> = GROUP_SIZES.collect();
    let querying = Querying::default();
    let at = console.in_parallel(|| figure_4_6(&space.matrix, &ks, &querying, &progress))??;
    progress.clear();
    let mut rows = Vec::new();
    for queried in &at {
        for score in &queried.scores {
            let figures = score.f1.iter().chain([&score.random_mean]).map(|&f1| ours(f1)).collect();
            rows.push((format!("k{} {}w r{}", queried.k, score.words, score.answers), figures));
        }
    }
    let random = |queried: &QueriedAt| mean(queried.scores.iter().map(|score| score.random_mean));
    let (first, last) = (random(&at[0]), random(&at[at.len() - 1]));
    let findings = vec![Finding {
        name: "F1 falls as k grows (mean over 200 random queries)".into(),
        ours: format!("{first:.3} at k = {}, {last:.3} at k = {}", ks[0], ks[ks.len() - 1]),
        holds: last < first,
    }];
    Ok(Report {
        name: "figure-4.6",
        columns: &["q0", "q1", "q2", "q3", "q4", "q5", "random"],
        digits: 2,
        rows,
        findings,
        notes: vec![
            NO_NUMBERS,
            OTHER_DATA,
            "rows: k, words of a query, documents of an answer; random is the mean of 200 queries",
        ],
    })
}

/// Figures 4.7 to 4.9: classification in three scenarios.
pub(super) fn classes(input: &Path, console: &Console) -> Result<Report, Failure> {
    let (space, labels) = labelled(input)?;
    let labels = need(labels, input)?;
    let progress = console.progress();
    let at = console.in_parallel(|| figures_4_7_to_4_9(&space.matrix, &labels, &SOME, SEED, &progress))??;
    progress.clear();
    let mut rows: Vec<(String, Vec<Figure>)> = Vec::new();
    for classified in &at {
        // Three classifiers for each scenario, in the order of scenarios; the original is the same at every k.
        for scenario in classified.classified.chunk_by(|a, b| a.scenario == b.scenario) {
            let name = match scenario[0].scenario.name().strip_prefix("scenario ") {
                Some(rest) => format!("k{} scen. {}", classified.k, &rest[..1]),
                None if classified.k == SOME[0] => "original".to_owned(),
                None => continue,
            };
            let figures = |of: fn(&Classified) -> f64| scenario.iter().map(move |one| ours(of(one)));
            rows.push((name, figures(|one| one.accuracy).chain(figures(|one| one.jaccard)).collect()));
        }
    }
    let accuracy =
        |at: usize, which: usize| rows.get(1 + 3 * at + which).and_then(|(_, row)| row[1].ours).unwrap_or(f64::NAN);
    let last = SOME.len() - 1;
    let findings = vec![Finding {
        name: format!(
            "learning from masked documents (scenario 3) keeps more than testing on them (1 and 2) at k = {}",
            SOME[last]
        ),
        ours: format!("knn10 {:.3}, {:.3}, {:.3}", accuracy(last, 0), accuracy(last, 1), accuracy(last, 2)),
        holds: accuracy(last, 2) > accuracy(last, 0).max(accuracy(last, 1)),
    }];
    Ok(Report {
        name: "figure-4.7-4.9",
        columns: &["acc knn5", "acc knn10", "acc nb", "jac knn5", "jac knn10", "jac nb"],
        digits: 3,
        rows,
        findings,
        notes: vec![
            NO_NUMBERS,
            OTHER_DATA,
            "the finding is ours: the thesis calls scenario 3 a good evaluation and compares no scenarios in words",
        ],
    })
}

/// Figure 4.11, with Figure 4.10 as k = 1: adjusted Rand index of clusters.
pub(super) fn clusters(input: &Path, console: &Console) -> Result<Report, Failure> {
    let (space, labels) = labelled(input)?;
    let labels = need(labels, input)?;
    let progress = console.progress();
    let found = console.in_parallel(|| figure_4_11(&space.matrix, &labels, &SOME, SEED, &progress))??;
    progress.clear();
    let rows: Vec<(String, Vec<Figure>)> = found
        .iter()
        .map(|at| (format!("k{}, {} cl.", at.k, at.clusters), vec![ours(at.with_original), ours(at.with_labels)]))
        .collect();
    let of_k = |k: usize| mean(found.iter().filter(move |at| at.k == k).map(|at| at.with_original));
    let findings = vec![Finding {
        name: "clusters of the masked space grow apart from those of the original".into(),
        ours: format!("{:.3} at k = 1 (another start), {:.3} at k = 2, {:.3} at k = 20", of_k(1), of_k(2), of_k(20)),
        holds: of_k(1) > of_k(2) && of_k(2) > of_k(20),
    }];
    Ok(Report {
        name: "figure-4.11",
        columns: &["original", "labels"],
        digits: 3,
        rows,
        findings,
        notes: vec![
            NO_NUMBERS,
            OTHER_DATA,
            "k1 is the original, clustered again from another start; labels at k1 is Figure 4.10",
        ],
    })
}

/// Table 4.7: four documents, masked by the meaning of their terms.
pub(super) fn example() -> Result<Report, Failure> {
    let documents = [
        [("keyboard", 0.3), ("laptop", 0.4), ("software", 0.3)],
        [("horse", 0.7), ("dog", 0.2), ("cat", 0.1)],
        [("hardware", 0.3), ("screen", 0.3), ("computer", 0.4)],
        [("lion", 0.5), ("monkey", 0.3), ("tiger", 0.2)],
    ];
    let published = [
        ("abstraction", 0.3),
        ("computer", 0.4),
        ("instrumentality", 0.3),
        ("big cat", 0.3),
        ("carnivore", 0.2),
        ("placental", 0.5),
    ];
    let rows = (0..)
        .zip(&documents)
        .map(|(row, document)| (3 * row..).zip(document).map(|(at, (_, weight))| (at, *weight)).collect());
    let matrix = SparseMatrix::from_rows(12, rows).map_err(|error| Failure::input(error.to_string()))?;
    let vocabulary = documents.iter().flatten().map(|(term, _)| (*term).to_owned()).collect();
    let space = VectorSpace { vocabulary, ..VectorSpace::of(matrix) };
    let stack = Arc::new(Stack::new(vec![wordnet().nouns().clone()]));
    let policy = VectorPolicy::new(GroupSize::new(2)?, VectorMethod::Semantic);
    let masked = mask(&space, &policy, &stack, &Silent)?;
    let released = |row: usize, term: &str| {
        let vocabulary = &masked.space.vocabulary;
        masked
            .space
            .matrix
            .row(row)
            .iter()
            .find(|&(column, _)| vocabulary[column as usize] == term)
            .map(|(_, weight)| weight)
    };
    let mut rows = Vec::new();
    for (document, terms) in [(0, &published[..3]), (1, &published[3..]), (2, &published[..3]), (3, &published[3..])] {
        for (term, weight) in terms {
            let figure = Figure { published: Some(*weight), ours: released(document, term) };
            rows.push((format!("{} {term}", document + 1), vec![figure]));
        }
    }
    let same = rows
        .iter()
        .filter(|(_, row)| matches!(row[0], Figure { published: Some(a), ours: Some(b) } if (a - b).abs() < 1e-9))
        .count();
    let entries = masked.space.matrix.entries();
    let findings = vec![Finding {
        name: "every released term and weight is the published one".into(),
        ours: format!("{same} of {}, {entries} released", rows.len()),
        holds: same == rows.len() && entries == rows.len(),
    }];
    Ok(Report {
        name: "table-4.7",
        columns: &["weight"],
        digits: 2,
        rows,
        findings,
        notes: vec!["rows: document and released term; k = 2"],
    })
}
