//! The documents keep their word: links resolve, and what they call files are files.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The targets of `[text](target)` that are not addresses.
fn links(text: &str) -> Vec<&str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://")).collect()
}

#[test]
fn every_link_resolves() {
    let mut seen = 0;
    let pages = ["docs", "docs/methods"].into_iter().flat_map(|folder| std::fs::read_dir(root().join(folder)).unwrap());
    let pages = pages.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|end| end == "md"));
    let files = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|file| root().join(file));
    for path in files.into_iter().chain(pages) {
        let file = path.display();
        let text = std::fs::read_to_string(&path).unwrap();
        for link in links(&text) {
            let target = path.parent().unwrap().join(link);
            assert!(target.exists(), "{file}: {link} does not resolve");
            seen += 1;
        }
    }
    assert!(seen > 15, "{seen} links");
}

/// Each measure and taxonomy is in its page. (Commands: see the tests of `main.rs`.)
#[test]
fn nothing_is_left_out() {
    let read = |file: &str| std::fs::read_to_string(root().join(file)).unwrap();
    for measure in scumble::ontology::measure::MeasureName::ALL {
        assert!(read("docs/similarity.md").contains(&format!("`{}`", measure.as_str())), "{}", measure.as_str());
    }
    for format in scumble::ontology::load::Format::ALL {
        assert!(read("docs/taxonomies.md").contains(&format!("`{}:FILE`", format.name())), "{}", format.name());
    }
}
