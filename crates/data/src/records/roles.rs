//! What becomes of the fields of a record: each is text, published as it is, or dropped.

use std::collections::HashMap;

/// What becomes of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldRole {
    /// It is text: a cell of its record, which can be changed.
    Text,
    /// It is published as it is.
    Publish,
    /// It is dropped from the file.
    Drop,
}

/// What becomes of the fields that no name speaks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OtherFields {
    /// They are published as they are.
    Publish,
    /// They are dropped.
    Drop,
}

impl OtherFields {
    /// Both, with their names.
    pub const ALL: [(&'static str, Self); 2] = [("drop", Self::Drop), ("publish", Self::Publish)];

    /// The name that users see.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Publish => "publish",
            Self::Drop => "drop",
        }
    }
}

/// The roles of all fields of a file of records. A field that no name speaks for, and that `others` does not speak for either, is
/// undeclared: its record cannot be read.
///
/// A field of JSON is named by its path: `text`, `user.name`, `tags[]` for the items of a list, `messages[].content`. A name that ends
/// in `*` speaks for every field that begins like it (`user.*`); an exact name comes before it, and a longer one before a shorter.
///
/// ```
/// use scumble_data::{FieldRole, FieldRoles, OtherFields};
///
/// let roles = FieldRoles { publish: vec!["id".into()], drop: vec!["user.*".into()], ..FieldRoles::default() };
/// assert_eq!(roles.role("text"), Some(FieldRole::Text), "text is text if nothing else is");
/// assert_eq!(roles.role("user.name"), Some(FieldRole::Drop));
/// assert_eq!(roles.role("email"), None);
/// let roles = FieldRoles { others: Some(OtherFields::Drop), ..roles };
/// assert_eq!(roles.role("email"), Some(FieldRole::Drop));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FieldRoles {
    /// Fields that hold text; `text` if none are named.
    pub text: Vec<String>,
    /// Fields that are published as they are.
    pub publish: Vec<String>,
    /// Fields that are dropped.
    pub drop: Vec<String>,
    /// What becomes of all others.
    pub others: Option<OtherFields>,
}

impl FieldRoles {
    /// Some fields of text among others that are published.
    pub fn text_among_others(text: Vec<String>) -> Self {
        Self { text, others: Some(OtherFields::Publish), ..Self::default() }
    }

    /// The name of the field that is text if none is named.
    pub const DEFAULT_TEXT: &'static str = "text";

    /// The names with their roles.
    pub fn names(&self) -> impl Iterator<Item = (&str, FieldRole)> {
        let default =
            self.text.is_empty() && !self.publish.iter().chain(&self.drop).any(|name| name == Self::DEFAULT_TEXT);
        let default = default.then_some((Self::DEFAULT_TEXT, FieldRole::Text));
        let text = self.text.iter().map(|name| (name.as_str(), FieldRole::Text));
        let publish = self.publish.iter().map(|name| (name.as_str(), FieldRole::Publish));
        let drop = self.drop.iter().map(|name| (name.as_str(), FieldRole::Drop));
        text.chain(default).chain(publish).chain(drop)
    }

    /// A name that has two roles.
    pub fn named_twice(&self) -> Option<&str> {
        let mut roles: HashMap<&str, FieldRole> = HashMap::new();
        self.names()
            .find(|(name, role)| roles.insert(name, *role).is_some_and(|before| before != *role))
            .map(|(name, _)| name)
    }

    /// The role of a field; nothing if it is undeclared.
    pub fn role(&self, field: &str) -> Option<FieldRole> {
        Lookup::new(self).role(field).map(|(role, _)| role)
    }
}

/// Roles, ready to be looked up.
#[derive(Debug, Clone)]
pub(super) struct Lookup {
    exact: HashMap<String, FieldRole>,
    /// Beginnings of names, the longest first.
    beginnings: Vec<(String, FieldRole)>,
    others: Option<OtherFields>,
}

impl Lookup {
    pub(super) fn new(roles: &FieldRoles) -> Self {
        let exact = roles.names().map(|(name, role)| (name.to_owned(), role)).collect();
        let begins = |(name, role): (&str, FieldRole)| Some((name.strip_suffix('*')?.to_owned(), role));
        let mut beginnings: Vec<(String, FieldRole)> = roles.names().filter_map(begins).collect();
        beginnings.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        Self { exact, beginnings, others: roles.others }
    }

    /// The role of a field, and whether its own name was given.
    pub(super) fn role(&self, field: &str) -> Option<(FieldRole, bool)> {
        if let Some(&role) = self.exact.get(field) {
            return Some((role, true));
        }
        let begun = self.beginnings.iter().find(|(beginning, _)| field.starts_with(beginning.as_str()));
        let others = self.others.map(|others| match others {
            OtherFields::Publish => FieldRole::Publish,
            OtherFields::Drop => FieldRole::Drop,
        });
        begun.map(|(_, role)| *role).or(others).map(|role| (role, false))
    }

    /// The role of a field without content (null, an empty list): it may be the place of fields that are declared.
    pub(super) fn role_of_empty(&self, field: &str) -> Option<(FieldRole, bool)> {
        if self.exact.contains_key(field) {
            return self.role(field);
        }
        let is_within = |name: &String| {
            name.strip_prefix(field).is_some_and(|rest| rest.starts_with('.') || rest.starts_with("[]"))
        };
        let within = || self.exact.iter().filter(|(name, _)| is_within(name)).map(|(_, role)| *role);
        match within().next() {
            None => self.role(field),
            Some(_) if within().all(|role| role == FieldRole::Drop) => Some((FieldRole::Drop, true)),
            Some(_) => Some((FieldRole::Publish, true)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn the_most_exact_name_decides() {
        let roles = FieldRoles {
            text: names(&["user.bio"]),
            publish: names(&["user.*"]),
            drop: names(&["user.mail*", "odd*"]),
            others: None,
        };
        for (field, role) in [
            ("user.bio", Some(FieldRole::Text)),
            ("user.id", Some(FieldRole::Publish)),
            ("user.mail.work", Some(FieldRole::Drop)),
            ("user", None),
            ("text", None),
        ] {
            assert_eq!(roles.role(field), role, "{field}");
        }
        let lookup = Lookup::new(&roles);
        assert_eq!(lookup.role_of_empty("user"), Some((FieldRole::Publish, true)), "user: null is no field of its own");
        assert_eq!(lookup.role_of_empty("use"), None);
        assert_eq!(roles.named_twice(), None);
        assert_eq!(FieldRoles { publish: names(&["a"]), drop: names(&["a"]), ..roles }.named_twice(), Some("a"));
        let none = FieldRoles { publish: names(&["text"]), ..FieldRoles::default() };
        assert_eq!(none.role("text"), Some(FieldRole::Publish), "a role that was given is no other");
    }
}
