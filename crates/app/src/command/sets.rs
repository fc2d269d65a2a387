//! `scumble sets`: records of items, of which at least k are the same.

use crate::failure::Failure;
use crate::policy::named;
use crate::report::file::{self, Pending};
use crate::report::{Console, chart};
use crate::sets_input::{SetArguments, Sets};
use crate::sets_loss::{Losses, losses};
use scumble_mask::Rng;
use scumble_mask::partition::GroupSize;
use scumble_mask::sets::{ConceptTable, Delta, Place, SetDistance, SetGrouping, generalized, synthetic};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::io::Write as _;
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
    input: PathBuf,

    /// Where the release goes, as JSON lines; without it nothing is written, only reported
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Records in a group, at least
    #[arg(short, value_name = "K", default_value_t = 5)]
    k: usize,

    /// How far two sets of concepts are: min, max, avg, min-sum, max-sum
    #[arg(long, value_name = "NAME", default_value = "min-sum")]
    distance: String,

    /// Whether concepts are near by what they have in common (yes), or equal or not (no)
    #[arg(long, value_name = "yes|no", default_value = "yes", value_parser = ["yes", "no"])]
    semantic: String,

    /// What is published: terms (words of the input), concepts (their labels), generalized (what a group has in common)
    #[arg(long, value_name = "WHAT", default_value = "terms", value_parser = ["terms", "concepts", "generalized"])]
    release: String,

    /// Never publish words that fewer than K people used: the concept's label instead
    #[arg(long, value_name = "K", default_value_t = 1)]
    rare_terms: u32,

    /// Records that are compared all with all, at most; more are cut into blocks of the same category first
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    at_once: usize,

    /// Draw the loss against k = 2 … 10 for the ten distances into an SVG file
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,

    /// What random choices start from
    #[arg(long, value_name = "N", default_value_t = 42)]
    seed: u64,

    #[command(flatten)]
    sets: SetArguments,
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
    for output in arguments.output.iter().chain(&arguments.picture) {
        file::refuse_inputs(output, [arguments.input.as_path()], "the release")?;
    }
    let delta =
        if arguments.semantic == "yes" && !arguments.sets.is_flat() { Delta::Semantic } else { Delta::Equality };
    let grouping = SetGrouping { k, distance, delta, at_once: arguments.at_once.max(16) };
    let spinner = console.spinner("reading");
    console.in_parallel(|| -> Result<(), Failure> {
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
        let release = Release::new(&sets, &clusters, arguments)?;
        let loss = release.loss(&sets, delta);
        let written = release.lines();
        let smallest = smallest(written.iter().map(|(_, items)| *items));
        if smallest < k.get() {
            return Err(Failure::promise(format!(
                "the release would break its promise: only {smallest} records are the same; nothing was written"
            )));
        }
        if let Some(output) = &arguments.output {
            let pending = Pending::write(output, |file| {
                let mut out = std::io::BufWriter::new(file);
                written.iter().try_for_each(|(id, items)| writeln!(out, "{}", json!({ "id": id, "items": items })))?;
                out.flush()
            })?;
            check(pending.temporary(), written.len(), k.get())?;
            pending.keep()?;
        }
        if let Some(picture) = &arguments.picture {
            file::write(
                picture,
                chart::lines("Loss against k", "k", "Σ min-sum loss", &curves(&sets, &unmapped)?).as_bytes(),
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
    groups: Vec<(Vec<u32>, u32)>,
    /// Groups of records of which nothing is known.
    unknown: Vec<Vec<u32>>,
    suppressed: Vec<u32>,
    blocks: usize,
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

/// What every record becomes.
struct Release {
    items: Vec<Option<Vec<String>>>,
    concepts: Vec<Vec<Place>>,
    /// Released words that are the medoid's own, of all that were released.
    own: (usize, usize),
}

impl Release {
    fn new(sets: &Sets, clusters: &Clusters, arguments: &Arguments) -> Result<Self, Failure> {
        let mut rng = Rng::new(arguments.seed);
        let mut release =
            Self { items: vec![None; sets.records.len()], concepts: vec![Vec::new(); sets.records.len()], own: (0, 0) };
        let place = |concept: u32| sets.places[concept as usize];
        for (group, medoid) in &clusters.groups {
            let set = &sets.sets[*medoid as usize];
            let (concepts, items): (Vec<Place>, Vec<String>) = match arguments.release.as_str() {
                "generalized" => {
                    let members: Vec<Vec<Place>> = group
                        .iter()
                        .map(|&record| sets.sets[record as usize].iter().map(|&concept| place(concept)).collect())
                        .collect();
                    let concepts = generalized(&sets.taxonomies, &members);
                    let items = concepts.iter().map(|&concept| sets.label(concept)).collect();
                    (concepts, items)
                }
                "concepts" => (
                    set.iter().map(|&concept| place(concept)).collect(),
                    set.iter().map(|&concept| sets.label(place(concept))).collect(),
                ),
                _ => {
                    let items = synthetic(
                        set,
                        &sets.terms,
                        arguments.rare_terms,
                        |concept| sets.label(place(concept)),
                        &mut rng,
                    );
                    let words = &sets.words[*medoid as usize];
                    release.own.0 +=
                        set.iter().zip(&items).filter(|(concept, item)| words.get(concept) == Some(*item)).count();
                    release.own.1 += items.len();
                    (set.iter().map(|&concept| place(concept)).collect(), items)
                }
            };
            for &record in group {
                release.items[record as usize] = Some(items.clone());
                release.concepts[record as usize].clone_from(&concepts);
            }
        }
        // Of what no taxonomy knows, only what at least k people in the input have can be said.
        let mut people: HashMap<&str, usize> = HashMap::new();
        sets.records.iter().flat_map(|record| &record.items).for_each(|item| *people.entry(item).or_default() += 1);
        let least = arguments.k.max(arguments.rare_terms as usize);
        for group in &clusters.unknown {
            let mut shared: Vec<String> =
                group.iter().flat_map(|&record| &sets.records[record as usize].items).cloned().collect();
            shared.sort_unstable();
            let all = group.len();
            let shared: Vec<String> = shared
                .chunk_by(|a, b| a == b)
                .filter(|same| same.len() == all && people[same[0].as_str()] >= least)
                .map(|same| same[0].clone())
                .collect();
            for &record in group {
                release.items[record as usize] = Some(shared.clone());
            }
        }
        Ok(release)
    }

    /// What is written: the number of a record in the input, and its items. Ids are not: they name people.
    fn lines(&self) -> Vec<(usize, &[String])> {
        self.items.iter().enumerate().filter_map(|(at, items)| Some((at + 1, items.as_deref()?))).collect()
    }

    fn loss(&self, sets: &Sets, delta: Delta) -> Losses {
        losses(sets, &self.concepts, delta)
    }
}

/// Reads a release back: as many records as were meant, and each at least k times.
fn check(path: &std::path::Path, records: usize, k: usize) -> Result<(), Failure> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::promise(format!("the release cannot be read back: {error}")))?;
    let items: Option<Vec<Vec<String>>> = text
        .lines()
        .map(|line| serde_json::from_value(serde_json::from_str::<Value>(line).ok()?.get("items")?.clone()).ok())
        .collect();
    match items {
        Some(items) if items.len() == records && smallest(items.iter().map(Vec::as_slice)) >= k => Ok(()),
        _ => Err(Failure::promise("the release does not read back as it was meant; nothing was written")),
    }
}

/// How often the rarest record is there.
fn smallest<'i>(records: impl Iterator<Item = &'i [String]>) -> usize {
    let mut counts: HashMap<&[String], usize> = HashMap::new();
    records.for_each(|items| *counts.entry(items).or_default() += 1);
    counts.into_values().min().unwrap_or(0)
}

/// The min-sum loss for k = 2 to 10, by each of the ten distances.
fn curves(sets: &Sets, unmapped: &[u32]) -> Result<Vec<chart::Curve>, Failure> {
    let known: Vec<u32> = (0..sets.sets.len() as u32).filter(|record| !unmapped.contains(record)).collect();
    let inside: Vec<_> = known.iter().map(|&record| sets.sets[record as usize].clone()).collect();
    let table = ConceptTable::semantic(&sets.taxonomies, &sets.places);
    let mut curves = Vec::new();
    for (delta, kind) in [(Delta::Semantic, "semantic"), (Delta::Equality, "equality")] {
        for (name, distance) in SetDistance::ALL {
            let mut points = Vec::new();
            for k in (2..=10).filter(|&k| k <= inside.len()) {
                let grouping = SetGrouping { k: GroupSize::new(k)?, distance, delta, at_once: usize::MAX };
                let grouped = grouping.group(&sets.taxonomies, &sets.places, &inside, &|_| ())?;
                let loss = grouped
                    .partition
                    .groups()
                    .zip(&grouped.medoids)
                    .map(|(group, &medoid)| {
                        group
                            .iter()
                            .map(|&record| {
                                SetDistance::MinSum.between(&table, &inside[record as usize], &inside[medoid as usize])
                            })
                            .sum::<f64>()
                    })
                    .sum();
                points.push((k as f64, loss));
            }
            curves.push(chart::Curve { name: format!("{name}, {kind}"), dashed: delta == Delta::Equality, points });
        }
    }
    Ok(curves)
}

/// What was done.
struct Outcome<'o> {
    arguments: &'o Arguments,
    sets: &'o Sets,
    clusters: &'o Clusters,
    release: &'o Release,
    loss: &'o Losses,
    smallest: usize,
    unmapped: usize,
}

impl Outcome<'_> {
    fn groups(&self) -> usize {
        self.clusters.groups.len() + self.clusters.unknown.len()
    }

    /// Released words, and pairs of them, that only one input record has.
    fn exposure(&self) -> (usize, usize, usize, usize) {
        let mut people: HashMap<&str, Vec<u32>> = HashMap::new();
        for (record, words) in self.sets.words.iter().enumerate() {
            words.values().for_each(|said| people.entry(said).or_default().push(record as u32));
        }
        let (mut terms, mut lone, mut pairs, mut lone_pairs) = (0, 0, 0, 0);
        for (group, _) in &self.clusters.groups {
            let Some(items) = self.release.items[group[0] as usize].as_ref() else { continue };
            for (at, item) in items.iter().enumerate() {
                let Some(who) = people.get(item.as_str()) else { continue };
                terms += 1;
                lone += usize::from(who.len() == 1);
                for other in items[..at].iter().filter_map(|other| people.get(other.as_str())) {
                    pairs += 1;
                    let both = who.iter().filter(|record| other.binary_search(record).is_ok()).take(2).count();
                    lone_pairs += usize::from(both == 1);
                }
            }
        }
        (terms, lone, pairs, lone_pairs)
    }

    fn to_json(&self) -> Value {
        let (terms, lone, pairs, lone_pairs) = self.exposure();
        let [mapped, partly, unknown] = self.sets.items;
        json!({
            "records": self.sets.records.len(),
            "k": self.arguments.k,
            "distance": self.arguments.distance,
            "semantic": self.arguments.semantic == "yes" && !self.arguments.sets.is_flat(),
            "release": self.arguments.release,
            "groups": self.groups(),
            "smallest": self.smallest,
            "blocks": self.clusters.blocks,
            "concepts": self.sets.places.len(),
            "sum": self.loss.sum,
            "sum_squared": self.loss.sum_squared,
            "mean": self.loss.mean(),
            "sum_min_sum": self.loss.sum_min_sum,
            "unmapped": self.unmapped,
            "suppressed": self.clusters.suppressed.len(),
            "items": { "mapped": mapped, "partly": partly, "unmapped": unknown },
            "exposure": { "terms": terms, "terms_of_one_person": lone, "pairs": pairs, "pairs_of_one_person": lone_pairs, "terms_of_the_medoid": self.release.own.0, "terms_drawn": self.release.own.1 },
            "output": self.arguments.output.as_ref().map(|output| output.display().to_string()),
        })
    }

    fn to_text(&self, console: &Console) -> String {
        let style = console.style;
        let mut text = format!(
            "{} · {} records · {} concepts\n",
            self.arguments.input.display(),
            self.sets.records.len(),
            self.sets.places.len()
        );
        let mut row =
            |what: &str, told: String| text.push_str(&format!("  {}  {told}\n", style.faint(&format!("{what:<9}"))));
        let [mapped, partly, unknown] = self.sets.items;
        row("items", format!("{mapped} understood as a whole, {partly} in part, {unknown} not at all"));
        if self.unmapped > 0 {
            let fate =
                if self.clusters.suppressed.is_empty() { "grouped among themselves" } else { "left out: fewer than k" };
            row("unmapped", format!("{} records of which no item is known, {fate}", self.unmapped));
        }
        let blocks =
            if self.clusters.blocks > 1 { format!(", in {} blocks", self.clusters.blocks) } else { String::new() };
        row("groups", format!("{}{blocks}; {} at least publish the same record", self.groups(), self.smallest));
        row(
            "loss",
            format!(
                "Σ min-sum {}, Σ avg {:.4} (mean {:.4}), Σ avg² {:.4}",
                style.strong(&format!("{:.4}", self.loss.sum_min_sum)),
                self.loss.sum,
                self.loss.mean(),
                self.loss.sum_squared
            ),
        );
        let (terms, lone, pairs, lone_pairs) = self.exposure();
        row(
            "exposure",
            format!(
                "of {terms} published terms {lone} are in one input record only; of {pairs} pairs of terms {lone_pairs}"
            ),
        );
        row(
            "written",
            self.arguments
                .output
                .as_ref()
                .map_or("nothing: name a file with -o".to_owned(), |output| output.display().to_string()),
        );
        text
    }
}
