//! Moved dates and made-up names with a key file: consistent through a collection, and restored exactly.

use scumble::document::restore::restore_document;
use scumble::document::{Input, InputForm, Key, Memory, Origin, Release, Summary};
use scumble::files::FileKind;
use scumble::mask::document::{Action, Dates};
use scumble::{DocumentPolicy, Sanitizer, Silent};
use std::path::Path;

const PASSPHRASE: &str = "correct horse battery";

/// Releases texts with a key file, and gives their releases by name.
fn released(sanitizer: &Sanitizer, key: &Path, texts: &[(&str, &str)]) -> (Memory, Summary) {
    let memory = Memory::default();
    let key = match key.exists() {
        true => Key::open(key, PASSPHRASE).unwrap(),
        false => Key::begin(key, PASSPHRASE).unwrap(),
    };
    let input = |(name, text): &(&str, &str)| Input {
        name: (*name).to_owned(),
        form: InputForm::Document(FileKind::Text),
        origin: Origin::Bytes(text.as_bytes().to_vec()),
    };
    let inputs: Vec<Input> = texts.iter().map(input).collect();
    let release = Release::new(sanitizer, &memory).with_key(key).unwrap();
    let summary = release.run(&inputs, &Silent, &mut |_| ()).unwrap();
    (memory, summary)
}

/// Every release comes back as it was.
#[track_caller]
fn restored(key: &Path, memory: Memory, texts: &[(&str, &str)]) {
    let key = Key::open(key, PASSPHRASE).unwrap();
    let files = memory.into_content().files;
    for (name, text) in texts {
        let back = restore_document(name, FileKind::Text, files[*name].clone(), &key).unwrap();
        assert_eq!(String::from_utf8(back).unwrap(), **text, "{name}");
    }
}

#[test]
fn moved_dates_come_back_and_stay_apart_as_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let key = folder.path().join("labels.key");
    let policy =
        DocumentPolicy { dates: Some(Dates::Shift), people: vec!["Jane Roe".into()], ..DocumentPolicy::default() };
    let sanitizer = Sanitizer::new(policy).unwrap();
    // A year alone is labelled, though a moved date may have it; a date that was moved may be another date of the text.
    let texts = [
        ("a.txt", "Jane Roe came on 12 March 2018 and on 13/03/2018, in 2017, 2018 and 2019.\n<!-- 2018-03-12 -->"),
        ("b.txt", "Dr Peter Lindqvist saw Jane Roe on 12 March 2018\nand on 14 March 2018."),
    ];
    let (memory, summary) = released(&sanitizer, &key, &texts);
    assert!(summary.withheld.is_empty(), "{:?}", summary.withheld);
    let (again, _) = released(&sanitizer, &key, &[("c.txt", "On 12 March 2018 Ms Roe went home.")]);
    let date = |text: &[u8], before: &str| {
        let text = String::from_utf8(text.to_vec()).unwrap();
        let at = text.find(before).unwrap() + before.len();
        text[at..].split(' ').take(3).collect::<Vec<_>>().join(" ")
    };
    let content = memory.into_content();
    let first = date(&content.files["a.txt"], "came on ");
    assert_eq!(first, date(&content.files["b.txt"], " on ").replace('\n', " ").replace(" and", ""));
    assert_eq!(first, date(&again.into_content().files["c.txt"], "On "));
    assert_ne!(first, "12 March 2018");
    let (memory, _) = released(&sanitizer, &key, &texts);
    restored(&key, memory, &texts);
}

fn made_up() -> Sanitizer {
    Sanitizer::new(DocumentPolicy { replace: Some(Action::Surrogate), ..DocumentPolicy::default() }).unwrap()
}

#[test]
fn made_up_names_come_back_and_stay_the_same_in_the_collection() {
    let folder = tempfile::tempdir().unwrap();
    let key = folder.path().join("labels.key");
    let texts = [
        (
            "a.txt",
            "Ms Jane Roe met Dr. Peter Lindqvist in Springfield-on-Avon on 4 March 2019. Jane wrote to p@mail.org.\n",
        ),
        (
            "b.txt",
            "Peter Lindqvist and Jane Roe, aged 71, called +44 20 7946 0958; Pers1 did not. 12Roe34 stays odd.\n",
        ),
    ];
    let (memory, summary) = released(&made_up(), &key, &texts);
    assert!(summary.withheld.is_empty(), "{:?}", summary.withheld);
    let content = memory.into_content();
    let text = |name: &str| String::from_utf8(content.files[name].clone()).unwrap();
    for gone in ["Jane", "Roe", "Lindqvist", "Springfield", "mail.org", "4 March 2019"] {
        assert!(
            !text("a.txt").contains(gone) && !text("b.txt").contains(gone),
            "{gone}: {}{}",
            text("a.txt"),
            text("b.txt")
        );
    }
    let name = text("a.txt").split(' ').skip(1).take(2).collect::<Vec<_>>().join(" ");
    assert!(text("b.txt").contains(&name), "{name}: {}", text("b.txt"));
    let (memory, _) = released(&made_up(), &key, &texts);
    restored(&key, memory, &texts);
}

#[test]
fn a_name_that_was_given_out_withholds_its_document() {
    let folder = tempfile::tempdir().unwrap();
    let key = folder.path().join("labels.key");
    let (memory, _) = released(&made_up(), &key, &[("a.txt", "Ms Jane Roe left early.")]);
    let release = String::from_utf8(memory.into_content().files["a.txt"].clone()).unwrap();
    let name = release.split(' ').skip(1).take(2).collect::<Vec<_>>().join(" ");
    let (memory, summary) = released(&made_up(), &key, &[("b.txt", &format!("Ms {name} left early, too."))]);
    assert!(memory.into_content().files.is_empty());
    let why = &summary.withheld[0].1;
    assert!(
        why.contains("equals a made-up name that was given to somebody or something else in this collection"),
        "{why}"
    );
    assert!(!why.contains(&name));
}
