//! Vector spaces: from a collection of documents to term vectors, and to their release.

mod build;
mod collection;
mod mask;

pub use build::{BuiltVectors, build, refuse_within};
pub use collection::{Collection, CollectionFields, read_collection, read_words};
pub use mask::{MaskedVectors, VectorMethod, VectorPolicy, mask, verify};
