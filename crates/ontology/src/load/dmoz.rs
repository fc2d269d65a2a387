//! Open Directory dumps (RDF as the project wrote it): topics by path, pages that belong to them.

use super::xml::{Node, Nodes};
use super::{Options, Source, directory};
use crate::error::Result;
use crate::load::Refusal as _;
use crate::taxonomy::{Builder, Taxonomy};

/// `<Topic r:id="Top/Arts">` defines a category; `<ExternalPage>`'s `<d:Title>` is a term of its `<topic>`.
pub(super) fn read(source: &Source, options: &Options) -> Result<Taxonomy> {
    let mut builder = Builder::new(source.file());
    let mut nodes = Nodes::of(source);
    let (mut title, mut topic, mut text) = (String::new(), String::new(), String::new());
    let mut open: Vec<String> = Vec::new();
    while let Some(node) = nodes.next()? {
        match node {
            Node::Start(element) => {
                text.clear();
                if element.local == "Topic" {
                    let id = element.attributes().find(|(_, local, _)| *local == "id").map(|(_, _, value)| value);
                    let path = id.ok_or_else(|| source.syntax(element.line, "a topic without an id"))?;
                    if !path.is_empty() {
                        directory::add_path(&mut builder, source, element.line, path, "/", 1)?;
                    }
                }
                open.push(element.local);
                if open.last().is_some_and(|local| local == "ExternalPage") {
                    title.clear();
                    topic.clear();
                }
            }
            Node::Text(more) => text.push_str(&more),
            Node::End => match open.pop().as_deref() {
                Some("Title") => title = text.trim().to_owned(),
                Some("topic") => topic = text.trim().to_owned(),
                Some("ExternalPage") if !topic.is_empty() => {
                    let category = directory::add_path(&mut builder, source, nodes.line(), &topic, "/", 1)?;
                    if !title.is_empty() {
                        builder.label(category, &title);
                    }
                }
                _ => {}
            },
        }
    }
    if builder.is_empty() {
        return Err(source.empty());
    }
    builder.build(options.strict)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_and_pages() {
        let text = r#"<?xml version="1.0" encoding="UTF-8"?>
<RDF xmlns:r="http://www.w3.org/TR/RDF/" xmlns:d="http://purl.org/dc/elements/1.0/" xmlns="http://dmoz.org/rdf/">
 <Topic r:id=""></Topic>
 <Topic r:id="Top/Crafts/Joinery"><catid>7</catid></Topic>
 <ExternalPage about="http://x"><d:Title>Dovetails &amp; more</d:Title><topic>Top/Crafts/Joinery</topic></ExternalPage>
</RDF>"#;
        let crafts = read(&Source::text("content.rdf", text), &Options::default()).unwrap();
        let joinery = crafts.named("Top/Crafts/Joinery").unwrap();
        assert_eq!(crafts.senses("dovetails & more"), [joinery]);
        assert_eq!(crafts.ancestors(joinery).len(), 3);
    }
}
