//! What does a text say?
//!
//! Sentences, tokens with their parts of speech, noun phrases, entities, base forms and stems of English text, by models that are
//! trained from this repository. Offsets are bytes of the original, always on character boundaries: nothing of a text is lost or
//! changed.
//!
//! | to do this | look at |
//! |---|---|
//! | read a text | [`Document::read`] |
//! | find what is written by rule, also by rules of your own | [`entity::Recognizers`] |
//! | consult the words of a language | [`Language`], [`WordLists`] |
//! | cut a text into words, sentences or blocks only | [`tokens`], [`sentences`], [`block_ends`] |
//! | map a short item to concepts of a taxonomy | [`Language::item_concepts`] |
//! | stem a word | [`Porter`] |
//! | count the terms of a text for a vector space | [`TermRule`] |
//! | ask a network how probable each token is to be masked | [`network::Network`] |
//! | find names that may stand in place of others | [`SurrogateLists`] |
//!
//! ```
//! use scumble_text::{Document, Tag};
//!
//! let text = "Charles Babbage didn't finish it.";
//! let document = Document::read(text);
//! let words: Vec<_> = document.tokens().iter().map(|token| token.span.of(text)).collect();
//! assert_eq!(words, ["Charles", "Babbage", "did", "n't", "finish", "it", "."]);
//! assert_eq!(document.tokens()[1].tag, Tag::Name);
//! assert_eq!(document.phrase_text(&document.phrases()[0]), "Charles Babbage");
//! ```
//!
//! # Features
//!
//! `models` (on by default) brings the trained models of English, whose weights are under CC BY-SA 4.0, not under the licence of the
//! code. Without it, [`Language::new`] takes models that you load: see [`Models`].

mod abbreviation;
mod analyzer;
mod block;
mod broken;
mod concept;
mod document;
pub mod entity;
mod language;
#[doc(hidden)]
pub mod model;
pub mod network;
mod phrase;
mod sentence;
mod stem;
mod surrogate;
mod tag;
mod terms;
mod token;

pub use analyzer::{Analyzer, Models};
pub use block::block_ends;
pub use concept::ItemConcepts;
#[cfg(feature = "models")]
pub use concept::item_concepts;
pub use document::{Document, Token};
pub use entity::{Entity, EntityKind};
pub use language::{BadWordLists, Gender, Language, Title, WordList, WordLists, is_stop_word};
pub use phrase::Phrase;
#[cfg(feature = "models")]
#[doc(no_inline)]
pub use scumble_models::{DECISIONS, fingerprint as models_fingerprint};
pub use scumble_span::Span;
pub use sentence::sentences;
pub use stem::Porter;
pub use surrogate::{Origin, SurrogateLists};
pub use tag::{Tag, TagSet};
pub use terms::{Letters, TermRule};
pub use token::tokens;
