//! Triples, the common ground of SKOS and OWL: what they say of classes becomes a taxonomy.

use super::{Options, Source, looks_like_xml, turtle};
use crate::error::Result;
use crate::load::Refusal as _;
use crate::taxonomy::{Builder, Taxonomy};
use std::collections::{BTreeMap, HashMap, HashSet};

pub(super) const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
pub(super) const RDFS: &str = "http://www.w3.org/2000/01/rdf-schema#";
pub(super) const OWL: &str = "http://www.w3.org/2002/07/owl#";
pub(super) const SKOS: &str = "http://www.w3.org/2004/02/skos/core#";

/// A node of the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Term {
    /// A named thing, by its IRI.
    Iri(String),
    /// A thing without a name.
    Blank,
    /// Text; languages are told apart by their tag.
    Text { text: String, language: String },
}

/// One statement and the line that makes it.
#[derive(Debug)]
pub(super) struct Triple {
    pub(super) subject: Term,
    pub(super) predicate: String,
    pub(super) object: Term,
    pub(super) line: u64,
}

/// All triples of a file, in RDF/XML or Turtle.
pub(super) fn triples(source: &Source) -> Result<Vec<Triple>> {
    if !looks_like_xml(source) || starts_with_iri(source.as_str().trim_start()) {
        return turtle::read(source);
    }
    #[cfg(feature = "rdf")]
    return super::rdf_xml::read(source);
    #[cfg(not(feature = "rdf"))]
    return Err(super::no_xml(source));
}

/// Turtle may start with a name in angle brackets, which has a colon and no blank; a tag has neither, or is `rdf:RDF`.
fn starts_with_iri(text: &str) -> bool {
    let inside = text.trim_start_matches('<').split('>').next().unwrap_or("");
    inside.contains(':') && !inside.contains(char::is_whitespace) && !inside.starts_with("rdf:RDF")
}

/// What a vocabulary says in triples.
pub(super) struct Vocabulary<'v> {
    /// Types whose instances are concepts.
    pub(super) types: &'v [&'v str],
    /// child → parent
    pub(super) up: &'v [&'v str],
    /// parent → child
    pub(super) down: &'v [&'v str],
    /// The preferred term.
    pub(super) label: &'v [&'v str],
    /// Other terms.
    pub(super) synonym: &'v [&'v str],
    /// Statements with a text "true" that take a concept out.
    pub(super) deprecated: &'v [&'v str],
    /// A parent that says nothing.
    pub(super) thing: Option<&'v str>,
}

#[derive(Default)]
struct Found {
    line: u64,
    labels: Vec<(u8, String)>,
    parents: Vec<(String, u64)>,
    is_concept: bool,
    deprecated: bool,
}

/// Makes a taxonomy of the triples that the vocabulary understands.
pub(super) fn taxonomy(source: &Source, options: &Options, vocabulary: &Vocabulary<'_>) -> Result<Taxonomy> {
    let mut found: BTreeMap<String, Found> = BTreeMap::new();
    for triple in triples(source)? {
        let Term::Iri(subject) = triple.subject else { continue };
        let predicate = triple.predicate.as_str();
        match triple.object {
            Term::Iri(object) => {
                let line = triple.line;
                if predicate == format!("{RDF}type") && vocabulary.types.contains(&object.as_str()) {
                    let found = found.entry(subject).or_default();
                    found.is_concept = true;
                    found.line = if found.line == 0 { line } else { found.line };
                } else if vocabulary.up.contains(&predicate) && Some(object.as_str()) != vocabulary.thing {
                    found.entry(subject).or_default().parents.push((object, line));
                } else if vocabulary.down.contains(&predicate) {
                    found.entry(object).or_default().parents.push((subject, line));
                }
            }
            Term::Text { text, language } => {
                let english = language.is_empty() || language.to_lowercase().starts_with("en");
                if vocabulary.label.contains(&predicate) {
                    found.entry(subject).or_default().labels.push((if english { 0 } else { 1 }, text));
                } else if vocabulary.synonym.contains(&predicate) {
                    found.entry(subject).or_default().labels.push((2, text));
                } else if vocabulary.deprecated.contains(&predicate) && text == "true" {
                    found.entry(subject).or_default().deprecated = true;
                }
            }
            Term::Blank => {}
        }
    }
    found.retain(|iri, found| found.is_concept && !found.deprecated && Some(iri.as_str()) != vocabulary.thing);
    if found.is_empty() {
        return Err(source.empty());
    }
    build(source, options, &found)
}

fn build(source: &Source, options: &Options, found: &BTreeMap<String, Found>) -> Result<Taxonomy> {
    let names = short_names(found.keys());
    let mut builder = Builder::new(source.file());
    // In the order of the file, so that senses are.
    let mut order: Vec<_> = found.iter().collect();
    order.sort_by_key(|(_, found)| found.line);
    for (iri, found) in order {
        let concept = builder.concept(&names[iri.as_str()], found.line);
        let mut labels: Vec<&(u8, String)> =
            found.labels.iter().filter(|(_, label)| !label.trim().is_empty()).collect();
        labels.sort_by_key(|(rank, _)| *rank);
        if labels.is_empty() {
            builder.label(concept, &fragment(iri).replace('_', " "));
        }
        labels.iter().for_each(|(_, label)| builder.label(concept, label.trim()));
        for (parent, line) in &found.parents {
            let name = names.get(parent.as_str()).map_or(parent.as_str(), String::as_str);
            let parent = builder.refer(name);
            builder.parent(concept, parent, *line);
        }
    }
    builder.build(options.strict)
}

/// What follows the last `#` or `/`.
fn fragment(iri: &str) -> &str {
    iri.trim_end_matches(['/', '#']).rsplit(['#', '/']).next().unwrap_or(iri)
}

/// Concepts are named by their fragments where these are unique in the file, else by their whole IRIs.
fn short_names<'a>(iris: impl Iterator<Item = &'a String> + Clone) -> HashMap<&'a str, String> {
    let mut seen = HashSet::new();
    let unique = iris.clone().all(|iri| !fragment(iri).is_empty() && seen.insert(fragment(iri)));
    iris.map(|iri| (iri.as_str(), if unique { fragment(iri) } else { iri }.to_owned())).collect()
}

/// An IRI against its base: enough of the rules for what ontologies write.
pub(super) fn resolve(base: &str, iri: &str) -> String {
    let scheme = iri.find([':', '/', '#', '?']).is_some_and(|i| i > 0 && iri.as_bytes()[i] == b':');
    if scheme || base.is_empty() {
        iri.to_owned()
    } else if iri.is_empty() || iri.starts_with('#') {
        format!("{base}{iri}")
    } else {
        let folder = base.rfind('/').map_or("", |slash| &base[..=slash]);
        format!("{folder}{iri}")
    }
}

#[cfg(test)]
mod tests {
    use super::resolve;

    #[test]
    fn relative_names() {
        assert_eq!(resolve("http://x.org/o", "#A"), "http://x.org/o#A");
        assert_eq!(resolve("http://x.org/o/", "A"), "http://x.org/o/A");
        assert_eq!(resolve("http://x.org/o", "http://y.org/B"), "http://y.org/B");
        assert_eq!(resolve("http://x.org/o", "urn:B"), "urn:B");
        assert_eq!(resolve("", "A"), "A");
    }
}
