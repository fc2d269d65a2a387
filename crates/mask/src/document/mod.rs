//! Documents: find what discloses a person or a sensitive term, decide, and rewrite.
//!
//! A [`Finding`] is a piece of a text, the rule that found it and what is done with it. [`Finder`]s add findings to a [`Case`], one
//! after the other: terms that the user named, entities, risky blocks, the user's own finders, capitals and codes, informative
//! phrases, phrases that disclose a sensitive term alone or together, and last every other mention of all these. Findings become
//! [edits](scumble_span::Edit), and a text changes only by [`apply`](scumble_span::apply).
//!
//! ```
//! use scumble_corpus::Table;
//! use scumble_mask::document::{Decider, Knowledge, Ledger, Protection};
//! use scumble_span::apply;
//! use std::sync::Arc;
//!
//! let counts = Arc::new(Table::parse("#total\t1000\npatient\t100\nleprosy\t2\n")?);
//! let protection = Protection { hide: vec!["leprosy".into()], ..Protection::default() };
//! let text = "The patient has leprosy.";
//!
//! let decider = Decider::new(protection, Knowledge::english(counts))?;
//! let labelled = decider.sanitize(&text.into(), &Ledger::default())?.label(&mut Ledger::default());
//! assert_eq!(apply(text, &labelled.edits), "The patient has Term1.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Decider`] is `'static` and shared between threads. [`Decider::sanitize`] decides, rewrites, and reads the result again until
//! nothing more is found; [`Decider::apply_decisions`] applies the decisions that a person made. [`Sanitized::label`] gives labels
//! from a [`Ledger`]. [`Removed`], [`RemovedBeside`] and [`Kept`] check what would be released.

mod beside;
mod case;
mod chance;
mod covered;
mod dates;
mod decide;
mod edits;
mod find;
mod finding;
mod joints;
pub mod judge;
mod kinds;
mod knowledge;
mod ledger;
mod measure;
mod mended;
mod mentions;
mod named;
mod numeral;
mod protection;
mod pseudonym;
mod reading;
mod replace;
mod sanitized;
mod settle;
mod source;
mod spelling;
mod style;
#[cfg(test)]
mod tests;
mod topics;
mod verify;
mod words;

pub use beside::RemovedBeside;
pub use case::{Case, Figures, Finder};
pub use chance::Chance;
pub use dates::Dates;
pub use decide::{Decider, Decisions, OWN_BETA};
pub use find::KeepPlaces;
pub use finding::{Action, Finding, Found, Rule, State};
pub use kinds::{Kind, Kinds};
pub use knowledge::Knowledge;
pub use ledger::Ledger;
pub use measure::{Meter, Term, Threshold};
pub use mended::Mended;
pub use mentions::{Mention, mentions, occurrences, surrogate_texts};
pub use named::{NamedFor, NamedTerm};
pub use protection::{Method, Protection, Readers};
pub use reading::Reading;
pub use replace::{MASK_CHAR, REDACTED, is_label, labels, marks, outside};
pub use sanitized::{Labelled, Replacement, Sanitized};
pub use settle::Draft;
pub use source::SourceText;
pub use topics::{LEAST_HITS, Paragraph, REACH, Topic, TopicHit, TopicReader, TopicReading};
pub use verify::{Kept, Removed};
pub use words::{Hit, Sequences, Word, Words, words};
