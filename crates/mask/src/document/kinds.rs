//! Kinds of findings by the names that users give them, and which of them are published.

use super::finding::{Finding, Found, Rule};
use super::numeral;
use scumble_text::entity::EntityKind;

/// A kind of finding as a user names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// What a finding is. An age is one of 89 at most.
    Found(Found),
    /// An age above 89, by which people are so few that it singles them out.
    AgeOver89,
}

impl Kind {
    /// All built-in kinds that can be chosen. Titles go with their name, and risky blocks are chosen by their topic.
    pub fn all() -> impl Iterator<Item = Self> {
        let entities = EntityKind::ALL.into_iter().filter(|kind| *kind != EntityKind::Title).map(Found::Entity);
        entities.chain([Found::Name, Found::Term]).map(Self::Found).chain([Self::AgeOver89])
    }

    /// The name that users see.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Found(found) => found.as_str(),
            Self::AgeOver89 => "age-over-89",
        }
    }

    /// The kind of a finding, by what it is and by its text.
    pub(super) fn of(found: Found, surface: &str) -> Self {
        match found {
            Found::Entity(EntityKind::Age) if numeral::in_figures(surface).is_none_or(|age| age > 89) => {
                Self::AgeOver89
            }
            // Who lived ninety-five years is of that age.
            Found::Entity(EntityKind::DateTime) if numeral::years(surface).is_some_and(|years| years > 89) => {
                Self::AgeOver89
            }
            found => Self::Found(found),
        }
    }
}

/// Which kinds of findings are published as they stand.
///
/// ```
/// use scumble_mask::document::{Found, Kind, Kinds};
/// use scumble_text::entity::EntityKind::{Age, Person, Quantity};
/// let [age, person, quantity] = [Age, Person, Quantity].map(Found::Entity);
///
/// let kinds = Kinds { keep: vec![Kind::Found(age), Kind::Found(quantity)], only: Vec::new() };
/// assert!(kinds.publishes(age, "71") && !kinds.publishes(age, "93") && !kinds.publishes(person, "Roe"));
/// let kinds = Kinds { keep: Vec::new(), only: vec![Kind::Found(person)] };
/// assert!(kinds.publishes(quantity, "5 mg") && !kinds.publishes(person, "Roe"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kinds {
    /// Kinds that are published.
    pub keep: Vec<Kind>,
    /// If there are any: the only kinds that are redacted, unless they are among those to keep. All others are published.
    pub only: Vec<Kind>,
}

impl Kinds {
    /// Whether nothing was chosen: every kind is redacted.
    pub fn is_empty(&self) -> bool {
        self.keep.is_empty() && self.only.is_empty()
    }

    /// Whether a text of this kind is published.
    pub fn publishes(&self, found: Found, surface: &str) -> bool {
        if self.is_empty() {
            return false;
        }
        let kind = Kind::of(found, surface);
        self.keep.contains(&kind) || !self.only.is_empty() && !self.only.contains(&kind)
    }

    /// Whether a finding is published. What the user named, what discloses it, what speaks for a page of a background, and other
    /// mentions of what is redacted are not,
    /// whatever their kind.
    pub(super) fn publish(&self, finding: &Finding, text: &str) -> bool {
        let by_kind = matches!(
            finding.rule,
            Rule::Own
                | Rule::Entity
                | Rule::Capitals
                | Rule::SecondReader
                | Rule::Informative
                | Rule::Unseen
                | Rule::Rare
        );
        by_kind && self.publishes(finding.kind, finding.span.of(text))
    }
}
