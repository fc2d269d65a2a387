//! The fields of files of records, looked at before anything is written: each must be text, published, or dropped.

use super::inputs::{Input, InputForm, Origin};
use super::sanitizer::Sanitizer;
use crate::{Error, Result};
use scumble_data::{
    FieldRole, FieldRoles, Format, Options, OtherFields, RecordOptions, field_names, field_names_of_bytes,
};
use scumble_io::{Help, did_you_mean};
use std::collections::BTreeSet;
use std::path::Path;

/// What roles of fields leave open in some files of records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldCheck {
    /// Fields that no role speaks for, in the order of the files.
    pub undeclared: Vec<String>,
    /// The files that have such a field.
    pub files: Vec<String>,
    /// Files without a field of text: they are withheld.
    pub without_text: Vec<String>,
    /// Fields that some file has and that are text.
    pub text: Vec<String>,
    /// Names that are declared and that no file has, with their role.
    pub unknown: Vec<(String, FieldRole)>,
    /// The fields that are there, for the nearest to an unknown name.
    known: BTreeSet<String>,
    /// Whether the files hold documents of their own, too.
    others: bool,
}

/// Looks at the fields of all files of records: the columns of tables, and the fields of all JSON lines. A file that cannot be read is
/// passed over, and so is one in which the name of a field is protected: both are withheld later.
///
/// # Errors
/// If a field is declared twice, or counts cannot be had.
pub fn field_check(
    inputs: &[Input],
    roles: &FieldRoles,
    tables: &Options,
    sanitizer: &Sanitizer,
) -> Result<FieldCheck> {
    if let Some(name) = roles.named_twice() {
        return Err(Error::input(format!("the field “{name}” has two roles"))
            .with_help("a field is text, published as it is, or dropped"));
    }
    let mut check = FieldCheck::default();
    let mut is_complete = true;
    for input in inputs {
        if input.form != InputForm::Records {
            check.others = true;
            continue;
        }
        let Ok(names) = names(input, roles, tables) else {
            is_complete = false;
            continue;
        };
        if sanitizer.is_named_in(&names.join("\n"))? {
            is_complete = false;
            continue;
        }
        let found: Vec<(&String, Option<FieldRole>)> = names.iter().map(|name| (name, roles.role(name))).collect();
        check.known.extend(names.iter().cloned());
        if !found.iter().any(|(_, role)| *role == Some(FieldRole::Text)) {
            check.without_text.push(input.name.clone());
            continue;
        }
        let mut add = |list: fn(&mut FieldCheck) -> &mut Vec<String>, name: &String| {
            let list = list(&mut check);
            if !list.contains(name) {
                list.push(name.clone());
            }
        };
        for (name, role) in found {
            match role {
                None => {
                    add(|check| &mut check.undeclared, name);
                    add(|check| &mut check.files, &input.name);
                }
                Some(FieldRole::Text) => add(|check| &mut check.text, name),
                Some(_) => {}
            }
        }
    }
    // A misspelt name of a field to drop must not publish that field.
    if !check.known.is_empty() && (is_complete || roles.others == Some(OtherFields::Publish)) {
        let is_there = |name: &str| match name.strip_suffix('*') {
            Some(beginning) => check.known.iter().any(|known| known.starts_with(beginning)),
            // Fields of an object with very many are named together.
            None => {
                check.known.contains(name)
                    || check
                        .known
                        .iter()
                        .any(|known| known.strip_suffix('*').is_some_and(|begun| name.starts_with(begun)))
            }
        };
        // The field that is text if none is named need not be there.
        let is_default = |name: &str| roles.text.is_empty() && name == FieldRoles::DEFAULT_TEXT;
        let unknown = roles.names().filter(|(name, _)| !is_there(name) && !is_default(name));
        check.unknown = unknown.map(|(name, role)| (name.to_owned(), role)).collect();
    }
    Ok(check)
}

/// The names of the fields of a file of records.
pub(super) fn names(input: &Input, roles: &FieldRoles, tables: &Options) -> Result<Vec<String>> {
    let options = RecordOptions { fields: roles.clone(), form: None, table: tables.clone() };
    let format = Format::of_name(Path::new(&input.name));
    Ok(match &input.origin {
        Origin::File(path) if matches!(format, Format::Parquet | Format::Sheet) => {
            scumble_data::read(path, tables)?.names().map(str::to_owned).collect()
        }
        Origin::File(path) => field_names(path, &options)?,
        Origin::Bytes(bytes) => field_names_of_bytes(&input.name, bytes, &options)?,
    })
}

impl FieldCheck {
    /// Refuses what would be published or lost by a mistake: an undeclared field, a declared name that no file has, a run in which no
    /// file has a field of text.
    ///
    /// # Errors
    /// If there is such a thing.
    pub fn refuse(&self) -> Result<()> {
        if let Some((name, role)) = self.unknown.first() {
            let near = did_you_mean(name, self.known.iter().map(String::as_str));
            let known: Vec<&str> = self.known.iter().map(String::as_str).take(40).collect();
            let setting = match role {
                FieldRole::Text => "field",
                FieldRole::Publish => "publish",
                FieldRole::Drop => "drop_field",
            };
            return Err(Error::input(format!("no file has a field “{name}”{near}"))
                .with_help(Help::set(setting, format!("the fields are {}", known.join(", ")))));
        }
        if let [first, rest @ ..] = &self.files[..] {
            let files = match rest.len() {
                0 => format!("{first}: "),
                1 => format!("{first} and {}: ", rest[0]),
                more => format!("{first} and {more} other files: "),
            };
            let (count, list) = (self.undeclared.len(), self.undeclared.join(", "));
            let what = if count == 1 { "field is" } else { "fields are" };
            return Err(Error::input(format!("{files}{count} {what} not declared: {list}"))
                .with_help(Help::set("drop_field", HOW).to(self.undeclared.join(","))));
        }
        if let [first, rest @ ..] = &self.without_text[..]
            && self.text.is_empty()
            && !self.others
        {
            let files = if rest.is_empty() { first.clone() } else { format!("{first} and {} others", rest.len()) };
            let known: Vec<&str> = self.known.iter().map(String::as_str).take(40).collect();
            return Err(Error::input(format!("{files}: no field holds text"))
                .with_help(Help::set("field", format!("name those that do: the fields are {}", known.join(", ")))));
        }
        Ok(())
    }
}

/// What a person has to say of a field.
const HOW: &str = "every field is sanitised as text, published as it is, or dropped: say which";

#[cfg(all(test, feature = "models"))]
mod tests {
    use super::*;

    fn input(name: &str, content: &str) -> Input {
        Input { name: name.into(), form: InputForm::Records, origin: Origin::Bytes(content.into()) }
    }

    fn strings(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn every_field_is_spoken_for() {
        let inputs = [
            input("a.csv", "id,text,name\n1,x,y\n"),
            input("b.jsonl", "{\"text\":\"x\",\"u\":{\"id\":1}}\n{\"late\":1,\"id\":2}\n"),
            input("c.csv", "x,y\n1,2\n"),
        ];
        let sanitizer = Sanitizer::new(crate::DocumentPolicy::default()).unwrap();
        let check = |roles: &FieldRoles| field_check(&inputs, roles, &Options::default(), &sanitizer).unwrap();
        let none = check(&FieldRoles::default());
        assert_eq!(none.undeclared, ["id", "name", "u.id", "late"]);
        assert_eq!((none.files.len(), &none.without_text, &none.text), (2, &strings(&["c.csv"]), &strings(&["text"])));
        let error = none.refuse().unwrap_err();
        assert_eq!(error.to_string(), "a.csv and b.jsonl: 4 fields are not declared: id, name, u.id, late");
        let all =
            FieldRoles { publish: strings(&["id", "late"]), drop: strings(&["name", "u.*"]), ..Default::default() };
        assert!(check(&all).refuse().is_ok());
        let misspelt =
            FieldRoles { drop: strings(&["nmae"]), others: Some(OtherFields::Publish), ..Default::default() };
        let error = check(&misspelt).refuse().unwrap_err().to_string();
        assert_eq!(error, "no file has a field “nmae”; did you mean “name”?");
        let alone = field_check(&inputs[2..], &FieldRoles::default(), &Options::default(), &sanitizer).unwrap();
        assert_eq!(alone.refuse().unwrap_err().to_string(), "c.csv: no field holds text");
    }
}
