//! Where the blocks of a plain text end: paragraphs, headings, items of lists, lines of forms and signatures.
//!
//! A line that is wrapped at the margin goes on in the next one, and so may a name. A line that ends where the next word would
//! still have fitted was ended on purpose, and nothing reaches over its end.

use crate::language::WordLists;

/// A line, without the blanks around it.
struct Line<'t> {
    text: &'t str,
    /// How many characters it has, with the blanks before it.
    width: usize,
    /// Where its line feed stands.
    end: usize,
    /// Whether it has a label of a release: nobody knows how wide the line was.
    has_label: bool,
}

/// Narrower lines are wrapped only where the whole paragraph shows it, or where the next one begins with a small letter.
const NARROWEST: usize = 45;

/// The places of the line feeds that end a block, in order.
///
/// ```
/// use scumble_text::{WordLists, block_ends};
/// let text = "Name: Zebulon\nDischarge summary\n\nHe was seen on the fourth day of March by Dr Priyanka\nVenkataraman, who wrote this.";
/// assert_eq!(block_ends(text, WordLists::english()), [13, 31]);
/// ```
pub fn block_ends(text: &str, words: &WordLists) -> Vec<usize> {
    let lines = lines(text);
    let goes_on = |pair: &[Line<'_>]| !pair[0].text.is_empty() && !pair[1].text.is_empty();
    let usual = usual_width(lines.windows(2).filter(|pair| goes_on(pair)).map(|pair| pair[0].width).collect());
    let mut out = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let length = lines[at..].iter().take_while(|line| !line.text.is_empty()).count();
        let paragraph = &lines[at..at + length];
        let widest = paragraph.iter().map(|line| line.width).max().unwrap_or(0);
        // Two lines do not show how wide the text is set.
        let margin = if length > 2 { widest } else { widest.max(usual) };
        let margin = if margin >= NARROWEST || is_narrow_column(paragraph, margin) { margin } else { usize::MAX };
        let inside = paragraph.windows(2).filter(|pair| ends_block(&pair[0], &pair[1], margin, words));
        out.extend(inside.map(|pair| pair[0].end));
        if let Some(last) = paragraph.last().filter(|last| last.end < text.len()) {
            out.push(last.end);
        }
        at += length.max(1);
    }
    out
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let mut out = Vec::new();
    let mut start = 0;
    for line in text.split('\n') {
        let end = start + line.len();
        let width = line.trim_end().chars().count();
        let has_label = line.split_whitespace().any(is_label);
        out.push(Line { text: line.trim(), width, end, has_label });
        start = end + 1;
    }
    out
}

/// Whether a word stands for a name in a release: `Pers1`, `[REDACTED]`.
fn is_label(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_numbered = (2..=5).contains(&letters.len()) && letters.len() < word.len();
    word == "REDACTED"
        || is_numbered
            && letters.starts_with(|c: char| c.is_ascii_uppercase())
            && letters.bytes().skip(1).all(|byte| byte.is_ascii_lowercase())
}

/// The width that nine of ten lines do not exceed.
fn usual_width(mut widths: Vec<usize>) -> usize {
    widths.sort_unstable();
    widths.get(widths.len().saturating_sub(1) * 9 / 10).copied().unwrap_or(0)
}

/// Whether a paragraph is set in a narrow column: hardly a line has room for the next word, and sentences run over line ends.
fn is_narrow_column(paragraph: &[Line<'_>], margin: usize) -> bool {
    const LEAST_LINES: usize = 4;
    let ends = paragraph.len().saturating_sub(1);
    let full = paragraph.windows(2).filter(|pair| is_full(&pair[0], unquoted(pair[1].text).0, margin)).count();
    let small = paragraph.iter().skip(1).filter(|line| unquoted(line.text).0.starts_with(char::is_lowercase)).count();
    paragraph.len() >= LEAST_LINES && 4 * full >= 3 * ends && 3 * small >= ends
}

/// Whether the next word had no room in a line. Up to a sixth may be missing: letters have different widths.
fn is_full(this: &Line<'_>, next: &str, margin: usize) -> bool {
    let first = next.split_whitespace().next().map_or(0, |word| word.chars().count());
    margin < usize::MAX && (this.has_label || 6 * (this.width + 1 + first) > 5 * margin)
}

/// Whether a block ends between two lines of a paragraph.
fn ends_block(this: &Line<'_>, next: &Line<'_>, margin: usize, words: &WordLists) -> bool {
    let (this_text, this_depth) = unquoted(this.text);
    let (next_text, next_depth) = unquoted(next.text);
    if this_depth != next_depth || this_text.is_empty() || next_text.is_empty() {
        return true;
    }
    if is_full(this, next_text, margin) {
        return false;
    }
    if this_text.ends_with(':') || is_item(next_text) || is_field(next_text) {
        return true;
    }
    let last = this_text.split_whitespace().next_back().unwrap_or_default();
    let is_unfinished = this_text.ends_with([',', '-', '&', '(', '/', '\u{ad}'])
        || words.is_stop_word(last)
        || words.is_title(&last.trim_end_matches('.').to_lowercase());
    !is_unfinished && !next_text.starts_with(char::is_lowercase)
}

/// A line without the marks of a quoted mail, and how many there are.
fn unquoted(line: &str) -> (&str, usize) {
    let rest = line.trim_start_matches(['>', ' ', '\t']);
    (rest, line[..line.len() - rest.len()].matches('>').count())
}

/// Whether a line is an item of a list: it begins with a bullet or a number.
fn is_item(line: &str) -> bool {
    let mark = line.split_whitespace().next().unwrap_or_default();
    let number = mark.trim_start_matches('(').trim_end_matches(['.', ')']);
    let is_numbered = number.len() < mark.len() && (1..=3).contains(&number.len());
    matches!(mark, "-" | "*" | "+" | "•" | "·" | "–" | "—" | "▪" | "◦") && line.len() > mark.len()
        || is_numbered && number.bytes().all(|byte| byte.is_ascii_digit())
        || mark.starts_with('(') && is_numbered && number.bytes().all(|byte| byte.is_ascii_lowercase())
        || line.starts_with('#')
        || line.starts_with('|')
}

/// Whether a line is one of a form: a few words, a colon, and what they are about.
fn is_field(line: &str) -> bool {
    const LONGEST: usize = 40;
    const MOST_WORDS: usize = 4;
    let Some((label, value)) = line.split_once(':') else { return false };
    label.len() <= LONGEST
        && label.starts_with(char::is_alphabetic)
        && label.split_whitespace().count() <= MOST_WORDS
        && !label.contains(['.', ',', ';', '!', '?', '"'])
        && (value.is_empty() || value.starts_with(char::is_whitespace))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text with a bar at each end of a block.
    fn blocks(text: &str) -> String {
        let ends = block_ends(text, WordLists::english());
        text.char_indices().map(|(at, c)| if ends.contains(&at) { '|' } else { c }).collect()
    }

    #[test]
    fn headings_forms_lists_and_signatures() {
        for (text, expected) in [
            ("Abstract\nDynamic systems", "Abstract|Dynamic systems"),
            ("Name: Zebulon\ndob: 4 May", "Name: Zebulon|dob: 4 May"),
            ("Dr Jane Roe\nText follows", "Dr Jane Roe|Text follows"),
            ("Jane Roe\nHead of Finance\nAcme Ltd", "Jane Roe|Head of Finance|Acme Ltd"),
            ("seen by Dr\nPriyanka", "seen by Dr\nPriyanka"),
            ("she and\nJane", "she and\nJane"),
            ("was seen\nby Jane", "was seen\nby Jane"),
            ("to bring:\n- Jane\n- Tom", "to bring:|- Jane|- Tom"),
            ("> Jane\n> Roe\nYes", "> Jane|> Roe|Yes"),
            ("a\n\n\nb\n", "a|\n\nb|"),
            ("a\r\n\r\nb", "a\r|\r\nb"),
            ("", ""),
        ] {
            assert_eq!(blocks(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_line_at_the_margin_goes_on() {
        let text = "The applicant was seen on the first day by Mrs Jane\n\
                    Roe and on the second one by her brother, Mr Thomas\n\
                    Hale. He left early.\n\
                    Discharge summary";
        assert_eq!(blocks(text).matches('|').count(), 1);
        assert!(blocks(text).ends_with("early.|Discharge summary"));
        let narrow =
            "The applicant met Jane\nRoe and her brother Tom\nHale in the morning of\nthat day, and left them.";
        assert_eq!(blocks(narrow), narrow);
        let short = format!("{text}\n\nHe was seen by Zebulon at noon\nDischarge summary");
        assert!(blocks(&short).ends_with("noon|Discharge summary"), "the lines above are wider");
    }
}
