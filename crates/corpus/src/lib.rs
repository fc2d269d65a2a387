//! How common is it?
//!
//! The number of documents of a corpus that have a phrase, or several phrases together: the [`Counts`] trait and its providers.
//!
//! | asks | look at |
//! |---|---|
//! | the statistics that come with the build | [`Embedded`] (feature `embedded`) |
//! | a small file of counts | [`Table`] |
//! | an index of one's own documents | [`Index`], [`build`](build()) (feature `index`) |
//! | a server | [`Elasticsearch`], [`InfiniGram`] (feature `remote`) |
//! | any of them, by its name | [`open`] |
//! | the same question again, also tomorrow | [`Cached`] |
//!
//! The statistics of the feature `embedded` (on by default, 8.8 MB) are derived from the English Wikipedia and under CC BY-SA 3.0, other
//! than the code. A build without the feature has none of them.
//!
//! Phrases are compared in their [normal form](normalized): words in lower case. `Well-Known` is `well known`.
//!
//! ```
//! use scumble_corpus::{Counts, Table, information};
//! let table = Table::parse("#total\t1000\nheart attack\t4\n").unwrap();
//! assert_eq!(table.count(&[&["Heart attack"]]).unwrap(), 4);
//! assert_eq!(information(4, 1000), (1000f64 / 4.0).log2());
//! ```

mod cache;
mod counts;
pub mod embedded;
mod error;
#[cfg(feature = "index")]
#[doc(hidden)]
pub mod fuzz;
#[cfg(feature = "index")]
mod index;
mod phrases;
#[cfg(feature = "remote")]
mod remote;
mod spec;
mod table;

pub use cache::Cached;
pub use counts::{Counts, Provenance, Unit, information, mutual_information};
pub use embedded::Embedded;
pub use embedded::sets::{common, intersection};
pub use error::{Error, Result};
#[cfg(feature = "index")]
pub use index::{BuildOptions, Built, Index, LeavingOut, build};
pub use phrases::PhraseCounts;
#[cfg(feature = "remote")]
pub use remote::{AUTHORIZATION, CERTIFICATES, Elasticsearch, InfiniGram, RemoteOptions};
pub use scumble_span::normalized;
pub use spec::{SpecOptions, open};
pub use table::Table;
