//! `scumble topics`: the senses of a word, and everything that is a kind of them; or the topics of a policy.

mod policy;

use crate::console::Console;
use crate::failure::Failure;
use crate::options::taxonomy::{TaxonomyArguments, unknown_term};
use scumble::ontology::Stack;
use scumble::ontology::expansion::{Sense, expand, union};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::HashSet;

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
    if let Some(name) = names.iter().find(|name| policy::is_policy(name)) {
        if names.len() > 1 || arguments.taxonomy.is_given() {
            let what = format!("“{name}” stands for the topics of a policy: it is shown alone, and by WordNet");
            return Err(Failure::input(what).with_help("name nothing else, and no other taxonomy"));
        }
        return policy::run(name, arguments.all, console);
    }
    let stack = arguments.taxonomy.open(&names)?;
    let mut all: Vec<Sense<'_>> = Vec::new();
    // (a name that stands for several senses, the first of them)
    let mut undecided: Vec<(&str, String)> = Vec::new();
    let mut seen = HashSet::new();
    for name in &names {
        let of_name = senses(&stack, name)?;
        if of_name.len() > 1 {
            undecided.push((name, of_name[0].name().into_owned()));
        }
        let new = |sense: &Sense<'_>| seen.insert((std::ptr::from_ref(sense.taxonomy), sense.concept));
        all.extend(of_name.into_iter().filter(new));
    }
    let terms = union(&all);
    if console.json {
        return console.print_json(&to_json(&all, &terms, &undecided));
    }
    console.print(&to_text(&all, &terms, arguments.all, console))?;
    for (name, first) in undecided {
        console.note(&format!("“{name}” stands for all its senses. Name a sense to choose it: scumble topics {first}"));
    }
    Ok(())
}

/// The senses of a name, or the failure that names known terms like it.
pub(crate) fn senses<'s>(stack: &'s Stack, name: &str) -> Result<Vec<Sense<'s>>, Failure> {
    expand(stack, name).ok_or_else(|| unknown_term(name, stack))
}

fn sense_to_json(sense: &Sense<'_>) -> Value {
    let (taxonomy, concept) = (sense.taxonomy, sense.concept);
    let labels: Vec<&str> = taxonomy.labels(concept).collect();
    let parents: Vec<Cow<'_, str>> = taxonomy.parents(concept).iter().map(|&c| taxonomy.name(c)).collect();
    json!({
        "id": sense.name(),
        "synonyms": labels,
        "kind_of": parents,
        "gloss": taxonomy.gloss(concept),
        "terms": sense.terms.len(),
    })
}

fn to_json(senses: &[Sense<'_>], terms: &[&str], undecided: &[(&str, String)]) -> Value {
    let undecided: Vec<&str> = undecided.iter().map(|(name, _)| *name).collect();
    let senses: Vec<Value> = senses.iter().map(sense_to_json).collect();
    json!({ "senses": senses, "terms": terms, "all_senses_taken": undecided })
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
