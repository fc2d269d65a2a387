//! How text is spelled in the place that it is written to.

use std::fmt::Write;

/// A place, by the characters that must be escaped there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Escape {
    /// Text of an element, or a value between quotes.
    Markup,
    /// A value without quotes: gets them.
    Unquoted,
    /// An address in an attribute: percent-encoded.
    Address,
    /// The same, without quotes around it.
    UnquotedAddress,
    /// Within a comment, where nothing can be escaped.
    Comment,
    /// Within `<! … >`, which the first `>` ends.
    Declaration,
    /// A tag's or an attribute's own name.
    Name,
    /// The same in XML, where fewer characters may begin a name.
    #[cfg(feature = "docx")]
    XmlName,
    /// The text of a run of a word processor, in which line breaks and tabulators are elements.
    #[cfg(feature = "docx")]
    Run,
    /// Such an element: text in its place becomes a text of its run.
    #[cfg(feature = "docx")]
    RunElement,
    /// A symbol of a word processor, which becomes a text of its run.
    #[cfg(feature = "docx")]
    Symbol,
    /// Plain text.
    Plain,
    /// One line of plain text.
    #[cfg(any(feature = "mail", feature = "pdf"))]
    Line,
    /// A string of a script.
    Script,
    /// The same, percent-encoded.
    Percent,
    /// The same, in base64.
    Base64,
    /// The same, as a list of the numbers of its characters.
    CharCodes,
    /// A style sheet.
    Style,
}

impl Escape {
    /// For writing into the middle of what is there.
    pub(crate) fn escape(self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        for character in text.chars() {
            self.push(&mut out, character);
        }
        out
    }

    /// For writing all of a piece.
    pub(crate) fn whole(self, text: &str) -> String {
        match self {
            Self::Unquoted | Self::UnquotedAddress => format!("\"{}\"", self.escape(text)),
            Self::Comment => {
                let apart = if text.starts_with(['>', '-']) { " " } else { "" };
                format!("{apart}{}", text.replace("-->", "-- >").replace("--!>", "-- !>"))
            }
            Self::Name if text.is_empty() => "x".to_owned(),
            Self::Base64 => base64(text.as_bytes()),
            Self::CharCodes => text.encode_utf16().map(|unit| unit.to_string()).collect::<Vec<_>>().join(","),
            #[cfg(feature = "docx")]
            Self::RunElement => run_elements(text),
            #[cfg(feature = "docx")]
            Self::Symbol if text.is_empty() => String::new(),
            #[cfg(feature = "docx")]
            Self::Symbol => format!("<w:t xml:space=\"preserve\">{}</w:t>", Self::Markup.escape(text)),
            _ => self.escape(text),
        }
    }

    fn push(self, out: &mut String, character: char) {
        match (self, character) {
            (Self::Declaration, '>') | (Self::Style, '<') => out.push(' '),
            (Self::Comment | Self::Declaration | Self::Style, _) => out.push(character),
            (Self::Name, _) => {
                let plain = character.is_alphanumeric() || matches!(character, '-' | '_' | '.');
                out.push(if plain { character } else { '-' });
            }
            #[cfg(feature = "docx")]
            (Self::XmlName, _) => {
                let plain = character.is_ascii_alphanumeric() || character == '_';
                out.push(if plain { character } else { '_' });
            }
            #[cfg(feature = "docx")]
            (Self::Run, '\n') => out.push_str("</w:t><w:br/><w:t xml:space=\"preserve\">"),
            #[cfg(feature = "docx")]
            (Self::Run, '\t') => out.push_str("</w:t><w:tab/><w:t xml:space=\"preserve\">"),
            #[cfg(feature = "docx")]
            (Self::Symbol | Self::Run | Self::RunElement, _) => Self::Markup.push(out, character),
            (Self::Script, '\\' | '"' | '\'' | '`' | '<' | '>' | '&' | '%' | '\0'..='\x1f') => {
                let _ = write!(out, "\\u{:04x}", u32::from(character));
            }
            (Self::Plain, _) => out.push(character),
            #[cfg(any(feature = "mail", feature = "pdf"))]
            (Self::Line, _) => out.push(if character.is_control() { ' ' } else { character }),
            (Self::Script, _) => out.push(character),
            (Self::Percent, _) => percent(out, character, "-._~"),
            // Only written as a whole.
            (Self::Base64 | Self::CharCodes, _) => out.push(character),
            (Self::Address | Self::UnquotedAddress, '&') => out.push_str("&amp;"),
            (Self::Address | Self::UnquotedAddress, _) => percent(out, character, "-._~:/?#@!$()*+,;="),
            (Self::Markup | Self::Unquoted, '&') => out.push_str("&amp;"),
            (Self::Markup | Self::Unquoted, '<') => out.push_str("&lt;"),
            (Self::Markup | Self::Unquoted, '>') => out.push_str("&gt;"),
            (Self::Markup | Self::Unquoted, '"') => out.push_str("&quot;"),
            (Self::Markup | Self::Unquoted, '\'') => out.push_str("&#39;"),
            (Self::Markup | Self::Unquoted, '\r') => out.push_str("&#13;"),
            // Neither XML nor HTML can carry these.
            (_, '\0'..='\x08' | '\x0b' | '\x0c' | '\x0e'..='\x1f' | '\u{fffe}' | '\u{ffff}') => {}
            (Self::Markup | Self::Unquoted, _) => out.push(character),
        }
    }
}

/// What stands in a run: texts, line breaks and tabulators.
#[cfg(feature = "docx")]
fn run_elements(text: &str) -> String {
    let mut out = String::new();
    for piece in text.split_inclusive(['\n', '\t']) {
        let words = piece.trim_end_matches(['\n', '\t']);
        if !words.is_empty() {
            let _ = write!(out, "<w:t xml:space=\"preserve\">{}</w:t>", Escape::Markup.escape(words));
        }
        match &piece[words.len()..] {
            "\n" => out.push_str("<w:br/>"),
            "\t" => out.push_str("<w:tab/>"),
            _ => {}
        }
    }
    out
}

/// A character as it is, or its bytes in percents.
fn percent(out: &mut String, character: char, plain: &str) {
    if character.is_ascii_alphanumeric() || plain.contains(character) {
        return out.push(character);
    }
    for byte in character.encode_utf8(&mut [0; 4]).bytes() {
        let _ = write!(out, "%{byte:02X}");
    }
}

/// The digits of base64.
pub(crate) const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn base64(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let number = three.iter().fold(0_usize, |sum, &byte| sum << 8 | usize::from(byte)) << (8 * (3 - three.len()));
        for digit in 0..4 {
            let here = digit <= three.len();
            out.push(if here { char::from(DIGITS[number >> (18 - 6 * digit) & 63]) } else { '=' });
        }
    }
    out
}
