//! A part of a file: the body, a header, a comment, the attributes of a page.

/// What kind of text a part holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Sentences, for reading.
    Prose,
    /// Single values, one a line: addresses, descriptions, names of things.
    Values,
    /// Scripts, styles and names of the layout. It is not natural language, but a term that is redacted elsewhere must not be
    /// left here either.
    Code,
}

/// A stretch of running text of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part<'a> {
    /// What it is, for people: `body`, `header 1`, `comments`. Never a piece of the text.
    pub name: &'a str,
    /// What kind of text it holds.
    pub holds: Holds,
    /// The text.
    pub text: &'a str,
}
