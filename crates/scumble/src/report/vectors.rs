//! The page about a released vector space: what it lost, and how well it is searched, classified and clustered.

use crate::report::{Axis, Card, Curve, Layout, Page, Series, Tone, bars, lines};
use crate::vectors::SpaceReport;
use scumble_assess::vectors::{Classified, QueryKind, Scenario, Shape};

/// The page about a released vector space. It shows figures only: no words and no documents.
#[must_use]
pub fn space_page(report: &SpaceReport) -> String {
    let mut page = Page::new("Release of a vector space");
    loss(&mut page, report);
    shapes(&mut page, report);
    querying(&mut page, report);
    classification(&mut page, report);
    clustering(&mut page, report);
    page.finish()
}

fn share(value: f64) -> String {
    format!("{value:.4}")
}

fn loss(page: &mut Page, report: &SpaceReport) {
    let card = |name: &str, value: String, hint: &str| Card { name: name.to_owned(), value, hint: hint.to_owned() };
    page.cards(&[
        card("Information loss", share(report.spherical_loss), "SSE / (SSE + SSA), cosine distance"),
        card("Classical loss", share(report.classical_loss), "the same groups, Euclid and means"),
        card("Smallest group", report.loss.smallest_group.to_string(), "documents with equal rows"),
        card("Groups", report.loss.groups.to_string(), "distinct released rows"),
    ]);
    if report.normalized {
        page.note(Tone::Note, "Rows were normalised to length 1 before they were measured.");
    }
    let value = |values: [f64; 2], name: &str| Series { name: name.to_owned(), values: values.to_vec() };
    let (spherical, classical) = (report.loss.spherical, report.loss.classical);
    let chart = bars(
        "Scatter within and between groups",
        Axis::new("Distance", ""),
        Axis::new("Sum of distances", ""),
        &["spherical".to_owned(), "classical".to_owned()],
        &[
            value([spherical.within, classical.within], "within groups (SSE)"),
            value([spherical.between, classical.between], "between groups (SSA)"),
        ],
        Layout::Stacked,
    );
    page.figure(&chart, "Information loss is the share of the lower part.");
}

fn shapes(page: &mut Page, report: &SpaceReport) {
    page.heading("Shape");
    let row = |name: &str, figure: &dyn Fn(&Shape) -> String| {
        vec![name.to_owned(), figure(&report.original), figure(&report.masked)]
    };
    page.table(
        &["", "original", "masked"],
        &[
            row("documents", &|shape| shape.documents.to_string()),
            row("terms", &|shape| shape.terms.to_string()),
            row("terms per document", &|shape| format!("{:.2}", shape.terms_per_document)),
            row("mean weight", &|shape| share(shape.mean_weight)),
        ],
    );
    let mut intervals: Vec<String> = (0..10).map(|low| format!("0.{low}–")).collect();
    intervals.push("1".to_owned());
    let series = |name: &str, shape: &Shape| Series {
        name: name.to_owned(),
        values: shape.distances.shares.iter().map(|share| 100.0 * share).collect(),
    };
    let chart = bars(
        "Cosine distances between documents",
        Axis::new("Distance", ""),
        Axis::new("Pairs", "%"),
        &intervals,
        &[series("original", &report.original), series("masked", &report.masked)],
        Layout::Grouped,
    );
    let distances = &report.original.distances;
    let pairs = if distances.sampled { "drawn at random" } else { "all of them" };
    page.figure(&chart, &format!("{} pairs of documents, {pairs}. An interval holds its lower end.", distances.pairs));
}

fn querying(page: &mut Page, report: &SpaceReport) {
    page.heading("Querying");
    page.paragraph("F1 of the documents that a query finds in both spaces. 1: the same documents.");
    let kinds: Vec<String> = (0..6).map(|kind| format!("q{kind}")).chain(["random".to_owned()]).collect();
    let mut answers: Vec<usize> = report.queries.iter().map(|scores| scores.answers).collect();
    answers.sort_unstable();
    answers.dedup();
    for most in answers {
        let of = report.queries.iter().filter(|scores| scores.answers == most);
        let series: Vec<Series> = of
            .map(|scores| Series {
                name: format!("{} {}", scores.words, if scores.words == 1 { "word" } else { "words" }),
                values: scores.f1.iter().copied().chain([scores.random_mean]).collect(),
            })
            .collect();
        let title = format!("F1 of the first {most} documents");
        let chart = bars(&title, Axis::new("Query", ""), Axis::new("F1", ""), &kinds, &series, Layout::Grouped);
        let names = QueryKind::ALL.iter().enumerate().map(|(kind, (name, _))| format!("q{kind}: {name}"));
        page.figure(&chart, &format!("{}; random: mean of many queries.", names.collect::<Vec<_>>().join("; ")));
    }
}

fn classification(page: &mut Page, report: &SpaceReport) {
    let Some([training, test]) = report.split else { return };
    page.heading("Classification");
    page.paragraph(&format!(
        "Learned from {training} documents, tested on {test}. Training and test documents are rows of one release."
    ));
    let mut classifiers: Vec<String> = report.classification.iter().map(|one| one.classifier.name()).collect();
    classifiers.truncate(report.classification.len() / Scenario::ALL.len());
    let figures = |figure: fn(&Classified) -> f64| -> Vec<Series> {
        let of = |name: &str| -> Vec<f64> {
            let same = report.classification.iter().filter(|one| one.classifier.name() == name);
            same.map(figure).collect()
        };
        classifiers.iter().map(|name| Series { name: name.clone(), values: of(name) }).collect()
    };
    let scenarios: Vec<String> = ["original", "1", "2", "3"].map(str::to_owned).to_vec();
    for (title, series) in [
        ("Accuracy", figures(|one| one.accuracy)),
        ("Jaccard index with the original's labels", figures(|one| one.jaccard)),
    ] {
        let up = Axis::new(title, "");
        let chart = bars(title, Axis::new("Scenario", ""), up, &scenarios, &series, Layout::Grouped);
        page.figure(&chart, "1: test documents masked; 2: both masked; 3: training documents masked.");
    }
    let row = |one: &Classified| {
        let figures = [one.accuracy, one.agreement, one.jaccard].map(share);
        [one.scenario.name().to_owned(), one.classifier.name()].into_iter().chain(figures).collect()
    };
    let rows: Vec<Vec<String>> = report.classification.iter().map(row).collect();
    page.table(&["scenario", "classifier", "accuracy", "agreement", "Jaccard"], &rows);
}

fn clustering(page: &mut Page, report: &SpaceReport) {
    page.heading("Clustering");
    if !report.too_many_clusters.is_empty() {
        let left: Vec<String> = report.too_many_clusters.iter().map(ToString::to_string).collect();
        page.note(Tone::Note, &format!("A space has fewer distinct rows than {} clusters: left out.", left.join(", ")));
    }
    let curve = |name: &str, dashed: bool, figure: &dyn Fn(usize) -> f64| Curve {
        name: name.to_owned(),
        dashed,
        points: (0..report.clustering.len()).map(|at| (report.clustering[at].clusters as f64, figure(at))).collect(),
    };
    let curves = [
        curve("original and masked", false, &|at| report.clustering[at].adjusted_rand_index),
        curve("original and original again", true, &|at| report.clustering[at].rerun),
    ];
    let up = Axis::new("Adjusted Rand index", "");
    page.figure(&lines("Clusters of both spaces", Axis::counts("Clusters"), up, &curves), "1: the same clusters.");
    let optional = |value: Option<f64>| value.map_or("–".to_owned(), share);
    let rows: Vec<Vec<String>> = report
        .clustering
        .iter()
        .map(|one| {
            let found = [share(one.adjusted_rand_index), share(one.rerun)];
            let labels = [one.original_with_labels, one.masked_with_labels].map(optional);
            std::iter::once(one.clusters.to_string()).chain(found).chain(labels).collect()
        })
        .collect();
    page.table(&["clusters", "with masked", "rerun", "original with labels", "masked with labels"], &rows);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors::{Labels, SpaceMeasures, assess_space};
    use scumble_data::{SparseMatrix, VectorSpace};
    use scumble_io::Silent;

    #[test]
    fn every_part_has_its_picture() {
        let rows = (0..12_u32).map(|row| vec![(row % 4, 2.0), (4 + row % 3, 1.0), (7, 0.5)]);
        let space = VectorSpace::of(SparseMatrix::from_rows(8, rows).unwrap());
        let labels = Labels::new(&(0..12).map(|row| (row % 2).to_string()).collect::<Vec<_>>());
        let measures = SpaceMeasures { clusters: vec![3, 12, 13], ..SpaceMeasures::new(1) };
        let report = assess_space(&space, &space, Some(&labels), &measures, &Silent).unwrap();
        let page = space_page(&report);
        // Scatter, distances, F1 of 20 and of 100 documents, accuracy, Jaccard, clusters.
        assert_eq!(page.matches("<svg").count(), 7);
        assert!(page.contains("fewer distinct rows than 13 clusters") && !page.contains("<script"));
        assert!(page.contains("scenario 3 (training masked)"));
        let without = space_page(&assess_space(&space, &space, None, &measures, &Silent).unwrap());
        assert!(without.matches("<svg").count() == 5 && !without.contains("Classification"));
    }
}
