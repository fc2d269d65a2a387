//! The `scumble` command line: flags, printing, prompts and exit codes on the library `scumble`.
#![allow(clippy::print_stderr, reason = "the binary talks to people; the libraries do not")]

mod command;
mod console;
mod failure;
mod interrupt;
mod options;

use clap::{ArgAction, Parser, Subcommand};
use console::Console;
use failure::Failure;
use std::process::ExitCode;

/// Protect text and tables about people, and measure what the protection is worth
///
/// To scumble is to soften a painting's outlines with a thin veil of colour: the picture stays, the people in it can no
/// longer be made out.
#[derive(Parser)]
#[command(name = "scumble", version, propagate_version = true, after_help = EXAMPLES)]
#[command(disable_help_flag = true, disable_version_flag = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,

    /// Print one JSON object on standard output, and nothing else
    #[arg(long, global = true, help_heading = "Common options", display_order = 1000)]
    json: bool,

    /// Print results and errors only
    #[arg(long, global = true, help_heading = "Common options", display_order = 1001)]
    quiet: bool,

    /// Number of threads; 0 means one per core. Results do not depend on it
    #[arg(long, global = true, default_value_t = 0, value_name = "N", help_heading = "Common options", display_order = 1002,
          value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,

    /// Print help; --help explains more than -h
    #[arg(long, short = 'h', global = true, action = ArgAction::Help, help_heading = "Common options", display_order = 1003)]
    help: Option<bool>,

    /// Print the version
    #[arg(long, short = 'V', global = true, action = ArgAction::Version, help_heading = "Common options", display_order = 1004)]
    version: Option<bool>,
}

const EXAMPLES: &str = "Examples:
  scumble demo
  scumble sanitize letter.txt
  scumble mask people.csv --policy people.toml -o release.csv
  scumble assess table census.csv release.csv
  scumble sets queries.jsonl -k 3 -o release.jsonl
  scumble similarity dog cat";

#[derive(Subcommand)]
enum Command {
    Demo(command::demo::Arguments),
    Sanitize(Box<command::sanitize::Arguments>),
    Review(command::review::Arguments),
    Audit(command::audit::Arguments),
    Restore(command::restore::Arguments),
    Key(command::key::Arguments),
    Mask(Box<command::mask::Arguments>),
    Explore(Box<command::explore::Arguments>),
    Link(command::link::Arguments),
    Roles(command::roles::Arguments),
    Sets(Box<command::sets::Arguments>),
    Vectors(command::vectors::Arguments),
    Assess(Box<command::assess::Arguments>),
    Parse(command::parse::Arguments),
    Similarity(command::similarity::Arguments),
    Topics(command::topics::Arguments),
    Policy(command::policy::Arguments),
    Corpus(command::corpus::Arguments),
    #[cfg(feature = "reproduce")]
    Reproduce(Box<command::reproduce::Arguments>),
    Completions(command::completions::Arguments),
    Man(command::man::Arguments),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    interrupt::listen();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.print(),
    }
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    let console = Console::new(arguments.json, arguments.quiet, arguments.threads.into());
    match &arguments.command {
        Command::Demo(arguments) => command::demo::run(arguments, &console),
        Command::Sanitize(arguments) => command::sanitize::run(arguments, &console),
        Command::Review(arguments) => command::review::run(arguments, &console),
        Command::Audit(arguments) => command::audit::run(arguments, &console),
        Command::Restore(arguments) => command::restore::run(arguments, &console),
        Command::Key(arguments) => command::key::run(arguments, &console),
        Command::Mask(arguments) => command::mask::run(arguments, &console),
        Command::Explore(arguments) => command::explore::run(arguments, &console),
        Command::Link(arguments) => command::link::run(arguments, &console),
        Command::Roles(arguments) => command::roles::run(arguments, &console),
        Command::Sets(arguments) => command::sets::run(arguments, &console),
        Command::Vectors(arguments) => command::vectors::run(arguments, &console),
        Command::Assess(arguments) => command::assess::run(arguments, &console),
        Command::Parse(arguments) => command::parse::run(arguments, &console),
        Command::Similarity(arguments) => command::similarity::run(arguments, &console),
        Command::Topics(arguments) => command::topics::run(arguments, &console),
        Command::Policy(arguments) => command::policy::run(arguments, &console),
        Command::Corpus(arguments) => command::corpus::run(arguments, &console),
        #[cfg(feature = "reproduce")]
        Command::Reproduce(arguments) => command::reproduce::run(arguments, &console),
        Command::Completions(arguments) => command::completions::run(arguments, &console),
        Command::Man(arguments) => command::man::run(arguments, &console),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use std::path::Path;

    /// Every command by its words: `assess sets`.
    fn commands(command: &clap::Command, before: &str) -> Vec<String> {
        let mut all = Vec::new();
        for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
            let name = format!("{before}{}", inner.get_name());
            all.extend(commands(inner, &format!("{name} ")));
            all.push(name);
        }
        all
    }

    /// A document of the repository.
    fn text(name: &str) -> String {
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)).unwrap()
    }

    #[test]
    fn the_flags_of_every_command_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn every_command_stands_in_the_readme_in_the_docs_and_has_a_golden_help_page() {
        let readme = text("README.md");
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        let pages = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let pages = pages.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
        let docs: String = pages.map(|path| std::fs::read_to_string(path).unwrap()).collect();
        for command in commands(&Arguments::command(), "") {
            let words = format!("scumble {command}");
            // Whoever has subcommands is there by them.
            if !matches!(command.as_str(), "corpus" | "assess" | "audit" | "policy" | "vectors") {
                assert!(readme.contains(&words), "README.md does not mention `{words}`");
                assert!(docs.contains(&words), "docs/ do not mention `{words}`");
            }
            text(&format!("crates/cli/tests/golden/help-{}.md", command.replace(' ', "-")));
        }
    }

    #[test]
    fn every_flag_has_a_heading_and_common_options_come_last() {
        fn check(command: &clap::Command) {
            for argument in command.get_arguments().filter(|argument| !argument.is_positional()) {
                let (id, heading) = (argument.get_id(), argument.get_help_heading());
                assert!(heading.is_some(), "scumble {}: --{id} stands under no heading", command.get_name());
            }
            command.get_subcommands().for_each(check);
        }
        let mut command = Arguments::command();
        command.build();
        check(&command);
    }
}
