//! The run that makes the vector space of a collection.

use super::Collection;
use crate::{Error, Result};
use scumble_data::{PendingSpace, SpaceFormat, SpaceWriting};
use scumble_io::{Help, Watch};
use scumble_mask::vectors::{BuildSpace, BuiltSpace};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The vector space of a collection, and what was left out of it.
#[derive(Debug, Clone)]
#[must_use]
pub struct BuiltVectors {
    /// How it was made.
    pub how: BuildSpace,
    /// The space, with the names of its documents.
    pub built: BuiltSpace,
    /// How many documents the collection has.
    pub documents: usize,
    /// The names of documents without a vector. They are for those who have the documents, not for a release.
    pub left_out: Vec<String>,
    /// The class of every document that has a vector; none if classes were not read.
    pub labels: Vec<String>,
}

/// Makes the vector space of a collection. Documents without a term have no vector: they are left out, and named in the result.
///
/// # Errors
/// If no document has a term, or the watcher cancels the run.
pub fn build(collection: Collection, how: &BuildSpace, watch: &dyn Watch) -> Result<BuiltVectors> {
    let mut built = how.run(&collection.texts, watch)?;
    if built.kept.is_empty() {
        return Err(Error::input(format!("no document has a term that occurs in {} documents", how.min_documents))
            .with_help(Help::set("min_df", "keep terms of fewer documents, or give more documents")));
    }
    let of = |documents: &[usize], list: &[String]| documents.iter().map(|&document| list[document].clone()).collect();
    built.space.documents = of(&built.kept, &collection.names);
    let left_out = of(&built.left_out, &collection.names);
    let labels = if collection.labels.is_empty() { Vec::new() } else { of(&built.kept, &collection.labels) };
    Ok(BuiltVectors { how: how.clone(), built, documents: collection.texts.len(), left_out, labels })
}

impl BuiltVectors {
    /// Writes the space into a folder, with the names of documents: it is the original, which is to be masked before it is released.
    ///
    /// # Errors
    /// If it cannot be written or does not read back as it was written, or the watcher cancels the run.
    pub fn write(&self, folder: &Path, format: SpaceFormat, watch: &dyn Watch) -> Result<()> {
        watch.step("writing", 0, 0)?;
        let labels = (!self.labels.is_empty()).then_some(self.labels.as_slice());
        let pending =
            PendingSpace::write(&self.built.space, folder, &SpaceWriting { format, document_names: true, labels })?;
        watch.step("checking", 0, 0)?;
        if pending.read_back()? != self.built.space {
            return Err(Error::promise("the space does not read back as it was written; nothing was written"));
        }
        Ok(pending.keep()?)
    }

    /// The mean number of terms of a document that has a vector.
    pub fn terms_per_document(&self) -> f64 {
        self.built.space.matrix.entries() as f64 / self.built.space.matrix.len() as f64
    }

    /// One object that says what was done; `output` is where the space was written.
    pub fn to_json(&self, format: SpaceFormat, output: &Path) -> Value {
        let mut figures = self.figures();
        figures["format"] = json!(format.name());
        figures["output"] = json!(output.display().to_string());
        figures
    }

    /// One object with the figures of the space.
    pub fn figures(&self) -> Value {
        let matrix = &self.built.space.matrix;
        json!({
            "documents": self.documents,
            "rows": matrix.len(),
            "terms": matrix.columns(),
            "entries": matrix.entries(),
            "terms_per_document": self.terms_per_document(),
            "min_df": self.how.min_documents,
            "fewest_documents_of_a_term": self.built.fewest_documents,
            "rare_terms_left_out": self.built.rare_terms,
            "top": self.how.top_terms,
            "stop_words": self.how.terms.stop_words.is_some(),
            "stem": self.how.terms.stem.is_some(),
            "lexicon": self.how.terms.lexicon,
            "left_out": self.left_out,
        })
    }
}

/// Refuses a folder for the space that is one of the inputs, or lies in one: the next run would read it as a document.
///
/// # Errors
/// If it is so.
pub fn refuse_within(output: &Path, inputs: &[PathBuf]) -> Result<()> {
    // A folder that is not there yet has the place of its nearest parent that is.
    let place =
        output.ancestors().filter(|path| !path.as_os_str().is_empty()).find_map(|path| path.canonicalize().ok());
    let place = place.or_else(|| std::env::current_dir().ok());
    let within = |input: &&PathBuf| matches!((&place, input.canonicalize()), (Some(place), Ok(input)) if input.is_dir() && place.starts_with(&input));
    match inputs.iter().find(within) {
        Some(input) => Err(Error::input(format!("the space would lie among the documents of {}", input.display()))
            .with_help("name a folder outside of it")),
        None => Ok(()),
    }
}
