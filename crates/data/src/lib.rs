//! What did we read?
//!
//! Tables with named columns: CSV and its kin (any delimiter, quoting as RFC 4180 has it, any encoding), Parquet, Excel, Arrow. A
//! column that is not changed is written back byte for byte; row order is kept; every error names file, row and column and never a
//! value.
//!
//! | to do this | look at |
//! |---|---|
//! | read and write a table | [`read`](read()), [`write`](write()), [`Table`] |
//! | take numbers, dates or categories out of a column | [`Column`], [`Rows`] |
//! | change the texts of a JSON lines file or of a table, record by record | [`RecordReader`], [`TableRecords`] |
//! | read sets of items, and write their release | [`read_sets`], [`write_release`] |
//! | read and write the vector space of a collection | [`read_space`], [`write_space`], [`PendingSpace`] |
//! | exchange tables with Arrow | `TryFrom<RecordBatch>`, `Table::to_record_batch` (feature `arrow`) |
//!
//! Text tables and JSON lines are always read and written. The features `arrow`, `parquet`, `excel` and `gzip` are on by default.
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

#[cfg(feature = "arrow")]
mod arrow;
mod blank;
mod column;
mod csv;
mod date;
mod error;
#[cfg(feature = "excel")]
mod excel;
#[doc(hidden)]
pub mod fuzz;
mod guess;
mod kind;
#[cfg(feature = "parquet")]
mod layout;
mod misread;
mod number;
mod number_format;
mod numbers;
#[cfg(feature = "arrow")]
mod own;
#[cfg(feature = "parquet")]
mod parquet;
mod read;
mod records;
mod rows;
mod select;
mod sets;
mod table;
mod texts;
mod vectors;
mod write;

#[cfg(feature = "arrow")]
pub use {arrow_array, arrow_schema};

pub use column::{Cells, Column};
pub use date::DateFormat;
pub use error::{Error, ErrorDetails, Place, Result};
pub use guess::{Guess, guess, name_words};
pub use kind::{ColumnKind, Decimals, Missing, Role};
#[cfg(feature = "parquet")]
pub use layout::Layout;
pub use misread::misread;
pub use number::NumberStyle;
pub use number_format::NumberFormat;
pub use numbers::Numbers;
pub use read::{Format, Options, read, read_text};
pub use records::{
    Cell, FieldRole, FieldRoles, NewCell, OtherFields, Published, PublishedLine, Record, RecordForm, RecordOptions,
    RecordReader, TableRecords, field_names, field_names_of_bytes,
};
pub use rows::Rows;
pub use scumble_io::Help;
pub use scumble_io::csv::{Dialect, Encoding};
pub use sets::{SetForm, SetOptions, SetRecord, read_release, read_sets, relabel, set_form, write_release};
pub use table::{Origin, Table};
pub use texts::Texts;
pub use vectors::{
    BadRow, FirstIndex, PendingSpace, Scheme, SpaceFormat, SpaceOptions, SpaceWriting, SparseMatrix, SparseRow,
    VectorSpace, read_space, write_space,
};
pub use write::write;
