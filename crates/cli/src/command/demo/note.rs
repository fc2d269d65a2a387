//! The tour's clinical note, sanitised as `scumble sanitize --hide … --person …` does it.

use super::wrapped;
use crate::console::style::Style;
use crate::failure::Failure;
use scumble::document::{Source, Summary, Verified};
use scumble::files::FileKind;
use scumble::io::write_whole;
use scumble::report::Page;
use scumble::report::text_view::before_and_after;
use scumble::{DocumentPolicy, Sanitizer};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

const HIDDEN: &str = "acquired immunodeficiency syndrome";
pub(super) const RELEASE: &str = "note.released.txt";

/// The note before and after.
pub(super) struct Tour {
    done: Verified,
    beta: f64,
}

impl Tour {
    pub(super) fn run(folder: &Path) -> Result<Self, Failure> {
        let policy = DocumentPolicy {
            hide: vec![HIDDEN.to_owned()],
            people: vec!["Jane Roe".to_owned()],
            ..DocumentPolicy::default()
        };
        let sanitizer = Sanitizer::new(policy)?;
        let source = Source::file("note.txt", FileKind::Text, super::FILES[0].1.as_bytes().to_vec())?;
        let done = sanitizer.sanitize(source)?;
        write_whole(&folder.join(RELEASE), &done.bytes)?;
        Ok(Self { done, beta: sanitizer.beta() })
    }

    /// Each redacted term, its replacement and the reason.
    fn reasons(&self) -> Vec<[String; 3]> {
        let mut out: Vec<[String; 3]> = Vec::new();
        for decision in self.done.decisions.iter().filter(|decision| decision.public.is_applied()) {
            let public = &decision.public;
            let why = match (public.rule.as_str(), public.ic, public.pmi) {
                ("person", ..) => "names the person to protect".to_owned(),
                ("hidden", ..) => "is the sensitive term".to_owned(),
                (_, Some(ic), None) => format!("has {ic:.1} bits of information, at least β = {:.1}", self.beta),
                (_, _, Some(pmi)) => format!("discloses {pmi:.1} bits of the sensitive term"),
                _ => format!("is found as {}", public.kind),
            };
            let text = decision.protected.as_ref().map(|protected| protected.text.clone()).unwrap_or_default();
            let row = [text, public.replacement.clone().unwrap_or_default(), why];
            if !out.contains(&row) {
                out.push(row);
            }
        }
        out
    }

    pub(super) fn text(&self, style: Style) -> String {
        let mut text = format!("{}\n\n", style.strong("1. A clinical note, sanitised"));
        let _ = writeln!(text, "  before\n{}", wrapped(self.done.original.trim()));
        let _ = writeln!(text, "  after\n{}", wrapped(self.done.text.trim()));
        for [what, label, why] in self.reasons() {
            let _ = writeln!(text, "  {what:<36}{:<8} {why}", style.name(&label));
        }
        let (kept, risk) = (100.0 * self.done.words_kept, self.done.residual_risk.unwrap_or_default());
        let _ = writeln!(
            text,
            "\n  {kept:.0} % of words kept; residual risk {risk:.2} (1 would disclose the sensitive term)"
        );
        text
    }

    pub(super) fn show(&self, page: &mut Page) {
        page.heading("A clinical note, sanitised");
        page.paragraph(&format!(
            "The name of the person, the sensitive term “{HIDDEN}”, and every phrase that discloses either of them are redacted."
        ));
        let mut summary = Summary::default();
        summary.add(&self.done);
        for view in &summary.views {
            let view = view.marked();
            before_and_after(page, &view.before, &view.after);
        }
        let rows: Vec<Vec<String>> = self.reasons().into_iter().map(Vec::from).collect();
        page.table(&["phrase", "becomes", "because it"], &rows);
    }

    pub(super) fn to_json(&self) -> Value {
        json!({ "before": self.done.original, "after": self.done.text, "beta": self.beta, "residual_risk": self.done.residual_risk })
    }
}
