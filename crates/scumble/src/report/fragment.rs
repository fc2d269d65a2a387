//! A sanitised text for a cell of a notebook: its replacements marked, without the page around it.

use crate::document::Verified;
use crate::report::page::escape;
use std::fmt::Write;

/// The hue of a kind, always the same.
fn hue(kind: &str) -> u32 {
    kind.bytes().fold(7u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into())) % 360
}

/// The released text with its replacements marked; pointing at one says what it is and why it was redacted. No protected text is in it.
#[must_use]
pub fn document_fragment(document: &Verified) -> String {
    let text = &document.text;
    let mut out = String::from("<div style=\"white-space:pre-wrap;line-height:1.5\">");
    let mut end = 0;
    for replaced in &document.replacements {
        let span = replaced.after;
        // What a format reads again can differ from what was written: marks that do not fit are left out.
        let (Some(before), Some(piece)) = (text.get(end..span.start), text.get(span.range())) else { continue };
        let _ = write!(
            out,
            "{}<mark style=\"background:hsla({},70%,60%,.35);color:inherit\" title=\"{}\">{}</mark>",
            escape(before),
            hue(replaced.kind),
            escape(&replaced.why),
            escape(piece)
        );
        end = span.end;
    }
    out.push_str(&escape(text.get(end..).unwrap_or_default()));
    out.push_str("</div>");
    out
}

#[cfg(all(test, feature = "models", feature = "embedded"))]
mod tests {
    use super::*;
    use crate::{DocumentPolicy, Sanitizer};

    #[test]
    fn replacements_are_marked_and_nothing_protected_is_shown() {
        let sanitizer = Sanitizer::new(DocumentPolicy::default()).unwrap();
        let html = document_fragment(&sanitizer.text("Is 1 < 2? Ms Jane Roe said so.").unwrap());
        assert!(html.contains("Is 1 &lt; 2? <mark") && html.contains(">Pers1</mark> said so.</div>"), "{html}");
        assert!(html.contains("title=\"person by") && !html.contains("Roe"));
    }
}
