//! A release may not lie over what was read, or among it.

use super::folder::Folder;
use crate::{Error, Result};
use std::path::{Path, PathBuf};

/// A path without links, also where its end is not there yet.
pub(super) fn resolved(path: &Path) -> PathBuf {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    for known in whole.ancestors() {
        if let (Ok(place), Ok(rest)) = (known.canonicalize(), whole.strip_prefix(known)) {
            return place.join(rest);
        }
    }
    whole
}

/// Refuses to write over what was read, among it, or one thing over another.
pub(super) fn refuse_places(inputs: &[PathBuf], out: &Path, single: bool, key: Option<&Path>) -> Result<()> {
    let (place, work) = (resolved(out), Folder::work_of(&resolved(out)));
    let refuse = |what: String| Err(Error::input(what).with_help("name a place beside it"));
    for input in inputs {
        let (shown, input) = (input.display(), resolved(input));
        if single && input == place {
            return refuse(format!("the release would overwrite the original {shown}"));
        }
        if place.starts_with(&input) && !single || input.is_dir() && work.starts_with(&input) {
            return refuse(format!("the release would be inside the input {shown}"));
        }
        if input.starts_with(&place) && !single || input.starts_with(&work) {
            return refuse(format!("the original {shown} is inside the release"));
        }
    }
    if let Some(key) = key {
        let shown = key.display();
        let key = resolved(key);
        if key.starts_with(&place) {
            return refuse(format!("the key file {shown} would be inside the release and be published"));
        }
        if inputs.iter().any(|input| resolved(input) == key) {
            return refuse(format!("the key file would overwrite the original {shown}"));
        }
    }
    Ok(())
}
