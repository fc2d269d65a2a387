//! What do we publish instead?
mod attribute;
mod closeness;
#[cfg(feature = "document")]
pub mod document;
mod encode;
mod error;
pub mod loss;
mod mask;
mod microaggregation;
pub mod partition;
mod rng;
pub mod sets;
pub mod space;

pub use attribute::{Attribute, Values};
pub use closeness::{Sensitive, merged};
pub use encode::Encoded;
pub use error::{Error, Result};
pub use mask::{Mask, Masked, Part, Report};
pub use microaggregation::{Centroid, Cutting, Grouping, Microaggregation};
pub use rng::Rng;
