//! How a cell is written in its file, and edits of its text that leave every other byte as it is.

use scumble_io::csv::unquoted;
use scumble_span::Edit;
use std::borrow::Cow;

/// How a cell is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spelling {
    /// A value of JSON: a string with its quotes, a number, true, false, null.
    Json,
    /// A field of a table, with quotes or without. A text that the delimiter or a line end would cut gets quotes.
    Field { delimiter: u8 },
    /// As its text: a cell of a table in memory.
    Text,
}

impl Spelling {
    /// The text of a cell as it is written; nothing if it is not written in this way.
    pub(super) fn text(self, raw: &str) -> Option<Cow<'_, str>> {
        match self {
            Self::Json if raw.starts_with('"') => match json_inner(raw) {
                Some(inner) if !inner.contains('\\') => Some(Cow::Borrowed(inner)),
                _ => serde_json::from_str(raw).ok().map(Cow::Owned),
            },
            Self::Json => Some(Cow::Borrowed(if raw == "null" { "" } else { raw })),
            Self::Field { .. } => Some(unquoted(raw)),
            Self::Text => Some(Cow::Borrowed(raw)),
        }
    }

    /// A cell with another text.
    pub(super) fn with_text(self, raw: &str, text: &str) -> String {
        match self {
            Self::Json => json_string(text),
            Self::Field { delimiter } if raw.starts_with('"') || needs_quotes(text, delimiter) => quoted(text),
            Self::Field { .. } | Self::Text => text.to_owned(),
        }
    }

    /// A cell with edits of its text, which are in order and fit it. What is not edited stays as it is written.
    pub(super) fn edited(self, raw: &str, text: &str, edits: &[Edit]) -> String {
        if edits.is_empty() {
            return raw.to_owned();
        }
        let is_quoted = raw.starts_with('"');
        match self {
            Self::Text => scumble_span::apply(text, edits),
            Self::Json if !is_quoted => json_string(&scumble_span::apply(text, edits)),
            Self::Field { delimiter } if !is_quoted => {
                let text = scumble_span::apply(text, edits);
                if needs_quotes(&text, delimiter) { quoted(&text) } else { text }
            }
            _ => {
                let mut walk = Walk { raw, at: 1, text: 0, json: !matches!(self, Self::Field { .. }) };
                let mut out = String::with_capacity(raw.len());
                let mut copied = 0;
                for edit in edits {
                    walk.to(edit.span.start);
                    out.push_str(&raw[copied..walk.at]);
                    match walk.json {
                        true => out.push_str(json_inner(&json_string(&edit.replacement)).unwrap_or_default()),
                        false => out.push_str(&edit.replacement.replace('"', "\"\"")),
                    }
                    walk.to(edit.span.end);
                    copied = walk.at;
                }
                out.push_str(&raw[copied..]);
                out
            }
        }
    }
}

/// A quoted cell while it is read: a byte of what is written, and the same place in the text.
struct Walk<'r> {
    raw: &'r str,
    at: usize,
    text: usize,
    json: bool,
}

impl Walk<'_> {
    fn to(&mut self, text: usize) {
        while self.text < text {
            let rest = &self.raw.as_bytes()[self.at..];
            let (written, read) = match rest {
                [b'"', b'"', ..] if !self.json => (2, 1),
                [b'\\', b'u', ..] if self.json => escape_length(rest),
                [b'\\', ..] if self.json => (2, 1),
                [] => return,
                _ => (1, 1),
            };
            self.at += written;
            self.text += read;
        }
    }
}

/// The length of `\uXXXX`, or of two of them that are one character, and that of the character.
fn escape_length(bytes: &[u8]) -> (usize, usize) {
    let unit = |at: usize| {
        let digits = bytes.get(at + 2..at + 6).filter(|_| bytes[at..].starts_with(b"\\u"))?;
        u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    match unit(0) {
        Some(0..=0x7f) => (6, 1),
        Some(0x80..=0x7ff) => (6, 2),
        // The text of a string that was read has no half of a pair alone.
        Some(0xd800..=0xdfff) => (12, 4),
        _ => (6, 3),
    }
}

fn json_inner(raw: &str) -> Option<&str> {
    raw.strip_prefix('"')?.strip_suffix('"')
}

fn json_string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn needs_quotes(text: &str, delimiter: u8) -> bool {
    text.starts_with('"') || text.bytes().any(|byte| byte == delimiter || byte == b'\n' || byte == b'\r')
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_span::Span;

    fn edit(start: usize, end: usize, with: &str) -> Edit {
        Edit { span: Span::new(start, end), replacement: with.to_owned() }
    }

    #[test]
    fn edits_leave_everything_else_as_it_is_written() {
        let raw = r#""\u00e9\/Jane \uD83D\ude00\n\"x\u20AC y""#;
        let text = Spelling::Json.text(raw).unwrap().into_owned();
        assert_eq!(text, "é/Jane 😀\n\"x€ y");
        let at = text.find("Jane").unwrap();
        assert_eq!(
            Spelling::Json.edited(raw, &text, &[edit(at, at + 4, "P\"1"), edit(text.len() - 1, text.len(), "é")]),
            r#""\u00e9\/P\"1 \uD83D\ude00\n\"x\u20AC é""#
        );
        let field = Spelling::Field { delimiter: b';' };
        assert_eq!(field.edited("\"a \"\"b\"\" c\"", "a \"b\" c", &[edit(3, 4, "\"")]), "\"a \"\"\"\"\"\" c\"");
        assert_eq!(field.edited("\"Roe\"", "Roe", &[edit(0, 3, "Pers1")]), "\"Pers1\"");
        assert_eq!(field.edited("Roe, J.", "Roe, J.", &[edit(0, 3, "Pers1")]), "Pers1, J.");
        assert_eq!(field.edited("Roe", "Roe", &[edit(0, 3, "a;b")]), "\"a;b\"");
        assert_eq!(Spelling::Json.edited("49", "49", &[edit(0, 2, "Id1")]), "\"Id1\"");
        assert_eq!(Spelling::Json.text("null").unwrap(), "");
    }
}
