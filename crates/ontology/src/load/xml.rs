//! XML as a flat stream of elements and texts, with line numbers, namespaces and internal entities resolved.

use super::Source;
use crate::error::{Error, Result};
use crate::load::Refusal as _;
use crate::taxonomy::MAX_LEVELS;
use quick_xml::NsReader;
use quick_xml::events::{BytesStart, Event};
use quick_xml::name::ResolveResult;
use std::collections::HashMap;

/// The namespace of `xml:lang` and `xml:base`.
pub(super) const XML: &str = "http://www.w3.org/XML/1998/namespace";
/// Entities may not blow a file up: together they expand to no more than this.
const MOST_EXPANSION: usize = 1 << 24;

/// A start tag.
pub(super) struct Element {
    pub(super) line: u64,
    pub(super) namespace: String,
    pub(super) local: String,
    attributes: Vec<(String, String, String)>,
}

impl Element {
    pub(super) fn attribute(&self, namespace: &str, local: &str) -> Option<&str> {
        self.attributes.iter().find(|(n, l, _)| n == namespace && l == local).map(|(_, _, value)| value.as_str())
    }

    /// (namespace, local name, value) of each attribute that is not a namespace declaration.
    pub(super) fn attributes(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        self.attributes.iter().map(|(n, l, v)| (n.as_str(), l.as_str(), v.as_str()))
    }
}

pub(super) enum Node {
    Start(Element),
    End,
    Text(String),
}

/// Reads the nodes of a document one by one.
pub(super) struct Nodes<'s> {
    source: &'s Source,
    reader: NsReader<&'s [u8]>,
    entities: HashMap<String, String>,
    expanded: usize,
    depth: usize,
    line: u64,
    counted: usize,
}

impl<'s> Nodes<'s> {
    pub(super) fn of(source: &'s Source) -> Self {
        let mut reader = NsReader::from_str(source.as_str());
        reader.config_mut().expand_empty_elements = true;
        Self { source, reader, entities: HashMap::new(), expanded: 0, depth: 0, line: 1, counted: 0 }
    }

    /// The next node, or `None` at the end of the document.
    pub(super) fn next(&mut self) -> Result<Option<Node>> {
        loop {
            self.count_lines();
            let event = match self.reader.read_event() {
                Ok(event) => event,
                Err(_) => {
                    self.counted = self.counted.min(self.reader.error_position() as usize);
                    return Err(self.malformed());
                }
            };
            match event {
                Event::Start(start) => {
                    self.depth += 1;
                    if self.depth > MAX_LEVELS {
                        return Err(Error::TooDeep { at: self.source.place(self.line), limit: MAX_LEVELS });
                    }
                    return self.element(&start).map(|element| Some(Node::Start(element)));
                }
                Event::End(_) => {
                    self.depth -= 1;
                    return Ok(Some(Node::End));
                }
                Event::Text(text) => return Ok(Some(Node::Text(text.xml10_content().into_owned()))),
                Event::CData(text) => return Ok(Some(Node::Text(text.into_inner().into_owned()))),
                Event::GeneralRef(reference) => {
                    let raw = format!("&{};", &*reference);
                    return self.unescape(&raw).map(|text| Some(Node::Text(text)));
                }
                Event::DocType(declaration) => self.entities = entities(&declaration),
                Event::Eof if self.depth > 0 => return Err(self.malformed()),
                Event::Eof => return Ok(None),
                _ => {}
            }
        }
    }

    /// The line of the node read last.
    pub(super) fn line(&self) -> u64 {
        self.line
    }

    fn count_lines(&mut self) {
        let here = self.reader.buffer_position() as usize;
        let passed = &self.source.as_str().as_bytes()[self.counted..here];
        self.line += passed.iter().filter(|&&byte| byte == b'\n').count() as u64;
        self.counted = here;
    }

    fn malformed(&self) -> Error {
        self.source.syntax(self.line, "not well-formed XML (a tag is broken or not closed)")
    }

    fn element(&mut self, start: &BytesStart<'_>) -> Result<Element> {
        let (namespace, local) = {
            let (namespace, local) = self.reader.resolver().resolve_element(start.name());
            (text_of(&namespace), local.as_ref().to_owned())
        };
        let mut attributes = Vec::new();
        for attribute in start.attributes() {
            let attribute = attribute.map_err(|_| self.malformed())?;
            if attribute.key.as_namespace_binding().is_some() {
                continue;
            }
            let (namespace, local) = {
                let (namespace, local) = self.reader.resolver().resolve_attribute(attribute.key);
                (text_of(&namespace), local.as_ref().to_owned())
            };
            let value = self.unescape(&attribute.value)?;
            attributes.push((namespace, local, value));
        }
        Ok(Element { line: self.line, namespace, local, attributes })
    }

    fn unescape(&mut self, raw: &str) -> Result<String> {
        if !raw.contains('&') {
            return Ok(raw.to_owned());
        }
        let entities = &self.entities;
        let known = |name: &str| {
            let own = entities.get(name).map(String::as_str);
            own.or_else(|| quick_xml::escape::resolve_predefined_entity(name))
        };
        let text = quick_xml::escape::unescape_with(raw, known).map_err(|_| self.malformed())?.into_owned();
        self.expanded += text.len();
        if self.expanded > MOST_EXPANSION.max(self.source.as_str().len()) {
            return Err(self.source.syntax(self.line, "entities that expand to more than the file itself"));
        }
        Ok(text)
    }
}

fn text_of(namespace: &ResolveResult<'_>) -> String {
    match namespace {
        ResolveResult::Bound(namespace) => namespace.as_ref().to_owned(),
        _ => String::new(),
    }
}

/// The `<!ENTITY name "value">` declarations of a document type; values are taken as they stand.
fn entities(declaration: &str) -> HashMap<String, String> {
    const LONGEST: usize = 4096;
    let mut entities = HashMap::new();
    for part in declaration.split("<!ENTITY").skip(1) {
        let mut words = part.trim_start().splitn(2, char::is_whitespace);
        let (Some(name), Some(rest)) = (words.next(), words.next()) else { continue };
        let rest = rest.trim_start();
        let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else { continue };
        if let Some(value) = rest[1..].split(quote).next().filter(|value| value.len() <= LONGEST) {
            entities.insert(name.to_owned(), value.to_owned());
        }
    }
    entities
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_namespaces_and_entities() {
        let text = "<?xml version=\"1.0\"?>\n<!DOCTYPE a [\n <!ENTITY o \"http://o#\" >\n]>\n\
                    <a xmlns=\"urn:x\"\n xmlns:p=\"urn:p\">\n <b p:c=\"&o;D &amp; E\"/>t&lt;u</a>";
        let source = Source::text("x.xml", text);
        let mut nodes = Nodes::of(&source);
        let mut texts = String::new();
        let mut starts = Vec::new();
        while let Some(node) = nodes.next().unwrap() {
            match node {
                Node::Start(element) => starts.push(element),
                Node::Text(text) => texts.push_str(&text),
                Node::End => {}
            }
        }
        assert_eq!(starts.len(), 2);
        assert_eq!((starts[0].line, starts[1].line), (5, 7));
        assert_eq!(starts[1].namespace, "urn:x");
        assert_eq!(starts[1].attribute("urn:p", "c"), Some("http://o#D & E"));
        assert_eq!(texts.trim(), "t<u");
    }

    #[test]
    fn a_million_nested_elements_are_refused() {
        let source = Source::text("deep.xml", &"<a>\n".repeat(1_000_000));
        let mut nodes = Nodes::of(&source);
        let error = loop {
            match nodes.next() {
                Ok(_) => {}
                Err(error) => break error,
            }
        };
        assert!(error.to_string().starts_with("deep.xml, line 1001: deeper than 1000 levels"), "{error}");
    }
}
