//! `scumble sets`: records of items, of which at least k are the same.

use super::sets_release::Release;
use super::sets_report::Outcome;
use crate::failure::Failure;
use crate::policy::named;
use crate::report::file::{self, Pending};
use crate::report::{Console, chart};
use crate::sets_input::{SetArguments, Sets};
use scumble_data::{read_release, write_release};
use scumble_mask::partition::{GroupSize, mdav};
use scumble_mask::sets::{ConceptTable, Delta, Place, SetDistance, SetGrouping, Triangle, TriangleCrowd};
use serde_json::json;
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::time::Instant;

/// Mask records of items: groups of at least k people publish the same synthetic record
///
/// Items (queries, products, diagnoses) are understood as concepts of a taxonomy; records are grouped by how far their sets of
/// concepts are; and every record of a group becomes one synthetic record, made of the concepts of the group's most central
/// member, each in words that someone in the input used. Reads JSON lines, baskets (a record a line) and logs (an item a line).
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The records
    pub(super) input: PathBuf,

    /// Where the release goes, as JSON lines; without it nothing is written, only reported
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,

    /// Records in a group, at least
    #[arg(short, value_name = "K", default_value_t = 5)]
    pub(super) k: usize,

    /// How far two sets of concepts are: min, max, avg, min-sum, max-sum
    #[arg(long, value_name = "NAME", default_value = "min-sum")]
    pub(super) distance: String,

    /// Whether concepts are near by what they have in common (yes), or equal or not (no)
    #[arg(long, value_name = "yes|no", default_value = "yes", value_parser = ["yes", "no"])]
    pub(super) semantic: String,

    /// What is published: terms (words of the input), concepts (their labels), generalized (what a group has in common)
    #[arg(long, value_name = "WHAT", default_value = "terms", value_parser = ["terms", "concepts", "generalized"])]
    pub(super) release: String,

    /// Never publish words that fewer than K people used: the concept's label instead
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub(super) rare_terms: u32,

    /// Records that are compared all with all, at most; more are cut into blocks of the same category first
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub(super) at_once: usize,

    /// Draw the loss against k = 2 … 10 for the ten distances into an SVG file
    #[arg(long, value_name = "FILE")]
    pub(super) picture: Option<PathBuf>,

    /// What random choices start from
    #[arg(long, value_name = "N", default_value_t = 42)]
    pub(super) seed: u64,

    #[command(flatten)]
    pub(super) sets: SetArguments,
}

const EXAMPLES: &str = "Examples:
  scumble sets queries.jsonl -k 3 -o release.jsonl
  scumble sets groceries.csv -k 5 --taxonomy vgh:hierarchy.csv --header yes -o release.jsonl --json
  scumble sets diagnoses.csv -k 3 --taxonomy codes:icd9.csv --release generalized -o release.jsonl
  scumble sets retail.csv -k 5 --taxonomy none --semantic no --at-once 5000 -o release.jsonl";

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    let start = Instant::now();
    let distance = named("distance", &arguments.distance, &SetDistance::ALL);
    let distance = distance.map_err(|problem| Failure::input(format!("--distance: {problem}")))?;
    let k = GroupSize::new(arguments.k)?;
    if arguments.output.is_some() && arguments.output == arguments.picture {
        return Err(Failure::input("the release and the picture would be one file"));
    }
    if arguments.at_once < 16 {
        return Err(Failure::input("--at-once is at least 16"));
    }
    for output in arguments.output.iter().chain(&arguments.picture) {
        let inputs = std::iter::once(arguments.input.as_path()).chain(arguments.sets.labels_file());
        file::refuse_inputs(output, inputs, "the release")?;
    }
    let delta =
        if arguments.semantic == "yes" && !arguments.sets.is_flat() { Delta::Semantic } else { Delta::Equality };
    let grouping = SetGrouping { k, distance, delta, at_once: arguments.at_once };
    let spinner = console.spinner("reading");
    console.in_parallel(|| -> Result<(), Failure> {
        let form = arguments.sets.form(&arguments.input)?;
        let records = arguments.sets.read(&arguments.input)?;
        if records.len() < k.get() {
            return Err(Failure::input(format!(
                "{}: k is {}, but there are only {} records",
                arguments.input.display(),
                k.get(),
                records.len()
            )));
        }
        spinner.set_message("understanding");
        let sets = arguments.sets.understand(vec![records])?.remove(0);
        let unmapped = sets.unmapped();
        if unmapped.len() == sets.records.len() {
            return Err(Failure::input("the taxonomy knows no item of any record")
                .with_help("name another with --taxonomy; --taxonomy none takes every item as itself"));
        }
        spinner.finish_and_clear();
        let bar = console.progress(sets.records.len() as u64, "comparing");
        let clusters = clustered(&sets, &grouping, &unmapped, &|done| bar.set_position(done as u64))?;
        bar.finish_and_clear();
        let release = Release::new(&sets, &clusters, arguments);
        // Whatever grouped them, what is lost is lost in meaning.
        let meaning = if arguments.sets.is_flat() { Delta::Equality } else { Delta::Semantic };
        let loss = release.loss(&sets, meaning)?;
        let written = release.lines();
        let smallest = smallest(written.iter().map(|(_, items)| *items));
        if smallest < k.get() {
            return Err(Failure::promise(format!(
                "the release would break its promise: only {smallest} records are the same; nothing was written"
            )));
        }
        if let Some(output) = &arguments.output {
            let pending = Pending::write(output, |file| write_release(written.iter().copied(), file))?;
            check(pending.temporary(), written.len(), k.get())?;
            pending.keep()?;
        }
        if let Some(picture) = &arguments.picture {
            file::write(
                picture,
                chart::lines("Loss against k", "k", "Σ min-sum loss", &curves(&sets, arguments.at_once)?).as_bytes(),
            )?;
        }
        let report = Outcome {
            arguments,
            sets: &sets,
            clusters: &clusters,
            release: &release,
            loss: &loss,
            smallest,
            unmapped: unmapped.len(),
            form,
        };
        if console.json {
            let mut value = report.to_json();
            value["seconds"] = json!(start.elapsed().as_secs_f64());
            return console.print_json(&value);
        }
        console.print(&report.to_text(console))
    })?
}

/// Groups of records, each with the record that stands for it.
pub(super) struct Clusters {
    pub(super) groups: Vec<(Vec<u32>, u32)>,
    /// Groups of records of which nothing is known.
    pub(super) unknown: Vec<Vec<u32>>,
    pub(super) suppressed: Vec<u32>,
    pub(super) blocks: usize,
}

fn clustered(
    sets: &Sets,
    grouping: &SetGrouping,
    unmapped: &[u32],
    told: &(dyn Fn(usize) + Sync),
) -> Result<Clusters, Failure> {
    let known: Vec<u32> =
        (0..sets.sets.len() as u32).filter(|&record| !sets.sets[record as usize].is_empty()).collect();
    if known.len() < grouping.k.get() {
        let problem =
            format!("k is {}, but the taxonomy knows items of only {} records", grouping.k.get(), known.len());
        return Err(Failure::input(problem).with_help("ask for a smaller k, or name another taxonomy"));
    }
    let inside: Vec<_> = known.iter().map(|&record| sets.sets[record as usize].clone()).collect();
    let grouped = grouping.group(&sets.taxonomies, &sets.places, &inside, told)?;
    let outside = |at: u32| known[at as usize];
    let groups = grouped.partition.groups().zip(&grouped.medoids);
    let groups =
        groups.map(|(group, &medoid)| (group.iter().map(|&at| outside(at)).collect(), outside(medoid))).collect();
    // Of the others only equality can be told: their items are concepts of their own.
    let (mut unknown, mut suppressed) = (Vec::new(), Vec::new());
    if unmapped.len() < grouping.k.get() {
        suppressed.extend(unmapped);
    } else {
        let mut numbers: BTreeMap<&str, u32> = BTreeMap::new();
        let own: Vec<Vec<u32>> = unmapped
            .iter()
            .map(|&record| {
                let mut set: Vec<u32> = sets.records[record as usize]
                    .items
                    .iter()
                    .map(|item| {
                        let next = numbers.len() as u32;
                        *numbers.entry(item).or_insert(next)
                    })
                    .collect();
                set.sort_unstable();
                set.dedup();
                set
            })
            .collect();
        let items: Vec<&str> = numbers.keys().copied().collect();
        let flat = std::sync::Arc::new(scumble_ontology::Taxonomy::flat(items.iter().copied()));
        let mut places: Vec<Place> =
            vec![(0, flat.concepts().next().ok_or_else(|| Failure::input("no item"))?); numbers.len()];
        for (item, &number) in &numbers {
            if let Some(concept) = flat.named(item) {
                places[number as usize] = (0, concept);
            }
        }
        let equality = SetGrouping { delta: Delta::Equality, ..*grouping };
        let grouped = equality.group(&[flat], &places, &own, &|_| ())?;
        unknown.extend(grouped.partition.groups().map(|group| group.iter().map(|&at| unmapped[at as usize]).collect()));
    }
    Ok(Clusters { groups, unknown, suppressed, blocks: grouped.blocks })
}

/// Reads a release back: as many records as were meant, and each at least k times.
fn check(path: &std::path::Path, records: usize, k: usize) -> Result<(), Failure> {
    let back = read_release(path)
        .map_err(|error| Failure::promise(format!("the release cannot be read back: {}", error.problem)))?;
    match back.len() == records && smallest(back.iter().map(|record| record.items.as_slice())) >= k {
        true => Ok(()),
        false => Err(Failure::promise("the release does not read back as it was meant; nothing was written")),
    }
}

/// How often the rarest record is there.
fn smallest<'i>(records: impl Iterator<Item = &'i [String]>) -> usize {
    let mut counts: HashMap<&[String], usize> = HashMap::new();
    records.for_each(|items| *counts.entry(items).or_default() += 1);
    counts.into_values().min().unwrap_or(0)
}

/// The min-sum loss for k = 2 to 10, by each of the ten distances.
fn curves(sets: &Sets, at_once: usize) -> Result<Vec<chart::Curve>, Failure> {
    let known: Vec<_> = sets.sets.iter().filter(|set| !set.is_empty()).cloned().collect();
    if known.len() > at_once {
        return Err(
            Failure::input("too many records for a picture").with_help("draw it of a sample, or raise --at-once")
        );
    }
    let semantic = ConceptTable::semantic(&sets.taxonomies, &sets.places)?;
    let equality = ConceptTable::equality(sets.places.len());
    let mut curves = Vec::new();
    for (table, kind) in [(&semantic, "semantic"), (&equality, "equality")] {
        for (name, distance) in SetDistance::ALL {
            let triangle = Triangle::new(table, &known, distance, &|_| ());
            let mut points = Vec::new();
            for k in (2..=10).filter(|&k| k <= known.len()) {
                let partition = mdav(TriangleCrowd::new(&triangle), GroupSize::new(k)?)?;
                let loss = |group: &[u32]| {
                    let medoid = &known[triangle.medoid(group) as usize];
                    group
                        .iter()
                        .map(|&record| SetDistance::MinSum.between(&semantic, &known[record as usize], medoid))
                        .sum::<f64>()
                };
                points.push((k as f64, partition.groups().map(loss).sum()));
            }
            curves.push(chart::Curve { name: format!("{name}, {kind}"), dashed: kind == "equality", points });
        }
    }
    Ok(curves)
}
