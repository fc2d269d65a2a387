//! What did we read?
//!
//! Tables with named columns: CSV and its kin (any delimiter, quoting as RFC 4180 has it, any encoding), Parquet, Excel. A
//! column that nobody touches is written back byte for byte; row order is kept; every error names file, row and column and
//! never a value.
//!
//! ```
//! use scumble_data::{Format, Missing, Options, read_text, write};
//!
//! let table = read_text("people.csv", b"name;age\n\"Roe, J.\";41\nPoe;29\n", &Options::default())?;
//! let ages = table.column("age")?.numbers(table.file(), &Missing::default())?;
//! assert_eq!(ages, [41.0, 29.0]);
//! let mut bytes = Vec::new();
//! write(&table, Format::Text, None, &mut bytes).unwrap();
//! assert_eq!(bytes, b"name;age\n\"Roe, J.\";41\nPoe;29\n");
//! # Ok::<(), scumble_data::Error>(())
//! ```

mod arrow;
mod column;
mod csv;
mod date;
mod error;
mod excel;
#[doc(hidden)]
pub mod fuzz;
mod kind;
mod parquet;
mod read;
mod rows;
mod sets;
mod table;
mod texts;
mod write;

pub use column::{Cells, Column};
pub use date::DateFormat;
pub use error::{Error, Place, Result};
pub use kind::{Kind, Missing, Role};
pub use read::{Format, Options, read, read_text};
pub use rows::Rows;
pub use scumble_io::csv::{Dialect, Encoding};
pub use sets::{SetForm, SetOptions, SetRecord, read_sets, set_form};
pub use table::{Origin, Table};
pub use texts::Texts;
pub use write::write;
