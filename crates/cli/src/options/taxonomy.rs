//! Options that name a taxonomy.

use crate::failure::Failure;
use scumble::knowledge::Taxonomies;
use scumble::ontology::Stack;
use scumble::ontology::load::Spec;

/// Which taxonomy to ask.
#[derive(clap::Args)]
pub(crate) struct TaxonomyArguments {
    /// Taxonomies, separated by commas; the first that knows a term answers
    ///
    /// wordnet (built in), wordnet:person.n.01 (only kinds of that concept), wordnet:FOLDER, lmf:FILE, vgh:FILE, codes:FILE, directory:FILE, obo:FILE, skos:FILE, owl:FILE,
    /// none (every item is its own concept). Files may be gzipped.
    #[arg(long, value_name = "SPEC", default_value = "wordnet", help_heading = "Input")]
    taxonomy: String,

    /// Refuse a taxonomy with more than one top concept
    #[arg(long, help_heading = "Input")]
    strict: bool,

    /// Whether the first row of the taxonomy's table is a header
    ///
    /// Default: detected for codes and directories, no for hierarchies.
    #[arg(long, value_name = "yes|no", num_args = 0..=1, default_missing_value = "yes", value_parser = ["yes", "no"], help_heading = "Input")]
    header: Option<String>,
}

impl TaxonomyArguments {
    fn taxonomies(&self) -> Taxonomies {
        let header = self.header.as_deref().map(|header| header == "yes");
        Taxonomies { spec: self.taxonomy.clone(), strict: self.strict, header }
    }

    /// Whether another taxonomy than the default was named.
    pub(crate) fn is_given(&self) -> bool {
        self.taxonomies().are_given()
    }

    /// Opens the taxonomies; `items` are the concepts of `none`.
    pub(crate) fn open(&self, items: &[&str]) -> Result<Stack, Failure> {
        let specs = Spec::parse(&self.taxonomy)?;
        if (self.strict || self.header.is_some()) && !specs.iter().any(Spec::takes_options) {
            return Err(Failure::input("--strict and --header apply only to taxonomies that are read from a file"));
        }
        Ok(self.taxonomies().open(items)?)
    }
}
