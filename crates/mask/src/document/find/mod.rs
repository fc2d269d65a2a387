//! The built-in finders, in the order in which they run.

mod candidate;
mod capitals;
mod doubtful;
mod entities;
mod informative;
mod joint;
mod lists;
mod old_age;
mod person;
mod places;
mod plain;
mod public;
mod rare;
mod related;
mod risky_blocks;
mod same;
mod second_reader;
mod sensitive;

pub(super) use candidate::{Candidate, candidates};
pub(super) use capitals::Capitals;
pub(super) use doubtful::Doubtful;
pub(super) use entities::Entities;
pub(super) use informative::Informative;
pub(super) use joint::Joint;
pub(super) use lists::Listed;
pub(super) use old_age::OldAge;
pub(super) use person::Person;
pub use places::KeepPlaces;
pub(super) use places::Places;
pub(super) use rare::Rare;
pub(super) use related::{Related, associations, residual_risk};
pub(super) use risky_blocks::RiskyBlocks;
pub(super) use same::{Same, repeated};
pub(super) use second_reader::SecondReader;
pub(super) use sensitive::SensitiveTerms;
