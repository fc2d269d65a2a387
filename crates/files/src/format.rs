//! What every file format can do once a file of it is opened.

use crate::error::Result;
use crate::sheet::PartWeave;
use scumble_span::Edit;

/// An opened file of one format.
pub(crate) trait Format: std::fmt::Debug + Send + Sync {
    /// The parts in the order of the file.
    fn parts(&self) -> Vec<&PartWeave>;

    /// What a rewritten file will not have. Never a value.
    fn dropped(&self) -> &[String];

    /// What a person should know before trusting that all text was read. Never a value.
    fn warnings(&self) -> &[String];

    /// Letters and digits that a second, independent reading of the file finds, if there is one.
    fn letters(&self) -> Option<usize> {
        None
    }

    /// The bytes of the file with the edits of each part, one list a part in the order of [`parts`](Format::parts).
    fn rewrite(&self, edits: &[Vec<Edit>]) -> Result<Vec<u8>>;
}
