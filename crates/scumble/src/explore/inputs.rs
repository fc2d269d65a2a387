//! What an exploration starts from, and a hash of all that its figures depend on.

use super::axes::Axes;
use crate::error::{Error, ErrorKind, Result};
use crate::policy::{Step, TablePolicy};
use scumble_data::{ColumnKind, Role, Table};
use scumble_mask::ValueDistance;
use scumble_ontology::load::Spec;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// The policy without its step, whose columns stay quasi-identifiers, and that step. Files of taxonomies are named by their whole path,
/// because the policies of the points lie elsewhere.
pub(super) fn base(policy: &TablePolicy) -> Result<(TablePolicy, Step)> {
    if policy.steps.len() > 1 {
        return Err(Error::input(format!(
            "the policy has {} steps, and an exploration varies one",
            policy.steps.len()
        ))
        .with_help("leave out the steps: the quasi-identifiers are masked together"));
    }
    let mut base = policy.clone();
    let template = base.steps.pop().unwrap_or_default();
    for name in template.columns() {
        let column = base.column(name);
        column.role = column.role.or(Some(Role::Quasi));
    }
    for column in &mut base.columns {
        if let Some(ColumnKind::Text(taxonomy)) = &mut column.kind {
            *taxonomy = whole_path(taxonomy)?;
        }
    }
    if let Some(ValueDistance::Hierarchical(taxonomy)) = base.promise.t.as_mut().map(|t| &mut t.distance) {
        *taxonomy = whole_path(taxonomy)?;
    }
    Ok((base, template))
}

fn whole_path(taxonomy: &str) -> Result<String> {
    let here = std::path::absolute(".").map_err(|error| Error::new(ErrorKind::Io, error.to_string()))?;
    let specs = Spec::parse(taxonomy)?.into_iter().map(|spec| spec.beside(&here));
    Ok(Spec::list(&specs.collect::<Vec<_>>()))
}

fn hex(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A text of any length, such that no two lists of texts hash alike by where one ends.
fn add(hash: &mut Sha256, bytes: &[u8]) {
    hash.update((bytes.len() as u64).to_le_bytes());
    hash.update(bytes);
}

/// The key of a point among those of the same inputs.
pub(super) fn key(policy: &str) -> String {
    let mut hash = Sha256::new();
    add(&mut hash, policy.as_bytes());
    hex(hash)
}

/// A hash of this version, the table, the policy, and the files of its taxonomies.
pub(super) fn hash(table: &Table, base: &TablePolicy, axes: Axes) -> Result<String> {
    let mut hash = Sha256::new();
    add(&mut hash, env!("CARGO_PKG_VERSION").as_bytes());
    add(&mut hash, axes.keys().1.as_bytes());
    add(&mut hash, base.to_toml().as_bytes());
    for column in table.columns() {
        add(&mut hash, column.name.as_bytes());
        (0..table.len()).for_each(|row| add(&mut hash, column.cells.text(row).as_bytes()));
    }
    let kinds = base.columns.iter().filter_map(|column| match &column.kind {
        Some(ColumnKind::Text(taxonomy)) => Some(taxonomy),
        _ => None,
    });
    let promised = base.promise.t.iter().filter_map(|t| match &t.distance {
        ValueDistance::Hierarchical(taxonomy) => Some(taxonomy),
        _ => None,
    });
    for taxonomy in kinds.chain(promised) {
        for spec in Spec::parse(taxonomy)? {
            for file in files(&spec)? {
                add(&mut hash, &std::fs::read(&file).map_err(|error| unreadable(&file, &error))?);
            }
        }
    }
    Ok(hex(hash))
}

fn unreadable(path: &Path, error: &std::io::Error) -> Error {
    Error::new(ErrorKind::Io, format!("{}: cannot be read: {error}", path.display()))
}

/// The files of a taxonomy.
fn files(spec: &Spec) -> Result<Vec<PathBuf>> {
    match spec {
        Spec::File(_, path) => Ok(vec![path.clone()]),
        Spec::WordNetFolder(folder) => {
            let entries = std::fs::read_dir(folder).map_err(|error| unreadable(folder, &error))?;
            let mut files: Vec<PathBuf> =
                entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()).collect();
            files.sort();
            Ok(files)
        }
        Spec::WordNet | Spec::WordNetConcept(_) | Spec::None => Ok(Vec::new()),
    }
}
