//! The tour's query log: how many people an intruder finds before and after, and what is published.

use super::wrapped;
use crate::console::style::Style;
use crate::failure::Failure;
use scumble::Silent;
use scumble::data::{SetOptions, SetRecord, read_sets};
use scumble::mask::partition::GroupSize;
use scumble::ontology::{Stack, wordnet};
use scumble::report::{Axis, Layout, Page, Series, bars};
use scumble::sets::{AnonymizedSets, AssessedSets, Items, SetPolicy, anonymize, assess, read_released};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

pub(super) const RELEASE: &str = "queries.released.jsonl";
const K: usize = 3;
/// Seed of the intruder's knowledge.
const SEED: u64 = 42;

/// The log before and after.
pub(super) struct Tour {
    records: Vec<SetRecord>,
    released: Vec<SetRecord>,
    sets: AnonymizedSets,
    before: AssessedSets,
    after: AssessedSets,
}

impl Tour {
    pub(super) fn run(folder: &Path) -> Result<Self, Failure> {
        let records = read_sets(&folder.join("queries.jsonl"), &SetOptions::default())?;
        let stack = Stack::new(vec![wordnet().nouns().clone(), wordnet().verbs().clone()]);
        let sets = anonymize(records.clone(), &SetPolicy::new(GroupSize::new(K)?), &stack, &Silent)?;
        let release = folder.join(RELEASE);
        sets.write(&release, &Silent)?;
        let released = read_released(&release)?;
        let measured =
            |released: Vec<SetRecord>| assess(records.clone(), released, Items::Phrases, &stack, SEED, &Silent);
        let (before, after) = (measured(records.clone())?, measured(released.clone())?);
        Ok(Self { records, released, sets, before, after })
    }

    /// The share of people found by an intruder who knows so many of their interests: before and after.
    fn risks(&self) -> Vec<(String, f64, f64)> {
        let (before, after) = (&self.before.reading, &self.after.reading);
        let known = |name: &str| match name {
            "known_all" => "all interests".to_owned(),
            "known_1" => "1 interest".to_owned(),
            name => format!("{} interests", name.trim_start_matches("known_")),
        };
        let pairs = before.links.iter().zip(&after.links);
        pairs.map(|((name, a), (_, b))| (known(name), before.share(*a), after.share(*b))).collect()
    }

    pub(super) fn text(&self, style: Style) -> String {
        let mut text = format!("{}\n\n", style.strong("3. A query log, anonymised"));
        let _ = writeln!(text, "  The first person searched for\n{}", wrapped(&self.records[0].items.join(", ")));
        let _ = writeln!(
            text,
            "  and publishes, like at least {} others,\n{}",
            K - 1,
            wrapped(&self.released[0].items.join(", "))
        );
        let _ = writeln!(text, "  {:<36}{:>8}{:>8}", "an intruder who knows … finds", "before", "after");
        for (known, before, after) in self.risks() {
            let after = style.strong(&format!("{after:>6.0} %"));
            let _ = writeln!(text, "  {known:<36}{before:>6.0} %{after}   {}", style.faint("of the people"));
        }
        text
    }

    pub(super) fn show(&self, page: &mut Page) {
        page.heading("A query log, anonymised");
        page.paragraph(&format!(
            "The queries of {} people are understood as concepts; groups of at least {K} people with similar interests publish the \
             same synthetic record. {} groups were made.",
            self.records.len(),
            self.sets.groups()
        ));
        let (categories, values): (Vec<String>, Vec<(f64, f64)>) =
            self.risks().into_iter().map(|(known, before, after)| (known, (before, after))).unzip();
        let series = |name: &str, pick: fn(&(f64, f64)) -> f64| Series {
            name: name.to_owned(),
            values: values.iter().map(pick).collect(),
        };
        let picture = bars(
            "People whom an intruder finds",
            Axis::new("What the intruder knows of a person", ""),
            Axis::new("People found", "%"),
            &categories,
            &[series("before", |pair| pair.0), series("after", |pair| pair.1)],
            Layout::Grouped,
        );
        page.figure(&picture, "The expected share of people whose record the intruder picks, guessing among ties.");
        let rows: Vec<Vec<String>> = (0..3.min(self.records.len()))
            .map(|at| vec![self.records[at].items.join(", "), self.released[at].items.join(", ")])
            .collect();
        page.table(&["searched for", "published"], &rows);
    }

    pub(super) fn to_json(&self) -> Value {
        json!({ "before": self.before.to_json(), "after": self.after.to_json() })
    }
}
