//! Text tables: fields between delimiters, as RFC 4180 has them.
//!
//! Fields are kept with their quotes, so that a column that is not changed is written back byte for byte.

mod read;
mod write;

pub(crate) use read::{first_twice, lines, read};
pub(crate) use write::write;
