//! What a folder says about the space in it: `space.json`.

use super::format::SpaceFormat;
use super::{Scheme, VectorSpace};
use serde::{Deserialize, Serialize};

/// The content of `space.json`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Description {
    /// The format of the matrix, by its name.
    format: String,
    pub(super) documents: u64,
    pub(super) terms: u64,
    pub(super) entries: u64,
    /// Whether `vocabulary.txt` belongs to it.
    pub(super) has_vocabulary: bool,
    /// Whether `documents.txt` belongs to it.
    pub(super) has_document_names: bool,
    pub(super) scheme: Option<Scheme>,
}

impl Description {
    pub(super) fn of(space: &VectorSpace, format: SpaceFormat, document_names: bool) -> Self {
        Self {
            format: format.name().to_owned(),
            documents: space.matrix.len() as u64,
            terms: space.matrix.columns() as u64,
            entries: space.matrix.entries() as u64,
            has_vocabulary: !space.vocabulary.is_empty(),
            has_document_names: document_names,
            scheme: space.scheme.clone(),
        }
    }

    pub(super) fn format(&self) -> Option<SpaceFormat> {
        SpaceFormat::ALL.iter().find(|(name, _)| *name == self.format).map(|(_, format)| *format)
    }
}
