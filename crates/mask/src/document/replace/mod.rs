//! What stands in place of a finding: a label, a more general term, or a mark.

mod generalize;
mod label;
mod marks;

pub(super) use generalize::Generalizer;
pub(super) use label::identities;
pub use marks::{MASK_CHAR, REDACTED, is_label, labels, marks, outside};
pub(super) use marks::{is_word, prefix, trimmed};
