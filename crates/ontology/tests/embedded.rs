//! The embedded WordNet is what the files say, byte for byte.

use crate::support::shared;
use scumble_ontology::wordnet::{EMBEDDED, Files, pack, read_files, unpack};
use scumble_ontology::{PartOfSpeech, wordnet};
use std::collections::BTreeMap;
use std::io::Read;

/// The plain files of a tar archive, by name.
fn untar(archive: &[u8]) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut rest = archive;
    while rest.len() >= 512 && rest[0] != 0 {
        let text =
            |range: std::ops::Range<usize>| String::from_utf8_lossy(&rest[range]).trim_matches(['\0', ' ']).to_owned();
        let name = text(0..100).trim_start_matches("./").to_owned();
        let size = usize::from_str_radix(&text(124..136), 8).unwrap();
        if rest[156] == b'0' {
            files.insert(name, String::from_utf8(rest[512..512 + size].to_vec()).unwrap());
        }
        rest = &rest[512 + size.div_ceil(512) * 512..];
    }
    files
}

#[test]
fn rebuilt_from_the_files() {
    let Some(archive) = shared("wordnet/wordnet30_dict.tar.zst") else { return };
    let file = std::fs::File::open(archive).unwrap();
    let mut bytes = Vec::new();
    ruzstd::decoding::StreamingDecoder::new(file).unwrap().read_to_end(&mut bytes).unwrap();
    let files = untar(&bytes);
    assert_eq!(files.len(), 15);
    let dictionary =
        read_files(&Files::from_texts(files.iter().map(|(name, text)| (name.as_str(), text.as_str())))).unwrap();
    assert!(pack(&dictionary) == EMBEDDED, "the embedded data is not what pack-wordnet makes of the files");

    // With the folder at hand, senses have their glosses.
    let from_files = dictionary.into_wordnet().unwrap();
    let dog = from_files.nouns().named("dog.n.01").unwrap();
    assert!(from_files.nouns().gloss(dog).unwrap().starts_with("a member of the genus Canis"));
}

#[test]
fn unpacked_and_packed_again() {
    let dictionary = unpack(EMBEDDED).unwrap();
    assert!(pack(&dictionary) == EMBEDDED);
}

/// Published counts of WordNet 3.0: synsets, and distinct words (strings) of each part of speech.
#[test]
fn published_counts() {
    assert_eq!(wordnet().nouns().len(), 82_115);
    assert_eq!(wordnet().verbs().len(), 13_767);
    assert_eq!(wordnet().nouns().terms().count(), 117_798);
    assert_eq!(wordnet().verbs().terms().count(), 11_529);
    assert_eq!(wordnet().words().len(), 147_306);
    let nouns = wordnet().nouns();
    let links: usize = nouns.concepts().map(|c| nouns.parents(c).len()).sum();
    let verbs = wordnet().verbs();
    let verb_links: usize = verbs.concepts().map(|c| verbs.parents(c).len()).sum();
    assert_eq!(links + verb_links, 89_089 + 8_577);
}

#[test]
fn words_of_every_part_of_speech() {
    use PartOfSpeech::*;
    let words = wordnet().words();
    for (word, parts) in
        [("run", vec![Noun, Verb]), ("fast", vec![Noun, Verb, Adjective, Adverb]), ("American", vec![Noun, Adjective])]
    {
        let found: Vec<_> = PartOfSpeech::ALL.into_iter().filter(|&part| words.has(word, part)).collect();
        assert_eq!(found, parts, "{word}");
    }
    assert!(words.tagged_as("dog", Noun) > words.tagged_as("dog", Verb));
    assert_eq!(words.tagged_as("dog", Adverb), None);
    assert!(wordnet().nouns().is_instance(wordnet().nouns().senses("Paris")[0]));
    assert!(!wordnet().nouns().is_instance(wordnet().nouns().senses("city")[0]));
    assert_eq!(wordnet().nouns().label(wordnet().nouns().senses("paris")[0]), "Paris");
    assert!(wordnet().nouns().gloss(wordnet().nouns().senses("dog")[0]).is_none());
}
