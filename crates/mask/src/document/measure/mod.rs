//! How informative a term is, how much two terms disclose of each other, and from when on that is too much.

mod forms;
mod meter;
mod threshold;

pub(super) use forms::synonyms;
pub use meter::{Meter, Term};
pub use threshold::Threshold;
