//! The terms that the user named, and which of them a text has.

use super::decide::Decider;
use super::reading::Reading;
use crate::error::Result;

/// A term that the user named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedTerm<'n> {
    /// What it was named for.
    pub purpose: NamedFor,
    /// The term as the user wrote it. Protected, but for a term that is allowed.
    pub term: &'n str,
}

/// What a term was named for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedFor {
    /// It is a term to hide.
    Hide,
    /// It is a person to protect.
    Person,
    /// It is always redacted.
    Deny,
    /// It is never redacted.
    Allow,
}

impl NamedFor {
    /// The name that users see.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Hide => "hide",
            Self::Person => "person",
            Self::Deny => "deny",
            Self::Allow => "allow",
        }
    }
}

impl Decider {
    /// All terms that the user named: to hide, people, denied, allowed.
    pub fn named_terms(&self) -> Vec<NamedTerm<'_>> {
        let protection = self.protection();
        let of = |purpose: NamedFor| move |term| NamedTerm { purpose, term };
        let hide = protection.hide.iter().map(String::as_str).map(of(NamedFor::Hide));
        let people = protection.people.iter().map(String::as_str).map(of(NamedFor::Person));
        let deny = protection.deny.iter().map(String::as_str).map(of(NamedFor::Deny));
        let allow = protection.allow.iter().map(String::as_str).map(of(NamedFor::Allow));
        hide.chain(people).chain(deny).chain(allow).collect()
    }

    /// Which of the [terms that the user named](Self::named_terms) a text has, synonyms of terms to hide included.
    ///
    /// # Errors
    /// If the corpus gives no count.
    pub fn named_terms_in(&self, text: &str) -> Result<Vec<bool>> {
        let reading = Reading::unread(text);
        let mut found = self.hidden_terms_in(&reading);
        found.extend(self.people_in(&reading)?);
        found.extend(self.listed_terms_in(&reading));
        Ok(found)
    }
}
