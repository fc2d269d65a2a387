//! The value generalisation hierarchy of a column: what each of its values may be replaced by, and how much is lost then.

use scumble_ontology::{Concept, Stack, Taxonomy};
use std::borrow::Cow;
use std::collections::HashMap;

/// What stands for any value.
pub const ANY: &str = "*";

/// The largest hierarchy whose common ancestors are all worked out beforehand.
const TABLED: usize = 1024;

/// The hierarchy of a column's distinct values: a tree whose root stands for all of them.
///
/// The leaf share of a node is the share of the hierarchy's leaves that lie below it, and 0 for a leaf: what the normalised certainty
/// penalty charges for a cell that is generalised to it. A missing value has a node of its own, which nothing lies above.
#[derive(Debug, Clone, PartialEq)]
pub struct ValueHierarchy {
    nodes: Vec<Node>,
    /// The node of each value; the last one is that of a missing value.
    of: Vec<u32>,
    /// The depth of the deepest value.
    deepest: u32,
    /// The leaf share of the lowest common ancestor of two nodes; empty if the hierarchy is large.
    shares: Vec<f32>,
}

#[derive(Debug, Clone, PartialEq)]
struct Node {
    /// Its own number for the root and for the missing value.
    parent: u32,
    /// Steps from the root.
    depth: u32,
    leaves: u32,
    share: f64,
    label: String,
}

impl ValueHierarchy {
    /// The hierarchy of these values in a stack of taxonomies: in the first that knows all of them. A word with several senses has its
    /// first, commonest one. A concept with several parents lies below the deepest of them, so that the taxonomy is a tree.
    ///
    /// # Errors
    /// If no taxonomy knows all values: then with those that are not in the one that knows most.
    pub fn of(stack: &Stack, values: &[String]) -> Result<Self, NoHierarchy> {
        Self::with_others(stack, values, values.len())
    }

    /// The same, where only the first `own` values are the column's: the others have a place, and change neither levels nor shares.
    pub(super) fn with_others(stack: &Stack, values: &[String], own: usize) -> Result<Self, NoHierarchy> {
        let places = |taxonomy: &Taxonomy| values.iter().map(|value| place(taxonomy, value)).collect::<Vec<_>>();
        let found = stack.members().iter().map(|taxonomy| (taxonomy, places(taxonomy)));
        let found = found.min_by_key(|(_, places)| places.iter().filter(|place| place.is_none()).count());
        let Some((taxonomy, places)) = found else {
            return Ok(Self::by_paths(values.iter().map(|value| vec![value.clone()]), own));
        };
        let unknown: Vec<u32> = (0..).zip(&places).filter(|(_, place)| place.is_none()).map(|(at, _)| at).collect();
        if !unknown.is_empty() {
            return Err(NoHierarchy::Unknown(unknown));
        }
        Ok(Self::in_taxonomy(taxonomy, &places.into_iter().flatten().collect::<Vec<_>>(), own))
    }

    fn in_taxonomy(taxonomy: &Taxonomy, values: &[Concept], own: usize) -> Self {
        // Concepts are numbered by their greatest depth: the last parent is the deepest.
        let parent = |concept: Concept| taxonomy.parents(concept).iter().copied().max();
        let way_up = |&value: &Concept| std::iter::successors(Some(value), |&concept| parent(concept));
        let mut above: Vec<Concept> = values.iter().flat_map(way_up).collect();
        above.sort_unstable();
        above.dedup();
        let mut leaves = vec![0_u32; taxonomy.len()];
        // Concepts are numbered by their depth: children come after their parents.
        for concept in taxonomy.concepts().collect::<Vec<_>>().into_iter().rev() {
            leaves[concept.index()] = leaves[concept.index()].max(1);
            if let Some(parent) = parent(concept) {
                leaves[parent.index()] += leaves[concept.index()];
            }
        }
        let tops: Vec<Concept> = taxonomy.tops().collect();
        let mut tree = Tree::default();
        let root = if let [_] = tops[..] { None } else { Some(tree.add(None, ANY, 0)) };
        if root.is_some() {
            tree.nodes[0].leaves = tops.iter().map(|top| leaves[top.index()]).sum();
        }
        let mut nodes: HashMap<Concept, u32> = HashMap::new();
        for concept in above {
            let parent = parent(concept).map_or(root, |parent| Some(nodes[&parent]));
            nodes.insert(concept, tree.add(parent, taxonomy.label(concept), leaves[concept.index()]));
        }
        tree.into_hierarchy(values.iter().map(|value| nodes[value]).collect(), own)
    }

    /// The hierarchy in which nothing lies between a value and the root.
    pub fn flat(values: &[String]) -> Self {
        Self::by_paths(values.iter().map(|value| vec![value.clone()]), values.len())
    }

    /// The hierarchy by the way up from each value, without the root: its own label first. Nodes of one label and height are one. Only
    /// the first `own` values are the column's: the others have a place, and change neither levels nor shares.
    pub fn by_paths(paths: impl Iterator<Item = Vec<String>>, own: usize) -> Self {
        let mut tree = Tree::default();
        let root = tree.add(None, ANY, 0);
        let mut known: HashMap<(u32, String), u32> = HashMap::new();
        let mut of = Vec::new();
        for path in paths {
            let mut node = root;
            for label in path.into_iter().rev() {
                node =
                    *known.entry((node, label)).or_insert_with_key(|(parent, label)| tree.add(Some(*parent), label, 0));
            }
            of.push(node);
        }
        of.iter().take(own).for_each(|&node| tree.nodes[node as usize].leaves = 1);
        tree.count_leaves();
        tree.into_hierarchy(of, own)
    }

    /// How many nodes there are, with that of a missing value.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node; there always is one.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The levels of the hierarchy: a value at level 0 is itself, one at the last level is the root.
    pub fn levels(&self) -> usize {
        self.deepest as usize + 1
    }

    /// The node of a value by its code; a code past the end is a missing value.
    pub fn node(&self, code: u32) -> u32 {
        self.of[(code as usize).min(self.of.len() - 1)]
    }

    /// Whether a node is that of a missing value.
    pub fn is_missing(&self, node: u32) -> bool {
        node as usize + 1 == self.nodes.len()
    }

    /// The node that stands for another at a level: the hierarchy is cut as many steps above its deepest value.
    pub fn at_level(&self, node: u32, level: usize) -> u32 {
        let most = (self.deepest as usize).saturating_sub(level) as u32;
        let mut node = node;
        while self.nodes[node as usize].depth > most {
            node = self.nodes[node as usize].parent;
        }
        node
    }

    /// The node above, or the same if it is the root or a missing value.
    pub fn parent(&self, node: u32) -> u32 {
        self.nodes[node as usize].parent
    }

    /// What is published for a node; nothing for a missing value.
    pub fn label(&self, node: u32) -> Option<&str> {
        (!self.is_missing(node)).then(|| self.nodes[node as usize].label.as_str())
    }

    /// Whether a node is another or lies below it.
    pub(super) fn is_below(&self, node: u32, above: u32) -> bool {
        let depth = self.nodes[above as usize].depth;
        let mut node = node;
        while self.nodes[node as usize].depth > depth {
            node = self.parent(node);
        }
        node == above
    }

    /// The leaves that lie below a node; 1 for a leaf, 0 for a missing value.
    pub fn leaves(&self, node: u32) -> usize {
        self.nodes[node as usize].leaves as usize
    }

    /// The lowest level at which a node stands for the values below it.
    pub fn level(&self, node: u32) -> usize {
        (self.deepest - self.nodes[node as usize].depth.min(self.deepest)) as usize
    }

    /// The share of all leaves that lie below a node; 0 for a leaf.
    pub fn share(&self, node: u32) -> f64 {
        self.nodes[node as usize].share
    }

    /// What is charged for a cell that is published as a node: nothing if the node is its own value.
    pub fn penalty(&self, value: u32, published: u32) -> f64 {
        if value == published { 0.0 } else { self.share(published) }
    }

    /// The most specific node that two nodes lie below. A missing value has none in common with another value: the root is the answer.
    pub fn common(&self, a: u32, b: u32) -> u32 {
        let (mut a, mut b) = (a, b);
        while a != b {
            let (depth, other) = (self.nodes[a as usize].depth, self.nodes[b as usize].depth);
            if depth >= other {
                a = self.nodes[a as usize].parent;
            }
            if other >= depth {
                b = self.nodes[b as usize].parent;
            }
            if self.is_missing(a) || self.is_missing(b) {
                return 0;
            }
        }
        a
    }

    /// The leaf share of the most specific node that two nodes lie below.
    #[inline]
    pub(super) fn common_share(&self, a: u32, b: u32) -> f32 {
        if a == b {
            return self.nodes[a as usize].share as f32;
        }
        match self.shares.get(a as usize * self.nodes.len() + b as usize) {
            Some(&share) => share,
            None => self.nodes[self.common(a, b) as usize].share as f32,
        }
    }

    /// The leaf share of the most specific node that a node and every other one lie below.
    pub(super) fn common_shares(&self, node: u32) -> Cow<'_, [f32]> {
        let nodes = self.nodes.len();
        match self.shares.get(node as usize * nodes..(node as usize + 1) * nodes) {
            Some(shares) => Cow::Borrowed(shares),
            None => (0..nodes as u32).map(|other| self.common_share(node, other)).collect(),
        }
    }

    /// The node above a value that is published under a label, the value itself first.
    pub fn published_as(&self, value: u32, label: &str) -> Option<u32> {
        let mut node = value;
        loop {
            if self.label(node) == Some(label) {
                return Some(node);
            }
            let parent = self.parent(node);
            if parent == node {
                return None;
            }
            node = parent;
        }
    }
}

/// Why the values of a column have no hierarchy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoHierarchy {
    /// Values, by their codes, that it does not know.
    Unknown(Vec<u32>),
}

/// The concept of a value: of that name, or the commonest of that term.
fn place(taxonomy: &Taxonomy, value: &str) -> Option<Concept> {
    let value = value.trim();
    taxonomy.named(value).or_else(|| taxonomy.senses(value).first().copied())
}

/// A tree that is being built: parents come before their children.
#[derive(Default)]
struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    fn add(&mut self, parent: Option<u32>, label: &str, leaves: u32) -> u32 {
        let own = self.nodes.len() as u32;
        let depth = parent.map_or(0, |parent| self.nodes[parent as usize].depth + 1);
        let parent = parent.unwrap_or(own);
        self.nodes.push(Node { parent, depth, leaves, share: 0.0, label: label.to_owned() });
        own
    }

    fn count_leaves(&mut self) {
        for node in (0..self.nodes.len()).rev() {
            let (parent, leaves) = (self.nodes[node].parent as usize, self.nodes[node].leaves);
            if parent != node {
                self.nodes[parent].leaves += leaves;
            }
        }
    }

    fn into_hierarchy(mut self, mut of: Vec<u32>, own: usize) -> ValueHierarchy {
        let all = f64::from(self.nodes.first().map_or(1, |root| root.leaves));
        for node in &mut self.nodes {
            node.share = if node.leaves > 1 { f64::from(node.leaves) / all } else { 0.0 };
        }
        let deepest = of.iter().take(own).map(|&node| self.nodes[node as usize].depth).max().unwrap_or(0);
        of.push(self.add(None, "", 0));
        let mut hierarchy = ValueHierarchy { nodes: self.nodes, of, deepest, shares: Vec::new() };
        let nodes = hierarchy.len() as u32;
        if nodes as usize <= TABLED {
            let pairs = (0..nodes).flat_map(|a| (0..nodes).map(move |b| (a, b)));
            hierarchy.shares = pairs.map(|(a, b)| hierarchy.share(hierarchy.common(a, b)) as f32).collect();
        }
        hierarchy
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_ontology::load::{Format, Options, Source, read};
    use std::sync::Arc;

    const WORK: &str = "nurse;health;public;*\ndoctor;health;public;*\nteacher;teacher;public;*\nbaker;food;private;*\n\
                        cook;food;private;*\n";

    fn stack(text: &str) -> Stack {
        let taxonomies = read(Format::Vgh, &Source::text("work.csv", text), &Options::default()).unwrap();
        Stack::new(taxonomies.into_iter().map(Arc::new).collect())
    }

    fn owned(values: &[&str]) -> Vec<String> {
        values.iter().map(|&value| value.to_owned()).collect()
    }

    #[test]
    fn shares_levels_and_common_ancestors_by_hand() {
        let values = owned(&["nurse", "teacher", "baker", "doctor"]);
        let tree = ValueHierarchy::of(&stack(WORK), &values).unwrap();
        assert_eq!(tree.levels(), 4);
        let at = |code: u32, level| tree.label(tree.at_level(tree.node(code), level)).unwrap();
        assert_eq!([at(0, 0), at(0, 1), at(0, 2), at(0, 3)], ["nurse", "health", "public", "*"]);
        assert_eq!([at(1, 0), at(1, 1), at(1, 2)], ["teacher", "teacher", "public"], "a short branch is cut later");
        let common = |a, b| tree.common(tree.node(a), tree.node(b));
        let of = |a, b| (tree.label(common(a, b)).unwrap(), tree.share(common(a, b)));
        // Five leaves in the whole file, also those that no record has.
        assert_eq!([of(0, 3), of(0, 1), of(1, 2)], [("health", 0.4), ("public", 0.6), ("*", 1.0)]);
        assert_eq!(of(2, 2), ("baker", 0.0));
        let food = tree.at_level(tree.node(2), 1);
        assert_eq!((tree.share(food), tree.penalty(food, food), tree.penalty(tree.node(2), food)), (0.4, 0.0, 0.4));
        for (a, b) in (0..4).flat_map(|a| (0..4).map(move |b| (a, b))) {
            assert!((f64::from(tree.common_share(tree.node(a), tree.node(b))) - of(a, b).1).abs() < 1e-6);
        }
        assert_eq!(tree.published_as(tree.node(0), "public"), Some(common(0, 1)));
        assert_eq!(tree.published_as(tree.node(0), "food"), None);
        let missing = tree.node(u32::MAX);
        assert!(tree.is_missing(missing) && tree.label(missing).is_none() && tree.at_level(missing, 3) == missing);
        assert_eq!(tree.common(missing, missing), missing);
    }

    #[test]
    fn values_that_are_not_there_are_named_by_their_codes() {
        let refused = ValueHierarchy::of(&stack(WORK), &owned(&["nurse", "poet", "baker", "smith"]));
        assert_eq!(refused, Err(NoHierarchy::Unknown(vec![1, 3])));
    }

    #[test]
    fn several_tops_have_a_root_above_them_and_values_without_a_hierarchy_too() {
        let tree = ValueHierarchy::of(&stack("a;x\nb;x\nc;y\nd;y\n"), &owned(&["a", "c"])).unwrap();
        assert_eq!(tree.levels(), 3);
        assert_eq!(tree.label(tree.common(tree.node(0), tree.node(1))), Some(ANY));
        assert_eq!(tree.share(tree.common(tree.node(0), tree.node(1))), 1.0);
        assert_eq!(tree.share(tree.at_level(tree.node(0), 1)), 0.5);
        let flat = ValueHierarchy::flat(&owned(&["a", "b"]));
        assert_eq!((flat.levels(), flat.share(flat.common(flat.node(0), flat.node(1)))), (2, 1.0));
    }
}
