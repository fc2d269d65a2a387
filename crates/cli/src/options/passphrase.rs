//! Where the passphrase of a key file comes from.

use crate::failure::Failure;
use scumble::document::Key;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// The passphrase of a key file: from a file, from the environment, or asked for.
pub(crate) struct Passphrase {
    pub(crate) file: Option<PathBuf>,
}

impl Passphrase {
    /// Opens a key file, or begins one that is not there yet.
    pub(crate) fn open(&self, path: &Path, may_begin: bool) -> Result<Key, Failure> {
        let new = may_begin && !path.exists();
        if !new && !path.exists() {
            return Err(Failure::input(format!("{}: there is no such key file", path.display())));
        }
        let passphrase = self.get(new)?;
        Ok(if new { Key::begin(path, &passphrase)? } else { Key::open(path, &passphrase)? })
    }

    fn get(&self, new: bool) -> Result<String, Failure> {
        if let Some(path) = &self.file {
            let text = std::fs::read_to_string(path)
                .map_err(|error| Failure::input(format!("{}: cannot be read: {error}", path.display())))?;
            return Ok(text.trim_end_matches(['\r', '\n']).to_owned());
        }
        if let Ok(passphrase) = std::env::var("SCUMBLE_PASSPHRASE") {
            return Ok(passphrase);
        }
        if !std::io::stdin().is_terminal() {
            return Err(Failure::input("the key file needs a passphrase")
                .with_help("set SCUMBLE_PASSPHRASE, or name a file that contains it with --passphrase-file"));
        }
        let ask =
            |prompt: &str| rpassword::prompt_password(prompt).map_err(|_| Failure::input("no passphrase was given"));
        let passphrase = ask("Passphrase of the key file: ")?;
        if new && ask("Once more: ")? != passphrase {
            return Err(Failure::input("the two passphrases differ"));
        }
        Ok(passphrase)
    }
}
