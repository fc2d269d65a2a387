//! A collection of documents: files of every kind that is sanitised, and records with fields of text.

use crate::document::{Input, InputForm, Inputs, Source};
use crate::{Error, Result};
use scumble_data::Options;
use scumble_io::jsonl::Lines;
use scumble_io::{Help, Packing, Place, Watch};
use scumble_text::WordList;
use serde_json::Value;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The fields of records, where documents are records.
#[derive(Debug, Clone, Default)]
pub struct CollectionFields {
    /// Fields or columns of text, which make one text in this order; `text` if none are named.
    pub text: Vec<String>,
    /// The field or column of names; without it, a record is named by its file and line or row.
    pub id: Option<String>,
    /// The field or column of classes.
    pub label: Option<String>,
}

/// Documents in the order of their files and lines.
#[derive(Debug, Clone, Default)]
pub struct Collection {
    /// Their names, each once.
    pub names: Vec<String>,
    /// Their texts.
    pub texts: Vec<String>,
    /// Their classes; none if no field of classes was named.
    pub labels: Vec<String>,
    /// Files of folders that nothing reads.
    pub unread: Vec<String>,
    /// Documents of which some text may not have been read.
    pub doubtful: usize,
}

/// Reads a collection: folders and files of text, HTML, DOCX, PDF and mail are a document each; of JSON lines and tables every record
/// is one.
///
/// # Errors
/// If a file cannot be read, a record has no such field, two documents have one name, or the watcher cancels the run.
pub fn read_collection(paths: &[PathBuf], fields: &CollectionFields, watch: &dyn Watch) -> Result<Collection> {
    let inputs = Inputs::find(paths)?;
    let mut collection = Collection { unread: inputs.unknown, ..Collection::default() };
    let count = inputs.found.len() as u64;
    for (done, input) in inputs.found.iter().enumerate() {
        watch.step("reading", done as u64, count)?;
        match (input.form, input.path()) {
            (InputForm::Document(_), _) if fields.label.is_some() => {
                return Err(Error::input(format!("{}: a file has no field with its class", input.name))
                    .with_help(Help::set("label_field", "classes are read from records only")));
            }
            (InputForm::Document(kind), _) => {
                let source = Source::file(&input.name, kind, input.bytes()?.into_owned())?;
                collection.doubtful += usize::from(!source.warnings().is_empty());
                collection.names.push(input.name.clone());
                collection.texts.push(source.woven().text.clone());
            }
            (InputForm::Records, Some(path)) if is_json_lines(path) => collection.json_lines(input, path, fields)?,
            (InputForm::Records, Some(path)) => collection.table(input, path, fields)?,
            (InputForm::Records, None) => return Err(Error::input("records are read from files")),
        }
    }
    collection.refuse_equal_names()?;
    Ok(collection)
}

/// Words, a line each, in lower case: a list of stop words.
///
/// # Errors
/// If the file cannot be read.
pub fn read_words(path: &Path) -> Result<WordList> {
    let source = scumble_io::Source::open(path)?;
    let words = source.as_str().lines().map(|line| line.trim().to_lowercase());
    Ok(words.filter(|word| !word.is_empty()).collect())
}

fn is_json_lines(path: &Path) -> bool {
    let name = path.to_string_lossy().to_lowercase();
    let (_, name) = Packing::of_name(&name);
    name.ends_with(".jsonl") || name.ends_with(".ndjson")
}

impl CollectionFields {
    fn text(&self) -> Vec<&str> {
        if self.text.is_empty() { vec!["text"] } else { self.text.iter().map(String::as_str).collect() }
    }
}

impl Collection {
    fn json_lines(&mut self, input: &Input, path: &Path, fields: &CollectionFields) -> Result<()> {
        let file = path.display().to_string();
        let opened = scumble_io::open(path);
        let source = opened.map_err(|error| Error::input(format!("cannot be read: {error}")).at(Place::file(&file)))?;
        let mut lines = Lines::new(source);
        loop {
            let line = match lines.next() {
                Ok(Some(line)) => line,
                Ok(None) => return Ok(()),
                Err(error) => return Err(Error::input(error.to_string()).at(Place::line(&file, error.line()))),
            };
            if line.is_blank() {
                continue;
            }
            let fault = |problem: String| Error::input(problem).at(Place::line(&file, line.number));
            let record: Value = serde_json::from_slice(line.content)
                .map_err(|error| fault(format!("not JSON (at character {})", error.column())))?;
            let field = |name: &str, setting: &'static str| {
                let absent = || {
                    let help =
                        Help::set(setting, "name a field of the record that is text, a number or a list of these");
                    fault(format!("no such text in “{name}”")).with_help(help)
                };
                record.get(name).and_then(as_text).ok_or_else(absent)
            };
            let texts = fields.text().into_iter().map(|name| field(name, "text_field")).collect::<Result<Vec<_>>>()?;
            let own = || Ok(format!("{}:{}", input.name, line.number));
            self.names.push(fields.id.as_deref().map_or_else(own, |name| field(name, "id_field"))?);
            self.texts.push(texts.join("\n"));
            self.labels.extend(fields.label.as_deref().map(|name| field(name, "label_field")).transpose()?);
        }
    }

    fn table(&mut self, input: &Input, path: &Path, fields: &CollectionFields) -> Result<()> {
        let table = scumble_data::read(path, &Options::default())?;
        let column = |name: &str| table.column(name).map(|column| &column.cells);
        let texts = fields.text().into_iter().map(column).collect::<Result<Vec<_>, _>>()?;
        let ids = fields.id.as_deref().map(column).transpose()?;
        let labels = fields.label.as_deref().map(column).transpose()?;
        for row in 0..table.len() {
            let text: Vec<_> = texts.iter().map(|cells| cells.text(row)).collect();
            self.texts.push(text.join("\n"));
            self.names
                .push(ids.map_or_else(|| format!("{}:{}", input.name, row + 2), |ids| ids.text(row).into_owned()));
            self.labels.extend(labels.map(|labels| labels.text(row).into_owned()));
        }
        Ok(())
    }

    /// Every document has a name of its own, by which it can be told from all others.
    fn refuse_equal_names(&self) -> Result<()> {
        let mut seen: HashMap<&str, usize> = HashMap::with_capacity(self.names.len());
        for (number, name) in self.names.iter().enumerate() {
            if let Some(first) = seen.insert(name, number) {
                let problem = format!("the documents {} and {} have one name", first + 1, number + 1);
                return Err(
                    Error::input(problem).with_help(Help::set("id_field", "name a field that tells them apart"))
                );
            }
        }
        Ok(())
    }
}

/// The text of a field: a list is its items with semicolons between them; nothing is an empty text.
fn as_text(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some(String::new()),
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(items) => {
            let item = |item: &Value| if item.is_array() { None } else { as_text(item) };
            let items: Option<Vec<String>> = items.iter().map(item).collect();
            Some(items?.join(";"))
        }
        Value::Bool(_) | Value::Object(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_io::Silent;

    #[test]
    fn records_and_files_are_documents() {
        let folder = tempfile::tempdir().unwrap();
        let put = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        put(
            "a.jsonl",
            "{\"id\":7,\"title\":\"T\",\"text\":\"x\",\"topics\":[\"a\",\"b\"]}\n\n{\"id\":8,\"title\":null,\"text\":\"y\",\"topics\":[]}\n",
        );
        let fields = CollectionFields {
            text: vec!["title".into(), "text".into()],
            id: Some("id".into()),
            label: Some("topics".into()),
        };
        let read = |fields: &CollectionFields| read_collection(&[folder.path().to_owned()], fields, &Silent);
        let collection = read(&fields).unwrap();
        assert_eq!(
            (collection.names, collection.texts),
            (vec!["7".into(), "8".into()], vec!["T\nx".into(), "\ny".into()])
        );
        assert_eq!(collection.labels, ["a;b", ""]);
        put("b.txt", "z");
        put("c.csv", "text,n\nw,1\n");
        put("d.bin", "?");
        let collection = read(&CollectionFields::default()).unwrap();
        assert_eq!(collection.names, ["a.jsonl:1", "a.jsonl:3", "b.txt", "c.csv:2"]);
        assert_eq!((collection.texts[3].as_str(), collection.unread), ("w", vec!["d.bin".to_owned()]));
        let missing = CollectionFields { text: vec!["body".into()], ..CollectionFields::default() };
        let error = read(&missing).unwrap_err();
        assert!(error.to_string().ends_with("a.jsonl, line 1: no such text in “body”"));
        assert!(read(&fields).unwrap_err().to_string().contains("b.txt: a file has no field with its class"));
    }

    #[test]
    fn two_documents_of_one_name_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        std::fs::write(&path, "{\"id\":1,\"text\":\"x\"}\n{\"id\":\"1\",\"text\":\"y\"}\n").unwrap();
        let fields = CollectionFields { id: Some("id".into()), ..CollectionFields::default() };
        let error = read_collection(&[path], &fields, &Silent).unwrap_err();
        assert_eq!(error.to_string(), "the documents 1 and 2 have one name");
    }
}
