//! What every distance, aggregate and partition promises: one case table over every space.

use scumble_data::Rows;
use scumble_mask::Rng;
use scumble_mask::partition::{GroupSize, Mdav, Partitioner};
use scumble_mask::space::{Aggregate, Distance, Euclid, Mean, Metric, MixedSpace};

/// A toy of concept sets: the share that two sets do not have in common, and the set nearest to all.
struct Sets;

impl Distance<[u32]> for Sets {
    fn distance(&self, a: &[u32], b: &[u32]) -> f64 {
        let shared = a.iter().filter(|item| b.contains(item)).count();
        let union = a.len() + b.len() - shared;
        (union - shared) as f64 / union as f64
    }
}

impl Aggregate<[u32]> for Sets {
    fn aggregate(&self, group: &[&[u32]]) -> Vec<u32> {
        let pull = |set: &[u32]| group.iter().map(|other| self.distance(set, other)).sum::<f64>();
        group.iter().min_by(|a, b| pull(a).total_cmp(&pull(b))).unwrap().to_vec()
    }
}

fn check<T: ?Sized + ToOwned + PartialEq, S: Distance<T> + Aggregate<T>>(name: &str, space: &S, records: &[&T]) {
    distance(name, space, records);
    aggregate::<T, S>(name, space, records);
    partition(name, space, space, records);
}

fn distance<T: ?Sized>(name: &str, space: &impl Distance<T>, records: &[&T]) {
    for a in records {
        assert_eq!(space.distance(a, a), 0.0, "{name}: a record is no distance from itself");
        for b in records {
            let (there, back) = (space.distance(a, b), space.distance(b, a));
            assert!(there >= 0.0 && there == back, "{name}: the same both ways");
            for c in records.iter().take(5) {
                let (near, far) = (space.distance(a, b), space.distance(a, c));
                if near + 1e-9 < far {
                    assert!(space.rank(a, b) < space.rank(a, c), "{name}: ranks order as distances do");
                }
            }
        }
    }
}

fn aggregate<T: ?Sized + ToOwned + PartialEq, S: Distance<T> + Aggregate<T>>(name: &str, space: &S, records: &[&T]) {
    for record in records {
        let middle = space.aggregate(&[record, record, record]);
        let middle: &T = std::borrow::Borrow::borrow(&middle);
        assert!(space.distance(middle, record) < 1e-12, "{name}: equals are their own middle");
    }
}

fn partition<T: ?Sized + ToOwned, D: Distance<T>, A: Aggregate<T>>(
    name: &str,
    distance: D,
    average: A,
    records: &[&T],
) {
    let mut mdav = Mdav { k: GroupSize::new(2).unwrap(), distance, average };
    for k in [2, 3, 7] {
        mdav.k = GroupSize::new(k).unwrap();
        let partition = mdav.partition(records).unwrap();
        assert!(partition.smallest() >= k && partition.largest() < 2 * k, "{name}: groups of k to 2k-1");
        assert_eq!(partition.records(), records.len(), "{name}: everyone is there");
        assert_eq!(partition, mdav.partition(records).unwrap(), "{name}: the same every time");
    }
    mdav.k = GroupSize::new(records.len() + 1).unwrap();
    assert!(mdav.partition(records).is_err(), "{name}: too few for one group");
}

/// Two parameters, one space.
struct Numbers;

impl Distance<[f64]> for Numbers {
    fn distance(&self, a: &[f64], b: &[f64]) -> f64 {
        Euclid.distance(a, b)
    }

    fn rank(&self, a: &[f64], b: &[f64]) -> f64 {
        Euclid.rank(a, b)
    }
}

impl Aggregate<[f64]> for Numbers {
    fn aggregate(&self, group: &[&[f64]]) -> Vec<f64> {
        Mean.aggregate(group)
    }
}

#[test]
fn every_space_keeps_the_contract() {
    let mut rng = Rng::new(11);
    let numbers = Rows::new(3, (0..90).map(|_| rng.normal()).collect());
    check("numbers", &Numbers, &numbers.iter().collect::<Vec<_>>());

    let squares = vec![0.0, 0.5, 2.0, 0.5, 0.0, 1.0, 2.0, 1.0, 0.0];
    let space = MixedSpace {
        metrics: vec![Metric::Number, Metric::Flat(3.0), Metric::Table { values: 3, squares, scale: 1.0 }],
    };
    let cells = (0..30).flat_map(|_| [rng.normal(), rng.below(4) as f64, rng.below(3) as f64]).collect();
    let mixed = Rows::new(3, cells);
    check("mixed rows", &space, &mixed.iter().collect::<Vec<_>>());

    let sets: Vec<Vec<u32>> = (0..30).map(|_| (0..8).filter(|_| rng.below(2) == 0).chain([9]).collect()).collect();
    check("concept sets", &Sets, &sets.iter().map(Vec::as_slice).collect::<Vec<_>>());
}
