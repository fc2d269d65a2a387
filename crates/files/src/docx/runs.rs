//! The text of an XML part: words that are split over runs read as one, text boxes follow the text around them.
//!
//! What is read depends on the names of elements and attributes, and on whether a value is vocabulary; never on how a text
//! looks. So the rewritten part has the same texts in the same order, whatever the edits were.

use super::cuts::{Cuts, covers, outer};
use super::ids::{is_guid, is_style_id};
use super::symbol;
use super::vocabulary::{is_bookmark, is_field_code, is_font, is_layout, is_object, is_script, is_style, is_theme};
use super::xml::{Attribute, Node, local, walk};
use crate::error::{Error, Result};
use crate::escape::Escape;
use crate::html::{entity, has, push_decoded, push_percent};
use crate::language::is_language;
use crate::limits::Limits;
use crate::part::Holds;
use crate::sheet::Sheet;
use crate::weave::Weave;
use std::collections::HashSet;
use std::ops::Range;

/// Attributes that hold text, whatever their element.
const TEXTS: &str = "\
    alt author descr displayText docLocation entryMacro exitMacro fullDate href initials instr macroName string title \
    tooltip xpath";

/// Elements that hold text in their attribute `val`.
const VALUES: &str = "\
    alias aliases attr category caption default description docPart helpText listEntry listItem statusText tag cat desc";

/// Attributes that hold no text, whatever their element: formulas, and names by which one element refers to another.
const REFERENCES: &str = "\
    Ignorable MustUnderstand ObjectID PreserveAttributes PreserveElements ProcessContent ProgID Requires ShapeID adj axis \
    cxnId destId eqn filter fmla forName formatCode formula from func guideRef id loTypeId moniker path points prefixMappings \
    presAssocID presId presName presStyleLbl qsTypeId csTypeId ref refForName relId requestID sibTransId spid srcId style \
    textpath to type uniqueId uri wrapcoords";

/// Elements that are named only so that others can refer to them.
const REFERRED: &str = "\
    choose forEach gd if else layoutNode styleLbl shape shapetype rect line oval group roundrect polyline";

/// Elements whose text is a number or a word of the layout.
const NUMBERS: &str = "\
    align posOffset pctWidth pctHeight pctPosHOffset pctPosVOffset formatCode";

/// Who gave a value its name, and so what becomes of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// It is vocabulary.
    Skipped,
    /// It is, or could be, for people.
    Text,
    /// It serves the layout, but it is no vocabulary.
    Layout,
}

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
    /// Names and values of the layout that are no vocabulary.
    layout: Weave,
    /// Names of elements and attributes that are vocabulary, as far as they were looked up.
    known: HashSet<&'a str>,
    /// Whether the last text that was opened is one of a run.
    in_run: bool,
    /// Where the run's text starts, and where it could say that spaces count.
    run: Option<(usize, usize)>,
    preserve: Vec<(Range<usize>, usize)>,
}

/// Opens one XML part.
pub(super) fn open(source: &str, label: &str, cuts: Cuts, limits: &Limits) -> Result<Sheet> {
    let gone = outer(&cuts.changes);
    let mut reading = Reading { open: vec![Weave::default()], ..Reading::default() };
    walk(source, limits.depth, |node, range| {
        match node {
            Node::Open { name, attributes, empty } => {
                let element = local(&source[name.clone()]);
                // A wrapper that goes alone (a tracked insertion) still counts for what is in it.
                if !covers(&gone, range.start) {
                    let own = source[name.clone()].starts_with("w:") && empty;
                    reading.element(element, empty, own.then(|| range.clone()));
                    if element == "t" {
                        reading.in_run = &source[name.clone()] == "w:t" && reading.stack.last() == Some(&"r");
                    }
                    reading.name(source, name.clone());
                    reading.attributes(source, element, &attributes, &gone);
                    if element == "t" && !source[name.clone()].starts_with("a:") {
                        let kept = attributes.iter().any(|attribute| &source[attribute.name.clone()] == "xml:space");
                        reading.run = (!empty && !kept).then_some((range.end, name.end));
                    }
                    if &source[name.clone()] == "w:sym" && empty {
                        let text = symbol::letter(source, &attributes);
                        let weave = reading.flow();
                        text.iter().for_each(|text| weave.decoded(text, range.clone(), Escape::Symbol));
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
                    let inner = source[range.clone()].trim_end_matches('>').trim_end().len();
                    reading.name(source, range.start + "</".len()..range.start + inner);
                }
            }
            Node::Text if !covers(&gone, range.start) => {
                let escape = reading.escape();
                reading.text(&source[range.clone()], |weave, percent| match percent {
                    true => push_percent(weave, source, range.clone()),
                    false => push_decoded(weave, source, range.clone(), escape, false),
                });
            }
            Node::Raw(inner) if !covers(&gone, range.start) => {
                let text = &source[inner];
                let escape = reading.escape();
                reading.text(text, |weave, _| weave.decoded(text, range.clone(), escape));
            }
            Node::Reference if !covers(&gone, range.start) => {
                let (text, _) = entity(&source[range.clone()], false)
                    .ok_or_else(|| Error::Damaged("its XML has an unknown entity".to_owned()))?;
                let escape = reading.escape();
                reading.text(&text, |weave, _| weave.decoded(&text, range.clone(), escape));
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(reading.finish(source, label, cuts))
}

impl<'a> Reading<'a> {
    fn flow(&mut self) -> &mut Weave {
        if self.open.is_empty() {
            self.open.push(Weave::default());
        }
        let last = self.open.len() - 1;
        &mut self.open[last]
    }

    /// How text is written where the reading is.
    fn escape(&self) -> Escape {
        if self.in_run && self.stack.last() == Some(&"t") { Escape::Run } else { Escape::Markup }
    }

    /// `own` is where an element stands that can be written anew in its run.
    fn element(&mut self, element: &str, empty: bool, own: Option<Range<usize>>) {
        self.value_open = false;
        let parent = self.stack.last().copied().unwrap_or_default();
        match element {
            "tab" if parent != "tabs" => self.layout_character("\t", own.filter(|_| parent == "r")),
            "ptab" => self.layout_character("\t", own.filter(|_| parent == "r")),
            "p" if empty => self.flow().end_block(),
            "br" | "cr" => self.layout_character("\n", own.filter(|_| parent == "r")),
            "noBreakHyphen" => self.layout_character("-", own.filter(|_| parent == "r")),
            "fldChar" => self.fields.next_value(),
            "txbxContent" if !empty => self.open.push(Weave::default()),
            _ => {}
        }
    }

    /// A character that the layout writes as an element. Where a redacted term reaches over it, the element goes, too.
    fn layout_character(&mut self, text: &str, own: Option<Range<usize>>) {
        match own {
            Some(range) => self.flow().decoded(text, range, Escape::RunElement),
            None => self.flow().gap(text),
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

    /// Adds text to the part that its element belongs to. It says whether `%20` is to be read as what it means.
    fn text(&mut self, text: &str, push: impl FnOnce(&mut Weave, bool)) {
        match self.stack.last().copied().unwrap_or_default() {
            "t" | "delText" => push(self.flow(), false),
            "instrText" | "delInstrText" if is_field_code(text) => {}
            "instrText" | "delInstrText" => push(&mut self.fields, true),
            element if has(NUMBERS, element) && is_layout(text) => {}
            element if has(NUMBERS, element) => {
                self.layout.next_value();
                push(&mut self.layout, false);
            }
            _ if self.value_open || !text.trim().is_empty() => {
                if !self.value_open {
                    self.other.next_value();
                }
                self.value_open = true;
                push(&mut self.other, false);
            }
            _ => {}
        }
    }

    /// Reads the name of an element or attribute that is not one of the format's own.
    fn name(&mut self, source: &'a str, range: Range<usize>) {
        let name = &source[range.clone()];
        if self.known.contains(name) {
            return;
        }
        if is_layout(name) {
            self.known.insert(name);
            return;
        }
        self.layout.next_value();
        self.layout.verbatim(source, range, Escape::XmlName);
    }

    fn attributes(&mut self, source: &'a str, element: &str, attributes: &[Attribute], gone: &[Range<usize>]) {
        let parent = self.stack.last().copied().unwrap_or_default();
        for Attribute { name, value } in attributes {
            if covers(gone, name.start) {
                continue;
            }
            self.name(source, name.clone());
            let (key, text) = (&source[name.clone()], &source[value.clone()]);
            if text.is_empty() || covers(gone, value.start) {
                continue;
            }
            let weave = match class(parent, element, key, text) {
                Class::Skipped => continue,
                Class::Text => &mut self.values,
                Class::Layout => &mut self.layout,
            };
            weave.next_value();
            push_decoded(weave, source, value.clone(), Escape::Markup, true);
        }
    }

    fn finish(mut self, source: &str, label: &str, cuts: Cuts) -> Sheet {
        let mut prose = Weave::default();
        for weave in self.open.drain(..).chain(self.boxes.drain(..)) {
            prose.append(weave);
        }
        let mut sheet = Sheet::new(source.to_owned());
        sheet.fixed = cuts.changes;
        sheet.fixed.extend(cuts.marks);
        sheet.preserve = self.preserve;
        if label == "body" {
            sheet.always(label, Holds::Prose, prose);
        } else {
            sheet.add(label, Holds::Prose, prose);
        }
        sheet.add(&format!("{label}: field codes"), Holds::Values, self.fields);
        sheet.add(&format!("{label}: attributes"), Holds::Values, self.values);
        sheet.add(&format!("{label}: other text"), Holds::Values, self.other);
        sheet.add(&format!("{label}: layout"), Holds::Code, self.layout);
        sheet
    }
}

/// What becomes of the value of an attribute: vocabulary is skipped where it stands in its place. The class of anything else
/// depends on the names of the element and of the attribute alone.
fn class(parent: &str, element: &str, qualified: &str, text: &str) -> Class {
    let unless = |vocabulary: bool, class: Class| if vocabulary { Class::Skipped } else { class };
    let key = local(qualified);
    match (element, key) {
        // Numbered anew, wherever they stand.
        _ if is_style_id(element, key) || is_guid(qualified, text) => Class::Skipped,
        ("bookmarkStart", "name") | ("hyperlink" | "hlinkClick" | "hlinkHover", "anchor") => {
            unless(is_bookmark(text), Class::Text)
        }
        ("fldSimple", "instr") => unless(is_field_code(text), Class::Text),
        ("docPr" | "cNvPr", "name") => unless(is_object(text), Class::Text),
        ("ffData", "name") => Class::Text,
        ("lsdException", "name") => unless(is_style(text), Class::Text),
        ("name", "val") if parent == "style" => unless(is_style(text), Class::Text),
        ("style", "val") if parent == "docPartPr" => unless(is_style(text), Class::Text),
        ("name", "val") if parent == "category" => unless(is_layout(text), Class::Text),
        ("name", "val") => unless(is_placeholder(text), Class::Text),
        ("docPart", "val") => unless(is_placeholder(text), Class::Text),
        ("theme" | "clrScheme" | "fontScheme" | "fmtScheme" | "themeFamily" | "custClr", "name") => {
            unless(is_theme(text), Class::Text)
        }
        ("font", "name") | ("altName", "val") => unless(is_font(text), Class::Text),
        (_, "typeface") if matches!(parent, "majorFont" | "minorFont") => unless(is_font(text), Class::Text),
        (_, "typeface") | ("rFonts", _) | ("sym", "font") | ("mathFont", "val") => {
            unless(is_font(text) || is_layout(text), Class::Layout)
        }
        ("font", "script") => unless(is_script(text), Class::Layout),
        ("lvlText", "val") => unless(is_number_format(text), Class::Text),
        ("lang" | "themeFontLang" | "lid", _) | (_, "lang" | "altLang") => unless(is_language(text), Class::Layout),
        (_, "val" | "value" | "name") if has(VALUES, element) => Class::Text,
        _ if has(TEXTS, key) => Class::Text,
        _ if is_layout(text) => Class::Skipped,
        _ if has(REFERENCES, key) || key == "name" && has(REFERRED, element) => Class::Layout,
        _ if qualified.starts_with("xmlns") || qualified.starts_with("r:") => Class::Layout,
        _ => Class::Text,
    }
}

/// Whether a building block has the name that the program gives to an empty control.
fn is_placeholder(text: &str) -> bool {
    let number = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    text.strip_prefix("DefaultPlaceholder_").is_some_and(number)
}

/// Whether a list is numbered without words: `%1.%2`, `•`, `o`.
fn is_number_format(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphabetic()).count() < 2 && !text.contains('\u{2588}')
}
