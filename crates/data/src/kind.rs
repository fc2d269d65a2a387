//! The role of a column, and the kind of its values.

/// The role of a column in a release.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Identifies a person by itself; it is dropped.
    Identifier,
    /// A quasi-identifier, which identifies a person together with others; it is masked.
    Quasi,
    /// A confidential attribute; it is released unchanged.
    Confidential,
    /// The number of persons that a record represents; it is released unchanged.
    Weight,
    /// A stratum: records are masked within each of its values; it is released unchanged.
    Stratum,
    /// The household of a record: its members are masked together; it is released as a new number.
    Household,
    /// Anything else; it is released unchanged, because somebody said so.
    Published,
}

impl Role {
    /// Every role with its name in a policy; `other` is the former name of `published`.
    pub const ALL: [(&'static str, Self); 8] = [
        ("identifier", Self::Identifier),
        ("quasi", Self::Quasi),
        ("confidential", Self::Confidential),
        ("weight", Self::Weight),
        ("stratum", Self::Stratum),
        ("household", Self::Household),
        ("published", Self::Published),
        ("other", Self::Published),
    ];

    /// Its name in a policy.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, role)| *role == self).map_or("", |(name, _)| name)
    }
}

/// The kind of a column's values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ColumnKind {
    /// Numbers.
    Number,
    /// Dates or times, written in a format of `strftime`.
    Date(String),
    /// One of these values, in this order.
    Ordinal(Vec<String>),
    /// Values that are equal or not.
    Nominal,
    /// Terms of a taxonomy, given by its specification (`wordnet`, `vgh:FILE`).
    Text(String),
}

/// How many decimals a masked column of numbers publishes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Decimals {
    /// As many as the column had: whole numbers stay whole.
    #[default]
    Own,
    /// All that the mean has.
    All,
    /// So many.
    Exactly(usize),
}

/// The values that count as missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// The values that mean "missing", without white space around them.
    pub values: Vec<String>,
}

impl Default for Missing {
    fn default() -> Self {
        Self { values: ["", "NA"].map(str::to_owned).into() }
    }
}

impl Missing {
    /// How a missing value is written: as an empty cell, or as the first value that means it.
    pub fn marker(&self) -> &str {
        let empty = self.values.is_empty() || self.values.iter().any(String::is_empty);
        if empty { "" } else { &self.values[0] }
    }

    /// Whether a value means "missing".
    pub fn is(&self, value: &str) -> bool {
        let value = value.trim();
        self.values.iter().any(|missing| missing == value)
    }
}
