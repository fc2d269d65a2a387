//! Vector spaces of documents.

#[cfg(feature = "document")]
mod build;

#[cfg(feature = "document")]
pub use build::{BuildSpace, BuiltSpace};
