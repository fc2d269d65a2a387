//! Every reader says where and what, and goes no further.

use crate::support::read_text;
use scumble_ontology::Error;
use scumble_ontology::load::{Format, Options, Source, Spec, open, read};
use scumble_ontology::wordnet::{Files, read_files};

fn refusal(format: Format, text: &str) -> String {
    match read_text(format, "bad", text) {
        Ok(_) => panic!("{} accepted {:?}", format.name(), &text[..text.len().min(80)]),
        Err(error) => error.to_string(),
    }
}

fn starts(message: &str, start: &str) {
    assert!(message.starts_with(start), "{message}\nshould start with\n{start}");
}

#[test]
fn a_cycle() {
    starts(&refusal(Format::Vgh, "x;a;b\ny;b;a\n"), "bad, line 1: a cycle");
    starts(&refusal(Format::Obo, "[Term]\nid: a\nis_a: b\n\n[Term]\nid: b\nis_a: a\n"), "bad, line 1: a cycle");
    let skos = "@prefix s: <http://www.w3.org/2004/02/skos/core#> .\n<x:a> a s:Concept ; s:broader <x:b> .\n<x:b> a s:Concept ; s:broader <x:a> .\n";
    starts(&refusal(Format::Skos, skos), "bad, line 2: a cycle");
    let owl = r#"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="http://www.w3.org/2002/07/owl#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
<owl:Class rdf:about="x:a"><rdfs:subClassOf rdf:resource="x:a"/></owl:Class>
</rdf:RDF>"#;
    starts(&refusal(Format::Owl, owl), "bad, line 2: a cycle");
    let lmf = "<L>\n<Synset id=\"1-n\"><SynsetRelation relType=\"hypernym\" target=\"2-n\"/></Synset>\n<Synset id=\"2-n\"><SynsetRelation relType=\"hypernym\" target=\"1-n\"/></Synset></L>";
    starts(&refusal(Format::Lmf, lmf), "bad, line 2: a cycle");
}

#[test]
fn an_unknown_parent() {
    starts(&refusal(Format::Obo, "[Term]\nid: a\nname: x\nis_a: z\n"), "bad, line 4: names a parent");
    let lmf = "<L>\n<Synset id=\"1-n\">\n<SynsetRelation relType=\"hypernym\" target=\"9-n\"/></Synset></L>";
    starts(&refusal(Format::Lmf, lmf), "bad, line 3: names a parent");
}

#[test]
fn two_tops_under_strict() {
    let source = Source::text("bad", "a;b\nc;d\n");
    assert!(read(Format::Vgh, &source, &Options::default()).is_ok());
    let strict = Options { strict: true, ..Options::default() };
    let message = read(Format::Vgh, &source, &strict).unwrap_err().to_string();
    starts(&message, "bad, line 2: a second top, beside the one of line 1");
}

#[test]
fn ragged_rows() {
    starts(&refusal(Format::Vgh, "a,b,c\nd,c\n"), "bad, line 2: 2 fields where the first row has 3");
    starts(&refusal(Format::Codes, "A00,x\nA01,y,z\n"), "bad, line 2: 3 fields where the first row has 2");
    starts(&refusal(Format::Directory, "a\tx/y\nb\n"), "bad, line 2: 1 fields where the first row has 2");
}

#[test]
fn duplicate_leaves_with_different_parents() {
    starts(
        &refusal(Format::Vgh, "a,b,*\nx,b,*\na,c,*\n"),
        "bad, line 3, column 2: the value has another parent here than on line 1",
    );
    assert!(read_text(Format::Vgh, "good", "a,b,*\na,b,*\n").is_ok(), "the same row twice says nothing new");
    starts(&refusal(Format::Codes, "A00,x\nA00,y\n"), "bad, line 2: defined again");
    starts(
        &refusal(Format::Vgh, "top\n  a\n  b\n    a\n"),
        "bad, line 4: defined again; the first definition is on line 2",
    );
}

#[test]
fn an_empty_file() {
    for format in Format::ALL {
        for text in ["", "\n\n", "  \n"] {
            starts(&refusal(format, text), "bad: holds no concept");
        }
    }
    starts(&refusal(Format::Owl, "<a/>"), "bad: holds no concept");
    assert!(matches!(read_files(&Files::from_texts([])), Err(Error::Empty { .. })));
}

#[test]
fn bytes_that_are_not_utf8() {
    let error = Source::from_bytes("bad", b"a;b\nc;\xe9\n".to_vec()).unwrap_err();
    starts(&error.to_string(), "bad, line 2: bytes that are not UTF-8");
}

#[test]
fn a_missing_file() {
    for format in Format::ALL {
        let spec = Spec::parse(&format!("{}:no/such/file", format.name())).unwrap();
        let message = open(&spec, &Options::default(), &[]).unwrap_err().to_string();
        starts(&message, "no/such/file: no such file");
    }
    let message = open(&Spec::parse("wordnet:no/such").unwrap(), &Options::default(), &[]).unwrap_err().to_string();
    starts(&message, "no/such: no such file or folder");
}

/// A chain of a million levels, in every format that can write one, is refused without deep recursion.
#[test]
fn a_million_levels() {
    const DEEP: usize = 1_000_000;
    let row = (0..DEEP).map(|i| i.to_string()).collect::<Vec<_>>().join(";");
    starts(&refusal(Format::Vgh, &row), "bad, line 1: deeper than 1000 levels");
    let rows: String = (0..DEEP).map(|i| format!("{i};{}\n", i + 1)).collect();
    starts(&refusal(Format::Vgh, &rows), "bad, line 1: deeper than 1000 levels");
    let outline: String = (0..1100).map(|i| format!("{}c{i}\n", " ".repeat(i))).collect();
    starts(&refusal(Format::Vgh, &outline), "bad, line 1002: deeper than 1000 levels");
    starts(&refusal(Format::Directory, &vec!["a"; DEEP].join("/")), "bad, line 1, column 1: deeper than 1000 levels");
    let obo: String = (0..DEEP)
        .map(|i| format!("[Term]\nid: c{i}\n{}", if i > 0 { format!("is_a: c{}\n", i - 1) } else { String::new() }))
        .collect();
    starts(&refusal(Format::Obo, &obo), "bad, line 3003: deeper than 1000 levels");
    let skos: String = (1..DEEP).map(|i| format!("<x:{i}> a s:Concept ; s:broader <x:{}> .\n", i - 1)).collect();
    let skos = format!("@prefix s: <http://www.w3.org/2004/02/skos/core#> .\n<x:0> a s:Concept .\n{skos}");
    starts(&refusal(Format::Skos, &skos), "bad, line 1003: deeper than 1000 levels");
    starts(&refusal(Format::Owl, &"<a>".repeat(DEEP)), "bad, line 1: deeper than 1000 levels");
    starts(&refusal(Format::Lmf, &"<a>\n".repeat(DEEP)), "bad, line 1001: deeper than 1000 levels");
    let codes: String = (1..1200).map(|i| format!("{},x\n", "1".repeat(i))).collect();
    starts(&refusal(Format::Codes, &codes), "bad, line 65, column 1: a code of more than 64 characters");
}

/// Lines are those of an editor, whatever ends them.
#[test]
fn lines_of_any_kind() {
    starts(&refusal(Format::Vgh, "a;b;*\r\nc;b;*\r\nd;*\r\n"), "bad, line 3: 2 fields");
    starts(&refusal(Format::Vgh, "a;b;*\n\n\nc;b;*\n\nd;*\n"), "bad, line 6: 2 fields");
    starts(
        &refusal(Format::Codes, "code,label\r\nA00,x\r\n\r\nA00,y\r\n"),
        "bad, line 4: defined again; the first definition is on line 2",
    );
    starts(&refusal(Format::Vgh, "a;\"b\nc\";*\nd;e\n"), "bad, line 3: 2 fields");
    starts(&refusal(Format::Vgh, "a;b;*\nc;\"b;*\nd;b;*\n"), "bad, line 2:");
    starts(&refusal(Format::Vgh, "a\tb\t*\n\tb\t*\n"), "bad, line 2, column 1: an empty level");
}

#[test]
fn broken_syntax() {
    starts(&refusal(Format::Owl, "<a>\n<b>\n</a>"), "bad, line 3: not well-formed XML");
    starts(&refusal(Format::Lmf, "<a>\n<b"), "bad, line 2: not well-formed XML");
    starts(&refusal(Format::Skos, "@prefix s: <x\n"), "bad, line 1:");
    starts(&refusal(Format::Obo, "[Term]\nid: a\nsynonym: none\n"), "bad, line 3: a synonym");
    starts(&refusal(Format::Codes, "A00,x\n,y\n"), "bad, line 2, column 1: a row without a code");
    starts(&refusal(Format::Lmf, "<L>\n<Synset/></L>"), "bad, line 2: <Synset> without id");
}

/// A short WordNet of our own, then the same with one thing wrong each time.
#[test]
fn wordnet_files() {
    let data = "  1 a licence line\n00000001 03 n 01 thing 0 000 | all there is\n00000002 03 n 02 pet 0 tame_animal 0 001 @ 00000001 n 0000 | kept\n";
    let index = "pet n 1 1 @ 1 0 00000002\ntame_animal n 1 1 @ 1 0 00000002\nthing n 1 0 1 0 00000001\n";
    let verbs = "00000001 29 v 01 be 0 000 01 + 02 00 | exist\n";
    let files = |data: &str, index: &str| {
        let be = "be v 1 0 1 0 00000001\n";
        read_files(&Files::from_texts([
            ("data.noun", data),
            ("index.noun", index),
            ("data.verb", verbs),
            ("index.verb", be),
            ("noun.exc", "thinga thing\n"),
            ("index.sense", "pet%1:03:00:: 00000002 1 3\n"),
        ]))
    };
    let wordnet = files(data, index).unwrap().into_wordnet().unwrap();
    let pet = wordnet.nouns().named("pet.n.01").unwrap();
    assert_eq!(wordnet.nouns().labels(pet).collect::<Vec<_>>(), ["pet", "tame animal"]);
    assert_eq!(wordnet.nouns().gloss(pet), Some("kept"));
    assert_eq!(wordnet.words().tagged_as("pet", scumble_ontology::PartOfSpeech::Noun), Some(3));

    let message = |data: &str, index: &str| files(data, index).unwrap_err().to_string();
    starts(&message(&data.replace("@ 00000001", "@ 00000009"), index), "data.noun, line 3: names a parent");
    starts(
        &message(&data.replace("002 @", "zz @").replace("02 pet", "xx pet"), index),
        "data.noun, line 3: not a synset",
    );
    starts(&message(data, &index.replace("pet n 1 1", "pet n one 1")), "index.noun, line 1: not an entry");
    starts(
        &message(data, &index.replace("thing n 1 0 1 0 00000001", "thing n 1 0 1 0 00000002")),
        "index.noun, line 3: the index and the data file disagree",
    );
    starts(
        &message(data, "pet n 1 1 @ 1 0 00000002\nthing n 1 0 1 0 00000001\n"),
        "data.noun, line 3: a word that is missing",
    );
}
