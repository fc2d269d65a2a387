//! What does a text say?
//!
//! Sentences, tokens with their parts of speech, noun phrases, base forms and stems of English text, by models that are
//! trained from this repository and come with the build ([`scumble_models`]). Offsets are bytes of the original, always on
//! character boundaries: nothing of a text is lost or changed.
//!
//! | to do this | look at |
//! |---|---|
//! | read a text | [`Document::read`] |
//! | cut a text into words or sentences only | [`tokens`], [`sentences`] |
//! | stem a word | [`Porter`] |
//! | train a model | [`sequence`], [`tagger`], [`chunker`] |
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

mod abbreviation;
mod analyzer;
pub mod chain;
pub mod chunker;
mod concept;
pub mod detect;
pub mod dictionary;
mod document;
pub mod entity;
mod language;
pub mod linear;
mod phrase;
mod sentence;
pub mod sequence;
mod stem;
mod stop;
mod tag;
pub mod tagger;
mod token;
pub mod truecase;
pub mod word;

pub use analyzer::{Analyzer, Models};
pub use concept::{ItemConcepts, item_concepts};
pub use document::{Document, Token};
pub use language::{BadWordLists, Gender, Language, Title, WordList, WordLists};
pub use phrase::Phrase;
pub use scumble_span::Span;
pub use sentence::sentences;
pub use stem::Porter;
pub use stop::is_stop_word;
pub use tag::{Tag, TagSet};
pub use token::tokens;
