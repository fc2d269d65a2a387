//! A mail as its headers and its leaves.

use super::encode::{from_base64, from_quoted};
use super::parameter::parameter;
use crate::error::{Error, Result};
use crate::limits::Limits;

/// How deep parts may be nested.
const DEPTH: usize = 16;

/// A part that has no parts.
#[derive(Debug)]
pub(super) struct Leaf {
    /// Whether it is a page; otherwise plain text.
    pub(super) page: bool,
    pub(super) text: String,
}

/// All of a mail that can be read, and how much of it cannot.
#[derive(Debug, Default)]
pub(super) struct Mime {
    pub(super) leaves: Vec<Leaf>,
    pub(super) attachments: usize,
    pub(super) images: usize,
    /// Texts before, between and after parts, which mail programs do not show.
    pub(super) outside: usize,
}

/// Headers, unfolded, and the body after the first empty line.
pub(super) fn split(message: &[u8]) -> (Vec<(String, String)>, &[u8]) {
    let mut headers: Vec<(String, String)> = Vec::new();
    let mut at = 0;
    while at < message.len() {
        let end = message[at..].iter().position(|&byte| byte == b'\n').map_or(message.len(), |found| at + found + 1);
        let line = decoded(&message[at..end]);
        let line = line.trim_end_matches(['\r', '\n']);
        at = end;
        if line.is_empty() {
            break;
        }
        if line.starts_with([' ', '\t']) {
            if let Some((_, value)) = headers.last_mut() {
                value.push(' ');
                value.push_str(line.trim());
            }
        } else if let Some((name, value)) = line.split_once(':') {
            headers.push((name.trim().to_owned(), value.trim().to_owned()));
        } else {
            // No header: whatever it is, it belongs to none that is kept.
            headers.push((String::new(), line.to_owned()));
        }
    }
    (headers, &message[at..])
}

/// Bytes of which nobody says how they are encoded: UTF-8, or else as most mails were before.
fn decoded(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned(),
    }
}

/// With the line ends of mails: a text is written with them.
fn with_line_ends(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\n', "\r\n")
}

fn header<'a>(headers: &'a [(String, String)], name: &str) -> &'a str {
    headers.iter().find(|(header, _)| header.eq_ignore_ascii_case(name)).map_or("", |(_, value)| value)
}

impl Mime {
    /// Reads a body under its headers.
    pub(super) fn read(
        &mut self,
        headers: &[(String, String)],
        body: &[u8],
        depth: usize,
        limits: &Limits,
    ) -> Result<()> {
        if depth > DEPTH || self.leaves.len() + self.attachments > limits.entries {
            return Err(Error::TooLarge("the mail has too many parts".to_owned()));
        }
        let kind = header(headers, "Content-Type");
        let media = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        if media.starts_with("multipart/") {
            if media == "multipart/encrypted" {
                return Err(Error::Refused("the mail is encrypted".to_owned()));
            }
            let boundary = parameter(kind, "boundary").filter(|boundary| !boundary.is_empty());
            let boundary =
                boundary.ok_or_else(|| Error::Damaged("the mail does not say where its parts end".to_owned()))?;
            for part in self.parts(body, &boundary) {
                let (headers, body) = split(part);
                self.read(&headers, body, depth + 1, limits)?;
            }
            return Ok(());
        }
        let attached = header(headers, "Content-Disposition").to_ascii_lowercase().starts_with("attachment");
        let text = matches!(media.as_str(), "" | "text" | "text/plain" | "text/html");
        if attached || !text {
            let image = media.starts_with("image/");
            self.images += usize::from(image);
            self.attachments += usize::from(!image);
            return Ok(());
        }
        let spelling = header(headers, "Content-Transfer-Encoding").to_ascii_lowercase();
        let bytes = match spelling.as_str() {
            "base64" => from_base64(body),
            "quoted-printable" => from_quoted(body, false),
            "" | "7bit" | "8bit" | "binary" => body.to_vec(),
            _ => return Err(Error::Refused("a part of the mail is spelled in an unknown way".to_owned())),
        };
        let text = match parameter(kind, "charset").filter(|charset| !charset.is_empty()) {
            None => decoded(bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes)),
            Some(charset) => {
                let encoding = encoding_rs::Encoding::for_label(charset.as_bytes())
                    .ok_or_else(|| Error::Refused("a part of the mail is in an unknown character set".to_owned()))?;
                encoding.decode_with_bom_removal(&bytes).0.into_owned()
            }
        };
        self.leaves.push(Leaf { page: media == "text/html", text: with_line_ends(&text) });
        Ok(())
    }

    /// What stands between the lines that separate parts.
    fn parts<'a>(&mut self, body: &'a [u8], boundary: &str) -> Vec<&'a [u8]> {
        let mark = format!("--{boundary}");
        let mut parts = Vec::new();
        let (mut at, mut start, mut open) = (0, 0, false);
        let mut outside = Vec::new();
        while at < body.len() {
            let end = body[at..].iter().position(|&byte| byte == b'\n').map_or(body.len(), |found| at + found + 1);
            let line = body[at..end].trim_ascii_end();
            let rest = line.strip_prefix(mark.as_bytes()).filter(|rest| rest.is_empty() || *rest == b"--");
            if let Some(rest) = rest {
                if open {
                    parts.push(&body[start..at]);
                }
                open = rest.is_empty();
                start = end;
            } else if !open {
                outside.extend_from_slice(line);
            }
            at = end;
        }
        if open {
            parts.push(&body[start..]);
        }
        self.outside += usize::from(!outside.trim_ascii().is_empty());
        // The line end before a separator belongs to the separator.
        let trim = |part: &'a [u8]| part.strip_suffix(b"\r\n").or_else(|| part.strip_suffix(b"\n")).unwrap_or(part);
        parts.into_iter().map(trim).collect()
    }
}
