//! How a day is written, and another day in the same way.

use super::calendar::Day;

/// How a day is written: its parts in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::document) struct Form {
    pub(super) parts: Vec<Part>,
    /// Whether figures below ten have a zero before them.
    pub(super) padded: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// What stands between: blanks, marks, "of", "the".
    Text(String),
    Day,
    /// The ending of a day: 4th.
    Ending(Case),
    Month,
    MonthName(Length, Case),
    /// With so many figures: two or four.
    Year(usize),
    Weekday(Length, Case),
}

/// Whether a name is written whole, or how many letters it is cut to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Length {
    Whole,
    Cut,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    Lower,
    Capital,
    Upper,
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
const WEEKDAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
/// The number of a month, whole or cut: Sept, Mar.
pub(super) fn month(lower: &str) -> Option<(u32, Length)> {
    let whole = MONTHS.iter().position(|month| *month == lower).map(|i| (i, Length::Whole));
    let cut = || {
        let long = lower.len() == 3 || lower == "sept";
        MONTHS.iter().position(|month| long && month.starts_with(lower)).map(|i| (i, Length::Cut))
    };
    whole.or_else(cut).map(|(i, length)| (i as u32 + 1, length))
}

pub(super) fn weekday(lower: &str) -> Option<Length> {
    if WEEKDAYS.contains(&lower) {
        return Some(Length::Whole);
    }
    (lower.len() == 3 && WEEKDAYS.iter().any(|day| day.starts_with(lower))).then_some(Length::Cut)
}

pub(super) fn case(text: &str) -> Case {
    let upper = |c: char| c.is_uppercase();
    match (text.starts_with(upper), text.chars().all(upper)) {
        (true, true) if text.len() > 1 => Case::Upper,
        (true, _) => Case::Capital,
        _ => Case::Lower,
    }
}

pub(super) fn written(name: &str, length: Length, case: Case) -> String {
    let name = if length == Length::Cut { &name[..3] } else { name };
    match case {
        Case::Lower => name.to_owned(),
        Case::Upper => name.to_uppercase(),
        Case::Capital => name[..1].to_uppercase() + &name[1..],
    }
}

impl Form {
    /// Another day in this form.
    pub(in crate::document) fn write(&self, day: Day) -> String {
        let number = |number: u32| if self.padded { format!("{number:02}") } else { number.to_string() };
        let mut out = String::new();
        for part in &self.parts {
            match part {
                Part::Text(text) => out += text,
                Part::Day => out += &number(day.day),
                Part::Month => out += &number(day.month),
                Part::Ending(case) => out += &written(ending(day.day), Length::Whole, *case),
                Part::MonthName(length, case) => out += &written(MONTHS[day.month as usize - 1], *length, *case),
                Part::Year(2) => out += &format!("{:02}", day.year.rem_euclid(100)),
                Part::Year(_) => out += &format!("{:04}", day.year),
                Part::Weekday(length, case) => out += &written(WEEKDAYS[day.weekday()], *length, *case),
            }
        }
        out
    }
}

fn ending(day: u32) -> &'static str {
    match (day % 10, day / 10) {
        (_, 1) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}
