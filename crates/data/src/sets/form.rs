//! The form of a file of set-valued records.

use super::{SetForm, SetOptions};
use crate::error::{Error, Place, Result};
use scumble_io::{Help, open};
use std::io::Read as _;
use std::path::Path;

/// The form of a file: the one that the options give, or the one that its first bytes show.
///
/// # Errors
/// If the file cannot be read, or may have two forms.
pub fn set_form(path: &Path, options: &SetOptions) -> Result<SetForm> {
    let file = path.display().to_string();
    let unreadable = |error: std::io::Error| Error::unreadable(Place::file(&file), error);
    match options.form {
        Some(form) => Ok(form),
        None => {
            let mut start = Vec::new();
            open(path).and_then(|source| source.take(4096).read_to_end(&mut start)).map_err(unreadable)?;
            recognized(&file, &start, options)
        }
    }
}

/// Usual names of the column of items, and of the column of ids.
const ITEM_NAMES: [&str; 5] = ["item", "items", "query", "code", "product"];
const ID_NAMES: [&str; 5] = ["id", "user", "session", "patient", "customer"];

/// Objects start with a brace; a log has a header that names its columns of ids and items. A first line that names only ids is an
/// error: if the ids were taken for items, they would be published.
fn recognized(file: &str, start: &[u8], options: &SetOptions) -> Result<SetForm> {
    let text = String::from_utf8_lossy(start);
    let first =
        text.trim_start_matches('\u{feff}').lines().find(|line| !line.trim().is_empty()).unwrap_or("").to_owned();
    let ask = |problem: &str| {
        let help = Help::set("form", "say how the file is written: jsonl, baskets or long");
        Error::new(Place::file(file).row(1), problem).with_help(help)
    };
    if first.trim_start().starts_with('{') {
        return Ok(SetForm::Objects);
    }
    if first.trim_start().starts_with('[') {
        return Err(ask("a JSON list, where each line is to be one object"));
    }
    let names: Vec<String> = first.split([',', ';', '\t', '|']).map(plain_name).collect();
    let id = names.iter().any(|name| is_id(name));
    let item = names.iter().any(|name| is_item(name));
    match (id, item) {
        _ if options.id_field.is_some() => Ok(SetForm::Long),
        (true, true) => Ok(SetForm::Long),
        (true, false) => Err(ask("the first line may be a header with ids, or a record")),
        _ => Ok(SetForm::Baskets),
    }
}

/// A column's name in small letters, without the marks between its words.
pub(super) fn plain_name(name: &str) -> String {
    name.trim().trim_matches('"').to_lowercase().replace(['_', '-', ' '], "")
}

pub(super) fn is_id(name: &str) -> bool {
    ID_NAMES.contains(&name) || (name.len() > 2 && name.ends_with("id"))
}

pub(super) fn is_item(name: &str) -> bool {
    ITEM_NAMES.iter().any(|known| name.ends_with(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_recognized_by_the_first_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sets");
        let form = |text: &str| {
            std::fs::write(&path, text).unwrap();
            set_form(&path, &SetOptions::default()).ok()
        };
        assert_eq!(form("\u{feff}\n {\"id\":1,\"items\":[]}\n"), Some(SetForm::Objects));
        assert_eq!(form("session_id,time of day,search query\n1,2,x\n"), Some(SetForm::Long));
        assert_eq!(form("bread,butter and jam,milk\n"), Some(SetForm::Baskets));
        assert_eq!(form("session id,time of day\n"), None, "ids taken for items would be published");
        assert_eq!(form("[1]\n"), None);
    }
}
