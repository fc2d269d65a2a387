//! The command line from outside: one linked binary for all its tests.

mod accidents;
mod bad_tables;
mod broken_words;
mod cli;
mod documents;
mod generalization;
mod golden;
mod kinds;
mod layout;
mod records;
mod refusals;
mod release_folder;
mod restore;
mod sample_risk;
mod sanitize;
mod sanitize_files;
mod sets;
mod sets_promises;
mod support;
mod suppression;
mod table_work;
mod tables;
mod taint;
mod term_relationships;
mod tidy;
