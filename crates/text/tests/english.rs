//! What the embedded models make of English.

use proptest::prelude::*;
use scumble_text::{Document, Porter, Tag, WordLists, tokens};

fn phrases(text: &str) -> Vec<&str> {
    let document = Document::read(text);
    document.phrases().iter().map(|phrase| document.phrase_text(phrase)).collect()
}

/// The example of Sánchez, Batet and Viejo, "Detecting Term Relationships to Improve Textual Document Sanitization" (2013):
/// the phrases of its figure 2, without determiners and pronouns.
#[test]
fn the_paper_s_example() {
    let text = "The patient suffers from acquired immunodeficiency syndrome because of a blood transfusion. He was \
                diagnosed when his immune system responded poorly to influenza.";
    let expected = ["patient", "acquired immunodeficiency syndrome", "blood transfusion", "immune system", "influenza"];
    assert_eq!(phrases(text), expected);
    // As it is printed, two small words are missing.
    let printed = "The patient suffers from acquired immunodeficiency syndrome because of blood transfusion. He was \
                   diagnosed when his immune system responded poorly influenza.";
    assert_eq!(phrases(printed), expected);
}

#[test]
fn names_and_dates_come_out_whole() {
    for (text, whole) in [
        ("She was diagnosed with acquired immunodeficiency syndrome in May.", "acquired immunodeficiency syndrome"),
        ("He studied at the University of Texas for a year.", "University of Texas"),
        ("It was Charles Babbage's idea.", "Charles Babbage"),
        ("Ada was born on 10 December 1815 in London.", "10 December 1815"),
        ("Ada was born on December 10, 1815 in London.", "December 10, 1815"),
    ] {
        assert!(phrases(text).contains(&whole), "{text}: {:?}", phrases(text));
    }
    assert!(phrases("They saw us there.").is_empty(), "pronouns are no phrases");
}

#[test]
fn names_of_all_kinds() {
    let text = "Mrs Maria Costa, a Portuguese national, works for the Bank of Lisbon in Porto. On 3 May 1999 Costa called \
                +44 20 7946 0958 and wrote to maria@example.org.";
    let document = Document::read(text);
    let found: Vec<(&str, &str)> = document.entities().iter().map(|e| (e.kind.as_str(), e.span.of(text))).collect();
    for expected in [
        ("title", "Mrs"),
        ("person", "Maria Costa"),
        ("demographic", "Portuguese national"),
        ("organisation", "Bank of Lisbon in Porto"),
        ("date", "3 May 1999"),
        ("person", "Costa"),
        ("phone", "+44 20 7946 0958"),
        ("e-mail", "maria@example.org"),
    ] {
        assert!(found.contains(&expected), "{expected:?} is not among {found:?}");
    }
    let numbers = document.coreference();
    let of = |surface: &str| numbers[found.iter().position(|(_, text)| *text == surface).unwrap()];
    assert_eq!(of("Maria Costa"), of("Costa"));
    assert_eq!(of("Mrs"), of("Costa"));
}

#[test]
fn titles_stand_apart_and_still_tell_people_apart() {
    let text = "Prof. Smith called. Smith met Dr J. Smith and Mrs Jones. Mr Jones saw Prof. Dr. Anna Weber.";
    let document = Document::read(text);
    let titles: Vec<&str> =
        document.entities().iter().filter(|e| e.kind.as_str() == "title").map(|e| e.span.of(text)).collect();
    assert_eq!(titles, ["Prof.", "Dr", "Mrs", "Mr", "Prof. Dr."]);
    let numbers = document.coreference();
    let people: Vec<(&str, usize)> = std::iter::zip(document.entities(), numbers)
        .filter(|(e, _)| e.kind.as_str() == "person")
        .map(|(e, number)| (e.span.of(text), number))
        .collect();
    let expected = [("Smith", 0), ("Smith", 0), ("J. Smith", 0), ("Jones", 1), ("Jones", 2), ("Anna Weber", 3)];
    assert_eq!(people, expected);
}

#[test]
fn what_people_are() {
    let found = |text: &'static str| -> Vec<&str> {
        let document = Document::read(text);
        let entities = document.entities().iter().filter(|e| e.kind.as_str() == "demographic");
        entities.map(|e| e.span.of(text)).collect()
    };
    assert_eq!(found("She serves great Slovenian food to Muslims."), ["Slovenian", "Muslims"]);
    assert_eq!(found("I am cambodian but I live here."), ["cambodian"]);
    assert_eq!(found("He worked as a lorry driver, and she is a nurse."), ["lorry driver", "nurse"]);
    // A part of a name, a word that needs its capital, and anybody of a trade.
    assert!(found("We flew with American Airlines.").is_empty());
    assert!(found("They polish the silver, and the nurse came.").is_empty());
}

#[test]
fn capitals_only_or_none() {
    let found = |text: &'static str| -> Vec<(&str, &str)> {
        let document = Document::read(text);
        document.entities().iter().map(|e| (e.kind.as_str(), e.span.of(text))).collect()
    };
    let shouted = found("THE APPLICANT, JOHN MILLER, LIVES IN BERLIN AND WORKS THERE.");
    assert!(shouted.contains(&("person", "JOHN MILLER")) && shouted.contains(&("place", "BERLIN")), "{shouted:?}");
    assert!(!shouted.iter().any(|(_, text)| text.contains("APPLICANT") || text.contains("LIVES")), "{shouted:?}");
    let small = found("my sister lives in berlin with john.");
    assert!(small.contains(&("place", "berlin")) && small.contains(&("person", "john")), "{small:?}");
}

#[test]
fn tags_and_lemmas() {
    let text = "The nurses weren't told about her older children's illnesses.";
    let document = Document::read(text);
    let told: Vec<(String, &str)> =
        document.tokens().iter().map(|token| (document.lemma(token), token.tag.as_str())).collect();
    let expected = [
        ("the", "DT"),
        ("nurse", "NNS"),
        ("be", "VBD"),
        ("n't", "RB"),
        ("tell", "VBN"),
        ("about", "IN"),
        ("her", "PRP$"),
        ("old", "JJR"),
        ("child", "NNS"),
        ("'s", "POS"),
        ("illness", "NNS"),
        (".", "."),
    ];
    assert_eq!(told, expected.map(|(lemma, tag)| (lemma.to_owned(), tag)));
    let document = Document::read("London is wet.");
    assert_eq!((document.lemma(&document.tokens()[0]).as_str(), document.tokens()[0].tag), ("London", Tag::Name));
}

/// Both modes against NLTK's, on words of a public-domain list and forms made from them.
#[test]
fn porter_stems() {
    let mut words = 0;
    for line in include_str!("golden/porter.tsv").lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        assert_eq!(Porter::Original.stem(fields[0]), fields[1], "{}", fields[0]);
        assert_eq!(Porter::Nltk.stem(fields[0]), fields[2], "{}", fields[0]);
        words += 1;
    }
    assert!(words > 3_800);
}

fn check_whole(text: &str) {
    let document = Document::read(text);
    // Tokens and gaps rebuild the text, and gaps are white space.
    let mut rebuilt = String::new();
    let mut end = 0;
    for token in document.tokens() {
        let gap = &text[end..token.span.start];
        assert!(gap.chars().all(char::is_whitespace), "{gap:?} is lost");
        assert!(!token.span.is_empty());
        rebuilt.push_str(gap);
        rebuilt.push_str(token.span.of(text));
        end = token.span.end;
    }
    assert!(text[end..].chars().all(char::is_whitespace));
    rebuilt.push_str(&text[end..]);
    assert_eq!(rebuilt, text);
    // Sentences are all tokens, in order.
    let mut next = 0;
    for sentence in document.sentences() {
        assert!(sentence.start == next && sentence.end > sentence.start);
        next = sentence.end;
    }
    assert_eq!(next, document.tokens().len());
    // Entities are in order, do not overlap, and lie on characters.
    let mut last = 0;
    for entity in document.entities() {
        assert!(entity.span.start >= last && !entity.span.of(text).is_empty());
        last = entity.span.end;
    }
    document.tokens().iter().for_each(|token| drop(document.lemma(token)));
    // Phrases lie inside, in order, and have their head.
    let mut last = 0;
    for phrase in document.phrases() {
        assert!(phrase.tokens.contains(&phrase.head) && phrase.tokens.start >= last);
        last = phrase.tokens.end;
        assert!(!document.phrase_text(phrase).is_empty());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn nothing_is_lost_of_anything(text in "\\PC{0,80}") {
        check_whole(&text);
    }

    #[test]
    fn nothing_is_lost_of_text(words in prop::collection::vec(
        prop_oneof![
            Just("The"), Just("U.S."), Just("don't"), Just("it’s"), Just("\"quoted\""), Just("(see"), Just("p. 5)."),
            Just("12 May"), Just("1815,"), Just("University of"), Just("Texas"), Just("a.b@c.org"), Just("--"), Just("…"),
            Just("£3.50"), Just("well-known"), Just("and/or"), Just("\n\n"), Just("\n"), Just("'80s"), Just("été"),
        ], 0..40))
    {
        check_whole(&words.join(" "));
        check_whole(&words.concat());
    }
}

#[test]
fn long_and_odd_texts() {
    check_whole("");
    check_whole(&"a".repeat(100_000));
    check_whole(&"-".repeat(100_000));
    check_whole(&"a-".repeat(50_000));
    check_whole(&"'".repeat(20_000));
    check_whole(&"\u{200b}\u{feff}é\u{301}".repeat(1_000));
    assert_eq!(tokens("\u{a0}x\u{2003}y", WordLists::english()).len(), 2);
}
