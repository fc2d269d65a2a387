//! `scumble link`: how many records of a release an intruder links with the original.

use crate::console::Console;
use crate::failure::{Failure, with_flags};
use crate::options::lists::split;
use crate::options::tables::TableArguments;
use scumble::Watch;
use scumble::data::read;
use scumble::io::write_whole;
use scumble::link::{
    Attack, Attacked, AttackedByKnown, LinkSettings, Rate, attack, attack_with_known, link_page, programme,
};
use scumble::policy::named;
use serde_json::json;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Attack a masked table: link its records with the original's, by a distance that is given or learned
///
/// An intruder who has the original records takes the nearest masked record for each. Columns are standardised, each file by its own
/// mean and deviation. With wm, owa, sb, sb-psd and ci the distance of that family is searched that links most records: the worst that
/// such an intruder could do. The answer says whether that is proven, or gives a bound. Among several nearest records the intruder
/// guesses, so a tie counts 1 over its size.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The original table
    original: PathBuf,

    /// The masked table
    masked: PathBuf,

    /// Distance: am (mean of squared differences), md (Mahalanobis), or the best of a family: wm (weighted means), owa (ordered weighted
    /// averages), sb (symmetric bilinear forms), sb-psd (those that are positive semi-definite), ci (Choquet integrals)
    #[arg(long, value_name = "NAME", default_value = "wm", help_heading = "How")]
    distance: String,

    /// Columns to link by, separated by commas [default: all columns of numbers that both tables have]
    #[arg(long, value_name = "A,B", help_heading = "What")]
    columns: Vec<String>,

    /// Column of both tables that says which records belong together [default: they stand in the same order]
    #[arg(long, value_name = "COL", help_heading = "What")]
    key: Option<String>,

    /// Link every masked record once: both tables hold the same people, and the intruder knows it
    #[arg(long, help_heading = "How")]
    one_to_one: bool,

    /// Learn from pairs that the intruder knows, the first N records, and link the others: recipes compete by cross-validation
    #[arg(long, value_name = "N", conflicts_with_all = ["distance", "one_to_one", "train_rows"], help_heading = "How")]
    train: Option<usize>,

    /// The same with the pairs of the rows that this file lists, one number a line, from 1
    #[arg(long, value_name = "FILE", conflicts_with_all = ["distance", "one_to_one"], help_heading = "How")]
    train_rows: Option<PathBuf>,

    /// Search effort; the same effort and seed give the same result
    #[arg(long, value_name = "N", default_value_t = 1.0, help_heading = "How")]
    effort: f64,

    /// Seed of the random number generator
    #[arg(long, value_name = "N", default_value_t = 42, help_heading = "How")]
    seed: u64,

    /// Values that mean "missing", separated by commas [default: an empty cell and NA]
    #[arg(long, value_name = "A,B", value_delimiter = ',', help_heading = "What")]
    missing_values: Vec<String>,

    /// Write a page for internal use: what the distance weighs, as pictures (HTML)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    report: Option<PathBuf>,

    /// Write the mixed integer programme of the learned distance (free MPS) for a solver, and learn nothing; as confidential as the
    /// original
    #[arg(long, value_name = "FILE", conflicts_with_all = ["train", "train_rows", "one_to_one", "report", "records"], help_heading = "Output")]
    export_mps: Option<PathBuf>,

    /// Write one line per record: its number and the probability that it is linked rightly
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    records: Option<PathBuf>,

    #[command(flatten)]
    form: TableArguments,
}

const EXAMPLES: &str = "Examples:
  scumble link census.csv release.csv
  scumble link census.csv release.csv --distance ci --report attack.html
  scumble link census.csv release.csv --distance md --one-to-one --json
  scumble link census.csv release.csv --train 200";

impl Arguments {
    fn settings(&self) -> Result<LinkSettings, Failure> {
        let attack = named("distance", self.distance.trim(), &Attack::ALL);
        let attack = attack.map_err(|problem| Failure::input(format!("--distance: {problem}")))?;
        let columns = self.columns.iter().flat_map(|list| split(list)).map(|name| name.trim().to_owned()).collect();
        let (effort, seed, one_to_one, key) = (self.effort, self.seed, self.one_to_one, self.key.clone());
        let mut settings = LinkSettings { attack, columns, key, effort, seed, one_to_one, ..LinkSettings::default() };
        if !self.missing_values.is_empty() {
            settings.missing.values = self.missing_values.iter().map(|value| value.trim().to_owned()).collect();
        }
        Ok(settings)
    }
}

impl Arguments {
    /// The rows whose pairs are known, from 0; nothing if none is to be.
    fn known(&self) -> Result<Option<Vec<u32>>, Failure> {
        if let Some(count) = self.train {
            return Ok(Some((0..count as u32).collect()));
        }
        let Some(path) = &self.train_rows else { return Ok(None) };
        let text =
            std::fs::read_to_string(path).map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
        let row = |(at, line): (usize, &str)| {
            let row = line.trim().parse::<u32>().ok().and_then(|row| row.checked_sub(1));
            row.ok_or_else(|| {
                Failure::input(format!("{}, line {}: a row number from 1 is expected", path.display(), at + 1))
            })
        };
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        lines.map(row).collect::<Result<_, _>>().map(Some)
    }
}

fn known_to_text(found: &AttackedByKnown, console: &Console) -> String {
    let (style, links) = (console.style, &found.carried.links);
    let rate = style.strong(&format!("{:.2} %", found.rate()));
    let mut text = format!("{} known pairs · {} other records\n", found.known, links.rows.len());
    found.notes.iter().for_each(|note| text.push_str(&format!("  note      {note}\n")));
    text.push_str(&format!("  linked    {rate}: {:.1} records are expected to be linked rightly\n", links.expected));
    text.push_str(&format!("  certainly {} of them have no other nearest record\n", links.strict));
    text.push_str(&format!("  recipe    {}\n", found.carried.chosen.recipe.name()));
    for one in &found.carried.candidates {
        text.push_str(&format!("  score     {:>7.4}  {}\n", one.mean_log2_rank, one.recipe.name()));
    }
    for (name, share) in found.shares() {
        text.push_str(&format!("  weighs    {share:>7.4}  {name}\n"));
    }
    text
}

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    let (start, settings, options) = (Instant::now(), arguments.settings()?, arguments.form.options()?);
    for path in [&arguments.report, &arguments.records, &arguments.export_mps].into_iter().flatten() {
        let inputs = [arguments.original.as_path(), arguments.masked.as_path()];
        scumble::refuse_inputs(path, inputs, "the result")?;
    }
    let progress = console.progress();
    console.in_parallel(|| -> Result<(), Failure> {
        let _ = progress.at("reading", 0, 0);
        let (original, masked) = (read(&arguments.original, &options)?, read(&arguments.masked, &options)?);
        original.notes.iter().chain(&masked.notes).for_each(|note| console.note(&with_flags(note)));
        if let Some(path) = &arguments.export_mps {
            let text = programme(&original, &masked, &settings)?;
            write_whole(path, &text)?;
            progress.clear();
            let told = json!({ "distance": settings.attack.name(), "export_mps": path.display().to_string(), "bytes": text.len() });
            return match console.json {
                true => console.print_json(&told),
                false => console.print(&format!("{} bytes of MPS in {}\n", text.len(), path.display())),
            };
        }
        if let Some(known) = arguments.known()? {
            let found = attack_with_known(&original, &masked, &settings, &known, &progress)?;
            progress.clear();
            if let Some(path) = &arguments.records {
                let links = &found.carried.links;
                let lines = links.rows.iter().zip(&links.records).map(|(row, share)| format!("{},{share}\n", row + 1));
                write_whole(path, format!("record,linked\n{}", lines.collect::<String>()).as_bytes())?;
            }
            if console.json {
                let mut found = found.to_json();
                found["seconds"] = json!(start.elapsed().as_secs_f64());
                return console.print_json(&found);
            }
            return console.print(&known_to_text(&found, console));
        }
        let best = AtomicU64::new(0);
        let told = |links: f64| {
            // Only the whole number is shown.
            if best.swap(links as u64, Ordering::Relaxed) != links as u64 {
                progress.say(format!("learning, best so far {links:.1} links"));
            }
        };
        let attacked = attack(&original, &masked, &settings, &told, &progress)?;
        progress.clear();
        if let Some(path) = &arguments.report {
            let page = link_page(&attacked, original.file(), masked.file());
            write_whole(path, page.as_bytes())?;
        }
        if let Some(path) = &arguments.records {
            let lines = attacked.links.records.iter().enumerate().map(|(at, share)| format!("{},{share}\n", at + 1));
            write_whole(path, format!("record,linked\n{}", lines.collect::<String>()).as_bytes())?;
        }
        let seconds = start.elapsed().as_secs_f64();
        if console.json {
            let mut found = attacked.to_json();
            found["seconds"] = json!(seconds);
            return console.print_json(&found);
        }
        console.print(&to_text(&attacked, seconds, console))
    })?
}

fn to_text(attacked: &Attacked, seconds: f64, console: &Console) -> String {
    let (style, records) = (console.style, attacked.links.records.len());
    let rate = style.strong(&format!("{:.2} %", attacked.rate()));
    let mut text = format!("{records} records · {} columns · {}\n", attacked.columns.len(), attacked.attack.name());
    attacked.notes.iter().for_each(|note| text.push_str(&format!("  note      {note}\n")));
    let how = if attacked.one_to_one { ", every masked record once" } else { "" };
    text.push_str(&format!(
        "  linked    {rate}: {:.1} records are expected to be linked rightly{how}\n",
        attacked.links.expected
    ));
    text.push_str(&format!("  certainly {} of them have no other nearest record\n", attacked.links.strict));
    match attacked.bound {
        Some(_) if attacked.is_proven() => text.push_str("  limit     proven: no distance of this family links more\n"),
        Some(bound) => {
            text.push_str(&format!("  limit     best found; no distance of this family links more than {bound:.1}\n"))
        }
        None => {}
    }
    let mut shares = attacked.shares();
    shares.sort_by(|a, b| b.1.total_cmp(&a.1));
    for (name, share) in &shares {
        text.push_str(&format!("  weighs    {share:>7.4}  {name}\n"));
    }
    for (names, weight) in attacked.telling_sets().iter().filter(|(names, _)| names.len() > 1).take(5) {
        text.push_str(&format!("  together  {weight:>7.4}  {}\n", names.join(" + ")));
    }
    text.push_str(&format!("  {}\n", style.faint(&format!("{seconds:.1} s"))));
    text
}
