//! The tests of what this crate gives to others, in one binary.

mod english;
mod languages;
mod network;
