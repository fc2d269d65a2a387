//! A local index: counts from documents of one's own, asked without telling anybody.

mod build;
mod folder;
mod manifest;
mod pages;
pub(crate) mod source;
mod tokens;

pub use build::{BuildOptions, Built, build};

use crate::counts::{Counts, Provenance, Unit};
use crate::error::{Error, Result};
use folder::Finished;
use manifest::Manifest;
use scumble_span::{push_normalized, words};
use std::path::Path;
use tantivy::directory::MmapDirectory;
use tantivy::query::{BooleanQuery, PhraseQuery, Query, TermQuery};
use tantivy::schema::{Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::{ReloadPolicy, Searcher, Term};

/// The longest name of a document, in bytes: what is longer is cut.
const LONGEST_NAME: usize = 1000;

/// The fields of an index: the words with their positions, and the document's name. Nothing is stored as text.
struct Fields {
    text: Field,
    name: Field,
}

impl Fields {
    fn schema() -> (Schema, Self) {
        let mut schema = Schema::builder();
        let indexing = |tokenizer, option| {
            TextFieldIndexing::default().set_tokenizer(tokenizer).set_fieldnorms(false).set_index_option(option)
        };
        let field = |indexing| TextOptions::default().set_indexing_options(indexing);
        let words = indexing(tokens::NAME, IndexRecordOption::WithFreqsAndPositions);
        let text = schema.add_text_field("text", field(words));
        let name = schema.add_text_field("name", field(indexing("raw", IndexRecordOption::Basic)));
        (schema.build(), Self { text, name })
    }
}

/// The name of a document as it is kept.
fn name_kept(name: &str) -> &str {
    start_of(name, LONGEST_NAME)
}

/// At most so many bytes of a text, and no half letter.
fn start_of(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    &text[..end]
}

/// An index that [`build`] has made.
///
/// It holds every word of its documents with its place, and their names: it is as secret as they are, and its folder is
/// open to its owner only.
#[derive(Clone)]
pub struct Index {
    searcher: Searcher,
    text: Field,
    name: Field,
    folder: String,
    total: u64,
    version: String,
}

impl Index {
    /// Opens the index in a folder.
    pub fn open(folder: &Path) -> Result<Self> {
        let manifest = Manifest::read(folder)?;
        let fault =
            |error: tantivy::TantivyError| Error::file(folder, format!("cannot be opened as an index: {error}"));
        let directory = MmapDirectory::open(folder).map_err(|error| fault(error.into()))?;
        let index = tantivy::Index::open(Finished(directory)).map_err(fault)?;
        let (schema, fields) = Fields::schema();
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into().map_err(fault)?;
        let searcher = reader.searcher();
        if index.schema() != schema || searcher.num_docs() != manifest.documents || manifest.documents == 0 {
            return Err(Error::file(folder, "does not hold what its manifest says; build it again"));
        }
        let name = folder.canonicalize().ok().and_then(|full| Some(full.file_name()?.to_string_lossy().into_owned()));
        Ok(Self {
            searcher,
            text: fields.text,
            name: fields.name,
            folder: name.unwrap_or_default(),
            total: manifest.documents,
            version: manifest.version(),
        })
    }

    /// The same corpus without the documents of a name, for asking about a document that is itself in the corpus.
    pub fn leaving_out(&self, name: &str) -> LeavingOut {
        let without = TermQuery::new(Term::from_field_text(self.name, name_kept(name)), IndexRecordOption::Basic);
        LeavingOut { index: self.clone(), without }
    }

    fn phrase(&self, phrase: &str) -> Option<Box<dyn Query>> {
        let mut small = String::new();
        let term = |word| {
            small.clear();
            push_normalized(word, &mut small);
            Term::from_field_text(self.text, &small)
        };
        let mut terms: Vec<Term> = words(phrase).map(term).collect();
        match terms.len() {
            0 => None,
            1 => Some(Box::new(TermQuery::new(terms.remove(0), IndexRecordOption::Basic))),
            _ => Some(Box::new(PhraseQuery::new(terms))),
        }
    }

    /// One query for each group; `None` if a group has no words to be found.
    fn groups(&self, all_of: &[&[&str]]) -> Option<Vec<Box<dyn Query>>> {
        let group = |group: &&[&str]| -> Option<Box<dyn Query>> {
            let mut any: Vec<_> = group.iter().filter_map(|phrase| self.phrase(phrase)).collect();
            match any.len() {
                0 => None,
                1 => any.pop(),
                _ => Some(Box::new(BooleanQuery::union(any))),
            }
        };
        all_of.iter().map(group).collect()
    }

    fn matching(&self, mut queries: Vec<Box<dyn Query>>) -> Result<u64> {
        let query = match queries.len() {
            0 => return Ok(self.total),
            1 => queries.remove(0),
            _ => Box::new(BooleanQuery::intersection(queries)),
        };
        let count = query.count(&self.searcher);
        // the message of the index may repeat the query
        count.map(|count| count as u64).map_err(|_| Error::File {
            file: self.folder.clone(),
            problem: "the index cannot be read; build it again".into(),
        })
    }
}

impl Counts for Index {
    fn total(&self) -> Result<u64> {
        Ok(self.total)
    }

    fn count(&self, all_of: &[&[&str]]) -> Result<u64> {
        self.groups(all_of).map_or(Ok(0), |queries| self.matching(queries))
    }

    fn provenance(&self) -> Provenance {
        Provenance {
            name: format!("index:{}", self.folder),
            version: self.version.clone(),
            remote: false,
            unit: Unit::Documents,
        }
    }
}

/// An [`Index`] that does not count the documents of one name.
#[derive(Clone)]
pub struct LeavingOut {
    index: Index,
    without: TermQuery,
}

impl Counts for LeavingOut {
    fn total(&self) -> Result<u64> {
        match self.count(&[])? {
            0 => Err(Error::Question("no document is left in the corpus without the one left out".into())),
            total => Ok(total),
        }
    }

    /// Few documents have the name, so that taking them off costs little.
    fn count(&self, all_of: &[&[&str]]) -> Result<u64> {
        let Some(mut queries) = self.index.groups(all_of) else { return Ok(0) };
        let all = self.index.count(all_of)?;
        queries.push(Box::new(self.without.clone()));
        Ok(all - self.index.matching(queries)?)
    }

    fn provenance(&self) -> Provenance {
        let whole = self.index.provenance();
        Provenance { version: format!("{}, one document left out", whole.version), ..whole }
    }
}
