//! XML as events that know their bytes.
//!
//! Entities of a DTD are never expanded: a document type is refused, as no word processor writes one.

use crate::error::{Error, Result};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::ops::Range;

/// An attribute by the bytes of its name and of its value (without quotes).
#[derive(Clone, Debug)]
pub(super) struct Attribute {
    pub(super) name: Range<usize>,
    pub(super) value: Range<usize>,
}

/// What stands at some bytes of the source.
#[derive(Clone, Debug)]
pub(super) enum Node {
    Open {
        name: Range<usize>,
        attributes: Vec<Attribute>,
        empty: bool,
    },
    Close,
    Text,
    /// `&amp;` or `&#38;`.
    Reference,
    /// Text that is not escaped, by the bytes between its brackets.
    Raw(Range<usize>),
    /// Comments and processing instructions, which are not read.
    Aside,
    Declaration,
}

/// Visits every node of the source. Elements that are not balanced or nested too deeply are an error.
pub(super) fn walk(source: &str, depth: usize, mut visit: impl FnMut(Node, Range<usize>) -> Result<()>) -> Result<()> {
    let skip = if source.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut reader = Reader::from_str(&source[skip..]);
    let mut start = skip;
    let mut level = 0_usize;
    loop {
        let event = reader.read_event().map_err(|_| malformed(reader.error_position()))?;
        let end = skip + usize::try_from(reader.buffer_position()).unwrap_or(source.len() - skip);
        let node = match &event {
            Event::Eof if level > 0 => return Err(malformed(reader.buffer_position())),
            Event::Eof => return Ok(()),
            Event::Start(tag) => {
                level += 1;
                if level > depth {
                    return Err(Error::TooLarge("its elements are nested too deeply".to_owned()));
                }
                open(source, tag, false)?
            }
            Event::Empty(tag) => open(source, tag, true)?,
            Event::End(_) => {
                level = level.saturating_sub(1);
                Node::Close
            }
            Event::Text(_) => Node::Text,
            Event::GeneralRef(_) => Node::Reference,
            Event::CData(_) => Node::Raw(start + "<![CDATA[".len()..end - "]]>".len()),
            Event::Comment(_) | Event::PI(_) => Node::Aside,
            Event::Decl(declaration) => {
                let encoding = declaration.encoding().and_then(std::result::Result::ok);
                if encoding
                    .is_some_and(|name| !name.eq_ignore_ascii_case("utf-8") && !name.eq_ignore_ascii_case("us-ascii"))
                {
                    return Err(Error::Refused("its XML is not in UTF-8".to_owned()));
                }
                Node::Declaration
            }
            Event::DocType(_) => return Err(Error::Refused("its XML has a document type".to_owned())),
        };
        visit(node, start..end)?;
        start = end;
    }
}

fn malformed(position: u64) -> Error {
    Error::Damaged(format!("its XML is malformed at byte {position}"))
}

fn open(source: &str, tag: &BytesStart, empty: bool) -> Result<Node> {
    // What was read is borrowed from the source: its place is the distance to the beginning.
    let range = |piece: &str| {
        let start = piece.as_ptr() as usize - source.as_ptr() as usize;
        start..start + piece.len()
    };
    let malformed = || Error::Damaged("its XML has a malformed attribute".to_owned());
    let mut attributes = Vec::new();
    // The reader's own search for attributes of one name takes quadratic time.
    for attribute in tag.attributes().with_checks(false) {
        let attribute = attribute.map_err(|_| malformed())?;
        attributes.push(Attribute { name: range(attribute.key.0), value: range(&attribute.value) });
    }
    let mut names: Vec<&str> = attributes.iter().map(|attribute| &source[attribute.name.clone()]).collect();
    names.sort_unstable();
    if names.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(malformed());
    }
    Ok(Node::Open { name: range(tag.name().0), attributes, empty })
}

/// A name without its prefix.
pub(super) fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}
