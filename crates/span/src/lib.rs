//! Where? Pieces of a text by bytes, edits of them, and the one way to apply them.
//!
//! ```
//! use scumble_span::{Edit, Span, apply};
//!
//! let edits = [Edit { span: Span::new(0, 3), replacement: "Pers1".into() }];
//! assert_eq!(apply("Ada slept.", &edits), "Pers1 slept.");
//! ```

mod edit;
mod span;

pub use edit::{Edit, EditError, apply, check, places};
pub use span::Span;
