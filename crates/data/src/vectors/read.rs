//! Reading a space: a folder, or a matrix with or without its vocabulary.

use super::description::Description;
use super::format::{FirstIndex, SpaceFormat, SpaceOptions};
use super::triplets::Known;
use super::words::{read_lines, read_vocabulary};
use super::{SparseMatrix, VectorSpace, matrix_market, svmlight, triplets};
use crate::error::{Error, Place, Result};
use scumble_io::jsonl::{Line, LineError, Lines};
use scumble_io::{Help, Source, SourceError};
use std::io::BufRead;
use std::path::{Path, PathBuf};

/// The files of a folder.
pub(super) const VOCABULARY: &str = "vocabulary.txt";
pub(super) const DOCUMENTS: &str = "documents.txt";
pub(super) const DESCRIPTION: &str = "space.json";
pub(super) const LABELS: &str = "labels.csv";

/// Reads a vector space: a folder that [`write_space`](super::write_space) wrote, or the file of a matrix, packed or not.
///
/// The matrix of a file has as many columns as its vocabulary, if that is given. Without it, SVMlight and triplets have as many as
/// the last one in use, and triplets as many rows.
///
/// # Errors
/// If a file cannot be read or is not as it should be: the error names the file and the line, and no value.
pub fn read_space(path: &Path, options: &SpaceOptions) -> Result<VectorSpace> {
    if !path.is_dir() {
        return read_file(path, options);
    }
    if options.vocabulary.is_some() || options.format.is_some() || options.first_index.is_some() {
        let place = Place::file(&path.display().to_string());
        return Err(Error::new(place, "the folder itself says its format, first index and vocabulary")
            .with_help("leave these settings out, or name the matrix in the folder"));
    }
    read_folder(path, &|name| path.join(name))
}

fn read_file(path: &Path, options: &SpaceOptions) -> Result<VectorSpace> {
    let file = path.display().to_string();
    let format = options.format.or_else(|| SpaceFormat::of_name(path)).ok_or_else(|| {
        Error::new(Place::file(&file), "no format of a matrix by the ending of its name")
            .with_help(Help::set("format", "a folder, .mtx, .svm, .csv and .parquet are read; name the format"))
    })?;
    let vocabulary = options.vocabulary.as_deref().map(|words| read_vocabulary(words, None)).transpose()?;
    let columns = vocabulary.as_ref().map(|words| words.len() as u64);
    let matrix = read_matrix(path, format, Known { first: options.first_index, rows: None, columns })?;
    if let (Some(words), Some(columns)) = (&options.vocabulary, columns.filter(|&n| n != matrix.columns() as u64)) {
        let problem = format!("{columns} terms, and the matrix has {} columns", matrix.columns());
        return Err(Error::new(Place::file(&words.display().to_string()), problem)
            .with_help("the vocabulary has a term for each column, in order"));
    }
    Ok(VectorSpace { vocabulary: vocabulary.unwrap_or_default(), ..VectorSpace::of(matrix) })
}

/// Reads the files of a space; `file` says where each lies.
pub(super) fn read_folder(folder: &Path, file: &dyn Fn(&str) -> PathBuf) -> Result<VectorSpace> {
    let whole = Place::file(&folder.display().to_string());
    let path = file(DESCRIPTION);
    let described = Place::file(&path.display().to_string());
    let place = || described.clone();
    if !path.is_file() {
        return Err(Error::new(whole, format!("no vector space: the folder has no {DESCRIPTION}"))
            .with_help("it is written last: was the writing interrupted?"));
    }
    let text = Source::open(&path).map_err(|error| Error::new(place(), error.to_string()))?;
    let description: Description = serde_json::from_str(text.as_str()).map_err(|error| {
        // The message of the parser could quote a value.
        let problem = format!("not the description of a vector space (at character {})", error.column());
        Error::new(Place::line(&place().file, error.line() as u64), problem)
    })?;
    let format = description.format().ok_or_else(|| Error::new(place(), "an unknown format of the matrix"))?;
    let known = Known {
        first: Some(format.first_index()),
        rows: Some(description.documents),
        columns: Some(description.terms),
    };
    let path = file(&format.file());
    let matrix = read_matrix(&path, format, known)?;
    let found = (matrix.len() as u64, matrix.columns() as u64, matrix.entries() as u64);
    if found != (description.documents, description.terms, description.entries) {
        return Err(Error::new(Place::file(&path.display().to_string()), "not of the sizes that space.json says")
            .with_help("the files of the folder do not belong together: write the space again"));
    }
    let vocabulary = file(VOCABULARY);
    let vocabulary = match vocabulary.is_file() {
        true => read_vocabulary(&vocabulary, Some(description.terms))?,
        false if description.has_vocabulary => return Err(gone(&vocabulary)),
        false => Vec::new(),
    };
    let names = file(DOCUMENTS);
    let documents = match names.is_file() {
        true => read_lines(&names)?,
        false if description.has_document_names => return Err(gone(&names)),
        false => Vec::new(),
    };
    if !documents.is_empty() && documents.len() as u64 != description.documents {
        let problem = format!("{} names, and there are {} documents", documents.len(), description.documents);
        return Err(Error::new(Place::file(&names.display().to_string()), problem));
    }
    if let Some(scheme) = &description.scheme {
        let idf = &scheme.inverse_document_frequencies;
        if idf.len() as u64 != description.terms || idf.iter().any(|idf| !idf.is_finite()) {
            return Err(Error::new(place(), "not one inverse document frequency for each term"));
        }
    }
    Ok(VectorSpace { matrix, vocabulary, documents, scheme: description.scheme })
}

fn gone(path: &Path) -> Error {
    Error::new(Place::file(&path.display().to_string()), "the file is gone")
        .with_help("space.json says that it was written")
}

/// Reads the file of a matrix.
fn read_matrix(path: &Path, format: SpaceFormat, known: Known) -> Result<SparseMatrix> {
    let file = path.display().to_string();
    if !path.exists() {
        return Err(Error::new(
            Place::file(&file),
            SourceError::missing(path).to_string().replace(&format!("{file}: "), ""),
        ));
    }
    let open = || scumble_io::open(path).map_err(|error| Error::unreadable(Place::file(&file), error));
    match format {
        SpaceFormat::Parquet => read_parquet(&file, path, known),
        _ => read_text(&file, open()?, format, known),
    }
}

/// Reads a matrix that is text.
pub(crate) fn read_text(file: &str, source: impl BufRead, format: SpaceFormat, known: Known) -> Result<SparseMatrix> {
    match format {
        SpaceFormat::MatrixMarket => matrix_market::read(file, source),
        SpaceFormat::SvmLight => svmlight::read(file, source, known.first.unwrap_or(FirstIndex::One), known.columns),
        SpaceFormat::Csv => triplets::read_csv(file, source, known),
        SpaceFormat::Parquet => Err(Error::new(Place::file(file), "Parquet is no text")),
    }
}

#[cfg(feature = "parquet")]
fn read_parquet(file: &str, path: &Path, known: Known) -> Result<SparseMatrix> {
    triplets::of_table(file, &crate::parquet::read(file, path)?, known)
}

#[cfg(not(feature = "parquet"))]
fn read_parquet(file: &str, _: &Path, _: Known) -> Result<SparseMatrix> {
    Err(Error::new(Place::file(file), "this build does not read Parquet"))
}

/// The next line of a file.
pub(super) fn next_line<'l, R: BufRead>(file: &str, lines: &'l mut Lines<R>) -> Result<Option<Line<'l>>> {
    lines
        .next()
        .map_err(|error: LineError| Error::new(Place::line(file, error.line()), error.to_string()).with_source(error))
}

/// The text of a line, without the white space around it.
pub(super) fn line_text<'l>(file: &str, line: &Line<'l>) -> Result<&'l str> {
    let text = std::str::from_utf8(line.content);
    text.map(str::trim).map_err(|_| Error::new(Place::line(file, line.number), "bytes that are not UTF-8"))
}
