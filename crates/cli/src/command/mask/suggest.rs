//! The refusal of columns that nobody gave a role, with flags to paste.

use crate::failure::Failure;
use crate::options::lists::{listed, quoted};
use scumble::data::{Role, Table};
use scumble::table::{roles, without_role};
use scumble::{Error, TablePolicy};

/// Adds to the refusal of columns without a role one for each, as a command to paste.
pub(in crate::command) fn with_roles(error: Error, policy: &TablePolicy, table: &Table) -> Failure {
    let unspoken = without_role(policy, table);
    if unspoken.is_empty() || error.help.as_ref().is_none_or(|help| help.setting != Some("others")) {
        return error.into();
    }
    let view = roles(table);
    let mut flags = Vec::new();
    for (flag, role) in [
        ("--columns", Role::Quasi),
        ("--identifier", Role::Identifier),
        ("--confidential", Role::Confidential),
        ("--weight", Role::Weight),
        ("--household", Role::Household),
        ("--publish", Role::Published),
    ] {
        let guessed = view.columns.iter().filter(|column| column.role == role && unspoken.contains(&column.name));
        let names: Vec<&str> = guessed.map(|column| column.name.as_str()).collect();
        if names.is_empty() {
            continue;
        }
        flags.push(format!("{flag} {}", quoted(&names.iter().map(|name| listed(name)).collect::<Vec<_>>().join(","))));
    }
    let typed: Vec<String> = std::env::args().skip(1).map(|argument| quoted(&argument)).collect();
    Failure::input(error.to_string()).with_help(format!(
        "give each a role. By names and values these would do (check them; `scumble roles {}` says more):\n  scumble {} {}\nor say \
         what happens to all of them at once: --others drop, mask or publish",
        quoted(table.file()),
        typed.join(" "),
        flags.join(" ")
    ))
}
