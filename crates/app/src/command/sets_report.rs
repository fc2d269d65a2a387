//! What `scumble sets` did, for people and for programs.

use super::sets::{Arguments, Clusters};
use super::sets_release::Release;
use crate::report::Console;
use crate::sets_input::Sets;
use crate::sets_loss::Losses;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};

/// What was done.
pub(super) struct Outcome<'o> {
    pub(super) arguments: &'o Arguments,
    pub(super) sets: &'o Sets,
    pub(super) clusters: &'o Clusters,
    pub(super) release: &'o Release,
    pub(super) loss: &'o Losses,
    pub(super) smallest: usize,
    pub(super) unmapped: usize,
    pub(super) form: &'static str,
}

impl Outcome<'_> {
    fn groups(&self) -> usize {
        self.clusters.groups.len() + self.clusters.unknown.len()
    }

    /// Released words, and pairs of them, that only one input record has.
    fn exposure(&self) -> (usize, usize, usize, usize) {
        let mut people: HashMap<String, Vec<u32>> = HashMap::new();
        for (record, words) in self.sets.words.iter().enumerate() {
            let own: BTreeSet<String> = words.values().flatten().map(|word| word.to_lowercase()).collect();
            own.into_iter().for_each(|word| people.entry(word).or_default().push(record as u32));
        }
        let (mut terms, mut lone, mut pairs, mut lone_pairs) = (0, 0, 0, 0);
        for (group, _) in &self.clusters.groups {
            let Some(items) = self.release.items[group[0] as usize].as_ref() else { continue };
            for (at, item) in items.iter().enumerate() {
                let Some(who) = people.get(&item.to_lowercase()) else { continue };
                terms += 1;
                lone += usize::from(who.len() == 1);
                for other in items[..at].iter().filter_map(|other| people.get(&other.to_lowercase())) {
                    pairs += 1;
                    let both = who.iter().filter(|record| other.binary_search(record).is_ok()).take(2).count();
                    lone_pairs += usize::from(both == 1);
                }
            }
        }
        (terms, lone, pairs, lone_pairs)
    }

    pub(super) fn to_json(&self) -> Value {
        let (terms, lone, pairs, lone_pairs) = self.exposure();
        let [mapped, partly, unknown] = self.sets.items;
        json!({
            "records": self.sets.records.len(),
            "k": self.arguments.k,
            "distance": self.arguments.distance,
            "semantic": self.arguments.semantic == "yes" && !self.arguments.sets.is_flat(),
            "form": self.form,
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

    pub(super) fn to_text(&self, console: &Console) -> String {
        let style = console.style;
        let mut text = format!(
            "{} ({}) · {} records · {} concepts\n",
            self.arguments.input.display(),
            self.form,
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
