//! `scumble assess sets`: what a release of set-valued records lost, and what it still leaks.

use crate::failure::Failure;
use crate::report::Console;
use crate::sets_input::{SetArguments, Stages};
use scumble::sets::{assess, distinct_items, read_release};
use scumble_assess::sets::SetsReading;
use std::path::Path;

pub(super) fn run(
    original: &Path,
    released: &Path,
    arguments: &SetArguments,
    seed: u64,
    console: &Console,
) -> Result<(), Failure> {
    let spinner = console.spinner("reading");
    console.in_parallel(|| -> Result<(), Failure> {
        let (before, after) = (arguments.read(original)?, read_release(released)?);
        let stack = arguments.open(&distinct_items(before.iter().chain(&after)))?;
        let watch = Stages { spinner: &spinner, bar: None };
        let assessed = assess(before, after, arguments.items(), &stack, seed, &watch)?;
        spinner.finish_and_clear();
        match console.json {
            true => console.print_json(&assessed.to_json()),
            false => console.print(&to_text(&assessed.reading, console)),
        }
    })?
}

fn to_text(found: &SetsReading, console: &Console) -> String {
    let style = console.style;
    let mut text = format!(
        "{} records, {} released; the rarest release is there {} times\n",
        found.records, found.released, found.smallest
    );
    let mut row = |name: &str, value: String, meaning: &str| {
        text.push_str(&format!("  {name:<26}{} {}\n", style.strong(&format!("{value:>12}")), style.faint(meaning)))
    };
    row("Σ min-sum", format!("{:.4}", found.loss.sum_min_sum), "distance to what is released, 0 if nothing changed");
    row("Σ avg", format!("{:.4}", found.loss.sum), "the paper's distance, which is not 0 even then");
    row("Σ avg²", format!("{:.4}", found.loss.sum_squared), "");
    row("concepts", format!("{:.4}", found.concepts.total_variation), "total variation of how often they occur");
    row("terms", format!("{:.4}", found.terms.total_variation), "the same of the words");
    row(
        "frequent pairs",
        format!("{} of {}", found.pairs.kept, found.pairs.of),
        "that are still among the most frequent",
    );
    for (name, links) in &found.links {
        let meaning = match *name {
            "known_all" => "of people found by one who knows all their concepts",
            _ => "of people found by one who knows that many of their concepts",
        };
        row(name, format!("{:.2} %", found.share(*links)), meaning);
    }
    text
}
