//! Documents with marks made by hand: `{{kind|text}}`, and `{{?kind|text}}` for what may go or stay.

use scumble_span::Span;

/// A piece of a document that was marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    /// Where it stands in the text without marks.
    pub(crate) span: Span,
    /// What it is, as the marks call it.
    pub(crate) kind: String,
    /// Whether it may stay.
    pub(crate) optional: bool,
}

/// A document without its marks, and the marks in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marked {
    /// The text as a reader sees it.
    pub(crate) text: String,
    /// The marks, in order.
    pub(crate) marks: Vec<Mark>,
}

impl Marked {
    /// Reads the marks of a document; the error is the number of the line and what is wrong there.
    pub(crate) fn parse(source: &str) -> Result<Self, String> {
        let mut out = Self::default();
        let mut rest = source;
        while let Some(open) = rest.find("{{") {
            let at = |place: usize| source[..source.len() - rest.len() + place].matches('\n').count() + 1;
            let close = rest[open..].find("}}").ok_or_else(|| format!("line {}: a mark is not closed", at(open)))?;
            let (inside, line) = (&rest[open + 2..open + close], at(open));
            let (kind, text) = inside.split_once('|').ok_or_else(|| format!("line {line}: a mark has no kind"))?;
            let name = kind.trim_start_matches('?');
            if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_lowercase()) || text.trim().is_empty() {
                return Err(format!("line {line}: a mark is a kind in small letters, a bar and a text"));
            }
            if text.contains("{{") {
                return Err(format!("line {line}: a mark stands within another one"));
            }
            out.text.push_str(&rest[..open]);
            let span = Span::new(out.text.len(), out.text.len() + text.len());
            out.text.push_str(text);
            out.marks.push(Mark { span, kind: name.to_owned(), optional: kind.starts_with('?') });
            rest = &rest[open + close + 2..];
        }
        if rest.contains("}}") {
            return Err("a mark is closed that was not opened".into());
        }
        out.text.push_str(rest);
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_leave_the_text() {
        let marked = Marked::parse("Hi {{person|Zoë}}, see you {{?date|Friday}}.\n").unwrap();
        assert_eq!(marked.text, "Hi Zoë, see you Friday.\n");
        let told: Vec<_> =
            marked.marks.iter().map(|mark| (mark.span.of(&marked.text), mark.kind.as_str(), mark.optional)).collect();
        assert_eq!(told, [("Zoë", "person", false), ("Friday", "date", true)]);
    }

    #[test]
    fn a_damaged_mark_is_refused_with_its_line() {
        assert_eq!(Marked::parse("a\n{{person|b").unwrap_err(), "line 2: a mark is not closed");
        assert_eq!(Marked::parse("{{person}}").unwrap_err(), "line 1: a mark has no kind");
        assert!(Marked::parse("a\n\n{{Person|b}}").unwrap_err().starts_with("line 3"));
        assert!(Marked::parse("{{a|b {{c|d}} }}").is_err() && Marked::parse("a}}").is_err());
    }
}
