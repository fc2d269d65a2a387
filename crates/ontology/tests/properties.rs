//! Random graphs: the flat structure against a plain twin that follows parents one by one.

use proptest::prelude::*;
use scumble_ontology::measure::{LeacockChodorow, Measure, Path, Taxonomic, WuPalmer, WuPalmerEdges};
use scumble_ontology::{Builder, InformationContent, Taxonomy};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Parents of each node, all of smaller number; node `i` is named so that names and numbers disagree.
fn graphs() -> impl Strategy<Value = Vec<Vec<usize>>> {
    let parents = |i: usize| prop::collection::vec(0..i.max(1), 0..=if i == 0 { 0 } else { 3 });
    (1usize..30).prop_flat_map(move |n| (0..n).map(parents).collect::<Vec<_>>())
}

fn name(i: usize) -> String {
    format!("c{:02}", (i * 7919) % 101)
}

fn build(graph: &[Vec<usize>]) -> Taxonomy {
    let mut builder = Builder::new("random");
    for (i, parents) in graph.iter().enumerate().rev() {
        let child = builder.term(&name(i), i as u64 + 1);
        for &parent in parents {
            let parent = builder.refer(&name(parent));
            builder.parent(child, parent, i as u64 + 1);
        }
    }
    builder.build(false).unwrap()
}

/// Fewest edges up to every ancestor, by breadth-first search.
fn up(graph: &[Vec<usize>], from: usize) -> BTreeMap<usize, usize> {
    let mut found = BTreeMap::from([(from, 0)]);
    let mut queue = VecDeque::from([from]);
    while let Some(here) = queue.pop_front() {
        for &parent in &graph[here] {
            if !found.contains_key(&parent) {
                found.insert(parent, found[&here] + 1);
                queue.push_back(parent);
            }
        }
    }
    found
}

fn depth(graph: &[Vec<usize>], node: usize, pick: fn(usize, usize) -> usize) -> usize {
    graph[node].iter().map(|&parent| depth(graph, parent, pick) + 1).reduce(pick).unwrap_or(0)
}

struct Twin<'g> {
    graph: &'g [Vec<usize>],
    virtual_root: bool,
}

impl Twin<'_> {
    fn path(&self, a: usize, b: usize) -> usize {
        let (x, y) = (up(self.graph, a), up(self.graph, b));
        let direct = x.iter().filter_map(|(node, edges)| y.get(node).map(|more| edges + more)).min();
        let over = self.virtual_root.then(|| self.min_depth(a) + self.min_depth(b) + 2);
        direct.into_iter().chain(over).min().unwrap()
    }

    fn min_depth(&self, node: usize) -> usize {
        depth(self.graph, node, usize::min)
    }

    fn max_depth(&self, node: usize) -> usize {
        depth(self.graph, node, usize::max)
    }

    fn common(&self, a: usize, b: usize) -> BTreeSet<usize> {
        let (x, y) = (up(self.graph, a), up(self.graph, b));
        x.keys().filter(|node| y.contains_key(node)).copied().collect()
    }

    fn wu_palmer(&self, a: usize, b: usize) -> f64 {
        if a == b {
            return 1.0;
        }
        let best = self.common(a, b).into_iter().min_by_key(|&c| {
            let paths = self.path(a, c) + self.path(b, c);
            (std::cmp::Reverse(self.min_depth(c)), c != a && c != b, paths, name(c))
        });
        let (d, paths) = match best {
            Some(c) => (self.max_depth(c) + 1 + usize::from(self.virtual_root), self.path(a, c) + self.path(b, c)),
            None => (1, self.path(a, b)),
        };
        2.0 * d as f64 / (2 * d + paths) as f64
    }

    fn wu_palmer_edges(&self, a: usize, b: usize) -> f64 {
        let extra = usize::from(self.virtual_root);
        let (x, y) = (up(self.graph, a), up(self.graph, b));
        let value = |c: usize| {
            let n3 = 2 * (self.min_depth(c) + extra);
            let all = x[&c] + y[&c] + n3;
            if all == 0 { 1.0 } else { n3 as f64 / all as f64 }
        };
        self.common(a, b).into_iter().map(value).fold(0.0, f64::max)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn structure_and_measures_agree_with_the_twin(graph in graphs()) {
        let taxonomy = build(&graph);
        let concept: Vec<_> = (0..graph.len()).map(|i| taxonomy.named(&name(i)).unwrap()).collect();
        let tops = graph.iter().filter(|parents| parents.is_empty()).count();
        let twin = Twin { graph: &graph, virtual_root: tops > 1 };
        prop_assert_eq!(taxonomy.has_virtual_root(), tops > 1);
        prop_assert_eq!(taxonomy.tops().count(), tops);

        for (i, &c) in concept.iter().enumerate() {
            let above = up(&graph, i);
            let ours: BTreeMap<_, _> = taxonomy.ancestors(c).iter().zip(taxonomy.edges_up(c)).map(|(a, &e)| (*a, usize::from(e))).collect();
            let theirs: BTreeMap<_, _> = above.iter().map(|(node, &edges)| (concept[*node], edges)).collect();
            prop_assert_eq!(&ours, &theirs);
            prop_assert!(taxonomy.ancestors(c).is_sorted());
            prop_assert_eq!(taxonomy.ancestors(c).last(), Some(&c));
            prop_assert_eq!(taxonomy.min_depth(c), twin.min_depth(i));
            prop_assert_eq!(taxonomy.max_depth(c), twin.max_depth(i));
            let below: BTreeSet<_> = taxonomy.hyponyms(c).into_iter().collect();
            let theirs: BTreeSet<_> = (0..graph.len()).filter(|&j| up(&graph, j).contains_key(&i)).map(|j| concept[j]).collect();
            prop_assert_eq!(below, theirs);
        }

        let (path, wu_palmer, edges) = (Path::on(&taxonomy), WuPalmer::on(&taxonomy), WuPalmerEdges::on(&taxonomy));
        let (delta, leacock) = (Taxonomic::on(&taxonomy), LeacockChodorow::on(&taxonomy));
        let deepest = (0..graph.len()).map(|i| twin.max_depth(i)).max().unwrap() + usize::from(tops > 1);
        for (i, &a) in concept.iter().enumerate() {
            for (j, &b) in concept.iter().enumerate() {
                let common = twin.common(i, j);
                let lowest = common.iter().min_by_key(|&&c| (std::cmp::Reverse(twin.max_depth(c)), name(c))).map(|&c| concept[c]);
                prop_assert_eq!(taxonomy.lowest_common_hypernym(a, b), lowest);
                prop_assert_eq!(taxonomy.shared(a, b), common.len());
                prop_assert_eq!(path.between(a, b), twin.path(i, j) as f64);
                prop_assert_eq!(wu_palmer.between(a, b), twin.wu_palmer(i, j));
                prop_assert_eq!(edges.between(a, b), twin.wu_palmer_edges(i, j));
                let union = up(&graph, i).len() + up(&graph, j).len() - common.len();
                prop_assert_eq!(delta.between(a, b), (union - common.len()) as f64 / union as f64);
                let expected = -((twin.path(i, j) as f64 + 1.0) / (2.0 * deepest.max(1) as f64)).ln();
                prop_assert!((leacock.between(a, b) - expected).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn information_content_against_plain_counting(graph in graphs(), counts in prop::collection::vec(0u64..50, 30)) {
        let taxonomy = build(&graph);
        let concept: Vec<_> = (0..graph.len()).map(|i| taxonomy.named(&name(i)).unwrap()).collect();
        let tops = graph.iter().filter(|parents| parents.is_empty()).count();
        let mut by_concept = vec![0; graph.len()];
        concept.iter().enumerate().for_each(|(i, c)| by_concept[c.index()] = counts[i]);
        let intrinsic = InformationContent::intrinsic(&taxonomy);
        let corpus = InformationContent::from_counts(&taxonomy, &by_concept);
        let all = (graph.len() + usize::from(tops > 1)) as f64;
        let total: u64 = counts[..graph.len()].iter().map(|count| count + 1).sum();
        for (i, &c) in concept.iter().enumerate() {
            let below: Vec<usize> = (0..graph.len()).filter(|&j| up(&graph, j).contains_key(&i)).collect();
            let expected = if all > 1.0 { 1.0 - (below.len() as f64).ln() / all.ln() } else { 0.0 };
            prop_assert!((intrinsic.of(c) - expected).abs() < 1e-12);
            let met: u64 = below.iter().map(|&j| counts[j] + 1).sum();
            prop_assert!((corpus.of(c) + (met as f64 / total as f64).ln()).abs() < 1e-12);
        }
    }
}
