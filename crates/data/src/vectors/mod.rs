//! Vector spaces of documents.

mod description;
mod entries;
mod format;
mod matrix;
mod matrix_market;
mod read;
mod space;
mod svmlight;
mod triplets;
mod words;
mod write;

pub use format::{FirstIndex, SpaceFormat, SpaceOptions};
pub use matrix::{BadRow, SparseMatrix, SparseRow};
pub use read::read_space;
pub(crate) use read::read_text;
use read::{line_text, next_line};
pub use space::{Scheme, VectorSpace};
pub(crate) use triplets::Known;
pub use write::{PendingSpace, SpaceWriting, write_space};
