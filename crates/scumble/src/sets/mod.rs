//! Set-valued records: from records and a policy to a release in which at least k records are the same.

mod assess;
mod check;
mod release;
mod report;
mod run;

pub use assess::{AssessedSets, assess};
pub use release::read_released;
pub use run::{AnonymizedSets, Items, SetPolicy, anonymize, distinct_items, understand};
