//! The command line from outside: one linked binary for all its tests.

mod cli;
mod documents;
mod golden;
mod kinds;
mod refusals;
mod restore;
mod sanitize;
mod sanitize_files;
mod sets;
mod support;
mod tables;
mod term_relationships;
mod tidy;
