//! `scumble assess sets`: what a release of set-valued records lost, and what it still leaks.

use crate::failure::Failure;
use crate::report::Console;
use crate::sets_input::{SetArguments, Sets};
use crate::sets_loss::{Losses, losses};
use scumble_assess::{Divergence, divergence, frequent_pairs, links};
use scumble_data::SetRecord;
use scumble_mask::Rng;
use scumble_mask::sets::{ConceptTable, Delta, Place};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::Path;

/// Pairs of concepts that count as frequent.
const PAIRS: usize = 100;
/// People an intruder looks for, at most: more are sampled.
const PEOPLE: usize = 5_000;

pub(super) fn run(
    original: &Path,
    released: &Path,
    arguments: &SetArguments,
    seed: u64,
    console: &Console,
) -> Result<(), Failure> {
    let spinner = console.spinner("reading");
    console.in_parallel(|| -> Result<(), Failure> {
        let before = arguments.read(original)?;
        let after = SetArguments::read_release(released)?;
        let places = aligned(&before, &after)?;
        spinner.set_message("understanding");
        let mut both = arguments.understand(vec![before, after])?;
        let (after, before) = (both.remove(1), both.remove(0));
        if after.sets.iter().all(Vec::is_empty) {
            return Err(Failure::input("no released item is known to the taxonomy")
                .with_help("is it the one that the release was made with?"));
        }
        let delta = if arguments.is_flat() { Delta::Equality } else { Delta::Semantic };
        spinner.set_message("measuring");
        let found = Found::new(&before, &after, &places, delta, seed)?;
        spinner.finish_and_clear();
        if console.json { console.print_json(&found.to_json()) } else { console.print(&found.to_text(console)) }
    })?
}

/// For each released record the original one that it stands for: by the same ids in the same order, or by the number that
/// `scumble sets` wrote.
fn aligned(originals: &[SetRecord], released: &[SetRecord]) -> Result<Vec<usize>, Failure> {
    let same = originals.len() == released.len() && originals.iter().zip(released).all(|(a, b)| a.id == b.id);
    if same {
        return Ok((0..originals.len()).collect());
    }
    let number =
        |record: &SetRecord| record.id.parse::<usize>().ok().filter(|number| (1..=originals.len()).contains(number));
    let numbers: Option<Vec<usize>> = released.iter().map(|record| number(record).map(|number| number - 1)).collect();
    let once = numbers.filter(|numbers| {
        let mut seen = vec![false; originals.len()];
        numbers.iter().all(|&number| !std::mem::replace(&mut seen[number], true))
    });
    once.ok_or_else(|| {
        Failure::input("the released records cannot be matched with the original ones").with_help(
            "their ids are to be the numbers that scumble sets writes, each once, or the same ids in the same order",
        )
    })
}

struct Found {
    loss: Losses,
    concepts: Divergence,
    terms: Divergence,
    pairs: (usize, usize),
    /// What is known of a person, the expected number of links, and how many people were looked for.
    risk: Vec<(&'static str, f64)>,
    people: usize,
    records: usize,
    released: usize,
    smallest: usize,
}

impl Found {
    fn new(before: &Sets, after: &Sets, places: &[usize], delta: Delta, seed: u64) -> Result<Self, Failure> {
        let mut concepts: Vec<Vec<Place>> = vec![Vec::new(); before.sets.len()];
        for (set, &original) in after.sets.iter().zip(places) {
            concepts[original] = set.iter().map(|&concept| before.places[concept as usize]).collect();
        }
        let frequent = frequent_pairs(&before.sets, PAIRS);
        let kept = frequent_pairs(&after.sets, PAIRS);
        let words =
            |sets: &'_ Sets| sets.words.iter().flat_map(|words| words.values().flatten().cloned()).collect::<Vec<_>>();
        // Distinct releases, and whose is which.
        let mut numbers: HashMap<&[String], usize> = HashMap::new();
        let mut distinct: Vec<(&[u32], usize)> = Vec::new();
        let mut own = vec![usize::MAX; before.sets.len()];
        for ((record, set), &original) in after.records.iter().zip(&after.sets).zip(places) {
            let at = *numbers.entry(&record.items).or_insert(distinct.len());
            if at == distinct.len() {
                distinct.push((set, 0));
            }
            distinct[at].1 += 1;
            own[original] = at;
        }
        let table = match delta {
            Delta::Semantic => ConceptTable::semantic(&before.taxonomies, &before.places)?,
            Delta::Equality => ConceptTable::equality(before.places.len()),
        };
        let counts: Vec<usize> = distinct.iter().map(|(_, count)| *count).collect();
        let nearest = |release: usize| match distinct[release].0 {
            [] => vec![1.0; table.len()],
            set => table.nearest(set),
        };
        let mut rng = Rng::new(seed);
        let mut people: Vec<usize> = (0..before.sets.len()).filter(|&record| !before.sets[record].is_empty()).collect();
        while people.len() > PEOPLE {
            let gone = rng.below(people.len());
            people.swap_remove(gone);
        }
        let mut known = |most: usize| -> Vec<(Vec<u32>, usize)> {
            people
                .iter()
                .map(|&record| {
                    let mut set = before.sets[record].clone();
                    while set.len() > most {
                        let gone = rng.below(set.len());
                        set.swap_remove(gone);
                    }
                    (set, own[record])
                })
                .collect()
        };
        let risk = [("known_1", 1), ("known_2", 2), ("known_3", 3), ("known_all", usize::MAX)]
            .map(|(name, most)| (name, links(&known(most), &counts, nearest)))
            .to_vec();
        Ok(Self {
            loss: losses(before, &concepts, delta)?,
            concepts: divergence(before.sets.iter().flatten().copied(), after.sets.iter().flatten().copied()),
            terms: divergence(words(before), words(after)),
            pairs: (frequent.iter().filter(|pair| kept.contains(pair)).count(), frequent.len()),
            risk,
            people: people.len(),
            records: before.sets.len(),
            released: after.sets.len(),
            smallest: counts.into_iter().min().unwrap_or(0),
        })
    }

    fn to_json(&self) -> Value {
        let share = |links: f64| 100.0 * links / self.people.max(1) as f64;
        let risk: serde_json::Map<String, Value> =
            self.risk.iter().map(|(name, links)| ((*name).to_owned(), json!(share(*links)))).collect();
        let links: serde_json::Map<String, Value> =
            self.risk.iter().map(|(name, links)| ((*name).to_owned(), json!(links))).collect();
        let divergence =
            |of: Divergence| json!({ "total_variation": of.total_variation, "jensen_shannon": of.jensen_shannon });
        json!({
            "records": self.records,
            "released": self.released,
            "smallest": self.smallest,
            "loss": {
                "sum": self.loss.sum, "sum_squared": self.loss.sum_squared, "mean": self.loss.mean(), "sum_min_sum": self.loss.sum_min_sum,
                "concepts": divergence(self.concepts), "terms": divergence(self.terms),
                "frequent_pairs": { "kept": self.pairs.0, "of": self.pairs.1 },
            },
            "risk": risk,
            "links": links,
            "people": self.people,
        })
    }

    fn to_text(&self, console: &Console) -> String {
        let style = console.style;
        let mut text = format!(
            "{} records, {} released; the rarest release is there {} times\n",
            self.records, self.released, self.smallest
        );
        let mut row = |name: &str, value: String, told: &str| {
            text.push_str(&format!("  {name:<26}{} {}\n", style.strong(&format!("{value:>12}")), style.faint(told)))
        };
        row("Σ min-sum", format!("{:.4}", self.loss.sum_min_sum), "distance to what is released, 0 if nothing changed");
        row("Σ avg", format!("{:.4}", self.loss.sum), "the paper's distance, which is not 0 even then");
        row("Σ avg²", format!("{:.4}", self.loss.sum_squared), "");
        row("concepts", format!("{:.4}", self.concepts.total_variation), "total variation of how often they occur");
        row("terms", format!("{:.4}", self.terms.total_variation), "the same of the words");
        row(
            "frequent pairs",
            format!("{} of {}", self.pairs.0, self.pairs.1),
            "that are still among the most frequent",
        );
        for (name, links) in &self.risk {
            let told = match *name {
                "known_all" => "of people found by one who knows all their concepts",
                _ => "of people found by one who knows that many of their concepts",
            };
            row(name, format!("{:.2} %", 100.0 * links / self.people.max(1) as f64), told);
        }
        text
    }
}
