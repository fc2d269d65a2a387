//! Set-valued records: the items of a person, in several forms of file.

mod form;
mod labels;
mod read;
mod release;

pub use form::set_form;
pub use labels::relabel;
pub(crate) use read::objects;
pub use read::read_sets;
pub use release::{read_release, write_release};

use crate::read::Options;

/// One record: an id and its items, each once, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetRecord {
    /// Its id in the input; its number where it has none.
    pub id: String,
    /// Its items.
    pub items: Vec<String>,
}

/// The form of a file of set-valued records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetForm {
    /// A JSON object a line, with an id and a list of items.
    Objects,
    /// A record a line, its items between delimiters, without a header.
    Baskets,
    /// An item a line, with the record's id in another column, under a header.
    Long,
}

impl SetForm {
    /// Every form with its name.
    pub const ALL: [(&'static str, Self); 3] =
        [("jsonl", Self::Objects), ("baskets", Self::Baskets), ("long", Self::Long)];
}

/// What is known about a file of sets beforehand.
#[derive(Debug, Clone, Default)]
pub struct SetOptions {
    /// The form of the file; recognized by its first bytes if not given.
    pub form: Option<SetForm>,
    /// The field of the objects, or the column, that holds the id.
    pub id_field: Option<String>,
    /// The field of the objects, or the column, that holds the items.
    pub item_field: Option<String>,
    /// Whether objects may have no items, as those of a release may.
    pub empty: bool,
    /// How a text table is written.
    pub table: Options,
}
