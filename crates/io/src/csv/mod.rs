//! Text tables: records and fields between delimiters, as RFC 4180 has them, in any encoding.
//!
//! Fields are read with their quotes, so that a field that is not changed can be written back byte for byte.
//!
//! | to do this | look at |
//! |---|---|
//! | read record after record | [`Records`], [`Record`] |
//! | recognize the delimiter and the encoding | [`likely_delimiter`], [`Encoding::from_mark`], [`looks_like_utf_16`] |
//! | decode and encode | [`Decoded`], [`Encoding::encode`] |
//! | take quotes off a field, and put them on | [`unquoted`], [`push_field`] |

#[cfg(feature = "csv")]
mod dialect;
#[cfg(feature = "csv")]
mod encoding;
mod field;
mod record;

#[cfg(feature = "csv")]
pub use dialect::{DELIMITERS, Dialect, likely_delimiter, looks_like_utf_16};
#[cfg(feature = "csv")]
pub use encoding::{Decoded, Encoding};
pub use field::{push_field, unquoted};
pub use record::{LONGEST_RECORD, Record, RecordError, Records};
