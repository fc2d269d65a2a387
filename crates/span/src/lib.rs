//! Where? Pieces of a text by bytes, edits of them and the one way to apply them, words, where the layout breaks
//! them, and the normal form of a phrase.
//!
//! ```
//! use scumble_span::{Edit, Span, apply};
//!
//! let edits = [Edit { span: Span::new(0, 3), replacement: "Pers1".into() }];
//! assert_eq!(apply("Ada slept.", &edits), "Pers1 slept.");
//! ```

mod edit;
mod seam;
mod span;
mod word;

pub use edit::{Edit, EditError, apply, check, places};
pub use seam::{Break, Seam, seams};
pub use span::Span;
pub use word::{is_mark_on_letter, is_unseen, normalized, push_normalized, token_spans, word_spans, words};
