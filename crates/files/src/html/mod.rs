//! HTML: text between tags, and text within them.
//!
//! No tree is built. Tokens are enough to tell text from markup, every byte belongs to one of them, and bytes without edits are
//! written as they were, however malformed.

mod attributes;
mod closed;
mod encoded;
mod entities;
mod tokens;

use crate::change::Change;
use crate::error::Result;
use crate::escape::Escape;
use crate::limits::{Images, Limits};
use crate::part::Holds;
use crate::sheet::Sheet;
use crate::weave::Weave;
use attributes::Values;
pub(crate) use closed::has;
pub(crate) use entities::push_decoded;
#[cfg(feature = "docx")]
pub(crate) use entities::{entity, is_turning, push_address, push_percent};
use std::ops::Range;
use tokens::{Token, Tokens, raw_end};

/// Elements that begin and end a line of text.
const BLOCKS: &str = "\
    address article aside blockquote body br button caption center col colgroup dd details dialog dir div dl dt \
    fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img \
    input legend li link main menu meta nav noframes noscript object ol optgroup option p pre script section select \
    style summary svg table tbody td template textarea tfoot th thead title tr ul video xmp";

#[derive(Default)]
pub(crate) struct Read {
    body: Weave,
    title: Weave,
    values: Values,
    comments: Weave,
    scripts: Weave,
    styles: Weave,
    declarations: Weave,
}

/// Opens a page: its parts, and what is dropped or worth a warning.
pub(crate) fn open(source: String, limits: &Limits) -> Result<Sheet> {
    let mut read = Read::default();
    let mut tokens = Tokens::new(&source);
    while let Some(token) = tokens.next() {
        match token {
            Token::Text(range) => {
                read.values.turned(&source, range.clone(), false);
                push_decoded(&mut read.body, &source, range, Escape::Markup, false);
            }
            Token::Comment(range) => whole(&mut read.comments, &source, range, Escape::Comment),
            Token::Declaration(range) if is_plain_doctype(&source[range.clone()]) => {}
            Token::Declaration(range) => whole(&mut read.declarations, &source, range, Escape::Declaration),
            Token::Tag { name, attributes, closes } => {
                let element = source[name.clone()].to_ascii_lowercase();
                if element == "bdo" {
                    let start = name.start - 1 - usize::from(closes);
                    read.values.turned.push(Change { source: start..tokens.at(), with: String::new() });
                    continue;
                }
                if element == "br" {
                    if !ends_with_soft_hyphen(&source[..name.start]) {
                        read.body.gap("\n");
                    }
                } else if has(BLOCKS, &element) {
                    read.body.end_block();
                }
                read.values.tag(&source, name.clone(), &attributes);
                if !closes && matches!(element.as_str(), "script" | "style" | "title" | "textarea") {
                    let start = tokens.at();
                    let end = raw_end(&source, start, &element);
                    tokens.skip_to(end);
                    read.raw(&source, &element, start..end);
                }
            }
        }
    }
    read.finish(source, limits)
}

/// Adds a value on a line of its own. Any edit of it rewrites the whole value.
fn whole(weave: &mut Weave, source: &str, range: Range<usize>, escape: Escape) {
    weave.next_value();
    weave.decoded(&source[range.clone()], range, escape);
}

/// Adds a stretch of code without what is cut from it: nothing of that is read.
fn around(
    weave: &mut Weave,
    source: &str,
    range: Range<usize>,
    cuts: &[Change],
    push: impl Fn(&mut Weave, &str, Range<usize>),
) {
    let mut from = range.start;
    for cut in cuts {
        push(weave, source, from..cut.source.start);
        weave.decoded(&cut.with, cut.source.clone(), Escape::Plain);
        from = cut.source.end;
    }
    if from < range.end || range.is_empty() {
        push(weave, source, from..range.end);
    }
}

/// Whether a soft hyphen stands before a tag: its word goes on behind the line break.
fn ends_with_soft_hyphen(before_name: &str) -> bool {
    let before = before_name.trim_end_matches('<');
    ["\u{ad}", "&shy;", "&#173;", "&#xad;", "&#xAD;"].iter().any(|hyphen| before.ends_with(hyphen))
}

fn is_plain_doctype(text: &str) -> bool {
    text.trim().eq_ignore_ascii_case("doctype html")
}

impl Read {
    fn raw(&mut self, source: &str, element: &str, range: Range<usize>) {
        match element {
            "script" => {
                self.scripts.next_value();
                let before = self.values.embedded.len();
                self.values.embedded(source, range.clone());
                let cuts = &self.values.embedded[before..];
                around(&mut self.scripts, source, range, cuts, encoded::push_script);
            }
            "style" => {
                self.styles.next_value();
                let before = self.values.embedded.len();
                self.values.embedded(source, range.clone());
                self.values.turned(source, range.clone(), true);
                let cuts = &self.values.embedded[before..];
                around(&mut self.styles, source, range, cuts, encoded::push_style);
            }
            "title" => {
                self.title.next_value();
                self.values.turned(source, range.clone(), false);
                push_decoded(&mut self.title, source, range, Escape::Markup, false);
            }
            _ => {
                self.values.turned(source, range.clone(), false);
                push_decoded(&mut self.body, source, range, Escape::Markup, false);
            }
        }
    }

    fn finish(self, source: String, limits: &Limits) -> Result<Sheet> {
        let mut sheet = Sheet::new(source);
        let runs = !self.scripts.text().trim().is_empty() || self.values.handlers;
        if runs {
            sheet.warnings.push("scripts: their text was read, what they would write when run was not".to_owned());
        }
        let Values { text, layout, names, embedded, turned, .. } = self.values;
        if !turned.is_empty() {
            sheet.dropped.push(format!("override of the direction of text: {}", turned.len()));
            sheet.fixed.extend(turned);
        }
        if !embedded.is_empty() {
            if limits.images == Images::Refuse {
                return Err(crate::Error::Refused(
                    "the page holds embedded data (data: addresses), which cannot be read".into(),
                ));
            }
            let many = embedded.len();
            sheet.dropped.push(format!("embedded data (data: addresses): {many}"));
            sheet.fixed.extend(embedded);
        }
        sheet.always("body", Holds::Prose, self.body);
        sheet.add("title", Holds::Prose, self.title);
        sheet.add("attributes", Holds::Values, text);
        sheet.add("comments", Holds::Prose, self.comments);
        sheet.add("scripts", Holds::Code, self.scripts);
        sheet.add("styles", Holds::Code, self.styles);
        sheet.add("layout attributes", Holds::Code, layout);
        sheet.add("unknown tags", Holds::Values, names);
        sheet.add("declarations", Holds::Code, self.declarations);
        Ok(sheet)
    }
}
