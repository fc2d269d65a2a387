//! How a user names a taxonomy: `wordnet`, `vgh:FILE`, `wordnet,directory:FILE` …

use super::{Format, Options, Source, read};
use crate::error::{Error, Result};
use crate::stack::Stack;
use crate::suggest::nearest;
use crate::taxonomy::Taxonomy;
use crate::wordnet::{read_folder, wordnet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// One taxonomy, as named on the command line or in a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spec {
    /// The embedded WordNet 3.0.
    WordNet,
    /// A folder of WNDB files.
    WordNetFolder(PathBuf),
    /// Every item its own concept.
    None,
    /// A file in one of the other formats.
    File(Format, PathBuf),
}

impl Spec {
    /// Reads one or several comma-separated specifications.
    ///
    /// ```
    /// use scumble_ontology::load::{Format, Spec};
    /// let stack = Spec::parse("wordnet,vgh:education.csv")?;
    /// assert_eq!(stack, [Spec::WordNet, Spec::File(Format::Vgh, "education.csv".into())]);
    /// let error = Spec::parse("vgg:education.csv").unwrap_err();
    /// assert!(error.to_string().contains("did you mean vgh"));
    /// # Ok::<(), scumble_ontology::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<Vec<Self>> {
        let mut parts: Vec<String> = Vec::new();
        for part in text.split(',') {
            // A comma inside a file's name: what follows it does not look like a specification.
            let fresh = part.contains(':') || matches!(part.trim(), "wordnet" | "none");
            match parts.last_mut() {
                Some(last) if !fresh && last.contains(':') => *last = format!("{last},{part}"),
                _ => parts.push(part.to_owned()),
            }
        }
        parts.iter().map(|one| Self::parse_one(one.trim())).collect()
    }

    /// Whether it names a file whose reading the [`Options`] change.
    pub fn takes_options(&self) -> bool {
        matches!(self, Self::File(..))
    }

    fn parse_one(text: &str) -> Result<Self> {
        let (kind, file) = text.split_once(':').map_or((text, None), |(kind, file)| (kind, Some(file)));
        let format = Format::ALL.into_iter().find(|format| format.name() == kind);
        match (kind, format, file) {
            ("wordnet", _, None) => Ok(Self::WordNet),
            ("none", _, None) => Ok(Self::None),
            (_, _, Some("")) | (_, Some(_), None) => {
                Err(Error::Spec { what: format!("taxonomy {kind} needs a file: {kind}:FILE") })
            }
            ("wordnet", _, Some(folder)) => Ok(Self::WordNetFolder(folder.into())),
            ("none", _, Some(_)) => Err(Error::Spec { what: "taxonomy none takes no file".into() }),
            (_, Some(format), Some(file)) => Ok(Self::File(format, file.into())),
            (_, None, _) => Err(unknown_kind(kind)),
        }
    }
}

fn unknown_kind(kind: &str) -> Error {
    let known: Vec<&str> = ["wordnet", "none"].into_iter().chain(Format::ALL.map(Format::name)).collect();
    let near = nearest(kind, known.iter().copied(), 1);
    let hint = near.first().map_or(String::new(), |near| format!("; did you mean {near}?"));
    Error::Spec { what: format!("no kind of taxonomy is called “{kind}”{hint} (known: {})", known.join(", ")) }
}

/// Opens taxonomies, to be asked in this order. `items` are the concepts of `none`.
pub fn open(specs: &[Spec], options: &Options, items: &[&str]) -> Result<Stack> {
    let mut members: Vec<Arc<Taxonomy>> = Vec::new();
    for spec in specs {
        match spec {
            Spec::WordNet => members.extend([wordnet().nouns().clone(), wordnet().verbs().clone()]),
            Spec::WordNetFolder(folder) => {
                let wordnet = open_folder(folder)?;
                members.extend([wordnet.nouns().clone(), wordnet.verbs().clone()]);
            }
            Spec::None => members.push(Arc::new(Taxonomy::flat(items.iter().copied()))),
            Spec::File(format, file) => {
                members.extend(read(*format, &Source::open(file)?, options)?.into_iter().map(Arc::new));
            }
        }
    }
    Ok(Stack::new(members))
}

fn open_folder(folder: &Path) -> Result<crate::wordnet::WordNet> {
    if !folder.exists() {
        return Err(Error::missing(folder));
    }
    read_folder(folder)?.into_wordnet()
}
