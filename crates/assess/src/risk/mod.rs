//! What still leaks?

mod interval;
mod linkage;
mod nearest;
mod singled;

pub use interval::IntervalDisclosure;
pub use linkage::{Direction, DistanceLinkage};
pub use singled::{SingledBy, SingledOut, singled_out};
