//! Where does the text stand in its file, and how is it put back?
//!
//! A file is opened into parts (the body, a header, a comment, the attributes of a page …), and its parts are woven into one
//! text. [`Edit`](scumble_span::Edit)s of that text go back into the file: [`Opened::rewrite`] gives its new bytes. Content
//! that cannot be read is dropped and named, or the file is refused: nothing passes unread.
//!
//! | to do this | look at |
//! |---|---|
//! | find the kind of a file by its name, or list the kinds that are read | [`FileKind`] |
//! | open a file, within limits | [`Opened::open`], [`Limits`], [`Images`] |
//! | read it as one text: how much of it is natural language, and where its parts and values end | [`Opened::text`], [`Woven`] |
//! | read its parts one by one | [`Opened::parts`], [`Part`], [`Holds`] |
//! | write it with edits of the text | [`Opened::rewrite`], [`Rewritten`] |
//! | tell people what was dropped and what could not be read | [`Opened::dropped`], [`Opened::warnings`] |
//! | check that no text was lost, by a second reading | [`Opened::letters_found`] |
//! | do the same for a record that is no file | [`Woven::of_texts`], [`Woven::part_texts`] |
//! | store a span by its part, and find it again | [`Woven::place`], [`Woven::span_in`] |
//!
//! | kind | feature | read | kept as it was | dropped, and named |
//! |---|---|---|---|---|
//! | text, Markdown | – | all of it | every byte outside of edits | nothing |
//! | HTML | – | text, title, attributes, comments, scripts, styles | every byte outside of edits | data embedded in addresses |
//! | DOCX | `docx` | body, headers, notes, comments, boxes, links, fields, descriptions | the layout; files of the package without edits | images, properties, authors, tracked deletions, macros, embedded files, custom XML |
//! | PDF | `pdf` | the text of the pages and of their form fields, by its position | where lines stand, their sizes, what is struck out | everything else: a new file is built |
//! | mail | `mail` | the headers that people read, texts, pages | the texts | attachments, traces of the transport |
//!
//! All features are on by default. A build without one of them refuses files of its kind with [`Error::Unsupported`].
//!
//! ```
//! use scumble_files::{FileKind, Limits, Opened};
//! use scumble_span::{Edit, Span};
//!
//! let page = b"<title>Ada</title><p>A letter from A<b>d</b>a.</p>".to_vec();
//! let opened = Opened::open(FileKind::Html, page, &Limits::default())?;
//! let woven = opened.text();
//! assert_eq!(woven.text, "\n\n\nA letter from Ada.\n\n\nAda");
//!
//! let names = woven.text.match_indices("Ada").map(|(at, name)| Span::new(at, at + name.len()));
//! let edits: Vec<Edit> = names.map(|span| Edit { span, replacement: "Pers1".into() }).collect();
//! let expected = b"<title>Pers1</title><p>A letter from Pers1<b></b>.</p>";
//! assert_eq!(opened.rewrite(&edits)?.bytes, expected);
//! # Ok::<(), scumble_files::Error>(())
//! ```

mod change;
#[cfg(feature = "docx")]
mod docx;
mod error;
mod escape;
mod format;
mod html;
mod kind;
mod language;
mod limits;
#[cfg(feature = "mail")]
mod mail;
mod opened;
mod part;
#[cfg(feature = "pdf")]
mod pdf;
mod sheet;
mod weave;
mod woven;

pub use error::{Error, Result};
pub use kind::FileKind;
pub use limits::{Images, Limits};
pub use opened::{Opened, Rewritten};
pub use part::{Holds, Part};
pub use woven::{PartSpan, Woven};
