//! What can go wrong while knowledge is read, and where it did.

use scumble_io::{Help, Place, SourceError};

/// A result whose error is this crate's [`Error`].
pub type Result<T> = std::result::Result<T, Error>;

/// Why a taxonomy could not be had. Messages name places, never values: a hierarchy's leaves are a table's data.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file cannot be taken into memory as text.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The file holds no concept.
    #[error("{file}: holds no concept; a taxonomy needs at least one")]
    Empty {
        /// The file as the user named it.
        file: String,
    },
    /// The file is larger than a reader takes.
    #[error("{at}: too large: {limit}; split the taxonomy or leave out what you do not use")]
    TooLarge {
        /// Where the limit was passed.
        at: Place,
        /// The limit, in words.
        limit: &'static str,
    },
    /// The format's grammar is broken.
    #[error("{at}: {expected}")]
    Syntax {
        /// Where.
        at: Place,
        /// What was expected there, and what to do.
        expected: String,
    },
    /// A row with more or fewer fields than the first.
    #[error("{at}: {found} fields where the first row has {expected}; every row needs the same number")]
    Ragged {
        /// The odd row.
        at: Place,
        /// Fields of the first row.
        expected: usize,
        /// Fields of this one.
        found: usize,
    },
    /// A concept names a parent that the file does not define.
    #[error("{at}: names a parent that is nowhere defined; add it to the file or correct its name")]
    UnknownParent {
        /// Where the parent is named.
        at: Place,
    },
    /// Following parents leads back to the start.
    #[error("{at}: a cycle: following parents leads back here (by way of lines {}); remove one of these links", list(.lines))]
    Cycle {
        /// One concept on the cycle.
        at: Place,
        /// The lines of the concepts on the cycle, in order.
        lines: Vec<u64>,
    },
    /// More levels than any real taxonomy has.
    #[error("{at}: deeper than {limit} levels; this is not a taxonomy, or its parents form a chain by mistake")]
    TooDeep {
        /// The first concept that is too deep.
        at: Place,
        /// The limit.
        limit: usize,
    },
    /// A tree in which a concept has two different parents.
    #[error("{at}: the value has another parent here than on line {first}; in a hierarchy each value has one parent")]
    TwoParents {
        /// The second parent.
        at: Place,
        /// The line of the first.
        first: u64,
    },
    /// A concept is defined twice.
    #[error("{at}: defined again; the first definition is on line {first}")]
    Duplicate {
        /// The second definition.
        at: Place,
        /// The line of the first.
        first: u64,
    },
    /// Several tops where one was asked for.
    #[error("{at}: a second top, beside the one of line {first}; a strict hierarchy has one")]
    SeveralTops {
        /// The second top.
        at: Place,
        /// The line of the first.
        first: u64,
    },
    /// Information content from tagged text was asked for a taxonomy that was not tagged.
    #[error("only WordNet's senses were counted in tagged text")]
    NotTagged,
    /// The build leaves out what is needed.
    #[error("{what}, which this build leaves out; build scumble-ontology with its feature `{feature}`")]
    Feature {
        /// What is needed, and for which file.
        what: String,
        /// The feature of this crate that has it.
        feature: &'static str,
    },
    /// A taxonomy was named in a way we do not know.
    #[error("{what}")]
    Spec {
        /// What is wrong, and what would be right.
        what: String,
    },
}

impl Error {
    /// What to do, where the message does not say it.
    pub fn help(&self) -> Option<Help> {
        match self {
            Self::NotTagged => Some(
                Help::set("ic", "take the information content from the taxonomy itself, or from a file of counts")
                    .to("intrinsic"),
            ),
            _ => None,
        }
    }

    #[cfg(not(all(feature = "wordnet", feature = "rdf")))]
    pub(crate) fn feature(what: impl Into<String>, feature: &'static str) -> Self {
        Self::Feature { what: what.into(), feature }
    }

    pub(crate) fn syntax(file: &str, line: u64, expected: impl Into<String>) -> Self {
        Self::Syntax { at: Place::line(file, line), expected: expected.into() }
    }
}

fn list(lines: &[u64]) -> String {
    const SHOWN: usize = 8;
    let mut text = lines.iter().take(SHOWN).map(u64::to_string).collect::<Vec<_>>().join(", ");
    if lines.len() > SHOWN {
        text.push_str(&format!(" and {} more", lines.len() - SHOWN));
    }
    text
}
