//! The integration tests of this crate, linked once.

mod closeness;
mod contract;
#[cfg(feature = "document")]
mod dates;
#[cfg(feature = "document")]
mod documents;
mod generalization;
mod golden;
mod hypernyms;
#[cfg(feature = "document")]
mod kinds;
mod perturbation;
mod population;
mod promises;
mod same_partition;
mod sets;
mod suppression;
#[cfg(feature = "document")]
mod surrogates;
mod vectors;
