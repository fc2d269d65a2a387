//! What a stream holds once its filters are undone, in every form in which a file may name them: directly, by reference, as a
//! list, or abbreviated.

use super::page::get;
use lopdf::{DecompressError, Dictionary, Document, Object, Stream};

/// A packed stream of more bytes than this that unpacks to nothing is damaged, not empty.
const EMPTY: usize = 32;

/// Why a stream cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unreadable {
    /// It unpacks to more than allowed.
    TooLarge,
    /// Its filter is not known, or its bytes are not what the filter expects.
    Damaged,
}

/// The content of a stream. Bytes whose filters cannot be undone are never taken for content.
pub(super) fn unpack(document: &Document, stream: &Stream, limit: usize) -> Result<Vec<u8>, Unreadable> {
    if get(document, &stream.dict, b"F").is_some() {
        // The content is in another file.
        return Err(Unreadable::Damaged);
    }
    let length = stream.dict.get(b"Length").ok().and_then(|length| target(document, length)?.as_i64().ok());
    if stream.content.is_empty() && length != Some(0) {
        return Err(Unreadable::Damaged);
    }
    let filters = filters(document, &stream.dict).ok_or(Unreadable::Damaged)?;
    if filters.is_empty() {
        return if stream.content.len() > limit { Err(Unreadable::TooLarge) } else { Ok(stream.content.clone()) };
    }
    let (names, settings): (Vec<Object>, Vec<Object>) =
        filters.into_iter().map(|(name, setting)| (Object::Name(name.to_vec()), Object::Dictionary(setting))).unzip();
    let mut plain = Dictionary::new();
    plain.set("Filter", Object::Array(names));
    plain.set("DecodeParms", Object::Array(settings));
    let content =
        Stream::new(plain, stream.content.clone()).decompressed_content_with_limit(limit).map_err(|error| {
            let large = matches!(error, lopdf::Error::Decompress(DecompressError::MemoryLimitExceeded { .. }));
            if large { Unreadable::TooLarge } else { Unreadable::Damaged }
        })?;
    if content.is_empty() && stream.content.len() > EMPTY { Err(Unreadable::Damaged) } else { Ok(content) }
}

/// Finds the end of streams whose length is not said where they say it is.
pub(super) fn recover(document: &mut Document, bytes: &[u8]) {
    // Places are counted from the header on.
    let start = bytes.windows(5).position(|window| window == b"%PDF-").unwrap_or(0);
    // No byte of an honest file is in two streams.
    let mut left = bytes.len();
    for object in document.objects.values_mut() {
        let Object::Stream(stream) = object else { continue };
        let Some(rest) = stream.start_position.and_then(|at| bytes.get(start.checked_add(at)?..)) else { continue };
        let rest = &rest[..rest.len().min(left)];
        if stream.content.is_empty()
            && let Some(end) = rest.windows(9).position(|window| window == b"endstream")
        {
            left -= end;
            let content = &rest[..end];
            let content = content.strip_suffix(b"\n").unwrap_or(content);
            stream.content = content.strip_suffix(b"\r").unwrap_or(content).to_vec();
            stream.dict.set("Length", i64::try_from(stream.content.len()).unwrap_or(i64::MAX));
        }
    }
}

/// The filters in the order in which they are undone, each with its settings; `None` if they make no sense.
fn filters(document: &Document, dictionary: &Dictionary) -> Option<Vec<(&'static [u8], Dictionary)>> {
    let list = |key: &[u8]| match get(document, dictionary, key) {
        None | Some(Object::Null) => Vec::new(),
        Some(Object::Array(items)) => items.iter().map(|item| target(document, item)).collect(),
        Some(single) => vec![Some(single)],
    };
    let settings = if dictionary.has(b"DecodeParms") { list(b"DecodeParms") } else { list(b"DP") };
    let mut out = Vec::new();
    for (at, filter) in list(b"Filter").into_iter().enumerate() {
        let Some(name) = full_name(filter?.as_name().ok()?)? else { continue };
        let own = settings.get(at).copied().flatten().and_then(|setting| setting.as_dict().ok());
        let direct = own.into_iter().flatten().filter_map(|(key, value)| {
            let value = target(document, value)?;
            Some((key.clone(), value.clone()))
        });
        out.push((name, direct.collect()));
    }
    Some(out)
}

fn target<'a>(document: &'a Document, object: &'a Object) -> Option<&'a Object> {
    document.dereference(object).ok().map(|(_, object)| object)
}

/// The full name of a filter; `Some(None)` if it changes nothing, `None` if it is not known or gives an image.
#[expect(clippy::option_option, reason = "no filter and an unknown filter are two different things")]
fn full_name(name: &[u8]) -> Option<Option<&'static [u8]>> {
    Some(Some(match name {
        b"FlateDecode" | b"Fl" => b"FlateDecode",
        b"LZWDecode" | b"LZW" => b"LZWDecode",
        b"ASCII85Decode" | b"A85" => b"ASCII85Decode",
        b"ASCIIHexDecode" | b"AHx" => b"ASCIIHexDecode",
        b"RunLengthDecode" | b"RL" => b"RunLengthDecode",
        b"BrotliDecode" => b"BrotliDecode",
        // The file was decrypted when it was opened.
        b"Crypt" => return Some(None),
        _ => return None,
    }))
}
