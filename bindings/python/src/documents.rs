//! Documents: the sanitizer, and what it makes of a text.

use crate::failure::{exception, input, warn_of_server};
use crate::run::{guarded, run};
use crate::texts::{kind, options, text, texts};
use arrow_array::{ArrayRef, LargeStringArray};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use pyo3_arrow::PyArray;
use scumble::DocumentPolicy;
use scumble::corpus::Counts;
use scumble::document::{EditedDecision, Key, Pseudonyms, Source, Verified};
use scumble::files::FileKind;
use scumble::mask::document::{Action, Dates};
use scumble::options::document_policy;
use scumble::report::document_fragment;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// Sanitises texts by one set of options.
#[pyclass(frozen, module = "scumble._scumble")]
pub(crate) struct Sanitizer {
    inner: scumble::Sanitizer,
}

/// A document as it was given: a text, or a file by its name and bytes.
#[derive(Clone)]
enum Given {
    /// A text, and its name if it has one.
    Text(Option<String>, String),
    File(String, Vec<u8>),
}

impl Given {
    fn source(&self, kind: Option<FileKind>) -> scumble::Result<Source> {
        match (self, kind) {
            (Self::File(name, bytes), Some(kind)) => Source::file(name, kind, bytes.clone()),
            (Self::File(name, _), None) => Err(scumble::Error::input(format!("{name}: no such files are read"))),
            (Self::Text(name, text), _) => Source::text(name.as_deref().unwrap_or("text"), text),
        }
    }
}

#[pymethods]
impl Sanitizer {
    /// By a policy as TOML. Counts of a server are asked for at once: `warns` says before that it will see what is asked.
    #[new]
    fn new(py: Python<'_>, policy: &str, seed: Option<u64>, warns: bool) -> PyResult<Self> {
        let (policy, counts) = run(py, None, |_| {
            let policy = DocumentPolicy::parse("options", policy)?;
            let counts: Arc<dyn Counts> = Arc::from(policy.open_counts()?);
            Ok((policy, counts))
        })?;
        if warns {
            warn_of_server(py, &counts.provenance())?;
        }
        let inner = run(py, None, |_| {
            let sanitizer = scumble::Sanitizer::with_counts(policy, counts)?;
            match seed {
                Some(seed) => sanitizer.with_seed(seed),
                None => Ok(sanitizer),
            }
        })?;
        Ok(Self { inner })
    }

    /// Sanitises a text, by its name if it has one.
    #[pyo3(signature = (object, name=None))]
    fn text(&self, py: Python<'_>, object: &Bound<'_, PyAny>, name: Option<String>) -> PyResult<Document> {
        let text = text(object, "text")?;
        let verified = run(py, None, |_| match &name {
            Some(name) => self.inner.named_text(name, &text),
            None => self.inner.text(&text),
        })?;
        Ok(Document { verified: Arc::new(verified), given: Given::Text(name, text) })
    }

    /// Sanitises the bytes of a file; its kind is told by its name.
    fn file(&self, py: Python<'_>, name: String, bytes: Vec<u8>) -> PyResult<Document> {
        let kind = kind(py, &name)?;
        let given = Given::File(name, bytes);
        let verified = run(py, None, |_| self.inner.sanitize(given.source(Some(kind))?))?;
        Ok(Document { verified: Arc::new(verified), given })
    }

    /// Sanitises many texts. `pseudonyms` is what labels stand for, as JSON; without it labels are those of each text.
    #[pyo3(signature = (object, progress=None, pseudonyms=None))]
    fn texts(
        &self,
        py: Python<'_>,
        object: &Bound<'_, PyAny>,
        progress: Option<&Bound<'_, PyAny>>,
        pseudonyms: Option<&str>,
    ) -> PyResult<Documents> {
        let all = texts(object)?;
        let known = pseudonyms.map(|json| numbers(py, json)).transpose()?;
        let (done, seconds) = run(py, progress, |watch| {
            let start = Instant::now();
            let given: Vec<&str> = all.iter().flatten().map(String::as_str).collect();
            let done = match &known {
                Some(known) => self.inner.texts_labelled(&given, known, watch),
                None => self.inner.texts(&given, watch),
            };
            Ok((done?, start.elapsed().as_secs_f64()))
        })?;
        let mut done = done.into_iter();
        let mut next = || done.next().map(|one| one.map(Arc::new));
        let documents = all.iter().map(|text| text.as_ref().and_then(|_| next())).collect();
        Ok(Documents { documents, seconds })
    }

    /// For each text whom and what its labels stand for, as JSON.
    fn pseudonyms(&self, py: Python<'_>, object: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let all = texts(object)?;
        let found = run(py, None, |watch| {
            let given: Vec<&str> = all.iter().flatten().map(String::as_str).collect();
            self.inner.pseudonyms(&given, watch)
        })?;
        Ok(found.iter().map(|one| serde_json::json!([one.numbers, one.reserved]).to_string()).collect())
    }

    /// Applies decisions that were edited, as JSON with offsets in code points, to a document that was sanitised before.
    fn apply(&self, py: Python<'_>, document: &Document, json: &str) -> PyResult<Document> {
        let edited: Vec<EditedDecision> =
            serde_json::from_str(json).map_err(|error| input(py, format!("decisions: {error}")))?;
        let given = document.given.clone();
        let kind = match &given {
            Given::File(name, _) => Some(kind(py, name)?),
            Given::Text(..) => None,
        };
        let verified = run(py, None, |_| {
            let source = given.source(kind)?;
            let edited = source.decisions_in_bytes(edited)?;
            self.inner.apply_decisions(source, &edited)
        })?;
        Ok(Document { verified: Arc::new(verified), given })
    }

    /// Releases documents, by name and bytes, with labels that a key file keeps. Gives the released names with their bytes, and the
    /// names that were withheld with why.
    #[pyo3(signature = (files, key, passphrase, keep_names, progress=None))]
    #[allow(clippy::type_complexity, reason = "two lists of pairs")]
    fn release(
        &self,
        py: Python<'_>,
        files: Vec<(String, Vec<u8>)>,
        key: PathBuf,
        passphrase: String,
        keep_names: bool,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(Vec<(String, String, Py<PyBytes>)>, Vec<(String, String)>)> {
        let kinds = files.iter().map(|(name, _)| kind(py, name)).collect::<PyResult<Vec<_>>>()?;
        let (released, withheld) = run(py, progress, move |watch| {
            use scumble::document::{Input, InputForm, Memory, Origin, Release};
            let inputs: Vec<Input> = files
                .into_iter()
                .zip(kinds)
                .map(|((name, bytes), kind)| Input {
                    name,
                    form: InputForm::Document(kind),
                    origin: Origin::Bytes(bytes),
                })
                .collect();
            let key = if key.exists() { Key::open_to_write(&key, &passphrase) } else { Key::begin(&key, &passphrase) };
            let memory = Memory::default();
            let release = Release::new(&self.inner, &memory).with_key(key?)?.keep_names(keep_names);
            let summary = release.run(&inputs, watch, &mut |_| ())?;
            let mut content = memory.into_content();
            let files = content.records.iter().filter_map(|record| {
                Some((record.name.clone(), record.output.clone(), content.files.remove(&record.output)?))
            });
            Ok((files.collect::<Vec<_>>(), summary.withheld))
        })?;
        let bytes =
            |(name, output, bytes): (String, String, Vec<u8>)| (name, output, PyBytes::new(py, &bytes).unbind());
        Ok((released.into_iter().map(bytes).collect(), withheld.into_iter().collect()))
    }

    /// Whether only labels stand for what is hidden: they can be the same in all texts.
    #[getter]
    fn gives_labels(&self) -> bool {
        let protection = self.inner.protection();
        protection.replace == Action::Label && protection.dates != Some(Dates::Shift)
    }

    /// β in bits.
    #[getter]
    fn beta(&self) -> f64 {
        self.inner.beta()
    }

    /// Where the counts come from.
    #[getter]
    fn counts(&self) -> String {
        self.inner.provenance().name
    }
}

/// The policy that options as JSON make, as TOML, and whether it reads other files whenever it is used.
#[pyfunction]
#[pyo3(name = "document_policy")]
pub(crate) fn policy_of_options(py: Python<'_>, json: &str) -> PyResult<(String, bool)> {
    let given = options(py, json)?;
    run(py, None, move |_| {
        let policy = document_policy(given)?;
        let reads_files = policy.background.is_some() || policy.counts_spec() != "embedded";
        Ok((policy.to_toml(), reads_files))
    })
}

fn numbers(py: Python<'_>, json: &str) -> PyResult<Pseudonyms> {
    let (numbers, reserved) = serde_json::from_str(json).map_err(|error| input(py, format!("pseudonyms: {error}")))?;
    Ok(Pseudonyms { numbers, reserved })
}

/// A sanitised document.
#[pyclass(frozen, module = "scumble._scumble")]
pub(crate) struct Document {
    verified: Arc<Verified>,
    given: Given,
}

impl Document {
    pub(crate) fn verified(&self) -> &Verified {
        &self.verified
    }
}

#[pymethods]
impl Document {
    /// The released text; of a file that is no text, the text that can be read in it.
    #[getter]
    fn text(&self) -> String {
        match &self.given {
            Given::File(name, _) if !FileKind::of(Path::new(name)).is_some_and(FileKind::is_text) => {
                self.verified.text.clone()
            }
            _ => self.verified.text_output().into_owned(),
        }
    }

    #[getter]
    fn original(&self) -> &str {
        &self.verified.original
    }

    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.verified.bytes)
    }

    /// Everything but the text, as JSON. Offsets are code points.
    fn to_json(&self, py: Python<'_>, show_text: bool) -> PyResult<String> {
        guarded(py, || to_json(&self.verified, show_text).to_string())
    }

    /// The document with its decisions highlighted, as HTML.
    fn html(&self, py: Python<'_>) -> PyResult<String> {
        guarded(py, || document_fragment(&self.verified))
    }

    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.verified.warnings.clone()
    }
}

fn to_json(verified: &Verified, show_text: bool) -> serde_json::Value {
    let mut value = verified.to_json(&verified.name, serde_json::Value::Null, show_text);
    let decisions = verified.decisions_in_code_points();
    value["decisions"] = match show_text {
        true => serde_json::json!(decisions),
        false => decisions.iter().map(|decision| serde_json::json!(decision.public)).collect(),
    };
    value["words_kept"] = serde_json::json!(verified.words_kept);
    value
}

/// Many sanitised texts.
#[pyclass(frozen, module = "scumble._scumble")]
pub(crate) struct Documents {
    /// Nothing where no text was given.
    documents: Vec<Option<scumble::Result<Arc<Verified>>>>,
    /// What the library took, without what is around it in Python.
    #[pyo3(get)]
    seconds: f64,
}

#[pymethods]
impl Documents {
    fn __len__(&self) -> usize {
        self.documents.len()
    }

    /// The texts as an Arrow array; null where none was given, and where one is withheld.
    fn texts(&self) -> PyArray {
        let texts = self.documents.iter().map(|one| one.as_ref()?.as_ref().ok().map(|one| one.text_output()));
        let array: LargeStringArray = texts.collect();
        PyArray::from_array_ref(Arc::new(array) as ArrayRef)
    }

    /// Why a text is withheld, by its number.
    fn withheld(&self) -> Vec<(usize, String)> {
        let failed = |(at, one): (usize, &Option<scumble::Result<Arc<Verified>>>)| {
            Some((at, one.as_ref()?.as_ref().err()?.to_string()))
        };
        self.documents.iter().enumerate().filter_map(failed).collect()
    }

    /// Everything but the text of one, as JSON; nothing where there is no text.
    fn to_json(&self, py: Python<'_>, at: usize, show_text: bool) -> PyResult<Option<String>> {
        let one = self.one(py, at)?;
        guarded(py, || one.map(|one| to_json(one, show_text).to_string()))
    }

    /// One as it was sanitised with the others; nothing where there is no text.
    fn document(&self, py: Python<'_>, at: usize) -> PyResult<Option<Document>> {
        let document = |one: &Arc<Verified>| Document {
            given: Given::Text(None, one.original.clone()),
            verified: Arc::clone(one),
        };
        Ok(self.one(py, at)?.map(document))
    }
}

impl Documents {
    fn one(&self, py: Python<'_>, at: usize) -> PyResult<Option<&Arc<Verified>>> {
        match self.documents.get(at) {
            None => Err(pyo3::exceptions::PyIndexError::new_err("there is no such text")),
            Some(None) => Ok(None),
            Some(Some(Ok(one))) => Ok(Some(one)),
            Some(Some(Err(error))) => Err(exception(py, error)),
        }
    }
}
