//! The template language: text with elements in braces, read into a tree.

use super::mark::{Kind, Mask};

/// A value to be made or to be named again: `head.form argument`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Value {
    pub(super) head: String,
    pub(super) form: String,
    pub(super) argument: String,
}

/// A part of a template.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Node {
    /// Text as it stands.
    Text(String),
    /// A value, and the name it is bound to.
    Value(Value, Option<String>),
    /// A value that is bound to a name and not written.
    Let(String, Value),
    /// One of several alternatives, all as likely.
    OneOf(Vec<Vec<Node>>),
    /// Written so many times of a hundred.
    Maybe(usize, Vec<Node>),
    /// Written between so many and so many times.
    Repeat(usize, usize, Vec<Node>),
    /// Written under one mark; marks inside of it do not count.
    Mark(Kind, Mask, Vec<Node>),
}

/// Reads a template. Errors name the element.
pub(super) fn parse(text: &str) -> Result<Vec<Node>, String> {
    let mut parser = Parser { text, at: 0 };
    let nodes = parser.nodes(false)?;
    if parser.at < text.len() { Err("a closing brace without an opening one".to_owned()) } else { Ok(nodes) }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    /// Nodes up to a closing brace, the end, or (`bars`) a bar.
    fn nodes(&mut self, bars: bool) -> Result<Vec<Node>, String> {
        let mut nodes = Vec::new();
        let mut plain = String::new();
        while let Some(c) = self.text[self.at..].chars().next() {
            match c {
                '}' => break,
                '|' if bars => break,
                '{' => {
                    if !plain.is_empty() {
                        nodes.push(Node::Text(std::mem::take(&mut plain)));
                    }
                    self.at += 1;
                    nodes.push(self.element()?);
                }
                '\\' => {
                    let escaped = self.text[self.at + 1..].chars().next().ok_or("a backslash at the end")?;
                    plain.push(escaped);
                    self.at += 1 + escaped.len_utf8();
                }
                _ => {
                    plain.push(c);
                    self.at += c.len_utf8();
                }
            }
        }
        if !plain.is_empty() {
            nodes.push(Node::Text(plain));
        }
        Ok(nodes)
    }

    /// What stands between braces; the opening one is read.
    fn element(&mut self) -> Result<Node, String> {
        let rest = &self.text[self.at..];
        let stop = rest.find([':', '}', '{', '|']).ok_or("a brace is not closed")?;
        let head = rest[..stop].trim().to_owned();
        if rest[stop..].starts_with('}') {
            self.at += stop + 1;
            return value(&head);
        }
        if !rest[stop..].starts_with(':') {
            return Err(format!("the element {{{head} needs a colon or a closing brace"));
        }
        self.at += stop + 1;
        if head == "one of" {
            return self.alternatives();
        }
        if self.text[self.at..].starts_with([' ', '\n']) {
            self.at += 1;
        }
        let inside = self.nodes(false)?;
        self.close(&head)?;
        let words: Vec<&str> = head.split_whitespace().collect();
        let count = |word: &str| word.parse::<usize>().map_err(|_| format!("{{{head}: a number is missing"));
        match words[..] {
            ["maybe"] => Ok(Node::Maybe(50, inside)),
            ["maybe", percent] => Ok(Node::Maybe(count(percent)?, inside)),
            ["repeat", range] => {
                let (least, most) = range.split_once('-').ok_or_else(|| format!("{{{head}: no range"))?;
                Ok(Node::Repeat(count(least)?, count(most)?, inside))
            }
            [mask, kind] => {
                let mask = match mask {
                    "mark" => Mask::Yes,
                    "optional" => Mask::Optional,
                    "keep" => Mask::No,
                    _ => return Err(format!("unknown element {{{head}:")),
                };
                let kind = Kind::named(kind).ok_or_else(|| format!("unknown kind in {{{head}:"))?;
                Ok(Node::Mark(kind, mask, inside))
            }
            _ => Err(format!("unknown element {{{head}:")),
        }
    }

    fn close(&mut self, head: &str) -> Result<(), String> {
        if !self.text[self.at..].starts_with('}') {
            return Err(format!("{{{head}: is not closed"));
        }
        self.at += 1;
        Ok(())
    }

    /// Alternatives between bars, without blanks and line breaks around them.
    fn alternatives(&mut self) -> Result<Node, String> {
        let mut all = Vec::new();
        loop {
            let mut nodes = self.nodes(true)?;
            if let Some(Node::Text(first)) = nodes.first_mut() {
                *first = first.trim_start().to_owned();
            }
            if let Some(Node::Text(last)) = nodes.last_mut() {
                *last = last.trim_end().to_owned();
            }
            all.push(nodes);
            if self.text[self.at..].starts_with('|') {
                self.at += 1;
                continue;
            }
            self.close("one of")?;
            return Ok(Node::OneOf(all));
        }
    }
}

/// `let name = value`, `value as name` or `value`.
fn value(text: &str) -> Result<Node, String> {
    let plain = |text: &str| -> Result<Value, String> {
        let (path, argument) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let (head, form) = path.split_once('.').unwrap_or((path, ""));
        if head.is_empty() || !head.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return Err(format!("{{{text}}} is no value"));
        }
        Ok(Value { head: head.to_owned(), form: form.to_owned(), argument: argument.trim().to_owned() })
    };
    if let Some((name, made)) = text.strip_prefix("let ").and_then(|rest| rest.split_once('=')) {
        return Ok(Node::Let(name.trim().to_owned(), plain(made)?));
    }
    match text.rsplit_once(" as ") {
        Some((made, name)) => Ok(Node::Value(plain(made)?, Some(name.trim().to_owned()))),
        None => Ok(Node::Value(plain(text)?, None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(head: &str, form: &str, argument: &str) -> Value {
        Value { head: head.into(), form: form.into(), argument: argument.into() }
    }

    #[test]
    fn every_element_is_read() {
        let text = "Dear {person.first as p},{maybe 20: {p.last}} {one of: a | b {digits 3}}{repeat 2-4:\n- x|y\n}{mark id: \\{{hex 2}\\}}{let q = person of p}";
        let nodes = parse(text).unwrap();
        let expected = vec![
            Node::Text("Dear ".into()),
            Node::Value(made("person", "first", ""), Some("p".into())),
            Node::Text(",".into()),
            Node::Maybe(20, vec![Node::Value(made("p", "last", ""), None)]),
            Node::Text(" ".into()),
            Node::OneOf(vec![
                vec![Node::Text("a".into())],
                vec![Node::Text("b ".into()), Node::Value(made("digits", "", "3"), None)],
            ]),
            Node::Repeat(2, 4, vec![Node::Text("- x|y\n".into())]),
            Node::Mark(
                Kind::Id,
                Mask::Yes,
                vec![Node::Text("{".into()), Node::Value(made("hex", "", "2"), None), Node::Text("}".into())],
            ),
            Node::Let("q".into(), made("person", "", "of p")),
        ];
        assert_eq!(nodes, expected);
    }

    #[test]
    fn what_is_not_of_the_language_is_an_error() {
        for text in ["{person", "a } b", "{many 3: a}", "{mark nothing: a}", "{repeat 3: a}", "{one of: a | b", "{}"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
