//! A second reading of a page, which shares neither the parser nor the layout of the first one: it counts the letters that the
//! page shows. What the first reading lost cannot pass for read.

/// A token of a page's content.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A string, with its escapes undone.
    Text(Vec<u8>),
    /// A name, with the bytes as they are spelled.
    Name(&'a [u8]),
    /// A number, an operator or another word.
    Word(&'a [u8]),
}

/// The tokens of a content. Brackets and comments are passed over; nothing is an error.
pub(super) struct Tokens<'a> {
    bytes: &'a [u8],
    at: usize,
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0 | 0x0c)
}

fn is_regular(byte: u8) -> bool {
    !is_space(byte) && !b"()<>[]{}/%".contains(&byte)
}

impl<'a> Tokens<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    fn regular(&mut self) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().take_while(|&&byte| is_regular(byte)).count();
        self.at += length;
        &rest[..length]
    }

    /// A string in parentheses, from behind the first one.
    fn literal(&mut self) -> Vec<u8> {
        let mut out = Vec::new();
        let mut open = 1;
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += 1;
            match byte {
                b'(' => open += 1,
                b')' => {
                    open -= 1;
                    if open == 0 {
                        break;
                    }
                }
                b'\\' => {
                    self.escape(&mut out);
                    continue;
                }
                _ => {}
            }
            out.push(byte);
        }
        out
    }

    fn escape(&mut self, out: &mut Vec<u8>) {
        let Some(&byte) = self.bytes.get(self.at) else { return };
        self.at += 1;
        match byte {
            b'n' => out.push(b'\n'),
            b'r' => out.push(b'\r'),
            b't' => out.push(b'\t'),
            b'b' => out.push(8),
            b'f' => out.push(12),
            b'\n' => {}
            b'\r' => self.at += usize::from(self.bytes.get(self.at) == Some(&b'\n')),
            b'0'..=b'7' => {
                let mut code = u32::from(byte - b'0');
                for _ in 0..2 {
                    let Some(digit @ b'0'..=b'7') = self.bytes.get(self.at) else { break };
                    code = code * 8 + u32::from(digit - b'0');
                    self.at += 1;
                }
                out.push(code.to_le_bytes()[0]);
            }
            other => out.push(other),
        }
    }

    /// A string of hexadecimal digits, from behind the bracket.
    fn hexadecimal(&mut self) -> Vec<u8> {
        let mut digits = Vec::new();
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += 1;
            if byte == b'>' {
                break;
            }
            digits.extend(char::from(byte).to_digit(16));
        }
        let pair = |pair: &[u32]| (pair[0] * 16 + pair.get(1).copied().unwrap_or(0)).to_le_bytes()[0];
        digits.chunks(2).map(pair).collect()
    }

    /// Passes over the data of an image within the content: from `ID` to an `EI` that stands alone.
    pub(super) fn skip_image(&mut self) {
        let _ = self.find(|token| *token == Token::Word(b"ID"));
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let ends = |at: usize| {
            is_space(rest[at]) && &rest[at + 1..at + 3] == b"EI" && rest.get(at + 3).is_none_or(|&byte| is_space(byte))
        };
        let end = (0..rest.len().saturating_sub(2)).find(|&at| ends(at));
        self.at += end.map_or(rest.len(), |end| end + 3);
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let byte = *self.bytes.get(self.at)?;
            if is_regular(byte) {
                return Some(Token::Word(self.regular()));
            }
            self.at += 1;
            match byte {
                b'%' => {
                    let rest = &self.bytes[self.at..];
                    self.at += rest.iter().take_while(|byte| !matches!(byte, b'\n' | b'\r')).count();
                }
                b'(' => return Some(Token::Text(self.literal())),
                b'<' if self.bytes.get(self.at) != Some(&b'<') => return Some(Token::Text(self.hexadecimal())),
                b'<' => self.at += 1,
                b'/' => return Some(Token::Name(self.regular())),
                _ => {}
            }
        }
    }
}

/// Whether a word is an operator of a content.
pub(super) fn is_operator(word: &[u8]) -> bool {
    const ALL: [&[u8]; 73] = [
        b"b", b"B", b"b*", b"B*", b"BDC", b"BI", b"BMC", b"BT", b"BX", b"c", b"cm", b"CS", b"cs", b"d", b"d0", b"d1",
        b"Do", b"DP", b"EI", b"EMC", b"ET", b"EX", b"f", b"F", b"f*", b"G", b"g", b"gs", b"h", b"i", b"ID", b"j", b"J",
        b"K", b"k", b"l", b"m", b"M", b"MP", b"n", b"q", b"Q", b"re", b"RG", b"rg", b"ri", b"s", b"S", b"SC", b"sc",
        b"SCN", b"scn", b"sh", b"T*", b"Tc", b"Td", b"TD", b"Tf", b"Tj", b"TJ", b"TL", b"Tm", b"Tr", b"Ts", b"Tw",
        b"Tz", b"v", b"w", b"W", b"W*", b"y", b"'", b"\"",
    ];
    ALL.contains(&word)
}

/// How many letters and digits a text has; a character that no font explains counts, too.
pub(super) fn letters(text: &str) -> usize {
    text.chars().filter(|&character| character.is_alphanumeric() || character == '\u{fffd}').count()
}

/// The contents of a page as one. They are joined by a blank, but for a string or an operator that is cut in two.
pub(super) fn join(contents: &[Vec<u8>]) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::with_capacity(contents.iter().map(|content| content.len() + 1).sum());
    let mut scanned = Scan::default();
    for content in contents {
        if !out.is_empty() && !scanned.is_open() && !cuts_operator(&out, content) {
            out.push(b'\n');
            scanned.feed(b"\n");
        }
        scanned.feed(content);
        out.extend_from_slice(content);
    }
    if !out.is_empty() {
        out.push(b'\n');
    }
    out
}

/// Whether a content so far ends within a string.
#[derive(Default)]
struct Scan {
    open: usize,
    escaped: bool,
    comment: bool,
}

impl Scan {
    fn is_open(&self) -> bool {
        self.open > 0
    }

    fn feed(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if self.comment {
                self.comment = !matches!(byte, b'\n' | b'\r');
            } else if self.open == 0 {
                self.comment = byte == b'%';
                self.open = usize::from(byte == b'(');
            } else if self.escaped {
                self.escaped = false;
            } else {
                match byte {
                    b'\\' => self.escaped = true,
                    b'(' => self.open += 1,
                    b')' => self.open -= 1,
                    _ => {}
                }
            }
        }
    }
}

/// Whether an operator is cut in two at the end of a content: neither half means anything, and both together do.
fn cuts_operator(before: &[u8], after: &[u8]) -> bool {
    let start = before.iter().rposition(|&byte| !is_regular(byte)).map_or(0, |at| at + 1);
    let end = after.iter().position(|&byte| !is_regular(byte)).unwrap_or(after.len());
    let (head, tail) = (&before[start..], &after[..end]);
    let is_name = start > 0 && before[start - 1] == b'/';
    !head.is_empty()
        && !tail.is_empty()
        && !is_name
        && !is_operator(head)
        && head[0].is_ascii_alphabetic()
        && is_operator(&[head, tail].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_read_in_every_spelling() {
        let content = b"/F#31 1. Tf % (no)\n[(a\\(b\\)\\101(c)) -3 <4 1 4>] TJ << /A (x) >> BI /W 1 ID \x01(EI) EI Q";
        let mut tokens = Tokens::new(content);
        let mut out = Vec::new();
        while let Some(token) = tokens.next() {
            if token == Token::Word(b"BI") {
                tokens.skip_image();
            } else if let Token::Text(text) = token {
                out.push(String::from_utf8_lossy(&text).into_owned());
            } else if let Token::Word(word) = token {
                out.push(String::from_utf8_lossy(word).into_owned());
            }
        }
        assert_eq!(out, ["1.", "Tf", "a(b)A(c)", "-3", "A@", "TJ", "x", "Q"]);
    }

    #[test]
    fn contents_are_joined_without_breaking_what_they_cut() {
        let joined = |parts: &[&str]| {
            let parts: Vec<Vec<u8>> = parts.iter().map(|part| part.as_bytes().to_vec()).collect();
            String::from_utf8_lossy(&join(&parts)).into_owned()
        };
        assert_eq!(joined(&["(Quack", "enbush) T", "j q", "Q"]), "(Quackenbush) Tj q\nQ\n");
        assert_eq!(joined(&["(a\\", ")b) Tj"]), "(a\\)b) Tj\n");
        assert_eq!(joined(&["% (\n1 0", "0 1 5 5 cm"]), "% (\n1 0\n0 1 5 5 cm\n");
        assert_eq!(joined(&[]), "");
    }
}
