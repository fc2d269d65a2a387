//! `scumble vectors`: the vector space of a collection of documents.

mod assess;
mod build;
mod mask;

use crate::console::Console;
use crate::failure::Failure;

/// Publish the vector space of a collection of documents: its term vectors, without the texts
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "Examples:
  scumble vectors build letters/ -k 5 --stop-words english --lexicon -o letters.space
  scumble vectors mask letters.space -k 5 -o letters.release
  scumble vectors assess letters.space letters.release --report release.html";

#[derive(clap::Subcommand)]
enum Command {
    Build(Box<build::Arguments>),
    Mask(Box<mask::Arguments>),
    Assess(assess::Arguments),
}

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    match &arguments.command {
        Command::Build(arguments) => build::run(arguments, console),
        Command::Mask(arguments) => mask::run(arguments, console),
        Command::Assess(arguments) => assess::run(arguments, console),
    }
}
