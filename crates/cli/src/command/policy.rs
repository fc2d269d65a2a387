//! `scumble policy`: the policies by purpose that come with the build.

use crate::console::Console;
use crate::failure::Failure;
use scumble::io::did_you_mean;
use scumble::policy::{built_in, built_in_policies};
use serde_json::json;

/// Describe the built-in policies for documents by purpose
///
/// A policy by purpose follows a rule, such as a list of identifiers in a law. For each identifier that the rule names, `show` says
/// whether it is removed by rule, found by a model (with what was measured), or not covered. It is no legal determination.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "Examples:
  scumble policy list
  scumble policy show hipaa-safe-harbor
  scumble sanitize notes/ -o release/ --policy hipaa-safe-harbor --person 'Jane Roe'";

#[derive(clap::Subcommand)]
enum Command {
    /// List the policies by purpose
    ///
    /// Use one with `scumble sanitize --policy NAME`; flags are laid over it.
    #[command(after_help = "Examples:\n  scumble policy list\n  scumble policy list --json")]
    List,
    /// Show what a policy covers, and what it does not
    ///
    /// The settings at the end are those of a policy file: copy them to change them.
    #[command(
        after_help = "Examples:\n  scumble policy show hipaa-safe-harbor\n  scumble policy show gdpr-pseudonym --json"
    )]
    Show {
        /// The policy
        #[arg(value_name = "NAME")]
        name: String,
    },
}

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    match &arguments.command {
        Command::List => list(console),
        Command::Show { name } => show(name, console),
    }
}

fn list(console: &Console) -> Result<(), Failure> {
    let all = built_in_policies();
    if console.json {
        let policies =
            all.iter().map(|policy| json!({"name": policy.name, "title": policy.title, "rule": policy.rule}));
        return console.print_json(&json!({"policies": policies.collect::<Vec<_>>()}));
    }
    let width = all.iter().map(|policy| policy.name.len()).max().unwrap_or(0);
    let lines = all.iter().map(|policy| format!("{:<width$}  {}\n", policy.name, policy.title));
    console.print(&lines.collect::<String>())
}

fn show(name: &str, console: &Console) -> Result<(), Failure> {
    let Some(policy) = built_in(name) else {
        let names: Vec<&str> = built_in_policies().iter().map(|policy| policy.name).collect();
        let near = did_you_mean(name, names.iter().copied());
        return Err(Failure::input(format!("no policy by purpose is called “{name}”{near}"))
            .with_help(format!("the policies are {}", names.join(", "))));
    };
    match console.json {
        true => console.print_json(&policy.to_json()),
        false => console.print(&policy.to_text()),
    }
}
