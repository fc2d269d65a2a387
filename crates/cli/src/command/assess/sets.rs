//! `scumble assess sets`: the information loss and disclosure risk of released set-valued records.

use crate::console::Console;
use crate::failure::Failure;
use crate::options::sets::SetArguments;
use scumble::Watch;
use scumble::assess::sets::{SetsReading, TRIED};
use scumble::sets::{assess, distinct_items, read_released};
use std::path::PathBuf;

/// Measure what a release of set-valued records lost, and what it still discloses
///
/// Released records are matched with the original ones by the numbers that scumble sets writes, or by the same ids in the same order.
/// Items are read as concepts, with the same taxonomy as the release was made with.
///
/// What is lost: the distance of every record to its released record, how far the frequencies of concepts and words moved, and frequent
/// pairs of concepts that are still frequent. What still leaks: released records that are the profile of a real person; people who are
/// linked to their released record by someone who knows 1, 2, 3 or all of their concepts; and people whose released record is the only
/// one that fits 1, 2 or 3 of their concepts, drawn at random or chosen as well as possible.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The original records
    original: PathBuf,

    /// The released records, as scumble sets writes them
    released: PathBuf,

    /// Seed of random choices: which items an intruder knows
    #[arg(long, value_name = "N", default_value_t = 42, help_heading = "How")]
    seed: u64,

    #[command(flatten)]
    sets: SetArguments,
}

const EXAMPLES: &str = "Examples:
  scumble assess sets queries.jsonl release.jsonl
  scumble assess sets groceries.csv release.jsonl --taxonomy vgh:hierarchy.csv --header yes --json";

pub(super) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    let progress = console.progress();
    console.in_parallel(|| -> Result<(), Failure> {
        let _ = progress.at("reading", 0, 0);
        let (before, after) = (arguments.sets.read(&arguments.original)?, read_released(&arguments.released)?);
        let stack = arguments.sets.open(&distinct_items(before.iter().chain(&after)))?;
        let assessed = assess(before, after, arguments.sets.items(), &stack, arguments.seed, &progress)?;
        progress.clear();
        match console.json {
            true => console.print_json(&assessed.to_json()),
            false => console.print(&to_text(&assessed.reading, console)),
        }
    })?
}

fn to_text(found: &SetsReading, console: &Console) -> String {
    let style = console.style;
    let mut text = format!(
        "{} records, {} released; the rarest released record occurs {} times\n",
        found.records, found.released, found.smallest
    );
    let mut row = |name: &str, value: String, meaning: &str| {
        text.push_str(&format!("  {name:<26}{} {}\n", style.strong(&format!("{value:>12}")), style.faint(meaning)))
    };
    row(
        "Σ min-sum",
        format!("{:.4}", found.loss.sum_min_sum),
        "distance of records to their released records; 0 if unchanged",
    );
    row("Σ avg", format!("{:.4}", found.loss.sum), "distance of Batet et al. (2014); not 0 even if unchanged");
    row("Σ avg²", format!("{:.4}", found.loss.sum_squared), "");
    row("concepts", format!("{:.4}", found.concepts.total_variation), "total variation of the frequencies of concepts");
    row("terms", format!("{:.4}", found.terms.total_variation), "the same of the words");
    row(
        "frequent pairs",
        format!("{} of {}", found.pairs.kept, found.pairs.of),
        "of the most frequent pairs of concepts are still among them",
    );
    for (name, links) in &found.links {
        let meaning = match *name {
            "known_all" => "of people linked by an intruder who knows all their concepts",
            _ => "of people linked by an intruder who knows that many of their concepts",
        };
        row(name, format!("{:.2} %", found.share(*links)), meaning);
    }
    let profiles = &found.profiles;
    let meaning = match profiles.records {
        0 => "released records have exactly the concepts of a real person".to_owned(),
        _ => format!(
            "released records have exactly the concepts of a real person; {} those of one person, {} those of fewer than {}",
            profiles.of_one, profiles.of_fewer_than_k, found.smallest
        ),
    };
    row("real profiles", profiles.records.to_string(), &meaning);
    let known = ["1 concept", "2 concepts", "3 concepts"];
    let kinds = [
        ("random", found.singled.random, found.singled_before.random),
        ("best", found.singled.best, found.singled_before.best),
    ];
    for (kind, after, before) in kinds {
        for ((known, after), before) in known.iter().zip(after).zip(before) {
            let meaning = format!("of people singled out by {known} of theirs ({before:.2} % in the original)");
            row(&format!("{kind}_{}", &known[..1]), format!("{after:.2} %"), &meaning);
        }
    }
    if found.singled.not_all_tried > 0 {
        let meaning =
            format!("people with more than {TRIED} concepts that fit, of which the rarest {TRIED} were tried");
        row("best, lower bounds", found.singled.not_all_tried.to_string(), &meaning);
    }
    text
}
