//! What stands in place of a finding: a label, a more general term, a surrogate, or a mark.

mod generalize;
mod label;
mod marks;
mod surrogate;

pub(super) use generalize::Generalizer;
pub(super) use label::identities;
pub use marks::{MASK_CHAR, REDACTED, is_label, labels, marks, outside};
pub(super) use marks::{is_word, kind_of_prefix, prefix, trimmed};
pub(super) use surrogate::{Avoid, Named, Surrogates, names};
