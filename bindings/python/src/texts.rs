//! Python's texts and options as ours.

use crate::failure::{exception, input, warn_of_server};
use crate::run::run;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use pyo3::exceptions::PyUnicodeEncodeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use pyo3_arrow::input::AnyArray;
use scumble::DocumentPolicy;
use scumble::corpus::PhraseCounts;
use scumble::document::restore::restore_document;
use scumble::document::{Key, parsed_to_json};
use scumble::files::FileKind;
use scumble::knowledge::counted;
use scumble::options::Given;
use scumble::text::entity::Recognizers;
use scumble::text::{Analyzer, Porter};
use std::path::{Path, PathBuf};

/// Options out of the JSON that the package writes.
pub(crate) fn options(py: Python<'_>, json: &str) -> PyResult<Given> {
    serde_json::from_str(json).map_err(|error| input(py, format!("options: {error}")))
}

/// A Python string as UTF-8. A lone surrogate is no character of any text.
pub(crate) fn text(object: &Bound<'_, PyAny>, what: &str) -> PyResult<String> {
    let py = object.py();
    let Ok(string) = object.cast::<PyString>() else {
        let kind = object.get_type().name()?;
        return Err(input(py, format!("{what}: text is expected, not {kind}")));
    };
    string.to_str().map(str::to_owned).map_err(|error| {
        let at = error.is_instance_of::<PyUnicodeEncodeError>(py).then(|| error.value(py).getattr("start"));
        match at.and_then(Result::ok).and_then(|at| at.extract::<usize>().ok()) {
            Some(at) => input(py, format!("{what}: code point {at} is a lone surrogate, which no text has")),
            None => error,
        }
    })
}

/// Texts of a list of strings and None, or of a column of strings.
pub(crate) fn texts(object: &Bound<'_, PyAny>) -> PyResult<Vec<Option<String>>> {
    let py = object.py();
    if object.hasattr("__arrow_c_stream__")? || object.hasattr("__arrow_c_array__")? {
        let column = object.extract::<AnyArray>()?.into_chunked_array()?;
        let mut texts = Vec::new();
        for chunk in column.chunks() {
            add(py, chunk, &mut texts)?;
        }
        return Ok(texts);
    }
    let mut texts = Vec::new();
    for (at, item) in object.try_iter()?.enumerate() {
        let item = item?;
        texts.push(if item.is_none() { None } else { Some(text(&item, &format!("text {at}"))?) });
    }
    Ok(texts)
}

fn add(py: Python<'_>, chunk: &ArrayRef, texts: &mut Vec<Option<String>>) -> PyResult<()> {
    fn own<'a>(cells: impl Iterator<Item = Option<&'a str>>) -> impl Iterator<Item = Option<String>> {
        cells.map(|cell| cell.map(str::to_owned))
    }
    match chunk.data_type() {
        DataType::Utf8 => texts.extend(own(chunk.as_string::<i32>().iter())),
        DataType::LargeUtf8 => texts.extend(own(chunk.as_string::<i64>().iter())),
        DataType::Utf8View => texts.extend(own(chunk.as_string_view().iter())),
        DataType::Dictionary(_, kind) if kind.is_string() => {
            let dictionary = chunk.as_any_dictionary();
            let mut values = Vec::new();
            add(py, dictionary.values(), &mut values)?;
            let codes = if values.is_empty() { vec![0; chunk.len()] } else { dictionary.normalized_keys() };
            let text = |(row, code): (usize, usize)| if chunk.is_null(row) { None } else { values.get(code)?.clone() };
            texts.extend(codes.into_iter().enumerate().map(text));
        }
        DataType::Null => texts.extend((0..chunk.len()).map(|_| None)),
        other => return Err(input(py, format!("a column of text is expected, not of {other}"))),
    }
    Ok(())
}

/// The words that the labels of a released document stand for, by the key file of its run.
#[pyfunction]
pub(crate) fn restore<'py>(
    py: Python<'py>,
    name: String,
    bytes: Vec<u8>,
    key: PathBuf,
    passphrase: String,
) -> PyResult<Bound<'py, PyBytes>> {
    let kind = kind(py, &name)?;
    let restored = run(py, None, move |_| restore_document(&name, kind, bytes, &Key::open(&key, &passphrase)?))?;
    Ok(PyBytes::new(py, &restored))
}

/// The kind of a file by its name.
pub(crate) fn kind(py: Python<'_>, name: &str) -> PyResult<FileKind> {
    FileKind::of(Path::new(name)).ok_or_else(|| {
        let error = scumble::Error::input("no such files are read");
        exception(
            py,
            &error.with_help("text, Markdown, HTML, DOCX, PDF and mail are read, by the ending of their name"),
        )
    })
}

/// In how many texts each phrase is, and each phrase with each partner: how many texts, the phrases in their normal form with their
/// counts, and the pairs with theirs.
#[pyfunction]
#[allow(clippy::type_complexity, reason = "three lists of counts")]
pub(crate) fn count_phrases(
    py: Python<'_>,
    object: &Bound<'_, PyAny>,
    phrases: Vec<String>,
    partners: Vec<String>,
) -> PyResult<(u64, Vec<(String, u64)>, Vec<(String, String, u64)>)> {
    let texts = texts(object)?;
    run(py, None, move |_| {
        let mut counts = PhraseCounts::new(&phrases, &partners)?;
        texts.iter().flatten().for_each(|text| counts.see(text));
        let one = counts.counts().map(|(phrase, count)| (phrase.to_owned(), count)).collect();
        let two = counts.pairs().map(|(a, b, count)| (a.to_owned(), b.to_owned(), count)).collect();
        Ok((counts.documents(), one, two))
    })
}

/// How common phrases are in a corpus; as JSON.
#[pyfunction]
pub(crate) fn count(py: Python<'_>, phrases: Vec<Bound<'_, PyAny>>, corpus: &str) -> PyResult<String> {
    let phrases = phrases.iter().map(|phrase| text(phrase, "a phrase")).collect::<PyResult<Vec<_>>>()?;
    let policy = DocumentPolicy { counts: Some(corpus.to_owned()), ..DocumentPolicy::default() };
    let counts = run(py, None, move |_| policy.open_counts())?;
    warn_of_server(py, &counts.provenance())?;
    run(py, None, move |_| {
        let phrases: Vec<&str> = phrases.iter().map(String::as_str).collect();
        Ok(counted(&phrases, counts.as_ref())?.to_json().to_string())
    })
}

/// Sentences, tokens, noun phrases and entities of a text with offsets in code points; as JSON. `recognizers` are further ones, as TOML.
#[pyfunction]
#[pyo3(signature = (object, recognizers=None, stem=None))]
pub(crate) fn parse(
    py: Python<'_>,
    object: &Bound<'_, PyAny>,
    recognizers: Option<&str>,
    stem: Option<&str>,
) -> PyResult<String> {
    let text = text(object, "text")?;
    let porter = match stem {
        None => None,
        Some("original") => Some(Porter::Original),
        Some("nltk") => Some(Porter::Nltk),
        Some(_) => return Err(input(py, "stem: original or nltk is expected")),
    };
    let own = recognizers.map(Recognizers::with).transpose();
    let own = own.map_err(|error| input(py, format!("recognizers: {error}")))?;
    run(py, None, move |_| {
        let recognizers = own.as_ref().unwrap_or_else(|| Recognizers::built_in());
        let document = Analyzer::english().read(&text, recognizers);
        let starts: Vec<usize> = text.char_indices().map(|(byte, _)| byte).collect();
        let code_points = |byte: usize| starts.partition_point(|&start| start < byte);
        Ok(parsed_to_json(&document, recognizers, porter, &code_points).to_string())
    })
}
