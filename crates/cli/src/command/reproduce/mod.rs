//! `scumble reproduce`: the papers' tables, published and ours side by side.

mod set_valued;
mod term_relationships;

use crate::failure::Failure;
use scumble::policy::named;
use crate::console::Console;
use crate::options::sets::SetArguments;
use serde_json::{Value, json};
use std::path::PathBuf;

/// The papers' tables, published and ours side by side
///
/// Without a name, lists what can be reproduced. The papers' own data are not public: ours are measured on what you name.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Which table
    name: Option<String>,

    /// What to measure on: a file of records, or a folder of data
    input: Option<PathBuf>,

    /// term-relationships: a folder for the page, the pictures and the index
    #[arg(long, short = 'o', value_name = "OUT", help_heading = "Output")]
    out: Option<PathBuf>,

    #[command(flatten)]
    sets: SetArguments,
}

const EXAMPLES: &str = "Examples:
  scumble reproduce
  scumble reproduce set-valued-table-1 users.jsonl
  scumble reproduce set-valued-table-1 concepts.jsonl --concepts --field concepts --json
  scumble reproduce term-relationships data/ -o term-relationships";

#[derive(Clone, Copy)]
enum Which {
    SetValued,
    TermRelationships,
}

const KNOWN: [(&str, Which); 2] =
    [(set_valued::NAME, Which::SetValued), (term_relationships::NAME, Which::TermRelationships)];

const LIST: &str = "\
set-valued-table-1   loss of sets, ten distances, k = 2 to 5 (give a file of records)
term-relationships   precision and recall of terms that tell, and of terms that tell of them, for w = 0 to 1 (give a folder of data)
";

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    let Some(name) = &arguments.name else {
        if console.json {
            let tables: Vec<Value> = KNOWN.iter().map(|(name, _)| json!(name)).collect();
            return console.print_json(&json!({ "tables": tables }));
        }
        return console.print(LIST);
    };
    let which = named("table", name, &KNOWN).map_err(Failure::input)?;
    let input = |what: &str, place: &str| {
        arguments.input.as_deref().ok_or_else(|| {
            Failure::input(format!("the paper's data are not public: name {what}"))
                .with_help(format!("scumble reproduce {name} {place}"))
        })
    };
    match which {
        Which::SetValued if arguments.out.is_some() => {
            Err(Failure::input("-o is for term-relationships: this table is only printed"))
        }
        Which::SetValued => set_valued::run(input("a file of records", "FILE")?, &arguments.sets, console),
        Which::TermRelationships if arguments.sets.are_given() => {
            Err(Failure::input("options of sets are given, but term-relationships reads documents"))
        }
        Which::TermRelationships => {
            term_relationships::run(input("a folder of data", "DATA_FOLDER")?, arguments.out.as_deref(), console)
        }
    }
}
