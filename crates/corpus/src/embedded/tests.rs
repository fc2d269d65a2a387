//! A packed collection answers as a plain scan of the documents does; a damaged one answers something, or nothing.

use super::*;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Documents as words; every run of two to four words of any of them is a phrase.
fn collection(documents: &[Vec<String>], most: u32) -> Collection {
    let mut words: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
    for (i, document) in documents.iter().enumerate() {
        for word in document {
            words.entry(word.clone()).or_default().insert(i as u32);
        }
    }
    let places: BTreeMap<&String, u32> = words.keys().zip(0..).collect();
    let mut phrases: BTreeMap<Vec<u32>, BTreeSet<u32>> = BTreeMap::new();
    for (i, document) in documents.iter().enumerate() {
        for phrase in (2..=4).flat_map(|length| document.windows(length)) {
            phrases.entry(phrase.iter().map(|word| places[word]).collect()).or_default().insert(i as u32);
        }
    }
    // Some endings are left out, to go by the words alone.
    let phrases = phrases.into_iter().filter(|(words, _)| words.len() != 2 || words[0] % 3 > 0);
    Collection {
        documents: documents.len() as u32,
        phrases: phrases.map(|(words, set)| (words, set.into_iter().collect())).collect(),
        words: words.into_iter().map(|(word, set)| (word, set.into_iter().collect())).collect(),
        most,
    }
}

fn embedded(bytes: Vec<u8>) -> Option<Embedded> {
    Embedded::read(Vec::leak(bytes))
}

/// Phrases with spaces, as a user writes them.
fn names(collection: &Collection) -> Vec<String> {
    let name =
        |words: &Vec<u32>| words.iter().map(|&i| &collection.words[i as usize].0[..]).collect::<Vec<_>>().join(" ");
    let phrases = collection.phrases.iter().map(|(words, _)| name(words));
    collection.words.iter().map(|(word, _)| word.clone()).chain(phrases).collect()
}

fn documents() -> impl Strategy<Value = Vec<Vec<String>>> {
    let word = prop_oneof![8 => "[a-c]{1,2}", 1 => "[a-z0-9]{1,9}", 1 => "[a-eàéöαβω]{1,5}"];
    prop::collection::vec(prop::collection::vec(word, 1..12), 1..60)
}

fn stands(document: &[String], phrase: &str) -> bool {
    let words: Vec<&str> = phrase.split(' ').collect();
    document.windows(words.len()).any(|run| run.iter().zip(&words).all(|(a, b)| a == b))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn counts_are_those_of_a_scan(documents in documents(), picks in prop::collection::vec(any::<prop::sample::Index>(), 60)) {
        let collection = collection(&documents, 1000);
        let embedded = embedded(collection.pack().bytes).unwrap();
        prop_assert!(embedded.is_whole());
        let names = names(&collection);
        let scan = |groups: &[&[&str]]| {
            let stands = |document: &&Vec<String>| groups.iter().all(|any| any.iter().any(|phrase| stands(document, phrase)));
            documents.iter().filter(stands).count() as u64
        };
        for name in &names {
            prop_assert_eq!(embedded.count(&[&[name]]).unwrap(), scan(&[&[name]]), "{}", name);
            let term = embedded.term(name).unwrap();
            prop_assert_eq!(embedded.documents(term).unwrap().len() as u64, term.count(), "{}", name);
        }
        let picks: Vec<&str> = picks.iter().map(|pick| &names[pick.index(names.len())][..]).collect();
        for four in picks.chunks(4) {
            let [a, b, c, d] = four else { continue };
            for groups in [&[&[*a][..], &[*b]][..], &[&[*a, *b]], &[&[*a, *b], &[*c, *d]], &[&[*a], &[*b], &[*c, *d, *c]]] {
                prop_assert_eq!(embedded.count(groups).unwrap(), scan(groups));
            }
            let (a, b) = (embedded.term(a).unwrap(), embedded.term(b).unwrap());
            prop_assert_eq!(embedded.both(a, b), scan(&[&[four[0]], &[four[1]]]));
        }
        prop_assert_eq!(embedded.count(&[&["never seen"]]).unwrap(), 0);
        prop_assert_eq!(embedded.count(&[&["never"], &[picks[0]]]).unwrap(), 0);
        prop_assert_eq!(embedded.count(&[]).unwrap(), documents.len() as u64);
    }

    #[test]
    fn what_has_no_list_is_never_understated(documents in documents()) {
        let collection = collection(&documents, 3);
        let embedded = embedded(collection.pack().bytes).unwrap();
        let names = names(&collection);
        for (a, b) in names.iter().zip(names.iter().rev()) {
            let [in_a, in_b] = [a, b].map(|name| documents.iter().filter(|document| stands(document, name)).count() as u64);
            let both = documents.iter().filter(|document| stands(document, a) && stands(document, b)).count() as u64;
            let told = embedded.count(&[&[a], &[b]]).unwrap();
            prop_assert!(both <= told && told <= in_a.min(in_b));
            if in_a <= 3 && in_b <= 3 {
                prop_assert_eq!(told, both);
            }
        }
    }

    #[test]
    fn damage_does_no_harm(documents in documents(), changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6), cut in any::<prop::sample::Index>()) {
        let collection = collection(&documents, 20);
        let bytes = collection.pack().bytes;
        let mut changed = bytes.clone();
        changes.iter().for_each(|(place, byte)| changed[place.index(bytes.len())] = *byte);
        prop_assert!(embedded(bytes[..cut.index(bytes.len())].to_vec()).is_none());
        let Some(embedded) = embedded(changed.clone()) else { return Ok(()) };
        prop_assert!(changed == bytes || !embedded.is_whole());
        for name in names(&collection) {
            // Any answer or error will do; a panic or an endless walk will not.
            if let Some(term) = embedded.term(&name) {
                let _ = embedded.documents(term);
            }
            let _ = embedded.count(&[&[&name], &["a", "b"]]);
        }
    }
}

#[test]
fn long_lists_and_many_blocks() {
    let documents: Vec<Vec<String>> = (0..3000u32)
        .map(|i| {
            let mut words =
                vec![format!("n{i}"), format!("h{}", i % 7), format!("h{}", i % 5), format!("t{}", i / 900)];
            words.push("all".into());
            words
        })
        .collect();
    let collection = collection(&documents, 2000);
    let packed = collection.pack();
    assert_eq!(packed.bytes, collection.pack().bytes);
    let embedded = embedded(packed.bytes).unwrap();
    for name in names(&collection) {
        let term = embedded.term(&name).unwrap();
        let scan: Vec<u32> = (0..3000).filter(|&i| stands(&documents[i as usize], &name)).collect();
        assert_eq!(term.count(), scan.len() as u64, "{name}");
        assert_eq!(embedded.documents(term).as_deref(), (scan.len() <= 2000).then_some(&scan[..]), "{name}");
    }
    assert!(embedded.term("all").is_some_and(|all| !embedded.is_listed(all)));
    assert_eq!(embedded.count(&[&["all"], &["h0 h0"]]).unwrap(), embedded.term("h0 h0").unwrap().count());
}
