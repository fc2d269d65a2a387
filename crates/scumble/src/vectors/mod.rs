//! Vector spaces: from a collection of documents to term vectors, and what a release of them is still worth.

mod assess;
mod build;
mod collection;
mod labels;

pub use assess::{ClusteringScore, SpaceMeasures, SpaceReport, assess_space};
pub use build::{BuiltVectors, build, refuse_within};
pub use collection::{Collection, CollectionFields, read_collection, read_words};
pub use labels::Labels;
