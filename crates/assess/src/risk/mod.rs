//! What still leaks?

mod interval;
mod linkage;

pub use interval::IntervalDisclosure;
pub use linkage::{Direction, DistanceLinkage};
