//! What a person can ask for, one file or folder a subcommand.

pub(crate) mod assess;
pub(crate) mod audit;
pub(crate) mod completions;
pub(crate) mod corpus;
pub(crate) mod demo;
pub(crate) mod explore;
pub(crate) mod key;
pub(crate) mod link;
pub(crate) mod man;
pub(crate) mod mask;
pub(crate) mod parse;
pub(crate) mod policy;
#[cfg(feature = "reproduce")]
pub(crate) mod reproduce;
pub(crate) mod restore;
pub(crate) mod review;
pub(crate) mod roles;
pub(crate) mod sanitize;
pub(crate) mod sets;
pub(crate) mod similarity;
pub(crate) mod topics;
pub(crate) mod vectors;
