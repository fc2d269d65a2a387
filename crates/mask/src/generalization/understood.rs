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

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_ontology::Stack;

    fn owned(values: &[&str]) -> Vec<String> {
        values.iter().map(|&value| value.to_owned()).collect()
    }

    /// Against hypernyms that WordNet itself gives: a person is below organism, which is deeper than causal agent.
    #[test]
    fn words_lie_below_their_hypernyms() {
        let wordnet = scumble_ontology::wordnet();
        let stack = Stack::new(vec![wordnet.nouns().clone(), wordnet.verbs().clone()]);
        let words = owned(&["nurse", "surgeon", "dentist", "carpenter", "dog"]);
        let tree = ValueHierarchy::of(&stack, &words).unwrap();
        let common = |a, b| tree.label(tree.common(tree.node(a), tree.node(b))).unwrap();
        assert_eq!(
            [common(0, 1), common(1, 2), common(1, 3)],
            ["health professional", "medical practitioner", "person"]
        );
        assert_eq!(common(3, 4), "organism");
        let ways: Vec<Vec<&str>> = (0..5)
            .map(|code| {
                let up = std::iter::successors(Some(tree.node(code)), |&node| {
                    Some(tree.parent(node)).filter(|&up| up != node)
                });
                up.filter_map(|node| tree.label(node)).collect()
            })
            .collect();
        assert!(ways.iter().all(|way| way.last() == Some(&"entity")) && ways[0].contains(&"organism"));
        // Every step is a hypernym of the one before, every leaf lies below one parent, and the top has all leaves.
        let nouns = wordnet.nouns();
        for way in &ways {
            for pair in way.windows(2) {
                let below = |label: &str| nouns.senses(label).to_vec();
                let is_above = |sense| below(pair[1]).iter().any(|up| nouns.ancestors(sense).contains(up));
                assert!(below(pair[0]).into_iter().any(is_above), "{pair:?}");
            }
        }
        let leaves = nouns.concepts().filter(|&concept| nouns.children(concept).is_empty());
        let own_parent = |concept| nouns.parents(concept).iter().copied().max();
        let chosen: std::collections::HashSet<_> = nouns.concepts().filter_map(own_parent).collect();
        let all = nouns.concepts().filter(|concept| !chosen.contains(concept)).count();
        assert!(leaves.count() <= all && tree.leaves(0) == all);
        assert_eq!(tree.share(0), 1.0);
        let unknown = ValueHierarchy::of(&stack, &owned(&["nurse", "qwxyz"]));
        assert_eq!(unknown, Err(NoHierarchy::Unknown(vec![1])));
    }
}
