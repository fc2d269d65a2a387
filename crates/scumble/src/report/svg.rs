//! What all pictures share: the width of text, colours for light and dark mode, and the frame of an SVG document.

use crate::report::page::escape;
use std::fmt::Write;

/// The font size of a picture's text.
pub(crate) const FONT: f64 = 13.0;

/// How many colours the series of a chart have before they repeat.
pub(crate) const COLOURS: usize = 7;

/// The rules of every picture. They are plain classes without variables, so that simple viewers understand them, and
/// they name the class of the picture, because styles inside an SVG apply to the whole page that it stands in.
/// Printed pictures are light. `:root` is a picture that is a file of its own.
const STYLE: &str = "\
.scumble{color:#1d1f23;font-family:system-ui,-apple-system,\"Segoe UI\",\"Liberation Sans\",Arial,sans-serif;font-size:13px}\
.scumble text{fill:currentColor}.scumble .title{font-size:15px;font-weight:600}.scumble .soft{fill:#565b63}\
.scumble:root{background:#fff}.scumble .paper{fill:#fff}.scumble .grid{stroke:#e1e3e7}.scumble .zero{stroke:#565b63}.scumble .hole{fill:#fff}\
.scumble .cut{stroke:#fff}.scumble .link{stroke:#9a9fa8;fill:none}\
.scumble .box{fill:#fff;stroke:#565b63}.scumble .given{fill:#d8ebf7;stroke:#0072b2}.scumble .shared{fill:#fdf0c4;stroke:#7a5c00}\
.scumble .f0{fill:#0072b2}.scumble .f1{fill:#d55e00}.scumble .f2{fill:#00845f}.scumble .f3{fill:#b4508f}\
.scumble .f4{fill:#7a5c00}.scumble .f5{fill:#5b4fc7}.scumble .f6{fill:#5f6368}\
.scumble .s0{stroke:#0072b2}.scumble .s1{stroke:#d55e00}.scumble .s2{stroke:#00845f}.scumble .s3{stroke:#b4508f}\
.scumble .s4{stroke:#7a5c00}.scumble .s5{stroke:#5b4fc7}.scumble .s6{stroke:#5f6368}\
@media screen and (prefers-color-scheme:dark){\
.scumble{color:#e8eaed}.scumble .soft{fill:#a9afb8}\
.scumble:root{background:#16181c}.scumble .paper{fill:#16181c}.scumble .grid{stroke:#33373e}.scumble .zero{stroke:#a9afb8}.scumble .hole{fill:#16181c}\
.scumble .cut{stroke:#16181c}.scumble .link{stroke:#737983}\
.scumble .box{fill:#1f2228;stroke:#8a909a}.scumble .given{fill:#12384f;stroke:#4fa8e0}.scumble .shared{fill:#443709;stroke:#d1ab3c}\
.scumble .f0{fill:#4fa8e0}.scumble .f1{fill:#ff8c42}.scumble .f2{fill:#35c79a}.scumble .f3{fill:#e792c4}\
.scumble .f4{fill:#d1ab3c}.scumble .f5{fill:#a79bf5}.scumble .f6{fill:#b5bac2}\
.scumble .s0{stroke:#4fa8e0}.scumble .s1{stroke:#ff8c42}.scumble .s2{stroke:#35c79a}.scumble .s3{stroke:#e792c4}\
.scumble .s4{stroke:#d1ab3c}.scumble .s5{stroke:#a79bf5}.scumble .s6{stroke:#b5bac2}}";

/// An SVG document around `body`. The title and the description are for screen readers and tooltips.
pub(crate) fn document(width: f64, height: f64, title: &str, description: &str, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"scumble\" role=\"img\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"sans-serif\" font-size=\"{FONT}\">\n\
         <title>{}</title>\n<desc>{}</desc>\n<style>{STYLE}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{body}</svg>\n",
        escape(title),
        escape(description)
    )
}

/// Where text is anchored.
#[derive(Clone, Copy)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// Text at a place, shortened to `room`; the whole of it is the tooltip then.
pub(crate) fn text(svg: &mut String, (x, y): (f64, f64), anchor: Anchor, class: &str, room: f64, text: &str) {
    let anchor = match anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    let shown = shorten(text, room);
    let whole = if shown == text { String::new() } else { format!("<title>{}</title>", escape(text)) };
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    // Writing to a string does not fail.
    let _ = writeln!(
        svg,
        "<text{class} x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{whole}{}</text>",
        escape(&shown)
    );
}

/// An upper estimate of the width of text in a font of size [`FONT`]: the font that a reader has is not known.
pub(crate) fn width(text: &str) -> f64 {
    let em = |c: char| match c {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | '\u{202f}' => 0.34,
        'f' | 't' | 'r' | 'I' | ' ' | '(' | ')' | '[' | ']' | '-' | '/' => 0.42,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '—' | '…' => 1.0,
        '+' | '−' | '=' | '<' | '>' | '~' | '^' | '#' | '×' | '≥' | '≤' => 0.84,
        'A'..='Z' => 0.74,
        '0'..='9' => 0.62,
        // Combining marks stand on the letter before them.
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' => 0.0,
        c if c < '\u{2e80}' => 0.64,
        _ => 1.1,
    };
    text.chars().map(em).sum::<f64>() * FONT
}

/// The text, or as much of it as fits into `room` with an ellipsis; at least one character.
pub(crate) fn shorten(text: &str, room: f64) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let mut end = text.len();
    while let Some((at, _)) = text[..end].char_indices().next_back().filter(|&(at, _)| at > 0) {
        end = at;
        let shown = format!("{}…", text[..end].trim_end());
        if width(&shown) <= room {
            return shown;
        }
    }
    format!("{}…", &text[..end])
}

/// The text in lines that fit into `room`; a single word that does not fit is shortened later.
pub(crate) fn wrap(text: &str, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line) + width(" ") + width(word) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// What every picture must hold.
#[cfg(test)]
pub(crate) mod check {
    use super::{FONT, width};

    /// The value of an attribute.
    fn attribute<'a>(element: &'a str, name: &str) -> &'a str {
        let start = element.find(&format!(" {name}=\"")).expect(name) + name.len() + 3;
        &element[start..start + element[start..].find('"').unwrap()]
    }

    /// The left, right, top and bottom of every text, as estimated.
    fn texts(svg: &str) -> Vec<([f64; 4], String)> {
        svg.lines()
            .filter(|line| line.starts_with("<text"))
            .map(|line| {
                let text = line.trim_end_matches("</text>");
                let text = &text[text.rfind('>').unwrap() + 1..];
                let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
                let text = entities.iter().fold(text.to_owned(), |text, (entity, c)| text.replace(entity, c));
                let number = |name| attribute(line, name).parse::<f64>().unwrap();
                let size = if line.contains("\"title\"") { 1.3 } else { 1.0 };
                let (x, y, wide) = (number("x"), number("y"), width(&text) * size);
                let left = match attribute(line, "text-anchor") {
                    "start" => x,
                    "middle" => x - wide / 2.0,
                    _ => x - wide,
                };
                ([left, left + wide, y - FONT * size * 0.8, y + FONT * 0.2], text)
            })
            .collect()
    }

    /// Panics if numbers are not finite, or if text overlaps other text or leaves the picture.
    pub(crate) fn picture(svg: &str) {
        // Between tags stands text, which may say anything.
        let tags: String = svg.split('<').filter_map(|piece| piece.split_once('>')).map(|(tag, _)| tag).collect();
        for bad in ["NaN", "inf\"", "inf,", "inf "] {
            assert!(!tags.contains(bad), "{bad} in {svg}");
        }
        assert!(svg.contains("<title>") && svg.contains("<desc>"));
        let root = svg.lines().next().unwrap();
        let (wide, tall): (f64, f64) =
            (attribute(root, "width").parse().unwrap(), attribute(root, "height").parse().unwrap());
        let texts = texts(svg);
        for (i, ([left, right, top, bottom], text)) in texts.iter().enumerate() {
            assert!(
                *left >= -0.1 && *right <= wide + 0.1 && *top >= 0.0 && *bottom <= tall,
                "{text:?} leaves the picture"
            );
            for ([left2, right2, top2, bottom2], other) in &texts[..i] {
                let apart = right <= left2 || right2 <= left || bottom <= top2 || bottom2 <= top;
                assert!(apart, "{text:?} overlaps {other:?}");
            }
        }
    }

    /// The texts of a picture.
    pub(crate) fn words(svg: &str) -> Vec<String> {
        texts(svg).into_iter().map(|(_, text)| text).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_are_wrapped_and_shortened() {
        assert_eq!(wrap("one two three", width("one two") + 1.0), ["one two", "three"]);
        assert_eq!(wrap("", 100.0), Vec::<String>::new());
        assert_eq!(shorten("short", 100.0), "short");
        assert_eq!(shorten("acquired immunodeficiency syndrome", width("acquired immuno…")), "acquired immuno…");
        assert_eq!(shorten("é", 0.0), "é…");
        assert_eq!(shorten("", 0.0), "");
    }

    proptest! {
        #[test]
        fn shortened_text_fits(text in "\\PC{0,40}", room in 30.0..200.0f64) {
            prop_assert!(width(&shorten(&text, room)) <= room);
        }
    }
}
