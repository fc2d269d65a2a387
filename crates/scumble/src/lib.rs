//! Do it for me: runs from the input to a release whose promise was checked.
//!
//! | to do this | look at |
//! |---|---|
//! | sanitise a text or a file | [`Sanitizer`] |
//! | apply decisions that a person edited | [`Sanitizer::apply_decisions`] |
//! | review a collection: decide, undo, export, audit | [`review::Review`] |
//! | release a collection of documents, restore it | [`document::Release`], [`document::restore`] |
//! | mask a table and check its promise | [`mask()`], [`table::Masked::write`] |
//! | measure what a masked table lost and still discloses | [`table::assess`] |
//! | try many methods and parameters on a table | [`explore::explore`], [`explore::explore_in_memory`] |
//! | anonymize set-valued records | [`anonymize`], [`sets::AnonymizedSets::write`] |
//! | measure a release of set-valued records | [`sets::assess`] |
//! | make the vector space of a collection, and mask it | [`vectors::build`], [`vectors::mask`] |
//! | measure a released vector space | [`vectors::assess_space`] |
//! | read a policy file | [`Policy::read`] |
//! | take the options of a program, by the names of a policy's keys | [`options`] |
//! | compare terms, and list what is a kind of them | [`knowledge`] |
//! | draw pictures and pages | [`report`] |
//!
//! ```
//! use scumble::{Policy, Silent, data};
//!
//! let table = data::read_text("people.csv", b"age,income\n23,25000\n18,10000\n58,12000\n46,30000\n", &Default::default())?;
//! let policy = Policy::parse("policy.toml", "others = 'mask'\n[promise]\nk = 2\n")?;
//! let masked = scumble::mask(&table, &policy.tables, &Silent)?;
//! assert_eq!(masked.kept.smallest, 2);
//! # Ok::<(), scumble::Error>(())
//! ```
//!
//! The rooms of the house are re-exported, so that one dependency is enough: [`span`], [`io`], [`ontology`], [`data`], [`files`],
//! [`text`], [`corpus`], [`mask`](mod@mask) and [`assess`].
//!
//! # Features
//!
//! All are on by default: `parquet` (with `arrow`), `excel`, `docx`, `pdf`, `mail`, `index`, `remote`, and two that bring data under
//! licences of their own: `models` (CC BY-SA 4.0) and `embedded` (CC BY-SA 3.0). WordNet (WordNet licence) always comes with
//! this crate; [`ontology`], [`data`], [`mask`](mod@mask) and [`assess`] alone can be had without it.

pub mod document;
mod error;
pub mod experiment;
pub mod explore;
pub mod knowledge;
pub mod link;
pub mod options;
mod places;
pub mod policy;
pub mod report;
pub mod review;
pub mod sets;
pub mod table;
pub mod vectors;

pub use document::Sanitizer;
pub use error::{Error, ErrorKind, Result};
pub use places::{make_parent, refuse_inputs};
pub use policy::{DocumentPolicy, Policy, TablePolicy};
pub use scumble_assess as assess;
pub use scumble_corpus as corpus;
pub use scumble_data as data;
pub use scumble_files as files;
pub use scumble_io as io;
pub use scumble_io::{Cancelled, Help, Place, Silent, Watch};
pub use scumble_mask as mask;
pub use scumble_ontology as ontology;
pub use scumble_span as span;
pub use scumble_text as text;
pub use sets::{SetPolicy, anonymize};
pub use table::mask;
