//! What the columns of a table are, and which roles they could have: material for a policy.

use super::guessed::guessed_role;
use crate::policy::TablePolicy;
use rayon::prelude::*;
use scumble_assess::{SingledBy, singled_out};
use scumble_data::{Column, ColumnKind, Error, Guess, Missing, Role, Table, guess};
use scumble_mask::table::MissingValues;
use serde_json::{Value, json};

/// A column as it is seen, with the role that it could have.
#[derive(Debug, Clone, PartialEq)]
pub struct ColumnView {
    /// Its name.
    pub name: String,
    /// What its values are, or why that cannot be told.
    pub kind: Result<Guess, Error>,
    /// Distinct values.
    pub distinct: usize,
    /// Cells that are missing.
    pub missing: usize,
    /// Records that no other equals in this column.
    pub singled_out: usize,
    /// The role that it could have.
    pub role: Role,
    /// Why.
    pub reason: String,
}

/// The columns of a table, and the pairs of columns that single out records.
#[derive(Debug, Clone, PartialEq)]
pub struct RolesView {
    /// The file.
    pub file: String,
    /// Records of the table.
    pub records: usize,
    /// Its columns.
    pub columns: Vec<ColumnView>,
    /// For each pair, the records that it singles out and neither of its columns does; most first. `None` if there are too many pairs.
    pub pairs: Option<Vec<SingledBy>>,
    /// The values that mean “missing”.
    pub missing: Missing,
}

/// Values that other programs write for “missing”.
const MARKERS: [&str; 11] = ["?", "N/A", "n/a", "#N/A", "NaN", "nan", "NULL", "null", "None", "-", "."];

/// Looks at a table and guesses a role for every column. Cells like `?` and `NULL` count as missing if there are some.
pub fn roles(table: &Table) -> RolesView {
    let missing = with_markers(table);
    let singled = singled_out(table);
    let views = table.columns().par_iter().map(|column| {
        let by = singled.columns.iter().find(|by| by.columns[0] == column.name);
        view(table, column, &missing, by.map_or(0, |by| by.records))
    });
    RolesView {
        file: table.file().to_owned(),
        records: table.len(),
        columns: views.collect(),
        pairs: singled.pairs,
        missing,
    }
}

/// The usual values that mean “missing”, and those of other programs that the table holds.
fn with_markers(table: &Table) -> Missing {
    let mut missing = Missing::default();
    let holds = |marker: &str| {
        let mut columns = table.columns().iter();
        columns.any(|column| (0..column.cells.len()).any(|row| column.cells.text(row).trim() == marker))
    };
    let found: Vec<&str> = MARKERS.par_iter().copied().filter(|marker| holds(marker)).collect();
    missing.values.extend(found.into_iter().map(str::to_owned));
    missing
}

fn view(table: &Table, column: &Column, missing: &Missing, singled_out: usize) -> ColumnView {
    let (codes, values) = column.codes(missing);
    let absent = codes.iter().filter(|&&code| code as usize >= values.len()).count();
    let kind = guess(column, table.file(), missing);
    let (role, reason) = guessed_role(column, &kind, &values, table.len() - absent, singled_out);
    ColumnView { name: column.name.clone(), kind, distinct: values.len(), missing: absent, singled_out, role, reason }
}

impl RolesView {
    /// A policy of these roles that runs as it is.
    pub fn policy(&self) -> TablePolicy {
        let mut policy = TablePolicy {
            missing: MissingValues { values: self.missing.clone(), ..MissingValues::default() },
            ..TablePolicy::default()
        };
        for column in &self.columns {
            policy.column(&column.name).role = Some(column.role);
        }
        policy
    }

    /// The policy as a file to edit: every column with its role, its kind and the reasons.
    pub fn to_toml(&self, k: usize) -> String {
        let quasi = || self.columns.iter().filter(|column| column.role == Role::Quasi);
        let mut text = format!(
            "# Roles of the columns of {}, guessed by `scumble roles`: read and change them before you use them.\n\
             # identifier: dropped · quasi: masked · confidential, weight, stratum, published: released unchanged\n\n[columns]\n",
            self.file
        );
        let width = self.columns.iter().map(|column| key(&column.name).chars().count()).max().unwrap_or(0);
        for column in &self.columns {
            let kind = match (&column.kind, column.role) {
                (Ok(guess), Role::Quasi) => kind_keys(&guess.kind),
                _ => String::new(),
            };
            let entry = format!("{{ role = \"{}\"{kind} }}", column.role.name());
            text.push_str(&format!("{:<width$} = {entry:<42} # {}\n", key(&column.name), column.comment()));
        }
        let holes = quasi().any(|column| column.missing > 0);
        let markers: Vec<String> = self.missing.values.iter().map(|value| key_text(value)).collect();
        text.push_str(&format!("\n[missing]\nvalues  = [{}]\n", markers.join(", ")));
        match holes {
            true => text.push_str(
                "default = \"suppress\"   # records that miss a quasi-identifier are left out; or error, group\n",
            ),
            false => text.push_str("default = \"error\"\n"),
        }
        text.push_str(&format!("\n[[mask]]\nmethod = \"mdav\"\nk      = {k}\n\n[promise]\nk = {k}\n"));
        text
    }

    /// Everything as one object.
    pub fn to_json(&self) -> Value {
        let by = |by: &SingledBy| json!({ "columns": by.columns, "records": by.records });
        json!({
            "file": self.file,
            "records": self.records,
            "columns": self.columns.iter().map(ColumnView::to_json).collect::<Vec<_>>(),
            "pairs": self.pairs.as_ref().map(|pairs| pairs.iter().map(by).collect::<Vec<_>>()),
            "missing_values": self.missing.values,
        })
    }
}

impl ColumnView {
    /// What its values are, in words.
    pub fn kind_text(&self) -> String {
        match &self.kind {
            Ok(guess) => format!("{}: {}", super::kind_name(&guess.kind), guess.reason),
            Err(error) => format!("unclear: {}", error.problem),
        }
    }

    fn comment(&self) -> String {
        format!("{}; {} distinct, singles out {}", self.reason, self.distinct, self.singled_out)
    }

    fn to_json(&self) -> Value {
        json!({
            "name": self.name,
            "role": self.role.name(),
            "reason": self.reason,
            "kind": self.kind.as_ref().ok().map(|guess| super::kind_name(&guess.kind)),
            "kind_reason": match &self.kind { Ok(guess) => guess.reason.clone(), Err(error) => error.to_string() },
            "distinct": self.distinct,
            "missing": self.missing,
            "singled_out": self.singled_out,
        })
    }
}

/// The keys of a kind in a policy.
fn kind_keys(kind: &ColumnKind) -> String {
    match kind {
        ColumnKind::Number => ", kind = \"number\"".to_owned(),
        ColumnKind::Date(format) => format!(", kind = \"date\", format = {}", key_text(format)),
        ColumnKind::Nominal | ColumnKind::Ordinal(_) | ColumnKind::Text(_) => ", kind = \"nominal\"".to_owned(),
    }
}

/// A column's name as a key of TOML.
fn key(name: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    if !name.is_empty() && name.chars().all(bare) { name.to_owned() } else { key_text(name) }
}

/// A text as a string of TOML, which has the escapes of JSON.
fn key_text(text: &str) -> String {
    json!(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Policy;
    use scumble_data::{Options, read_text};

    #[test]
    fn a_policy_of_guessed_roles_reads_back() {
        let mut text = "name,\"the \"\"age\"\"\",zip,diagnosis,same,remark\n".to_owned();
        for row in 0..60 {
            let note = "came in late again and asked for the doctor by name";
            text.push_str(&format!(
                "P{row},{},0{},{},x,{note} {row}\n",
                20 + row % 31,
                100 + row % 4,
                ["flu", "?"][row % 2]
            ));
        }
        let table = read_text("t.csv", text.as_bytes(), &Options::default()).unwrap();
        let found = roles(&table);
        let roles: Vec<(&str, Role)> = found.columns.iter().map(|column| (column.name.as_str(), column.role)).collect();
        assert_eq!(
            roles,
            [
                ("name", Role::Identifier),
                ("the \"age\"", Role::Quasi),
                ("zip", Role::Quasi),
                ("diagnosis", Role::Confidential),
                ("same", Role::Published),
                ("remark", Role::Identifier)
            ]
        );
        assert_eq!((found.columns[0].singled_out, found.columns[3].missing), (60, 30));
        let policy = Policy::parse("p.toml", &found.to_toml(4)).unwrap().tables;
        assert_eq!(policy.missing.values.values, ["", "NA", "?"]);
        let kind = |name: &str| policy.columns.iter().find(|column| column.name == name).unwrap().kind.clone();
        assert_eq!(kind("the \"age\""), Some(ColumnKind::Number));
        assert_eq!(kind("zip"), Some(ColumnKind::Nominal));
        assert!(crate::table::Plan::new(&policy, &table).is_ok());
    }
}
