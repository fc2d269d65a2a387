//! The key file: who each label is, and every mention as it was written; encrypted.

use crate::failure::Failure;
use crate::report::file;
use argon2::Argon2;
use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use scumble_mask::document::Book;
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
    pub(crate) book: Book,
    pub(crate) documents: BTreeMap<String, Mentions>,
    /// The fields that hold text, of files of records.
    pub(crate) fields: BTreeMap<String, Vec<String>>,
}

/// The labels of one document in order, with what they stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mentions {
    pub(crate) output_hash: String,
    pub(crate) labels: Vec<Mention>,
}

/// A label of a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mention {
    pub(crate) label: String,
    /// The label with what was written around it: a backslash, or brackets.
    pub(crate) written: String,
    /// What stood there.
    pub(crate) surface: String,
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
            return Ok(Self {
                path: path.to_owned(),
                secret,
                salt,
                book: Book::default(),
                documents: BTreeMap::new(),
                fields: BTreeMap::new(),
            });
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
        let mut key = Self {
            path: path.to_owned(),
            secret,
            salt,
            book: Book::default(),
            documents: BTreeMap::new(),
            fields: BTreeMap::new(),
        };
        key.fill(&value).ok_or_else(|| fault("the key file is damaged inside"))?;
        Ok(key)
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
        for (prefix, known) in value["numbers"].as_object()? {
            let numbers =
                known.as_object()?.iter().map(|(who, number)| Some((who.clone(), number.as_u64()?.try_into().ok()?)));
            self.book.numbers.insert(prefix.clone(), numbers.collect::<Option<_>>()?);
        }
        for (name, value) in value["documents"].as_object()? {
            let mention = |value: &Value| {
                let text = |i: usize| value[i].as_str().map(str::to_owned);
                Some(Mention { label: text(0)?, written: text(1)?, surface: text(2)? })
            };
            let labels = value["labels"].as_array()?.iter().map(mention).collect::<Option<_>>()?;
            self.documents.insert(name.clone(), Mentions { output_hash: value["output"].as_str()?.to_owned(), labels });
        }
        for (name, value) in value["fields"].as_object()? {
            let names = value.as_array()?.iter().map(|name| name.as_str().map(str::to_owned));
            self.fields.insert(name.clone(), names.collect::<Option<_>>()?);
        }
        Some(())
    }

    fn to_json(&self) -> Value {
        let documents: Map<String, Value> = self
            .documents
            .iter()
            .map(|(name, mentions)| {
                let labels = mentions.labels.iter().map(|one| json!([one.label, one.written, one.surface]));
                (name.clone(), json!({"output": mentions.output_hash, "labels": labels.collect::<Vec<_>>()}))
            })
            .collect();
        json!({"numbers": self.book.numbers, "documents": documents, "fields": self.fields})
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
