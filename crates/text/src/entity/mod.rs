//! Entities: who and what a text speaks of by number or by rule.
//!
//! What is written by rule is found by patterns, in one table of [`Recognisers`] that a user can extend; numbers with check
//! digits are checked.
//!
//! ```
//! use scumble_text::entity::{Kind, Recognisers};
//! let text = "Born on 10 December 1815, IBAN GB82 WEST 1234 5698 7654 32.";
//! let found = Recognisers::built_in().find(text);
//! assert_eq!(found.iter().map(|entity| entity.kind).collect::<Vec<_>>(), [Kind::DateTime, Kind::Iban]);
//! ```

mod check;
mod coreference;
pub mod gazetteer;
mod kind;
pub(crate) mod merge;
pub mod names;
mod own;
pub(crate) mod people;
mod recogniser;
pub(crate) mod shape;

pub use coreference::coreference;
pub use kind::Kind;
pub use own::BadRecogniser;
pub use recogniser::{Recogniser, Recognisers};

use crate::Span;

/// A piece of a text that names or numbers something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entity {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: Kind,
}
