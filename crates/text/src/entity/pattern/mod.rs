//! The built-in patterns, one file for each family. Earlier ones win where two of the same length overlap.
//!
//! A name in braces stands for words of the language: see [`filled`].

mod accounts;
mod addresses;
mod amounts;
mod codes;
mod contact;
mod dates;
mod devices;
mod handles;
mod names;
mod national;
mod secrets;
#[cfg(test)]
mod tests;
mod times;

use super::kind::EntityKind;
use crate::language::WordLists;

/// Whether a match of a pattern is sound: a check digit, a range of values.
pub(super) type Check = fn(&str) -> bool;

/// A kind, its pattern, and the check of a match.
pub(super) type Row = (EntityKind, &'static str, Check);

/// All families, in order.
pub(super) const FAMILIES: [&[Row]; 12] = [
    names::TABLE,
    accounts::TABLE,
    national::TABLE,
    contact::TABLE,
    dates::TABLE,
    times::TABLE,
    amounts::TABLE,
    addresses::TABLE,
    devices::TABLE,
    secrets::TABLE,
    codes::TABLE,
    handles::TABLE,
];

/// A pattern with the words of a language in place of the names in braces: titles that head a name, with or without a dot; forms
/// of address that are abbreviations, without their dot; months and days of the week with their capital; months of all languages
/// that are known, with their abbreviations, in lower case; what a numbered thing is called; countries' streets.
pub(super) fn filled(pattern: &str, words: &WordLists) -> String {
    if !pattern.contains('{') {
        return pattern.to_owned();
    }
    let any = |words: Vec<String>| words.join("|");
    let titles = words.titles_that(|title| title.heads_a_name).map(capitalized);
    let addresses = words.titles_that(|title| title.is_address && title.is_abbreviation).map(regex::escape);
    let plain =
        |list: &crate::WordList| any(list.iter().map(|word| regex::escape(word).replace("\\ ", r"\s")).collect());
    pattern
        .replace("{title}", &format!(r"(?:{})\.?", any(titles.collect())))
        .replace("{abbreviated-address}", &any(addresses.collect()))
        .replace("{month}", &any(words.months.iter().map(capitalized).collect()))
        .replace("{weekday}", &any(words.weekdays.iter().map(capitalized).collect()))
        .replace("{month-anywhere}", &plain(&words.months_anywhere))
        .replace("{weekday-anywhere}", &plain(&words.weekdays_anywhere))
        .replace("{holiday}", &plain(&words.holidays))
}

/// A word with its capital, as a pattern.
fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    chars
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + &regex::escape(chars.as_str()))
}
