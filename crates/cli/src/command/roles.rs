//! `scumble roles`: what the columns of a table are, and a policy to edit.

use crate::console::Console;
use crate::failure::Failure;
use crate::options::tables::TableArguments;
use scumble::data::{misread, read};
use scumble::table::{RolesView, roles};
use serde_json::json;
use std::path::PathBuf;

/// Say what the columns of a table are, and suggest a role for each as a policy to edit
///
/// For every column: what its values are, how many distinct ones there are, how many records it singles out (no other record has the
/// same value), and a role with its reason; then the pairs of columns that single out most. The roles are guesses from names and
/// values: read them before you use them.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  scumble roles people.csv
  scumble roles people.csv -o people.toml && scumble mask people.csv --policy people.toml -o release.csv")]
pub(crate) struct Arguments {
    /// The table
    table: PathBuf,

    /// Write the roles as a policy file
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,

    /// Minimum number of records in a group, for the policy
    #[arg(short, value_name = "K", default_value = "5", help_heading = "How")]
    k: usize,

    #[command(flatten)]
    form: TableArguments,
}

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    if let Some(output) = arguments.output.as_deref() {
        scumble::refuse_inputs(output, [arguments.table.as_path()], "the policy")?;
    }
    let options = arguments.form.options()?;
    console.in_parallel(|| -> Result<(), Failure> {
        let table = read(&arguments.table, &options)?;
        table.notes.iter().for_each(|note| console.note(&crate::failure::with_flags(note)));
        if let Some(error) = misread(&table) {
            return Err(scumble::Error::from(error).into());
        }
        let view = roles(&table);
        if let Some(output) = &arguments.output {
            scumble::io::write_whole(output, view.to_toml(arguments.k).as_bytes()).map_err(scumble::Error::from)?;
        }
        if console.json {
            let mut report = view.to_json();
            report["output"] = json!(arguments.output.as_ref().map(|output| output.display().to_string()));
            return console.print_json(&report);
        }
        console.print(&to_text(&view, arguments, console))
    })?
}

/// Pairs that are listed, at most.
const MOST_PAIRS: usize = 5;

fn to_text(view: &RolesView, arguments: &Arguments, console: &Console) -> String {
    let style = console.style;
    let mut text = format!("{} · {} records · {} columns\n\n", view.file, view.records, view.columns.len());
    let width = view.columns.iter().map(|column| column.name.chars().count()).max().unwrap_or(0).clamp(6, 30);
    let head = format!("  {:<width$}  {:>9}  {:>11}  {:<12}", "column", "distinct", "singles out", "role");
    text.push_str(&format!("{}\n", style.faint(&head)));
    for column in &view.columns {
        text.push_str(&format!(
            "  {:<width$}  {:>9}  {:>11}  {:<12}  {}\n",
            column.name,
            column.distinct,
            column.singled_out,
            column.role.name(),
            style.faint(&format!("{} · {}", column.reason, column.kind_text()))
        ));
    }
    match &view.pairs {
        None => text.push_str("\n  pairs of columns: too many to look at\n"),
        Some(pairs) if pairs.is_empty() => {
            text.push_str("\n  no pair of columns singles out a record that neither does by itself\n")
        }
        Some(pairs) => {
            text.push_str("\n  pairs that single out most records, besides those of one column:\n");
            for pair in pairs.iter().take(MOST_PAIRS) {
                text.push_str(&format!("  {:>9}  {}\n", pair.records, pair.columns.join(", ")));
            }
        }
    }
    let (table, output) = (arguments.table.display(), arguments.output.as_ref());
    text.push_str(&match output {
        Some(output) => format!(
            "\n  written  {0}: read it, change it, then scumble mask {table} --policy {0} -o RELEASE\n",
            output.display()
        ),
        None => "\n  these roles are guesses; write them as a policy to edit with -o FILE\n".to_owned(),
    });
    text
}
