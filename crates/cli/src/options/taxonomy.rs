//! Options that name a taxonomy, and how its concepts are told to people.

use crate::failure::Failure;
use scumble::ontology::load::{Options, Spec, open};
use scumble::ontology::{Concept, Stack, Taxonomy};

/// Which taxonomy to ask.
#[derive(clap::Args)]
pub(crate) struct TaxonomyArguments {
    /// Taxonomies to ask, in this order, separated by commas
    ///
    /// wordnet (built in), wordnet:FOLDER, lmf:FILE, vgh:FILE, codes:FILE, directory:FILE, obo:FILE, skos:FILE, owl:FILE,
    /// none. Files may be gzipped.
    #[arg(long, value_name = "SPEC", default_value = "wordnet")]
    pub(crate) taxonomy: String,

    /// Refuse a hierarchy with more than one top
    #[arg(long)]
    strict: bool,

    /// Whether the first row of the taxonomy's table is a header
    ///
    /// Codes and directories tell by themselves, a hierarchy has none, unless this says otherwise.
    #[arg(long, value_name = "yes|no", num_args = 0..=1, default_missing_value = "yes", value_parser = ["yes", "no"])]
    header: Option<String>,
}

impl TaxonomyArguments {
    /// Opens the taxonomies; `items` are the concepts of `none`.
    pub(crate) fn open(&self, items: &[&str]) -> Result<Stack, Failure> {
        let specs = Spec::parse(&self.taxonomy)?;
        let header = self.header.as_deref().map(|header| header == "yes");
        if (self.strict || header.is_some()) && !specs.iter().any(Spec::takes_options) {
            return Err(Failure::input("--strict and --header are for taxonomies that are read from a file"));
        }
        Ok(open(&specs, &Options { strict: self.strict, header }, items)?)
    }
}

/// A term that no taxonomy knows, with known ones that look like it.
pub(crate) fn unknown_term(term: &str, stack: &Stack) -> Failure {
    let near = near_terms(term, stack);
    let failure = Failure::input(format!("the taxonomy does not know “{term}”"));
    match near.is_empty() {
        true => failure.with_help("try another word, or another taxonomy (--taxonomy)"),
        false => failure.with_help(format!("did you mean {}?", near.join(", "))),
    }
}

/// Known terms that look like an unknown one.
pub(crate) fn near_terms(term: &str, stack: &Stack) -> Vec<String> {
    const SHOWN: usize = 3;
    let near = stack.members().iter().flat_map(|taxonomy| taxonomy.near_terms(term, SHOWN));
    let mut distinct: Vec<String> = Vec::new();
    for term in near {
        if !distinct.iter().any(|known| known == term) {
            distinct.push(term.to_owned());
        }
    }
    distinct.truncate(SHOWN);
    distinct
}

/// Its terms and its parents: "weapon, arm — a kind of instrument".
pub(crate) fn describe(taxonomy: &Taxonomy, concept: Concept) -> String {
    let mut text = taxonomy.labels(concept).collect::<Vec<_>>().join(", ");
    let parents: Vec<&str> = taxonomy.parents(concept).iter().map(|&parent| taxonomy.label(parent)).collect();
    if !parents.is_empty() {
        let link = if taxonomy.is_instance(concept) { "one" } else { "a kind" };
        text.push_str(&format!(" — {link} of {}", parents.join(" and ")));
    }
    if let Some(gloss) = taxonomy.gloss(concept) {
        text.push_str(&format!(" ({gloss})"));
    }
    text
}
