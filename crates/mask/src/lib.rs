//! What do we publish instead?
//!
//! | to do this | look at |
//! |---|---|
//! | prepare a table: missing values, strata, confidential columns | [`table::Prepared`] |
//! | mask its columns by groups of at least k records | [`Microaggregation`], [`Method`] |
//! | generalise them over hierarchies | [`Generalization`], [`ValueHierarchy`] |
//! | blank cells or leave out records | [`Suppression`] |
//! | perturb them: swap ranks, add noise, draw again, shuffle, code, round, sample | [`Perturbation`], [`Perturbing`] |
//! | promise k-anonymity, l-diversity or t-closeness | [`Promise`], [`Constraint`], [`Keeping`] |
//! | anonymize set-valued records | [`sets::Anonymize`] |
//! | make a vector space from texts (feature `document`) | `vectors::BuildSpace` |
//! | sanitize documents (feature `document`) | `document` |
//! | group any records of your own | [`partition`], [`space`] |
//!
//! Parameters ([`Microaggregation`], [`sets::Anonymize`]), data ([`Problem`], [`sets::Understood`]) and results ([`Masked`],
//! [`sets::Anonymized`]) are different types: parameters can be written into a policy and cross a thread, data is borrowed, and a
//! result says what was done.

mod attribute;
#[cfg(feature = "document")]
pub mod document;
mod encode;
mod error;
mod generalization;
mod household;
pub mod loss;
mod mask;
mod merge;
mod method;
mod microaggregation;
pub mod partition;
mod perturbation;
mod progress;
mod promise;
mod rng;
pub mod sets;
pub mod space;
mod suppression;
pub mod table;
pub mod vectors;

pub use attribute::{Attribute, Values};
pub use encode::Encoded;
pub use error::{Error, Result};
pub use generalization::{
    ANY, Generalization, Generalized, GeneralizedColumn, NoHierarchy, Population, Recoding, UnderstoodColumn,
    ValueHierarchy,
};
pub use household::Households;
pub use mask::{GroupReport, Mask, Masked, Problem, Report};
pub use merge::merged;
pub use method::Method;
pub use microaggregation::{Centroid, ColumnGroup, Cutting, Keeping, Microaggregation};
pub use perturbation::{Ends, Percent, Perturbation, Perturbing, Transition};
pub use promise::{
    Constraint, Demand, Diversity, Ground, Hierarchy, Judge, LDiversity, PopulationPromise, Presence, Promise,
    Sensitive, TCloseness, ValueDistance,
};
pub use rng::Rng;
pub use suppression::{Blank, Combination, Suppress, Suppressed, Suppression};
