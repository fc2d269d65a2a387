//! `scumble reproduce`: the papers' tables, published and ours side by side.

mod retrieval_metrics;
mod search_attack;
mod semantic_linkage;
mod set_valued;
mod term_relationships;

use crate::console::Console;
use crate::failure::Failure;
use crate::options::sets::SetArguments;
use scumble::policy::named;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Reproduce published tables and print them beside ours
///
/// Without a name, lists the tables that can be reproduced. The papers' own data are not public: our figures are measured on the data
/// that you name, or on data that the command makes.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Name of the table
    name: Option<String>,

    /// Data to measure on: a file of records (set-valued-table-1) or a folder (term-relationships, search-attack)
    input: Option<PathBuf>,

    /// Folder for the page, the figures and the index (term-relationships), for the figures and the data (semantic-linkage), or for the figure (search-attack)
    #[arg(long, short = 'o', value_name = "OUT", help_heading = "Output")]
    out: Option<PathBuf>,

    #[command(flatten)]
    sets: SetArguments,
}

const EXAMPLES: &str = "Examples:
  scumble reproduce
  scumble reproduce set-valued-table-1 users.jsonl
  scumble reproduce set-valued-table-1 concepts.jsonl --concepts --field concepts --json
  scumble reproduce term-relationships data/ -o term-relationships
  scumble reproduce semantic-linkage -o semantic-linkage
  scumble reproduce retrieval-metrics
  scumble reproduce search-attack data/ -o search-attack";

#[derive(Clone, Copy)]
enum Which {
    RetrievalMetrics,
    SearchAttack,
    SemanticLinkage,
    SetValued,
    TermRelationships,
}

const KNOWN: [(&str, Which); 5] = [
    (retrieval_metrics::NAME, Which::RetrievalMetrics),
    (search_attack::NAME, Which::SearchAttack),
    (semantic_linkage::NAME, Which::SemanticLinkage),
    (set_valued::NAME, Which::SetValued),
    (term_relationships::NAME, Which::TermRelationships),
];

const LIST: &str = "\
retrieval-metrics    the thesis on documents, example 4 and tables 3.6 and 3.8: information loss and risk by equation 3.1 (needs no data)
search-attack        the attack by search on published maskings of 25 biographies: found first, and tokens kept (needs a data folder)
semantic-linkage     Martínez, Sánchez and Valls (2012), figures 4 to 6: records linked by equality (MRL) and by meaning (SRL), and information loss, k = 2 to 20 (needs no data)
set-valued-table-1   Batet, Erola, Sánchez and Castellà-Roca (2014), table 1: information loss of ten distances, k = 2 to 5 (needs a file of records)
term-relationships   Sánchez, Batet and Viejo (2013), section 3: precision and recall of informative terms (S1) and of terms that disclose them (S2), w = 0 to 1 (needs a data folder)
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
        Which::RetrievalMetrics
            if arguments.input.is_some() || arguments.out.is_some() || arguments.sets.are_given() =>
        {
            Err(Failure::input("retrieval-metrics follows from printed figures; it takes no data and no options"))
        }
        Which::RetrievalMetrics => retrieval_metrics::run(console),
        Which::SearchAttack if arguments.sets.are_given() => {
            Err(Failure::input("search-attack reads documents; options for sets do not apply"))
        }
        Which::SearchAttack => {
            search_attack::run(input("a folder of data", "DATA_FOLDER")?, arguments.out.as_deref(), console)
        }
        Which::SemanticLinkage if arguments.input.is_some() || arguments.sets.are_given() => {
            Err(Failure::input("semantic-linkage makes its own survey; it takes no data and no options for sets"))
        }
        Which::SemanticLinkage => semantic_linkage::run(arguments.out.as_deref(), console),
        Which::SetValued if arguments.out.is_some() => Err(Failure::input(
            "-o applies only to term-relationships, semantic-linkage and search-attack; this table is only printed",
        )),
        Which::SetValued => set_valued::run(input("a file of records", "FILE")?, &arguments.sets, console),
        Which::TermRelationships if arguments.sets.are_given() => {
            Err(Failure::input("term-relationships reads documents; options for sets do not apply"))
        }
        Which::TermRelationships => {
            term_relationships::run(input("a folder of data", "DATA_FOLDER")?, arguments.out.as_deref(), console)
        }
    }
}
