//! Dates: published, reduced to their year, or moved by some days that stay secret.

mod calendar;
mod form;
mod written;

use super::finding::{Action, Finding, Found, Rule};
use super::numeral;
pub(super) use calendar::Day;
use scumble_text::entity::EntityKind;
pub(super) use written::{Order, Written, proven_order, read};

/// What is done with dates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dates {
    /// They are published.
    Keep,
    /// A label stands in their place.
    Label,
    /// The year stands in their place.
    Year,
    /// All dates of a document are moved by the same number of days.
    Shift,
}

impl Dates {
    /// All choices, by name.
    pub const ALL: [(&'static str, Self); 4] =
        [("keep", Self::Keep), ("label", Self::Label), ("year", Self::Year), ("shift", Self::Shift)];

    /// The name that users see.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Keep => "keep",
            Self::Label => "label",
            Self::Year => "year",
            Self::Shift => "shift",
        }
    }
}

/// The year of this version: who was born more than 89 years before it is older than 89 now. A clock would give another release
/// for the same document every year.
const THIS_YEAR: i32 = 2026;
/// An age above this singles somebody out.
const OLD: i32 = 89;

/// Whether a finding is a date that was found for being one, or another mention of it.
fn is_date(finding: &Finding) -> bool {
    let by_kind = matches!(finding.rule, Rule::Own | Rule::Entity | Rule::Capitals | Rule::Same);
    finding.kind == Found::Entity(EntityKind::DateTime) && by_kind
}

/// Whether a form is a length of time, not a date.
pub(super) fn is_length_of_time(surface: &str) -> bool {
    read(surface, Order::default()) == Written::Duration
}

/// Gives dates their action. A date that may tell an age above 89 is redacted like anything else.
pub(super) fn treat(dates: Dates, findings: &mut [Finding], text: &str) {
    let year = |finding: &Finding| match read(finding.span.of(text), Order::default()) {
        Written::Day(day, _) => Some(day.year),
        Written::Month(year) | Written::Year(year) => Some(year),
        _ => None,
    };
    let latest = findings.iter().filter(|finding| is_date(finding)).filter_map(year).filter(|year| *year < 2100).max();
    let oldest = latest.unwrap_or(THIS_YEAR).max(THIS_YEAR) - OLD;
    for finding in findings.iter_mut().filter(|finding| is_date(finding) && finding.applies()) {
        if let Some(action) = action(dates, finding.span.of(text), oldest) {
            finding.action = action;
        }
    }
}

/// The action of a date; `None` if it is redacted like anything else.
fn action(dates: Dates, surface: &str, oldest: i32) -> Option<Action> {
    let written = read(surface, Order::default());
    match (dates, written) {
        (Dates::Label, _) => Some(Action::Label),
        // Lengths of time are no dates, and a shift does not change them.
        (_, Written::Duration) => {
            numeral::years(surface).is_none_or(|years| years <= OLD as u32).then_some(Action::Keep)
        }
        (Dates::Keep, _) => Some(Action::Keep),
        (Dates::Shift, Written::Day(..)) => Some(Action::Shift),
        (Dates::Shift, Written::Time) => Some(Action::Keep),
        (Dates::Year, Written::Day(day, _)) => (day.year >= oldest).then_some(Action::Year),
        (Dates::Year, Written::Month(year)) => (year >= oldest).then_some(Action::Year),
        (Dates::Year, Written::Year(year) | Written::Decade(year)) => (year >= oldest).then_some(Action::Keep),
        _ => None,
    }
}

/// The year of a date.
pub(super) fn year(surface: &str) -> Option<String> {
    match read(surface, Order::default()) {
        Written::Day(Day { year, .. }, _) | Written::Month(year) => Some(year.to_string()),
        _ => None,
    }
}

/// A day of a year, moved by so many days and written in the same way.
pub(super) fn shifted(surface: &str, days: i32, order: Order) -> Option<String> {
    match read(surface, order) {
        Written::Day(day, form) => Some(form.write(day.moved(days))),
        _ => None,
    }
}
