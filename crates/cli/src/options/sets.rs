//! Options that say how set-valued records are read, and what their items are looked up in.

use super::tables::TableArguments;
use super::taxonomy::TaxonomyArguments;
use crate::failure::Failure;
use scumble::data::{Options, SetForm, SetOptions, SetRecord, read, read_sets, relabel, set_form};
use scumble::ontology::Stack;
use scumble::policy::named;
use scumble::sets::Items;
use std::path::Path;

/// How records are read, and what their items are looked up in.
#[derive(clap::Args)]
pub(crate) struct SetArguments {
    /// Form of the records: jsonl (an object a line), baskets (a record a line), long (an item a line) [default: detected from the file]
    #[arg(long, value_name = "FORM", help_heading = "Input")]
    form: Option<String>,

    /// Field (jsonl) or column (long) that contains the id of a record
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    id_field: Option<String>,

    /// Field (jsonl; default: items) or column (long) that contains the items
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    field: Option<String>,

    /// Table of item labels, FILE:KEY:COLUMN: an item is looked up in the column KEY and replaced by the value of COLUMN
    #[arg(long, value_name = "FILE:KEY:COLUMN", help_heading = "Input")]
    labels: Option<String>,

    /// The items are names of concepts (dog.n.01)
    #[arg(long, help_heading = "Input")]
    concepts: bool,

    #[command(flatten)]
    taxonomy: TaxonomyArguments,

    #[command(flatten)]
    form_of_tables: TableArguments,
}

impl SetArguments {
    /// The file of labels, if one is named.
    pub(crate) fn labels_file(&self) -> Option<&Path> {
        self.labels.as_deref().and_then(|labels| labels.rsplitn(3, ':').nth(2)).map(Path::new)
    }

    /// How a file is written: as it was said, or as it looks.
    pub(crate) fn form(&self, file: &Path) -> Result<SetForm, Failure> {
        Ok(set_form(file, &self.options()?)?)
    }

    /// Whether one of these options was given.
    #[cfg(feature = "reproduce")]
    pub(crate) fn are_given(&self) -> bool {
        let named = [&self.form, &self.id_field, &self.field, &self.labels].into_iter().any(Option::is_some);
        named || self.concepts || self.taxonomy.is_given()
    }

    fn options(&self) -> Result<SetOptions, Failure> {
        let form = self.form.as_deref().map(|name| named("form", name, &SetForm::ALL)).transpose();
        let form = form.map_err(|problem| Failure::input(format!("--form: {problem}")))?;
        Ok(SetOptions {
            form,
            id_field: self.id_field.clone(),
            item_field: self.field.clone(),
            empty: false,
            table: self.form_of_tables.options()?,
        })
    }

    /// Reads records, with their labels if a table of labels is named.
    pub(crate) fn read(&self, file: &Path) -> Result<Vec<SetRecord>, Failure> {
        let mut records = read_sets(file, &self.options()?)?;
        if let Some(labels) = &self.labels {
            let parts: Vec<&str> = labels.rsplitn(3, ':').collect();
            let [column, key, file] = parts[..] else {
                return Err(Failure::input("--labels must have the form FILE:KEY:COLUMN"));
            };
            relabel(&mut records, &read(Path::new(file), &Options::default())?, key, column)?;
        }
        Ok(records)
    }

    /// What the items are.
    pub(crate) fn items(&self) -> Items {
        if self.concepts { Items::Concepts } else { Items::Phrases }
    }

    /// Opens the taxonomies; `items` are the concepts of `none`.
    pub(crate) fn open(&self, items: &[&str]) -> Result<Stack, Failure> {
        self.taxonomy.open(items)
    }
}
