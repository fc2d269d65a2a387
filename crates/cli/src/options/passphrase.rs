//! Where the passphrase of a key file comes from.

use crate::failure::Failure;
use scumble::document::Key;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// The passphrase of a key file: from a file, from the environment, or asked for.
pub(crate) struct Passphrase {
    file: Option<PathBuf>,
    variable: &'static str,
    prompt: &'static str,
}

impl Passphrase {
    /// The passphrase that a key file has, or gets when it is begun.
    pub(crate) fn new(file: Option<PathBuf>) -> Self {
        Self { file, variable: "SCUMBLE_PASSPHRASE", prompt: "Passphrase of the key file: " }
    }

    /// The passphrase that a key file gets in place of the one it has.
    pub(crate) fn new_one(file: Option<PathBuf>) -> Self {
        Self { file, variable: "SCUMBLE_NEW_PASSPHRASE", prompt: "New passphrase of the key file: " }
    }

    /// Opens a key file that is there, to write it.
    pub(crate) fn open_to_write(&self, path: &Path) -> Result<Key, Failure> {
        Ok(Key::open_to_write(path, &self.get(false)?)?)
    }

    /// Opens a key file, or begins one that is not there yet.
    pub(crate) fn open(&self, path: &Path, may_begin: bool) -> Result<Key, Failure> {
        let new = may_begin && !path.exists();
        if !new && !path.exists() {
            return Err(Failure::input(format!("{}: there is no such key file", path.display())));
        }
        let passphrase = self.get(new)?;
        Ok(match (new, may_begin) {
            (true, _) => Key::begin(path, &passphrase)?,
            (false, true) => Key::open_to_write(path, &passphrase)?,
            (false, false) => Key::open(path, &passphrase)?,
        })
    }

    pub(crate) fn get(&self, new: bool) -> Result<String, Failure> {
        if let Some(path) = &self.file {
            let text = std::fs::read_to_string(path)
                .map_err(|error| Failure::input(format!("{}: cannot be read: {error}", path.display())))?;
            return Ok(text.trim_end_matches(['\r', '\n']).to_owned());
        }
        if let Ok(passphrase) = std::env::var(self.variable) {
            return Ok(passphrase);
        }
        if !std::io::stdin().is_terminal() {
            return Err(Failure::input("the key file needs a passphrase")
                .with_help(format!("set {}, or name a file that contains it (--help names the flag)", self.variable)));
        }
        let ask =
            |prompt: &str| rpassword::prompt_password(prompt).map_err(|_| Failure::input("no passphrase was given"));
        let passphrase = ask(self.prompt)?;
        if new && ask("Once more: ")? != passphrase {
            return Err(Failure::input("the two passphrases differ"));
        }
        Ok(passphrase)
    }
}
