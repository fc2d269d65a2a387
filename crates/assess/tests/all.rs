//! The integration tests of this crate, linked once.

mod golden;
mod properties;
mod sets;
mod tables;
