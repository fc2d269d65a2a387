//! `scumble topics`: the senses of a word, and everything that is a kind of them; or the topics of a policy.

mod policy;

use crate::console::Console;
use crate::failure::Failure;
use crate::options::taxonomy::TaxonomyArguments;
use scumble::knowledge::{is_policy, topics};
use scumble::ontology::expansion::Sense;

/// List the senses of a word and the terms of all their hyponyms
///
/// Name a sense (weapon.n.01) to choose it; a bare word stands for all its senses. The name national-security, or a policy file with
/// [documents.topics], shows the senses, the words and the sizes of its topics instead.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Words or senses; or national-security, or a policy file (.toml)
    #[arg(required = true, value_name = "NAME")]
    names: Vec<String>,

    /// Show all terms, not only the first 40
    #[arg(long, help_heading = "Output")]
    all: bool,

    #[command(flatten)]
    taxonomy: TaxonomyArguments,
}

const EXAMPLES: &str = "Examples:
  scumble topics weapon
  scumble topics weapon.n.01 explosive.n.01 --all
  scumble topics drug --json
  scumble topics national-security";

/// How many terms are shown without --all.
const SHOWN: usize = 40;

pub(crate) fn run(arguments: &Arguments, console: &Console) -> Result<(), Failure> {
    let names: Vec<&str> = arguments.names.iter().map(String::as_str).collect();
    if let Some(name) = names.iter().find(|name| is_policy(name)) {
        if names.len() > 1 || arguments.taxonomy.is_given() {
            let what = format!("“{name}” stands for the topics of a policy: it is shown alone, and by WordNet");
            return Err(Failure::input(what).with_help("name nothing else, and no other taxonomy"));
        }
        return policy::run(name, arguments.all, console);
    }
    let stack = arguments.taxonomy.open(&names)?;
    let found = topics(&names, &stack)?;
    if console.json {
        return console.print_json(&found.to_json());
    }
    console.print(&to_text(&found.senses, &found.terms, arguments.all, console))?;
    for (name, first) in found.undecided {
        console.note(&format!("“{name}” stands for all its senses. Name a sense to choose it: scumble topics {first}"));
    }
    Ok(())
}

fn to_text(senses: &[Sense<'_>], terms: &[&str], all: bool, console: &Console) -> String {
    let style = console.style;
    let mut text = String::new();
    for sense in senses {
        let count = style.faint(&format!("{} terms", sense.terms.len()));
        let description = sense.taxonomy.describe(sense.concept);
        text.push_str(&format!("{}: {description}  {count}\n", style.name(&sense.name())));
    }
    text.push('\n');
    text.push_str(&terms_to_text(terms, all, console));
    text
}

/// How many terms there are, and the first of them or all.
fn terms_to_text(terms: &[&str], all: bool, console: &Console) -> String {
    let style = console.style;
    let shown = if all { terms.len() } else { terms.len().min(SHOWN) };
    let mut text = format!("{}\n", style.strong(&format!("{} terms in total", terms.len())));
    text.push_str(&wrap(&terms[..shown].join(", "), 100));
    if shown < terms.len() {
        text.push_str(&style.faint(&format!("  … and {} more (--all shows them)\n", terms.len() - shown)));
    }
    text
}

/// Breaks a line at blanks; every line is indented.
pub(crate) fn wrap(text: &str, width: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        let length = word.chars().count() + 1;
        if column > 0 && column + length > width {
            out.push('\n');
            column = 0;
        }
        out.push_str(if column == 0 { "  " } else { " " });
        out.push_str(word);
        column += length;
    }
    out.push('\n');
    out
}
