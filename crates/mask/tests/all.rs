//! The integration tests of this crate, linked once.

mod contract;
#[cfg(feature = "document")]
mod documents;
mod golden;
mod promises;
mod same_partition;
mod sets;
