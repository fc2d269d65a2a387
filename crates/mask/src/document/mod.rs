//! Documents: find what gives someone away, decide, and say what stands in its place.
//!
//! A [`Finding`] is a piece of a text, why it matters and what is done with it. [`Finder`]s only make findings; findings become
//! [edits](scumble_span::Edit), and a text changes only by [`apply`](scumble_span::apply).
//!
//! ```
//! use scumble_corpus::Table;
//! use scumble_mask::document::{Action, Book, Decider, Method, Protection};
//! use scumble_span::apply;
//! use scumble_text::entity::Recognisers;
//!
//! let counts = Table::parse("#total\t1000\npatient\t100\nleprosy\t2\n").unwrap();
//! let protection = Protection { method: Method::Ic, hide: vec!["leprosy".into()], replace: Action::Remove, ..Default::default() };
//! let decider = Decider::new(protection, &counts).unwrap();
//! let text = "The patient has leprosy.";
//! let mut done = decider.sanitise(text, Recognisers::built_in()).unwrap();
//! assert_eq!(apply(text, &done.edits(&mut Book::default(), text)), "The patient has [REDACTED].");
//! ```

mod blocks;
mod capitals;
mod decide;
mod edits;
mod entities;
mod finding;
mod generalise;
mod informative;
mod labels;
mod lists;
mod marks;
mod meter;
mod person;
mod places;
mod protection;
mod related;
mod same;
mod sanitise;
mod text;
mod words;

pub use blocks::{LEAST_HITS, REACH, Topic};
pub use decide::{Decider, Decisions, OWN_BETA};
pub use edits::{Piece, pieces};
pub use finding::{Action, Finding, Found, Rule, State};
pub use labels::Book;
pub use marks::{BLOCK, REDACTED, is_label, labels, marks};
pub use meter::{Meter, Term};
pub use places::KeepPlaces;
pub use protection::{Method, Protection};
pub use same::Removed;
pub use sanitise::Sanitised;
pub use text::{Finder, Reading};
pub use words::{Sequences, Word, word_spans, words};
