//! HTML pages that need nothing from outside: one file without scripts, fonts or links.

use std::fmt::Write;

const STYLE: &str = include_str!("page.css");

/// The page may apply its own styles and load nothing at all, whatever text it shows.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// Text that is HTML already. Only this crate makes it from anything but plain text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Html(pub(crate) String);

impl Html {
    /// Plain text as HTML.
    #[must_use]
    pub fn text(text: &str) -> Self {
        Self(escape(text))
    }

    /// The HTML.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A key figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// What is measured.
    pub name: String,
    /// The value with its unit, or a few words.
    pub value: String,
    /// What the value means; may be empty.
    pub hint: String,
}

/// How urgent a note is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Good to know.
    Note,
    /// Must be known before the results are used.
    Warning,
}

/// A page under construction.
#[derive(Clone, Debug)]
pub struct Page {
    body: String,
    title: String,
}

impl Page {
    /// A page with nothing but its title.
    #[must_use]
    pub fn new(title: &str) -> Self {
        Self { body: String::new(), title: title.to_owned() }
    }

    /// The heading of a section.
    pub fn heading(&mut self, text: &str) {
        self.element("h2", text);
    }

    /// The heading of a part of a section.
    pub fn subheading(&mut self, text: &str) {
        self.element("h3", text);
    }

    /// A paragraph.
    pub fn paragraph(&mut self, text: &str) {
        self.element("p", text);
    }

    fn element(&mut self, name: &str, text: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.body, "<{name}>{}</{name}>", escape(text));
    }

    /// A box that stands out: a note or a warning.
    pub fn note(&mut self, tone: Tone, text: &str) {
        let (class, name) = match tone {
            Tone::Note => ("note", "Note"),
            Tone::Warning => ("note warning", "Warning"),
        };
        let _ =
            writeln!(self.body, "<div class=\"{class}\" role=\"note\"><strong>{name}:</strong> {}</div>", escape(text));
    }

    /// Key figures side by side.
    pub fn cards(&mut self, cards: &[Card]) {
        self.body.push_str("<dl class=\"cards\">");
        for card in cards {
            let class = if is_number(&card.value) { "value" } else { "value words" };
            let _ = write!(
                self.body,
                "<div class=\"card\"><dt>{}</dt><dd class=\"{class}\">{}</dd>",
                escape(&card.name),
                escape(&card.value)
            );
            if !card.hint.is_empty() {
                let _ = write!(self.body, "<dd class=\"hint\">{}</dd>", escape(&card.hint));
            }
            self.body.push_str("</div>");
        }
        self.body.push_str("</dl>\n");
    }

    /// A table. A column of numbers ("12", "−3.5", "12.3 %") is aligned to the right, with its heading.
    pub fn table(&mut self, head: &[&str], rows: &[Vec<String>]) {
        let columns = rows.iter().map(Vec::len).chain([head.len()]).max().unwrap_or(0);
        let cell = |row: &Vec<String>, i: usize| row.get(i).map_or("", String::as_str).trim().to_owned();
        let class: Vec<&str> = (0..columns)
            .map(|i| {
                let mut filled = rows.iter().map(|row| cell(row, i)).filter(|cell| !is_missing(cell)).peekable();
                let numbers = filled.peek().is_some() && filled.all(|cell| is_number(&cell));
                if numbers { " class=\"number\"" } else { "" }
            })
            .collect();
        self.body.push_str("<div class=\"scroll\" tabindex=\"0\"><table>\n");
        if head.iter().any(|name| !name.is_empty()) {
            let heads = (0..columns).map(|i| {
                let name = head.get(i).copied().unwrap_or_default();
                // An empty cell heads nothing.
                let tag = if name.is_empty() { "td" } else { "th" };
                let scope = if name.is_empty() { "" } else { " scope=\"col\"" };
                format!("<{tag}{scope}{}>{}</{tag}>", class[i], escape(name))
            });
            let _ = writeln!(self.body, "<thead><tr>{}</tr></thead>", heads.collect::<String>());
        }
        self.body.push_str("<tbody>\n");
        for row in rows {
            let cells =
                (0..columns).map(|i| format!("<td{}>{}</td>", class[i], escape(row.get(i).map_or("", String::as_str))));
            let _ = writeln!(self.body, "<tr>{}</tr>", cells.collect::<String>());
        }
        self.body.push_str("</tbody></table></div>\n");
    }

    /// A chart or another picture, given as SVG.
    pub fn figure(&mut self, svg: &str, caption: &str) {
        let caption =
            if caption.is_empty() { String::new() } else { format!("<figcaption>{}</figcaption>", escape(caption)) };
        let _ = writeln!(
            self.body,
            "<figure class=\"chart\"><div class=\"scroll\" tabindex=\"0\">{svg}</div>{caption}</figure>"
        );
    }

    /// Small pictures side by side, as many as there is room for.
    pub fn pictures(&mut self, pictures: &[String]) {
        self.body.push_str("<div class=\"pictures\">\n");
        for svg in pictures {
            let _ = writeln!(self.body, "<figure>{svg}</figure>");
        }
        self.body.push_str("</div>\n");
    }

    /// What signs mean: a sample of each with its name.
    pub fn legend(&mut self, entries: &[(Html, String)]) {
        if entries.is_empty() {
            return;
        }
        let entries = entries.iter().map(|(sample, name)| format!("<li>{} {}</li>", sample.as_str(), escape(name)));
        let _ = writeln!(self.body, "<ul class=\"legend\">{}</ul>", entries.collect::<String>());
    }

    /// Two texts side by side, each with its name; on narrow screens one above the other.
    pub fn beside(&mut self, left: (&str, &Html), right: (&str, &Html)) {
        // A line break right after `<pre>` is dropped by HTML, so one is written.
        let one = |(name, html): (&str, &Html)| {
            format!("<section><h3>{}</h3><pre dir=\"auto\">\n{}</pre></section>", escape(name), html.as_str())
        };
        let _ = writeln!(self.body, "<div class=\"beside\">{}{}</div>", one(left), one(right));
    }

    /// The whole page.
    #[must_use]
    pub fn finish(self) -> String {
        let title = escape(&self.title);
        format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <title>{title}</title>\n<style>\n{STYLE}</style></head>\n<body>\n<main>\n<h1>{title}</h1>\n{}</main>\n</body></html>\n",
            self.body
        )
    }
}

/// Whether a cell says that there is no value.
fn is_missing(cell: &str) -> bool {
    matches!(cell, "" | "–" | "—" | "-" | "n/a")
}

/// Whether text is a number as people write it: a sign or comparison, digits with separators, an exponent, a percent
/// sign.
fn is_number(text: &str) -> bool {
    let text = text.trim().trim_start_matches(['≥', '≤', '<', '>', '≈', '±']).trim_start();
    let text = text.strip_prefix(['+', '-', '−']).unwrap_or(text);
    let text = text.strip_suffix(['%', '‰']).unwrap_or(text).trim_end();
    let separator = |c| matches!(c, '.' | ',' | '\'' | '\u{202f}' | '\u{a0}' | '\u{2009}' | ' ');
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let exponent = exponent.strip_prefix(['+', '-', '−']).unwrap_or(exponent);
    digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.ends_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || separator(c))
        && !exponent.is_empty()
        && exponent.bytes().all(|byte| byte.is_ascii_digit())
}

/// Text as it may stand in HTML and SVG, also inside attributes. Control characters, which XML does not allow, become
/// replacement characters.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(c),
            '\0'..='\u{1f}' | '\u{7f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_become_markup() {
        assert_eq!(
            escape("<a href=\"x\" title='y'>&\0</a>"),
            "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;\u{fffd}&lt;/a&gt;"
        );
        let bad = "<script>alert(1)</script>";
        let mut page = Page::new(bad);
        page.heading(bad);
        page.subheading(bad);
        page.paragraph(bad);
        page.note(Tone::Warning, bad);
        page.cards(&[Card { name: bad.into(), value: bad.into(), hint: bad.into() }]);
        page.table(&[bad], &[vec![bad.into()]]);
        page.figure("", bad);
        page.legend(&[(Html::text(bad), bad.into())]);
        page.beside((bad, &Html::text(bad)), (bad, &Html::text(bad)));
        assert!(!page.finish().contains("<script"));
    }

    #[test]
    fn a_page_asks_nothing_from_outside() {
        let mut page = Page::new("p");
        page.paragraph("x");
        let page = page.finish();
        for outside in ["http://", "https://", "url(", "@import", "src=", "href="] {
            assert!(!page.contains(outside), "{outside}");
        }
    }

    #[test]
    fn columns_of_numbers_stand_right() {
        for number in ["0", "12.3 %", "−3.5", "+4", "1\u{202f}234", "1,234.5", "≥ 12.00", "1e-9", "3.000e−9", "100%"]
        {
            assert!(is_number(number), "{number}");
        }
        for text in ["", "%", "-", "e", "twelve", "12 bits", "3rd", "1e", "v1.2", "2024-01-02"] {
            assert!(!is_number(text), "{text}");
        }
        let mut page = Page::new("p");
        page.table(
            &["name", "share", "note"],
            &[vec!["a".into(), "12.3 %".into(), "7".into()], vec!["b".into(), "–".into(), "x".into()]],
        );
        let page = page.finish();
        assert!(page.contains("<th scope=\"col\" class=\"number\">share</th>"));
        assert!(page.contains("<td class=\"number\">12.3 %</td><td>7</td>"));
        assert!(page.contains("<td class=\"number\">–</td><td>x</td>"));
    }

    #[test]
    fn ragged_and_empty_tables_are_written() {
        let mut page = Page::new("p");
        page.table(&["", ""], &[vec!["a".into()], vec!["b".into(), "1".into(), "2".into()]]);
        page.table(&[], &[]);
        let page = page.finish();
        assert!(!page.contains("<thead>"));
        assert!(page.contains("<tr><td>a</td><td class=\"number\"></td><td class=\"number\"></td></tr>"));
    }
}
