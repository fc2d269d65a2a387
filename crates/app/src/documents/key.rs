//! The key file: who each label is, and every mention as it was written; encrypted.

use crate::failure::Failure;
use crate::report::file;
use argon2::Argon2;
use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use scumble_mask::document::Ledger;
pub(crate) use scumble_mask::document::Mention;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8] = b"scumble key 1\n";
const SALT: usize = 16;
const NONCE: usize = 24;

/// What is behind the labels of a collection.
pub(crate) struct Key {
    path: PathBuf,
    secret: [u8; 32],
    salt: [u8; SALT],
    pub(crate) book: Ledger,
    /// By name, every release that was made of it.
    pub(crate) documents: BTreeMap<String, Vec<Mentions>>,
    /// The fields that hold text, of files of records.
    pub(crate) fields: BTreeMap<String, Vec<String>>,
}

/// The labels of one document in order, with what they stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mentions {
    pub(crate) input_hash: String,
    pub(crate) output_hash: String,
    pub(crate) labels: Vec<Mention>,
}

impl Key {
    /// Opens a key file, or begins one that is not there yet.
    pub(crate) fn open(path: &Path, passphrase: &Passphrase, may_begin: bool) -> Result<Self, Failure> {
        let fault = |what: &str| Failure::input(format!("{}: {what}", path.display()));
        if !path.exists() {
            if !may_begin {
                return Err(fault("there is no such key file"));
            }
            let mut salt = [0; SALT];
            getrandom::fill(&mut salt).map_err(|_| fault("the system gives no random numbers"))?;
            let secret = derived(&passphrase.get(true)?, &salt)?;
            return Ok(Self::empty(path, secret, salt));
        }
        let bytes = std::fs::read(path).map_err(|error| fault(&format!("cannot be read: {error}")))?;
        let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| fault("this is no key file of scumble"))?;
        if rest.len() < SALT + NONCE {
            return Err(fault("the key file is cut short"));
        }
        let (salt, rest) = rest.split_at(SALT);
        let (nonce, sealed) = rest.split_at(NONCE);
        let salt: [u8; SALT] = salt.try_into().unwrap_or_default();
        let secret = derived(&passphrase.get(false)?, &salt)?;
        let cipher = XChaCha20Poly1305::new(&secret.into());
        let nonce: [u8; NONCE] = nonce.try_into().unwrap_or_default();
        let opened = cipher.decrypt(&XNonce::from(nonce), sealed);
        let opened = opened.map_err(|_| fault("the passphrase is wrong, or the file was damaged"))?;
        let value: Value = serde_json::from_slice(&opened).map_err(|_| fault("the key file is damaged inside"))?;
        let mut key = Self::empty(path, secret, salt);
        key.fill(&value).ok_or_else(|| fault("the key file is damaged inside"))?;
        Ok(key)
    }

    fn empty(path: &Path, secret: [u8; 32], salt: [u8; SALT]) -> Self {
        let (documents, fields) = Default::default();
        Self { path: path.to_owned(), secret, salt, book: Ledger::default(), documents, fields }
    }

    /// Remembers the labels of a release. What was sanitised again and did not change keeps what it stood for.
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

    /// Writes the key file anew.
    pub(crate) fn save(&self) -> Result<(), Failure> {
        let fault = |what: &str| Failure::input(format!("{}: {what}", self.path.display()));
        let mut nonce = [0; NONCE];
        getrandom::fill(&mut nonce).map_err(|_| fault("the system gives no random numbers"))?;
        let cipher = XChaCha20Poly1305::new(&self.secret.into());
        let plain = self.to_json().to_string();
        let sealed =
            cipher.encrypt(&XNonce::from(nonce), plain.as_bytes()).map_err(|_| fault("cannot be encrypted"))?;
        let bytes = [MAGIC, &self.salt, &nonce, &sealed].concat();
        let pending = file::Pending::write(&self.path, |file| file.write_all(&bytes))?;
        super::work::private(pending.temporary(), 0o600);
        pending.keep()
    }

    /// Takes in what a file held.
    fn fill(&mut self, value: &Value) -> Option<()> {
        let mut all = BTreeMap::new();
        for (prefix, known) in value["numbers"].as_object()? {
            let numbers =
                known.as_object()?.iter().map(|(who, number)| Some((who.clone(), number.as_u64()?.try_into().ok()?)));
            all.insert(prefix.clone(), numbers.collect::<Option<_>>()?);
        }
        let reserved = value["reserved"].as_array()?.iter().map(|label| label.as_str().map(str::to_owned));
        self.book = Ledger::new(all, reserved.collect::<Option<_>>()?);
        for (name, releases) in value["documents"].as_object()? {
            let mention = |value: &Value| {
                let text = |i: usize| value[i].as_str().map(str::to_owned);
                Some(Mention { label: text(0)?, written: text(1)?, surface: text(2)? })
            };
            let release = |value: &Value| {
                let labels = value["labels"].as_array()?.iter().map(mention).collect::<Option<_>>()?;
                let hash = |key: &str| value[key].as_str().map(str::to_owned);
                Some(Mentions { input_hash: hash("input")?, output_hash: hash("output")?, labels })
            };
            let releases = releases.as_array()?.iter().map(release).collect::<Option<_>>()?;
            self.documents.insert(name.clone(), releases);
        }
        for (name, value) in value["fields"].as_object()? {
            let names = value.as_array()?.iter().map(|name| name.as_str().map(str::to_owned));
            self.fields.insert(name.clone(), names.collect::<Option<_>>()?);
        }
        Some(())
    }

    fn to_json(&self) -> Value {
        let release = |mentions: &Mentions| {
            let labels = mentions.labels.iter().map(|one| json!([one.label, one.written, one.surface]));
            json!({"input": mentions.input_hash, "output": mentions.output_hash, "labels": labels.collect::<Vec<_>>()})
        };
        let all = |(name, releases): (&String, &Vec<Mentions>)| {
            (name.clone(), releases.iter().map(release).collect::<Vec<_>>().into())
        };
        let documents: Map<String, Value> = self.documents.iter().map(all).collect();
        json!({"numbers": self.book.numbers(), "reserved": self.book.reserved(), "documents": documents, "fields": self.fields})
    }
}

fn derived(passphrase: &str, salt: &[u8]) -> Result<[u8; 32], Failure> {
    let mut secret = [0; 32];
    let made = Argon2::default().hash_password_into(passphrase.as_bytes(), salt, &mut secret);
    made.map_err(|_| Failure::input("the passphrase cannot be used: it is empty or far too long"))?;
    Ok(secret)
}

/// Where the passphrase of a key file comes from.
pub(crate) struct Passphrase {
    pub(crate) file: Option<PathBuf>,
}

impl Passphrase {
    fn get(&self, new: bool) -> Result<String, Failure> {
        if let Some(path) = &self.file {
            let text = std::fs::read_to_string(path)
                .map_err(|error| Failure::input(format!("{}: cannot be read: {error}", path.display())))?;
            return checked(text.trim_end_matches(['\r', '\n']).to_owned());
        }
        if let Ok(passphrase) = std::env::var("SCUMBLE_PASSPHRASE") {
            return checked(passphrase);
        }
        if !std::io::stdin().is_terminal() {
            return Err(Failure::input("the key file needs a passphrase")
                .with_help("set SCUMBLE_PASSPHRASE, or name a file that holds it with --passphrase-file"));
        }
        let ask =
            |prompt: &str| rpassword::prompt_password(prompt).map_err(|_| Failure::input("no passphrase was given"));
        let passphrase = ask("Passphrase of the key file: ")?;
        if new && ask("Once more: ")? != passphrase {
            return Err(Failure::input("the two passphrases differ"));
        }
        checked(passphrase)
    }
}

fn checked(passphrase: String) -> Result<String, Failure> {
    const SHORTEST: usize = 8;
    if passphrase.chars().count() < SHORTEST {
        return Err(Failure::input(format!("the passphrase has fewer than {SHORTEST} characters"))
            .with_help("whoever guesses it undoes every pseudonym: take several words"));
    }
    Ok(passphrase)
}
