//! Mails: the headers that people read, and the texts.
//!
//! A new mail is written from them. Traces of the transport (`Received`, ids, signatures of servers) and attachments are dropped.

mod address;
mod encode;
mod mime;
mod parameter;

use crate::error::{Error, Result};
use crate::escape::Escape;
use crate::format::Format;
use crate::html;
use crate::limits::{Images, Limits};
use crate::part::Holds;
use crate::sheet::{PartWeave, Sheet};
use crate::weave::Weave;
use encode::{from_words, to_quoted, to_words};
use mime::{Leaf, Mime, split};
use scumble_span::Edit;

/// Headers that are kept; all others are traces.
const KEPT: &str = "from sender reply-to to cc bcc subject date comments keywords organization";

/// Headers that describe how the mail is stored; they are written anew.
const STORAGE: &str = "mime-version content-type content-transfer-encoding content-disposition content-language";

/// No text in quoted-printable has these two signs in a row.
const BOUNDARY: &str = "=_parts";

/// An opened mail.
#[derive(Debug)]
pub(crate) struct Mail {
    names: Vec<String>,
    headers: Sheet,
    /// The texts, and whether they are pages.
    texts: Vec<(bool, Sheet)>,
    dropped: Vec<String>,
    warnings: Vec<String>,
}

impl Mail {
    pub(crate) fn open(bytes: &[u8], limits: &Limits) -> Result<Self> {
        let (headers, body) = split(bytes);
        if !headers.iter().any(|(name, _)| html::has(KEPT, &name.to_ascii_lowercase())) {
            return Err(Error::Damaged("this is no mail: it has no headers".to_owned()));
        }
        let mut mime = Mime::default();
        mime.read(&headers, body, 0, limits)?;
        if mime.images > 0 && limits.images == Images::Refuse {
            return Err(Error::Refused("the mail holds images, which cannot be read".to_owned()));
        }
        let kept = |name: &str| html::has(KEPT, &name.to_ascii_lowercase());
        let traces =
            headers.iter().filter(|(name, _)| !kept(name) && !html::has(STORAGE, &name.to_ascii_lowercase())).count();
        let mut mail = Self {
            names: Vec::new(),
            headers: Sheet::new(String::new()),
            texts: Vec::new(),
            dropped: Vec::new(),
            warnings: Vec::new(),
        };
        let counts = [
            ("header that traces the way or the programs", traces),
            ("attachment", mime.attachments),
            ("image", mime.images),
            ("text outside of the parts", mime.outside),
        ];
        mail.dropped =
            counts.iter().filter(|(_, count)| *count > 0).map(|(what, count)| format!("{what}: {count}")).collect();
        mail.read_headers(headers.iter().filter(|(name, _)| kept(name)));
        for Leaf { page, text } in mime.leaves {
            let sheet = if page { html::open(text, limits)? } else { Sheet::plain(text, 0) };
            for note in &sheet.dropped {
                mail.dropped.push(note.clone());
            }
            mail.warnings.extend(sheet.warnings.iter().cloned());
            mail.texts.push((page, sheet));
        }
        mail.number();
        Ok(mail)
    }

    fn read_headers<'a>(&mut self, kept: impl Iterator<Item = &'a (String, String)>) {
        let mut values = Vec::new();
        for (name, value) in kept {
            let value = if address::is_address(name) { address::read(value) } else { from_words(value) };
            self.names.push(name.clone());
            // One blank for many, as a value is folded.
            let is_blank = |c: char| c.is_control() || c == ' ';
            values.push(value.split(is_blank).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "));
        }
        let source = values.join("\n");
        let mut weave = Weave::default();
        let mut at = 0;
        for (name, value) in self.names.iter().zip(&values) {
            weave.next_value();
            weave.vocabulary(&format!("{name}: "));
            weave.verbatim(&source, at..at + value.len(), Escape::Line);
            at += value.len() + 1;
        }
        self.headers = Sheet::new(source);
        self.headers.always("headers", Holds::Values, weave);
    }

    /// Numbers the names of the parts, where a mail has several texts.
    fn number(&mut self) {
        for (at, (_, sheet)) in self.texts.iter_mut().enumerate().skip(1) {
            for part in &mut sheet.parts {
                part.name = format!("text {}: {}", at + 1, part.name);
            }
        }
    }
}

impl Format for Mail {
    fn parts(&self) -> Vec<&PartWeave> {
        self.headers.parts.iter().chain(self.texts.iter().flat_map(|(_, sheet)| &sheet.parts)).collect()
    }

    fn dropped(&self) -> &[String] {
        &self.dropped
    }

    fn warnings(&self) -> &[String] {
        &self.warnings
    }

    fn rewrite(&self, edits: &[Vec<Edit>]) -> Result<Vec<u8>> {
        let (own, mut left) = edits.split_at(self.headers.parts.len().min(edits.len()));
        let mut out = String::new();
        for (name, value) in self.names.iter().zip(self.headers.edited(own)?.split('\n')) {
            let value = if address::is_address(name) { address::write(value) } else { to_words(value) };
            out.push_str(&format!("{name}: {value}\r\n"));
        }
        out.push_str("MIME-Version: 1.0\r\n");
        let mut bodies = Vec::new();
        for (page, sheet) in &self.texts {
            let (own, rest) = left.split_at(sheet.parts.len().min(left.len()));
            left = rest;
            let kind = if *page { "html" } else { "plain" };
            let head = format!(
                "Content-Type: text/{kind}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
            );
            bodies.push(head + &to_quoted(&sheet.edited(own)?));
        }
        match bodies.as_slice() {
            [body] => out.push_str(body),
            bodies => {
                // A plain text and the same as a page: alternatives.
                let kind =
                    if matches!(self.texts.as_slice(), [(false, _), (true, _)]) { "alternative" } else { "mixed" };
                out.push_str(&format!("Content-Type: multipart/{kind}; boundary=\"{BOUNDARY}\"\r\n\r\n"));
                for body in bodies {
                    out.push_str(&format!("--{BOUNDARY}\r\n{body}\r\n"));
                }
                out.push_str(&format!("--{BOUNDARY}--\r\n"));
            }
        }
        Ok(out.into_bytes())
    }
}
