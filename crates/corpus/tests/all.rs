//! All integration tests of the crate, in one binary.

mod cache;
#[cfg(feature = "embedded")]
mod embedded;
#[cfg(feature = "index")]
mod index;
#[cfg(feature = "remote")]
mod remote;
#[cfg(feature = "remote")]
mod server;
