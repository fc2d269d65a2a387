//! What still leaks?

mod covering;
mod earlier;
mod household;
mod interval;
mod linkage;
mod matching;
mod population;
mod probabilistic;
mod semantic;
mod singled;
mod suda;

pub use covering::covering_linkage;
pub use earlier::{Together, together};
pub use household::{HouseholdClasses, household_classes, household_risk};
pub use interval::IntervalDisclosure;
pub use linkage::{Direction, DistanceLinkage};
pub use matching::{Matched, matched};
pub use population::{IntruderRisk, PopulationRisk, population_risk, prosecutor};
pub use probabilistic::{Mixture, probabilistic_linkage};
pub use semantic::{MEASURES as SEMANTIC_MEASURES, matching_linkage, semantic_linkage};
pub use singled::{SingledBy, SingledOut, singled_out};
pub use suda::{SpecialUniques, special_uniques};
