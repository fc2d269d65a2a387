//! What a key remembers of one release: its labels in order, and what turns it back where labels do not tell.

use serde::{Deserialize, Serialize};

/// The labels of one release in order, with what they stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Mentions {
    #[serde(rename = "input")]
    pub(crate) input_hash: String,
    #[serde(rename = "output")]
    pub(crate) output_hash: String,
    pub(crate) labels: Vec<Mention>,
    /// Of a record: cells as they were written, by their number, where that does not follow from the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) cells: Vec<(usize, String)>,
    /// The name of the release, where it has another than the document.
    #[serde(default, rename = "name", skip_serializing_if = "Option::is_none")]
    pub(crate) output_name: Option<String>,
    /// What turns the bytes of the release into those of the original, where labels do not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) patch: Option<Patch>,
}

/// A piece of a release and what stood in its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Patch {
    start: usize,
    end: usize,
    with: String,
}

impl Patch {
    /// What turns one text into another; `None` if they are no text.
    pub(crate) fn between(output: &[u8], original: &[u8]) -> Option<Self> {
        let (output, original) = (std::str::from_utf8(output).ok()?, std::str::from_utf8(original).ok()?);
        let same =
            |a: &str, b: &str| a.chars().zip(b.chars()).take_while(|(x, y)| x == y).map(|(c, _)| c.len_utf8()).sum();
        let start: usize = same(output, original);
        let backwards = |a: &str, b: &str| {
            a.chars().rev().zip(b.chars().rev()).take_while(|(x, y)| x == y).map(|(c, _)| c.len_utf8()).sum()
        };
        let end: usize = backwards(&output[start..], &original[start..]);
        let with = original[start..original.len() - end].to_owned();
        Some(Self { start, end: output.len() - end, with })
    }

    /// The original of a release.
    pub(crate) fn apply(&self, output: &[u8]) -> Option<Vec<u8>> {
        let (before, after) = (output.get(..self.start)?, output.get(self.end..)?);
        Some([before, self.with.as_bytes(), after].concat())
    }
}

/// A label of a release. In the key file it is a list of three.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(String, String, String)", into = "(String, String, String)")]
pub(crate) struct Mention {
    pub(crate) label: String,
    /// The label with what was written around it: a backslash, or brackets.
    pub(crate) written: String,
    /// The words that stood there.
    pub(crate) surface: String,
}

impl From<(String, String, String)> for Mention {
    fn from((label, written, surface): (String, String, String)) -> Self {
        Self { label, written, surface }
    }
}

impl From<scumble_mask::document::Mention> for Mention {
    fn from(mention: scumble_mask::document::Mention) -> Self {
        Self { label: mention.label, written: mention.written, surface: mention.surface }
    }
}

impl From<Mention> for (String, String, String) {
    fn from(mention: Mention) -> Self {
        (mention.label, mention.written, mention.surface)
    }
}
