//! What a person can ask for, one file a subcommand.

pub(crate) mod assess;
mod assess_report;
mod assess_sets;
pub(crate) mod corpus;
pub(crate) mod demo;
mod demo_note;
pub(crate) mod mask;
mod mask_flags;
mod mask_report;
pub(crate) mod parse;
pub(crate) mod reproduce;
pub(crate) mod restore;
pub(crate) mod sanitize;
mod sanitize_release;
pub(crate) mod sets;
mod sets_report;
pub(crate) mod similarity;
mod similarity_pairs;
pub(crate) mod topics;
