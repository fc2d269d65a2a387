//! The quotes of a field.

use std::borrow::Cow;

/// The text of a field, which may be quoted in the file.
pub fn unquoted(raw: &str) -> Cow<'_, str> {
    match raw.strip_prefix('"').and_then(|inner| inner.strip_suffix('"')) {
        Some(inner) if inner.contains("\"\"") => Cow::Owned(inner.replace("\"\"", "\"")),
        Some(inner) => Cow::Borrowed(inner),
        None => Cow::Borrowed(raw),
    }
}

/// Appends a text as a field, quoted where it needs quotes.
pub fn push_field(text: &str, delimiter: u8, out: &mut String) {
    if text.starts_with('"') || text.bytes().any(|byte| byte == delimiter || byte == b'\n' || byte == b'\r') {
        out.push('"');
        out.push_str(&text.replace('"', "\"\""));
        out.push('"');
    } else {
        out.push_str(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_keeps_its_text() {
        for (text, field) in [
            ("plain", "plain"),
            ("5\" pipe", "5\" pipe"),
            ("\"a\"", "\"\"\"a\"\"\""),
            ("a;b", "\"a;b\""),
            ("a\r", "\"a\r\""),
            ("", ""),
        ] {
            let mut out = String::new();
            push_field(text, b';', &mut out);
            assert_eq!((out.as_str(), &*unquoted(&out)), (field, text));
        }
    }
}
