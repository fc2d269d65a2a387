//! The experiments of chapter 5 of the thesis, as runs: tables protected in many ways, and how many records an intruder links.

mod known_pairs;
mod protection;

pub use known_pairs::{KnownPairsExperiment, ProtectionResult, TABLE_5_14};
pub use protection::Protection;
