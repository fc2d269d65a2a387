//! Entry points for fuzzing: every reader, fed with anything. The targets in `fuzz/` and the ordinary tests call these.

use crate::load::{Format, Options, Source, Spec, read};
use crate::measure::MeasureName;
use crate::wordnet::{Files, pack, read_files, unpack, wordnet};
use crate::{Stack, Taxonomy};

fn feed(format: Format, bytes: &[u8]) {
    for strict in [false, true] {
        let header = if strict { Some(true) } else { None };
        let options = Options { strict, header };
        let Ok(source) = Source::from_bytes("fuzz", bytes.to_vec()) else { return };
        if let Ok(taxonomies) = read(format, &source, &options) {
            taxonomies.iter().for_each(walk);
        }
    }
}

/// What a reader accepts must be whole: every concept can be named, found, climbed from and compared.
fn walk(taxonomy: &Taxonomy) {
    let top = taxonomy.tops().next().expect("a taxonomy has a top");
    for concept in taxonomy.concepts().take(64) {
        assert_eq!(taxonomy.named(&taxonomy.name(concept)), Some(concept), "names are unique");
        assert_eq!(taxonomy.ancestors(concept).last(), Some(&concept), "a concept is its own last ancestor");
        for label in taxonomy.labels(concept) {
            assert!(taxonomy.exact_senses(label).contains(&concept), "a label finds its concept");
        }
        for name in MeasureName::ALL {
            let measure = name.on(taxonomy, None);
            assert!(measure.between(concept, top).is_finite(), "measures are finite");
        }
    }
}

/// Value generalisation hierarchies and outlines.
pub fn vgh(bytes: &[u8]) {
    feed(Format::Vgh, bytes);
}

/// Tables of codes.
pub fn codes(bytes: &[u8]) {
    feed(Format::Codes, bytes);
}

/// Directories, also as Open Directory dumps.
pub fn directory(bytes: &[u8]) {
    feed(Format::Directory, bytes);
}

/// OBO.
pub fn obo(bytes: &[u8]) {
    feed(Format::Obo, bytes);
}

/// SKOS in Turtle and RDF/XML.
pub fn skos(bytes: &[u8]) {
    feed(Format::Skos, bytes);
}

/// OWL in RDF/XML and Turtle.
pub fn owl(bytes: &[u8]) {
    feed(Format::Owl, bytes);
}

/// LMF.
pub fn lmf(bytes: &[u8]) {
    feed(Format::Lmf, bytes);
}

/// WNDB files, each as its name, byte 1 and its text, separated by byte 2.
pub fn wndb(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let files = Files::from_texts(text.split('\u{2}').filter_map(|file| file.split_once('\u{1}')));
    if let Ok(dictionary) = read_files(&files) {
        let packed = pack(&dictionary);
        let again = unpack(&packed).expect("what we pack we can unpack");
        assert_eq!(pack(&again), packed, "packing is repeatable");
        if let Ok(wordnet) = dictionary.into_wordnet() {
            walk(wordnet.nouns());
        }
    }
}

/// The packed WordNet.
pub fn packed(bytes: &[u8]) {
    if let Ok(dictionary) = unpack(bytes) {
        let _ = dictionary.into_wordnet();
    }
}

/// A small packed WordNet to start from.
pub fn small_pack() -> Vec<u8> {
    let files = Files::from_texts([
        (
            "data.noun",
            "00000001 03 n 01 thing 0 000 | x\n00000002 03 n 02 pet 0 Tame_pet 0 001 @ 00000001 n 0000 | x\n00000003 03 n 02 Rex 0 pet 1 001 @i 00000002 n 0000 | x\n",
        ),
        (
            "index.noun",
            "pet n 2 1 @ 2 1 00000003 00000002\nrex n 1 1 @ 1 0 00000003\ntame_pet n 1 1 @ 1 0 00000002\nthing n 1 0 1 0 00000001\n",
        ),
        ("data.verb", "00000001 29 v 01 be 0 000 01 + 02 00 | x\n"),
        ("index.verb", "be v 1 0 1 0 00000001\n"),
        ("index.adj", "tame a 1 0 1 0 00000001\n"),
        ("index.sense", "pet%1:03:00:: 00000003 1 3\ntame%3:00:00:: 00000001 1 2\n"),
        ("noun.exc", "mice mouse\npettes pet\n"),
    ]);
    pack(&read_files(&files).expect("the sample is sound"))
}

/// Phrases, mapped to the embedded WordNet.
pub fn phrase(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let text: String = text.chars().take(20_000).collect();
    let stack = Stack::new(vec![wordnet().nouns().clone(), wordnet().verbs().clone()]);
    if let Some(mapping) = stack.map(&text) {
        assert!(text.ends_with(mapping.phrase) || text.trim_end().ends_with(mapping.phrase));
        assert!(!mapping.concepts.is_empty());
    }
    wordnet().nouns().near_terms(&text, 3);
}

/// Specifications of taxonomies.
pub fn spec(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = Spec::parse(text);
    }
}
