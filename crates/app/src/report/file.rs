//! Files that are there as a whole or not at all.

use crate::failure::Failure;
use std::io::Write;
use std::path::Path;

/// Writes to a temporary file beside `path` and renames it.
pub(crate) fn write(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let fail = |error: std::io::Error| Failure::input(format!("{}: cannot be written: {error}", path.display()));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = path.with_file_name(format!(".{name}.{}.new", std::process::id()));
    let written = std::fs::File::create(&temporary).and_then(|mut file| {
        file.write_all(content)?;
        file.sync_all()
    });
    let done = written.and_then(|()| std::fs::rename(&temporary, path));
    if done.is_err() {
        // The temporary file may not exist; the first error is the one to tell.
        let _ = std::fs::remove_file(&temporary);
    }
    done.map_err(fail)
}
