//! Where results may go.

use crate::{Error, Result};
use std::path::Path;

/// Refuses to write over what was read, or into a folder; `what` is what would be written.
///
/// # Errors
/// If the output is one of the inputs, or a folder.
pub fn refuse_inputs<'p>(output: &Path, inputs: impl IntoIterator<Item = &'p Path>, what: &str) -> Result<()> {
    if output.is_dir() {
        return Err(Error::input(format!("{}: is a folder", output.display())).with_help("name a file in it"));
    }
    let place = output.canonicalize();
    let same = |input: &Path| matches!((&place, input.canonicalize()), (Ok(output), Ok(input)) if *output == input);
    match inputs.into_iter().find(|input| same(input)) {
        Some(input) => Err(Error::input(format!("{what} would overwrite the original {}", input.display()))
            .with_help("name another file")),
        None => Ok(()),
    }
}

/// Makes the folder of a file, if it is not there.
///
/// # Errors
/// If it cannot be made.
pub fn make_parent(path: &Path) -> Result<()> {
    path.parent().map_or(Ok(()), |parent| if parent.as_os_str().is_empty() { Ok(()) } else { make_folder(parent) })
}

/// Makes a folder, if it is not there.
pub(crate) fn make_folder(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder)
        .map_err(|error| Error::input(format!("{}: cannot be made: {error}", folder.display())))
}
