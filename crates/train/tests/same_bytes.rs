//! The models that come with the build are what the command makes of the data folder (skipped where it is absent).
#![allow(clippy::print_stderr, reason = "skipped tests say so")]

use std::path::Path;
use std::process::Command;

#[test]
fn retraining_gives_the_embedded_models_and_their_scores() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let data = root.join("../shared/data");
    if !data.join("ud_ewt/train.jsonl.gz").exists() {
        eprintln!("skipped: the shared data folder is not here");
        return;
    }
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("models");
    let run = Command::new(env!("CARGO_BIN_EXE_train")).args([&data, &out]).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    for (name, embedded) in [
        ("tag-dictionary.bin", scumble_models::TAG_DICTIONARY),
        ("tagger.bin", scumble_models::TAGGER),
        ("chunker.bin", scumble_models::CHUNKER),
        ("names.bin", scumble_models::NAMES),
        ("gazetteer.bin", scumble_models::GAZETTEER),
        ("trigrams.bin", scumble_models::TRIGRAMS),
    ] {
        assert!(std::fs::read(out.join(name)).unwrap() == embedded, "{name} is not what train makes of the data");
    }
    // The model card says what the command prints.
    let card = ["docs/models.md", "docs/recognizers.md"]
        .map(|file| std::fs::read_to_string(root.join(file)).unwrap())
        .concat();
    let printed = String::from_utf8(run.stdout).unwrap();
    let figures = printed.split_whitespace().filter(|word| word.contains('.') && word.parse::<f64>().is_ok());
    let mut compared = 0;
    for figure in figures {
        assert!(card.contains(figure), "{figure} is printed but not in the card:\n{printed}");
        compared += 1;
    }
    assert!(compared >= 50, "{printed}");
}

#[test]
fn bad_usage() {
    let run = Command::new(env!("CARGO_BIN_EXE_train")).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    let run = Command::new(env!("CARGO_BIN_EXE_train")).args(["no/such/folder", "x"]).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&run.stderr).contains("no/such/folder/ud_ewt/train.jsonl.gz"));
}
