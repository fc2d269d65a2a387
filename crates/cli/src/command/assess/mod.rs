//! `scumble assess`: the information loss and disclosure risk of a release.

mod sets;
mod table;
mod text;

use crate::console::Console;
use crate::failure::Failure;

/// Measure the information loss and the disclosure risk of a release
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,

    // Without a subcommand, two tables.
    #[command(flatten)]
    table: Option<table::Arguments>,
}

const EXAMPLES: &str = "Examples:
  scumble assess table census.csv release.csv
  scumble assess sets queries.jsonl release.jsonl
  scumble assess census.csv release.csv        (the same as assess table)";

#[derive(clap::Subcommand)]
enum Command {
    Table(table::Arguments),
    Sets(sets::Arguments),
}

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    match (&arguments.command, &arguments.table) {
        (Some(Command::Table(arguments)), _) | (None, Some(arguments)) => table::run(arguments, console),
        (Some(Command::Sets(arguments)), _) => sets::run(arguments, console),
        (None, None) => Err(Failure::input("assess takes two tables, or: sets ORIGINAL RELEASED")),
    }
}
