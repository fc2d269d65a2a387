//! Vector spaces: from a collection of documents to term vectors, to their release, and what it is still worth.

mod assess;
mod build;
mod collection;
mod labels;
mod mask;

pub use assess::{ClusteringScore, SpaceMeasures, SpaceReport, assess_space};
pub use build::{BuiltVectors, build, refuse_within};
pub use collection::{Collection, CollectionFields, read_collection, read_words};
pub use labels::Labels;
pub use mask::{MaskedVectors, VectorMethod, VectorPolicy, mask, verify};
