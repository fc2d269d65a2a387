//! RDF/XML into triples, element by element, with a stack of its own instead of recursion.

use super::Source;
use super::rdf::{RDF, Term, Triple, resolve};
use super::xml::{Element, Node, Nodes, XML};
use crate::error::Result;

/// What an open element is.
enum Open {
    /// `rdf:RDF` itself.
    Root,
    /// A thing that statements are about.
    Thing(Term),
    /// A statement about a thing: its object is an attribute, an element inside, or the text.
    Property { subject: Term, predicate: String, text: String, said: bool, collection: bool, line: u64 },
    /// Markup that is a literal.
    Literal,
}

/// Inherited attributes, for each open element.
#[derive(Clone, Default)]
struct Scope {
    base: String,
    language: String,
}

struct Reader {
    open: Vec<(Open, Scope)>,
    triples: Vec<Triple>,
}

pub(super) fn read(source: &Source) -> Result<Vec<Triple>> {
    let mut reader = Reader { open: Vec::new(), triples: Vec::new() };
    let mut nodes = Nodes::of(source);
    while let Some(node) = nodes.next()? {
        match node {
            Node::Start(element) => reader.start(&element),
            Node::Text(more) => {
                if let Some((Open::Property { text, .. }, _)) = reader.open.last_mut() {
                    text.push_str(&more);
                }
            }
            Node::End => reader.end(),
        }
    }
    Ok(reader.triples)
}

impl Reader {
    fn start(&mut self, element: &Element) {
        let mut scope = self.open.last().map(|(_, scope)| scope.clone()).unwrap_or_default();
        if let Some(base) = element.attribute(XML, "base") {
            scope.base = base.split('#').next().unwrap_or(base).to_owned();
        }
        if let Some(language) = element.attribute(XML, "lang") {
            scope.language = language.to_owned();
        }
        let opened = match self.open.last() {
            None if element.namespace == RDF && element.local == "RDF" => Open::Root,
            None | Some((Open::Root, _)) => self.thing(element, &scope),
            Some((Open::Property { .. }, _)) => {
                let thing = self.thing(element, &scope);
                self.say_object(&thing);
                thing
            }
            Some((Open::Thing(subject), _)) => {
                let subject = subject.clone();
                self.property(element, subject, &scope)
            }
            Some((Open::Literal, _)) => Open::Literal,
        };
        self.open.push((opened, scope));
    }

    fn thing(&mut self, element: &Element, scope: &Scope) -> Open {
        let line = element.line;
        let subject = match (element.attribute(RDF, "about"), element.attribute(RDF, "ID")) {
            (Some(about), _) => Term::Iri(resolve(&scope.base, about)),
            (None, Some(id)) => Term::Iri(resolve(&scope.base, &format!("#{id}"))),
            (None, None) => Term::Blank,
        };
        let mut say = |predicate: String, object: Term| {
            self.triples.push(Triple { subject: subject.clone(), predicate, object, line });
        };
        if !(element.namespace == RDF && element.local == "Description") {
            say(format!("{RDF}type"), Term::Iri(format!("{}{}", element.namespace, element.local)));
        }
        for (namespace, local, value) in element.attributes() {
            match namespace {
                RDF if local == "type" => say(format!("{RDF}type"), Term::Iri(resolve(&scope.base, value))),
                "" | RDF | XML => {}
                _ => {
                    let object = Term::Text { text: value.to_owned(), language: scope.language.clone() };
                    say(format!("{namespace}{local}"), object);
                }
            }
        }
        Open::Thing(subject)
    }

    fn property(&mut self, element: &Element, subject: Term, scope: &Scope) -> Open {
        let predicate = format!("{}{}", element.namespace, element.local);
        let line = element.line;
        let mut say = |object: Term| {
            let (subject, predicate) = (subject.clone(), predicate.clone());
            self.triples.push(Triple { subject, predicate, object, line });
        };
        let kind = element.attribute(RDF, "parseType").unwrap_or("");
        if let Some(resource) = element.attribute(RDF, "resource") {
            say(Term::Iri(resolve(&scope.base, resource)));
        }
        match kind {
            "Literal" => Open::Literal,
            "Resource" => {
                say(Term::Blank);
                Open::Thing(Term::Blank)
            }
            _ => {
                let collection = kind == "Collection";
                let said = collection
                    || element.attribute(RDF, "resource").is_some()
                    || element.attribute(RDF, "nodeID").is_some();
                Open::Property { subject, predicate, text: String::new(), said, collection, line }
            }
        }
    }

    /// The element just opened is the object of the property around it (unless that holds a list).
    fn say_object(&mut self, thing: &Open) {
        let Open::Thing(object) = thing else { return };
        if let Some((Open::Property { subject, predicate, said, collection, line, .. }, _)) = self.open.last_mut() {
            *said = true;
            if !*collection {
                let (subject, predicate, object) = (subject.clone(), predicate.clone(), object.clone());
                self.triples.push(Triple { subject, predicate, object, line: *line });
            }
        }
    }

    fn end(&mut self) {
        if let Some((Open::Property { subject, predicate, text, said: false, line, .. }, scope)) = self.open.pop() {
            let object = Term::Text { text: text.trim().to_owned(), language: scope.language };
            self.triples.push(Triple { subject, predicate, object, line });
        }
    }
}
