//! `scumble corpus`: build an index of documents, and ask any corpus how common something is.

use super::sanitize::open_counts;
use crate::failure::Failure;
use crate::report::Console;
use scumble_corpus::{BuildOptions, Counts, build, information, mutual_information};
use serde_json::json;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Build an index of documents, or ask any corpus how common phrases are
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

/// Build an index from folders of text, JSONL(.gz, .zst) or Wikipedia dumps (.xml, .xml.bz2, .xml.zst)
///
/// An interrupted build goes on where it stopped when the same command is given again. The index appears when it is complete.
#[derive(clap::Args)]
#[command(after_help = BUILD_EXAMPLES)]
struct BuildArguments {
    /// Files and folders
    #[arg(required = true, value_name = "SOURCE")]
    sources: Vec<PathBuf>,

    /// The folder of the index
    #[arg(long, short = 'o', value_name = "DIR")]
    out: PathBuf,

    /// The field of JSON lines that holds the text
    #[arg(long, value_name = "NAME", default_value = "text")]
    field: String,

    /// Replace an index that is there
    #[arg(long)]
    replace: bool,
}

const BUILD_EXAMPLES: &str = "Examples:
  scumble corpus build letters/ -o letters.index
  scumble corpus build enwiki-latest-pages-articles.xml.bz2 -o wikipedia.index
  scumble corpus count index:letters.index 'blood transfusion'";

/// In how many documents phrases stand, alone and together
#[derive(clap::Args)]
#[command(after_help = COUNT_EXAMPLES)]
struct CountArguments {
    /// embedded, index:DIR, table:FILE, elasticsearch:URL or infini-gram:INDEX
    #[arg(value_name = "SPEC")]
    counts: String,

    /// Phrases; with several, documents that have all of them
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
    let bar = console.progress(0, "reading");
    let built = build(&arguments.sources, &arguments.out, &options, &|stage: &'static str, done: u64, of: u64| {
        if stage == "reading" {
            bar.set_length(of);
            bar.set_position(done);
        }
        ControlFlow::Continue(())
    })?;
    bar.finish_and_clear();
    if console.json {
        return console.print_json(&json!({"documents": built.documents, "tokens": built.tokens}));
    }
    console.print(&format!("{} documents, {} words: {}\n", built.documents, built.tokens, arguments.out.display()))
}

fn count(arguments: &CountArguments, console: &Console) -> Result<(), Failure> {
    let counts = open_counts(&arguments.counts, console)?;
    let total = counts.total()?;
    let groups: Vec<[&str; 1]> = arguments.phrases.iter().map(|phrase| [phrase.as_str()]).collect();
    let all_of: Vec<&[&str]> = groups.iter().map(<[&str; 1]>::as_slice).collect();
    let together = counts.count(&all_of)?;
    let mut value = json!({"total": total, "count": together});
    let mut text = format!("{together} of {total} documents\n");
    match all_of[..] {
        [_] => {
            let ic = information(together, total);
            value["ic"] = json!(ic);
            text += &format!("information content {ic:.2} bits{}\n", if together == 0 { " (never seen)" } else { "" });
        }
        [a, b] => {
            let pmi = mutual_information(together, counts.count(&[a])?, counts.count(&[b])?, total);
            value["pmi"] = json!(pmi.is_finite().then_some(pmi));
            text += &format!(
                "mutual information {}\n",
                if pmi.is_finite() { format!("{pmi:.2} bits") } else { "none: never together".into() }
            );
        }
        _ => {}
    }
    if console.json { console.print_json(&value) } else { console.print(&text) }
}
