//! Wiki markup to plain text, by a modest set of rules in one pass.
//!
//! What is enclosed is written out like the rest, and cut off again when its end comes: so nesting costs nothing, and an opening without
//! an end leaves its text behind.

use crate::index::start_of;

/// Elements that go with all they enclose.
const WITHOUT: [&str; 10] =
    ["ref", "math", "gallery", "timeline", "syntaxhighlight", "source", "score", "imagemap", "chem", "graph"];
/// Links that show a picture or sort the page, not text.
const NO_TEXT: [&str; 3] = ["file:", "image:", "category:"];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Template,
    Table,
    Link,
}

struct Open {
    kind: Kind,
    start: usize,
    /// Where the text of a link starts, if it has one of its own.
    label: Option<usize>,
}

/// The text that a reader of the page would see, nearly.
pub(super) fn plain(wiki: &str) -> String {
    let mut text = Text { wiki, out: String::with_capacity(wiki.len()), open: Vec::new(), unclosed: Vec::new() };
    let mut at = 0;
    while let Some(c) = wiki[at..].chars().next() {
        at = text.step(at, c);
    }
    text.out
}

struct Text<'w> {
    wiki: &'w str,
    out: String,
    open: Vec<Open>,
    /// Ends that were looked for in vain: they are not looked for again.
    unclosed: Vec<String>,
}

impl Text<'_> {
    /// Reads what starts at a place, and says where to go on.
    fn step(&mut self, at: usize, c: char) -> usize {
        let rest = &self.wiki[at..];
        let line_start = at == 0 || self.wiki.as_bytes()[at - 1] == b'\n';
        match c {
            '{' if rest.starts_with("{{") => self.enter(Kind::Template, at),
            '{' if rest.starts_with("{|") && line_start => self.enter(Kind::Table, at),
            '}' if rest.starts_with("}}") => self.leave(Kind::Template, at),
            '|' if rest.starts_with("|}") && !rest.starts_with("|}}") && self.within(Kind::Table) => {
                self.leave(Kind::Table, at)
            }
            '|' => {
                let end = self.out.len();
                match self.open.last_mut() {
                    Some(Open { kind: Kind::Link, label: label @ None, .. }) => *label = Some(end),
                    Some(_) => {}
                    None => self.out.push(' '),
                }
                at + 1
            }
            '[' if rest.starts_with("[[") => self.enter(Kind::Link, at),
            ']' if rest.starts_with("]]") => self.leave(Kind::Link, at),
            '[' if ["[http://", "[https://", "[//"].iter().any(|start| rest.starts_with(start)) => {
                // the address goes, its words stay
                let address = rest.find([' ', ']', '\n']).unwrap_or(rest.len());
                at + address + usize::from(rest[address..].starts_with(' '))
            }
            '[' | ']' => at + 1,
            '\'' if rest.starts_with("''") => at + rest.bytes().take_while(|&byte| byte == b'\'').count(),
            '=' => {
                let (run, after) = rest.split_at(rest.bytes().take_while(|&byte| byte == b'=').count());
                // a heading's, and not an equation's
                if !line_start && !matches!(after.trim_start_matches([' ', '\t']).chars().next(), None | Some('\n')) {
                    self.out.push_str(run);
                }
                at + run.len()
            }
            '*' | '#' | ':' | ';' if line_start => at + rest.bytes().take_while(|byte| b"*#:;".contains(byte)).count(),
            '_' if rest.starts_with("__") => self.switch(at),
            '<' => self.tag(at),
            '&' => self.entity(at),
            _ => {
                self.out.push(c);
                at + c.len_utf8()
            }
        }
    }

    fn within(&self, kind: Kind) -> bool {
        self.open.last().is_some_and(|open| open.kind == kind)
    }

    fn enter(&mut self, kind: Kind, at: usize) -> usize {
        self.open.push(Open { kind, start: self.out.len(), label: None });
        at + 2
    }

    /// Ends the innermost open one if it is of this kind, or the one around it: markup is often crossed.
    fn leave(&mut self, kind: Kind, at: usize) -> usize {
        let depth = self.open.len();
        let nearest = (depth.saturating_sub(3)..depth).rev().find(|&i| self.open[i].kind == kind);
        if let Some(i) = nearest {
            let open = self.open.drain(i..).next().expect("it was found");
            match (kind, open.label) {
                (Kind::Template | Kind::Table, _) => self.out.truncate(open.start),
                (Kind::Link, label) => {
                    let target = self.out[open.start..].trim_start().get(..9).unwrap_or(&self.out[open.start..]);
                    let target = target.trim_start().to_lowercase();
                    if NO_TEXT.iter().any(|start| target.starts_with(start)) {
                        self.out.truncate(open.start);
                    } else if let Some(label) = label {
                        self.out.replace_range(open.start..label, "");
                    }
                }
            }
        }
        at + 2
    }

    /// `__TOC__` and its kin go.
    fn switch(&mut self, at: usize) -> usize {
        let rest = &self.wiki[at + 2..];
        let word = rest.bytes().take_while(u8::is_ascii_uppercase).count();
        if word > 0 && rest[word..].starts_with("__") {
            return at + word + 4;
        }
        self.out.push_str("__");
        at + 2
    }

    fn tag(&mut self, at: usize) -> usize {
        let rest = &self.wiki[at..];
        if rest.starts_with("<!--") {
            return self.after(at + 4, "-->").unwrap_or(at + 4);
        }
        let name_at = 1 + usize::from(rest[1..].starts_with('/'));
        let name_end = name_at + rest[name_at..].bytes().take_while(u8::is_ascii_alphanumeric).count();
        let name = rest[name_at..name_end].to_ascii_lowercase();
        // a tag ends soon: what does not is a sign in the text
        let Some(end) = start_of(rest, 1000).find('>').filter(|_| !name.is_empty()) else {
            self.out.push(' ');
            return at + 1;
        };
        let after = at + end + 1;
        if ["br", "p", "li", "div", "td", "tr", "hr"].contains(&name.as_str()) {
            self.out.push(' ');
        }
        if name_at == 1 && !rest[..end].ends_with('/') && WITHOUT.contains(&name.as_str()) {
            return self.after(after, &format!("</{name}>")).unwrap_or(after);
        }
        after
    }

    /// The place after the next `end`.
    fn after(&mut self, at: usize, end: &str) -> Option<usize> {
        if self.unclosed.iter().any(|known| known == end) {
            return None;
        }
        let found = self.wiki[at..].find(end).map(|i| at + i + end.len());
        if found.is_none() {
            self.unclosed.push(end.to_string());
        }
        found
    }

    fn entity(&mut self, at: usize) -> usize {
        let rest = &self.wiki[at..];
        let known = [("&nbsp;", ' '), ("&amp;", '&'), ("&lt;", '<'), ("&gt;", '>'), ("&quot;", '"'), ("&ndash;", '–')];
        let found =
            known.into_iter().chain([("&mdash;", '—'), ("&thinsp;", ' ')]).find(|(name, _)| rest.starts_with(name));
        let (length, character) = found.map_or((1, '&'), |(name, character)| (name.len(), character));
        self.out.push(character);
        at + length
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_span::normalized;

    #[test]
    fn markup_goes_and_words_stay() {
        for (wiki, expected) in [
            ("'''Anna''' is a [[Swiss people|Swiss]] [[nurse]]s.", "anna is a swiss nurses"),
            ("{{Infobox|a={{b|c}}|d}}Text{{cite}} on", "text on"),
            ("A<ref name=\"x\">secret [[link]]</ref> b<ref name=y /> c<!-- gone --> d", "a b c d"),
            ("{| class=x\n! a\n|-\n| b || {{c}}\n|}\nafter", "after"),
            ("[[File:a.jpg|thumb|A [[dog]] runs]]x[[Category:Dogs]]y", "xy"),
            ("[[:Category:Dogs|dogs]] [[Filed away]]", "dogs filed away"),
            ("== History ==\n* one\n# two\n:three", "history one two three"),
            ("see [http://x.org/a?b the site] and [https://y.org]", "see the site and"),
            ("a<br/>b&nbsp;c &amp; d <math>x^2</math>e <small>f</small>", "a b c d e f"),
            ("__NOTOC__ a __init__ 1 < 2 x=1", "a init 1 2 x 1"),
            ("{{unclosed [[both ''of'' them", "unclosed both of them"),
            ("[[a}} b]] {{c]] d}} e", "a b e"),
            ("<ref>never closed <ref>twice", "never closed twice"),
        ] {
            assert_eq!(normalized(&plain(wiki)), expected, "{wiki}");
        }
    }

    #[test]
    fn hostile_pages_take_linear_time() {
        let equation = format!("x{}y", "=".repeat(200_000));
        assert_eq!(plain(&equation), equation);
        for piece in ["{{", "[[a|", "{|\n", "<ref>", "<!--", "]]", "}}", "[[é", "<", "=", "[http://", "__"] {
            assert!(plain(&piece.repeat(100_000)).len() <= piece.len() * 100_000, "{piece}");
        }
    }
}
