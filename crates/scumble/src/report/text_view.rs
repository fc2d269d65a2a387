//! A sanitised document before and after: spans marked by their kind, with a legend of the kinds that occur.
//!
//! A kind is shown by colour, by the style of its underline and by a small tag after the text, so that it can be told
//! without colour. The tag and the marks are no part of the text: what a reader copies is the document.

use crate::report::page::{Html, Page, escape};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A text and the spans to mark in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View<'a> {
    /// The text.
    pub text: Cow<'a, str>,
    /// The marks, in any order. They may contain each other; where two overlap otherwise, the second is cut in two.
    pub marks: Vec<Mark<'a>>,
}

/// A marked span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark<'a> {
    /// Where it begins, in bytes.
    pub start: usize,
    /// Where it ends, in bytes. An empty span marks a place at which text was removed.
    pub end: usize,
    /// What it is: "person", "term".
    pub kind: &'a str,
    /// What is said about it: kind, rule and figures, such as "term by informative, IC 14.33 ≥ β 12.00".
    pub title: String,
}

/// A figure that a decision rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure<'a> {
    /// Its name: "IC", "PMI".
    pub name: &'a str,
    /// Its value.
    pub value: f64,
    /// The name and the value of the threshold that it was compared with.
    pub threshold: Option<(&'a str, f64)>,
}

/// The title of a mark: "person by entity", "term by informative, IC 14.33 ≥ β 12.00".
#[must_use]
pub fn title(kind: &str, rule: &str, figures: &[Figure<'_>]) -> String {
    let mut out = format!("{kind} by {rule}");
    for Figure { name, value, threshold } in figures {
        let _ = write!(out, ", {name} {value:.2}");
        if let Some((name, least)) = threshold {
            let sign = if value >= least { '≥' } else { '<' };
            let _ = write!(out, " {sign} {name} {least:.2}");
        }
    }
    out
}

/// How many colours and underline styles there are. They have no common divisor, so that 40 kinds look different.
const COLOURS: usize = 8;
const UNDERLINES: usize = 5;

/// The kinds that Scumble finds, with their tags; their places fix their looks, which are the same on every page.
const KNOWN: [(&str, &str); 25] = [
    ("person", "P"),
    ("organisation", "O"),
    ("place", "L"),
    ("date", "D"),
    ("term", "T"),
    ("name", "N"),
    ("code", "C"),
    ("quantity", "Q"),
    ("demographic", "DE"),
    ("miscellaneous", "M"),
    ("block", "B"),
    ("e-mail", "@"),
    ("url", "W"),
    ("phone", "PH"),
    ("ip", "IP"),
    ("iban", "IB"),
    ("payment-card", "PC"),
    ("national-id", "ID"),
    ("age", "A"),
    ("address", "AD"),
    ("post-code", "PO"),
    ("title", "TI"),
    ("custom", "X"),
    ("handle", "U"),
    ("secret", "K"),
];

/// The looks of the kinds that occur in some views, in a fixed order.
#[derive(Clone, Debug)]
pub struct Looks<'a> {
    kinds: Vec<Look<'a>>,
}

#[derive(Clone, Debug)]
struct Look<'a> {
    kind: &'a str,
    number: usize,
    tag: String,
}

impl<'a> Looks<'a> {
    /// The looks of the kinds in `views`. Kinds that are not known take the next places in the order of their names.
    #[must_use]
    pub fn of(views: &[&'a View<'_>]) -> Self {
        let kinds: BTreeSet<&str> = views.iter().flat_map(|view| &view.marks).map(|mark| mark.kind).collect();
        let place = |kind: &str| KNOWN.iter().position(|(known, _)| *known == kind);
        let mut looks: Vec<Look<'a>> = kinds
            .iter()
            .filter_map(|kind| place(kind).map(|number| Look { kind, number, tag: KNOWN[number].1.to_owned() }))
            .collect();
        looks.sort_by_key(|look| look.number);
        for (i, kind) in kinds.into_iter().filter(|kind| place(kind).is_none()).enumerate() {
            looks.push(Look { kind, number: KNOWN.len() + i, tag: new_tag(kind, &looks) });
        }
        Self { kinds: looks }
    }

    /// The text with its marks.
    #[must_use]
    pub fn html(&self, view: &View<'_>) -> Html {
        let text = view.text.as_ref();
        let marks = view.marks.iter().enumerate();
        let mut open: BTreeSet<Open> = marks
            .map(|(i, mark)| {
                let start = floor(text, mark.start);
                (start, Reverse(floor(text, mark.end).max(start)), i)
            })
            .collect();
        let mut out = String::new();
        self.write(&mut out, view, (0, text.len()), &mut open);
        Html(out)
    }

    /// Writes a piece of the text and the marks that begin in it.
    fn write(&self, out: &mut String, view: &View<'_>, (from, to): (usize, usize), open: &mut BTreeSet<Open>) {
        let (text, mut at) = (view.text.as_ref(), from);
        while let Some((start, Reverse(end), i)) = open.first().copied().filter(|next| next.0 <= to) {
            // What begins where this piece ends belongs to the piece around it.
            if start == to && to < text.len() && start < end {
                break;
            }
            open.pop_first();
            if end > to {
                open.insert((to, Reverse(end), i));
            }
            let (start, end) = (start.max(at), end.min(to));
            out.push_str(&escape(&text[at..start]));
            let mark = &view.marks[i];
            let _ = write!(out, "<mark{} title=\"{}\">", self.attributes(mark.kind), escape(&mark.title));
            self.write(out, view, (start, end), open);
            out.push_str("</mark>");
            at = end;
        }
        out.push_str(&escape(&text[at..to]));
    }

    fn attributes(&self, kind: &str) -> String {
        self.kinds.iter().find(|look| look.kind == kind).map(attributes).unwrap_or_default()
    }

    /// A sample of each kind's mark, and its name.
    #[must_use]
    pub fn legend(&self) -> Vec<(Html, String)> {
        let entry = |look: &Look<'_>| (Html(format!("<mark{}>abc</mark>", attributes(look))), look.kind.to_owned());
        self.kinds.iter().map(entry).collect()
    }
}

/// Adds a document to a page: the legend of its marks, and the texts before and after side by side.
pub fn before_and_after(page: &mut Page, before: &View<'_>, after: &View<'_>) {
    let views = [before, after];
    let looks = Looks::of(&views);
    page.legend(&looks.legend());
    page.beside(("before", &looks.html(before)), ("after", &looks.html(after)));
}

/// A mark that is still to be written: where it begins and ends, and its number.
type Open = (usize, Reverse<usize>, usize);

fn attributes(look: &Look<'_>) -> String {
    let (colour, underline) = (look.number % COLOURS, look.number % UNDERLINES);
    format!(" class=\"k{colour} u{underline}\" data-tag=\"{}\"", escape(&look.tag))
}

/// Two letters of a kind's name, or a letter and a number, that no other kind has.
fn new_tag(kind: &str, looks: &[Look<'_>]) -> String {
    let letters: Vec<char> = kind.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase).collect();
    let first = letters.first().copied().unwrap_or('X');
    let pairs = letters.iter().skip(1).map(|second| format!("{first}{second}"));
    let free =
        |tag: &String| looks.iter().all(|look| look.tag != *tag) && KNOWN.iter().all(|(_, tag_of)| tag_of != tag);
    pairs.chain((2..).map(|number| format!("{first}{number}"))).find(free).unwrap_or_default()
}

/// The nearest place at or before `at` where a character begins.
fn floor(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn mark(start: usize, end: usize, kind: &'static str) -> Mark<'static> {
        Mark { start, end, kind, title: format!("{kind} by entity") }
    }

    fn html(text: &str, marks: Vec<Mark<'_>>) -> String {
        let view = View { text: text.into(), marks };
        Looks::of(&[&view]).html(&view).as_str().to_owned()
    }

    /// The text of HTML.
    fn plain(html: &str) -> String {
        let mut out = String::new();
        let mut inside = false;
        for c in html.chars() {
            match c {
                '<' => inside = true,
                '>' => inside = false,
                c if !inside => out.push(c),
                _ => {}
            }
        }
        let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
        entities.iter().fold(out, |text, (entity, c)| text.replace(entity, c))
    }

    #[test]
    fn marks_name_their_kind_by_colour_underline_tag_and_title() {
        let shown = html("Ms <Roe>, born", vec![mark(3, 8, "person")]);
        assert_eq!(
            shown,
            "Ms <mark class=\"k0 u0\" data-tag=\"P\" title=\"person by entity\">&lt;Roe&gt;</mark>, born"
        );
    }

    #[test]
    fn titles_name_rule_and_figures() {
        assert_eq!(title("person", "entity", &[]), "person by entity");
        let ic = Figure { name: "IC", value: 14.333, threshold: Some(("β", 12.0)) };
        let pmi = Figure { name: "PMI", value: 2.0, threshold: Some(("τ", 4.1)) };
        assert_eq!(
            title("term", "informative", &[ic, pmi]),
            "term by informative, IC 14.33 ≥ β 12.00, PMI 2.00 < τ 4.10"
        );
        assert_eq!(title("term", "same", &[Figure { threshold: None, ..ic }]), "term by same, IC 14.33");
    }

    #[test]
    fn nested_marks_stay_nested_and_crossing_marks_are_cut() {
        let short = |html: &str| {
            let names = [("k0 u0\" data-tag=\"P", "person"), ("k2 u2\" data-tag=\"L", "place")];
            names.iter().fold(html.to_owned(), |html, (look, kind)| {
                html.replace(&format!("<mark class=\"{look}\" title=\"{kind} by entity\">"), &format!("<{kind}>"))
            })
        };
        let nested = html("abcdef", vec![mark(2, 4, "person"), mark(0, 6, "place")]);
        assert_eq!(short(&nested), "<place>ab<person>cd</mark>ef</mark>");
        let crossing = html("abcdef", vec![mark(0, 4, "place"), mark(2, 6, "person")]);
        assert_eq!(short(&crossing), "<place>ab<person>cd</mark></mark><person>ef</mark>");
        let beside = html("abcd", vec![mark(2, 4, "person"), mark(0, 2, "place")]);
        assert_eq!(short(&beside), "<place>ab</mark><person>cd</mark>");
        let removed = html("ab", vec![mark(1, 1, "person"), mark(2, 2, "place")]);
        assert_eq!(short(&removed), "a<person></mark>b<place></mark>");
    }

    #[test]
    fn the_legend_lists_only_what_occurs_and_tags_differ() {
        let view = View {
            text: "abcdef".into(),
            marks: ["ward", "person", "wardrobe", "term", "person", "wa"].map(|kind| mark(0, 1, kind)).to_vec(),
        };
        let looks = Looks::of(&[&view]);
        let names: Vec<String> = looks.legend().into_iter().map(|(_, name)| name).collect();
        assert_eq!(names, ["person", "term", "wa", "ward", "wardrobe"]);
        let tags: Vec<&str> = looks.kinds.iter().map(|look| look.tag.as_str()).collect();
        assert_eq!(tags, ["P", "T", "WA", "WR", "WD"]);
        let known: BTreeSet<&str> = KNOWN.iter().map(|(_, tag)| *tag).collect();
        assert_eq!(known.len(), KNOWN.len());
    }

    proptest! {
        #[test]
        fn the_text_is_kept_and_marks_are_balanced(
            text in "[a-zé<&\" \n日]{0,30}", spans in prop::collection::vec((0..40usize, 0..40usize, 0..3usize), 0..8)
        ) {
            let marks = spans.iter().map(|&(start, end, kind)| mark(start, end, ["person", "term", "own"][kind])).collect();
            let shown = html(&text, marks);
            prop_assert_eq!(plain(&shown), text);
            prop_assert_eq!(shown.matches("<mark").count(), shown.matches("</mark>").count());
            prop_assert!(shown.matches("<mark").count() >= spans.len());
        }
    }
}
