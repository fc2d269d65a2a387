//! Release documents with a key file, and restore them: `cargo run -p scumble --example 03_restore`.

#![allow(clippy::print_stdout, reason = "an example shows its result")]

use scumble::document::restore::restore_document;
use scumble::document::{Input, InputForm, Key, Memory, Origin, Release};
use scumble::files::FileKind;
use scumble::{DocumentPolicy, Sanitizer, Silent};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let texts =
        [("a.txt", "Jane Roe met Dr. Peter Lindqvist."), ("b.txt", "Lindqvist wrote to Ms Roe on 4 March 2019.")];
    let inputs: Vec<Input> = texts
        .iter()
        .map(|(name, text)| Input {
            name: (*name).to_owned(),
            form: InputForm::Document(FileKind::Text),
            origin: Origin::Bytes(text.as_bytes().to_vec()),
        })
        .collect();

    // Labels are the same through the collection, and the key file knows what they stand for.
    let folder = std::env::temp_dir().join(format!("scumble-example-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let path = folder.join("labels.key");
    let sanitizer = Sanitizer::new(DocumentPolicy::default())?;
    let memory = Memory::default();
    let release = Release::new(&sanitizer, &memory).with_key(Key::begin(&path, "correct horse battery")?)?;
    let summary = release.run(&inputs, &Silent, &mut |_| ())?;
    println!("{} documents, {} findings redacted", summary.documents, summary.redacted());

    let key = Key::open(&path, "correct horse battery")?;
    for (name, bytes) in memory.into_content().files {
        println!("{name}: {}", String::from_utf8_lossy(&bytes));
        let restored = restore_document(&name, FileKind::Text, bytes, &key)?;
        assert!(texts.iter().any(|(known, text)| *known == name && text.as_bytes() == restored));
    }
    std::fs::remove_dir_all(folder)?;
    Ok(())
}
