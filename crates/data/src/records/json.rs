//! A JSON object on a line: its fields by their paths, where their values are, and what is left of it without those that are dropped.

use serde::de::IgnoredAny;
use std::ops::Range;

/// How deep a record may be nested.
const DEPTH: usize = 128;

/// A value that holds no other: a text, a number, true, false, null, an empty list or object.
#[derive(Debug, Clone)]
pub(super) struct Leaf<'l> {
    /// The path of its field: `user.name`, `tags[]`.
    pub(super) path: &'l str,
    /// Where it stands on the line.
    pub(super) place: Range<usize>,
    /// How it is written.
    pub(super) raw: &'l str,
}

impl Leaf<'_> {
    /// Whether it is an empty list or object.
    pub(super) fn is_container(&self) -> bool {
        self.raw.starts_with(['{', '['])
    }

    /// Whether it says nothing: null, an empty list or object.
    pub(super) fn is_empty(&self) -> bool {
        self.raw == "null" || self.is_container()
    }
}

/// Visits every leaf of a line, in order, twice where a key is there twice; `visit` says whether it is kept. Gives the pieces of the
/// line to cut out, in order: fields that are not kept, with their commas, and what nothing is left in.
pub(super) fn visit(
    line: &str,
    mut visit: impl FnMut(Leaf<'_>) -> Result<bool, String>,
) -> Result<Vec<Range<usize>>, String> {
    serde_json::from_str::<IgnoredAny>(line).map_err(|error| format!("column {}: no JSON", error.column()))?;
    let mut walk = Walk { line, at: 0, depth: 0, path: String::new(), cuts: Vec::new(), visit: &mut visit };
    walk.blanks();
    if walk.byte() != Some(b'{') {
        return Err("an object { … } is expected".to_owned());
    }
    walk.container()?;
    walk.cuts.sort_by_key(|cut| cut.start);
    Ok(walk.cuts)
}

/// A line of valid JSON while it is read.
struct Walk<'w, 'l> {
    line: &'l str,
    at: usize,
    depth: usize,
    path: String,
    cuts: Vec<Range<usize>>,
    visit: &'w mut dyn FnMut(Leaf<'_>) -> Result<bool, String>,
}

/// A member of an object or an item of a list.
struct Member {
    place: Range<usize>,
    kept: bool,
}

impl Walk<'_, '_> {
    fn byte(&self) -> Option<u8> {
        self.line.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) {
        while self.byte().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Reads a string; its place, with its quotes.
    fn string(&mut self) -> Range<usize> {
        let start = self.at;
        self.at += 1;
        while let Some(byte) = self.byte().filter(|&byte| byte != b'"') {
            self.at += if byte == b'\\' { 2 } else { 1 };
        }
        self.at += 1;
        start..self.at
    }

    /// Reads a value; whether anything of it is kept.
    fn value(&mut self) -> Result<bool, String> {
        self.blanks();
        let start = self.at;
        match self.byte() {
            Some(b'{' | b'[') => return self.container(),
            Some(b'"') => drop(self.string()),
            _ => {
                let ends = |byte: u8| matches!(byte, b',' | b'}' | b']') || byte.is_ascii_whitespace();
                while self.byte().is_some_and(|byte| !ends(byte)) {
                    self.at += 1;
                }
            }
        }
        self.leaf(start)
    }

    fn leaf(&mut self, start: usize) -> Result<bool, String> {
        let place = start..self.at;
        (self.visit)(Leaf { path: &self.path, raw: &self.line[place.clone()], place })
    }

    /// Reads an object or a list.
    fn container(&mut self) -> Result<bool, String> {
        let (start, cuts, outer) = (self.at, self.cuts.len(), self.path.len());
        let is_object = self.byte() == Some(b'{');
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(format!("nested deeper than {DEPTH} levels"));
        }
        self.at += 1;
        let mut members = Vec::new();
        loop {
            self.blanks();
            match self.byte() {
                Some(b'}' | b']') | None => break,
                Some(b',') => self.at += 1,
                Some(_) => {
                    let start = self.at;
                    match is_object {
                        true => self.key()?,
                        false => self.path.push_str("[]"),
                    }
                    let kept = self.value()?;
                    members.push(Member { place: start..self.at, kept });
                    self.path.truncate(outer);
                }
            }
        }
        self.at += 1;
        self.depth -= 1;
        if members.is_empty() {
            return if self.depth == 0 { Ok(true) } else { self.leaf(start) };
        }
        let kept = members.iter().any(|member| member.kept);
        if kept || self.depth == 0 {
            self.cut(&members);
        } else {
            // It is cut out whole.
            self.cuts.truncate(cuts);
        }
        Ok(kept)
    }

    /// Reads a key with its colon, and adds it to the path.
    fn key(&mut self) -> Result<(), String> {
        let place = self.string();
        let key: String =
            serde_json::from_str(&self.line[place]).map_err(|_| "a name of a field is no Unicode text")?;
        self.blanks();
        self.at += 1;
        if !self.path.is_empty() {
            self.path.push('.');
        }
        self.path.push_str(&key);
        Ok(())
    }

    /// Cuts out the members that are not kept: up to the next one that is, or from the last one that was.
    fn cut(&mut self, members: &[Member]) {
        let mut last: Option<usize> = None;
        let mut at = 0;
        while at < members.len() {
            if members[at].kept {
                last = Some(members[at].place.end);
                at += 1;
                continue;
            }
            let next = (at..members.len()).find(|&next| members[next].kept);
            let start = members[at].place.start;
            let end = members[members.len() - 1].place.end;
            self.cuts.push(match next {
                Some(next) => start..members[next].place.start,
                None => last.unwrap_or(start)..end,
            });
            at = next.unwrap_or(members.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves(line: &str) -> Result<Vec<(String, String)>, String> {
        let mut out = Vec::new();
        visit(line, |leaf| {
            out.push((leaf.path.to_owned(), leaf.raw.to_owned()));
            Ok(true)
        })?;
        Ok(out)
    }

    fn without(line: &str, dropped: &[&str]) -> String {
        let cuts = visit(line, |leaf| Ok(!dropped.contains(&leaf.path))).unwrap();
        let (mut out, mut at) = (String::new(), 0);
        for cut in cuts {
            out.push_str(&line[at..cut.start]);
            at = cut.end;
        }
        out + &line[at..]
    }

    #[test]
    fn every_value_has_its_path() {
        let line =
            r#" {"a": {"t\u0065xt": "no, \"}"}, "text" : "y", "l":[1, ["x"], {"k":null}], "e":{}, "text":2e3 } "#;
        let expected = [
            ("a.text", r#""no, \"}""#),
            ("text", "\"y\""),
            ("l[]", "1"),
            ("l[][]", "\"x\""),
            ("l[].k", "null"),
            ("e", "{}"),
            ("text", "2e3"),
        ];
        let found = leaves(line).unwrap();
        assert_eq!(found.iter().map(|(path, raw)| (path.as_str(), raw.as_str())).collect::<Vec<_>>(), expected);
        assert_eq!(leaves("[1]").unwrap_err(), "an object { … } is expected");
        assert_eq!(leaves("{").unwrap_err(), "column 1: no JSON");
        assert!(leaves(&format!("{{\"a\":{}{}}}", "[".repeat(999), "]".repeat(999))).unwrap_err().contains("nested"));
        assert!(leaves("{}").unwrap().is_empty());
    }

    #[test]
    fn what_is_dropped_leaves_the_rest_as_it_is() {
        let line = r#"{ "a" : 1 , "b":{"c":[1,2], "d":"x"},"e": [ {"f":1}, {"f":2,"g":3} ] }"#;
        for (dropped, left) in [
            (&["a"][..], r#"{ "b":{"c":[1,2], "d":"x"},"e": [ {"f":1}, {"f":2,"g":3} ] }"#),
            (&["e[].f", "e[].g"], r#"{ "a" : 1 , "b":{"c":[1,2], "d":"x"} }"#),
            (&["b.c[]"], r#"{ "a" : 1 , "b":{"d":"x"},"e": [ {"f":1}, {"f":2,"g":3} ] }"#),
            (&["b.d", "e[].f"], r#"{ "a" : 1 , "b":{"c":[1,2]},"e": [ {"g":3} ] }"#),
            (&["b.c[]", "b.d", "a"], r#"{ "e": [ {"f":1}, {"f":2,"g":3} ] }"#),
            (&["a", "b.c[]", "b.d", "e[].f", "e[].g"], "{  }"),
        ] {
            let out = without(line, dropped);
            assert_eq!(out, left, "{dropped:?}");
            assert!(leaves(&out).is_ok());
        }
    }
}
