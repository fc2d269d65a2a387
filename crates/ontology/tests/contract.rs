//! One contract for every measure, on WordNet, on a tree with several tops and on a flat list.

use crate::support::{nouns, read_text};
use scumble_ontology::load::Format;
use scumble_ontology::measure::{Direction, Measure, MeasureName};
use scumble_ontology::{Builder, Concept, InformationContent, Taxonomy, wordnet};

/// A fixed sequence of numbers that looks random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }
}

fn sample(taxonomy: &Taxonomy, count: usize) -> Vec<Concept> {
    let all: Vec<Concept> = taxonomy.concepts().collect();
    let mut numbers = Numbers(7);
    (0..count.min(all.len())).map(|_| all[numbers.below(all.len())]).collect()
}

/// Closeness, greater for what is closer, whatever the measure's direction.
fn closeness(measure: &dyn Measure, a: Concept, b: Concept) -> f64 {
    match measure.direction() {
        Direction::Similarity => measure.between(a, b),
        Direction::Distance => -measure.between(a, b),
    }
}

fn check(taxonomy: &Taxonomy, information: Option<InformationContent>, what: &str) {
    let concepts = sample(taxonomy, 60);
    for name in MeasureName::ALL {
        let measure = &*name.on(taxonomy, information.clone());
        let what = format!("{} on {what}", name.as_str());
        assert_eq!(measure.name(), name);
        let (best, worst) = match measure.direction() {
            Direction::Similarity => (measure.best(), measure.worst()),
            Direction::Distance => (-measure.best(), -measure.worst()),
        };
        assert!(worst < best || taxonomy.len() == 1, "{what}: worst {worst}, best {best}");
        for &a in &concepts {
            let own = closeness(measure, a, a);
            for &b in &concepts {
                let value = closeness(measure, a, b);
                assert!(value.is_finite(), "{what}");
                assert_eq!(value, closeness(measure, b, a), "{what}: symmetry");
                assert!(value <= own + 1e-12, "{what}: nothing is closer to a concept than itself");
                assert!(value <= best + 1e-12 && value >= worst - 1e-12, "{what}: {value} outside [{worst}, {best}]");
                if let Some(ancestor) = measure.subsumer(a, b) {
                    assert!(taxonomy.ancestors(a).contains(&ancestor), "{what}: a common ancestor");
                    assert!(taxonomy.ancestors(b).contains(&ancestor), "{what}: a common ancestor");
                } else {
                    assert!(taxonomy.has_virtual_root(), "{what}: under one top something is common");
                }
            }
            // Resnik alone gives a concept and itself less than the best: how specific the concept is.
            if name != MeasureName::Resnik {
                assert_eq!(own, best, "{what}: identity");
            }
        }
    }
}

/// Upwards from a concept, each further ancestor is no closer than the one before it.
fn check_monotone(tree: &Taxonomy, what: &str) {
    for name in MeasureName::ALL {
        let measure = &*name.on(tree, None);
        for concept in tree.concepts() {
            let chain: Vec<Concept> = tree.ancestors(concept).iter().rev().copied().collect();
            for pair in chain.windows(2) {
                let (near, far) = (closeness(measure, concept, pair[0]), closeness(measure, concept, pair[1]));
                assert!(near >= far - 1e-12, "{} on {what}: {near} < {far}", name.as_str());
            }
        }
    }
}

/// Two children of one parent are at least as close as two of their cousins' generation under a common grandparent.
fn check_siblings(tree: &Taxonomy) {
    let [a, b, c] = ["a1", "a2", "b1"].map(|name| tree.named(name).unwrap());
    for name in MeasureName::ALL {
        let measure = &*name.on(tree, None);
        assert!(closeness(measure, a, b) >= closeness(measure, a, c) - 1e-12, "{}", name.as_str());
    }
}

fn tree() -> Taxonomy {
    read_text(Format::Vgh, "tree.csv", "a1,a,x,*\na2,a,x,*\nb1,b,x,*\nb2,b,x,*\nc1,c,y,*\nc2,c,y,*\n")
        .unwrap()
        .remove(0)
}

#[test]
fn on_wordnet() {
    check(nouns(), None, "nouns");
    check(wordnet().verbs(), None, "verbs");
    let counts = nouns().tag_counts().unwrap();
    check(nouns(), Some(InformationContent::from_counts(nouns(), &counts)), "nouns, tagged");
}

#[test]
fn on_small_taxonomies() {
    check(&tree(), None, "a tree");
    check(&Taxonomy::flat(["milk", "bread", "salt"]), None, "a flat list");
    let directory = read_text(Format::Directory, "d", "Sports/Water/Swimming\nSports/Water/Sailing\nRegional/Europe\n");
    check(&directory.unwrap()[0], None, "a directory with two tops");
}

#[test]
fn monotone_on_trees() {
    check_monotone(&tree(), "a tree");
    check_siblings(&tree());
    // A comb: every level has a leaf and goes on.
    let mut builder = Builder::new("comb");
    let mut above = builder.term("0", 0);
    for level in 1..60 {
        let leaf = builder.term(&format!("leaf {level}"), 0);
        builder.parent(leaf, above, 0);
        let next = builder.term(&format!("{level}"), 0);
        builder.parent(next, above, 0);
        above = next;
    }
    check_monotone(&builder.build(true).unwrap(), "a comb");
}

/// Same question, same answer, from many threads at once.
#[test]
fn shared_between_threads() {
    let concepts = sample(nouns(), 40);
    let values = |measure: &dyn Measure| -> Vec<f64> {
        concepts
            .iter()
            .flat_map(|&a| concepts.iter().map(move |&b| (a, b)))
            .map(|(a, b)| measure.between(a, b))
            .collect()
    };
    for name in MeasureName::ALL {
        let measure = name.on(nouns(), None);
        let alone = values(&*measure);
        std::thread::scope(|scope| {
            let handles: Vec<_> = (0..4).map(|_| scope.spawn(|| values(&*measure))).collect();
            handles.into_iter().for_each(|handle| assert_eq!(handle.join().unwrap(), alone));
        });
    }
}
