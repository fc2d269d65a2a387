//! The calendar: days since 1970 and back, and the days of the week.

/// A day of the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::document) struct Day {
    pub(in crate::document) year: i32,
    /// From 1 to 12.
    pub(in crate::document) month: u32,
    /// From 1.
    pub(in crate::document) day: u32,
}

impl Day {
    /// A day, if there is such a one.
    pub(in crate::document) fn new(year: i32, month: u32, day: u32) -> Option<Self> {
        let there = (1..=12).contains(&month) && (1..=month_length(year, month)).contains(&day);
        there.then_some(Self { year, month, day })
    }

    /// The day some days later, or earlier.
    pub(in crate::document) fn moved(self, days: i32) -> Self {
        Self::at(self.number() + i64::from(days))
    }

    /// The day of the week; Monday is 0.
    pub(in crate::document) fn weekday(self) -> usize {
        // 1 January 1970 was a Thursday.
        (self.number() + 3).rem_euclid(7) as usize
    }

    /// Days since 1 January 1970.
    pub(in crate::document) fn number(self) -> i64 {
        let before = i64::from(self.year) - 1;
        let leaps = |year: i64| year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
        let years = (before - 1969) * 365 + leaps(before) - leaps(1969);
        let months: u32 = (1..self.month).map(|month| month_length(self.year, month)).sum();
        years + i64::from(months) + i64::from(self.day) - 1
    }

    fn at(number: i64) -> Self {
        // A year has 146,097 / 400 days: the guess is at most one year off.
        let mut year = 1970 + (number * 400).div_euclid(146_097) as i32;
        let first = |year: i32| Self { year, month: 1, day: 1 }.number();
        while first(year) > number {
            year -= 1;
        }
        while first(year + 1) <= number {
            year += 1;
        }
        let (mut month, mut rest) = (1, (number - first(year)) as u32);
        while rest >= month_length(year, month) {
            rest -= month_length(year, month);
            month += 1;
        }
        Self { year, month, day: rest + 1 }
    }
}

fn month_length(year: i32, month: u32) -> u32 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_and_found_again() {
        assert_eq!(Day::new(1970, 1, 1).unwrap().number(), 0);
        assert_eq!(Day::new(2000, 3, 1).unwrap().number(), 11_017);
        assert_eq!(Day::new(2026, 11, 15).unwrap().weekday(), 6, "a Sunday");
        assert_eq!(Day::new(1999, 12, 31).unwrap().moved(60), Day::new(2000, 2, 29).unwrap());
        for number in (-400_000..400_000).step_by(37) {
            assert_eq!(Day::at(number).number(), number);
        }
        assert!(Day::new(2019, 2, 29).is_none() && Day::new(2019, 13, 1).is_none() && Day::new(2019, 1, 0).is_none());
    }
}
