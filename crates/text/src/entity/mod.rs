//! Entities: the people, places, organizations, dates and numbers that a text names.
//!
//! Names are found by a trained model and lists. Dates, numbers, addresses and the like are found by patterns, in one table of
//! [`Recognizers`] that a user can extend; numbers with check digits are checked.
//!
//! ```
//! use scumble_text::entity::{EntityKind, Recognizers};
//! let text = "Born on 10 December 1815, IBAN GB82 WEST 1234 5698 7654 32.";
//! let found = Recognizers::built_in().find(text);
//! assert_eq!(found.iter().map(|entity| entity.kind).collect::<Vec<_>>(), [EntityKind::DateTime, EntityKind::Iban]);
//! ```

mod check;
mod coreference;
pub(crate) mod everyday;
pub mod gazetteer;
mod kind;
pub(crate) mod merge;
mod national;
#[cfg(test)]
mod national_twins;
mod own;
mod pattern;
pub(crate) mod people;
mod recognizer;
pub(crate) mod shape;
mod shapes;
pub(crate) mod whole;

pub use coreference::coreference;
pub use kind::EntityKind;
pub use own::{BadRecognizer, patterns};
pub use recognizer::{Recognizer, Recognizers};

use crate::Span;

/// A piece of a text that names or numbers something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entity {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: EntityKind,
}
