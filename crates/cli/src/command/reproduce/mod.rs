//! `scumble reproduce`: the papers' tables, published and ours side by side.

mod retrieval_experiment;
mod retrieval_metrics;
mod search_attack;
mod search_risk;
mod semantic_linkage;
mod set_valued;
mod temporary_index;
mod term_relationships;
mod thesis;

use crate::console::Console;
use crate::failure::Failure;
use crate::options::sets::SetArguments;
use scumble::policy::named;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use thesis::ThesisTable;

/// Reproduce published tables and print them beside ours
///
/// Without a name, lists the tables that can be reproduced. The papers' own data are not public: our figures are measured on the data
/// that you name, or on data that the command makes.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Name of the table
    name: Option<String>,

    /// Data to measure on: a file of records (set-valued-table-1), a folder (term-relationships, search-attack, search-risk, retrieval-experiment), a folder of masked samples
    /// (table-5.11, table-5.13), Census (table-5.5, table-5.14, table-5.15-5.16) or a vector space (figure-4.5 to figure-4.11)
    input: Option<PathBuf>,

    /// Folder for the page, the figures and the index (term-relationships), for the figures and the data (semantic-linkage), for the figure (search-attack), or for the fitted model and its calibration (search-risk)
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
  scumble reproduce figure-4.5 data/vectors/reuters.mtx.gz
  scumble reproduce table-5.11 data/linkage
  scumble reproduce table-5.14 data/casc_microdata/census.csv --json
  scumble reproduce retrieval-experiment data/
  scumble reproduce retrieval-metrics
  scumble reproduce search-attack data/ -o search-attack
  scumble reproduce search-risk data/ -o search-risk";

#[derive(Clone, Copy)]
enum Which {
    RetrievalExperiment,
    RetrievalMetrics,
    SearchAttack,
    SearchRisk,
    SemanticLinkage,
    SetValued,
    TermRelationships,
    Thesis(ThesisTable),
}

/// Every table with its name.
fn known() -> Vec<(&'static str, Which)> {
    let papers = [
        (retrieval_experiment::NAME, Which::RetrievalExperiment),
        (retrieval_metrics::NAME, Which::RetrievalMetrics),
        (search_attack::NAME, Which::SearchAttack),
        (search_risk::NAME, Which::SearchRisk),
        (semantic_linkage::NAME, Which::SemanticLinkage),
        (set_valued::NAME, Which::SetValued),
        (term_relationships::NAME, Which::TermRelationships),
    ];
    let thesis = thesis::TABLES.map(|(name, table)| (name, Which::Thesis(table)));
    papers.into_iter().chain(thesis).collect()
}

const LIST: &str = "\
figure-4.5           Abril (2014), figure 4.5: information loss of a vector space, spherical and classical, k = 2 to 20 (needs a vector space)
figure-4.6           Abril (2014), figure 4.6: F1 of the answers to queries of six kinds, k = 2 to 20 (needs a vector space)
figure-4.7-4.9       Abril (2014), figures 4.7 to 4.9: nearest neighbours and naive Bayes in three scenarios (needs a vector space with labels)
figure-4.11          Abril (2014), figures 4.10 and 4.11: adjusted Rand index of the clusters of spherical k-means (needs a vector space with labels)
retrieval-experiment the thesis on documents, tables 3.5 to 3.8: information loss and risk of 60 news that are sanitised in two steps (needs a data folder)
retrieval-metrics    the thesis on documents, example 4 and tables 3.6 and 3.8: information loss and risk by equation 3.1 (needs no data)
search-attack        the attack by search on published maskings of 25 biographies: found first, and tokens kept (needs a data folder)
search-risk          the estimate of the search risk without a background: fitted on biographies, measured on other people (needs a data folder)
semantic-linkage     Martínez, Sánchez and Valls (2012), figures 4 to 6: records linked by equality (MRL) and by meaning (SRL), and information loss, k = 2 to 20 (needs no data)
set-valued-table-1   Batet, Erola, Sánchez and Castellà-Roca (2014), table 1: information loss of ten distances, k = 2 to 5 (needs a file of records)
table-4.7            Abril (2014), table 4.7: four documents masked by the meaning of their terms (needs no data)
table-5.5            Abril (2014), table 5.5: records linked by equal and by the best weights, eleven methods of protection with all parameters (needs Census)
table-5.11           Abril (2014), table 5.11: records linked by six families of distances, files that are protected unevenly (needs a folder of masked samples)
table-5.13           Abril (2014), table 5.13: records linked by the heuristic HRLA and by the best Choquet integral (needs a folder of masked samples)
table-5.14           Abril (2014), table 5.14: records linked by an intruder who knows 200 pairs, and overfitting to them (needs Census)
table-5.15-5.16      Abril (2014), tables 5.15 and 5.16: what columns weigh and link by themselves, with noise that grows (needs Census)
term-relationships   Sánchez, Batet and Viejo (2013), section 3: precision and recall of informative terms (S1) and of terms that disclose them (S2), w = 0 to 1 (needs a data folder)
";

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    let Some(name) = &arguments.name else {
        if console.json {
            let tables: Vec<Value> = known().iter().map(|(name, _)| json!(name)).collect();
            return console.print_json(&json!({ "tables": tables }));
        }
        return console.print(LIST);
    };
    let which = named("table", name, &known()).map_err(Failure::input)?;
    let input = |what: &str, place: &str| {
        arguments.input.as_deref().ok_or_else(|| {
            Failure::input(format!("the paper's data are not public: name {what}"))
                .with_help(format!("scumble reproduce {name} {place}"))
        })
    };
    match which {
        Which::RetrievalExperiment if arguments.out.is_some() || arguments.sets.are_given() => Err(Failure::input(
            format!("{name} is only printed, and measured on documents: -o and options for sets do not apply"),
        )),
        Which::RetrievalExperiment => retrieval_experiment::run(input("a folder of data", "DATA_FOLDER")?, console),
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
        Which::SearchRisk if arguments.sets.are_given() => {
            Err(Failure::input("search-risk reads documents; options for sets do not apply"))
        }
        Which::SearchRisk => {
            search_risk::run(input("a folder of data", "DATA_FOLDER")?, arguments.out.as_deref(), console)
        }
        Which::SemanticLinkage if arguments.input.is_some() || arguments.sets.are_given() => {
            Err(Failure::input("semantic-linkage makes its own survey; it takes no data and no options for sets"))
        }
        Which::SemanticLinkage => semantic_linkage::run(arguments.out.as_deref(), console),
        Which::SetValued if arguments.out.is_some() => Err(Failure::input(
            "-o applies only to term-relationships, semantic-linkage, search-attack and search-risk; this table is only printed",
        )),
        Which::SetValued => set_valued::run(input("a file of records", "FILE")?, &arguments.sets, console),
        Which::Thesis(_) if arguments.out.is_some() || arguments.sets.are_given() => Err(Failure::input(format!(
            "{name} is only printed, and measured on numbers: -o and options for sets do not apply"
        ))),
        Which::Thesis(table) => match (table.input(), &arguments.input) {
            (None, Some(_)) => Err(Failure::input(format!("{name} has all it needs; it takes no data"))),
            (None, None) => table.run(Path::new(""), console),
            (Some((what, place)), _) => table.run(input(what, place)?, console),
        },
        Which::TermRelationships if arguments.sets.are_given() => {
            Err(Failure::input("term-relationships reads documents; options for sets do not apply"))
        }
        Which::TermRelationships => {
            term_relationships::run(input("a folder of data", "DATA_FOLDER")?, arguments.out.as_deref(), console)
        }
    }
}
