//! Marks: what a passage is, and whether it has to go.

/// What a passage names. `Misc` and `Quantity` only mark what stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Kind {
    Person,
    Handle,
    Date,
    Time,
    Place,
    Address,
    Organisation,
    Email,
    Phone,
    Url,
    Account,
    Id,
    Device,
    Secret,
    Age,
    Misc,
    Quantity,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 17] = [
        Self::Person,
        Self::Handle,
        Self::Date,
        Self::Time,
        Self::Place,
        Self::Address,
        Self::Organisation,
        Self::Email,
        Self::Phone,
        Self::Url,
        Self::Account,
        Self::Id,
        Self::Device,
        Self::Secret,
        Self::Age,
        Self::Misc,
        Self::Quantity,
    ];

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Handle => "handle",
            Self::Date => "date",
            Self::Time => "time",
            Self::Place => "place",
            Self::Address => "address",
            Self::Organisation => "organisation",
            Self::Email => "email",
            Self::Phone => "phone",
            Self::Url => "url",
            Self::Account => "account",
            Self::Id => "id",
            Self::Device => "device",
            Self::Secret => "secret",
            Self::Age => "age",
            Self::Misc => "misc",
            Self::Quantity => "quantity",
        }
    }

    /// The kind of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether its letters and digits mean something one by one: noise leaves these alone.
    pub(super) fn is_code(self) -> bool {
        use Kind::{Account, Address, Device, Email, Handle, Id, Phone, Secret, Url};
        matches!(self, Email | Phone | Url | Account | Id | Device | Secret | Address | Handle)
    }
}

/// Whether a marked passage has to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mask {
    /// It gives someone away.
    Yes,
    /// It stays: masking it is for nothing.
    No,
    /// It may go or stay.
    Optional,
}

/// A passage of a document with its mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// First code point.
    pub start: usize,
    /// Behind the last code point.
    pub end: usize,
    /// What it is.
    pub kind: Kind,
    /// Whether it has to go.
    pub mask: Mask,
    /// The text as it was put in, before any noise.
    pub original: String,
}

/// Text that is written at once, with its mark or without.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Piece {
    pub(super) text: String,
    pub(super) mark: Option<(Kind, Mask)>,
}

impl Piece {
    /// Text without a mark.
    pub(super) fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), mark: None }
    }

    /// Text that has to go.
    pub(super) fn marked(kind: Kind, text: impl Into<String>) -> Self {
        Self { text: text.into(), mark: Some((kind, Mask::Yes)) }
    }

    /// Text that may go.
    pub(super) fn optional(kind: Kind, text: impl Into<String>) -> Self {
        Self { text: text.into(), mark: Some((kind, Mask::Optional)) }
    }

    /// Text that stays.
    pub(super) fn kept(kind: Kind, text: impl Into<String>) -> Self {
        Self { text: text.into(), mark: Some((kind, Mask::No)) }
    }
}
