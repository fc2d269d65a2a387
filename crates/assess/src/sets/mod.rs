//! Set-valued records: what a release loses, and what it still discloses.

mod alignment;
mod divergence;
mod exposure;
mod intruder;
mod link;
mod loss;
mod pairs;
mod profile;
mod reading;
mod singling;
mod sweep;

pub use alignment::aligned;
pub use divergence::{Divergence, divergence};
pub use exposure::{Exposure, exposure};
pub use intruder::{Intruder, PEOPLE, Release};
pub use link::{Known, links};
pub use loss::{Losses, losses, losses_of_all};
pub use pairs::frequent_pairs;
pub use profile::{RealProfiles, real_profiles};
pub use reading::{KeptPairs, SetsReading, measure};
pub use singling::{Singled, TRIED, singled};
pub use sweep::{Curve, Point, sweep};
