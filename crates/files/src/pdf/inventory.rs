//! What a PDF holds besides text: all of it is dropped and named.

use super::page::get;
use lopdf::{Document, Object};

/// Counts of dropped things, by what they are; never a value.
pub(super) fn inventory(document: &Document) -> Vec<String> {
    let mut found = Vec::new();
    let mut note = |what: &str, count: usize| {
        if count > 0 {
            found.push(format!("{what}: {count}"));
        }
    };
    let has = |key: &[u8]| usize::from(document.catalog().is_ok_and(|catalog| catalog.has(key)));
    let dictionaries = || {
        document.objects.values().filter_map(|object| match object {
            Object::Dictionary(dictionary) => Some(dictionary),
            Object::Stream(stream) => Some(&stream.dict),
            _ => None,
        })
    };
    let annotations = |page: &lopdf::Dictionary| {
        get(document, page, b"Annots").and_then(|list| list.as_array().ok()).map_or(0, Vec::len)
    };
    let named = |dictionary: &lopdf::Dictionary, key: &[u8], name: &[u8]| {
        dictionary.get(key).and_then(Object::as_name).is_ok_and(|value| value == name)
    };
    note(
        "note, link or form field on a page",
        dictionaries().filter(|d| named(d, b"Type", b"Page")).map(annotations).sum(),
    );
    note("form", has(b"AcroForm"));
    note("table of contents (bookmarks)", has(b"Outlines"));
    note("set of layers", has(b"OCProperties"));
    note("logical structure with its texts", has(b"StructTreeRoot"));
    note("attached file", dictionaries().filter(|d| d.has(b"EF") || named(d, b"Type", b"EmbeddedFile")).count());
    note("script", dictionaries().filter(|d| named(d, b"S", b"JavaScript")).count());
    note("action on opening", has(b"OpenAction") + has(b"AA"));
    note("set of properties (title, author, dates)", usize::from(document.trailer.has(b"Info")));
    note("set of metadata (XMP)", dictionaries().filter(|d| named(d, b"Type", b"Metadata")).count());
    found
}
