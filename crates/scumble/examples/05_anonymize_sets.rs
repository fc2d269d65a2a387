//! Anonymise set-valued records by the meaning of their items: `cargo run -p scumble --example 05_anonymize_sets`.

#![allow(clippy::print_stdout, reason = "an example shows its result")]

use scumble::data::SetRecord;
use scumble::mask::partition::GroupSize;
use scumble::ontology::{Stack, wordnet};
use scumble::{SetPolicy, Silent};

const LOGS: [&[&str]; 6] = [
    &["train", "airplane", "hotel"],
    &["ship", "bus", "inn"],
    &["bicycle", "helicopter", "hostel"],
    &["influenza", "asthma", "vaccine"],
    &["measles", "headache", "medicine"],
    &["insomnia", "pneumonia", "antibiotic"],
];

fn main() -> Result<(), scumble::Error> {
    let records: Vec<SetRecord> = (1..)
        .zip(LOGS)
        .map(|(id, items)| SetRecord { id: id.to_string(), items: items.iter().map(|&item| item.to_owned()).collect() })
        .collect();
    let stack = Stack::new(vec![wordnet().nouns().clone(), wordnet().verbs().clone()]);
    let policy = SetPolicy::new(GroupSize::new(3)?);
    // At least three people publish each record, or this is an error.
    let sets = scumble::anonymize(records.clone(), &policy, &stack, &Silent)?;
    for (record, released) in records.iter().zip(&sets.anonymized.items) {
        println!("{:?} -> {:?}", record.items, released.as_deref().unwrap_or_default());
    }
    println!("{} groups, loss {:.3} per person", sets.groups(), sets.loss.mean());
    assert!(sets.smallest >= 3);
    Ok(())
}
