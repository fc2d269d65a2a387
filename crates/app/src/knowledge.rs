//! Options that name a taxonomy, and how its concepts are told to people.

use crate::failure::Failure;
use scumble_ontology::load::{Options, Spec, open};
use scumble_ontology::{Concept, Stack, Taxonomy};

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

    /// The first row of the taxonomy's table is a header
    #[arg(long)]
    header: bool,
}

impl TaxonomyArguments {
    /// Opens the taxonomies; `items` are the concepts of `none`.
    pub(crate) fn open(&self, items: &[&str]) -> Result<Stack, Failure> {
        let options = Options { strict: self.strict, header: self.header.then_some(true) };
        Ok(open(&Spec::parse(&self.taxonomy)?, &options, items)?)
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
