//! What holds for every template and every document.

use super::library::{Template, library};
use super::lists::{CULTURES, names};
use super::noise::Level;
use super::{Document, Kind, Mask, Part, documents, documents_of_fold, write};
use scumble_mask::Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

fn data() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data")
}

fn all_templates() -> &'static [Template] {
    &library().unwrap().templates
}

#[test]
fn the_same_seed_gives_the_same_documents() {
    let first = documents(3, 60, Part::Train).unwrap();
    assert_eq!(first, documents(3, 60, Part::Train).unwrap());
    assert_eq!(first[..20], documents(3, 20, Part::Train).unwrap()[..]);
    assert_ne!(first[0].text, documents(4, 60, Part::Train).unwrap()[0].text);
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    assert_eq!(first, alone.install(|| documents(3, 60, Part::Train)).unwrap());
}

#[test]
fn every_file_is_a_template_and_every_kind_has_enough_of_them() {
    let ids: BTreeSet<String> = all_templates().iter().map(|template| template.id.clone()).collect();
    let files = std::fs::read_dir(data().join("templates")).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|ending| ending == "txt"));
    let files: BTreeSet<String> = files.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    assert_eq!(ids, files, "the list of templates is not the folder");
    let mut kinds: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for template in all_templates() {
        kinds.entry(&template.kind).or_default()[usize::from(template.part == Part::Test)] += 1;
    }
    assert_eq!(kinds.len(), 17);
    for (kind, [train, test]) in &kinds {
        assert!(train + test >= 6 && (1..=2).contains(test), "{kind}: {train} to train on, {test} to test");
    }
    let tests: usize = kinds.values().map(|counts| counts[1]).sum();
    assert!((20..=30).contains(&(tests * 100 / ids.len())), "{tests} of {}", ids.len());
}

/// Every document of every template, some times over.
fn each(level: Option<Level>, check: impl Fn(&Template, &Document)) {
    for template in all_templates() {
        for seed in 0..25 {
            let document =
                write(template, Rng::new(seed), 0, level).unwrap_or_else(|error| panic!("{}: {error}", template.id));
            check(template, &document);
        }
    }
}

fn marked(document: &Document) -> impl Iterator<Item = (&super::Mark, String)> {
    let text: Vec<char> = document.text.chars().collect();
    document.marks.iter().map(move |mark| (mark, text[mark.start..mark.end].iter().collect()))
}

#[test]
fn marks_lie_inside_of_the_text_and_do_not_overlap() {
    each(None, |template, document| {
        let length = document.text.chars().count();
        let mut last = 0;
        for mark in &document.marks {
            assert!(last <= mark.start && mark.start < mark.end && mark.end <= length, "{}: {mark:?}", template.id);
            last = mark.end;
        }
        assert!(length > 100, "{}: {}", template.id, document.text);
    });
}

#[test]
fn without_noise_marks_hold_what_was_put_in() {
    each(Some(Level::None), |template, document| {
        for (mark, text) in marked(document) {
            assert_eq!(text, mark.original, "{}", template.id);
            assert_eq!(text, text.trim(), "{}: a mark with blanks at its edge", template.id);
        }
    });
}

/// How many letters have to be put in, left out or changed.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}

#[test]
fn with_noise_marks_hold_nearly_what_was_put_in() {
    let changed = std::cell::Cell::new(0);
    each(Some(Level::Chat), |template, document| {
        for (mark, text) in marked(document) {
            // Both ways: the small form of a capital may differ from the letter (ß, İ).
            let plain = |text: &str| text.to_uppercase().to_lowercase().chars().collect::<Vec<char>>();
            let (now, before) = (plain(&text), plain(&mark.original));
            let allowed = if mark.kind.is_code() { 0 } else { 2 + before.len() / 8 };
            assert!(distance(&now, &before) <= allowed, "{}: {text} was {}", template.id, mark.original);
            changed.set(changed.get() + usize::from(text != mark.original));
        }
    });
    assert!(changed.get() > 500, "noise changed {} marks only", changed.get());
}

#[test]
fn all_kinds_of_marks_occur_in_both_parts() {
    for part in [Part::Train, Part::Test] {
        let found: BTreeSet<(Kind, Mask)> = documents(1, 300, part)
            .unwrap()
            .iter()
            .flat_map(|document| document.marks.iter().map(|mark| (mark.kind, mark.mask)))
            .collect();
        for kind in Kind::ALL {
            let mask = if matches!(kind, Kind::Misc | Kind::Quantity) { Mask::No } else { Mask::Yes };
            assert!(found.contains(&(kind, mask)), "{part:?} has no {}", kind.name());
        }
        for kind in [Kind::Date, Kind::Place, Kind::Organisation, Kind::Account, Kind::Handle, Kind::Age] {
            assert!(found.contains(&(kind, Mask::Optional)), "{part:?} has no optional {}", kind.name());
        }
    }
}

#[test]
fn plain_documents_give_nobody_away() {
    each(None, |template, document| {
        let masked = document.marks.iter().filter(|mark| mark.mask == Mask::Yes).count();
        assert_eq!(masked == 0, template.kind == "plain", "{}: {masked}", template.id);
    });
}

/// Runs of so many words in the source of a part.
fn runs(part: Part, length: usize) -> BTreeMap<String, String> {
    let mut sources: Vec<(String, String)> = Vec::new();
    for template in all_templates().iter().filter(|template| template.part == part) {
        let text = std::fs::read_to_string(data().join("templates").join(format!("{}.txt", template.id))).unwrap();
        sources.push((template.id.clone(), text));
    }
    for entry in std::fs::read_dir(data().join("fragments")).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let (train, test) = text.split_once("[test]").unwrap();
        sources.push((path.display().to_string(), if part == Part::Test { test } else { train }.to_owned()));
    }
    let mut runs = BTreeMap::new();
    for (id, text) in sources {
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        runs.extend(words.windows(length).map(|run| (run.join(" ").to_lowercase(), id.clone())));
    }
    runs
}

#[test]
fn templates_to_train_on_and_to_test_share_no_sentence() {
    let (train, test) = (runs(Part::Train, 12), runs(Part::Test, 12));
    for (run, id) in &test {
        assert!(!train.contains_key(run), "{id} and {} share: {run}", train[run]);
    }
    let ids = |part| all_templates().iter().filter(move |template| template.part == part).map(|template| &template.id);
    assert!(ids(Part::Train).all(|id| ids(Part::Test).all(|other| id != other)));
}

#[test]
fn folds_are_of_templates() {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for fold in 0..5 {
        for document in documents_of_fold(1, 80, Part::Train, Some(fold)).unwrap() {
            assert_eq!(document.fold, fold);
            assert_eq!(*seen.entry(document.template).or_insert(fold), fold);
        }
    }
    assert!(documents_of_fold(1, 1, Part::Train, Some(5)).is_err());
}

#[test]
fn every_culture_has_its_names() {
    for (culture, _) in CULTURES {
        let lists = names(culture);
        let different = |key: &str| lists.all(key).iter().collect::<BTreeSet<_>>().len();
        assert!(different("female") >= 20 && different("male") >= 20 && different("family") >= 60, "{culture}");
    }
}
