//! Titles: what a person is addressed by before the name.

/// The gender that a title implies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gender {
    /// Mr, Sir …
    Male,
    /// Ms, Dame …
    Female,
}

/// What is known of a title.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Title {
    /// The gender of a person who has it, where it implies one.
    pub gender: Option<Gender>,
    /// A form of address that anybody may have: no name of a place or an organization begins with it.
    pub is_address: bool,
    /// Before a word with a capital, that word is a person's name. "General Motors" and "Saint Petersburg" are none.
    pub heads_a_name: bool,
    /// It keeps its dot, and does not end a sentence.
    pub is_abbreviation: bool,
    /// One of the titles that the gazetteer was packed with.
    pub in_gazetteer: bool,
}

impl Title {
    /// By the names of its attributes in the data file; the first unknown one if there is any.
    pub(super) fn with<'a>(attributes: impl IntoIterator<Item = &'a str>) -> Result<Self, &'a str> {
        let mut title = Self::default();
        for attribute in attributes {
            match attribute {
                "male" => title.gender = Some(Gender::Male),
                "female" => title.gender = Some(Gender::Female),
                "address" => title.is_address = true,
                "heads-a-name" => title.heads_a_name = true,
                "abbreviation" => title.is_abbreviation = true,
                "gazetteer" => title.in_gazetteer = true,
                unknown => return Err(unknown),
            }
        }
        Ok(title)
    }
}
