//! A page as tags, text and comments, in the way browsers cut it.

use std::ops::Range;

/// A value as it stands between its quotes, if it has any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    pub(crate) range: Range<usize>,
    pub(crate) quoted: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attribute {
    pub(crate) name: Range<usize>,
    pub(crate) value: Option<Value>,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Text(Range<usize>),
    /// What is between `<!--` and `-->`.
    Comment(Range<usize>),
    /// What is between `<!` or `<?` or a malformed `</` and the next `>`.
    Declaration(Range<usize>),
    Tag {
        name: Range<usize>,
        attributes: Vec<Attribute>,
        closes: bool,
    },
}

/// All tokens of a page, in order and without holes.
pub(crate) struct Tokens<'a> {
    source: &'a str,
    at: usize,
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(source: &'a str) -> Self {
        Self { source, at: 0 }
    }

    /// The first byte that is not read yet.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn skip_to(&mut self, at: usize) {
        self.at = at;
    }

    fn peek(&self, offset: usize) -> Option<u8> {
        self.source.as_bytes().get(self.at + offset).copied()
    }

    /// Where the pattern is next, and where what follows it starts; the end of the page if it is nowhere.
    fn seek(&self, from: usize, pattern: &str) -> (usize, usize) {
        let end = self.source.len();
        self.source.get(from..).and_then(|rest| rest.find(pattern)).map_or((end, end), |at| {
            let at = from + at;
            (at, at + pattern.len())
        })
    }

    fn text(&mut self) -> Token {
        let start = self.at;
        loop {
            self.at = self.seek(self.at, "<").0;
            let markup = match (self.peek(1), self.peek(2)) {
                (Some(b'!' | b'?'), _) => true,
                (Some(b'/'), Some(next)) => next != b'<',
                (Some(next), _) => next.is_ascii_alphabetic(),
                (None, _) => false,
            };
            if markup || self.at == self.source.len() {
                return Token::Text(start..self.at);
            }
            self.at += 1;
        }
    }

    fn comment(&mut self) -> Token {
        let start = self.at + 4;
        let rest = &self.source[start..];
        if rest.starts_with('>') || rest.starts_with("->") {
            self.at = start + 1 + usize::from(rest.starts_with('-'));
            return Token::Comment(start..start);
        }
        let (plain, bang) = (self.seek(start, "-->"), self.seek(start, "--!>"));
        let (end, next) = if bang.0 < plain.0 { bang } else { plain };
        self.at = next;
        Token::Comment(start..end)
    }

    fn tag(&mut self, closes: bool) -> Token {
        self.at += 1 + usize::from(closes);
        let name = self.until(|byte| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>'));
        let mut attributes = Vec::new();
        loop {
            self.until(|byte| !byte.is_ascii_whitespace() && byte != b'/');
            match self.peek(0) {
                None => break,
                Some(b'>') => {
                    self.at += 1;
                    break;
                }
                Some(_) => attributes.push(self.attribute()),
            }
        }
        Token::Tag { name, attributes, closes }
    }

    fn attribute(&mut self) -> Attribute {
        let start = self.at;
        // An equals sign at the very beginning belongs to the name.
        self.at += usize::from(self.peek(0) == Some(b'='));
        let end = self.until(|byte| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>' | b'=')).end;
        let back = self.at;
        self.until(|byte| !byte.is_ascii_whitespace());
        if self.peek(0) != Some(b'=') {
            self.at = back;
            return Attribute { name: start..end, value: None };
        }
        self.at += 1;
        self.until(|byte| !byte.is_ascii_whitespace());
        let value = match self.peek(0) {
            Some(quote @ (b'"' | b'\'')) => {
                let from = self.at + 1;
                let (to, next) = self.seek(from, if quote == b'"' { "\"" } else { "'" });
                self.at = next;
                Some(Value { range: from..to, quoted: true })
            }
            Some(b'>') | None => None,
            Some(_) => {
                let range = self.until(|byte| byte.is_ascii_whitespace() || byte == b'>');
                Some(Value { range, quoted: false })
            }
        };
        Attribute { name: start..end, value }
    }

    fn until(&mut self, stop: impl Fn(u8) -> bool) -> Range<usize> {
        let start = self.at;
        let rest = &self.source.as_bytes()[start..];
        self.at = start + rest.iter().position(|&byte| stop(byte)).unwrap_or(rest.len());
        start..self.at
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let rest = &self.source[self.at..];
        let token = match rest.as_bytes() {
            [] => return None,
            [b'<', b'!', b'-', b'-', ..] => self.comment(),
            [b'<', b'/', byte, ..] if byte.is_ascii_alphabetic() => self.tag(true),
            [b'<', byte, ..] if byte.is_ascii_alphabetic() => self.tag(false),
            [b'<', b'!' | b'?', ..] | [b'<', b'/', _, ..] if !rest.starts_with("</<") => {
                let (end, next) = self.seek(self.at + 2, ">");
                let start = self.at + 2;
                self.at = next;
                Token::Declaration(start.min(end)..end)
            }
            _ => self.text(),
        };
        Some(token)
    }
}

/// Where the raw text of an element ends: before its closing tag.
pub(crate) fn raw_end(source: &str, from: usize, element: &str) -> usize {
    let bytes = source.as_bytes();
    let mut at = from;
    while let Some(found) = source[at..].find("</") {
        let name = at + found + 2;
        let behind = name + element.len();
        let same = bytes.get(name..behind).is_some_and(|name| name.eq_ignore_ascii_case(element.as_bytes()));
        if same && bytes.get(behind).is_none_or(|byte| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>')) {
            return name - 2;
        }
        at = name;
    }
    source.len()
}
