//! `scumble sets`: records of items, of which at least k are the same.

mod text;

use crate::console::Console;
use crate::failure::Failure;
use crate::options::sets::SetArguments;
use scumble::assess::sets::{Curve, sweep};
use scumble::io::write_whole;
use scumble::mask::partition::GroupSize;
use scumble::mask::sets::{Anonymize, Delta, Publish, SetCentroid, SetDistance, Understood};
use scumble::policy::named;
use scumble::report::{self, Axis};
use scumble::sets::{SetPolicy, anonymize, distinct_items};
use scumble::{Place, Silent, Watch};
use serde_json::json;
use std::path::PathBuf;
use std::time::Instant;
use text::to_text;

/// Anonymise set-valued records: groups of at least k people publish the same synthetic record
///
/// Items (queries, products, diagnoses) are mapped to concepts of a taxonomy, records are microaggregated by the distance of their
/// concept sets, and every record of a group is replaced by one synthetic record: concepts drawn from the group, each as a term
/// that occurs in the input. Reads JSON lines, baskets (a record a line) and logs (an item a line).
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The records to anonymise
    pub(super) input: PathBuf,

    /// The release, as JSON lines; without it the result is only reported
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(super) output: Option<PathBuf>,

    /// Minimum number of records in a group
    #[arg(short, value_name = "K", default_value_t = 5, help_heading = "How")]
    pub(super) k: usize,

    /// Distance of two concept sets: min, max, avg, min-sum, max-sum
    #[arg(long, value_name = "NAME", default_value = "min-sum", help_heading = "How")]
    pub(super) distance: String,

    /// Compare concepts by taxonomic distance (yes) or only for equality (no)
    #[arg(long, value_name = "yes|no", default_value = "yes", value_parser = ["yes", "no"], help_heading = "How")]
    pub(super) semantic: String,

    /// Content of a released record: terms of the input, labels of the concepts, or generalized (lowest common ancestors of the group)
    #[arg(long, value_name = "WHAT", default_value = "terms", value_parser = ["terms", "concepts", "generalized"], help_heading = "What")]
    pub(super) release: String,

    /// Centroid of a group: drawn (concepts drawn from the group, so that no released record is the profile of a real person) or medoid
    /// (the profile of the person nearest to all others)
    #[arg(long, value_name = "WHAT", default_value = "drawn", value_parser = ["drawn", "medoid"], help_heading = "What")]
    pub(super) centroid: String,

    /// Replace concepts that fewer than K people share by the nearest ancestor that K people share, and never publish a word that fewer
    /// than K people typed
    #[arg(long, value_name = "K", default_value_t = 1, help_heading = "What")]
    pub(super) rare_terms: u32,

    /// Largest number of records grouped at once; more are first cut into blocks of records of similar category
    #[arg(long, value_name = "N", default_value_t = 20_000, help_heading = "How")]
    pub(super) at_once: usize,

    /// Write an SVG chart of information loss against k = 2 … 10 for the ten distances
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(super) picture: Option<PathBuf>,

    /// Seed of the random number generator
    #[arg(long, value_name = "N", default_value_t = 42, help_heading = "How")]
    pub(super) seed: u64,

    #[command(flatten)]
    pub(super) sets: SetArguments,
}

const EXAMPLES: &str = "Examples:
  scumble sets queries.jsonl -k 3 -o release.jsonl
  scumble sets groceries.csv -k 5 --taxonomy vgh:hierarchy.csv --header yes -o release.jsonl --json
  scumble sets diagnoses.csv -k 3 --taxonomy codes:icd9.csv --rare-terms 3 -o release.jsonl
  scumble sets diagnoses.csv -k 3 --taxonomy codes:icd9.csv --release generalized -o release.jsonl
  scumble sets retail.csv -k 5 --taxonomy none --semantic no --at-once 5000 -o release.jsonl";

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    let start = Instant::now();
    let policy = arguments.policy()?;
    let k = policy.anonymize.k;
    if arguments.output.is_some() && arguments.output == arguments.picture {
        return Err(Failure::input("the release and the picture would be one file"));
    }
    policy.anonymize.check()?;
    for output in arguments.output.iter().chain(&arguments.picture) {
        let inputs = std::iter::once(arguments.input.as_path()).chain(arguments.sets.labels_file());
        scumble::refuse_inputs(output, inputs, "the release")?;
    }
    let progress = console.progress();
    console.in_parallel(|| -> Result<(), Failure> {
        let _ = progress.at("reading", 0, 0);
        let form = arguments.sets.form(&arguments.input)?;
        let records = arguments.sets.read(&arguments.input)?;
        let place = Place::file(&arguments.input.display().to_string());
        k.check(records.len()).map_err(|error| scumble::Error::from(error).at(place))?;
        let stack = arguments.sets.open(&distinct_items(&records))?;
        let sets = anonymize(records, &policy, &stack, &progress)?;
        if let Some(output) = &arguments.output {
            sets.write(output, &Silent)?;
        }
        if let Some(picture) = &arguments.picture {
            let curves = curves(&sets.understood, arguments.at_once)?;
            let (across, up) = (Axis { label: "k", unit: "records", whole: true }, Axis::new("Σ min-sum loss", ""));
            write_whole(picture, report::lines("Loss against k", across, up, &curves).as_bytes())?;
        }
        progress.clear();
        let output = arguments.output.as_deref();
        if console.json {
            let mut value = sets.to_json(form, output);
            value["seconds"] = json!(start.elapsed().as_secs_f64());
            return console.print_json(&value);
        }
        console.print(&to_text(&sets, arguments, form, console))
    })?
}

impl Arguments {
    fn policy(&self) -> Result<SetPolicy, Failure> {
        let distance = named("distance", &self.distance, &SetDistance::ALL);
        let distance = distance.map_err(|problem| Failure::input(format!("--distance: {problem}")))?;
        let anonymize = Anonymize {
            k: GroupSize::new(self.k)?,
            distance,
            delta: if self.semantic == "yes" { Delta::Semantic } else { Delta::Equality },
            publish: named("release", &self.release, &Publish::ALL).map_err(Failure::input)?,
            centroid: named("centroid", &self.centroid, &SetCentroid::ALL).map_err(Failure::input)?,
            rare_terms: self.rare_terms,
            at_once: self.at_once,
            seed: self.seed,
        };
        Ok(SetPolicy { items: self.sets.items(), anonymize })
    }
}

/// The min-sum loss for k = 2 to 10, by each of the ten distances: the semantic ones first.
fn curves(sets: &Understood, at_once: usize) -> Result<Vec<report::Curve>, Failure> {
    if sets.sets.len() - sets.unmapped().len() > at_once {
        return Err(Failure::input("too many records for a chart").with_help("use a sample, or raise --at-once"));
    }
    let curve = |curve: &Curve| {
        let kind = if curve.delta == Delta::Semantic { "semantic" } else { "equality" };
        report::Curve {
            name: format!("{}, {kind}", curve.distance.name()),
            dashed: curve.delta == Delta::Equality,
            points: curve.points.iter().map(|point| (point.k as f64, point.sum_min_sum)).collect(),
        }
    };
    let curves = sweep(sets, 2..=10, &Silent)?;
    let (semantic, equality): (Vec<Curve>, Vec<Curve>) =
        curves.into_iter().partition(|curve| curve.delta == Delta::Semantic);
    Ok(semantic.iter().chain(&equality).map(curve).collect())
}
