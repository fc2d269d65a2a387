//! Open Biomedical Ontologies, format 1.2 and 1.4: `[Term]` stanzas with `id`, `name`, `synonym` and `is_a`.

use super::{Options, Source};
use crate::error::Result;
use crate::load::Refusal as _;
use crate::taxonomy::{Builder, Taxonomy};

#[derive(Default)]
struct Stanza<'a> {
    line: u64,
    id: Option<&'a str>,
    name: Option<String>,
    synonyms: Vec<String>,
    parents: Vec<(&'a str, u64)>,
    obsolete: bool,
}

pub(super) fn read(source: &Source, options: &Options) -> Result<Taxonomy> {
    let mut builder = Builder::new(source.file());
    let mut term: Option<Stanza<'_>> = None;
    for (line, text) in source.lines() {
        let text = text.trim();
        if text.starts_with('[') {
            finish(&mut builder, source, term.take())?;
            term = (text == "[Term]").then(|| Stanza { line, ..Stanza::default() });
            continue;
        }
        let Some(stanza) = &mut term else { continue };
        if text.is_empty() || text.starts_with('!') {
            continue;
        }
        let Some((tag, value)) = text.split_once(':') else {
            return Err(source.syntax(line, "not a tag of an OBO stanza (tag: value)"));
        };
        let value = value.trim();
        match tag {
            "id" => stanza.id = Some(first_word(value)),
            "name" => stanza.name = Some(unescape(before_comment(value))),
            "synonym" => stanza
                .synonyms
                .push(quoted(value).ok_or_else(|| source.syntax(line, "a synonym that is not in quotation marks"))?),
            "is_a" => stanza.parents.push((first_word(value), line)),
            "is_obsolete" => stanza.obsolete = first_word(value) == "true",
            _ => {}
        }
    }
    finish(&mut builder, source, term)?;
    if builder.is_empty() {
        return Err(source.empty());
    }
    builder.build(options.strict)
}

fn finish(builder: &mut Builder, source: &Source, term: Option<Stanza<'_>>) -> Result<()> {
    let Some(stanza) = term.filter(|stanza| !stanza.obsolete) else { return Ok(()) };
    let id = stanza.id.filter(|id| !id.is_empty());
    let id = id.ok_or_else(|| source.syntax(stanza.line, "a term without an id"))?;
    // A term may be spread over several stanzas: they add up.
    let concept = builder.concept(id, stanza.line);
    for label in stanza.name.iter().chain(&stanza.synonyms).filter(|label| !label.is_empty()) {
        builder.label(concept, label);
    }
    for (parent, line) in stanza.parents {
        let parent = builder.refer(parent);
        builder.parent(concept, parent, line);
    }
    Ok(())
}

/// An identifier ends at a blank: what follows is a comment or a modifier.
fn first_word(value: &str) -> &str {
    value.split_whitespace().next().unwrap_or("")
}

fn before_comment(value: &str) -> &str {
    value.split(" ! ").next().unwrap_or("").trim_end()
}

/// What stands between the first pair of quotation marks.
fn quoted(value: &str) -> Option<String> {
    let rest = value.strip_prefix('"')?;
    let mut escaped = false;
    let end = rest.char_indices().find(|&(_, c)| {
        let closes = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        closes
    })?;
    Some(unescape(&rest[..end.0]))
}

fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n' | 'W' | 't') => out.push(' '),
                Some(other) => out.push(other),
                None => {}
            },
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_synonyms_and_obsolete_ones() {
        let text = "format-version: 1.2\n\n[Term]\nid: X:1\nname: illness ! top\n\n[Term]\nid: X:2\nname: flu\n\
                    synonym: \"the \\\"grippe\\\"\" EXACT []\nis_a: X:1 {source=\"q\"} ! illness\n\n\
                    [Term]\nid: X:3\nname: humours\nis_obsolete: true\n\n[Typedef]\nid: part_of\nname: part of\n";
        let obo = read(&Source::text("x.obo", text), &Options::default()).unwrap();
        assert_eq!(obo.len(), 2);
        assert_eq!(obo.senses("the \"grippe\""), obo.senses("flu"));
        assert_eq!(obo.label(obo.named("X:1").unwrap()), "illness");
    }

    #[test]
    fn refusals() {
        let message = |text: &str| read(&Source::text("x.obo", text), &Options::default()).unwrap_err().to_string();
        assert!(message("[Term]\nid: X:1\nis_a: X:9\n").starts_with("x.obo, line 3: names a parent"));
        assert!(message("[Term]\nname: x\n").starts_with("x.obo, line 1: a term without an id"));
        assert!(message("[Term]\nid: X:1\nnonsense\n").starts_with("x.obo, line 3: not a tag"));
        assert!(message("ontology: empty\n").starts_with("x.obo: holds no concept"));
        assert!(message("[Term]\nid: a\nis_a: b\n[Term]\nid: b\nis_a: a\n").starts_with("x.obo, line 1: a cycle"));
    }
}
