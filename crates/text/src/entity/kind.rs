//! What an entity is.

/// The kinds of entities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum EntityKind {
    /// A person's name.
    Person,
    /// A company, office, court, party …
    Organization,
    /// A country, town, street, river …
    Place,
    /// An attribute of a person: nationality, religion, profession, family.
    Demographic,
    /// Works, products, events, laws …
    Miscellaneous,
    /// A date, a time, a decade.
    DateTime,
    /// An amount, with its unit or currency.
    Quantity,
    /// A number that names a thing: a case, a file, a policy.
    Code,
    /// An e-mail address.
    Email,
    /// A web address.
    Url,
    /// A telephone number.
    Phone,
    /// An internet address.
    Ip,
    /// An international bank account number, with its check digits right.
    Iban,
    /// A payment card, with its check digit right.
    PaymentCard,
    /// A national identifier, as far as its rules can tell.
    NationalId,
    /// A person's age.
    Age,
    /// A street with its number.
    Address,
    /// A post code.
    PostCode,
    /// A user name, a nick, an address of payment.
    Handle,
    /// A password, a pass code, a key or a token.
    Secret,
    /// A title before a person's name: Mr, Dr, Prof.
    Title,
    /// A kind of a user's own, by its number in the table that defines it.
    Custom(u16),
}

impl EntityKind {
    /// The kinds that the trained model distinguishes; a kind's place is its number there.
    pub const TRAINED: [Self; 8] = [
        Self::Person,
        Self::Organization,
        Self::Place,
        Self::Demographic,
        Self::Miscellaneous,
        Self::DateTime,
        Self::Quantity,
        Self::Code,
    ];

    /// All built-in kinds.
    pub const ALL: [Self; 21] = [
        Self::Person,
        Self::Organization,
        Self::Place,
        Self::Demographic,
        Self::Miscellaneous,
        Self::DateTime,
        Self::Quantity,
        Self::Code,
        Self::Email,
        Self::Url,
        Self::Phone,
        Self::Ip,
        Self::Iban,
        Self::PaymentCard,
        Self::NationalId,
        Self::Age,
        Self::Address,
        Self::PostCode,
        Self::Title,
        Self::Handle,
        Self::Secret,
    ];

    /// The name that users see.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Organization => "organisation",
            Self::Place => "place",
            Self::Demographic => "demographic",
            Self::Miscellaneous => "miscellaneous",
            Self::DateTime => "date",
            Self::Quantity => "quantity",
            Self::Code => "code",
            Self::Email => "e-mail",
            Self::Url => "url",
            Self::Phone => "phone",
            Self::Ip => "ip",
            Self::Iban => "iban",
            Self::PaymentCard => "payment-card",
            Self::NationalId => "national-id",
            Self::Age => "age",
            Self::Address => "address",
            Self::PostCode => "post-code",
            Self::Title => "title",
            Self::Handle => "handle",
            Self::Secret => "secret",
            Self::Custom(_) => "custom",
        }
    }
}
