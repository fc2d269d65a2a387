//! An estimate of the attack by search where there is no background: would the person of a text be found first?
//!
//! A logistic model over five [`Features`] of what is left in a text, fitted and calibrated on biographies that were sanitised in many
//! ways and attacked by all four attackers. It says nothing of texts whose features lie outside of what it was fitted on. The range that it gives is what
//! happened to people whom it was not fitted on, and of whom it said about the same.

mod features;
mod fit;
mod model;

pub use features::{FEATURES, Features, LeftWords};
pub use fit::{area_under_curve, fit_logistic};
pub use model::{Bin, SearchRisk, SearchRiskModel};
