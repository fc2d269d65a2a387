//! What a released value covers, told from its form alone: an interval, a part of a date, a prefix of a code, or `*`.

use scumble_data::{DateFormat, NumberStyle};
use scumble_mask::{ANY, Attribute, Values};
use std::collections::HashMap;
use std::ops::Range;

/// The distinct values of a column in an order in which every form covers neighbours.
#[derive(Debug, Clone)]
pub(super) enum Domain {
    Numbers(Vec<f64>, NumberStyle),
    Dates(Vec<f64>, DateFormat),
    Ordinal(Vec<String>),
    /// In the order of their texts.
    Texts(Vec<String>),
}

impl Domain {
    /// The cells of a column as places in its domain (a missing one past its end), and the domain.
    pub(super) fn of(attribute: &Attribute) -> (Vec<u32>, Self) {
        match &attribute.values {
            Values::Numbers(numbers, format) => {
                let (codes, distinct) = ranked(numbers);
                (codes, Self::Numbers(distinct, format.style.clone()))
            }
            Values::Dates(seconds, format) => {
                let (codes, distinct) = ranked(seconds);
                (codes, Self::Dates(distinct, format.clone()))
            }
            Values::Ordinal(codes, order) => (codes.clone(), Self::Ordinal(order.clone())),
            Values::Nominal(codes, values) | Values::Text(codes, values, _) => {
                let mut sorted = values.clone();
                sorted.sort_unstable();
                sorted.dedup();
                let places: HashMap<&str, u32> = sorted.iter().map(String::as_str).zip(0..).collect();
                let place = |&code: &u32| values.get(code as usize).map_or(u32::MAX, |value| places[value.as_str()]);
                (codes.iter().map(place).collect(), Self::Texts(sorted))
            }
        }
    }

    /// How many distinct values there are.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Numbers(values, _) | Self::Dates(values, _) => values.len(),
            Self::Ordinal(values) | Self::Texts(values) => values.len(),
        }
    }

    /// The values that a label covers; nothing if its form says nothing.
    pub(super) fn covered(&self, label: &str) -> Range<u32> {
        let label = label.trim();
        let found = match self {
            Self::Numbers(values, style) => interval(label, style).map(|interval| interval.among(values)),
            Self::Dates(values, format) => date_part(label, format).map(|part| part.among(values)),
            Self::Ordinal(order) => neighbours(label, order),
            Self::Texts(values) => same_or_prefix(label, values),
        };
        match found {
            Some(range) if !range.is_empty() => range,
            _ if label == ANY => 0..self.len() as u32,
            _ => 0..0,
        }
    }

    /// The part of the range of a column of numbers that an interval takes (Iyengar 2002); nothing for other values.
    pub(super) fn width(&self, label: &str) -> Option<f64> {
        let Self::Numbers(values, style) = self else { return None };
        let (least, most) = (*values.first()?, *values.last()?);
        let interval = interval(label.trim(), style)?;
        let width = interval.to.min(most) - interval.from.max(least);
        (most > least).then(|| (width / (most - least)).clamp(0.0, 1.0))
    }
}

fn ranked(numbers: &[f64]) -> (Vec<u32>, Vec<f64>) {
    let mut distinct: Vec<f64> = numbers.iter().copied().filter(|number| !number.is_nan()).collect();
    distinct.sort_unstable_by(f64::total_cmp);
    distinct.dedup();
    let rank = |number: &f64| match number.is_nan() {
        true => u32::MAX,
        false => distinct.partition_point(|known| known < number) as u32,
    };
    (numbers.iter().map(rank).collect(), distinct)
}

/// Numbers between two bounds.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Interval {
    from: f64,
    to: f64,
    with_from: bool,
    with_to: bool,
}

impl Interval {
    fn among(self, sorted: &[f64]) -> Range<u32> {
        let first = sorted.partition_point(|&value| value < self.from || (value == self.from && !self.with_from));
        let end = sorted.partition_point(|&value| value < self.to || (value == self.to && self.with_to));
        first as u32..end.max(first) as u32
    }
}

/// `12`, `[10, 20)`, `(10; 20]`, `< 10`, `≤ 10`, `> 10`, `≥ 10`, `>= 10`, `10-20`, `10–20`, `10..20`.
fn interval(label: &str, style: &NumberStyle) -> Option<Interval> {
    let number = |text: &str| style.parse(text);
    if let Some(one) = number(label) {
        return Some(Interval { from: one, to: one, with_from: true, with_to: true });
    }
    for (sign, below, with) in [
        ("<=", true, true),
        (">=", false, true),
        ("≤", true, true),
        ("≥", false, true),
        ("<", true, false),
        (">", false, false),
    ] {
        if let Some(bound) = label.strip_prefix(sign) {
            let bound = number(bound)?;
            let (from, to) = if below { (f64::NEG_INFINITY, bound) } else { (bound, f64::INFINITY) };
            return Some(Interval { from, to, with_from: below || with, with_to: !below || with });
        }
    }
    let bounds = |text: &str, between: &str| {
        let mut cuts = text.match_indices(between).filter(|(at, _)| *at > 0);
        cuts.find_map(|(at, _)| Some((number(&text[..at])?, number(&text[at + between.len()..])?)))
    };
    let mut marks = label.chars();
    let (open, close) = (marks.next()?, marks.next_back()?);
    if matches!(open, '[' | '(') && matches!(close, ']' | ')') {
        let inner = marks.as_str();
        let (from, to) = [", ", ";", ","].iter().find_map(|between| bounds(inner, between))?;
        return Some(Interval { from, to, with_from: open == '[', with_to: close == ']' });
    }
    let (from, to) = ["..", "–", " - ", "-"].iter().find_map(|between| bounds(label, between))?;
    (from <= to).then_some(Interval { from, to, with_from: true, with_to: true })
}

/// A date as the column writes it, or its day, month or year: `1969-12-24`, `1969-12`, `1969`.
fn date_part(label: &str, format: &DateFormat) -> Option<Interval> {
    if let Some(at) = format.parse(label) {
        return Some(Interval { from: at, to: at, with_from: true, with_to: true });
    }
    let days = DateFormat::new("%Y-%m-%d").ok()?;
    let start = |year: i64, month: i64| days.parse(&format!("{year:04}-{month:02}-01"));
    let is_digits = |text: &str, count: usize| text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    let (from, to) = match label.split('-').collect::<Vec<_>>()[..] {
        [year] if is_digits(year, 4) => {
            let year: i64 = year.parse().ok()?;
            (start(year, 1)?, start(year + 1, 1)?)
        }
        [year, month] if is_digits(year, 4) && is_digits(month, 2) => {
            let (year, month): (i64, i64) = (year.parse().ok()?, month.parse().ok()?);
            (start(year, month)?, start(year + month / 12, month % 12 + 1)?)
        }
        [year, ..] if is_digits(year, 4) => days.parse(label).map(|day| (day, day + 86_400.0))?,
        _ => return None,
    };
    Some(Interval { from, to, with_from: true, with_to: false })
}

/// A value of an order, or two with all between them: `low … middle`.
fn neighbours(label: &str, order: &[String]) -> Option<Range<u32>> {
    let place = |text: &str| order.iter().position(|value| value == text.trim()).map(|place| place as u32);
    if let Some(at) = place(label) {
        return Some(at..at + 1);
    }
    let mut cuts = label.match_indices('…');
    cuts.find_map(|(at, mark)| Some(place(&label[..at])?..place(&label[at + mark.len()..])? + 1))
}

/// A value, or the codes of one length that begin alike: `123**`.
fn same_or_prefix(label: &str, sorted: &[String]) -> Option<Range<u32>> {
    if let Ok(at) = sorted.binary_search_by(|value| value.as_str().cmp(label)) {
        return Some(at as u32..at as u32 + 1);
    }
    let prefix = label.trim_end_matches('*');
    if prefix.is_empty() || prefix.len() == label.len() {
        return None;
    }
    let first = sorted.partition_point(|value| value.as_str() < prefix);
    let count = sorted[first..].iter().take_while(|value| value.starts_with(prefix)).count();
    let alike = sorted[first..first + count].iter().all(|value| value.len() == label.len());
    alike.then_some(first as u32..(first + count) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_data::NumberFormat;

    fn covered(values: Values, labels: &[&str]) -> Vec<Range<u32>> {
        let (_, domain) = Domain::of(&Attribute { name: "x".to_owned(), values });
        labels.iter().map(|label| domain.covered(label)).collect()
    }

    fn texts(values: &[&str]) -> Vec<String> {
        values.iter().map(|&value| value.to_owned()).collect()
    }

    #[test]
    fn intervals_of_numbers() {
        let numbers = || Values::Numbers(vec![-5.0, 10.0, 12.5, 20.0, 30.0, f64::NAN].into(), NumberFormat::default());
        let labels = ["[10, 20)", "(10; 20]", "< 10", "<= 10", "≥ 20", "> 20", "10-20", "-5-10", "10..30", "*", "12.5"];
        let expected = [1..3, 2..4, 0..1, 0..2, 3..5, 4..5, 1..4, 0..2, 1..5, 0..5, 2..3];
        assert_eq!(covered(numbers(), &labels), expected);
        assert_eq!(covered(numbers(), &["13", "red", "[20, 10)", "[10, x)", "12*"]), vec![0..0; 5]);
        let (_, domain) = Domain::of(&Attribute { name: "x".to_owned(), values: numbers() });
        // The range is 35 wide; an open interval ends where the values do.
        assert_eq!(
            [domain.width("[10, 20)"), domain.width("< 10"), domain.width("12.5")],
            [10.0, 15.0, 0.0].map(|width| Some(width / 35.0))
        );
        assert_eq!(domain.width("*"), None);
    }

    #[test]
    fn parts_of_dates_neighbours_and_prefixes() {
        let format = DateFormat::new("%d.%m.%Y").unwrap();
        let days = ["24.12.1969", "31.12.1969", "01.01.1970", "02.02.1970"].map(|day| format.parse(day).unwrap());
        let labels = ["1969", "1969-12", "1970-02", "01.01.1970", "1970-02-02", "1969-13", "19"];
        assert_eq!(
            covered(Values::Dates(days.to_vec().into(), format), &labels),
            [0..2, 0..2, 3..4, 2..3, 3..4, 0..0, 0..0]
        );
        let order = texts(&["none", "low", "middle", "high"]);
        let labels = ["low", "none … low", "low … high", "high … low", "lower", "*"];
        assert_eq!(covered(Values::Ordinal(vec![0, 1, 2, 3], order), &labels), [1..2, 0..2, 1..4, 0..0, 0..0, 0..4]);
        let codes = Values::Nominal(vec![0, 1, 2], texts(&["B12", "A12", "A19"]));
        assert_eq!(
            covered(codes, &["A1*", "A**", "B1*", "A12", "C**", "A1**", "*"]),
            [0..2, 0..2, 2..3, 0..1, 0..0, 0..0, 0..3]
        );
    }
}
