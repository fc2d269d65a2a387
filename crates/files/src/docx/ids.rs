//! Ids of the layout. They are numbered anew, because they are made of names that people gave, or link a document to its
//! original and to others by the same author.
//!
//! The ids of styles, wherever they are referred to, GUIDs, the ids of lists, and those of paragraphs that comments refer to get
//! the numbers of their order in the package. What refers to nothing within the document (ids of editing sessions, of the
//! document, of drawings) is removed.

use super::vocabulary::is_style;
use super::xml::{Attribute, Node, local, walk};
use crate::error::Result;
use crate::limits::Limits;
use std::collections::{BTreeMap, BTreeSet};

/// Elements that refer to a style by its id, in their attribute `val`.
const STYLES: &[&str] = &[
    "pStyle",
    "rStyle",
    "tblStyle",
    "basedOn",
    "next",
    "link",
    "styleLink",
    "numStyleLink",
    "clickAndTypeStyle",
    "defaultTableStyle",
];

/// What becomes of the value of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Id<'a> {
    /// It is no id, or an id that says nothing.
    Kept,
    /// The attribute is removed.
    Removed,
    /// Another value stands in its place.
    Renamed(&'a str),
}

/// New ids by the old ones.
#[derive(Debug, Default)]
struct Names {
    new: BTreeMap<String, String>,
    /// Ids that say nothing already. They are kept, so that a rewritten document is not changed once more.
    taken: BTreeSet<String>,
    /// The other ids, in the order of the package.
    pending: Vec<String>,
}

impl Names {
    fn note(&mut self, id: &str, neutral: bool) {
        if neutral {
            self.taken.insert(id.to_ascii_lowercase());
        } else if !self.new.contains_key(id) {
            self.new.insert(id.to_owned(), String::new());
            self.pending.push(id.to_owned());
        }
    }

    /// Gives each id the next number that is free.
    fn settle(&mut self, write: impl Fn(usize) -> String) {
        let mut numbers = (1..).map(write).filter(|new| !self.taken.contains(&new.to_ascii_lowercase()));
        for id in self.pending.drain(..) {
            self.new.insert(id, numbers.next().unwrap_or_default());
        }
    }

    fn of(&self, id: &str) -> Id<'_> {
        self.new.get(id).map_or(Id::Kept, |new| Id::Renamed(new))
    }
}

/// The new ids of a document, by the old ones.
#[derive(Debug, Default)]
pub(super) struct Ids {
    styles: Names,
    guids: Names,
    bare_guids: Names,
    lists: Names,
    /// Of paragraphs, but only those that comments refer to.
    paragraphs: Names,
}

impl Ids {
    /// Notes the ids of a file; `threads` says that it lists the paragraphs of comments.
    pub(super) fn gather(&mut self, source: &str, threads: bool, limits: &Limits) -> Result<()> {
        walk(source, limits.depth, |node, _| {
            let Node::Open { name, attributes, .. } = node else { return Ok(()) };
            let element = local(&source[name]);
            for Attribute { name, value } in &attributes {
                let (key, value) = (&source[name.clone()], &source[value.clone()]);
                let neutral = value.starts_with("0000");
                if is_style_id(element, local(key)) {
                    self.styles.note(value, is_style(value));
                } else if threads && matches!(local(key), "paraId" | "paraIdParent") {
                    self.paragraphs.note(value, neutral);
                } else if element == "nsid" && local(key) == "val" {
                    self.lists.note(value, neutral);
                } else if is_guid(key, value) {
                    let bare = !value.starts_with('{');
                    let names = if bare { &mut self.bare_guids } else { &mut self.guids };
                    names.note(
                        value,
                        value.trim_start_matches('{').starts_with("00000000-0000-0000-0000-") || bare && neutral,
                    );
                }
            }
            Ok(())
        })
    }

    /// Gives all ids their numbers, once all files were gathered.
    pub(super) fn settle(&mut self) {
        self.styles.settle(|number| format!("Style{number}"));
        self.guids.settle(|number| format!("{{00000000-0000-0000-0000-{number:012X}}}"));
        self.bare_guids.settle(|number| format!("{number:032X}"));
        self.lists.settle(|number| format!("{number:08X}"));
        self.paragraphs.settle(|number| format!("{number:08X}"));
    }

    /// What becomes of an attribute.
    pub(super) fn of(&self, element: &str, key: &str, value: &str) -> Id<'_> {
        let name = local(key);
        if is_style_id(element, name) {
            self.styles.of(value)
        } else if element == "nsid" && name == "val" {
            self.lists.of(value)
        } else if matches!(name, "paraId" | "paraIdParent") {
            let kept = self.paragraphs.taken.contains(&value.to_ascii_lowercase());
            if kept { Id::Kept } else { self.paragraphs.new.get(value).map_or(Id::Removed, |new| Id::Renamed(new)) }
        } else if is_trace(key) {
            Id::Removed
        } else if is_guid(key, value) {
            if value.starts_with('{') { self.guids.of(value) } else { self.bare_guids.of(value) }
        } else {
            Id::Kept
        }
    }
}

/// Whether an attribute has the id of a style.
pub(super) fn is_style_id(element: &str, key: &str) -> bool {
    key == "styleId" && element == "style" || key == "val" && STYLES.contains(&element)
}

/// Whether an attribute tells of the editing session, the copy or the machine that its element comes from.
fn is_trace(key: &str) -> bool {
    let name = local(key);
    name.starts_with("rsid")
        || matches!(
            name,
            "textId" | "tplc" | "durableId" | "storeItemChecksum" | "hash" | "salt" | "hashValue" | "saltValue"
        )
        || matches!(name, "anchorId" | "editId") && key.starts_with("wp14:")
        || name == "uid" && key.starts_with("xr")
}

/// Whether an element is nothing but the id of an editing session, of the document, or of its copy.
pub(super) fn is_trace_element(element: &str, parent: &str) -> bool {
    matches!(element, "rsids" | "rsid" | "rsidRoot" | "docId" | "guid" | "tmpl" | "rowId" | "colId")
        || element == "id" && parent == "sdtPr"
}

/// Whether a value is a GUID of somebody's own. Those in `uri` name extensions of the format, and the ids of relations are
/// only numbers.
pub(super) fn is_guid(key: &str, value: &str) -> bool {
    let bare = value.trim_start_matches('{').trim_end_matches('}');
    let digits = bare.bytes().filter(u8::is_ascii_hexdigit).count();
    let shape = digits == 32 && (bare.len() == 32 || bare.len() == 36 && bare.split('-').count() == 5);
    shape
        && bare.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
        && local(key) != "uri"
        && !key.starts_with("r:")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(source: &str) -> Ids {
        let mut ids = Ids::default();
        ids.gather(source, source.contains("paraIdParent"), &Limits::default()).expect("gathered");
        ids.settle();
        ids
    }

    #[test]
    fn styles_get_numbers_that_are_free() {
        let ids = ids(
            "<w:s><w:style w:styleId=\"Heading1\"/><w:style w:styleId=\"AdaBody\"/><w:style w:styleId=\"Style1\"/>\
            <w:pStyle w:val=\"Bob\"/><w:basedOn w:val=\"AdaBody\"/></w:s>",
        );
        assert_eq!(ids.of("style", "w:styleId", "Heading1"), Id::Kept);
        assert_eq!(ids.of("style", "w:styleId", "AdaBody"), Id::Renamed("Style2"));
        assert_eq!(ids.of("basedOn", "w:val", "AdaBody"), Id::Renamed("Style2"));
        assert_eq!(ids.of("pStyle", "w:val", "Bob"), Id::Renamed("Style3"));
        assert_eq!(ids.of("jc", "w:val", "AdaBody"), Id::Kept);
    }

    #[test]
    fn ids_that_refer_to_nothing_go() {
        let ids = ids(
            "<x><e w15:paraId=\"1F2E3D4C\" w15:paraIdParent=\"0A0B0C0D\"/><pt modelId=\"{1F2E3D4C-0000-4000-8000-123456789ABC}\"/>\
            <ext uri=\"{1F2E3D4C-0000-4000-8000-123456789ABD}\"/></x>",
        );
        assert_eq!(ids.of("p", "w14:paraId", "1F2E3D4C"), Id::Renamed("00000001"));
        assert_eq!(ids.of("p", "w14:paraId", "77777777"), Id::Removed);
        assert_eq!(ids.of("p", "w:rsidR", "00AA00AA"), Id::Removed);
        let guid = "{1F2E3D4C-0000-4000-8000-123456789ABC}";
        assert_eq!(ids.of("cxn", "srcId", guid), Id::Renamed("{00000000-0000-0000-0000-000000000001}"));
        assert_eq!(ids.of("ext", "uri", "{1F2E3D4C-0000-4000-8000-123456789ABD}"), Id::Kept);
    }
}
