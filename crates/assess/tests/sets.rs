//! Set-valued records: loss, exposure and linkage of a release.

use scumble_assess::sets::{aligned, exposure, losses, measure, sweep};
use scumble_data::SetRecord;
use scumble_io::Silent;
use scumble_mask::partition::GroupSize;
use scumble_mask::sets::{Anonymize, Anonymized, Delta, Meaning, Publish, SetCentroid, SetDistance, Understood};
use scumble_ontology::{Stack, wordnet};

const PEOPLE: [&[&str]; 6] = [
    &["golden_retriever.n.01", "dog_food.n.01"],
    &["siamese_cat.n.01", "cat_food.n.01"],
    &["poodle.n.01", "veterinarian.n.01"],
    &["airplane.n.01", "pilot.n.01"],
    &["helicopter.n.01", "airport.n.01"],
    &["glider.n.01", "steward.n.03"],
];

fn records(items: &[Vec<String>]) -> Vec<SetRecord> {
    let record = |(at, items): (usize, &Vec<String>)| SetRecord { id: (at + 1).to_string(), items: items.clone() };
    items.iter().enumerate().map(record).collect()
}

fn stack() -> Stack {
    Stack::new(vec![wordnet().nouns().clone()])
}

fn people() -> Vec<Vec<String>> {
    PEOPLE.iter().map(|items| items.iter().map(|&item| item.to_owned()).collect()).collect()
}

fn anonymized(data: &Understood, publish: Publish) -> Anonymized {
    let parameters = Anonymize {
        k: GroupSize::new(3).unwrap(),
        distance: SetDistance::MinSum,
        delta: Delta::Semantic,
        publish,
        centroid: SetCentroid::Medoid,
        rare_terms: 1,
        at_once: 20_000,
        seed: 42,
    };
    parameters.run(data, &Silent).unwrap()
}

#[test]
fn a_release_is_measured_as_it_was_when_made() {
    let data = Understood::all(vec![records(&people())], &stack(), Meaning::of_name).remove(0);
    let found = anonymized(&data, Publish::Concepts);
    let made = losses(&data, &found.concepts, data.delta()).unwrap();
    let released: Vec<Vec<String>> = found.items.iter().map(|items| items.clone().unwrap()).collect();
    let (before, after) = (records(&people()), records(&released));
    let places = aligned(&before, &after).unwrap();
    let both = Understood::all(vec![before, after], &stack(), Meaning::of_name);
    let reading = measure(&both[0], &both[1], &places, 42).unwrap();
    assert!((reading.loss.sum_min_sum - made.sum_min_sum).abs() < 1e-9);
    assert_eq!((reading.smallest, reading.people), (3, 6));
    let (name, all) = reading.links[3];
    assert!(name == "known_all" && reading.share(all) <= 100.0 / 3.0 + 1e-9, "nobody is found better than one in k");
    let shown = exposure(&data, &found, &found.concepts);
    assert!(shown.terms > 0 && shown.terms_of_one <= shown.terms && shown.pairs_of_one <= shown.pairs);
}

#[test]
fn ten_distances_are_swept() {
    let data = Understood::all(vec![records(&people())], &stack(), Meaning::of_name).remove(0);
    let curves = sweep(&data, 2..=10, &Silent).unwrap();
    assert_eq!((curves.len(), curves[0].points.len()), (10, 5), "there are six records");
    assert!(curves.iter().flat_map(|curve| &curve.points).all(|point| point.sum_min_sum <= point.sum + 1e-9));
}
