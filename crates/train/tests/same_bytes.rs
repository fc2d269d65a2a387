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

#[test]
fn generated_documents_are_written_as_lines() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let generate = |name: &str, options: &[&str]| {
        let out = folder.join(name);
        let run = Command::new(env!("CARGO_BIN_EXE_train")).arg("generate").arg(&out).args(options).output().unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        std::fs::read_to_string(out).unwrap()
    };
    let options = ["--count", "40", "--seed", "9", "--templates", "test", "--fold", "0"];
    let text = generate("everyday-one.jsonl", &options);
    assert_eq!(text, generate("everyday-two.jsonl", &options));
    assert_ne!(
        text,
        generate("everyday-three.jsonl", &["--count", "40", "--seed", "8", "--templates", "test", "--fold", "0"])
    );
    assert_eq!(text.lines().count(), 40);
    let mut masks = std::collections::BTreeSet::new();
    for line in text.lines() {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!((value["part"].as_str(), value["fold"].as_u64()), (Some("test"), Some(0)));
        assert!(value["template"].as_str().unwrap().starts_with(value["kind"].as_str().unwrap()));
        let length = value["text"].as_str().unwrap().chars().count() as u64;
        for span in value["spans"].as_array().unwrap() {
            assert!(span["start"].as_u64() < span["end"].as_u64() && span["end"].as_u64().unwrap() <= length);
            masks.insert(span["mask"].to_string());
        }
    }
    assert_eq!(masks.into_iter().collect::<Vec<_>>(), ["\"optional\"", "false", "true"]);
    for bad in [&["x.jsonl", "--count"][..], &["x.jsonl", "--fold", "5"], &["x.jsonl", "--templates", "some"], &[]] {
        let run = Command::new(env!("CARGO_BIN_EXE_train")).arg("generate").args(bad).output().unwrap();
        assert_eq!(run.status.code(), Some(2), "{bad:?}");
    }
}
