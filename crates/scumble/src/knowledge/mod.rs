//! Terms and what they are a kind of: taxonomies by their names, similarity, topics, and how common phrases are.
//!
//! ```
//! use scumble::knowledge::{Taxonomies, similarity, measure_named};
//!
//! let found = similarity("dog", "cat", measure_named("path").unwrap(), None, &Taxonomies::default())?;
//! assert_eq!((&found["measure"], found["distance"].as_f64()), (&"path".into(), Some(4.0)));
//! # Ok::<(), scumble::Error>(())
//! ```

mod counted;
mod similarity;
mod topics;

pub use counted::{Counted, counted};
pub use similarity::{compared_to_json, comparison, measure_named, similarity};
pub use topics::{Topics, is_policy, topics, topics_of_policy};

use crate::error::{Error, Result};
use scumble_io::Help;
use scumble_ontology::Stack;
use scumble_ontology::load::{Options, Spec, open};

/// Which taxonomies to ask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taxonomies {
    /// Their names, separated by commas; the first that knows a term answers.
    pub spec: String,
    /// Whether a taxonomy with more than one top concept is refused.
    pub strict: bool,
    /// Whether the first row of a taxonomy's table is a header; told by its look if nothing is said.
    pub header: Option<bool>,
}

impl Default for Taxonomies {
    fn default() -> Self {
        Self { spec: "wordnet".to_owned(), strict: false, header: None }
    }
}

impl Taxonomies {
    /// Whether they are others than the built-in WordNet.
    pub fn are_given(&self) -> bool {
        !Spec::parse(&self.spec).is_ok_and(|specs| specs == [Spec::WordNet])
    }

    /// Opens them; `items` are the concepts of the taxonomy `none`.
    ///
    /// # Errors
    /// If one is not known or cannot be read.
    pub fn open(&self, items: &[&str]) -> Result<Stack> {
        let specs = Spec::parse(&self.spec)?;
        if (self.strict || self.header.is_some()) && !specs.iter().any(Spec::takes_options) {
            return Err(Error::input("strict and header apply only to taxonomies that are read from a file"));
        }
        Ok(open(&specs, &Options { strict: self.strict, header: self.header }, items)?)
    }
}

/// How many known terms are suggested for an unknown one.
pub const SUGGESTED: usize = 3;

/// A term that no taxonomy knows, with known ones that look like it.
pub fn unknown_term(term: &str, stack: &Stack) -> Error {
    let near = stack.near_terms(term, SUGGESTED);
    let error = Error::input(format!("the taxonomy does not know “{term}”"));
    match near.is_empty() {
        true => error.with_help(Help::set("taxonomy", "try another word, or another taxonomy")),
        false => error.with_help(format!("did you mean {}?", near.join(", "))),
    }
}
