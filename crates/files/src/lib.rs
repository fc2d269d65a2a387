//! Where does the text stand in its file, and how is it put back?
//!
//! A file is opened into [`Part`]s (the body, a header, a comment, the title property …). Whoever changes a part says so by
//! [`Edit`](scumble_text::Edit)s of its text, and [`Opened::rewrite`] gives the bytes of the new file.

mod error;
mod opened;

pub use error::{Error, Result};
pub use opened::{Kind, Limits, Opened, Part, Rewritten};
