//! What holds for the whole workspace: arrows between crates, no input or output in methods, no front end below the front end.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Each crate, and the crates of the workspace that it may depend on. Arrows go one way: who stands lower may see who stands above.
const ARROWS: [(&str, &[&str]); 17] = [
    ("span", &[]),
    ("io", &[]),
    ("models", &[]),
    ("kernel", &[]),
    ("weights", &[]),
    ("ontology", &["io"]),
    ("data", &["span", "io"]),
    ("files", &["span"]),
    ("corpus", &["io", "span"]),
    ("text", &["models", "kernel", "weights", "ontology", "span"]),
    ("mask", &["io", "span", "ontology", "data", "corpus", "text"]),
    ("assess", &["io", "span", "ontology", "data", "text", "mask"]),
    ("scumble", &["io", "span", "ontology", "data", "files", "corpus", "text", "mask", "assess"]),
    ("web", &["scumble"]),
    ("cli", &["scumble", "web"]),
    ("python", &["scumble"]),
    ("train", &["models", "io", "span", "ontology", "data", "corpus", "text", "mask", "assess"]),
];

/// Crates that only a front end may use.
const FRONT_END: [&str; 9] =
    ["clap", "clap_complete", "clap_mangen", "ctrlc", "indicatif", "rpassword", "axum", "tokio", "pyo3"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The crates below `crates` and `bindings` by folder, with the text of their manifests.
fn manifests() -> BTreeMap<String, String> {
    let rooms = ["crates", "bindings"].map(|room| std::fs::read_dir(root().join(room)).unwrap());
    let folders = rooms.into_iter().flatten();
    let manifest = |entry: std::io::Result<std::fs::DirEntry>| {
        let folder = entry.unwrap().path();
        let text = std::fs::read_to_string(folder.join("Cargo.toml")).ok()?;
        Some((folder.file_name()?.to_string_lossy().into_owned(), text))
    };
    folders.filter_map(manifest).collect()
}

/// The names in a manifest's tables of dependencies, without those for tests and benchmarks.
fn dependencies(manifest: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut inside = false;
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line.contains("dependencies]") && !line.contains("dev-dependencies");
        } else if inside && !line.trim_start().starts_with('#') {
            names.extend(line.split(['.', ' ', '=']).next().filter(|name| !name.is_empty()));
        }
    }
    names
}

/// The Rust files below a folder.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    files(folder, "rs")
}

/// The files below a folder whose names end so. Hidden folders hold nothing of ours: a Python environment of `bench`.
fn files(folder: &Path, ending: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let Ok(entries) = std::fs::read_dir(folder) else { return found };
    for entry in entries {
        let path = entry.unwrap().path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if path.is_dir() {
            found.extend(if hidden { Vec::new() } else { files(&path, ending) });
        } else if path.extension().is_some_and(|own| own == ending) {
            let text = std::fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
    found.sort();
    found
}

/// The lines of code: neither comments nor what follows the tests at the foot of a file.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines()).take_while(|(_, line)| !line.starts_with("#[cfg(test)]"));
    lines.filter(|(_, line)| !line.trim_start().starts_with("//"))
}

#[test]
fn arrows_between_crates_go_one_way() {
    let arrows: BTreeMap<&str, &[&str]> = ARROWS.into_iter().collect();
    for (name, manifest) in manifests() {
        let allowed = arrows.get(name.as_str()).unwrap_or_else(|| panic!("crates/{name} has no place in ARROWS"));
        for dependency in dependencies(&manifest) {
            let own = dependency.strip_prefix("scumble-").or((dependency == "scumble").then_some("scumble"));
            if let Some(own) = own {
                assert!(allowed.contains(&own), "crates/{name} may not depend on {dependency}");
            }
        }
    }
    for (place, (name, seen)) in ARROWS.iter().enumerate() {
        for other in *seen {
            let above = ARROWS[..place].iter().any(|(known, _)| known == other);
            assert!(above, "{name} sees {other}, which does not stand above it");
        }
    }
}

#[test]
fn only_a_front_end_has_a_front_end_s_crates() {
    for (name, manifest) in manifests().iter().filter(|(name, _)| !matches!(name.as_str(), "cli" | "web" | "python")) {
        for dependency in dependencies(manifest) {
            assert!(!FRONT_END.contains(&dependency), "crates/{name} depends on {dependency}");
        }
    }
}

#[test]
fn methods_touch_no_file_network_clock_or_environment() {
    const FORBIDDEN: [&str; 7] =
        ["std::fs", "std::env", "std::net", "std::process", "Instant", "SystemTime", "std::io::std"];
    for name in ["mask", "assess", "span"] {
        for (path, text) in sources(&root().join("crates").join(name).join("src")) {
            for (number, line) in code(&text) {
                for word in FORBIDDEN {
                    assert!(!line.contains(word), "{}, line {number}: {word}", path.display());
                }
            }
        }
    }
}

#[test]
fn only_the_command_line_names_flags() {
    // Inside of a string: a blank or a quote, two dashes, a letter.
    let names_flag = |line: &str| {
        let strings: Vec<&str> = line.split('"').skip(1).step_by(2).collect();
        strings.iter().any(|string| {
            string.match_indices("--").any(|(at, _)| {
                let before = string[..at].chars().next_back();
                let after = string[at + 2..].chars().next();
                before.is_none_or(|c| c == ' ' || c == '(') && after.is_some_and(|c| c.is_ascii_lowercase())
            })
        })
    };
    let libraries = ARROWS.iter().map(|(name, _)| *name).filter(|name| !matches!(*name, "cli" | "python" | "train"));
    for name in libraries {
        for (path, text) in sources(&root().join("crates").join(name).join("src")) {
            for (number, line) in code(&text) {
                assert!(!names_flag(line), "{}, line {number} names a flag: {line}", path.display());
            }
        }
    }
}

#[test]
fn papers_are_named_by_their_authors() {
    for folder in ["crates", "bindings", "docs", "bench"] {
        let all = ["rs", "md", "py"].into_iter().flat_map(|ending| files(&root().join(folder), ending));
        for (path, text) in all {
            if path.ends_with("tidy.rs") {
                continue;
            }
            let lower = text.to_lowercase();
            for number in 0..5 {
                assert!(!lower.contains(&format!("seed 00{number}")), "{}: seed 00{number}", path.display());
            }
        }
    }
}

#[test]
fn no_file_is_longer_than_one_idea() {
    for (path, text) in [sources(&root().join("crates")), sources(&root().join("bindings"))].concat() {
        assert!(text.lines().count() <= 400, "{} has {} lines", path.display(), text.lines().count());
    }
}

/// The lints of the workspace that a manifest with its own does not have, where unsafe code is denied and not forbidden.
fn missing_lints(manifest: &str) -> Vec<String> {
    let workspace = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
    assert!(workspace.contains("unsafe_code = \"forbid\""));
    let lints = workspace.lines().skip_while(|line| !line.starts_with("[workspace.lints"));
    let levels = lints.take_while(|line| !line.starts_with("[profile")).filter(|line| line.contains(" = \""));
    let levels = levels.map(|level| level.replace("unsafe_code = \"forbid\"", "unsafe_code = \"deny\""));
    levels.filter(|level| !manifest.lines().any(|line| line == level)).collect()
}

/// The kernel calls instructions that not every processor has. It takes the other lints of the workspace line by line, denies unsafe
/// code where a file does not allow it by name, and wants a reason for each block of it. The macros of pyo3 write unsafe code and allow
/// it where they write it: the Python module denies its own, and has none.
#[test]
fn nothing_is_unsafe_but_the_kernel() {
    for (name, manifest) in manifests().iter().filter(|(name, _)| !matches!(name.as_str(), "kernel" | "python")) {
        assert!(manifest.contains("[lints]\nworkspace = true"), "crates/{name} does not take the workspace's lints");
    }
    for name in ["kernel", "python"] {
        let missing = missing_lints(&manifests()[name]);
        assert!(missing.is_empty(), "{name} does not have the lints {missing:?}");
    }
    for (path, text) in sources(&root().join("bindings")) {
        assert!(!text.contains("unsafe"), "{}", path.display());
    }
    let kernel = &manifests()["kernel"];
    assert!(kernel.contains("undocumented_unsafe_blocks = \"deny\""));
    for (path, text) in sources(&root().join("crates/kernel/src")) {
        let uses = code(&text).any(|(_, line)| line.contains("unsafe {") || line.contains("unsafe fn"));
        assert!(!uses || text.contains("allow(unsafe_code"), "{}", path.display());
    }
}
