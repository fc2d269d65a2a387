//! How common is it?
//!
//! In how many documents of a corpus phrases stand, alone and together: the [`Counts`] trait and those who answer it.
//!
//! | asks | look at |
//! |---|---|
//! | the statistics that come with the build | [`Embedded`] |
//! | a small file of counts | [`Table`] |
//!
//! Phrases are compared by their [`words`]: runs of letters and digits in small letters. `Well-Known` is `well known`.
//!
//! ```
//! use scumble_corpus::{Counts, Table, information};
//! let table = Table::parse("#total\t1000\nheart attack\t4\n").unwrap();
//! assert_eq!(table.count(&[&["Heart attack"]]).unwrap(), 4);
//! assert_eq!(information(4, 1000), (1000f64 / 4.0).log2());
//! ```

mod counts;
pub mod embedded;
mod error;
mod table;
mod words;

pub use counts::{Counts, Provenance, Unit, information, mutual_information};
pub use embedded::Embedded;
pub use error::{Error, Result};
pub use table::Table;
pub use words::{normalized, words};
