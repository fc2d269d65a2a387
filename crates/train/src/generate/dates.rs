//! Days, times of day and ages in the forms that people write.

use super::lists::{between, chance, pick};
use super::mark::{Kind, Piece};
use scumble_mask::Rng;

/// A day of the calendar.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Day {
    pub(super) year: usize,
    pub(super) month: usize,
    pub(super) day: usize,
}

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
const WEEKDAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

impl Day {
    pub(super) fn between(first: usize, last: usize, rng: &mut Rng) -> Self {
        let (year, month) = (between(first, last, rng), between(1, 12, rng));
        let days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        Self { year, month, day: between(1, days[month - 1], rng) }
    }

    /// The day of the week, by Sakamoto's rule.
    fn weekday(self) -> &'static str {
        let shift = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4];
        let year = if self.month < 3 { self.year - 1 } else { self.year };
        WEEKDAYS[(year + year / 4 - year / 100 + year / 400 + shift[self.month - 1] + self.day) % 7]
    }

    fn month_name(self) -> &'static str {
        MONTHS[self.month - 1]
    }

    fn ordinal(self) -> String {
        let ending = match self.day {
            1 | 21 | 31 => "st",
            2 | 22 => "nd",
            3 | 23 => "rd",
            _ => "th",
        };
        format!("{}{ending}", self.day)
    }

    /// The day in that form, as a reader in the country writes it; nothing if the form is unknown.
    fn text(self, form: &str, country: &str, rng: &mut Rng) -> Option<String> {
        let Self { year, month, day } = self;
        let (name, american) = (self.month_name(), country == "us");
        let (short, ordinal) = (&name[..3], self.ordinal());
        Some(match form {
            "iso" => format!("{year}-{month:02}-{day:02}"),
            "slash" if american => format!("{month:02}/{day:02}/{year}"),
            "slash" => format!("{day:02}/{month:02}/{year}"),
            "slashshort" if american => format!("{month}/{day}/{:02}", year % 100),
            "slashshort" => format!("{day}/{month}/{:02}", year % 100),
            "dotted" => format!("{day:02}.{month:02}.{year}"),
            "dottedshort" => format!("{day}.{month}.{:02}", year % 100),
            "dashed" => format!("{day:02}-{short}-{year}"),
            "words" if american => format!("{name} {day}, {year}"),
            "words" => format!("{day} {name} {year}"),
            "ordinal" => format!("{ordinal} {name} {year}"),
            "of" => format!("the {ordinal} of {name}"),
            "shortwords" if american => format!("{short} {day}, {year}"),
            "shortwords" => format!("{day} {short} {year}"),
            "monthday" if american => format!("{name} {day}"),
            "monthday" => format!("{day} {name}"),
            "monthdayth" => format!("{name} {ordinal}"),
            "shortmonthday" => format!("{short} {day}"),
            "daymonth" => format!("{ordinal} {short}"),
            "slashday" if american => format!("{month}/{day}"),
            "slashday" => format!("{day}/{month}"),
            "dayword" => format!("the {ordinal}"),
            "bareordinal" => ordinal,
            "full" if american => format!("{}, {name} {day}, {year}", self.weekday()),
            "full" => format!("{} {day} {name} {year}", self.weekday()),
            "fullshort" => format!("{} {day} {short}", &self.weekday()[..3]),
            "mail" => format!("{}, {day} {short} {year}", &self.weekday()[..3]),
            "month" => format!("{name} {year}"),
            "shortmonth" => format!("{short} {year}"),
            "monthnumber" => format!("{month:02}/{year}"),
            "lonemonth" => name.to_owned(),
            "year" => format!("{year}"),
            "season" => {
                let season = pick(&["spring", "summer", "autumn", "winter"], rng);
                pick(&["{s} {y}", "{s} of {y}", "the {s} of {y}"], rng)
                    .replace("{s}", season)
                    .replace("{y}", &year.to_string())
            }
            "part" => format!("{} {name}", pick(&["early", "mid", "late", "the end of", "the beginning of"], rng)),
            "holiday" => {
                let days = [
                    "Christmas Eve",
                    "Boxing Day",
                    "New Year's Day",
                    "Easter Monday",
                    "Good Friday",
                    "Thanksgiving",
                    "Labor Day",
                    "Diwali",
                    "Whit Monday",
                    "St Patrick's Day",
                    "Halloween",
                    "Christmas",
                    "New Year's Eve",
                    "Bastille Day",
                    "Martin Luther King Day",
                ];
                let holiday = pick(&days, rng);
                if chance(30, rng) { format!("{holiday} {year}") } else { holiday.to_owned() }
            }
            "range" => match rng.below(7) {
                0 => format!("{year}–{}", year + 1 + rng.below(6)),
                1 => format!("{year} - present"),
                2 => format!("{short} {year} – {} {}", &MONTHS[rng.below(12)][..3], year + 1 + rng.below(4)),
                3 => format!("{}–{} {name} {year}", day.min(20), day.min(20) + 1 + rng.below(8)),
                4 => format!("{month:02}/{year} – {:02}/{}", between(1, 12, rng), year + 1 + rng.below(4)),
                5 => format!("{name} {year} to {} {}", MONTHS[rng.below(12)], year + 1),
                _ => format!("{year} to {}", year + 1 + rng.below(5)),
            },
            "years" => match rng.below(4) {
                0 => format!("{year}–present"),
                1 => format!("{year}-{}", year + 2),
                2 => format!("{year} – {}", year + 3),
                _ => format!("{year}/{:02}", (year + 1) % 100),
            },
            "stamp" => {
                let mut two = || rng.below(60);
                format!("{year}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", two() % 24, two(), two())
            }
            "apache" => {
                let mut two = || rng.below(60);
                format!("{day:02}/{short}/{year}:{:02}:{:02}:{:02} +0000", two() % 24, two(), two())
            }
            "compact" => format!("{year}{month:02}{day:02}"),
            _ => return None,
        })
    }

    /// A mention in that form.
    pub(super) fn mention(self, form: &str, country: &str, rng: &mut Rng) -> Option<Vec<Piece>> {
        let prose = [
            "words",
            "words",
            "ordinal",
            "of",
            "monthday",
            "monthdayth",
            "shortwords",
            "full",
            "slash",
            "dottedshort",
            "month",
            "dayword",
            "part",
            "season",
            "iso",
            "daymonth",
            "fullshort",
            "slashday",
            "holiday",
        ];
        let exact =
            ["slash", "iso", "dotted", "words", "shortwords", "dashed", "slash", "slashshort", "ordinal", "words"];
        let form = match form {
            "" | "any" => pick(&prose, rng),
            "exact" => pick(&exact, rng),
            other => other,
        };
        if form == "weekday" {
            let weekday = pick(&WEEKDAYS, rng);
            let text = match rng.below(6) {
                0 => format!("last {weekday}"),
                1 => format!("next {weekday}"),
                2 => format!("{weekday} morning"),
                3 => format!("this {weekday}"),
                _ => weekday.to_owned(),
            };
            return Some(vec![Piece::optional(Kind::Date, text)]);
        }
        if form == "loneweekday" {
            return Some(vec![Piece::optional(Kind::Date, pick(&WEEKDAYS, rng))]);
        }
        // "the 31st": the article is part of what the convention marks.
        Some(vec![Piece::marked(Kind::Date, self.text(form, country, rng)?)])
    }
}

const HOURS: [&str; 12] =
    ["twelve", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"];

/// A time of day in that form; nothing if the form is unknown.
pub(super) fn time(form: &str, rng: &mut Rng) -> Option<Vec<Piece>> {
    let (hour, minute, second) = (rng.below(24), rng.below(60), rng.below(60));
    let (half_day, twelve) =
        (if hour < 12 { "am" } else { "pm" }, if hour.is_multiple_of(12) { 12 } else { hour % 12 });
    let form = if matches!(form, "" | "any") {
        pick(&["24", "24", "12", "12", "dot", "words", "bare", "h", "zero", "upper"], rng)
    } else {
        form
    };
    let text = match form {
        "24" => format!("{hour:02}:{minute:02}"),
        "seconds" => format!("{hour:02}:{minute:02}:{second:02}"),
        "millis" => format!("{hour:02}:{minute:02}:{second:02}.{:03}", rng.below(1000)),
        "12" if chance(50, rng) => format!("{twelve}:{minute:02} {half_day}"),
        "12" => format!("{twelve}:{minute:02}{half_day}"),
        "upper" => format!("{twelve}:{minute:02} {}", half_day.to_uppercase()),
        "dot" => format!("{twelve}.{:02}{half_day}", minute / 5 * 5),
        "bare" => format!("{twelve}{}{half_day}", pick(&["", " "], rng)),
        "h" => format!("{hour}h{minute:02}"),
        "zero" => format!("{hour:02}{minute:02}{}", pick(&["h", " hrs", " hours"], rng)),
        "words" => {
            let name = HOURS[hour % 12];
            match rng.below(6) {
                0 => format!("half past {name}"),
                1 => format!("quarter to {name}"),
                2 => format!("quarter past {name}"),
                3 => format!("ten past {name}"),
                4 => format!("{name} o'clock"),
                _ => format!("twenty to {name}"),
            }
        }
        _ => return None,
    };
    Some(vec![Piece::marked(Kind::Time, text)])
}

/// An age in that form; nothing if the form is unknown. Ages of 90 and more have to go, lower ones may.
pub(super) fn age(form: &str, rng: &mut Rng) -> Option<Vec<Piece>> {
    let years = match form {
        "old" => between(90, 103, rng),
        "child" => between(4, 17, rng),
        _ if chance(15, rng) => between(90, 103, rng),
        _ => between(18, 89, rng),
    };
    let text = match form {
        "" | "number" | "child" => years.to_string(),
        "old" if chance(30, rng) => in_words(years),
        "old" => years.to_string(),
        "words" => in_words(years),
        "compound" if chance(25, rng) => format!("{}-year-old", in_words(years)),
        "compound" => format!("{years}-year-old"),
        "short" => format!("{years}{}", pick(&["yo", "y/o", " y"], rng)),
        _ => return None,
    };
    let piece = if years >= 90 { Piece::marked } else { Piece::optional };
    Some(vec![piece(Kind::Age, text)])
}

/// A number below 120 in words.
pub(super) fn in_words(number: usize) -> String {
    let small = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    let tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    match number {
        0..20 => small[number].to_owned(),
        20..100 if number.is_multiple_of(10) => tens[number / 10].to_owned(),
        20..100 => format!("{}-{}", tens[number / 10], small[number % 10]),
        100 => "a hundred".to_owned(),
        _ => format!("a hundred and {}", in_words(number - 100)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weekdays_of_known_days() {
        let day = |year, month, day| Day { year, month, day }.weekday();
        assert_eq!([day(1969, 7, 20), day(2000, 1, 1), day(2024, 2, 29)], ["Sunday", "Saturday", "Thursday"]);
    }

    #[test]
    fn numbers_in_words() {
        assert_eq!(
            [7, 40, 93, 100, 101].map(in_words),
            ["seven", "forty", "ninety-three", "a hundred", "a hundred and one"]
        );
    }
}
