//! The integration tests of this crate, linked once.

mod golden;
mod learning;
mod linkage;
mod properties;
mod retrieval;
mod sample;
mod sets;
mod tables;
