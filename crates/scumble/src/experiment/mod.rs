//! The experiments of the thesis, as runs: vector spaces masked with growing k, and what they are still worth (chapter 4); tables protected
//! in many ways, and how many records an intruder links (chapter 5).

mod known_pairs;
mod protection;
mod vectors;

pub use known_pairs::{KnownPairsExperiment, ProtectionResult, TABLE_5_14};
pub use protection::Protection;
pub use vectors::{
    CLUSTERS, ClassifiedAt, ClusteredAt, GROUP_SIZES, LostAt, MaskSpace, QueriedAt, figure_4_5, figure_4_6,
    figure_4_11, figures_4_7_to_4_9,
};
