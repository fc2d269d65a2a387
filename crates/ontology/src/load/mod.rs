//! Readers of taxonomies, one file a format, all into the same [`Taxonomy`].
//!
//! ```
//! use scumble_ontology::load::{Format, Options, Source, read};
//!
//! let source = Source::text("education.csv", "Bachelors;Higher;*\nMasters;Higher;*\n10th;Secondary;*\n");
//! let education = &read(Format::Vgh, &source, &Options::default())?[0];
//! let (a, b) = (education.named("Bachelors").unwrap(), education.named("Masters").unwrap());
//! let common = education.lowest_common_hypernym(a, b).unwrap();
//! assert_eq!(education.name(common), "Higher");
//! # Ok::<(), scumble_ontology::Error>(())
//! ```

mod codes;
mod directory;
#[cfg(feature = "rdf")]
mod dmoz;
#[cfg(feature = "rdf")]
mod lmf;
mod obo;
mod outline;
mod owl;
mod rdf;
#[cfg(feature = "rdf")]
mod rdf_xml;
mod skos;
mod source;
mod spec;
mod table;
mod turtle;
mod vgh;
#[cfg(feature = "rdf")]
mod xml;

pub use scumble_io::Source;
pub(crate) use source::Refusal;
pub use spec::{Spec, open};

use crate::error::Result;
use crate::taxonomy::Taxonomy;

/// The formats of taxonomy files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A value generalisation hierarchy: one row a leaf, or an indented outline.
    Vgh,
    /// A table of codes and labels, ordered by prefix.
    Codes,
    /// Paths of categories, with or without entries, or an Open Directory dump.
    Directory,
    /// Open Biomedical Ontologies.
    Obo,
    /// SKOS thesauri, in Turtle or RDF/XML.
    Skos,
    /// OWL classes, in RDF/XML or Turtle.
    Owl,
    /// Global WordNet's Lexical Markup Framework.
    Lmf,
}

impl Format {
    /// All formats, in the order of the documentation.
    pub const ALL: [Self; 7] = [Self::Vgh, Self::Codes, Self::Directory, Self::Obo, Self::Skos, Self::Owl, Self::Lmf];

    /// The word before the colon of a taxonomy's specification.
    pub fn name(self) -> &'static str {
        match self {
            Self::Vgh => "vgh",
            Self::Codes => "codes",
            Self::Directory => "directory",
            Self::Obo => "obo",
            Self::Skos => "skos",
            Self::Owl => "owl",
            Self::Lmf => "lmf",
        }
    }
}

/// How strictly, and with what first line, a file is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Refuse a hierarchy with several tops (which otherwise get one virtual root).
    pub strict: bool,
    /// Whether a table's first row is a header; `None` to tell by its look (codes and directories) or to say no (VGH).
    pub header: Option<bool>,
}

/// Reads one file. LMF gives a taxonomy for nouns and one for verbs; the others give one.
pub fn read(format: Format, source: &Source, options: &Options) -> Result<Vec<Taxonomy>> {
    if source.as_str().trim().is_empty() {
        return Err(source.empty());
    }
    let one = match format {
        Format::Vgh if outline::looks_like_one(source) => outline::read(source, options),
        Format::Vgh => vgh::read(source, options),
        Format::Codes => codes::read(source, options),
        #[cfg(feature = "rdf")]
        Format::Directory if looks_like_xml(source) => dmoz::read(source, options),
        #[cfg(not(feature = "rdf"))]
        Format::Directory if looks_like_xml(source) => Err(no_xml(source)),
        Format::Directory => directory::read(source, options),
        Format::Obo => obo::read(source, options),
        Format::Skos => skos::read(source, options),
        Format::Owl => owl::read(source, options),
        #[cfg(feature = "rdf")]
        Format::Lmf => return lmf::read(source, options),
        #[cfg(not(feature = "rdf"))]
        Format::Lmf => Err(no_xml(source)),
    };
    Ok(vec![one?])
}

/// Whether the text starts like an XML document.
fn looks_like_xml(source: &Source) -> bool {
    source.as_str().trim_start().starts_with('<')
}

#[cfg(not(feature = "rdf"))]
fn no_xml(source: &Source) -> crate::Error {
    crate::Error::feature(format!("{}: needs the reader of XML", source.file()), "rdf")
}
