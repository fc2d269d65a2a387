//! What every column of a table was taken for: its role, its kind, and why.

use crate::policy::TablePolicy;
use scumble_data::{Column, ColumnKind, DateFormat, Missing, Role, Table};
use scumble_mask::table::Roles;

/// A column, what happens to it and what it was taken for.
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedColumn {
    /// Its name.
    pub name: String,
    /// Its role.
    pub role: Role,
    /// The kind of its values.
    pub kind: ColumnKind,
    /// Why it has that kind.
    pub reason: String,
}

/// The columns of a table as a policy and a plan take them.
pub(super) fn planned(policy: &TablePolicy, table: &Table, roles: &Roles) -> Vec<PlannedColumn> {
    let column = |column: &Column| {
        let name = &column.name;
        let said = policy.columns.iter().find(|said| said.name == *name);
        let masked = roles.masked.iter().find(|masked| masked.name == *name);
        let role = match said.and_then(|said| said.role) {
            Some(role) => role,
            None if masked.is_some() => Role::Quasi,
            None if policy.promise.columns().any(|promised| promised == name) => Role::Confidential,
            None => Role::Other,
        };
        let (kind, reason) = match said.and_then(|said| said.kind.clone()) {
            Some(kind) => (kind, "as declared".to_owned()),
            None => {
                let (guessed, reason) = guessed(&[column], &policy.missing.values);
                (masked.map_or(guessed, |masked| masked.kind.clone()), reason)
            }
        };
        PlannedColumn { name: name.clone(), role, kind, reason }
    };
    table.columns().iter().map(column).collect()
}

/// The kind of a column by its cells, in one table or in several, and why.
pub(super) fn guessed(columns: &[&Column], missing: &Missing) -> (ColumnKind, String) {
    if columns.iter().all(|column| column.is_numeric(missing)) {
        return (ColumnKind::Number, "all its values are numbers".to_owned());
    }
    let format = "%Y-%m-%d";
    let day = |format: &DateFormat, column: &Column| {
        let mut any = false;
        let dates = (0..column.cells.len()).all(|row| {
            let text = column.cells.text(row);
            let is_missing = missing.is(&text);
            any |= !is_missing;
            is_missing || format.parse(&text).is_some()
        });
        dates && any
    };
    match DateFormat::new(format) {
        Ok(days) if columns.iter().all(|column| day(&days, column)) => {
            (ColumnKind::Date(format.to_owned()), "all its values are dates (year-month-day)".to_owned())
        }
        _ => (ColumnKind::Nominal, "not all its values are numbers or dates".to_owned()),
    }
}

/// The name of a role, as a policy writes it.
pub fn role_name(role: Role) -> &'static str {
    Role::ALL.iter().find(|(_, known)| *known == role).map_or("", |(name, _)| name)
}

/// The name of a kind, as a policy writes it.
pub fn kind_word(kind: &ColumnKind) -> &'static str {
    match kind {
        ColumnKind::Number => "number",
        ColumnKind::Date(_) => "date",
        ColumnKind::Ordinal(_) => "ordinal",
        ColumnKind::Nominal => "nominal",
        ColumnKind::Text(_) => "text",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_data::{Options, read_text};

    #[test]
    fn kinds_are_guessed_from_all_cells() {
        let table = read_text("t.csv", b"n,d,w,e\n1,2001-02-03,x,\n,2001-02-28,1,NA\n", &Options::default()).unwrap();
        let kind = |name: &str| guessed(&[table.column(name).unwrap()], &Missing::default()).0;
        assert_eq!((kind("n"), kind("d")), (ColumnKind::Number, ColumnKind::Date("%Y-%m-%d".to_owned())));
        assert_eq!((kind("w"), kind("e")), (ColumnKind::Nominal, ColumnKind::Nominal));
    }
}
