//! `scumble assess`: the information loss and disclosure risk of a release.

mod documents;
pub(crate) mod documents_text;
mod sets;
mod table;
mod text;

use crate::console::Console;
use crate::failure::Failure;
use std::path::PathBuf;

/// Measure the information loss and the disclosure risk of a release
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,

    /// The original table
    original: Option<PathBuf>,

    /// The masked table
    masked: Option<PathBuf>,

    #[command(flatten)]
    options: table::Options,
}

const EXAMPLES: &str = "Examples:
  scumble assess table census.csv release.csv
  scumble assess sets queries.jsonl release.jsonl
  scumble assess documents letters released --background pages
  scumble assess census.csv release.csv        (the same as assess table)";

#[derive(clap::Subcommand)]
enum Command {
    Table(table::Arguments),
    Sets(sets::Arguments),
    Documents(documents::Arguments),
}

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    match (&arguments.command, &arguments.original, &arguments.masked) {
        (Some(Command::Table(two)), ..) => table::run(&two.original, &two.masked, &two.options, console),
        (Some(Command::Sets(arguments)), ..) => sets::run(arguments, console),
        (Some(Command::Documents(arguments)), ..) => documents::run(arguments, console),
        (None, Some(original), Some(masked)) => table::run(original, masked, &arguments.options, console),
        (None, ..) => Err(Failure::input("assess needs two tables, two files of sets, or two folders of documents")
            .with_help("scumble assess table ORIGINAL MASKED, scumble assess sets ORIGINAL RELEASED, or scumble assess documents ORIGINALS SANITISED")),
    }
}
