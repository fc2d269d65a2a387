//! How a column writes its numbers: told from the whole of it, and written back in the same way.

use crate::column::Column;
use crate::kind::Missing;
use rayon::prelude::*;

/// How numbers are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberStyle {
    /// The decimal sign.
    pub decimal: char,
    /// What stands between groups of three digits.
    pub thousands: Option<char>,
    /// What stands before a number: a currency.
    pub before: String,
    /// What stands behind it: a currency, or a percent sign.
    pub behind: String,
}

/// What may stand before or behind a number.
const AFFIXES: [&str; 18] =
    ["$", "€", "£", "¥", "₹", "₩", "%", "USD", "EUR", "GBP", "CHF", "JPY", "SEK", "NOK", "DKK", "kr", "Fr", "zł"];

/// What may stand between groups of three digits, besides the other decimal sign.
const BLANKS: [char; 5] = [' ', '\u{a0}', '\u{202f}', '\'', '’'];

/// The greatest whole number up to which all are exact.
pub(crate) const EXACT: f64 = 9_007_199_254_740_992.0;

impl Default for NumberStyle {
    fn default() -> Self {
        Self { decimal: '.', thousands: None, before: String::new(), behind: String::new() }
    }
}

impl NumberStyle {
    /// The number that a text writes in this style, if it does and the number is finite.
    pub fn parse(&self, text: &str) -> Option<f64> {
        let text = text.trim();
        if *self == Self::default() {
            return plain(text);
        }
        let (sign, rest) = signed(text);
        let rest = rest.strip_prefix(&*self.before)?.strip_suffix(&*self.behind)?.trim();
        // The sign may also stand behind the currency.
        let (sign, rest) = if sign.is_empty() { signed(rest) } else { (sign, rest) };
        let (whole, fraction) = match rest.split_once(self.decimal) {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (rest, None),
        };
        let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let mut digits = String::with_capacity(text.len());
        digits.push_str(sign);
        match self.thousands.filter(|&mark| whole.contains(mark)) {
            None if is_digits(whole) => digits.push_str(whole),
            None => return None,
            Some(mark) => {
                for (at, group) in whole.split(mark).enumerate() {
                    let fits = if at == 0 {
                        (1..=3).contains(&group.len()) && !group.starts_with('0')
                    } else {
                        group.len() == 3
                    };
                    if !fits || !is_digits(group) {
                        return None;
                    }
                    digits.push_str(group);
                }
            }
        }
        if let Some(fraction) = fraction {
            if !is_digits(fraction) {
                return None;
            }
            digits.push('.');
            digits.push_str(fraction);
        }
        plain(&digits)
    }

    /// How many digits a text has behind the decimal sign.
    pub(crate) fn decimals(&self, text: &str) -> usize {
        let text = text.trim();
        if text.contains(['e', 'E']) && *self == Self::default() {
            return plain(text).map_or(0, decimals_of);
        }
        let behind = text.split_once(self.decimal).map_or("", |(_, behind)| behind);
        behind.bytes().take_while(u8::is_ascii_digit).count()
    }

    /// A number in this style, with so many decimals or, where `shortest`, at most so many.
    pub(crate) fn write(&self, number: f64, decimals: usize, shortest: bool) -> String {
        let text = if shortest { number.abs().to_string() } else { format!("{:.decimals$}", number.abs()) };
        let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
        let mut out = String::with_capacity(text.len() + 8);
        if number < 0.0 && text.bytes().any(|byte| (b'1'..=b'9').contains(&byte)) {
            out.push('-');
        }
        out.push_str(&self.before);
        for (at, digit) in whole.chars().enumerate() {
            if let Some(mark) = self.thousands
                && at > 0
                && (whole.len() - at).is_multiple_of(3)
            {
                out.push(mark);
            }
            out.push(digit);
        }
        if !fraction.is_empty() {
            out.push(self.decimal);
            out.push_str(fraction);
        }
        out.push_str(&self.behind);
        out
    }

    /// The style in words, or nothing if it is the plain one.
    pub fn describe(&self) -> Option<String> {
        let mut parts = Vec::new();
        if self.decimal == ',' {
            parts.push("decimal comma".to_owned());
        }
        match self.thousands {
            Some(' ' | '\u{a0}' | '\u{202f}') => parts.push("thousands set apart by blanks".to_owned()),
            Some(mark) => parts.push(format!("thousands set apart by “{mark}”")),
            None => {}
        }
        match self.before.trim_end().len() + self.behind.trim_start().len() {
            0 => {}
            _ if self.behind.trim_start() == "%" => parts.push("percent".to_owned()),
            _ => parts.push("currency".to_owned()),
        }
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

fn signed(text: &str) -> (&str, &str) {
    match text.strip_prefix(['-', '+']) {
        Some(rest) => (&text[..1], rest),
        None => ("", text),
    }
}

/// A finite number in plain notation, without white space around it.
pub(crate) fn plain(text: &str) -> Option<f64> {
    // The parser also takes words for infinity and not-a-number.
    let plain = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'+' | b'e' | b'E'));
    if plain { text.parse().ok().filter(|number: &f64| number.is_finite()) } else { None }
}

/// How many decimals the shortest notation of a number has.
pub(crate) fn decimals_of(number: f64) -> usize {
    number.to_string().split_once('.').map_or(0, |(_, behind)| behind.len())
}

/// A style, and how many of a column's values are numbers in it.
#[derive(Debug, Clone)]
pub(crate) struct Fit {
    pub(crate) style: NumberStyle,
    pub(crate) numbers: usize,
    pub(crate) values: usize,
}

impl Fit {
    /// Whether every value is a number, and one is there.
    pub(crate) fn is_whole(&self) -> bool {
        self.values > 0 && self.numbers == self.values
    }

    /// Whether half of the values or more are numbers.
    pub(crate) fn is_most(&self) -> bool {
        self.values > 0 && 2 * self.numbers >= self.values
    }
}

/// The style in which most values of a column of text are numbers.
pub(crate) fn fit(column: &Column, missing: &Missing) -> Fit {
    let plain = count(column, missing, NumberStyle::default());
    let continental = column.delimiter.is_some_and(|delimiter| delimiter != b',');
    if plain.is_whole() && !(continental && looks_grouped(column, missing)) {
        return plain;
    }
    let looks = |row: &usize| {
        let text = column.cells.text(*row);
        !missing.is(&text) && looks_numeric(&text)
    };
    let numeric = (0..column.cells.len()).into_par_iter().with_min_len(SHARE).filter(looks).count();
    if 2 * numeric < plain.values {
        return plain;
    }
    let first = (0..column.cells.len()).find(looks);
    let (before, behind) = first.map_or_else(Default::default, |row| affixes(&column.cells.text(row)));
    let mut best: Option<Fit> = None;
    for (decimal, thousands) in styles(continental) {
        let style = NumberStyle { decimal, thousands, before: before.clone(), behind: behind.clone() };
        let fit = count(column, missing, style);
        if fit.is_whole() {
            return fit;
        }
        if best.as_ref().is_none_or(|best| fit.numbers > best.numbers) {
            best = Some(fit);
        }
    }
    best.filter(|best| best.numbers > plain.numbers).unwrap_or(plain)
}

/// Decimal signs and marks between thousands, the likeliest first: “1,234” is a thousand and more where fields are set apart by
/// commas, and one and a fraction where they are not.
fn styles(continental: bool) -> impl Iterator<Item = (char, Option<char>)> {
    let with = |decimal: char, other: char| {
        let blanks = BLANKS.map(|mark| (decimal, Some(mark)));
        [(decimal, None), (decimal, Some(other))].into_iter().chain(blanks)
    };
    let (point, comma) = (with('.', ','), with(',', '.'));
    let [first, second] = if continental { [comma, point] } else { [point, comma] };
    first.chain(second)
}

/// Rows that a thread reads at a time.
pub(crate) const SHARE: usize = 1 << 14;

/// How many values are numbers in a style.
fn count(column: &Column, missing: &Missing, style: NumberStyle) -> Fit {
    let fits = |row: usize| {
        let text = column.cells.text(row);
        let is_value = !missing.is(&text);
        (usize::from(is_value && style.parse(&text).is_some()), usize::from(is_value))
    };
    let sum = |a: (usize, usize), b: (usize, usize)| (a.0 + b.0, a.1 + b.1);
    let rows = (0..column.cells.len()).into_par_iter().with_min_len(SHARE);
    let (numbers, values) = rows.map(fits).reduce(|| (0, 0), sum);
    Fit { style, numbers, values }
}

/// Whether the dots of a column set groups of three digits apart, where whole numbers below a thousand have none: 999 and 1.234.
fn looks_grouped(column: &Column, missing: &Missing) -> bool {
    let grouped = NumberStyle { decimal: ',', thousands: Some('.'), ..NumberStyle::default() };
    let (mut dotted, mut bare) = (false, false);
    for row in 0..column.cells.len() {
        let text = column.cells.text(row);
        let text = text.trim();
        if missing.is(text) {
            continue;
        }
        match (text.contains('.'), grouped.parse(text)) {
            (true, Some(_)) => dotted = true,
            (false, Some(number)) if number.abs() < 1000.0 => bare = true,
            _ => return false,
        }
    }
    dotted && bare
}

/// Whether a text has a digit, and nothing but what stands in a number.
fn looks_numeric(text: &str) -> bool {
    let (before, behind) = affixes(text);
    let (_, rest) = signed(text.trim());
    let Some(rest) = rest.strip_prefix(&*before).and_then(|rest| rest.strip_suffix(&*behind)) else { return false };
    let part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '+' | 'e' | 'E') || BLANKS.contains(&c);
    rest.contains(|c: char| c.is_ascii_digit()) && rest.chars().all(part)
}

/// The currency or percent sign before and behind a number, each with the blanks that set it apart.
fn affixes(text: &str) -> (String, String) {
    let (_, text) = signed(text.trim());
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '+');
    let known = |affix: &str| if AFFIXES.contains(&affix.trim()) { affix.to_owned() } else { String::new() };
    let before = text.find(is_number).map_or("", |at| &text[..at]);
    let behind = text.rfind(|c: char| c.is_ascii_digit()).map_or("", |at| &text[at + 1..]);
    (known(before), known(behind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::column::Cells;

    fn column(cells: &[&str], delimiter: u8) -> Column {
        Column { delimiter: Some(delimiter), ..Column::new("x", Cells::Plain(cells.iter().collect())) }
    }

    fn read(cells: &[&str], delimiter: u8) -> Option<(Vec<f64>, Option<String>)> {
        let column = column(cells, delimiter);
        let fit = fit(&column, &Missing::default());
        let numbers = || cells.iter().map(|cell| fit.style.parse(cell).unwrap()).collect();
        fit.is_whole().then(|| (numbers(), fit.style.describe()))
    }

    #[test]
    fn the_style_is_told_from_the_whole_column() {
        type Case<'t> = (&'t [&'t str], u8, &'t [f64], Option<&'t str>);
        let cases: [Case<'_>; 14] = [
            (&["1", "2.5", "-3e2"], b',', &[1.0, 2.5, -300.0], None),
            (&["1,5", "12", "-0,25"], b';', &[1.5, 12.0, -0.25], Some("decimal comma")),
            (&["1.234,5", "999"], b';', &[1234.5, 999.0], Some("decimal comma, thousands set apart by “.”")),
            (&["1,234.5", "999"], b',', &[1234.5, 999.0], Some("thousands set apart by “,”")),
            (&["1,234", "5,678"], b',', &[1234.0, 5678.0], Some("thousands set apart by “,”")),
            (&["1,234", "5,678"], b';', &[1.234, 5.678], Some("decimal comma")),
            (&["1.234", "999"], b';', &[1234.0, 999.0], Some("decimal comma, thousands set apart by “.”")),
            (&["1.234", "999"], b',', &[1.234, 999.0], None),
            (&["1.234", "0.5"], b';', &[1.234, 0.5], None),
            (&["1 234 567", "12"], b',', &[1_234_567.0, 12.0], Some("thousands set apart by blanks")),
            (&["5 %", "7.5 %"], b',', &[5.0, 7.5], Some("percent")),
            (&["$1,200", "-$5"], b',', &[1200.0, -5.0], Some("thousands set apart by “,”, currency")),
            (
                &["1 200,50 €", "3 €"],
                b';',
                &[1200.5, 3.0],
                Some("decimal comma, thousands set apart by blanks, currency"),
            ),
            (&["1'234", "5"], b',', &[1234.0, 5.0], Some("thousands set apart by “'”")),
        ];
        for (cells, delimiter, numbers, style) in cases {
            assert_eq!(read(cells, delimiter), Some((numbers.to_vec(), style.map(str::to_owned))), "{cells:?}");
        }
        let others: [&[&str]; 8] =
            [&["1", "abc"], &["0x1F"], &["NaN", "1"], &["1e400"], &["inf"], &["A12", "A13"], &["1,23,4"], &["5%", "7"]];
        for cells in others {
            assert_eq!(read(cells, b','), None, "{cells:?}");
        }
    }
}
