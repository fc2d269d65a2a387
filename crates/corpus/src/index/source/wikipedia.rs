//! The articles of a Wikipedia dump, one page after the other: no redirects, no talk, no other namespace.

use super::markup::plain;
use super::{Document, Each, Source};
use crate::error::Result;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::io::BufRead;

/// The largest page of a wiki is 2 MiB; a history of them may have larger ones.
const MOST_PAGE: usize = 64 << 20;

/// What of a page the reader is within.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Elsewhere,
    Title,
    Namespace,
    Text,
}

#[derive(Default)]
struct Page {
    title: String,
    namespace: String,
    text: String,
    redirect: bool,
}

pub(super) fn read(source: &Source, reader: impl BufRead, each: Each<'_>) -> Result<()> {
    let mut xml = Reader::from_reader(reader);
    let (mut buffer, mut page, mut within, mut depth) = (Vec::new(), Page::default(), Within::Elsewhere, 0usize);
    loop {
        buffer.clear();
        let event = xml.read_event_into(&mut buffer);
        let fault = |problem: &str| source.fault(format!("byte {} as unpacked: {problem}", xml.buffer_position()));
        let event = event.map_err(|error| match error {
            quick_xml::Error::Io(error) => fault(&error.to_string()),
            _ => fault("not well-formed XML"),
        })?;
        let target = match within {
            Within::Elsewhere => None,
            Within::Title => Some(&mut page.title),
            Within::Namespace => Some(&mut page.namespace),
            Within::Text => Some(&mut page.text),
        };
        match event {
            Event::Start(start) => {
                if depth == 0 && start.local_name().as_ref() != "mediawiki" {
                    return Err(fault("is no dump of a wiki: <mediawiki> is expected"));
                }
                depth += 1;
                within = enter(&start, &mut page);
            }
            Event::Empty(start) => drop(enter(&start, &mut page)),
            Event::End(end) => {
                depth -= 1;
                within = Within::Elsewhere;
                if end.local_name().as_ref() == "page" {
                    let done = std::mem::take(&mut page);
                    let article = done.namespace.trim() == "0" && !done.redirect;
                    if article && each(Document { name: done.title, text: plain(&done.text) })?.is_break() {
                        return Ok(());
                    }
                }
            }
            Event::Text(text) => {
                if let Some(target) = target {
                    target.push_str(&text.xml10_content());
                }
            }
            Event::CData(text) => {
                if let Some(target) = target {
                    target.push_str(&text.xml10_content());
                }
            }
            Event::GeneralRef(reference) => {
                if let Some(target) = target {
                    let character = match &*reference.xml10_content() {
                        "lt" => Some('<'),
                        "gt" => Some('>'),
                        "amp" => Some('&'),
                        "quot" => Some('"'),
                        "apos" => Some('\''),
                        _ => reference.resolve_char_ref().ok().flatten(),
                    };
                    target.push(character.ok_or_else(|| fault("an unknown entity"))?);
                }
            }
            Event::Eof if depth == 0 => return Ok(()),
            Event::Eof => return Err(fault("the file ends within a page: it is cut off")),
            _ => {}
        }
        if page.text.len() > MOST_PAGE {
            return Err(source.fault(format!("byte {} as unpacked: a page is too long", xml.buffer_position())));
        }
    }
}

/// Notes what a start tag says of its page. Of several revisions the last one stays.
fn enter(start: &BytesStart<'_>, page: &mut Page) -> Within {
    match start.local_name().as_ref() {
        "page" => *page = Page::default(),
        "redirect" => page.redirect = true,
        "title" => return Within::Title,
        "ns" => return Within::Namespace,
        "text" => {
            page.text.clear();
            return Within::Text;
        }
        _ => {}
    }
    Within::Elsewhere
}
