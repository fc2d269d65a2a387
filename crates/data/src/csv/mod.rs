//! Text tables: fields between delimiters, as RFC 4180 has them.
//!
//! Fields are kept with their quotes, so that a column that is not changed is written back byte for byte.

mod read;
mod start;
mod write;

pub(crate) use read::{lines, read};
pub(crate) use start::{Open, Start, not_encoded, note, record_error};
pub(crate) use write::write;
