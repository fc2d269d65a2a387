//! The integration tests of this crate, linked once.

mod golden;
mod linkage;
mod properties;
mod sample;
mod sets;
mod tables;
