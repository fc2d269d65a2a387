//! Turtle into triples: prefixes, bases, lists of predicates and objects, literals, blank nodes and collections.

use super::Source;
use super::rdf::{RDF, Term, Triple, resolve};
use crate::error::{Error, Result};
use crate::load::Refusal as _;
use crate::taxonomy::MAX_LEVELS;
use std::collections::HashMap;

/// What the grammar is made of.
#[derive(Debug, PartialEq, Eq)]
enum Token {
    Iri(String),
    /// A prefixed name, resolved when its prefix is known: `skos:broader`, `:x`, `_:b`.
    Name(String, String),
    /// `a`, `true`, a number, `@prefix` …: read as it stands.
    Word(String),
    Text(String),
    Language(String),
    /// One of `. ; , [ ] ( ) ^`
    Mark(char),
    End,
}

struct Lexer<'s> {
    source: &'s Source,
    rest: &'s str,
    line: u64,
}

impl<'s> Lexer<'s> {
    fn error(&self, what: &str) -> Error {
        self.source.syntax(self.line, what)
    }

    fn take(&mut self, bytes: usize) -> &'s str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        self.line += taken.bytes().filter(|&b| b == b'\n').count() as u64;
        taken
    }

    fn skip_blanks(&mut self) {
        loop {
            let blanks = self.rest.len() - self.rest.trim_start().len();
            self.take(blanks);
            if !self.rest.starts_with('#') {
                return;
            }
            self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
        }
    }

    fn next(&mut self) -> Result<Token> {
        self.skip_blanks();
        let Some(first) = self.rest.chars().next() else { return Ok(Token::End) };
        match first {
            '<' => {
                let end = self.rest.find(['>', '\n', ' ']).filter(|&end| self.rest.as_bytes()[end] == b'>');
                let end = end.ok_or_else(|| self.error("a name in angle brackets that is not closed"))?;
                let iri = &self.take(end + 1)[1..end];
                Ok(Token::Iri(unescape(iri).ok_or_else(|| self.error("a broken escape in a name"))?))
            }
            '"' | '\'' => self.text(first),
            ';' | ',' | '[' | ']' | '(' | ')' | '.' => {
                self.take(1);
                Ok(Token::Mark(first))
            }
            '^' if self.rest.starts_with("^^") => {
                self.take(2);
                Ok(Token::Mark('^'))
            }
            '@' => {
                let end = self.rest[1..].find(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
                let word = self.take(end.map_or(self.rest.len(), |end| end + 1));
                match word {
                    "@prefix" | "@base" => Ok(Token::Word(word.to_owned())),
                    _ => Ok(Token::Language(word[1..].to_owned())),
                }
            }
            _ => self.name(),
        }
    }

    fn name(&mut self) -> Result<Token> {
        let stop =
            |c: char| c.is_whitespace() || matches!(c, ';' | ',' | '[' | ']' | '(' | ')' | '"' | '\'' | '<' | '#');
        let end = self.rest.find(stop).unwrap_or(self.rest.len());
        // A dot ends the statement unless something of the name follows it.
        let end = self.rest[..end].trim_end_matches('.').len();
        if end == 0 {
            return Err(self.error("a character that Turtle does not know here"));
        }
        let word = self.take(end);
        match word.split_once(':') {
            Some((prefix, local)) => Ok(Token::Name(prefix.to_owned(), local.replace('\\', ""))),
            None => Ok(Token::Word(word.to_owned())),
        }
    }

    fn text(&mut self, quote: char) -> Result<Token> {
        let long = [quote; 3].iter().collect::<String>();
        let unclosed = "a text whose quotation mark is not closed";
        let mark = if self.rest.starts_with(&long) { long } else { quote.to_string() };
        let body = &self.rest[mark.len()..];
        let mut from = 0;
        let end = loop {
            let found = body[from..].find(&*mark).map(|i| i + from);
            let end = found.ok_or_else(|| self.error(unclosed))?;
            let backslashes = body[..end].bytes().rev().take_while(|&b| b == b'\\').count();
            if backslashes % 2 == 0 {
                break end;
            }
            from = end + 1;
        };
        if mark.len() == 1 && body[..end].contains('\n') {
            return Err(self.error(unclosed));
        }
        let raw = &self.take(mark.len() * 2 + end)[mark.len()..mark.len() + end];
        Ok(Token::Text(unescape(raw).ok_or_else(|| self.error("a broken escape in a text"))?))
    }
}

/// `\n`, `\"`, `\u00e9` …
fn unescape(raw: &str) -> Option<String> {
    let mut out = String::with_capacity(raw.len());
    let mut chars = raw.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        let escaped = match chars.next()? {
            't' => '\t',
            'n' => '\n',
            'r' => '\r',
            'b' => '\u{8}',
            'f' => '\u{c}',
            kind @ ('u' | 'U') => {
                let digits: String = chars.by_ref().take(if kind == 'u' { 4 } else { 8 }).collect();
                char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?
            }
            other => other,
        };
        out.push(escaped);
    }
    Some(out)
}

/// What is being written about: one for the statement, and one for each open bracket.
struct About {
    subject: Term,
    predicate: Option<String>,
    /// `]` or `)` closes it; `.` closes the statement.
    close: char,
}

pub(super) fn read(source: &Source) -> Result<Vec<Triple>> {
    let lexer = Lexer { source, rest: source.as_str(), line: 1 };
    let mut reader = Reader { lexer, prefixes: HashMap::new(), base: String::new(), triples: Vec::new() };
    while reader.statement()? {}
    Ok(reader.triples)
}

struct Reader<'s> {
    lexer: Lexer<'s>,
    prefixes: HashMap<String, String>,
    base: String,
    triples: Vec<Triple>,
}

impl Reader<'_> {
    /// Reads up to the next full stop; `false` at the end of the file.
    fn statement(&mut self) -> Result<bool> {
        let mut open: Vec<About> = Vec::new();
        loop {
            let token = self.lexer.next()?;
            let Some(about) = open.last_mut() else {
                match token {
                    Token::End => return Ok(false),
                    Token::Word(word) if is_directive(&word) => self.directive(&word)?,
                    Token::Mark('[') => {
                        open.push(About { subject: Term::Blank, predicate: None, close: '.' });
                        open.push(About { subject: Term::Blank, predicate: None, close: ']' });
                        continue;
                    }
                    token => {
                        let subject = self.term(token)?;
                        open.push(About { subject, predicate: None, close: '.' });
                        continue;
                    }
                }
                return Ok(true);
            };
            match token {
                Token::Mark(mark @ ('.' | ']' | ')')) => {
                    if about.close != mark {
                        return Err(self.lexer.error("a bracket or full stop that closes nothing"));
                    }
                    open.pop();
                    if open.is_empty() {
                        return Ok(true);
                    }
                }
                Token::Mark(';') if about.close != ')' => about.predicate = None,
                Token::Mark(',') if about.close != ')' => {}
                token if about.predicate.is_none() && about.close != ')' => {
                    about.predicate = Some(match token {
                        Token::Word(word) if word == "a" => format!("{RDF}type"),
                        token => match self.term(token)? {
                            Term::Iri(iri) => iri,
                            _ => return Err(self.lexer.error("a predicate that is not a name")),
                        },
                    });
                }
                token => {
                    let inner = match token {
                        Token::Mark('[') => Some(']'),
                        Token::Mark('(') => Some(')'),
                        _ => None,
                    };
                    let object = if inner.is_some() { Term::Blank } else { self.term(token)? };
                    let Some(about) = open.last() else { continue };
                    if let Some(predicate) = about.predicate.clone() {
                        let (subject, line) = (about.subject.clone(), self.lexer.line);
                        self.triples.push(Triple { subject, predicate, object, line });
                    }
                    if let Some(close) = inner {
                        if open.len() > MAX_LEVELS {
                            let at = self.lexer.source.place(self.lexer.line);
                            return Err(Error::TooDeep { at, limit: MAX_LEVELS });
                        }
                        open.push(About { subject: Term::Blank, predicate: None, close });
                    }
                }
            }
        }
    }

    fn directive(&mut self, word: &str) -> Result<()> {
        if word.eq_ignore_ascii_case("@base") || word.eq_ignore_ascii_case("base") {
            let Token::Iri(iri) = self.lexer.next()? else { return Err(self.lexer.error("a base without its name")) };
            self.base = iri;
        } else {
            let (Token::Name(prefix, _), Token::Iri(iri)) = (self.lexer.next()?, self.lexer.next()?) else {
                return Err(self.lexer.error("a prefix without its name (prefix: <name>)"));
            };
            self.prefixes.insert(prefix, resolve(&self.base, &iri));
        }
        if word.starts_with('@') && self.lexer.next()? != Token::Mark('.') {
            return Err(self.lexer.error("a directive that does not end with a full stop"));
        }
        Ok(())
    }

    fn term(&mut self, token: Token) -> Result<Term> {
        match token {
            Token::Iri(iri) => Ok(Term::Iri(resolve(&self.base, &iri))),
            Token::Name(prefix, _) if prefix == "_" => Ok(Term::Blank),
            Token::Name(prefix, local) => {
                let space = self.prefixes.get(&prefix);
                let space = space.ok_or_else(|| self.lexer.error("a prefix that was not declared"))?;
                Ok(Term::Iri(format!("{space}{local}")))
            }
            Token::Text(text) => {
                let mut language = String::new();
                if self.lexer.rest.starts_with('@') {
                    if let Token::Language(tag) = self.lexer.next()? {
                        language = tag;
                    }
                } else if self.lexer.rest.starts_with("^^") {
                    self.lexer.next()?;
                    let _datatype = self.lexer.next()?;
                }
                Ok(Term::Text { text, language })
            }
            Token::Word(text) => Ok(Term::Text { text, language: String::new() }),
            Token::End => Err(self.lexer.error("the file ends inside a statement")),
            _ => Err(self.lexer.error("not a term of Turtle")),
        }
    }
}

fn is_directive(word: &str) -> bool {
    word.starts_with('@') || word.eq_ignore_ascii_case("prefix") || word.eq_ignore_ascii_case("base")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn objects(text: &str) -> Vec<Term> {
        read(&Source::text("t", text)).unwrap().into_iter().map(|triple| triple.object).collect()
    }

    #[test]
    fn literals_lists_and_blank_nodes() {
        let text = "PREFIX : <http://x#>\n:a :p \"x\\\"\\u00e9\"@fr , 'y'^^:t , 3.5 , true ; :q [ :r :b ] , ( :c [ :d :e ] ) .\n[ :p :f ] .";
        let text_of = |text: &str, language: &str| Term::Text { text: text.into(), language: language.into() };
        assert_eq!(
            objects(text),
            [
                text_of("x\"é", "fr"),
                text_of("y", ""),
                text_of("3.5", ""),
                text_of("true", ""),
                Term::Blank,
                Term::Iri("http://x#b".into()),
                Term::Blank,
                Term::Iri("http://x#e".into()),
                Term::Iri("http://x#f".into()),
            ]
        );
    }

    #[test]
    fn brackets_without_end_are_refused() {
        let error = read(&Source::text("t", &format!("<a:b> <a:c> {}", "[ <a:d> ".repeat(1_000_000)))).unwrap_err();
        assert!(error.to_string().starts_with("t, line 1: deeper than 1000 levels"), "{error}");
    }
}
