//! What is lost, what still leaks?
//!
//! Measures over an original table of numbers and its masked twin, record by record in the same order. Each gives one figure
//! for the whole and, where it makes sense, one for every record.
//!
//! | to know | look at |
//! |---|---|
//! | how far statistics moved (IL1–IL5, IL) | [`InformationLoss`] |
//! | the same as probabilities | [`ProbabilisticLoss`] |
//! | sums of squares | [`Squares`] |
//! | how many records an intruder finds again by distance | [`DistanceLinkage`] |
//! | how often the original lies close to its masked value in rank | [`IntervalDisclosure`] |
//! | the smallest class of equal records | [`classes`] |
//! | what is found of set-valued records | [`links`], [`divergence`], [`frequent_pairs`] |

mod classes;
mod comparison;
mod loss;
mod reading;
mod risk;
mod sets;

pub use classes::{Classes, classes};
pub use loss::{InformationLoss, ProbabilisticLoss, Squares};
pub use reading::{Error, Loss, Reading, Result, Risk};
pub use risk::{Direction, DistanceLinkage, IntervalDisclosure};
pub use sets::{Divergence, divergence, frequent_pairs, links};
