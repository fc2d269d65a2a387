//! `scumble vectors assess`: what a released vector space is still worth.

use crate::console::Console;
use crate::failure::Failure;
use scumble::Watch;
use scumble::assess::vectors::Shape;
use scumble::data::{FirstIndex, SpaceFormat, SpaceOptions, read_space};
use scumble::io::write_whole;
use scumble::policy::named;
use scumble::report::space_page;
use scumble::vectors::{Labels, SpaceMeasures, SpaceReport, assess_space};
use std::path::PathBuf;
use std::time::Instant;

/// Measure what a released vector space lost, and how well it is searched, classified and clustered
///
/// Both spaces must have the same documents and terms in the same order. Information loss is SSE / (SSE + SSA) by cosine distance
/// (spherical) and by Euclid's distance (classical); documents with equal released rows are one group. Queries of six kinds with 1, 3 and
/// 5 words compare the first 20 and 100 documents of both spaces. With labels, documents are classified by 5 and 10 nearest neighbours and by
/// naive Bayes in three scenarios. Spherical k-means clusters both spaces; the adjusted Rand index compares the clusters.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The original space: a folder or a matrix
    original: PathBuf,

    /// The masked space: a folder or a matrix
    masked: PathBuf,

    /// Table with the column label, a row for each document, and perhaps the column split (train, test)
    #[arg(long, value_name = "FILE", help_heading = "What")]
    labels: Option<PathBuf>,

    /// Numbers of clusters, separated by commas; the number of labels is added
    #[arg(long, value_name = "N,N", value_delimiter = ',', default_value = "5,10,15,20,25", help_heading = "What")]
    clusters: Vec<usize>,

    /// Write an HTML page with all figures
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    report: Option<PathBuf>,

    /// Format of matrices that are no folders: mtx, svm, csv or parquet [default: by the names of the files]
    #[arg(long, value_name = "FORMAT", help_heading = "Input")]
    format: Option<String>,

    /// First index of matrices that are no folders: 0 or 1 [default: the usual one of the format]
    #[arg(long, value_name = "N", help_heading = "Input")]
    first_index: Option<String>,

    /// Seed of random words, splits and starts of clusters
    #[arg(long, value_name = "N", default_value_t = 42, help_heading = "How")]
    seed: u64,
}

const EXAMPLES: &str = "Examples:
  scumble vectors assess letters.space release.space
  scumble vectors assess reuters.mtx.gz release.mtx --labels reuters.labels.csv --report release.html";

pub(super) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    let start = Instant::now();
    if arguments.clusters.contains(&0) {
        return Err(Failure::input("--clusters: there is at least one cluster"));
    }
    let format = arguments.format.as_deref().map(|name| named("format", name, &SpaceFormat::ALL));
    let first = arguments.first_index.as_deref().map(|name| named("first index", name, &FirstIndex::ALL));
    let options = SpaceOptions {
        format: format.transpose().map_err(Failure::input)?,
        first_index: first.transpose().map_err(Failure::input)?,
        vocabulary: None,
    };
    if let Some(report) = &arguments.report {
        let inputs = [&arguments.original, &arguments.masked].into_iter().chain(&arguments.labels);
        scumble::refuse_inputs(report, inputs.map(PathBuf::as_path), "the report")?;
    }
    let progress = console.progress();
    console.in_parallel(|| -> Result<(), Failure> {
        let _ = progress.at("reading", 0, 0);
        let read = |path: &PathBuf| read_space(path, &options).map_err(scumble::Error::from);
        let (original, masked) = (read(&arguments.original)?, read(&arguments.masked)?);
        let labels = arguments.labels.as_deref().map(Labels::read).transpose()?;
        let measures = SpaceMeasures { clusters: arguments.clusters.clone(), ..SpaceMeasures::new(arguments.seed) };
        let found = assess_space(&original, &masked, labels.as_ref(), &measures, &progress)?;
        if let Some(report) = &arguments.report {
            write_whole(report, space_page(&found).as_bytes())?;
        }
        progress.clear();
        if !console.json {
            return console.print(&to_text(&found, console));
        }
        let mut value = serde_json::to_value(&found).map_err(|error| Failure::input(error.to_string()))?;
        value["seconds"] = start.elapsed().as_secs_f64().into();
        console.print_json(&value)
    })?
}

fn to_text(found: &SpaceReport, console: &Console) -> String {
    let style = console.style;
    let mut text = format!(
        "{} documents, {} terms · {} distinct released rows, the rarest of {} documents\n",
        found.original.documents, found.original.terms, found.loss.groups, found.loss.smallest_group
    );
    if found.normalized {
        text.push_str(&style.faint("rows were normalised to length 1 first"));
        text.push('\n');
    }
    let mut row = |name: String, value: String, meaning: String| {
        text.push_str(&format!("  {name:<36}{} {}\n", style.strong(&format!("{value:>9}")), style.faint(&meaning)));
    };
    let share = |value: f64| format!("{value:.4}");
    row("information loss".into(), share(found.spherical_loss), "SSE / (SSE + SSA), cosine distance".into());
    row("classical loss".into(), share(found.classical_loss), "the same groups, Euclid and means".into());
    let mut both = |name: &str, meaning: &str, figure: &dyn Fn(&Shape) -> String| {
        row(name.into(), figure(&found.masked), format!("{meaning}; {} in the original", figure(&found.original)));
    };
    both("terms per document", "weights that are not 0", &|shape| format!("{:.2}", shape.terms_per_document));
    both("mean weight", "of these", &|shape| share(shape.mean_weight));
    both("pairs without a common term", "share of pairs at distance 1", &|shape| share(shape.distances.shares[10]));
    for scores in &found.queries {
        let f1: Vec<String> = scores.f1.iter().map(|f1| format!("{f1:.2}")).collect();
        let words = if scores.words == 1 { "word" } else { "words" };
        row(
            format!("F1, {} {words}, first {}", scores.words, scores.answers),
            share(scores.random_mean),
            format!("mean of random queries; q0 to q5: {}", f1.join(" ")),
        );
    }
    for one in &found.classification {
        row(
            format!("{} {}", one.classifier.name(), one.scenario.name()),
            share(one.accuracy),
            format!("accuracy; Jaccard index with the labels from the original {:.4}", one.jaccard),
        );
    }
    for one in &found.clustering {
        row(
            format!("{} clusters", one.clusters),
            share(one.adjusted_rand_index),
            format!("adjusted Rand index; {:.4} for the original clustered again", one.rerun),
        );
    }
    if !found.too_many_clusters.is_empty() {
        let left: Vec<String> = found.too_many_clusters.iter().map(ToString::to_string).collect();
        row("clusters left out".into(), left.join(", "), "a space has fewer distinct rows".into());
    }
    text
}
