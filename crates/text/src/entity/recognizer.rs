//! Patterns for dates, numbers, addresses and the like: one table, which a user can extend.

use super::Entity;
use super::kind::EntityKind;
use super::merge::Taken;
use super::pattern::{Check, FAMILIES, Row, filled};
use crate::Span;
use crate::language::WordLists;
use regex::Regex;
use std::sync::OnceLock;

/// One way to recognize an entity: a pattern and a check.
#[derive(Clone, Debug)]
pub struct Recognizer {
    /// The kind of entity that is recognized.
    kind: EntityKind,
    pattern: Regex,
    /// Whether the entity is the group `e` of a match, rather than all of it.
    has_group: bool,
    /// Whether a match is sound.
    check: Check,
}

impl Recognizer {
    pub(super) fn new(kind: EntityKind, pattern: Regex, check: Check) -> Self {
        let has_group = pattern.capture_names().flatten().any(|name| name == "e");
        Self { kind, pattern, has_group, check }
    }

    /// The spans of sound matches, one after the other, none of them over a break.
    fn find(&self, text: &str, breaks: &[usize], mut found: impl FnMut(Span)) {
        let mut keep = |entity: regex::Match<'_>| {
            if !entity.is_empty() && (self.check)(entity.as_str()) {
                found(Span::new(entity.start(), entity.end()));
            }
        };
        if !breaks.is_empty() {
            let mut at = 0;
            while let Some((whole, entity)) = self.first(text, at) {
                let next = breaks.partition_point(|&place| place <= whole.start());
                let over = breaks.get(next).filter(|&&place| place < whole.end());
                // What would reach over a break is looked for again before it.
                let fitting = match over {
                    Some(&place) => self.first(&text[..place], whole.start()),
                    None => Some((whole, entity)),
                };
                let end = fitting.map_or(0, |(whole, _)| whole.end());
                at = end.max(over.copied().filter(|_| fitting.is_none()).unwrap_or(0)).max(whole.start() + 1);
                while !text.is_char_boundary(at) {
                    at += 1;
                }
                if let Some((_, entity)) = fitting {
                    keep(entity);
                }
            }
            return;
        }
        if self.has_group {
            // A match without the group is one of its other alternatives.
            let entities =
                self.pattern.captures_iter(text).filter_map(|found| found.name("e").or_else(|| found.get(0)));
            entities.for_each(&mut keep);
        } else {
            self.pattern.find_iter(text).for_each(&mut keep);
        }
    }
}

impl Recognizer {
    /// The first match from some place on, and the entity in it.
    fn first<'t>(&self, text: &'t str, from: usize) -> Option<(regex::Match<'t>, regex::Match<'t>)> {
        if from > text.len() {
            return None;
        }
        if self.has_group {
            let found = self.pattern.captures_at(text, from)?;
            let whole = found.get(0)?;
            return Some((whole, found.name("e").unwrap_or(whole)));
        }
        self.pattern.find_at(text, from).map(|whole| (whole, whole))
    }
}

/// A word's border needs no knowledge of letters beyond ASCII, and is much faster to find without it.
pub(super) fn compile(pattern: &str) -> Result<Regex, regex::Error> {
    Regex::new(&pattern.replace(r"\b", r"(?-u:\b)"))
}

/// A table of recognizers.
#[derive(Clone, Debug)]
pub struct Recognizers {
    pub(super) table: Vec<Recognizer>,
    /// Names of the kinds that users defined.
    pub(super) custom: Vec<String>,
}

impl Recognizers {
    /// The built-in table with the words of English, compiled at the first call.
    pub fn built_in() -> &'static Self {
        static ENGLISH: OnceLock<Recognizers> = OnceLock::new();
        ENGLISH.get_or_init(|| Self::of(WordLists::english()))
    }

    /// The built-in table with the words of a language.
    pub fn of(words: &WordLists) -> Self {
        let compiled = |&(kind, pattern, check): &Row| {
            // Classes of the letters that our patterns are about: those of all scripts take long to build.
            let lean = filled(pattern, words).replace(r"\d", "[0-9]").replace(r"\w", "[0-9A-Za-z_À-ɏ]");
            Recognizer::new(kind, compile(&lean).expect("the built-in patterns are checked by the tests"), check)
        };
        Self { table: FAMILIES.into_iter().flatten().map(compiled).collect(), custom: Vec::new() }
    }

    /// The name of a kind, also of a user's.
    pub fn name(&self, kind: EntityKind) -> &str {
        match kind {
            EntityKind::Custom(number) => self.custom.get(usize::from(number)).map_or("custom", String::as_str),
            built_in => built_in.as_str(),
        }
    }

    /// The entities that the patterns find in a text, in order, without overlaps: ages first, then the longest match, then the first in the
    /// table.
    pub fn find(&self, text: &str) -> Vec<Entity> {
        self.find_within(text, &[])
    }

    /// The same, with places that no entity reaches over, in order.
    pub fn find_within(&self, text: &str, breaks: &[usize]) -> Vec<Entity> {
        let mut all: Vec<(usize, Entity)> = Vec::new();
        for (rank, recognizer) in self.table.iter().enumerate() {
            recognizer.find(text, breaks, |span| all.push((rank, Entity { span, kind: recognizer.kind })));
        }
        // Somebody's age is not a duration, though it is written like one.
        let age = |entity: &Entity| entity.kind == EntityKind::Age;
        all.sort_by_key(|(rank, e)| (!age(e), std::cmp::Reverse(e.span.len()), *rank, e.span.start));
        let mut taken = Taken::default();
        let mut kept: Vec<Entity> = all.into_iter().map(|(_, e)| e).filter(|e| taken.take(e.span)).collect();
        kept.sort_by_key(|entity| entity.span.start);
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(&'static str, &str)> {
        Recognizers::built_in()
            .find(text)
            .into_iter()
            .map(|entity| (entity.kind.as_str(), entity.span.of(text)))
            .collect()
    }

    #[test]
    fn structured_kinds() {
        for (text, kind, surface) in [
            ("Write to jane.roe+x@mail.example.org.", "e-mail", "jane.roe+x@mail.example.org"),
            ("See https://example.org/a?b=1.", "url", "https://example.org/a?b=1"),
            ("Visit www.example.org today", "url", "www.example.org"),
            ("from 192.168.1.254 at", "ip", "192.168.1.254"),
            ("to 2001:db8::8a2e:370:7334 now", "ip", "2001:db8::8a2e:370:7334"),
            ("IBAN GB82 WEST 1234 5698 7654 32.", "iban", "GB82 WEST 1234 5698 7654 32"),
            ("card 4111 1111 1111 1111 expired", "payment-card", "4111 1111 1111 1111"),
            ("SSN 078-05-1120", "national-id", "078-05-1120"),
            ("NINO AB123456C", "national-id", "AB123456C"),
            ("DNI 12345678Z", "national-id", "12345678Z"),
            ("call +44 20 7946 0958 or", "phone", "+44 20 7946 0958"),
            ("call (713) 853-3989 now", "phone", "(713) 853-3989"),
            ("born on 10 December 1815 in", "date", "10 December 1815"),
            ("on December 10, 1815.", "date", "December 10, 1815"),
            ("on the 3rd of May", "date", "the 3rd of May"),
            ("by 12/05/1984 or", "date", "12/05/1984"),
            ("at 10:30 a.m. sharp", "date", "10:30 a.m."),
            ("in the late 1980s it", "date", "the late 1980s"),
            ("born in 1950.", "date", "1950"),
            ("2001, 2003 and 2007", "date", "2003"),
            ("for twenty-four years he", "date", "twenty-four years"),
            ("some five hundred euros", "quantity", "five hundred euros"),
            ("paid approximately EUR 10,042.", "quantity", "approximately EUR 10,042"),
            ("a 43-year-old nurse", "age", "43"),
            ("aged 71", "age", "71"),
            ("paid $1,234.50 for", "quantity", "$1,234.50"),
            ("some 3,000 euros", "quantity", "3,000 euros"),
            ("about 20 % of", "quantity", "20 %"),
            ("at 221B Baker Street, London", "address", "221B Baker Street"),
            ("London NW1 6XE", "post-code", "NW1 6XE"),
            ("asked Prof. Dr. Łucja Nowak", "title", "Prof. Dr."),
            ("Mrs Costa left", "title", "Mrs"),
            ("Mrs Costa left", "person", "Costa"),
            ("says mr. elliott", "title", "mr."),
            ("application no. 19124/02 against", "code", "19124/02"),
        ] {
            assert!(found(text).contains(&(kind, surface)), "{text}: {:?}", found(text));
        }
    }

    #[test]
    fn what_only_looks_like_one() {
        for text in ["IBAN GB82 WEST 1234 5698 7654 33", "card 4111 1111 1111 1112", "at 256.1.1.1", "SSN 666-05-1120"]
        {
            let kinds: Vec<_> = found(text).into_iter().map(|(kind, _)| kind).collect();
            assert!(
                !kinds.iter().any(|kind| matches!(*kind, "iban" | "payment-card" | "ip" | "national-id")),
                "{text}: {kinds:?}"
            );
        }
        assert!(found("The judge and Dr who?").is_empty(), "a title stands before a name");
        assert!(found("").is_empty() && found("Nothing to see here.").is_empty());
    }

    #[test]
    fn a_user_s_own_table() {
        let error = |toml: &str| Recognizers::with(toml).unwrap_err().to_string();
        assert!(error("x = 1").contains("unknown key x"));
        assert!(error("[[recognizer]]\nkind = 'a'").contains("recognizer 1: pattern is missing"));
        assert!(error("[[recognizer]]\nkind = 'a'\npattern = '('").contains("recognizer 1: its pattern"));
        assert!(error("[[recognizer]]\nkind = 'a'\npattern = 'x*'").contains("matches nothing"));
        assert!(error("[[recognizer]]\nkind = 'a'\npattern = 'x'\nflags = 1").contains("unknown key flags"));
        let own = Recognizers::with("[[recognizer]]\nkind = 'person'\npattern = 'Project Bluebird'").unwrap();
        assert_eq!(own.find("Project Bluebird, 4 May 1999").len(), 2);
    }
}
