//! Text tables: fields between delimiters, as RFC 4180 has them.
//!
//! Fields are kept as they stand, quotes and all, so that a column no method touches can be written back byte for byte.

mod dialect;
mod encoding;
mod read;
mod record;
mod write;

pub use dialect::Dialect;
pub use encoding::Encoding;
pub(crate) use read::{first_twice, lines, read};
pub(crate) use write::write;
