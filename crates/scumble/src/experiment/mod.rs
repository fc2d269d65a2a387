//! The experiments of the thesis, as runs: vector spaces masked with growing k, and what they are still worth (chapter 4); tables protected
//! in many ways, and how many records an intruder links (chapter 5).

mod key_attributes;
mod known_pairs;
mod protection;
mod sample;
mod uneven;
mod uniform;
mod vectors;

pub use key_attributes::{KeyAttributes, KeyAttributesExperiment, TABLE_5_15, TABLE_5_16};
pub use known_pairs::{KnownPairsExperiment, Overfitting, ProtectionResult, TABLE_5_14};
pub use protection::Protection;
pub use uneven::{Pair, TABLE_5_11, TABLE_5_13, UNEVEN_ATTACKS, UnevenExperiment, UnevenOrdering};
pub use uniform::{TABLE_5_5, UniformExperiment, UniformMethod, UniformResult};
pub use vectors::{
    CLUSTERS, ClassifiedAt, ClusteredAt, GROUP_SIZES, LostAt, QueriedAt, figure_4_5, figure_4_6, figure_4_11,
    figures_4_7_to_4_9,
};
