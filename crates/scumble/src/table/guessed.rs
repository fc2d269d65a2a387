//! The role that a column could have, told from its name and its values.

use scumble_data::{Column, ColumnKind, Error, Guess, Role, name_words};

/// Words of names for what identifies a person by itself.
const IDENTIFIERS: [&str; 35] = [
    "name",
    "names",
    "firstname",
    "lastname",
    "surname",
    "forename",
    "fullname",
    "familyname",
    "givenname",
    "nachname",
    "vorname",
    "email",
    "mail",
    "phone",
    "telephone",
    "tel",
    "mobile",
    "fax",
    "ssn",
    "passport",
    "iban",
    "account",
    "address",
    "street",
    "url",
    "ip",
    "username",
    "user",
    "login",
    "licence",
    "license",
    "nhs",
    "mrn",
    "plate",
    "vin",
];

/// Words of names for what people would not want to be known.
const CONFIDENTIAL: [&str; 40] = [
    "diagnosis",
    "diagnoses",
    "disease",
    "illness",
    "condition",
    "icd",
    "icd9",
    "icd10",
    "hiv",
    "medication",
    "drug",
    "drugs",
    "treatment",
    "outcome",
    "result",
    "income",
    "salary",
    "wage",
    "wages",
    "earnings",
    "debt",
    "credit",
    "loan",
    "balance",
    "crime",
    "offence",
    "conviction",
    "religion",
    "vote",
    "party",
    "politics",
    "orientation",
    "abuse",
    "addiction",
    "survived",
    "death",
    "grade",
    "target",
    "label",
    "class",
];

/// Text that is longer than this, on average, was written by somebody.
const LONG: usize = 40;

/// A share of distinct values from which a column of text or codes identifies.
const ALMOST_ALL: f64 = 0.9;

/// A share of records that a published weight may single out.
const RARE: f64 = 0.05;

/// The role that a column could have, and why. `values` are its distinct values and `present` its cells that are not missing.
pub(super) fn guessed_role(
    column: &Column,
    kind: &Result<Guess, Error>,
    values: &[String],
    present: usize,
    singled_out: usize,
) -> (Role, String) {
    let said = |role: Role, reason: &str| (role, reason.to_owned());
    let words = name_words(&column.name);
    let whole = words.concat();
    let named =
        |list: &[&str]| list.contains(&whole.as_str()) || words.iter().any(|word| list.contains(&word.as_str()));
    let Ok(guess) = kind else {
        return said(Role::Identifier, "neither numbers, dates nor text throughout: dropped until it is mended");
    };
    if values.len() <= 1 && present == column.cells.len() {
        return said(Role::Published, "one value only: it says nothing of anybody");
    }
    let is_measured = matches!(guess.kind, ColumnKind::Number | ColumnKind::Date(_));
    let distinct = values.len() as f64 / present.max(1) as f64;
    let repeats = distinct <= ALMOST_ALL && values.len() > 1;
    if repeats && is_household(&words) {
        return said(Role::Household, "which records belong to one household, by its name");
    }
    if !is_measured && named(&IDENTIFIERS) {
        return said(Role::Identifier, "identifies a person, by its name");
    }
    let length = values.iter().map(|value| value.chars().count()).sum::<usize>() / values.len();
    if !is_measured && length > LONG && distinct > 0.5 {
        return said(Role::Identifier, "free text: dropped here; `scumble sanitize` reads such columns");
    }
    if (!is_measured || is_running(values, present)) && distinct > ALMOST_ALL {
        return said(Role::Identifier, "almost every record has a value of its own");
    }
    if !is_measured && whole.ends_with("id") && distinct > 0.5 {
        return said(Role::Identifier, "identifies a person, by its name");
    }
    if is_measured && is_weight(&column.name) {
        return match singled_out as f64 > RARE * present as f64 {
            false => said(Role::Weight, "a survey weight, by its name"),
            true => {
                said(Role::Quasi, "a survey weight, by its name, but it singles out too many records to be published")
            }
        };
    }
    if named(&CONFIDENTIAL) {
        return said(Role::Confidential, "confidential, by its name");
    }
    match guess.kind {
        ColumnKind::Number => said(Role::Quasi, "a number that others may know"),
        ColumnKind::Date(_) => said(Role::Quasi, "a date that others may know"),
        _ => said(Role::Quasi, "a category that others may know"),
    }
}

/// Whether values are whole numbers that count the records: 1, 2, 3 and so on.
fn is_running(values: &[String], present: usize) -> bool {
    let numbers: Vec<u64> = values.iter().map_while(|value| value.trim().parse().ok()).collect();
    let (Some(least), Some(most)) = (numbers.iter().min(), numbers.iter().max()) else { return false };
    numbers.len() == values.len() && numbers.len() == present && most - least < 2 * present as u64
}

/// Whether the words of a name are those of a household's number.
fn is_household(words: &[String]) -> bool {
    let whole = words.concat();
    ["hhid", "hid", "idhh", "hhno", "hhnr", "hhnum", "householdid", "householdnumber", "householdno", "householdkey"]
        .contains(&whole.as_str())
}

/// Whether a name is that of a survey weight.
fn is_weight(name: &str) -> bool {
    let words = name_words(name);
    let whole = words.concat();
    let is = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    whole.ends_with("wgt")
        || is(&["pweight", "pweights", "fweight", "hhweight", "sampweight", "sampwt", "perwt", "hhwt"])
        || (is(&["weight", "weights"])
            && is(&["sampling", "sample", "survey", "final", "design", "grossing", "household"]))
}
