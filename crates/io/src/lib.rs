//! How do bytes come in and go out?
//!
//! What every room needs to read and write: files that may be packed, places in them for errors, near spellings for what is
//! unknown, files that are written whole or not at all, and one protocol for progress and cancelling.
//!
//! | to do this | look at |
//! |---|---|
//! | open a file, packed or not | [`open`] |
//! | say where something is wrong, and what to do | [`Place`], [`Help`] |
//! | suggest a known name for an unknown one | [`nearest`], [`did_you_mean`] |
//! | write a file whole or not at all | [`Pending`], [`write_whole`] |
//! | report progress of a long run, and let it be cancelled | [`Watch`] |

mod help;
mod nearest;
mod packed;
mod pending;
mod place;
mod watch;

pub use help::Help;
pub use nearest::{did_you_mean, nearest, nearest_by_weight};
pub use packed::{open, unpacked};
pub use pending::{FileError, Pending, remove_pending, write_whole};
pub use place::{Field, Place};
pub use watch::{Cancelled, Silent, Watch};
