//! Dates as they are written: what they say, and how another day is written in the same way.

use super::calendar::Day;
use super::form::{Form, Part, case, month, weekday};
use crate::document::numeral;

/// What a date says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::document) enum Written {
    /// A day of a year, and how it is written.
    Day(Day, Form),
    /// A month of a year.
    Month(i32),
    /// A year alone.
    Year(i32),
    /// A decade: its first year.
    Decade(i32),
    /// A time of day.
    Time,
    /// A length of time.
    Duration,
    /// A day of the week, a month or a day of a month without a year, or anything else.
    Other,
}

/// Whether the day or the month stands first in dates like 03/04/2019.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::document) enum Order {
    /// The day, as in most of the world.
    #[default]
    DayFirst,
    /// The month, as in the United States.
    MonthFirst,
}

const UNITS: [&str; 14] = [
    "year",
    "years",
    "month",
    "months",
    "week",
    "weeks",
    "day",
    "days",
    "hour",
    "hours",
    "minute",
    "minutes",
    "fortnight",
    "decades",
];
/// Words beside the number and the unit of a duration.
const AROUND: [&str; 22] = [
    "a",
    "an",
    "about",
    "almost",
    "and",
    "another",
    "approximately",
    "around",
    "at",
    "few",
    "half",
    "least",
    "less",
    "many",
    "more",
    "nearly",
    "next",
    "over",
    "several",
    "some",
    "than",
    "the",
];

/// A piece of a date: a run of letters, of figures, or of neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'t> {
    Letters(&'t str),
    Figures(&'t str),
    Other(&'t str),
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let class = |c: char| (c.is_alphabetic(), c.is_ascii_digit());
    let mut out = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices().skip(1).chain([(text.len(), '\0')]) {
        let before = text[start..].chars().next().unwrap_or_default();
        if at == text.len() || class(c) != class(before) {
            let piece = &text[start..at];
            out.push(match class(before) {
                (true, _) => Token::Letters(piece),
                (_, true) => Token::Figures(piece),
                _ => Token::Other(piece),
            });
            start = at;
        }
    }
    out
}

/// What a date says; `order` decides where figures do not tell.
pub(in crate::document) fn read(text: &str, order: Order) -> Written {
    if text.is_empty() {
        return Written::Other;
    }
    let tokens = tokens(text);
    let figures: Vec<&str> = tokens.iter().filter_map(figures).collect();
    let words: Vec<String> = tokens.iter().filter_map(letters).map(str::to_lowercase).collect();
    if let Some(year) = year_of(&figures, &words, &tokens) {
        return year;
    }
    if is_duration(text) {
        return Written::Duration;
    }
    if is_time(&tokens, &words) {
        return Written::Time;
    }
    numeric(&tokens, order).or_else(|| in_words(&tokens)).unwrap_or(Written::Other)
}

/// The order that a date in figures proves: 14/03/2019 has the day first.
pub(in crate::document) fn proven_order(text: &str) -> Option<Order> {
    match tokens(text)[..] {
        [Token::Figures(a), Token::Other("/"), Token::Figures(b), Token::Other("/"), Token::Figures(_)]
            if a.len() <= 2 && b.len() <= 2 =>
        {
            let (a, b): (u32, u32) = (a.parse().ok()?, b.parse().ok()?);
            match (a > 12, b > 12) {
                (true, false) => Some(Order::DayFirst),
                (false, true) => Some(Order::MonthFirst),
                _ => None,
            }
        }
        _ => None,
    }
}

fn figures<'t>(token: &Token<'t>) -> Option<&'t str> {
    if let Token::Figures(text) = token { Some(text) } else { None }
}

fn letters<'t>(token: &Token<'t>) -> Option<&'t str> {
    if let Token::Letters(text) = token { Some(text) } else { None }
}

/// A year, a decade, or a month of a year.
fn year_of(figures: &[&str], words: &[String], tokens: &[Token<'_>]) -> Option<Written> {
    let &[figures] = figures else { return None };
    let year: i32 = figures.parse().ok().filter(|_| figures.len() == 4)?;
    let article = |word: &String| matches!(word.as_str(), "the" | "early" | "mid" | "late" | "of" | "year" | "in");
    let other: Vec<&String> = words.iter().filter(|word| !article(word)).collect();
    match other[..] {
        [] => Some(Written::Year(year)),
        [word] if word == "s" && tokens.len() >= 2 && year % 10 == 0 => Some(Written::Decade(year)),
        [word] if month(word).is_some() => Some(Written::Month(year)),
        _ => None,
    }
}

fn is_duration(text: &str) -> bool {
    let words = numeral::lower_words(text);
    let is_number = |word: &String| numeral::leading(std::slice::from_ref(word)).is_some() || word == "hundred";
    words.iter().any(|word| UNITS.contains(&word.as_str()))
        && words.iter().all(|word| UNITS.contains(&word.as_str()) || AROUND.contains(&word.as_str()) || is_number(word))
}

fn is_time(tokens: &[Token<'_>], words: &[String]) -> bool {
    let mark = |word: &String| {
        matches!(word.as_str(), "a" | "p" | "m" | "am" | "pm" | "o" | "clock" | "hrs" | "noon" | "midnight")
    };
    let numbers: Vec<&str> = tokens.iter().filter_map(figures).collect();
    let parted = tokens.windows(2).any(|pair| matches!(pair, [Token::Figures(_), Token::Other(":")]));
    let small = numbers.len() <= 3 && numbers.iter().all(|number| number.len() <= 2);
    words.iter().all(mark) && small && (parted || !words.is_empty())
}

/// 2019-03-12, 12/03/2019, 12.3.19.
fn numeric(tokens: &[Token<'_>], order: Order) -> Option<Written> {
    let &[Token::Figures(a), Token::Other(first), Token::Figures(b), Token::Other(second), Token::Figures(c)] = tokens
    else {
        return None;
    };
    if first != second || !matches!(first, "-" | "/" | ".") {
        return None;
    }
    let number = |text: &str| text.parse::<u32>().ok();
    let (x, y, z) = (number(a)?, number(b)?, number(c)?);
    let between = || Part::Text(first.to_owned());
    let short = [a, b, c].into_iter().filter(|part| part.len() <= 2);
    let padded = short.clone().any(|part| part.starts_with('0')) || short.clone().take(2).all(|part| part.len() == 2);
    if a.len() == 4 {
        let form = Form { parts: vec![Part::Year(4), between(), Part::Month, between(), Part::Day], padded };
        return Some(Written::Day(Day::new(x as i32, y, z)?, form));
    }
    let year = match c.len() {
        4 => z as i32,
        // Two figures are of this century or the last.
        2 if z <= 40 => 2000 + z as i32,
        2 => 1900 + z as i32,
        _ => return None,
    };
    // Only 03/04 leaves it open; 3.4. and 3-4- have the day first.
    let month_first = y > 12 || x <= 12 && first == "/" && order == Order::MonthFirst;
    let (day, parts) = match month_first {
        true => (Day::new(year, x, y)?, [Part::Month, between(), Part::Day]),
        false => (Day::new(year, y, x)?, [Part::Day, between(), Part::Month]),
    };
    let parts = parts.into_iter().chain([between(), Part::Year(c.len())]).collect();
    Some(Written::Day(day, Form { parts, padded }))
}

/// 12 March 2019, March 12th, 2019, Tuesday the 12th of March 2019.
fn in_words(tokens: &[Token<'_>]) -> Option<Written> {
    let (mut year, mut month_number, mut day) = (None, None, None);
    let mut parts: Vec<Part> = Vec::with_capacity(tokens.len());
    let mut padded = false;
    for (i, token) in tokens.iter().enumerate() {
        let part = match *token {
            Token::Other(text) => {
                if !text.chars().all(|c| c.is_whitespace() || matches!(c, ',' | '.' | '-' | '(' | ')')) {
                    return None;
                }
                Part::Text(text.to_owned())
            }
            Token::Figures(text) if text.len() == 4 && year.is_none() => {
                year = Some(text.parse().ok()?);
                Part::Year(4)
            }
            Token::Figures(text) if text.len() <= 2 && day.is_none() => {
                day = Some(text.parse().ok()?);
                padded |= text.starts_with('0');
                Part::Day
            }
            Token::Figures(_) => return None,
            Token::Letters(text) => {
                let lower = text.to_lowercase();
                let after_figures = i > 0 && matches!(tokens[i - 1], Token::Figures(_));
                if let Some((number, length)) = month(&lower).filter(|_| month_number.is_none()) {
                    month_number = Some(number);
                    Part::MonthName(length, case(text))
                } else if let Some(length) = weekday(&lower) {
                    Part::Weekday(length, case(text))
                } else if after_figures && matches!(lower.as_str(), "st" | "nd" | "rd" | "th") {
                    Part::Ending(case(text))
                } else if matches!(lower.as_str(), "the" | "of" | "on" | "day") {
                    Part::Text(text.to_owned())
                } else {
                    return None;
                }
            }
        };
        parts.push(part);
    }
    match (year, month_number, day) {
        (Some(year), Some(month), Some(day)) => Some(Written::Day(Day::new(year, month, day)?, Form { parts, padded })),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(text: &str, days: i32) -> Option<String> {
        match read(text, Order::default()) {
            Written::Day(day, form) => Some(form.write(day.moved(days))),
            _ => None,
        }
    }

    #[test]
    fn a_day_is_moved_in_its_own_form() {
        for (text, days, expected) in [
            ("12 March 2019", 20, "1 April 2019"),
            ("2019-03-12", -71, "2018-12-31"),
            ("12/03/2019", 1, "13/03/2019"),
            ("3/14/2019", 1, "3/15/2019"),
            ("12.3.19", 365, "11.3.20"),
            ("March 12th, 2019", 10, "March 22nd, 2019"),
            ("MARCH 12, 2019", -10, "MARCH 2, 2019"),
            ("the 3rd of May 2001", 18, "the 21st of May 2001"),
            ("Tuesday, 12 March 2019", 1, "Wednesday, 13 March 2019"),
            ("Tue 12 Mar 2019", 30, "Thu 11 Apr 2019"),
            ("01 Sept. 2020", 1, "02 Sep. 2020"),
            ("29 February 2020", 366, "1 March 2021"),
        ] {
            assert_eq!(moved(text, days).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_day_of_a_year() {
        use Written::{Decade, Duration, Month, Other, Time, Year};
        for (text, expected) in [
            ("2019", Year(2019)),
            ("March 2019", Month(2019)),
            ("the late 1980s", Decade(1980)),
            ("10:30 a.m.", Time),
            ("5 pm", Time),
            ("10:30", Time),
            ("twenty-four years", Duration),
            ("several days", Duration),
            ("two and a half months", Duration),
            ("3 May", Other),
            ("Monday", Other),
            ("31 February 2019", Other),
            ("12 to 14 March 2019", Other),
            ("", Other),
        ] {
            assert_eq!(read(text, Order::default()), expected, "{text}");
        }
    }

    #[test]
    fn the_order_of_day_and_month_is_that_of_the_document() {
        assert_eq!(proven_order("14/03/2019"), Some(Order::DayFirst));
        assert_eq!(proven_order("03/14/2019"), Some(Order::MonthFirst));
        assert_eq!((proven_order("03/04/2019"), proven_order("2019-03-14")), (None, None));
        let Written::Day(day, form) = read("03/04/2019", Order::MonthFirst) else { panic!("a day") };
        assert_eq!(form.write(day.moved(1)), "03/05/2019");
    }
}
