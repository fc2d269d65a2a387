//! The key file: the pseudonym ledger of a collection and every mention as it was written, encrypted.

use super::private;
use super::release_labels::Mentions;
use crate::{Error, Result};
use argon2::Argon2;
use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use scumble_io::{Lock, Pending, remove_leftovers};
use scumble_mask::document::{Chance, Ledger};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The beginning of a key file, before the number of its format and a line end.
const MAGIC: &[u8] = b"scumble key ";
/// The format that is written. Format 1 had neither names of releases nor patches.
const FORMAT: &str = "2";
const KNOWN_FORMATS: [&str; 2] = ["1", FORMAT];
const SALT: usize = 16;
const NONCE: usize = 24;

/// What a collection's labels stand for.
pub struct Key {
    path: PathBuf,
    /// Held by a run that writes the key file.
    _lock: Option<Lock>,
    secret: [u8; 32],
    salt: [u8; SALT],
    pub(crate) ledger: Ledger,
    /// By the name of a document, every release that was made of it.
    documents: BTreeMap<String, Vec<Mentions>>,
    /// By the name of a file of records, the fields that hold text.
    fields: BTreeMap<String, Vec<String>>,
    /// By the name of a release of records, the name of the file.
    file_names: BTreeMap<String, String>,
}

/// How much a key file holds; nothing here is protected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KeySize {
    /// The format in which it is written.
    pub format: String,
    /// Documents and records.
    pub documents: usize,
    /// Releases of them.
    pub releases: usize,
    /// Labels that stand for someone or something.
    pub labels: usize,
    /// Mentions in all releases.
    pub mentions: usize,
}

/// What is encrypted.
#[derive(Serialize, Deserialize)]
struct Content {
    numbers: BTreeMap<String, BTreeMap<String, u32>>,
    reserved: BTreeSet<String>,
    documents: BTreeMap<String, Vec<Mentions>>,
    fields: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    file_names: BTreeMap<String, String>,
    /// By how many days the dates about each person are moved.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    offsets: BTreeMap<String, i32>,
    /// What stands for the parts of each identity.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    surrogates: BTreeMap<String, String>,
    /// The names of the collection so far.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    seen: BTreeSet<String>,
    /// The made-up names that were given.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    given: BTreeSet<String>,
}

/// The shortest passphrase that is taken for a key file.
pub const SHORTEST_PASSPHRASE: usize = 8;

impl Key {
    /// Begins a key file. Nothing is written before [`Key::save`].
    ///
    /// # Errors
    /// If the passphrase is too short, the operating system provides no random numbers, or another run holds the key file.
    pub fn begin(path: &Path, passphrase: &str) -> Result<Self> {
        let lock = lock(path)?;
        if path.exists() {
            return Err(fault(path, "another run has begun this key file").with_help("start the run again"));
        }
        let mut salt = [0; SALT];
        getrandom::fill(&mut salt).map_err(|_| fault(path, "the operating system provides no random numbers"))?;
        let secret = derived(passphrase, &salt)?;
        let (ledger, documents, fields, file_names) = Default::default();
        Ok(Self { path: path.to_owned(), _lock: Some(lock), secret, salt, ledger, documents, fields, file_names })
    }

    /// Opens a key file to write it: no other run can, until this one ends.
    ///
    /// # Errors
    /// As [`Key::open`], and if another run holds it.
    pub fn open_to_write(path: &Path, passphrase: &str) -> Result<Self> {
        let lock = path.exists().then(|| lock(path)).transpose()?;
        Ok(Self { _lock: lock, ..Self::open(path, passphrase)? })
    }

    /// Opens a key file to read it.
    ///
    /// # Errors
    /// If it is not there, is no key file, is damaged, or the passphrase is wrong.
    pub fn open(path: &Path, passphrase: &str) -> Result<Self> {
        if !path.exists() {
            return Err(fault(path, "no such key file"));
        }
        let bytes = std::fs::read(path).map_err(|error| fault(path, &format!("cannot be read: {error}")))?;
        let rest = of_known_format(path, &bytes)?;
        if rest.len() < SALT + NONCE {
            return Err(fault(path, "the key file is truncated"));
        }
        let (salt, rest) = rest.split_at(SALT);
        let (nonce, sealed) = rest.split_at(NONCE);
        let salt: [u8; SALT] = salt.try_into().unwrap_or_default();
        let secret = derived(passphrase, &salt)?;
        let cipher = XChaCha20Poly1305::new(&secret.into());
        let nonce: [u8; NONCE] = nonce.try_into().unwrap_or_default();
        let opened = cipher.decrypt(&XNonce::from(nonce), sealed);
        let opened = opened.map_err(|_| fault(path, "the passphrase is wrong, or the key file is damaged"))?;
        let content: Content =
            serde_json::from_slice(&opened).map_err(|_| fault(path, "the content of the key file is damaged"))?;
        let Content { numbers, reserved, documents, fields, file_names, offsets, surrogates, seen, given } = content;
        let ledger = Ledger::new(numbers, reserved).with_offsets(offsets).with_surrogates(surrogates, seen, given);
        Ok(Self { path: path.to_owned(), _lock: None, secret, salt, ledger, documents, fields, file_names })
    }

    /// With random choices for all that is drawn.
    pub(crate) fn drawing(mut self, chance: Chance) -> Self {
        self.ledger = self.ledger.drawing(chance);
        self
    }

    /// Whether it has labels of a document.
    pub fn knows(&self, name: &str) -> bool {
        self.documents.contains_key(name)
    }

    /// Remembers the labels of a release. A document that was sanitised again and did not change keeps what its labels stood for.
    pub(crate) fn remember(&mut self, name: &str, mentions: Mentions) {
        let releases = self.documents.entry(name.to_owned()).or_default();
        let unchanged = mentions.labels.iter().all(|one| one.surface == one.written);
        let same = |known: &&mut Mentions| {
            known.output_hash == mentions.output_hash && (unchanged || known.input_hash == mentions.input_hash)
        };
        match releases.iter_mut().find(same) {
            Some(_) if unchanged => {}
            Some(known) => *known = mentions,
            None => releases.push(mentions),
        }
    }

    /// The name of the document that was released under a name with these bytes; `None` if there is none, or several.
    pub fn original_name(&self, output: &str, output_hash: &str) -> Option<&str> {
        let released = |name: &str, one: &Mentions| one.output_name.as_deref().unwrap_or(name) == output;
        let matching = |test: &dyn Fn(&str, &Mentions) -> bool| {
            let mut names = self.documents.iter().filter(|(name, all)| all.iter().any(|one| test(name, one)));
            let first = names.next().map(|(name, _)| name.as_str());
            first.filter(|_| names.next().is_none())
        };
        matching(&|name, one| released(name, one) && one.output_hash == output_hash)
            .or_else(|| matching(&|name, one| released(name, one)))
            .or_else(|| self.file_names.get(output).map(String::as_str))
    }

    /// Remembers the name under which a file of records was released.
    pub(crate) fn remember_file_name(&mut self, name: &str, output: &str) {
        self.file_names.insert(output.to_owned(), name.to_owned());
    }

    /// Changes the name under which the latest release of a document is known.
    pub(crate) fn rename(&mut self, name: &str, output: &str) {
        if let Some(last) = self.documents.get_mut(name).and_then(|all| all.last_mut()) {
            last.output_name = Some(output.to_owned());
        }
    }

    /// Remembers which fields of a file of records hold text.
    pub(crate) fn remember_fields(&mut self, name: &str, fields: Vec<String>) {
        self.fields.insert(name.to_owned(), fields);
    }

    /// The fields that hold text, by the name of a file of records.
    pub(crate) fn fields(&self) -> &BTreeMap<String, Vec<String>> {
        &self.fields
    }

    /// The labels of releases by their name and bytes, by their bytes, or by their name.
    pub(crate) fn releases(&self, name: &str, output_hash: &str) -> Vec<&Mentions> {
        let own = || self.documents.get(name).into_iter().flatten();
        let same = |known: &&Mentions| known.output_hash == output_hash;
        let mut known: Vec<&Mentions> = own().filter(same).collect();
        if known.is_empty() {
            known = self.documents.values().flatten().filter(same).collect();
        }
        if known.is_empty() {
            known = own().rev().collect();
        }
        known
    }

    /// The releases of the records of a file, by the records' numbers.
    pub(crate) fn record_releases(&self, name: &str) -> Vec<(usize, &Vec<Mentions>)> {
        let prefix = format!("{name}:");
        let number = |name: &String| name.strip_prefix(&prefix)?.parse().ok();
        let mut known: Vec<(usize, &Vec<Mentions>)> =
            self.documents.iter().filter_map(|(name, releases)| Some((number(name)?, releases))).collect();
        known.sort_by_key(|(number, _)| *number);
        known
    }

    /// All releases that it remembers.
    pub(super) fn releases_mut(&mut self) -> impl Iterator<Item = &mut Mentions> {
        self.documents.values_mut().flatten()
    }

    /// Gives documents and files of records whose names disclose something the names of their releases.
    pub(super) fn rename_documents(&mut self, discloses: impl Fn(&str) -> bool) {
        let records: Vec<String> = self.fields.keys().filter(|name| discloses(name)).cloned().collect();
        let is_record =
            |name: &str| records.iter().any(|file| name.strip_prefix(file).is_some_and(|rest| rest.starts_with(':')));
        let mut documents: Vec<String> = self.documents.keys().filter(|name| discloses(name)).cloned().collect();
        documents.retain(|name| !is_record(name));
        for (number, name) in (1..).zip(documents) {
            let Some(releases) = self.documents.remove(&name) else { continue };
            let output = releases.last().and_then(|last| last.output_name.clone());
            let named = output.filter(|output| !discloses(output) && !self.documents.contains_key(output));
            self.documents.insert(named.unwrap_or_else(|| format!("erased-{number}")), releases);
        }
        for (number, file) in (1..).zip(records) {
            let released = self.file_names.iter().find(|(output, name)| **name == file && !discloses(output));
            let named = released.map(|(output, _)| output.clone()).filter(|output| !self.fields.contains_key(output));
            self.rename_file(&file, &named.unwrap_or_else(|| format!("erased-records-{number}")));
        }
    }

    /// Gives a file of records, and all its records, another name.
    fn rename_file(&mut self, file: &str, to: &str) {
        if let Some(fields) = self.fields.remove(file) {
            self.fields.insert(to.to_owned(), fields);
        }
        for name in self.file_names.values_mut().filter(|name| *name == file) {
            to.clone_into(name);
        }
        let prefix = format!("{file}:");
        let records: Vec<String> = self.documents.keys().filter(|name| name.starts_with(&prefix)).cloned().collect();
        for name in records {
            if let Some(releases) = self.documents.remove(&name) {
                self.documents.insert(format!("{to}:{}", &name[prefix.len()..]), releases);
            }
        }
    }

    /// How much it holds.
    pub fn size(&self) -> KeySize {
        let releases = || self.documents.values().flatten();
        KeySize {
            format: FORMAT.to_owned(),
            documents: self.documents.len(),
            releases: releases().count(),
            labels: self.ledger.numbers().values().map(BTreeMap::len).sum(),
            mentions: releases().map(|one| one.labels.len()).sum(),
        }
    }

    /// Changes the passphrase. The key file is not written before [`Key::save`].
    ///
    /// # Errors
    /// If the passphrase is too short, or the operating system provides no random numbers.
    pub fn change_passphrase(&mut self, passphrase: &str) -> Result<()> {
        let mut salt = [0; SALT];
        getrandom::fill(&mut salt).map_err(|_| fault(&self.path, "the operating system provides no random numbers"))?;
        (self.secret, self.salt) = (derived(passphrase, &salt)?, salt);
        Ok(())
    }

    /// Writes the key file anew.
    ///
    /// # Errors
    /// If it cannot be encrypted or written.
    pub fn save(&self) -> Result<()> {
        let mut nonce = [0; NONCE];
        getrandom::fill(&mut nonce)
            .map_err(|_| fault(&self.path, "the operating system provides no random numbers"))?;
        let cipher = XChaCha20Poly1305::new(&self.secret.into());
        let content = Content {
            numbers: self.ledger.numbers().clone(),
            reserved: self.ledger.reserved().clone(),
            documents: self.documents.clone(),
            fields: self.fields.clone(),
            file_names: self.file_names.clone(),
            offsets: self.ledger.offsets().clone(),
            surrogates: self.ledger.surrogates().clone(),
            seen: self.ledger.seen().clone(),
            given: self.ledger.written().clone(),
        };
        let plain = serde_json::to_vec(&content).map_err(|_| fault(&self.path, "cannot be encrypted"))?;
        let sealed = cipher
            .encrypt(&XNonce::from(nonce), plain.as_slice())
            .map_err(|_| fault(&self.path, "cannot be encrypted"))?;
        let bytes = [MAGIC, FORMAT.as_bytes(), b"\n", &self.salt, &nonce, &sealed].concat();
        let pending = Pending::write(&self.path, |file| file.write_all(&bytes))?;
        private(pending.temporary(), 0o600);
        Ok(pending.keep()?)
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Neither the secret nor the mentions may reach a log.
        f.debug_struct("Key").field("path", &self.path).finish_non_exhaustive()
    }
}

/// What follows the number of the format.
fn of_known_format<'b>(path: &Path, bytes: &'b [u8]) -> Result<&'b [u8]> {
    let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| fault(path, "not a Scumble key file"))?;
    let end =
        rest.iter().take(8).position(|&byte| byte == b'\n').ok_or_else(|| fault(path, "not a Scumble key file"))?;
    if KNOWN_FORMATS.iter().any(|known| known.as_bytes() == &rest[..end]) {
        return Ok(&rest[end + 1..]);
    }
    Err(fault(path, "the key file was written by a newer version of Scumble").with_help("use that version"))
}

/// Takes the lock beside a key file, and removes what a killed run left there.
fn lock(path: &Path) -> Result<Lock> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".lock");
    let lock = Lock::take(&path.with_file_name(name));
    let lock = lock.map_err(|error| fault(path, &format!("cannot be locked: {error}")))?;
    let lock = lock.ok_or_else(|| {
        fault(path, "another run is using this key file").with_help("wait until it ends, or use another key file")
    })?;
    remove_leftovers(path);
    Ok(lock)
}

fn fault(path: &Path, what: &str) -> Error {
    Error::input(format!("{}: {what}", path.display()))
}

fn derived(passphrase: &str, salt: &[u8]) -> Result<[u8; 32]> {
    if passphrase.chars().count() < SHORTEST_PASSPHRASE {
        return Err(Error::input(format!("the passphrase has fewer than {SHORTEST_PASSPHRASE} characters"))
            .with_help("anyone who guesses it can undo every pseudonym: use several words"));
    }
    let mut secret = [0; 32];
    let made = Argon2::default().hash_password_into(passphrase.as_bytes(), salt, &mut secret);
    made.map_err(|_| Error::input("the passphrase is empty or too long"))?;
    Ok(secret)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_file_opens_with_its_passphrase_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("labels.key");
        assert!(Key::begin(&path, "short").is_err());
        let mut key = Key::begin(&path, "a long enough one").unwrap();
        assert!(Key::begin(&path, "a long enough one").unwrap_err().to_string().contains("another run is using"));
        let mention = crate::document::release_labels::Mention {
            label: "Pers1".into(),
            written: "Pers1".into(),
            surface: "Ada".into(),
        };
        let mentions =
            Mentions { input_hash: "a".into(), output_hash: "b".into(), labels: vec![mention], ..Default::default() };
        key.remember("note.txt", mentions.clone());
        key.save().unwrap();
        let bytes = std::fs::read(&path).unwrap();
        assert!(!String::from_utf8_lossy(&bytes).contains("Ada"));
        assert!(
            Key::open(&path, "another long one").unwrap_err().to_string().contains("wrong, or the key file is damaged")
        );
        let again = Key::open(&path, "a long enough one").unwrap();
        assert_eq!(again.releases("note.txt", "b"), [&mentions]);
        assert!(!format!("{again:?}").contains("Ada"));
        std::fs::write(&path, &bytes[..20]).unwrap();
        assert!(Key::open(&path, "a long enough one").unwrap_err().to_string().contains("truncated"));
    }
}
