//! Measures against people's annotations: those of the Text Anonymization Benchmark (TAB).
//!
//! An entity is recalled only if all its mentions are wholly hidden, for direct and quasi-identifiers apart; function words, forms of
//! address and punctuation may stay. Every annotator has entities of their own. A hidden token is right by the share of annotators who
//! masked a mention that has a part of it (token precision), and a hidden piece by the share who masked a mention around it (mention
//! precision).

mod bootstrap;
mod clusters;
mod document;
mod measure;

pub use bootstrap::interval;
pub use clusters::{Clusters, b_cubed};
pub use document::{GoldDocument, GoldMention, Identifier, Offsets};
pub use measure::{GoldSums, Hidden, Part, is_ignored, measure};
