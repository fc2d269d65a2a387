//! Kinds of findings by the names that users give them.

use super::RecognizerPolicy;
use scumble_io::did_you_mean;
use scumble_mask::document::{Found, Kind};
use scumble_text::EntityKind;

/// Other spellings and words for a kind.
const ALSO: [(&str, &str); 8] = [
    ("email", "e-mail"),
    ("organization", "organisation"),
    ("location", "place"),
    ("postcode", "post-code"),
    ("ip-address", "ip"),
    ("card", "payment-card"),
    ("amount", "quantity"),
    ("telephone", "phone"),
];

/// A kind by its name: a built-in one, or that of a recognizer of the user's own.
///
/// # Errors
/// If there is none of that name: the message suggests the nearest, and lists all.
///
/// ```
/// assert_eq!(scumble::policy::kind_named("organization", &[]).unwrap().as_str(), "organisation");
/// assert!(scumble::policy::kind_named("organistion", &[]).unwrap_err().contains("did you mean “organisation”?"));
/// ```
pub fn kind_named(name: &str, own: &[RecognizerPolicy]) -> Result<Kind, String> {
    let own_names = own_names(own);
    if let Some(number) = own_names.iter().position(|known| *known == name) {
        return Ok(Kind::Found(Found::Entity(EntityKind::Custom(number as u16))));
    }
    let lower = name.to_lowercase();
    let lower = ALSO.iter().find(|(also, _)| *also == lower).map_or(lower.as_str(), |(_, kind)| kind);
    if let Some(kind) = Kind::all().find(|kind| kind.as_str() == lower) {
        return Ok(kind);
    }
    let mut known: Vec<&str> = own_names;
    Kind::all().for_each(|kind| known.push(kind.as_str()));
    let all = known.join(", ");
    ALSO.iter().for_each(|(also, _)| known.push(also));
    let near = did_you_mean(lower, known);
    Err(format!("unknown kind “{name}”{near} (known: {all})"))
}

/// The name of a kind, also of one of a user's own.
pub(super) fn name_of(kind: Kind, own: &[RecognizerPolicy]) -> &str {
    match kind {
        Kind::Found(Found::Entity(EntityKind::Custom(number))) => {
            own_names(own).get(usize::from(number)).copied().unwrap_or("custom")
        }
        kind => kind.as_str(),
    }
}

/// The names of the user's own kinds, in the order of their numbers.
fn own_names(own: &[RecognizerPolicy]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    let is_built_in = |name: &str| EntityKind::ALL.iter().any(|kind| kind.as_str() == name);
    for name in own.iter().map(|recognizer| recognizer.kind.as_str()).filter(|name| !is_built_in(name)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}
