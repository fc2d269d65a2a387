//! Where does the text stand in its file, and how is it put back?
//!
//! A file is opened into [`Part`]s (the body, a header, a comment, the attributes of a page …). Whoever changes a part says so by
//! [`Edit`](scumble_span::Edit)s of its text, and [`Opened::rewrite`] gives the bytes of the new file. What cannot be read is
//! dropped and named, or the file is refused: nothing passes unseen.
//!
//! | kind | read | kept as it was | left out, and named |
//! |---|---|---|---|
//! | text, Markdown | all of it | every byte outside of edits | nothing |
//! | HTML | text, title, attributes, comments, scripts, styles | every byte outside of edits | data that is embedded in addresses |
//! | DOCX | body, headers, notes, comments, boxes, links, fields, descriptions | the layout; files that nothing touches | images, properties, authors, tracked deletions, macros, embedded files, custom XML |
//! | PDF | the text of the pages, by its places | where lines stand | everything else: the file is made anew |
//! | mail | the headers that people read, texts, pages | the texts | attachments, traces of the way |
//!
//! ```
//! use scumble_files::{Kind, Limits, Opened};
//! use scumble_span::{Edit, Span};
//!
//! let page = b"<p>A letter from A<b>d</b>a.</p>".to_vec();
//! let opened = Opened::open(Kind::Html, page, &Limits::default())?;
//! assert_eq!(opened.parts()[0].text, "\nA letter from Ada.\n");
//! let edits = vec![Edit { span: Span::new(15, 18), replacement: "someone".into() }];
//! assert_eq!(opened.rewrite(&[edits])?.bytes, b"<p>A letter from someone<b></b>.</p>");
//! # Ok::<(), scumble_files::Error>(())
//! ```

mod docx;
mod error;
mod escape;
mod html;
mod mail;
mod opened;
mod pdf;
mod sheet;
mod weave;
mod xml;

pub use error::{Error, Result};
pub use opened::{Holds, Images, Kind, Limits, Opened, Part, Rewritten};
