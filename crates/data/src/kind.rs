//! What a column is, and what part it plays.

/// The part a column plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Names a person by itself; dropped on release.
    Identifier,
    /// Helps to find a person together with others; masked.
    Quasi,
    /// What must not be learnt about a person; passes unchanged.
    Confidential,
    /// How many a record stands for; passes unchanged and is never masked.
    Weight,
    /// Records are masked within each of its values; passes unchanged.
    Stratum,
    /// Anything else; passes unchanged.
    Other,
}

impl Role {
    /// Every role with its name in a policy.
    pub const ALL: [(&'static str, Self); 6] = [
        ("identifier", Self::Identifier),
        ("quasi", Self::Quasi),
        ("confidential", Self::Confidential),
        ("weight", Self::Weight),
        ("stratum", Self::Stratum),
        ("other", Self::Other),
    ];
}

/// What a column's values are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// Numbers.
    Number,
    /// Dates or times, written in a format of `strftime`.
    Date(String),
    /// One of these values, in this order.
    Ordinal(Vec<String>),
    /// Values that are equal or not.
    Nominal,
    /// Values with a place in a taxonomy, named as on the command line.
    Text(String),
}

/// What counts as a missing value.
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
