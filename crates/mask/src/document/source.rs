//! The text of a document before it is read.

use scumble_span::Span;

/// The text of a document, woven from the parts of its file: language first, then what is no language.
///
/// ```
/// use scumble_mask::document::SourceText;
/// let source = SourceText::from("Only language.");
/// assert_eq!((source.prose, source.breaks.len()), (14, 0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceText {
    /// The whole text.
    pub text: String,
    /// How many bytes of it, from its beginning, are language. The rest (scripts, attribute values) is not analyzed: it is only
    /// searched for what is redacted elsewhere.
    pub prose: usize,
    /// Places that no finding may reach over, in order: where one value of the file ends and another begins.
    pub breaks: Vec<usize>,
    /// Words of the file's format, such as names of headers: no finding may touch them, and they disclose nothing.
    pub vocabulary: Vec<Span>,
}

impl From<String> for SourceText {
    /// A text that is language and nothing else.
    fn from(text: String) -> Self {
        Self { prose: text.len(), text, breaks: Vec::new(), vocabulary: Vec::new() }
    }
}

impl From<&str> for SourceText {
    /// A text that is language and nothing else.
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}
