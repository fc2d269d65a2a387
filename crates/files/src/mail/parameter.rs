//! Parameters behind the value of a header: `text/plain; charset="utf-8"`, also in pieces and percent-encoded as RFC 2231 has them.

/// The value of a parameter.
pub(super) fn parameter(value: &str, name: &str) -> Option<String> {
    // By the number of the piece: whether it is percent-encoded, and what it says.
    let mut pieces: Vec<(usize, bool, String)> = Vec::new();
    for item in items(value).into_iter().skip(1) {
        let Some((key, value)) = item.split_once('=') else { continue };
        let key = key.trim().to_ascii_lowercase();
        let Some(rest) = key.strip_prefix(&name.to_ascii_lowercase()) else { continue };
        let value = unquoted(value.trim());
        let (number, is_encoded) = match rest.strip_suffix('*') {
            Some(number) => (number, true),
            None => (rest, false),
        };
        match number.strip_prefix('*').map(str::parse) {
            None if number.is_empty() => pieces.push((0, is_encoded, value)),
            Some(Ok(number)) => pieces.push((number, is_encoded, value)),
            _ => {}
        }
    }
    pieces.sort_by_key(|(number, ..)| *number);
    if pieces.first().is_none_or(|(number, ..)| *number != 0) {
        return None;
    }
    let mut bytes = Vec::new();
    for (number, is_encoded, piece) in pieces {
        // The first piece begins with a character set and a language.
        let piece = match is_encoded && number == 0 {
            true => piece.splitn(3, '\'').nth(2).unwrap_or(&piece).to_owned(),
            false => piece,
        };
        match is_encoded {
            true => percent_decoded(&piece, &mut bytes),
            false => bytes.extend_from_slice(piece.as_bytes()),
        }
    }
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// What stands between semicolons that are in no quotes.
fn items(value: &str) -> Vec<&str> {
    let (mut out, mut start, mut is_quoted, mut is_escaped) = (Vec::new(), 0, false, false);
    for (at, c) in value.char_indices() {
        match c {
            _ if std::mem::take(&mut is_escaped) => {}
            '\\' if is_quoted => is_escaped = true,
            '"' => is_quoted = !is_quoted,
            ';' if !is_quoted => {
                out.push(&value[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    out.push(&value[start..]);
    out
}

fn unquoted(value: &str) -> String {
    let Some(rest) = value.strip_prefix('"') else { return value.to_owned() };
    let mut out = String::new();
    let mut characters = rest.chars();
    while let Some(c) = characters.next().filter(|&c| c != '"') {
        out.extend(if c == '\\' { characters.next() } else { Some(c) });
    }
    out
}

fn percent_decoded(text: &str, out: &mut Vec<u8>) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let digits = text.get(at + 1..at + 3).filter(|_| byte == b'%');
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(decoded) => {
                out.push(decoded);
                at += 3;
            }
            None => {
                out.push(byte);
                at += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_read_in_every_form() {
        for (value, expected) in [
            ("text/plain; charset=utf-8", Some("utf-8")),
            ("text/plain; x=\"a; charset=no\"; Charset = \"iso-8859-1\"", Some("iso-8859-1")),
            ("text/plain; charset*=us-ascii''utf%2D8", Some("utf-8")),
            ("text/plain; charset*1=\"-8\"; charset*0=\"utf\"", Some("utf-8")),
            ("text/plain; charset*0*=x'y'ut%66; charset*1=-8", Some("utf-8")),
            ("text/plain; charset=\"a\\\"b\"", Some("a\"b")),
            ("text/plain; charsets=utf-8", None),
            ("text/plain", None),
        ] {
            assert_eq!(parameter(value, "charset").as_deref(), expected, "{value}");
        }
    }
}
