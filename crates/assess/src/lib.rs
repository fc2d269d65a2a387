//! What is lost, what still leaks?
//!
//! Measures over an original and its masked twin, record by record in the same order. Each gives one figure for the whole and, where it
//! makes sense, one for every record.
//!
//! | to know | look at |
//! |---|---|
//! | whether a release keeps its promise | [`promise::check`] |
//! | whether a perturbed release keeps what its method promises | [`check_perturbed`] |
//! | all measures of two tables | [`table::measure`] |
//! | how far statistics moved (IL1–IL5, IL) | [`InformationLoss`] |
//! | the same as probabilities | [`ProbabilisticLoss`] |
//! | what a column lost, by its kind; SSE/SST | [`column_loss`], [`sse_sst`], [`Squares`] |
//! | what generalisation lost | [`generalization_loss`], [`discernibility`], [`average_class_size`] |
//! | how many records an intruder links whose values lie in the released intervals | [`covering_linkage`] |
//! | how many records an intruder links by distance | [`DistanceLinkage`] |
//! | the same by weights of agreement; by equality of words; by their meaning | [`probabilistic_linkage`], [`matching_linkage`], [`semantic_linkage`] |
//! | how many records an intruder links who knows some pairs | [`learn::known::CarryOver`] |
//! | how often the original lies close to its masked value in rank | [`IntervalDisclosure`] |
//! | how many records of a population match the released ones (k-map, δ-presence) | [`matched`] |
//! | the equivalence classes of equal records | [`classes`] |
//! | how many records match where a blank matches every value | [`matches()`], [`fewest_matches`] |
//! | records that released columns single out | [`singled_out`] |
//! | the risk of a sample: by class sizes, by sampling weights | [`prosecutor`], [`population_risk`] |
//! | the fewest columns that single out a record (SUDA2) | [`special_uniques`] |
//! | what an earlier release of the same people adds | [`together`] |
//! | what the release of a vector space is still worth | [`vectors`] |
//! | all measures of set-valued records | [`sets::measure`], [`sets::losses`], [`sets::exposure`] |

mod agreement;
mod classes;
pub mod combine;
mod comparison;
#[cfg(feature = "document")]
pub mod document;
pub mod learn;
pub mod link;
mod loss;
mod matches;
mod perturbed;
pub mod promise;
mod reading;
mod risk;
pub mod sets;
pub mod table;
pub mod vectors;

pub use agreement::{Agreement, BothCodes, BothTerms};
pub use classes::{Classes, classes};
pub use loss::{
    CellLoss, ColumnLoss, ColumnMeasure, GeneralizationLoss, HierarchySource, InformationLoss, ProbabilisticLoss,
    RecodedColumn, RecodedLoss, Squares, average_class_size, column_loss, discernibility, generalization_loss, ordered,
    sse_sst,
};
pub use matches::{fewest_matches, matches};
pub use perturbed::{Unperturbed, check_perturbed};
pub use reading::{Error, Loss, Reading, Result, Risk};
pub use risk::{
    Direction, DistanceLinkage, HouseholdClasses, IntervalDisclosure, IntruderRisk, Matched, Mixture, PopulationRisk,
    SEMANTIC_MEASURES, SingledBy, SingledOut, SpecialUniques, Together, covering_linkage, household_classes,
    household_risk, matched, matching_linkage, population_risk, probabilistic_linkage, prosecutor, semantic_linkage,
    singled_out, special_uniques, together,
};
