//! Documents through the library: files of records in every table format, sinks, keys, and threads.

use flate2::read::MultiGzDecoder;
use scumble::data::{Encoding, Format, Options, read, read_text, write};
use scumble::document::restore::restore_records;
use scumble::document::{FieldRoles, Folder, Input, InputForm, Inputs, Key, Memory, Origin, OtherFields, Release};
use scumble::files::FileKind;
use scumble::{DocumentPolicy, Sanitizer, Silent};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

const PASSPHRASE: &str = "correct horse battery";

fn sanitizer() -> Sanitizer {
    Sanitizer::new(DocumentPolicy::default()).unwrap()
}

/// The field `text`, among others that are published.
fn among_others() -> FieldRoles {
    FieldRoles { others: Some(OtherFields::Publish), ..FieldRoles::default() }
}

/// Releases one file of records with a key file; gives the release's place.
fn released(folder: &Path, input: &Path, out: &str, tables: &Options) -> PathBuf {
    let (sanitizer, out) = (sanitizer(), folder.join(out));
    let paths = [input.to_owned()];
    let inputs = Inputs::find(&paths).unwrap();
    let sink = Folder::begin(&out, &paths, &inputs.found, None).unwrap();
    let key = Key::begin(&folder.join("labels.key"), PASSPHRASE).unwrap();
    let release = Release::new(&sanitizer, &sink).with_key(key).unwrap().with_tables(tables.clone());
    let release = release.with_fields(among_others());
    let summary = release.run(&inputs.found, &Silent, &mut |_| ()).unwrap();
    assert!(summary.withheld.is_empty() && summary.documents > 0, "{:?}", summary.withheld);
    out
}

/// Restores a release under the name of the original.
fn restored(folder: &Path, release: &Path, name: &str, tables: &Options) -> Vec<u8> {
    let key = Key::open(&folder.join("labels.key"), PASSPHRASE).unwrap();
    let origin = Origin::File(release.to_owned());
    let input = Input { name: name.to_owned(), form: InputForm::Records, origin };
    let mut out = Vec::new();
    restore_records(&input, &key, tables, &mut out).unwrap();
    out
}

#[test]
fn a_sanitizer_can_be_held_and_shared() {
    fn held<T: Send + Sync + Clone + 'static>(_: &T) {}
    let sanitizer = sanitizer();
    held(&sanitizer);
    let other = sanitizer.clone();
    let text = std::thread::spawn(move || other.text("Jane Roe left.").unwrap().text).join().unwrap();
    assert_eq!(text, sanitizer.text("Jane Roe left.").unwrap().text);
}

#[test]
fn tables_in_other_encodings_change_in_their_cells_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.csv");
    let original: &[u8] = b"nr;\"text\";caf\xe9\r\n\"1\";\"Jane Roe; again\";x\r\n2;nobody came;\"y\"\r\n";
    std::fs::write(&path, original).unwrap();
    let refused = {
        let (sanitizer, memory) = (sanitizer(), Memory::default());
        let inputs = Inputs::find(std::slice::from_ref(&path)).unwrap();
        let release = Release::new(&sanitizer, &memory).with_fields(among_others());
        release.run(&inputs.found, &Silent, &mut |_| ()).unwrap()
    };
    assert!(
        refused.withheld[0].1.contains("is not UTF-8"),
        "an encoding that is only assumed is withheld: {refused:?}"
    );
    assert_eq!(refused.advice[0].0.setting, Some("encoding"));
    let tables = Options { encoding: Encoding::named("windows-1252"), ..Options::default() };
    let release = released(folder.path(), &path, "release.csv", &tables);
    let bytes = std::fs::read(&release).unwrap();
    assert_eq!(bytes, b"nr;\"text\";caf\xe9\r\n\"1\";\"Pers1; again\";x\r\n2;nobody came;\"y\"\r\n");
    assert_eq!(restored(folder.path(), &release, "notes.csv", &tables), original);
}

#[test]
fn packed_json_lines_stay_packed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.jsonl.gz");
    let lines = "{\"id\": 1, \"text\": \"Jane Roe left\\u002e\"}\n\n{\"id\":2,\"text\":\"Nobody\"}\r\n";
    let mut packed = flate2::write::GzEncoder::new(File::create(&path).unwrap(), flate2::Compression::fast());
    std::io::Write::write_all(&mut packed, lines.as_bytes()).unwrap();
    packed.finish().unwrap();
    let release = released(folder.path(), &path, "release.jsonl.gz", &Options::default());
    let mut text = String::new();
    MultiGzDecoder::new(File::open(&release).unwrap()).read_to_string(&mut text).unwrap();
    assert_eq!(text, "{\"id\": 1, \"text\": \"Pers1 left\\u002e\"}\n\n{\"id\":2,\"text\":\"Nobody\"}\r\n");
}

#[test]
fn text_columns_of_parquet_files_are_sanitised_and_restored() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.parquet");
    let table = read_text("t.csv", b"age,text\n41,Jane Roe left.\n29,Nobody came.\n", &Options::default()).unwrap();
    write(&table, Format::Parquet, None, File::create(&path).unwrap()).unwrap();
    let (sanitizer, paths) = (sanitizer(), [path.clone()]);
    let inputs = Inputs::find(&paths).unwrap();
    let wrong = Folder::begin(&folder.path().join("release.csv"), &paths, &inputs.found, None).unwrap();
    let release = Release::new(&sanitizer, &wrong).with_fields(among_others());
    let error = release.run(&inputs.found, &Silent, &mut |_| ()).unwrap_err();
    assert!(error.to_string().contains("another format") && !folder.path().join("release.csv").exists(), "{error}");
    let release = released(folder.path(), &path, "release.parquet", &Options::default());
    let texts = |path: &Path| -> Vec<String> {
        let table = read(path, &Options::default()).unwrap();
        let column = table.column("text").unwrap();
        assert_eq!(table.column("age").unwrap().cells.text(0), "41");
        (0..table.len()).map(|row| column.cells.text(row).into_owned()).collect()
    };
    assert_eq!(texts(&release), ["Pers1 left.", "Nobody came."]);
    let back = folder.path().join("back.parquet");
    std::fs::write(&back, restored(folder.path(), &release, "notes.parquet", &Options::default())).unwrap();
    assert_eq!(texts(&back), ["Jane Roe left.", "Nobody came."]);
}

#[test]
fn a_release_is_the_same_in_memory_and_at_any_number_of_threads() {
    let texts = ["Jane Roe met Dr. Peter Lindqvist.", "Lindqvist wrote to Ms Roe on 4 March 2019.", "Nobody."];
    let inputs: Vec<Input> = (1..)
        .zip(texts)
        .map(|(number, text)| Input {
            name: format!("{number}.txt"),
            form: InputForm::Document(FileKind::Text),
            origin: Origin::Bytes(text.as_bytes().to_vec()),
        })
        .collect();
    let sanitizer = sanitizer();
    let run = |threads: usize| {
        let folder = tempfile::tempdir().unwrap();
        let memory = Memory::default();
        let key = Key::begin(&folder.path().join("k"), PASSPHRASE).unwrap();
        let release = Release::new(&sanitizer, &memory).with_key(key).unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| release.run(&inputs, &Silent, &mut |_| ())).unwrap();
        let content = memory.into_content();
        assert!(content.audit.is_some() && content.report.contains("not measured"));
        (content.files, content.records)
    };
    let (files, records) = run(1);
    assert_eq!(files["2.txt"], b"Pers3 wrote to Pers4 on Date1.");
    assert_eq!((files, records), run(3));
}

#[test]
fn a_cancelled_run_writes_no_audit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    std::fs::write(&path, "Jane Roe left.").unwrap();
    let (sanitizer, out) = (sanitizer(), folder.path().join("out"));
    let paths = [path];
    let inputs = Inputs::find(&paths).unwrap();
    let sink = Folder::begin(&out, &paths, &inputs.found, None).unwrap();
    let stop = |_: &'static str, _: u64, _: u64| std::ops::ControlFlow::Break(());
    let error = Release::new(&sanitizer, &sink).run(&inputs.found, &stop, &mut |_| ()).unwrap_err();
    assert_eq!(error.kind, scumble::ErrorKind::Cancelled);
    assert!(!sink.work().join("audit.json").exists() && !out.join("a.txt").exists());
}
