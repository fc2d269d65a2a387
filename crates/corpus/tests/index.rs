//! Counts of an index are those of a plain scan, whatever it was built from and however often the build was stopped.

use proptest::prelude::*;
use scumble_corpus::{BuildOptions, Built, Counts, Error, Index, build, normalized};
use scumble_io::Silent;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};

fn options() -> BuildOptions {
    BuildOptions { threads: 1, memory: 16 << 20, ..BuildOptions::default() }
}

fn built(sources: &[PathBuf], out: &Path) -> Built {
    build(sources, out, &options(), &Silent).unwrap()
}

fn lines(documents: &[(String, String)]) -> String {
    let line = |(name, text): &(String, String)| serde_json::json!({"id": name, "text": text}).to_string() + "\n";
    documents.iter().map(line).collect()
}

/// How many of the texts have, for each group, one of its phrases.
fn scan(texts: &[String], all_of: &[Vec<String>]) -> u64 {
    let has = |text: &String, phrase: &String| {
        let phrase = normalized(phrase);
        !phrase.is_empty() && format!(" {} ", normalized(text)).contains(&format!(" {phrase} "))
    };
    let all = |text: &&String| all_of.iter().all(|group| group.iter().any(|phrase| has(text, phrase)));
    texts.iter().filter(all).count() as u64
}

fn ask(counts: &dyn Counts, all_of: &[Vec<String>]) -> u64 {
    let groups: Vec<Vec<&str>> = all_of.iter().map(|group| group.iter().map(String::as_str).collect()).collect();
    counts.count(&groups.iter().map(Vec::as_slice).collect::<Vec<_>>()).unwrap()
}

/// Few words, so that phrases repeat and overlap; capitals, signs and letters of other scripts.
fn text(longest: usize) -> impl Strategy<Value = String> {
    let word = prop_oneof![
        8 => prop::sample::select(vec!["a", "b", "A", "ab", "c1", "Ärger", "ärger", "ΣΑΣ", "İx", "ß"]),
        1 => prop::sample::select(vec!["—", "", "b’s"]),
    ];
    let gap = prop::sample::select(vec![" ", "  ", "-", ", ", "\n", "\u{a0}"]);
    prop::collection::vec((word, gap), 0..longest)
        .prop_map(|parts| parts.into_iter().flat_map(|(a, b)| [a, b]).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn counts_are_those_of_a_scan(
        texts in prop::collection::vec(text(12), 1..30),
        questions in prop::collection::vec(prop::collection::vec(prop::collection::vec(text(4), 0..4), 0..4), 1..20),
        commit_every in 1u64..40,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let documents: Vec<_> = texts.iter().enumerate().map(|(i, text)| (format!("d{}", i % 7), text.clone())).collect();
        let source = folder.path().join("all.jsonl");
        std::fs::write(&source, lines(&documents)).unwrap();
        let out = folder.path().join("index");
        let made = build(&[source], &out, &BuildOptions { commit_every, ..options() }, &Silent).unwrap();
        prop_assert_eq!(made.documents, texts.len() as u64);
        let index = Index::open(&out).unwrap();
        let others: Vec<String> =
            documents.iter().filter(|(name, _)| name != "d3").map(|(_, text)| text.clone()).collect();
        let without = index.leaving_out("d3");
        prop_assert_eq!(index.total().unwrap(), texts.len() as u64);
        let mut inside = index.documents().unwrap();
        let mut expected: Vec<_> = documents.iter().map(|(name, text)| (name.clone(), normalized(text))).collect();
        inside.sort();
        expected.sort();
        prop_assert_eq!(inside, expected);
        prop_assert_eq!(without.total().unwrap(), others.len() as u64);
        for question in &questions {
            prop_assert_eq!(ask(&index, question), scan(&texts, question), "{:?}", question);
            prop_assert_eq!(ask(&without, question), scan(&others, question), "{:?}", question);
        }
    }
}

const TEXTS: [&str; 3] = ["She had a heart attack in Leeds.", "Heart-attack; attack!", "A kind heart, no attack."];

fn check(sources: &[PathBuf], folder: &Path) {
    let out = folder.join("out");
    assert_eq!(built(sources, &out).documents, 3);
    let index = Index::open(&out).unwrap();
    assert_eq!(index.count(&[&["heart attack"]]).unwrap(), 2);
    assert_eq!(index.count(&[&["heart"], &["attack"]]).unwrap(), 3);
    assert_eq!(index.count(&[&["heart attack", "kind heart"], &["leeds", "no attack"]]).unwrap(), 2);
    assert!(index.provenance().name.starts_with("index:out") && !index.provenance().remote);
    std::fs::remove_dir_all(&out).unwrap();
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut packer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

#[test]
fn folders_of_text_packed_and_plain() {
    let folder = tempfile::tempdir().unwrap();
    let texts = folder.path().join("texts");
    std::fs::create_dir_all(texts.join("sub")).unwrap();
    std::fs::write(texts.join("a.txt"), format!("\u{feff}{}", TEXTS[0])).unwrap();
    std::fs::write(texts.join("b.md.gz"), gzip(TEXTS[1].as_bytes())).unwrap();
    std::fs::write(texts.join("sub/c.TXT.zst"), zstd(TEXTS[2].as_bytes())).unwrap();
    std::fs::write(texts.join("picture.png"), [0, 159, 146, 150]).unwrap();
    check(std::slice::from_ref(&texts), folder.path());

    let out = folder.path().join("named");
    built(&[texts], &out);
    let index = Index::open(&out).unwrap();
    assert_eq!(index.leaving_out("sub/c.TXT.zst").count(&[&["heart"]]).unwrap(), 2);
    assert_eq!(index.leaving_out("nobody").count(&[&["heart"]]).unwrap(), 3);
}

#[test]
fn lines_in_every_packing() {
    let folder = tempfile::tempdir().unwrap();
    let documents: Vec<_> = TEXTS.iter().enumerate().map(|(i, text)| (i.to_string(), text.to_string())).collect();
    let text = lines(&documents);
    let (first, rest) = text.split_at(text.find('\n').unwrap() + 1);
    // two members or frames one after the other, and for zstd one to skip between them
    let skip = [0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3];
    for (name, bytes) in [
        ("a.jsonl", [first, "\n", rest].concat().into_bytes()),
        ("a.jsonl.gz", [gzip(first.as_bytes()), gzip(rest.as_bytes())].concat()),
        ("a.ndjson.bz2", [bzip2(first.as_bytes()), bzip2(rest.as_bytes())].concat()),
        ("a.jsonl.zst", [zstd(first.as_bytes()), skip.to_vec(), zstd(rest.as_bytes())].concat()),
    ] {
        let source = folder.path().join(name);
        std::fs::write(&source, bytes).unwrap();
        check(&[source], folder.path());
    }
}

fn dump() -> String {
    let page = |title: &str, namespace: u8, text: &str| {
        format!("<page><title>{title}</title><ns>{namespace}</ns><id>1</id>{text}</page>\n")
    };
    let text =
        |wiki: &str| format!("<revision><id>2</id><text bytes=\"9\" xml:space=\"preserve\">{wiki}</text></revision>");
    [
        "<mediawiki xmlns=\"http://www.mediawiki.org/xml/export-0.11/\"><siteinfo><sitename>W</sitename></siteinfo>"
            .into(),
        page("One", 0, &text("{{Infobox|heart attack}}She had a '''heart''' [[attack (medicine)|attack]] in Leeds.")),
        page("Moved", 0, &format!("<redirect title=\"One\" />{}", text("#REDIRECT [[One]] heart attack"))),
        page("Talk:One", 1, &text("heart attack")),
        page("Two", 0, &text("Heart-attack;&lt;ref&gt;leeds&lt;/ref&gt; attack! &amp;c. &#33;")),
        page("Empty &amp; three", 0, &format!("{}{}", text("old leeds"), text("A kind heart, no attack."))),
        "</mediawiki>".into(),
    ]
    .concat()
}

#[test]
fn dumps_of_wikipedia() {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in [
        ("w.xml", dump().into_bytes()),
        ("w.xml.bz2", bzip2(dump().as_bytes())),
        ("w.xml.zst", zstd(dump().as_bytes())),
    ] {
        let source = folder.path().join(name);
        std::fs::write(&source, bytes).unwrap();
        check(&[source], folder.path());
    }
}

#[test]
fn a_stopped_build_goes_on_and_counts_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let document = |i: usize| (format!("n{i}"), format!("word{} heart {} attack", i % 50, i % 3));
    let parts: Vec<PathBuf> = (0..3).map(|part| folder.path().join(format!("{part}.jsonl.gz"))).collect();
    for (part, path) in parts.iter().enumerate() {
        let documents: Vec<_> = (part * 1000..(part + 1) * 1000).map(document).collect();
        std::fs::write(path, gzip(lines(&documents).as_bytes())).unwrap();
    }
    let whole = folder.path().join("whole");
    let expected = built(&parts, &whole);

    let out = folder.path().join("out");
    let (mut stops, furthest) = (0, AtomicU64::new(0));
    let made = loop {
        let calls = AtomicU64::new(0);
        let stop_soon = |stage: &'static str, done: u64, of: u64| {
            if stage == "reading" {
                assert!(done <= of);
                return ControlFlow::Continue(());
            }
            furthest.fetch_max(done, Ordering::Relaxed);
            if calls.fetch_add(1, Ordering::Relaxed) == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        match build(&parts, &out, &options(), &stop_soon) {
            Ok(made) => break made,
            Err(Error::Stopped { documents }) => assert_eq!(documents, furthest.load(Ordering::Relaxed)),
            Err(error) => panic!("{error}"),
        }
        assert!(!out.exists(), "nothing half-built stands in its place");
        stops += 1;
        assert!(stops < 20);
    };
    assert!(stops >= 2, "{stops}");
    assert_eq!((made, furthest.into_inner()), (expected, 3000));
    let (whole, out) = (Index::open(&whole).unwrap(), Index::open(&out).unwrap());
    assert_eq!(out.provenance().version, whole.provenance().version);
    for question in
        [&[&["heart 0 attack"] as &[&str]] as &[&[&str]], &[&["word7"], &["1 attack"]], &[&["word8", "word9"]]]
    {
        assert_eq!(out.count(question).unwrap(), whole.count(question).unwrap());
    }
    let left = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 5, "three sources and two indexes, and nothing else");
}

#[test]
fn a_killed_build_loses_only_what_was_not_committed() {
    let folder = tempfile::tempdir().unwrap();
    let documents: Vec<_> = (0..2000).map(|i| (i.to_string(), format!("number {i} of {}", i % 10))).collect();
    let source = folder.path().join("a.jsonl.zst");
    std::fs::write(&source, zstd(lines(&documents).as_bytes())).unwrap();
    let (sources, out) = ([source], folder.path().join("out"));
    let often = BuildOptions { commit_every: 500, ..options() };
    // a panic drops the writer without a commit, as a kill would
    let killed = std::panic::catch_unwind(|| {
        build(&sources, &out, &often, &|stage: &'static str, done: u64, _: u64| match done {
            1200.. if stage == "indexing" => std::panic::resume_unwind(Box::new("killed")),
            _ => ControlFlow::Continue(()),
        })
    });
    assert!(killed.is_err() && !out.exists());
    let first = OnceLock::new();
    let made = build(&sources, &out, &often, &|stage: &'static str, done: u64, _: u64| {
        if stage == "indexing" {
            first.get_or_init(|| done);
        }
        ControlFlow::Continue(())
    });
    assert_eq!((first.into_inner(), made.unwrap().documents), (Some(1000), 2000));
    let index = Index::open(&out).unwrap();
    assert_eq!(index.count(&[&["of 3"]]).unwrap(), 200);
    assert!((0..2000).step_by(97).all(|i| index.count(&[&[&format!("number {i} of")]]).unwrap() == 1));
}

#[cfg(unix)]
#[test]
fn an_index_is_its_owners_and_opening_it_writes_nothing() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("a.txt");
    std::fs::write(&source, "some text").unwrap();
    let out = folder.path().join("out");
    built(&[source], &out);
    assert_eq!(std::fs::metadata(&out).unwrap().permissions().mode() & 0o777, 0o700);
    let files = || {
        let mut names: Vec<_> = std::fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let before = files();
    assert!(before.iter().all(|name| !name.to_string_lossy().ends_with(".lock")), "{before:?}");
    std::fs::set_permissions(&out, std::fs::Permissions::from_mode(0o500)).unwrap();
    assert_eq!(Index::open(&out).unwrap().count(&[&["some text"]]).unwrap(), 1);
    assert_eq!(files(), before);
    std::fs::set_permissions(&out, std::fs::Permissions::from_mode(0o700)).unwrap();
}

#[test]
fn two_builds_of_one_index_do_not_meet() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("a.txt");
    std::fs::write(&source, "text").unwrap();
    let (sources, out) = ([source], folder.path().join("out"));
    let other = Mutex::new(None);
    let made = build(&sources, &out, &options(), &|_: &'static str, _: u64, _: u64| {
        *other.lock().unwrap() = Some(build(&sources, &out, &options(), &Silent));
        ControlFlow::Continue(())
    });
    assert!(other.into_inner().unwrap().unwrap().unwrap_err().to_string().contains("another build"));
    assert_eq!(made.unwrap().documents, 1);
}

#[test]
fn a_build_of_other_files_starts_afresh() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("a.jsonl");
    let documents: Vec<_> = (0..600).map(|i| (i.to_string(), "old text".to_string())).collect();
    std::fs::write(&source, lines(&documents)).unwrap();
    let out = folder.path().join("out");
    let sources = [source.clone()];
    assert!(build(&sources, &out, &options(), &|_: &'static str, _: u64, _: u64| ControlFlow::Break(())).is_err());
    std::fs::write(&source, lines(&[("x".into(), "new text".into())])).unwrap();
    assert_eq!(built(&sources, &out), Built { documents: 1, tokens: 2 });
    assert_eq!(Index::open(&out).unwrap().count(&[&["old"]]).unwrap(), 0);

    assert!(build(&sources, &out, &options(), &Silent).is_err(), "an index is not overwritten unasked");
    std::fs::write(&source, lines(&documents)).unwrap();
    build(&sources, &out, &BuildOptions { replace: true, ..options() }, &Silent).unwrap();
    assert_eq!(Index::open(&out).unwrap().count(&[&["old"]]).unwrap(), 600);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn bad_input_is_named_by_place_and_not_by_text() {
    let folder = tempfile::tempdir().unwrap();
    let cut = |bytes: Vec<u8>| bytes[..bytes.len() - 6].to_vec();
    let long = serde_json::json!({"text": "secret ".repeat(9000)}).to_string();
    for (name, bytes, place) in [
        ("a.jsonl", b"{\"text\": \"fine\"}\n{\"text\": \"secret\n".to_vec(), "line 2"),
        ("b.jsonl", b"{\"text\": \"fine\"}\n\n{\"body\": \"secret\"}\n".to_vec(), "line 3"),
        ("c.jsonl", b"[\"secret\"]\n".to_vec(), "line 1"),
        ("d.jsonl", b"{\"text\": \"secret \xff\"}\n".to_vec(), "line 1"),
        ("e.txt", b"secret \xff".to_vec(), "byte 8"),
        ("f.xml", b"<html>secret</html>".to_vec(), "mediawiki"),
        ("g.xml", b"<mediawiki><page><title>secret</page>".to_vec(), "byte"),
        ("h.xml", b"<mediawiki><page><title>secret".to_vec(), "cut off"),
        ("i.xml", b"<mediawiki><page><title>&secret;</title></page></mediawiki>".to_vec(), "byte"),
        ("j.jsonl.gz", cut(gzip(long.as_bytes())), "line 1"),
        ("k.jsonl.zst", cut(zstd(long.as_bytes())), "line 1"),
        ("l.jsonl.bz2", cut(bzip2(long.as_bytes())), "line 1"),
        ("m.txt.gz", b"secret".to_vec(), "m.txt.gz"),
        ("n.docx", b"secret".to_vec(), ".jsonl"),
        ("o.jsonl", b"\n".to_vec(), "document"),
    ] {
        let source = folder.path().join(name);
        std::fs::write(&source, bytes).unwrap();
        let error = build(&[source], &folder.path().join("out"), &options(), &Silent).unwrap_err().to_string();
        assert!(error.contains(place) && !error.contains("secret"), "{name}: {error}");
        assert!(name == "o.jsonl" || error.contains(name), "{name}: {error}");
        assert!(!folder.path().join("out").exists());
    }
    let nothing = build(&[folder.path().join("absent.txt")], &folder.path().join("out"), &options(), &Silent);
    assert!(nothing.unwrap_err().to_string().contains("absent.txt"));
    assert!(Index::open(folder.path()).err().unwrap().to_string().contains("corpus build"));
}
