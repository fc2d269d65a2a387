//! Vector spaces: from a collection of documents to term vectors.

mod build;
mod collection;

pub use build::{BuiltVectors, build, refuse_within};
pub use collection::{Collection, CollectionFields, read_collection, read_words};
