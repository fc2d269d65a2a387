//! The `scumble` command line: protects text and tables about people, and measures what the protection is worth.
#![allow(clippy::print_stderr, reason = "the binary talks to people; the libraries do not")]

mod command;
mod documents;
mod failure;
mod knowledge;
mod policy;
mod report;
mod sets_input;
mod table_options;

use clap::{Parser, Subcommand};
use failure::Failure;
use report::Console;
use std::process::ExitCode;

/// Protects text and tables about people, and measures what the protection is worth.
///
/// To scumble is to soften a painting's outlines with a thin veil of colour: the picture stays, the people in it can no
/// longer be made out.
#[derive(Parser)]
#[command(name = "scumble", version, propagate_version = true, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,

    /// Print one JSON object, and nothing else, on standard output
    #[arg(long, global = true)]
    json: bool,

    /// Say nothing but results and errors
    #[arg(long, global = true)]
    quiet: bool,

    /// Threads to use; 0 means one a core. Results do not depend on it
    #[arg(long, global = true, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
}

const EXAMPLES: &str = "Examples:
  scumble demo
  scumble sanitize letter.txt
  scumble similarity dog cat
  scumble topics weapon
  scumble mask census.csv -k 5 -o release.csv
  scumble assess census.csv release.csv";

#[derive(Subcommand)]
enum Command {
    Assess(Box<command::assess::Arguments>),
    Corpus(command::corpus::Arguments),
    Demo(command::demo::Arguments),
    Mask(Box<command::mask::Arguments>),
    Parse(command::parse::Arguments),
    Reproduce(Box<command::reproduce::Arguments>),
    Restore(command::restore::Arguments),
    Sanitize(Box<command::sanitize::Arguments>),
    Sets(Box<command::sets::Arguments>),
    Similarity(command::similarity::Arguments),
    Topics(command::topics::Arguments),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.tell(),
    }
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    let console = Console::new(arguments.json, arguments.quiet, arguments.threads.into());
    match &arguments.command {
        Command::Assess(arguments) => command::assess::run(arguments, &console),
        Command::Corpus(arguments) => command::corpus::run(arguments, &console),
        Command::Demo(arguments) => command::demo::run(arguments, &console),
        Command::Mask(arguments) => command::mask::run(arguments, &console),
        Command::Parse(arguments) => command::parse::run(arguments, &console),
        Command::Reproduce(arguments) => command::reproduce::run(arguments, &console),
        Command::Restore(arguments) => command::restore::run(arguments, &console),
        Command::Sanitize(arguments) => command::sanitize::run(arguments, &console),
        Command::Sets(arguments) => command::sets::run(arguments, &console),
        Command::Similarity(arguments) => command::similarity::run(arguments, &console),
        Command::Topics(arguments) => command::topics::run(arguments, &console),
    }
}
