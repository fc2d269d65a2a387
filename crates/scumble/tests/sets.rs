//! Set-valued records: anonymized, checked, written and measured.

use crate::example;
use scumble::data::{SetForm, SetOptions, SetRecord, read_sets};
use scumble::mask::partition::GroupSize;
use scumble::mask::sets::{Anonymize, Publish};
use scumble::ontology::{Stack, Taxonomy, wordnet};
use scumble::sets::{Items, SetPolicy, assess, distinct_items, read_released};
use scumble::{ErrorKind, Silent, anonymize};
use std::sync::Arc;

const PEOPLE: [[&str; 2]; 6] = [
    ["golden retriever", "dog food"],
    ["siamese cat", "cat food"],
    ["poodle", "veterinarian"],
    ["airplane", "pilot"],
    ["helicopter", "airport"],
    ["glider", "flight attendant"],
];

fn people() -> Vec<SetRecord> {
    let record = |(at, items): (usize, &[&str; 2])| SetRecord {
        id: format!("u{}", at + 1),
        items: items.map(str::to_owned).to_vec(),
    };
    PEOPLE.iter().enumerate().map(record).collect()
}

fn stack() -> Stack {
    Stack::new(vec![wordnet().nouns().clone(), wordnet().verbs().clone()])
}

fn policy(k: usize, change: impl Fn(&mut Anonymize)) -> SetPolicy {
    let mut policy = SetPolicy::new(GroupSize::new(k).unwrap());
    change(&mut policy.anonymize);
    policy
}

#[test]
fn animals_and_aircraft_are_grouped_apart_in_every_form_of_release() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("release.jsonl");
    for (name, publish) in Publish::ALL {
        let policy = policy(3, |anonymize| anonymize.publish = publish);
        let sets = anonymize(people(), &policy, &stack(), &Silent).unwrap();
        assert_eq!((sets.groups(), sets.smallest), (2, 3), "{name}");
        sets.write(&output, &Silent).unwrap();
        assert!(!std::fs::read_to_string(&output).unwrap().contains("u1"), "ids are not released");
        let released = read_released(&output).unwrap();
        assert!(released[0].items == released[1].items && released[3].items == released[5].items);
        assert_ne!(released[0].items, released[3].items);
        let found = assess(people(), released, Items::Phrases, &stack(), 42, &Silent).unwrap().reading;
        assert!(found.share(found.links[3].1) <= 100.0 / 3.0 + 1e-9, "nobody is found better than one in k");
        assert!((sets.published.sum_min_sum - found.loss.sum_min_sum).abs() < 1e-9, "{name}");
        assert_eq!(found.profiles.records, 0, "{name}");
    }
    let rare = policy(3, |anonymize| anonymize.rare_terms = 2);
    let rare = anonymize(people(), &rare, &stack(), &Silent).unwrap();
    assert_eq!(rare.exposure.terms_of_one, 0, "terms of one record are not published");
}

#[test]
fn without_a_hierarchy_items_are_equal_or_not() {
    let records = people();
    let flat = Stack::new(vec![Arc::new(Taxonomy::flat(distinct_items(&records)))]);
    let sets = anonymize(records, &policy(2, |_| ()), &flat, &Silent).unwrap();
    assert!(!sets.is_semantic());
    let json = sets.to_json(SetForm::Objects, None);
    assert_eq!((json["semantic"].as_bool(), json["form"].as_str()), (Some(false), Some("jsonl")));
    let unknown = Stack::new(vec![Arc::new(Taxonomy::flat(["nothing"]))]);
    let error = anonymize(people(), &policy(2, |_| ()), &unknown, &Silent).unwrap_err();
    assert_eq!((error.kind, error.help.and_then(|help| help.setting)), (ErrorKind::Input, Some("taxonomy")));
    let error = anonymize(people(), &policy(7, |_| ()), &stack(), &Silent).unwrap_err();
    assert_eq!(error.message, "k is 7, but there are only 6 records");
}

#[test]
fn large_inputs_are_cut_into_blocks() {
    let records = read_sets(&example("queries.jsonl"), &SetOptions::default()).unwrap();
    let sets = anonymize(records, &policy(3, |anonymize| anonymize.at_once = 20), &stack(), &Silent).unwrap();
    assert!(sets.anonymized.blocks > 1 && sets.smallest >= 3);
}
