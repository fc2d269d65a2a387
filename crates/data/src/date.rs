//! Dates and times as numbers, and back.

use jiff::civil::{Date, DateTime};
use jiff::fmt::strtime;

/// How dates are written in a column.
#[derive(Debug, Clone, PartialEq)]
pub struct DateFormat {
    format: String,
    /// The seconds that the format can tell apart.
    unit: f64,
}

const DAY: f64 = 86_400.0;

impl DateFormat {
    /// The seconds since 1970 that can be written: of the years from −9999 to 9999.
    pub(crate) const SECONDS: std::ops::RangeInclusive<f64> = -377_705_116_800.0..=253_402_300_800.0;

    /// A format of `strftime`, such as `%Y-%m-%d`; says what is wrong with one that cannot give a date back.
    pub fn new(format: &str) -> Result<Self, String> {
        // A letter after % may have flags before it.
        let parts: Vec<char> = format
            .split('%')
            .skip(1)
            .filter_map(|part| part.trim_start_matches(['-', '_', '0', '^', '#']).chars().next())
            .collect();
        let has = |letters: &str| parts.iter().any(|&part| letters.contains(part));
        let unit = if has("STXcrs") {
            1.0
        } else if has("MR") {
            60.0
        } else if has("HIkl") {
            3600.0
        } else {
            DAY
        };
        let this = Self { format: format.to_owned(), unit };
        let probe = DateTime::constant(2001, 2, 3, 4, 5, 6, 0);
        let written = strtime::format(format, probe).map_err(|error| error.to_string())?;
        match this.parse(&written) {
            Some(_) => Ok(this),
            None => Err("it does not name a whole date (year, month and day)".to_owned()),
        }
    }

    /// Seconds since 1970, or nothing if the text is not in the format.
    pub fn parse(&self, text: &str) -> Option<f64> {
        let parsed = strtime::parse(&self.format, text.trim()).ok()?;
        let at = match parsed.to_datetime() {
            Ok(at) => at,
            // Without a time of day there is no date and time, only a date.
            Err(_) => parsed.to_date().ok()?.to_datetime(jiff::civil::Time::midnight()),
        };
        let since = at.duration_since(DateTime::from_parts(Date::constant(1970, 1, 1), jiff::civil::Time::midnight()));
        Some(since.as_secs_f64())
    }

    /// Seconds since 1970, rounded to what the format can tell apart.
    #[must_use]
    pub fn rounded(&self, seconds: f64) -> f64 {
        (seconds / self.unit).round() * self.unit
    }

    /// Writes seconds since 1970, rounded to what the format can tell apart.
    pub fn write(&self, seconds: f64) -> Option<String> {
        // The last moment of the last year is rounded down.
        let whole = self.rounded(seconds).min(Self::SECONDS.end() - 1.0);
        let start = DateTime::from_parts(Date::constant(1970, 1, 1), jiff::civil::Time::midnight());
        let at = start.checked_add(jiff::SignedDuration::from_secs(whole as i64)).ok()?;
        strtime::format(&self.format, at).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_go_to_numbers_and_back() {
        let days = DateFormat::new("%Y-%m-%d").unwrap();
        assert_eq!(days.parse("1970-01-02"), Some(DAY));
        assert_eq!(days.parse("1815-12-10").and_then(|at| days.write(at)).as_deref(), Some("1815-12-10"));
        assert_eq!(days.write(1.4 * DAY).as_deref(), Some("1970-01-02"), "rounded to a day");
        let times = DateFormat::new("%d/%m/%Y %H:%M").unwrap();
        assert_eq!(times.parse("01/01/1970 00:02"), Some(120.0));
        assert_eq!(times.write(95.0).as_deref(), Some("01/01/1970 00:02"), "rounded to a minute");
        assert_eq!(days.parse("1815-13-10"), None);
        assert!(DateFormat::new("%H:%M").is_err() && DateFormat::new("%Q!").is_err());
    }
}
