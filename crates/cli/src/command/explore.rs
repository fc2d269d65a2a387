//! `scumble explore`: many ways to mask one table, each measured, as a risk–utility map.

use crate::command::mask::suggest;
use crate::console::Console;
use crate::failure::Failure;
use crate::options::columns::ColumnArguments;
use crate::options::tables::TableArguments;
use scumble::data::{Role, read};
use scumble::explore::{Choice, Explored, Figures, Grid, GridMethod, Point, explore, range, whole_numbers};
use scumble::{TablePolicy, Watch};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Try many methods and parameters on a table, and draw risk against loss
///
/// Every point of the grid masks the table in memory and measures it; nothing is released. The folder gets points.csv, map.html,
/// map.svg and the policy of every point, ready for `scumble mask TABLE --policy`. Roles of columns are given as to `scumble mask`.
/// Finished points are kept in OUT.work: a run that was interrupted goes on from there, and measures everything again if the table, a
/// hierarchy or the policy changed. Every point is masked with the same seed, that of the policy or --seed.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The table
    table: PathBuf,

    /// Folder for the map, the points and their policies
    #[arg(short, long, value_name = "OUT", help_heading = "Output")]
    output: PathBuf,

    /// Methods, separated by commas [default: those for the kinds of the columns]
    #[arg(long, value_name = "A,B", value_delimiter = ',', help_heading = "How")]
    methods: Vec<String>,

    /// Values of k for methods that make groups: 3..20, or 3,5,10 [default: 3..20]
    #[arg(short, long, value_name = "RANGE", help_heading = "How")]
    k: Option<String>,

    /// Percentages p for methods that perturb: 1..20, or 0.5,1,2 [default: 1..20; noise and correlated-noise 1..16]
    #[arg(short, long, value_name = "RANGE", help_heading = "How")]
    p: Option<String>,

    /// Grid file (TOML): [[grid]] tables with methods, k, p and columns_per_group
    #[arg(long, value_name = "FILE", help_heading = "How")]
    grid: Option<PathBuf>,

    #[command(flatten)]
    what: ColumnArguments,

    #[command(flatten)]
    form: TableArguments,
}

const EXAMPLES: &str = "Examples:
  scumble explore census.csv --others mask -o census-map
  scumble explore people.csv --identifier name --columns age,income --others drop --methods mdav,refined -k 3,5,10 -o map
  scumble mask census.csv --policy census-map/policies/mdav-k5.toml -o release.csv";

impl Arguments {
    /// What the columns are: those that are named are quasi-identifiers.
    fn policy(&self) -> Result<TablePolicy, Failure> {
        let mut policy = self.what.policy()?;
        let names = self.what.column_names();
        if !names.is_empty() {
            for step in &mut policy.steps {
                (step.columns, step.groups) = (Vec::new(), Vec::new());
            }
        }
        names.iter().for_each(|name| policy.column(name).role = Some(Role::Quasi));
        Ok(policy)
    }

    fn choice(&self) -> Result<Choice, Failure> {
        let methods = self.methods.iter().map(|name| GridMethod::named(name.trim()));
        let methods = methods.collect::<Result<Vec<_>, String>>();
        let methods = methods.map_err(|problem| Failure::input(problem).of_flag("--methods"))?;
        let values = |text: &Option<String>, flag: &str| {
            let values = text.as_deref().map(range).transpose();
            values.map(Option::unwrap_or_default).map_err(|problem| Failure::input(problem).of_flag(flag))
        };
        let k = whole_numbers(&values(&self.k, "-k")?).map_err(|problem| Failure::input(problem).of_flag("-k"))?;
        let grid = self.grid.as_deref().map(Grid::read).transpose()?;
        Ok(Choice { grid, methods, k, p: values(&self.p, "-p")? })
    }
}

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    let start = Instant::now();
    let (policy, choice) = (arguments.policy()?, arguments.choice()?);
    let (options, out) = (arguments.form.options()?, arguments.output.as_path());
    if out.exists() && !out.is_dir() {
        return Err(Failure::input(format!("{}: is a file", out.display())).with_help("name a folder"));
    }
    let progress = console.progress();
    console.in_parallel(|| -> Result<(), Failure> {
        let _ = progress.at("reading", 0, 0);
        let table = read(&arguments.table, &options)?;
        table.notes.iter().for_each(|note| console.note(&crate::failure::with_flags(note)));
        let found = explore(&table, &policy, &choice, out, &progress);
        let explored = found.map_err(|error| suggest::with_roles(error, &policy, &table))?;
        explored.write(out)?;
        progress.clear();
        explored.notes.iter().for_each(|note| console.note(note));
        if console.json {
            let mut report = explored.to_json();
            report["output"] = json!(out.display().to_string());
            report["seconds"] = json!(start.elapsed().as_secs_f64());
            return console.print_json(&report);
        }
        console.print(&to_text(&explored, out, start.elapsed().as_secs_f64(), console))
    })?
}

/// The best point, the front, and what could not be masked.
fn to_text(explored: &Explored, out: &Path, seconds: f64, console: &Console) -> String {
    let (loss, risk) = explored.axes.keys();
    let mut text = format!("{} points in {seconds:.1} s", explored.points.len());
    match explored.resumed {
        0 => text.push('\n'),
        resumed => text.push_str(&format!(", {resumed} of them from an earlier run\n")),
    }
    text.push_str(&format!("loss {loss}: {}; risk {risk}: {}\n", explored.axes.loss_name(), explored.axes.risk_name()));
    let line = |(point, figures): (&Point, &Figures)| {
        let figures = [figures.loss, figures.risk, figures.score()].map(|value| format!("{value:>9.2}"));
        format!("{:<28}{}\n", point.name, figures.join(""))
    };
    if let Some((point, figures)) = explored.best() {
        let name = console.style.strong(&point.name);
        text.push_str(&format!("best by score: {name} ({:.2})\n", figures.score()));
        text.push_str(&format!("\n{:<28}{:>9}{:>9}{:>9}\n", "Pareto front", loss, risk, "score"));
        explored.front().into_iter().for_each(|point| text.push_str(&line(point)));
    }
    let failed: Vec<String> =
        explored.failed().map(|(point, reason)| format!("{:<28} {reason}\n", point.name)).collect();
    if !failed.is_empty() {
        text.push_str(&format!("\nwithout figures:\n{}", failed.concat()));
    }
    text.push_str(&format!("\nmap: {}\n", out.join("map.html").display()));
    if let Some((point, _)) = explored.best() {
        let policy = out.join("policies").join(format!("{}.toml", point.name));
        text.push_str(&format!(
            "to release the best: scumble mask {} --policy {} -o FILE\n",
            explored.file,
            policy.display()
        ));
    }
    text
}
