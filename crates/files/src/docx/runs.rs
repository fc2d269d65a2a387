//! The text of an XML part: words that are split over runs read as one, text boxes follow the text around them.

use super::cuts::{Cuts, covers, outer};
use super::xml::{Attribute, Node, local, walk};
use crate::error::{Error, Result};
use crate::escape::Escape;
use crate::html::{entity, has, push_decoded};
use crate::limits::Limits;
use crate::part::Holds;
use crate::sheet::Sheet;
use crate::weave::Weave;
use std::collections::BTreeSet;
use std::ops::Range;

/// Attributes that hold text, whatever their element.
const TEXTS: &str = "\
    alt anchor author descr displayText docLocation entryMacro exitMacro fullDate href initials instr macroName \
    string title tooltip xpath";

/// Elements that hold text in their attribute `val`.
const VALUES: &str = "\
    alias attr category caption default description docPart helpText listEntry listItem statusText tag cat \
    desc";

/// Elements with vocabularies of their own: names of fonts and of built-in styles, formulas of shapes.
const LAYOUT: &str = "\
    lsdException mathFont rFonts font latin ea cs sym f formulas path shapetype cnfStyle lang handles h stroke shadow fill \
    style altName minorFont majorFont";

#[derive(Default)]
struct Reading<'a> {
    stack: Vec<&'a str>,
    /// The text outside of boxes, and within those that are not closed yet.
    open: Vec<Weave>,
    boxes: Vec<Weave>,
    fields: Weave,
    values: Weave,
    other: Weave,
    /// Whether the element that is read has text among the other texts already.
    value_open: bool,
    /// Where a style is named that is not one of the program's own.
    styles: Weave,
    /// Whether the style that is read is not one of the program's own.
    custom: bool,
    /// Where the run's text starts, and where it could say that spaces count.
    run: Option<(usize, usize)>,
    preserve: Vec<(Range<usize>, usize)>,
}

/// Opens one XML part.
pub(super) fn open(source: &str, label: &str, cuts: Cuts, styles: &BTreeSet<String>, limits: &Limits) -> Result<Sheet> {
    let gone = outer(&cuts.changes);
    let mut reading = Reading { open: vec![Weave::default()], ..Reading::default() };
    walk(source, limits.depth, |node, range| {
        match node {
            Node::Open { name, attributes, empty } => {
                let element = local(&source[name.clone()]);
                // A wrapper that goes alone (a tracked insertion) still counts for what is in it.
                if !covers(&gone, range.start) {
                    reading.element(element, empty);
                    reading.attributes(source, element, &attributes, &gone, styles);
                    if element == "t" && !source[name.clone()].starts_with("a:") {
                        let kept = attributes.iter().any(|attribute| &source[attribute.name.clone()] == "xml:space");
                        reading.run = (!empty && !kept).then_some((range.end, name.end));
                    }
                }
                if !empty {
                    reading.stack.push(element);
                }
            }
            Node::Close => {
                let element = reading.stack.pop().unwrap_or_default();
                if !covers(&gone, range.start) {
                    reading.close(element, range.start);
                }
            }
            Node::Text if !covers(&gone, range.start) => {
                reading.text(&source[range.clone()], |weave| {
                    push_decoded(weave, source, range.clone(), Escape::Markup, false)
                });
            }
            Node::Raw(inner) if !covers(&gone, range.start) => {
                let text = &source[inner];
                reading.text(text, |weave| weave.decoded(text, range.clone(), Escape::Markup));
            }
            Node::Reference if !covers(&gone, range.start) => {
                let (text, _) = entity(&source[range.clone()], false)
                    .ok_or_else(|| Error::Damaged("its XML has an unknown entity".to_owned()))?;
                reading.text(&text, |weave| weave.decoded(&text, range.clone(), Escape::Markup));
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(reading.finish(source, label, cuts))
}

impl Reading<'_> {
    fn flow(&mut self) -> &mut Weave {
        if self.open.is_empty() {
            self.open.push(Weave::default());
        }
        let last = self.open.len() - 1;
        &mut self.open[last]
    }

    fn element(&mut self, element: &str, empty: bool) {
        self.value_open = false;
        let parent = self.stack.last().copied().unwrap_or_default();
        match element {
            "tab" if parent != "tabs" => self.flow().gap("\t"),
            "ptab" => self.flow().gap("\t"),
            "p" if empty => self.flow().end_block(),
            "br" | "cr" => self.flow().gap("\n"),
            "noBreakHyphen" => self.flow().gap("-"),
            "fldChar" => self.fields.next_value(),
            "txbxContent" if !empty => self.open.push(Weave::default()),
            _ => {}
        }
    }

    fn close(&mut self, element: &str, at: usize) {
        self.value_open = false;
        match element {
            "p" => self.flow().end_block(),
            "txbxContent" if self.open.len() > 1 => self.boxes.extend(self.open.pop()),
            "t" => {
                if let Some((start, insert)) = self.run.take() {
                    self.preserve.push((start..at, insert));
                }
            }
            _ => {}
        }
    }

    /// Adds text to the part that its element belongs to. Numbers in elements of the layout are not text.
    fn text(&mut self, text: &str, push: impl FnOnce(&mut Weave)) {
        match self.stack.last().copied().unwrap_or_default() {
            "t" | "delText" => push(self.flow()),
            "instrText" | "delInstrText" => push(&mut self.fields),
            "align" | "posOffset" | "pctWidth" | "pctHeight" | "pctPosHOffset" | "pctPosVOffset" | "formatCode" => {}
            _ if self.value_open || text.chars().any(char::is_alphanumeric) => {
                if !self.value_open {
                    self.other.next_value();
                }
                self.value_open = true;
                push(&mut self.other);
            }
            _ => {}
        }
    }

    fn attributes(
        &mut self,
        source: &str,
        element: &str,
        attributes: &[Attribute],
        gone: &[Range<usize>],
        styles: &BTreeSet<String>,
    ) {
        if element == "style" {
            self.custom = attributes.iter().any(|attribute| local(&source[attribute.name.clone()]) == "customStyle");
        }
        for Attribute { name, value } in attributes {
            let (key, text) = (&source[name.clone()], &source[value.clone()]);
            if styles.contains(text) && matches!(local(key), "val" | "styleId") {
                self.styles.next_value();
                push_decoded(&mut self.styles, source, value.clone(), Escape::Markup, true);
                continue;
            }
            let plain = !text.chars().any(char::is_alphanumeric)
                || text.chars().nth(1).is_none()
                || key.starts_with("xmlns")
                || covers(gone, value.start);
            if plain || local(key) == "Ignorable" {
                continue;
            }
            let style = element == "name" && self.stack.last() == Some(&"style");
            let text = if style { self.custom } else { holds_text(element, local(key), text) };
            if text {
                self.values.next_value();
                push_decoded(&mut self.values, source, value.clone(), Escape::Markup, true);
            }
        }
    }

    fn finish(mut self, source: &str, label: &str, cuts: Cuts) -> Sheet {
        let mut prose = Weave::default();
        for weave in self.open.drain(..).chain(self.boxes.drain(..)) {
            prose.append(weave);
        }
        let mut sheet = Sheet::new(source.to_owned());
        sheet.fixed = cuts.changes;
        sheet.preserve = self.preserve;
        if label == "body" {
            sheet.always(label, Holds::Prose, prose);
        } else {
            sheet.add(label, Holds::Prose, prose);
        }
        sheet.add(&format!("{label}: field codes"), Holds::Values, self.fields);
        sheet.add(&format!("{label}: attributes"), Holds::Values, self.values);
        sheet.add(&format!("{label}: other text"), Holds::Values, self.other);
        sheet.add(&format!("{label}: names of styles"), Holds::Code, self.styles);
        sheet
    }
}

/// Whether an attribute's value is for people, or could be theirs.
fn holds_text(element: &str, key: &str, text: &str) -> bool {
    let automatic = text.starts_with('_');
    let letters = text.chars().any(char::is_alphabetic);
    match (element, key) {
        ("bookmarkStart", "name") => !automatic,
        ("hyperlink", "anchor") => !automatic,
        ("docPr" | "cNvPr" | "ffData", "name") => true,
        ("name", "val") => true,
        ("lvlText", "val") => letters,
        (_, "val" | "value" | "name") if has(VALUES, element) => true,
        _ if has(TEXTS, key) => true,
        _ if has(LAYOUT, element)
            || matches!(key, "style" | "typeface" | "Requires" | "prefixMappings" | "uri" | "path") =>
        {
            false
        }
        // Closed vocabularies have neither spaces nor anything beyond ASCII; lists of numbers have no letters.
        _ => {
            let open = |character: char| character.is_whitespace() || character == '@' || !character.is_ascii();
            letters && text.contains(open)
        }
    }
}

/// The ids of styles that are not the program's own: they are made of the names that people gave.
pub(super) fn custom_styles(source: &str, limits: &Limits) -> Result<BTreeSet<String>> {
    let mut ids = BTreeSet::new();
    walk(source, limits.depth, |node, _| {
        if let Node::Open { name, attributes, .. } = node
            && local(&source[name]) == "style"
        {
            let value = |key: &str| attributes.iter().find(|attribute| local(&source[attribute.name.clone()]) == key);
            if let (Some(_), Some(id)) = (value("customStyle"), value("styleId")) {
                ids.insert(source[id.value.clone()].to_owned());
            }
        }
        Ok(())
    })?;
    Ok(ids)
}
