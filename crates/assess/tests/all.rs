//! The integration tests of this crate, linked once.
#![allow(clippy::print_stderr, reason = "a skipped test says so")]

mod golden;
mod learning;
mod linkage;
mod properties;
mod retrieval;
mod sample;
mod sets;
mod tables;
mod vectors;
mod vectors_reference;
