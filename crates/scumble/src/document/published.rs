//! The check of what is published beside the text of a record: its other fields, and the names of its columns.

use crate::{Error, Result};
use scumble_data::Published;
use scumble_io::Help;
use scumble_mask::document::{Decider, RemovedBeside};

/// Refuses a record whose published fields, or whose names of fields, disclose what was redacted in its text or what the policy names.
/// `header` are the names of columns that nobody declared by name: a name that a person wrote down is not a finding.
pub(super) fn check(
    name: &str,
    published: &Published,
    header: &str,
    removed: &RemovedBeside,
    decider: &Decider,
) -> Result<()> {
    if removed.place_in(header).is_some() || header.lines().any(|column| removed.is_disclosed_by(column)) {
        let what = format!("{name}: withheld: the name of a column holds a redacted term");
        return Err(Error::withheld(what).of_file().with_help("declare that column by its name, or rename it"));
    }
    let Some(place) = place(published, removed, decider)? else { return Ok(()) };
    let line = published.line_at(place);
    // A name that is itself redacted is not repeated.
    let is_told = |field: &str| -> Result<bool> {
        Ok(removed.place_in(field).is_none() && !removed.is_disclosed_by(field) && !decider.is_named_in(field)?)
    };
    let error = |what: &str| Error::withheld(format!("{name}: withheld: {what} holds a redacted term"));
    Err(match line {
        Some(line) if line.is_name => error("the name of a field").with_help("rename that field, or drop it"),
        Some(line) if is_told(line.field)? => error(&format!("the published field “{}”", line.field))
            .with_help(Help::set("drop_field", "drop that field, or sanitise it as text").to(line.field)),
        _ => error("a published field").with_help(Help::set("drop_field", "drop that field, or sanitise it as text")),
    })
}

/// Where something redacted or named by the policy is published.
fn place(published: &Published, removed: &RemovedBeside, decider: &Decider) -> Result<Option<usize>> {
    let text = published.text();
    // Terms may reach over two fields, a first name and a surname.
    if let Some(place) = removed.place_in(text) {
        return Ok(Some(place));
    }
    let starts = |wanted: &mut dyn FnMut(&str) -> Result<bool>| -> Result<Option<usize>> {
        let mut at = 0;
        for line in published.lines() {
            if wanted(line.text)? {
                return Ok(Some(at));
            }
            at += line.text.len() + 1;
        }
        Ok(None)
    };
    if let Some(place) = starts(&mut |value| Ok(removed.is_disclosed_by(value)))? {
        return Ok(Some(place));
    }
    if !decider.is_named_in(text)? {
        return Ok(None);
    }
    Ok(Some(starts(&mut |value| Ok(decider.is_named_in(value)?))?.unwrap_or(0)))
}
