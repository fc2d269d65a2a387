//! A column with the hierarchy that its values are generalised along: its own, or one made from its values.

use super::hierarchy::{NoHierarchy, ValueHierarchy};
use super::made::{joined, made};
use crate::attribute::{Attribute, Values};
use crate::error::{Error, Result};

/// A column as it is generalised.
#[derive(Debug, Clone, PartialEq)]
pub struct UnderstoodColumn {
    /// For each record the place of its value among the distinct ones; a missing one is past their end.
    pub codes: Vec<u32>,
    /// The hierarchy of these values.
    pub hierarchy: ValueHierarchy,
    /// Whether it was made from the values, because none was given.
    pub made: bool,
}

impl UnderstoodColumn {
    /// The codes and the hierarchy of a column. The same cells, in any order, have the same hierarchy.
    ///
    /// # Errors
    /// If a value is not in the hierarchy that was given.
    pub fn new(attribute: &Attribute) -> Result<Self> {
        Ok(Self::with_others(attribute, None)?.0)
    }

    /// The same, with the codes of other cells of the same meaning: they have a place, and change neither levels nor shares.
    ///
    /// # Errors
    /// If a value is not in the hierarchy that was given.
    pub(super) fn with_others(attribute: &Attribute, others: Option<&Attribute>) -> Result<(Self, Vec<u32>)> {
        let Values::Text(codes, values, stack) = &attribute.values else {
            let (codes, more, hierarchy) = made(attribute, others);
            return Ok((Self { codes, hierarchy, made: true }, more));
        };
        let (more, all) = match others.map(|others| &others.values) {
            Some(Values::Text(more, labels, _)) => joined(values, more, labels),
            _ => (Vec::new(), values.clone()),
        };
        let column = attribute.name.clone();
        let hierarchy =
            ValueHierarchy::with_others(stack, &all, values.len()).map_err(|NoHierarchy::Unknown(unknown)| {
                let is_unknown = |code: &u32| unknown.binary_search(code).is_ok();
                let record = codes.iter().position(is_unknown).unwrap_or(0);
                Error::NotInHierarchy { column, record, count: codes.iter().filter(|&code| is_unknown(code)).count() }
            })?;
        Ok((Self { codes: codes.clone(), hierarchy, made: false }, more))
    }
}
