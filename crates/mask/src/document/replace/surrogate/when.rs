//! Dates that say less than a day of a year, moved as far as that can be.

use crate::document::dates::{Day, Order, Written, read, shifted};
use scumble_span::word_spans;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// A date moved by so many days: exactly if it is a day of a year; a month by its middle, a year by its half, a day of the week by the
/// rest of weeks. A length of time and a time of day stay. `None` if it cannot be read.
pub(super) fn moved(surface: &str, days: i32, order: Order) -> Option<String> {
    match read(surface, order) {
        Written::Day(..) => shifted(surface, days, order),
        Written::Year(year) | Written::Decade(year) => {
            let moved = Day::new(year, 7, 1)?.moved(days).year;
            let moved = if moved == year { year + days.signum() } else { moved };
            let moved = if surface.ends_with("0s") { year + 10 * days.signum() } else { moved };
            Some(surface.replacen(&year.to_string(), &moved.to_string(), 1))
        }
        Written::Time | Written::Duration => None,
        Written::Month(_) | Written::Other => in_words(surface, days),
    }
}

/// Months, days of the week, and days and years beside a month.
fn in_words(surface: &str, days: i32) -> Option<String> {
    let words: Vec<_> = word_spans(surface).collect();
    let position = |names: &[&str], form: &str| names.iter().position(|name| name.eq_ignore_ascii_case(form));
    let mut out = surface.to_owned();
    let month = words.iter().find_map(|span| position(&MONTHS, span.of(surface)).map(|month| (*span, month)));
    let Some((span, month)) = month else {
        let (span, day) =
            words.iter().find_map(|span| position(&WEEKDAYS, span.of(surface)).map(|day| (*span, day)))?;
        let moved = (day as i32 + days.rem_euclid(7)).rem_euclid(7) as usize;
        let moved = if moved == day { (day + 1) % 7 } else { moved };
        out.replace_range(span.range(), &super::in_case_of(WEEKDAYS[moved], span.of(surface)));
        return Some(out);
    };
    // One day or one year may stand beside it; anything else is no date that can be moved.
    let mut day = None;
    let mut year = None;
    for other in words.iter().filter(|other| **other != span) {
        let form = other.of(surface);
        let figures: String = form.chars().take_while(char::is_ascii_digit).collect();
        match figures.len() {
            4 if form.len() == 4 && year.is_none() => year = Some((*other, form.parse::<i32>().ok()?)),
            1 | 2 if day.is_none() => day = Some((*other, figures.parse::<u32>().ok()?)),
            0 if matches!(
                form.to_lowercase().as_str(),
                "the" | "of" | "early" | "mid" | "late" | "in" | "st" | "nd" | "rd" | "th"
            ) => {}
            _ => return None,
        }
    }
    let start = Day::new(year.map_or(2001, |(_, year)| year), month as u32 + 1, day.map_or(15, |(_, day)| day))?;
    let moved = start.moved(days);
    let mut edits = vec![(span, super::in_case_of(MONTHS[moved.month as usize - 1], span.of(surface)))];
    if let Some((place, _)) = day {
        let form = place.of(surface);
        let ending = if form.ends_with(|c: char| c.is_alphabetic()) { ending(moved.day) } else { "" };
        edits.push((place, format!("{}{ending}", moved.day)));
    }
    if let Some((place, _)) = year {
        edits.push((place, moved.year.to_string()));
    }
    edits.sort_by_key(|(place, _)| std::cmp::Reverse(place.start));
    for (place, text) in edits {
        out.replace_range(place.range(), &text);
    }
    Some(out)
}

fn ending(day: u32) -> &'static str {
    match (day % 10, day / 10) {
        (1, 0 | 2 | 3) => "st",
        (2, 0 | 2) => "nd",
        (3, 0 | 2) => "rd",
        _ => "th",
    }
}
