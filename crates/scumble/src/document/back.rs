//! Whether a release can be undone with its key: tried in memory before anything is written.

use super::release_labels::{Mentions, Patch};
use super::restore;
use super::source::{Body, Source};
use super::verify::Verified;
use crate::{Error, Result};
use scumble_files::{FileKind, Limits, Opened};

/// What the key has to remember of a release, so that it comes back: its bytes where the format keeps them, else its text.
///
/// # Errors
/// If it would not come back.
pub(crate) fn mentions(source: &Source, document: &Verified) -> Result<Mentions> {
    let mentions = document.mentions();
    let name = &source.name;
    match &source.body {
        // What its cells need is added when they are written.
        Body::Record { .. } => Ok(mentions),
        Body::File { kind, bytes: Some(original), .. } => {
            let restored = restored(*kind, document, &mentions);
            if restored.as_deref() == Some(original) {
                return Ok(mentions);
            }
            // What was written otherwise than its text tells, such as entities: the key keeps it as it was.
            let patch = Patch::between(&document.bytes, original).ok_or_else(|| lost(name))?;
            Ok(Mentions { patch: Some(patch), ..mentions })
        }
        Body::File { kind, opened, bytes: None } => {
            let text = restored(*kind, document, &mentions)
                .and_then(|bytes| Opened::open(*kind, bytes, &Limits::default()).ok())
                .map(Opened::into_text);
            let original = &opened.text().text;
            let same = |back: &str| back == original || *kind == FileKind::Pdf && letters(back).eq(letters(original));
            if text.is_some_and(|text| same(&text.text)) { Ok(mentions) } else { Err(lost(name)) }
        }
    }
}

fn restored(kind: FileKind, document: &Verified, mentions: &Mentions) -> Option<Vec<u8>> {
    let opened = Opened::open(kind, document.bytes.clone(), &Limits::default()).ok()?;
    let edits = restore::edits(&opened.text().text, mentions)?;
    Some(opened.rewrite(&edits).ok()?.bytes)
}

/// A text without blanks: on a page these are places, and move with what is written between them.
fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| !c.is_whitespace())
}

fn lost(name: &str) -> Error {
    Error::withheld(format!("{name}: withheld: its release could not be restored with the key"))
        .with_help("release it without a key, or save it in another format")
}
