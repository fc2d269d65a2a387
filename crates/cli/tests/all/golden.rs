//! Help pages and printed results as files that a person can read.
//!
//! `SCUMBLE_BLESS=1 cargo test -p scumble-cli` writes them anew; look at the difference before you commit it.

use crate::support::Workplace;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs the binary in a folder of its own, in which `examples` lies beside.
fn run(folder: &Path, line: &str) -> String {
    let words = shell_words(line);
    let output = Command::new(env!("CARGO_BIN_EXE_scumble"))
        .current_dir(folder)
        .args(&words[1..])
        .env("COLUMNS", "100")
        .env("SCUMBLE_PASSPHRASE", "correct horse battery staple")
        .env_remove("RUST_BACKTRACE")
        .output()
        .unwrap();
    let mut text = format!("$ {line}\n");
    text.push_str(&String::from_utf8_lossy(&output.stdout));
    let errors = String::from_utf8_lossy(&output.stderr);
    if !errors.is_empty() {
        text.push_str("--- standard error\n");
        text.push_str(&errors);
    }
    if let Some(code) = output.status.code().filter(|code| *code != 0) {
        text.push_str(&format!("--- exit status {code}\n"));
    }
    steady(&text)
}

/// The words of a command line; single quotes keep blanks.
fn shell_words(line: &str) -> Vec<String> {
    let pieces = line.split('\'').enumerate();
    let words = pieces.flat_map(|(at, piece)| match at % 2 {
        1 => vec![piece.to_owned()],
        _ => piece.split_whitespace().map(str::to_owned).collect(),
    });
    words.collect()
}

/// Without what differs from run to run: times.
fn steady(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        for at in 1..words.len() {
            if words[at].trim_end_matches([',', '\n', ';']) == "s" && words[at - 1].parse::<f64>().is_ok() {
                words[at - 1] = "N".to_owned();
            }
        }
        let line = words.join(" ");
        let timed = ["seconds\": ", "sanitizing\": ", "verifying\": "].iter().find(|key| line.contains(**key));
        match timed.and_then(|key| line.split_once(key).map(|(before, rest)| (before, *key, rest))) {
            Some((before, key, rest)) if rest.starts_with(|c: char| c.is_ascii_digit()) => {
                let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | '-'));
                out.push_str(&format!("{before}{key}0{rest}"));
            }
            _ => out.push_str(&line),
        }
    }
    out
}

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.md"))
}

/// Compares with the file of that name, or writes it.
fn check(name: &str, title: &str, runs: &[String]) {
    let blocks: String = runs.iter().map(|run| format!("\n```text\n{run}```\n")).collect();
    let text = format!("# {title}\n{blocks}");
    let path = golden(name);
    if std::env::var_os("SCUMBLE_BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    if text == expected {
        return;
    }
    let first = text.lines().zip(expected.lines()).position(|(a, b)| a != b);
    let first = first.unwrap_or_else(|| text.lines().count().min(expected.lines().count()));
    let line = |text: &str| text.lines().nth(first).unwrap_or("(nothing)").to_owned();
    panic!(
        "{}: line {} differs\n  expected: {}\n  printed:  {}\nSCUMBLE_BLESS=1 writes it anew",
        path.display(),
        first + 1,
        line(&expected),
        line(&text)
    );
}

/// Every command with its help page.
const COMMANDS: [&str; 36] = [
    "",
    "assess",
    "assess documents",
    "assess sets",
    "assess table",
    "audit",
    "audit verify",
    "completions",
    "corpus",
    "corpus build",
    "corpus count",
    "demo",
    "explore",
    "link",
    "man",
    "roles",
    "mask",
    "parse",
    "policy",
    "policy list",
    "policy show",
    "reproduce",
    "key",
    "key info",
    "key passphrase",
    "key erase",
    "restore",
    "review",
    "sanitize",
    "sets",
    "similarity",
    "topics",
    "vectors",
    "vectors build",
    "vectors mask",
    "vectors assess",
];

#[test]
fn help_pages() {
    let place = Workplace::with_examples();
    for command in COMMANDS {
        let line = format!("scumble {command} --help").replace("  ", " ");
        let name = format!("help{}", command.split_whitespace().map(|word| format!("-{word}")).collect::<String>());
        check(&name, &format!("`{line}`"), &[run(place.folder(), &line)]);
    }
}

/// The results of each command, as people see them and as programs do.
const RESULTS: [(&str, &str, &[&str]); 11] = [
    (
        "sanitize",
        "Sanitising documents",
        &[
            "scumble sanitize examples/note.txt --hide 'acquired immunodeficiency syndrome'",
            "scumble sanitize examples/letter.txt --replace mask",
            "scumble sanitize examples/note.txt examples/letter.txt -o release --key labels.key",
            "scumble sanitize examples/note.txt --json",
            "scumble sanitize no-such-file.txt",
        ],
    ),
    (
        "restore",
        "Restoring pseudonyms",
        &[
            "scumble sanitize examples/letter.txt -o letter.txt --key labels.key --quiet",
            "scumble restore letter.txt --key labels.key",
        ],
    ),
    (
        "roles",
        "The columns of a table",
        &[
            "scumble roles examples/people.csv",
            "scumble mask examples/people.csv --identifier name -k 5 -o release.csv",
        ],
    ),
    (
        "mask",
        "Masking a table",
        &[
            "scumble mask examples/people.csv --policy examples/people.toml -o release.csv",
            "scumble mask examples/people.csv --policy examples/people.toml --json",
            "scumble mask examples/people.csv --identifier name --columns age,born,income --others drop --method rank-swap -p 10 -o swapped.csv",
            "scumble mask examples/people.csv --columns aeg -k 3",
        ],
    ),
    (
        "assess",
        "Assessing a masked table and a release of sets",
        &[
            "scumble mask examples/people.csv --policy examples/people.toml -o release.csv --quiet",
            "scumble assess table examples/people.csv release.csv",
            "scumble assess examples/people.csv release.csv --json",
            "scumble sets examples/queries.jsonl -k 3 -o release.jsonl --quiet",
            "scumble assess sets examples/queries.jsonl release.jsonl",
        ],
    ),
    (
        "sets",
        "Anonymising sets",
        &[
            "scumble sets examples/queries.jsonl -k 3 -o release.jsonl",
            "scumble sets examples/queries.jsonl -k 3 --json",
        ],
    ),
    (
        "similarity",
        "Similarity of terms",
        &[
            "scumble similarity dog cat",
            "scumble similarity dog.n.01 cat.n.01 --measure path --json",
            "scumble similarity dgo cat",
        ],
    ),
    (
        "policy",
        "Policies by purpose",
        &[
            "scumble policy list",
            "scumble policy show hipaa-safe-harbor",
            "scumble policy show gdpr-pseudonim",
            "scumble sanitize examples/letter.txt --policy hipaa-safe-harbor",
        ],
    ),
    ("topics", "Senses and their terms", &["scumble topics nurse", "scumble topics xyzzyx"]),
    ("parse", "Reading a text", &["scumble parse examples/letter.txt", "scumble parse examples/letter.txt --phrases"]),
    (
        "corpus",
        "Counting phrases",
        &[
            "scumble corpus count embedded 'blood transfusion'",
            "scumble corpus count embedded AIDS 'blood transfusion' --json",
        ],
    ),
];

#[test]
fn results() {
    for (name, title, lines) in RESULTS {
        let place = Workplace::with_examples();
        let runs: Vec<String> = lines.iter().map(|line| run(place.folder(), line)).collect();
        check(name, title, &runs);
    }
}

#[test]
fn the_tour() {
    let place = Workplace::with_examples();
    check("demo", "The guided tour", &[run(place.folder(), "scumble demo")]);
}
