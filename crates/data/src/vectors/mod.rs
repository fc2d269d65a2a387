//! Vector spaces of documents.

mod matrix;
mod space;

pub use matrix::{BadRow, SparseMatrix, SparseRow};
pub use space::{Scheme, VectorSpace};
