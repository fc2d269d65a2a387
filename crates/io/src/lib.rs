//! How do bytes come in and go out?
//!
//! What every room needs to read and write: files that may be packed, CSV records, JSON lines, places in files for errors, similar
//! names for an unknown one, files that are written whole or not at all, and one protocol for progress and cancelling.
//!
//! | to do this | look at |
//! |---|---|
//! | open a file, packed or not | [`open`], [`unpacked`] |
//! | take a whole text into memory, with line numbers | [`Source`] |
//! | read the records of a text table, in any encoding | `csv` (feature `csv`; `records` without encodings) |
//! | read JSON lines | [`jsonl`] |
//! | say where something is wrong, and what to do | [`Place`], [`Help`] |
//! | suggest a known name for an unknown one | [`nearest`], [`did_you_mean`] |
//! | write a file whole or not at all | [`Pending`], [`write_whole`] |
//! | keep two runs from writing one thing | [`Lock`] |
//! | report progress of a long run, and let it be cancelled | [`Watch`] |

#[cfg(feature = "records")]
pub mod csv;
mod help;
pub mod jsonl;
mod lock;
mod nearest;
mod packed;
mod pending;
mod place;
mod source;
mod watch;

pub use help::Help;
pub use lock::Lock;
pub use nearest::{did_you_mean, nearest, nearest_by_weight};
pub use packed::{Packing, open, unpacked};
pub use pending::{FileError, Pending, is_leftover, remove_leftovers, remove_pending, write_whole};
pub use place::{Field, Place};
pub use source::{Source, SourceError};
pub use watch::{Cancelled, Silent, Watch};
