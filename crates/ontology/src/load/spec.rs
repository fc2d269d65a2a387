//! How a user names a taxonomy: `wordnet`, `vgh:FILE`, `wordnet,directory:FILE` …

use super::{Format, Options, Source, read};
use crate::error::{Error, Result};
use crate::stack::Stack;
use crate::taxonomy::Taxonomy;
use crate::wordnet::{WordNet, read_folder};
use scumble_io::{SourceError, nearest};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// One taxonomy, as named on the command line or in a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spec {
    /// The embedded WordNet 3.0.
    WordNet,
    /// The embedded WordNet 3.0, restricted to a concept by its name (`person.n.01`).
    WordNetConcept(String),
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
            match parts.last_mut() {
                // A comma inside a file's name: what follows it does not look like a specification.
                Some(last) if !looks_like_one(part) && last.contains(':') => *last = format!("{last},{part}"),
                _ => parts.push(part.to_owned()),
            }
        }
        parts.iter().map(|one| Self::parse_one(one.trim())).collect()
    }

    /// Reads specifications where a bare name of a file means a value generalisation hierarchy.
    ///
    /// ```
    /// use scumble_ontology::load::{Format, Spec};
    /// assert_eq!(Spec::hierarchy("education.csv")?, [Spec::File(Format::Vgh, "education.csv".into())]);
    /// assert_eq!(Spec::hierarchy("wordnet")?, [Spec::WordNet]);
    /// # Ok::<(), scumble_ontology::Error>(())
    /// ```
    pub fn hierarchy(text: &str) -> Result<Vec<Self>> {
        match text.split(',').next().is_some_and(looks_like_one) {
            true => Self::parse(text),
            false => Self::parse(&format!("{}:{}", Format::Vgh.name(), text.trim())),
        }
    }

    /// Specifications as [`parse`](Self::parse) reads them.
    pub fn list(specs: &[Self]) -> String {
        specs.iter().map(Self::to_string).collect::<Vec<_>>().join(",")
    }

    /// The same taxonomy, where a relative path starts from `folder`: for files that are named in another file.
    #[must_use]
    pub fn beside(self, folder: &Path) -> Self {
        match self {
            Self::WordNetFolder(path) => Self::WordNetFolder(folder.join(path)),
            Self::File(format, path) => Self::File(format, folder.join(path)),
            Self::WordNet | Self::WordNetConcept(_) | Self::None => self,
        }
    }

    /// Whether nothing is above anything in these taxonomies: every concept is only itself.
    pub fn is_flat(specs: &[Self]) -> bool {
        !specs.is_empty() && specs.iter().all(|spec| *spec == Self::None)
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
            ("wordnet", _, Some(name)) if is_sense(name) => Ok(Self::WordNetConcept(name.to_owned())),
            ("wordnet", _, Some(folder)) => Ok(Self::WordNetFolder(folder.into())),
            ("none", _, Some(_)) => Err(Error::Spec { what: "taxonomy none takes no file".into() }),
            (_, Some(format), Some(file)) => Ok(Self::File(format, file.into())),
            (_, None, _) => Err(unknown_kind(kind)),
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WordNet => f.write_str("wordnet"),
            Self::WordNetConcept(name) => write!(f, "wordnet:{name}"),
            Self::WordNetFolder(folder) => write!(f, "wordnet:{}", folder.display()),
            Self::None => f.write_str("none"),
            Self::File(format, file) => write!(f, "{}:{}", format.name(), file.display()),
        }
    }
}

/// Whether a text is the name of a sense of WordNet, such as `person.n.01`, rather than that of a folder.
fn is_sense(text: &str) -> bool {
    let mut parts = text.rsplitn(3, '.');
    let (number, part_of_speech, word) = (parts.next(), parts.next(), parts.next());
    number.is_some_and(|number| number.len() >= 2 && number.bytes().all(|byte| byte.is_ascii_digit()))
        && matches!(part_of_speech, Some("n" | "v"))
        && word.is_some_and(|word| !word.is_empty() && !word.contains(['/', '\\']))
}

/// Whether a part between commas starts a specification, rather than going on with the name of a file.
fn looks_like_one(part: &str) -> bool {
    part.contains(':') || matches!(part.trim(), "wordnet" | "none")
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
            Spec::WordNet => members.extend(nouns_and_verbs(embedded()?)),
            Spec::WordNetConcept(name) => members.push(Arc::new(restricted(embedded()?, name)?)),
            Spec::WordNetFolder(folder) => members.extend(nouns_and_verbs(&open_folder(folder)?)),
            Spec::None => members.push(Arc::new(Taxonomy::flat(items.iter().copied()))),
            Spec::File(format, file) => {
                members.extend(read(*format, &Source::open(file)?, options)?.into_iter().map(Arc::new));
            }
        }
    }
    Ok(Stack::new(members))
}

fn nouns_and_verbs(wordnet: &WordNet) -> [Arc<Taxonomy>; 2] {
    [wordnet.nouns().clone(), wordnet.verbs().clone()]
}

/// The taxonomy of WordNet that has a concept, restricted to it.
fn restricted(wordnet: &WordNet, name: &str) -> Result<Taxonomy> {
    let found = nouns_and_verbs(wordnet).into_iter().find_map(|taxonomy| Some((taxonomy.named(name)?, taxonomy)));
    let (concept, taxonomy) = found.ok_or_else(|| Error::Spec {
        what: format!(
            "WordNet has no concept “{name}”: write a word, n or v, and the number of the sense, as in person.n.01"
        ),
    })?;
    taxonomy.below(concept)
}

#[cfg(feature = "wordnet")]
fn embedded() -> Result<&'static WordNet> {
    Ok(crate::wordnet::wordnet())
}

#[cfg(not(feature = "wordnet"))]
fn embedded() -> Result<&'static WordNet> {
    Err(Error::feature("the taxonomy wordnet needs the embedded WordNet", "wordnet"))
}

fn open_folder(folder: &Path) -> Result<WordNet> {
    if !folder.exists() {
        return Err(SourceError::missing(folder).into());
    }
    read_folder(folder)?.into_wordnet()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_written_again() {
        for text in [
            "wordnet",
            "none",
            "wordnet:dict",
            "wordnet:person.n.01",
            "vgh:a,b.csv",
            "wordnet,vgh:a.csv,none,codes:b.csv",
        ] {
            assert_eq!(Spec::list(&Spec::parse(text).unwrap()), text);
        }
        assert_eq!(Spec::list(&Spec::hierarchy("a,b.csv").unwrap()), "vgh:a,b.csv");
        assert_eq!(Spec::list(&Spec::hierarchy("obo:a.obo").unwrap()), "obo:a.obo");
    }

    #[test]
    fn files_beside_another_one() {
        let beside = |text: &str| {
            let specs = Spec::parse(text).unwrap().into_iter();
            Spec::list(&specs.map(|spec| spec.beside(Path::new("policies"))).collect::<Vec<_>>())
        };
        let expected = Path::new("policies").join("a,b.csv");
        assert_eq!(beside("wordnet,vgh:a,b.csv"), format!("wordnet,vgh:{}", expected.display()));
        assert_eq!(beside("none"), "none");
    }

    #[test]
    fn flat_ones() {
        let flat = |text: &str| Spec::is_flat(&Spec::parse(text).unwrap());
        assert!(flat("none") && flat(" none") && !flat("wordnet") && !flat("none,wordnet"));
    }

    #[test]
    fn a_concept_or_a_folder() {
        let one = |text: &str| Spec::parse(text).unwrap().remove(0);
        for name in ["person.n.01", "walk.v.02", "health_professional.n.01", "st._louis.n.01"] {
            assert_eq!(one(&format!("wordnet:{name}")), Spec::WordNetConcept(name.to_owned()));
        }
        for folder in ["dict", "dict/wn.n.01", "wordnet-3.0", "wn.3.01", ".n.01", "person.n.1", "person.n.first"] {
            assert_eq!(one(&format!("wordnet:{folder}")), Spec::WordNetFolder(folder.into()));
        }
        assert_eq!(one("wordnet:person.n.01").beside(Path::new("policies")), one("wordnet:person.n.01"));
    }

    #[cfg(feature = "wordnet")]
    #[test]
    fn a_restricted_wordnet() {
        let opened = |text: &str| open(&Spec::parse(text).unwrap(), &Options::default(), &[]);
        let stack = opened("wordnet:person.n.01").unwrap();
        assert!(stack.senses("nurse").is_some() && stack.senses("table").is_none());
        assert!(opened("wordnet:walk.v.01").unwrap().senses("march").is_some());
        assert!(opened("wordnet:persn.n.01").unwrap_err().to_string().contains("no concept “persn.n.01”"));
    }

    #[cfg(not(feature = "wordnet"))]
    #[test]
    fn a_build_without_wordnet_names_the_feature() {
        let error = open(&[Spec::WordNet], &Options::default(), &[]).unwrap_err();
        assert!(error.to_string().contains("feature `wordnet`"), "{error}");
    }
}
