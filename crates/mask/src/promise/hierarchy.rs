//! Values in a hierarchy, and the earth mover's distance over it (Li, Li and Venkatasubramanian 2007, section 5.2).

use scumble_ontology::{Concept, Known, Stack, Taxonomy};

/// The place of a confidential column's values in a hierarchy.
///
/// Two values are as far apart as their lowest common ancestor is high: its height over that of the root, where the height of a
/// node is the longest way down from it. A value that the taxonomy does not know, or that is missing, hangs from the root.
#[derive(Debug, Clone, PartialEq)]
pub struct Hierarchy {
    /// The node of each value.
    of: Vec<u32>,
    /// The parent of each node, which has a greater index; the root is its own.
    parents: Vec<u32>,
    /// The height of each node over that of the root.
    heights: Vec<f64>,
}

impl Hierarchy {
    /// A hierarchy by the parent of each node (`None` for tops), its height, and the node of each value (`None` if it has none).
    fn new(parents: &[Option<usize>], mut heights: Vec<usize>, of: &[Option<usize>]) -> Self {
        // Several tops have one more root above them.
        let tops: Vec<usize> = (0..parents.len()).filter(|&node| parents[node].is_none()).collect();
        let root = if let [one] = tops[..] { one } else { parents.len() };
        if root == parents.len() {
            heights.push(heights.iter().max().map_or(0, |height| height + 1));
        }
        let above = |node: usize| if node == root { root } else { parents[node].unwrap_or(root) };
        // Parents are higher than their children, so by height children come first.
        let mut order: Vec<usize> = (0..heights.len()).collect();
        order.sort_by_key(|&node| (heights[node], node == root));
        let mut place = vec![0_u32; order.len()];
        order.iter().enumerate().for_each(|(at, &node)| place[node] = at as u32);
        let top = heights[root].max(1) as f64;
        Self {
            of: of.iter().map(|node| place[node.unwrap_or(root)]).collect(),
            parents: order.iter().map(|&node| place[above(node)]).collect(),
            heights: order.iter().map(|&node| heights[node] as f64 / top).collect(),
        }
    }

    /// The hierarchy of these values, and one more for a missing value, in a stack of taxonomies: in the one that knows most of
    /// them. Heights are those in the whole taxonomy, also where no value lies.
    ///
    /// # Errors
    /// If no taxonomy knows a value, a value has several meanings, or a concept above a value has several parents.
    pub fn of(stack: &Stack, values: &[String]) -> Result<Self, String> {
        let known: Vec<Known> = values.iter().map(|value| stack.known(value)).collect();
        let count = |member: usize| known.iter().filter(|known| !known.senses(member).is_empty()).count();
        let member = (0..stack.members().len()).rev().max_by_key(|&member| count(member));
        let member = member.filter(|&member| count(member) > 0).ok_or("its taxonomy knows none of its values")?;
        let taxonomy = &stack.members()[member];
        let mut nodes: Vec<Concept> = taxonomy.tops().collect();
        for known in &known {
            match known.senses(member) {
                [] => {}
                [one] => nodes.extend(taxonomy.ancestors(*one)),
                _ => return Err("a value has several meanings in its taxonomy, so it has no one place".to_owned()),
            }
        }
        nodes.sort_unstable();
        nodes.dedup();
        let place = |concept: Concept| nodes.binary_search(&concept).ok();
        let parents = nodes.iter().map(|&node| match taxonomy.parents(node) {
            [] => Ok(None),
            [one] => Ok(place(*one)),
            _ => Err("a concept has several parents in its taxonomy, so it is no hierarchy".to_owned()),
        });
        let parents = parents.collect::<Result<Vec<_>, String>>()?;
        let heights = heights(taxonomy);
        let heights = nodes.iter().map(|node| heights[node.index()]).collect();
        let of = known.iter().map(|known| known.senses(member).first().and_then(|&sense| place(sense)));
        Ok(Self::new(&parents, heights, &of.chain([None]).collect::<Vec<_>>()))
    }

    /// The distance of two values.
    pub fn distance(&self, a: u32, b: u32) -> f64 {
        if a == b {
            return 0.0;
        }
        let (mut a, mut b) = (self.of[a as usize], self.of[b as usize]);
        while a != b {
            if a < b {
                a = self.parents[a as usize];
            } else {
                b = self.parents[b as usize];
            }
        }
        self.heights[a as usize]
    }

    /// The earth that is moved at the least cost, where `extra` is how much each value has too much (or too little, below 0): below
    /// every node what is too much in one branch goes to where another lacks, and the rest is moved further up.
    pub(super) fn moved(&self, extra: &[f64]) -> f64 {
        let (mut much, mut little) = (vec![0.0; self.parents.len()], vec![0.0; self.parents.len()]);
        for (&node, &extra) in self.of.iter().zip(extra) {
            much[node as usize] += extra.max(0.0);
            little[node as usize] += (-extra).max(0.0);
        }
        let mut moved = 0.0;
        for node in 0..self.parents.len() {
            let here = f64::min(much[node], little[node]);
            moved += here * self.heights[node];
            let parent = self.parents[node] as usize;
            if parent != node {
                much[parent] += much[node] - here;
                little[parent] += little[node] - here;
            }
        }
        moved
    }
}

/// The longest way down from every concept.
fn heights(taxonomy: &Taxonomy) -> Vec<usize> {
    let mut heights = vec![0; taxonomy.len()];
    // Concepts are numbered by their depth: children come after their parents.
    for concept in taxonomy.concepts().collect::<Vec<_>>().into_iter().rev() {
        for parent in taxonomy.parents(concept) {
            heights[parent.index()] = heights[parent.index()].max(heights[concept.index()] + 1);
        }
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_ontology::load::{Format, Options, Source, read};
    use std::sync::Arc;

    /// The diseases of Li, Li and Venkatasubramanian (2007), figure 2.
    const DISEASES: &str = "flu;respiratory infection;respiratory system;respiratory & digestive system
pneumonia;respiratory infection;respiratory system;respiratory & digestive system
bronchitis;respiratory infection;respiratory system;respiratory & digestive system
pulmonary edema;vascular lung;respiratory system;respiratory & digestive system
pulmonary embolism;vascular lung;respiratory system;respiratory & digestive system
gastric ulcer;stomach;digestive system;respiratory & digestive system
stomach cancer;stomach;digestive system;respiratory & digestive system
gastritis;stomach;digestive system;respiratory & digestive system
colitis;colon;digestive system;respiratory & digestive system
colon cancer;colon;digestive system;respiratory & digestive system
";

    fn hierarchy(text: &str, values: &[&str]) -> Result<Hierarchy, String> {
        let taxonomies = read(Format::Vgh, &Source::text("diseases.csv", text), &Options::default()).unwrap();
        let stack = Stack::new(taxonomies.into_iter().map(Arc::new).collect());
        Hierarchy::of(&stack, &values.iter().map(|&value| value.to_owned()).collect::<Vec<_>>())
    }

    fn distance(hierarchy: &Hierarchy, codes: &[u32], group: &[u32]) -> f64 {
        let values = hierarchy.of.len();
        let share = |of: &[u32], value: usize| {
            of.iter().filter(|&&code| code as usize == value).count() as f64 / of.len().max(1) as f64
        };
        hierarchy.moved(&(0..values).map(|value| share(group, value) - share(codes, value)).collect::<Vec<_>>())
    }

    #[test]
    fn the_diseases_of_the_paper() {
        let values =
            ["flu", "pneumonia", "bronchitis", "pulmonary embolism", "stomach cancer", "gastritis", "gastric ulcer"];
        let tree = hierarchy(DISEASES, &values).unwrap();
        // "The distance between flu and bronchitis is 1/3, between flu and pulmonary embolism 2/3, between flu and stomach cancer 3/3."
        let gaps = [2, 3, 4].map(|other| tree.distance(0, other));
        assert_eq!(gaps, [1.0 / 3.0, 2.0 / 3.0, 1.0]);
        assert_eq!((tree.distance(0, 0), tree.distance(0, 7)), (0.0, 1.0), "a missing value is far from all");
        // The nine patients of table 3; by hand for the classes of table 5: 7/27, 8/27 and 5/27.
        let patients = [6, 5, 4, 5, 0, 2, 2, 1, 4];
        let classes: [(&[u32], f64); 3] = [(&[6, 4, 1], 7.0), (&[5, 0, 2], 8.0), (&[5, 2, 4], 5.0)];
        for (class, expected) in classes {
            assert!((distance(&tree, &patients, class) - expected / 27.0).abs() < 1e-12);
        }
    }

    #[test]
    fn values_without_one_place_are_refused_or_hang_from_the_root() {
        let tree = hierarchy(DISEASES, &["flu", "broken leg", "colitis", "sprain"]).unwrap();
        assert_eq!([(0, 1), (1, 3), (1, 2)].map(|(a, b)| tree.distance(a, b)), [1.0; 3]);
        assert!(hierarchy(DISEASES, &["broken leg"]).unwrap_err().contains("knows none"));
        // A value may be the ancestor of another, and branches may be of different length.
        let tree = hierarchy("a;b;c;top\nd;d;top;top\n", &["a", "b", "c", "d"]).unwrap();
        assert_eq!([(0, 1), (0, 2), (1, 2), (0, 3)].map(|(a, b)| tree.distance(a, b) * 3.0), [1.0, 2.0, 2.0, 3.0]);
        let nouns = Stack::new(vec![scumble_ontology::wordnet().nouns().clone()]);
        let several = |value: &str| Hierarchy::of(&nouns, &[value.to_owned()]).unwrap_err();
        assert!(several("bank").contains("several meanings") && several("person").contains("several"));
    }

    /// The least cost of moving earth between values, by successive cheapest ways with room to take moves back.
    fn plainly(tree: &Hierarchy, extra: &[f64]) -> f64 {
        let n = extra.len();
        let mut extra = extra.to_vec();
        let mut flow = vec![vec![0.0_f64; n]; n];
        let mut cost = 0.0;
        loop {
            let Some(source) = (0..n).find(|&value| extra[value] > 1e-12) else { return cost };
            let mut far = vec![f64::INFINITY; n];
            let mut from = vec![usize::MAX; n];
            far[source] = 0.0;
            for _ in 0..n {
                for a in 0..n {
                    for b in 0..n {
                        let back = flow[b][a] > 1e-12;
                        let gap = tree.distance(a as u32, b as u32);
                        let way = far[a] + if back { -gap } else { gap };
                        if a != b && way < far[b] - 1e-12 {
                            (far[b], from[b]) = (way, a);
                        }
                    }
                }
            }
            let sinks = (0..n).filter(|&value| extra[value] < -1e-12);
            let sink = sinks.min_by(|&a, &b| far[a].total_cmp(&far[b])).unwrap();
            let mut amount = extra[source].min(-extra[sink]);
            let mut at = sink;
            while at != source {
                let before = from[at];
                if flow[at][before] > 1e-12 {
                    amount = amount.min(flow[at][before]);
                }
                at = before;
            }
            at = sink;
            while at != source {
                let before = from[at];
                if flow[at][before] > 1e-12 {
                    flow[at][before] -= amount
                } else {
                    flow[before][at] += amount
                }
                at = before;
            }
            cost += amount * far[sink];
            extra[source] -= amount;
            extra[sink] += amount;
        }
    }

    #[test]
    fn moves_are_the_cheapest() {
        let mut rng = crate::Rng::new(5);
        let text = "a;b;c;top\nd;c;c;top\ne;f;f;top\ng;f;f;top\nh;h;top;top\n";
        let values = ["a", "b", "c", "d", "e", "g", "h", "f"];
        let tree = hierarchy(text, &values).unwrap();
        for _ in 0..200 {
            let codes: Vec<u32> = (0..20).map(|_| rng.below(8) as u32).collect();
            let group: Vec<u32> = (0..1 + rng.below(6)).map(|_| rng.below(8) as u32).collect();
            let share =
                |of: &[u32], value: u32| of.iter().filter(|&&code| code == value).count() as f64 / of.len() as f64;
            let extra: Vec<f64> = (0..9).map(|value| share(&group, value) - share(&codes, value)).collect();
            assert!((tree.moved(&extra) - plainly(&tree, &extra)).abs() < 1e-9);
        }
    }
}
