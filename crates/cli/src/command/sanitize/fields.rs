//! Flags that say what becomes of the fields of records, and the refusal of fields that nobody spoke for.

use crate::failure::Failure;
use crate::options::lists::{listed, quoted, split};
use scumble::DocumentPolicy;
use scumble::document::{FieldCheck, OtherFields};
use scumble::policy::named;

/// What becomes of the fields of JSON lines and the columns of tables.
#[derive(clap::Args, Clone, Default)]
pub(super) struct FieldArguments {
    /// Fields (JSON lines: user.name, tags[]) or columns (tables) that hold text to sanitise; repeatable, or a list with commas [default: text]
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    field: Vec<String>,

    /// Fields that are published as they are, if they hold nothing that is redacted in the text
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    publish: Vec<String>,

    /// Fields that are dropped from the release
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    drop_field: Vec<String>,

    /// What becomes of all other fields: drop or publish. Without it, a file with a field that is not named is refused
    #[arg(long, value_name = "WHAT", help_heading = "Input")]
    other_fields: Option<String>,
}

impl FieldArguments {
    /// The flags laid over a policy.
    pub(super) fn over(&self, base: DocumentPolicy) -> Result<DocumentPolicy, Failure> {
        let other_fields = match self.other_fields.as_deref() {
            None => None,
            Some(name) => Some(named("choice for --other-fields", name, &OtherFields::ALL).map_err(Failure::input)?),
        };
        let list = |arguments: &[String]| arguments.iter().flat_map(|list| split(list)).collect();
        let own = DocumentPolicy {
            fields: list(&self.field),
            publish: list(&self.publish),
            drop_fields: list(&self.drop_field),
            other_fields,
            ..DocumentPolicy::default()
        };
        Ok(own.over(base))
    }
}

/// Refuses fields that no flag speaks for, with flags to paste.
pub(super) fn refuse(check: &FieldCheck) -> Result<(), Failure> {
    let error = match check.refuse() {
        Ok(()) => return Ok(()),
        Err(error) if check.unknown.is_empty() && !check.undeclared.is_empty() => error,
        Err(error) => return Err(error.into()),
    };
    let list = |names: &[String]| names.iter().map(|name| listed(name)).collect::<Vec<_>>().join(",");
    let (text, undeclared) = (quoted(&list(&check.text)), quoted(&list(&check.undeclared)));
    Err(Failure::input(error.to_string()).with_help(format!(
        "say for each whether it is sanitised (--field), published as it is (--publish) or dropped (--drop-field); this drops them \
         all:\n  --field {text} --drop-field {undeclared}"
    )))
}

/// A name as the argument of a flag.
pub(super) fn argument(name: &str) -> String {
    quoted(&listed(name))
}
