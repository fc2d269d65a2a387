//! `scumble corpus`: build an index of documents, and ask any corpus how common something is.

use super::sanitize::open_counts;
use crate::console::Console;
use crate::failure::Failure;
use scumble::DocumentPolicy;
use scumble::corpus::{BuildOptions, build};
use scumble::knowledge::counted;
use serde_json::json;
use std::path::PathBuf;

/// Build an index of documents, or count phrases in any corpus
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Build(BuildArguments),
    Count(CountArguments),
}

/// Build an index from text files, JSON lines or Wikipedia dumps (also .gz, .bz2, .zst)
///
/// An interrupted build continues when the same command is given again. The index is moved to its place when it is complete. It
/// contains every word of the documents: protect it like them.
#[derive(clap::Args)]
#[command(after_help = BUILD_EXAMPLES)]
struct BuildArguments {
    /// Files and folders
    #[arg(required = true, value_name = "SOURCE")]
    sources: Vec<PathBuf>,

    /// Folder for the index
    #[arg(long, short = 'o', value_name = "DIR", help_heading = "Output")]
    out: PathBuf,

    /// Field of JSON lines that contains the text
    #[arg(long, value_name = "NAME", default_value = "text", help_heading = "Input")]
    field: String,

    /// Replace an existing index
    #[arg(long, help_heading = "Output")]
    replace: bool,
}

const BUILD_EXAMPLES: &str = "Examples:
  scumble corpus build letters/ -o letters.index
  scumble corpus build enwiki-latest-pages-articles.xml.bz2 -o wikipedia.index
  scumble corpus count index:letters.index 'blood transfusion'";

/// Count the documents that contain phrases; print information content or PMI
#[derive(clap::Args)]
#[command(after_help = COUNT_EXAMPLES)]
struct CountArguments {
    /// Provider of counts: embedded, index:DIR, table:FILE, elasticsearch:URL or infini-gram:INDEX
    #[arg(value_name = "SPEC")]
    counts: String,

    /// Phrases; with several, documents that contain all of them are counted
    #[arg(required = true, value_name = "PHRASE")]
    phrases: Vec<String>,
}

const COUNT_EXAMPLES: &str = "Examples:
  scumble corpus count embedded 'blood transfusion'
  scumble corpus count embedded AIDS 'blood transfusion'";

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    match &arguments.command {
        Command::Build(arguments) => make(arguments, console),
        Command::Count(arguments) => count(arguments, console),
    }
}

fn make(arguments: &BuildArguments, console: &Console) -> Result<(), Failure> {
    let options =
        BuildOptions { text_field: arguments.field.clone(), replace: arguments.replace, ..BuildOptions::default() };
    let progress = console.progress();
    let built = build(&arguments.sources, &arguments.out, &options, &progress)?;
    progress.clear();
    if console.json {
        return console.print_json(&json!({"documents": built.documents, "tokens": built.tokens}));
    }
    console.print(&format!("{} documents, {} words: {}\n", built.documents, built.tokens, arguments.out.display()))
}

fn count(arguments: &CountArguments, console: &Console) -> Result<(), Failure> {
    let policy = DocumentPolicy { counts: Some(arguments.counts.clone()), ..DocumentPolicy::default() };
    let counts = open_counts(&policy, console)?;
    let phrases: Vec<&str> = arguments.phrases.iter().map(String::as_str).collect();
    let found = counted(&phrases, counts.as_ref())?;
    if console.json {
        return console.print_json(&found.to_json());
    }
    let mut text = format!("{} of {} documents\n", found.count, found.total);
    if let Some(ic) = found.ic {
        text += &format!("information content {ic:.2} bits{}\n", if found.count == 0 { " (unseen)" } else { "" });
    }
    if let Some(pmi) = found.pmi {
        let pmi =
            if pmi.is_finite() { format!("{pmi:.2} bits") } else { "none (the phrases never co-occur)".to_owned() };
        text += &format!("mutual information {pmi}\n");
    }
    console.print(&text)
}
