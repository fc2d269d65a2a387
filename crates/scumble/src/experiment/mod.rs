//! The experiments of chapter 5 of the thesis, as runs: tables protected in many ways, and how many records an intruder links.

mod key_attributes;
mod known_pairs;
mod protection;
mod sample;
mod uneven;
mod uniform;

pub use key_attributes::{KeyAttributes, KeyAttributesExperiment, TABLE_5_15, TABLE_5_16};
pub use known_pairs::{KnownPairsExperiment, Overfitting, ProtectionResult, TABLE_5_14};
pub use protection::Protection;
pub use uneven::{Pair, TABLE_5_11, TABLE_5_13, UNEVEN_ATTACKS, UnevenExperiment, UnevenOrdering};
pub use uniform::{TABLE_5_5, UniformExperiment, UniformMethod, UniformResult};
