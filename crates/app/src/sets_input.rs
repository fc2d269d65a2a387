//! Set-valued records and what their items mean.

use crate::failure::Failure;
use crate::knowledge::TaxonomyArguments;
use crate::policy::named;
use crate::table_options::TableArguments;
use rayon::prelude::*;
use scumble_data::{Options, SetForm, SetOptions, SetRecord, read, read_sets, set_form};
use scumble_mask::sets::{ConceptSet, Place, Terms};
use scumble_ontology::{Stack, Taxonomy};
use scumble_text::{ItemConcepts, item_concepts};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;

/// How records are read, and what their items are looked up in.
#[derive(clap::Args)]
pub(crate) struct SetArguments {
    /// How records are written: jsonl (an object a line), baskets (a record a line), long (an item a line); told from the file if
    /// not given
    #[arg(long, value_name = "FORM")]
    form: Option<String>,

    /// Where a record's id stands: a field of the objects, or a column
    #[arg(long, value_name = "NAME")]
    id_field: Option<String>,

    /// Where the items stand: a field of the objects (items, if not given), or a column
    #[arg(long, value_name = "NAME")]
    field: Option<String>,

    /// A table that says what items are called: FILE:KEY:COLUMN; the items are looked up in KEY and read as COLUMN
    #[arg(long, value_name = "FILE:KEY:COLUMN")]
    labels: Option<String>,

    /// Items are names of concepts already (dog.n.01)
    #[arg(long)]
    concepts: bool,

    #[command(flatten)]
    taxonomy: TaxonomyArguments,

    #[command(flatten)]
    form_of_tables: TableArguments,
}

/// A record's concepts, each with all the words that named it.
pub(crate) type Words = BTreeMap<u32, BTreeSet<String>>;

/// Records, and the concepts of their items.
pub(crate) struct Sets {
    pub(crate) records: Vec<SetRecord>,
    pub(crate) taxonomies: Vec<Arc<Taxonomy>>,
    /// Every concept that occurs.
    pub(crate) places: Vec<Place>,
    /// For each record its concepts; empty if no item is known.
    pub(crate) sets: Vec<ConceptSet>,
    /// How people named the concepts.
    pub(crate) terms: Terms,
    /// For each record, the words with which it named each of its concepts.
    pub(crate) words: Vec<Words>,
    /// Items that were understood as a whole, in part, and not at all.
    pub(crate) items: [usize; 3],
}

impl SetArguments {
    /// The file of labels, if one is named.
    pub(crate) fn labels_file(&self) -> Option<&Path> {
        self.labels.as_deref().and_then(|labels| labels.rsplitn(3, ':').nth(2)).map(Path::new)
    }

    /// How a file is written: as it was said, or as it looks.
    pub(crate) fn form(&self, file: &Path) -> Result<&'static str, Failure> {
        let form = set_form(file, &self.options()?)?;
        Ok(SetForm::ALL.iter().find(|(_, known)| *known == form).map_or("", |(name, _)| name))
    }

    /// Whether something was said that tables have no use for.
    pub(crate) fn are_given(&self) -> bool {
        let named = [&self.form, &self.id_field, &self.field, &self.labels].into_iter().any(Option::is_some);
        named || self.concepts || self.taxonomy.is_given()
    }

    /// How tables are written.
    pub(crate) fn tables(&self) -> Result<Options, Failure> {
        self.form_of_tables.options()
    }

    /// Whether the taxonomy is one in which everything is only itself.
    pub(crate) fn is_flat(&self) -> bool {
        self.taxonomy.is_flat()
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

    /// Reads what `scumble sets` wrote; a record may be empty there.
    pub(crate) fn read_release(file: &Path) -> Result<Vec<SetRecord>, Failure> {
        let options = SetOptions { form: Some(SetForm::Objects), empty: true, ..SetOptions::default() };
        Ok(read_sets(file, &options)?)
    }

    pub(crate) fn read(&self, file: &Path) -> Result<Vec<SetRecord>, Failure> {
        let mut records = read_sets(file, &self.options()?)?;
        if let Some(labels) = &self.labels {
            relabel(&mut records, labels)?;
        }
        Ok(records)
    }

    /// Understands the items of several files in one numbering of concepts.
    pub(crate) fn understand(&self, files: Vec<Vec<SetRecord>>) -> Result<Vec<Sets>, Failure> {
        let mut distinct: Vec<&str> =
            files.iter().flatten().flat_map(|record| &record.items).map(String::as_str).collect();
        distinct.sort_unstable();
        distinct.dedup();
        let stack = self.taxonomy.open(&distinct)?;
        let meanings: HashMap<&str, ItemConcepts> = distinct
            .par_iter()
            .map(|&item| (item, if self.concepts { itself(item, &stack) } else { item_concepts(item, &stack) }))
            .collect();
        let mut numbers: HashMap<Place, u32> = HashMap::new();
        let mut places: Vec<Place> = Vec::new();
        let understood: Vec<(Vec<Words>, [usize; 3])> = files
            .iter()
            .map(|records| {
                let mut items = [0; 3];
                let words = records
                    .iter()
                    .map(|record| {
                        let mut words = Words::new();
                        for item in &record.items {
                            let meaning = &meanings[item.as_str()];
                            items[if meaning.concepts.is_empty() { 2 } else { usize::from(meaning.partly) }] += 1;
                            for (member, concept, said) in &meaning.concepts {
                                let number = *numbers.entry((*member, *concept)).or_insert_with(|| {
                                    places.push((*member, *concept));
                                    places.len() as u32 - 1
                                });
                                words.entry(number).or_default().insert(said.clone());
                            }
                        }
                        words
                    })
                    .collect();
                (words, items)
            })
            .collect();
        Ok(files
            .into_iter()
            .zip(understood)
            .map(|(records, (words, items))| {
                let mut terms = Terms::new(places.len());
                for (&concept, said) in words.iter().flatten() {
                    said.iter().for_each(|said| terms.used(concept, said));
                }
                let sets = words.iter().map(|words| words.keys().copied().collect()).collect();
                Sets {
                    records,
                    taxonomies: stack.members().to_vec(),
                    places: places.clone(),
                    sets,
                    terms,
                    words,
                    items,
                }
            })
            .collect())
    }
}

impl Sets {
    /// Records of which nothing is known.
    pub(crate) fn unmapped(&self) -> Vec<u32> {
        (0..self.sets.len() as u32).filter(|&record| self.sets[record as usize].is_empty()).collect()
    }
}

/// An item that is a concept's name.
fn itself(item: &str, stack: &Stack) -> ItemConcepts {
    let named = stack.members().iter().enumerate().find_map(|(member, taxonomy)| Some((member, taxonomy.named(item)?)));
    let named = named.or_else(|| {
        stack.map(item).filter(|mapped| mapped.phrase == item.trim()).map(|mapped| (mapped.member, mapped.concepts[0]))
    });
    let concepts = named.map(|(member, concept)| (member, concept, stack.members()[member].label(concept).to_owned()));
    ItemConcepts { concepts: concepts.into_iter().collect(), partly: false }
}

/// Items become what a table calls them; those it does not know stay as they are.
fn relabel(records: &mut [SetRecord], labels: &str) -> Result<(), Failure> {
    let parts: Vec<&str> = labels.rsplitn(3, ':').collect();
    let [column, key, file] = parts[..] else { return Err(Failure::input("--labels is written FILE:KEY:COLUMN")) };
    let table = read(Path::new(file), &Options::default())?;
    let (keys, names) = (crate::policy::known(&table, key)?, crate::policy::known(&table, column)?);
    let known: HashMap<String, String> =
        (0..table.len()).map(|row| (keys.cells.text(row).into_owned(), names.cells.text(row).into_owned())).collect();
    for record in records {
        for item in &mut record.items {
            if let Some(name) = known.get(item.as_str()).filter(|name| !name.trim().is_empty()) {
                *item = name.trim().to_owned();
            }
        }
        // Two codes may be called the same.
        let mut seen = BTreeSet::new();
        record.items.retain(|item| seen.insert(item.clone()));
    }
    Ok(())
}
