//! The tour's table of people: its disclosure risk before and after masking, and the information that is lost.

use crate::console::style::Style;
use crate::failure::Failure;
use scumble::data::{Format, Options, Table, read};
use scumble::report::{Axis, Card, Layout, Page, Series, TableReport, bars, distributions};
use scumble::table::{Assessed, Assessment, Masked, assess};
use scumble::{Policy, Silent};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

pub(super) const RELEASE: &str = "people.released.csv";

/// The table before and after.
pub(super) struct Tour {
    original: Table,
    masked: Masked,
    before: Assessed,
    after: Assessed,
}

impl Tour {
    pub(super) fn run(folder: &Path) -> Result<Self, Failure> {
        let options = Options::default();
        let original = read(&folder.join("people.csv"), &options)?;
        let policy = Policy::read(&folder.join("people.toml"))?.tables;
        let mut masked = scumble::mask(&original, &policy, &Silent)?;
        masked.kept = masked.write(&folder.join(RELEASE), Format::Text, &options, &Silent)?;
        let assessment = masked.assessment();
        let after = assess(&original, &masked.table, &assessment)?;
        let before = assess(&original, &original, &Assessment { grouped: None, ..assessment })?;
        Ok(Self { original, masked, before, after })
    }

    /// What is measured: before, after, and what it means.
    fn figures(&self) -> Vec<[String; 4]> {
        let (before, after) = (&self.before, &self.after);
        let linked = |assessed: &Assessed| {
            assessed.reading.linkage.as_ref().map_or("–".to_owned(), |reading| format!("{:.0} %", reading.value))
        };
        let loss = after.sse_sst().map_or("–".to_owned(), |loss| format!("{loss:.0} %"));
        let row = |what: &str, before: String, after: String, meaning: &str| {
            [what.to_owned(), before, after, meaning.to_owned()]
        };
        vec![
            row(
                "smallest class",
                before.pair.classes.smallest().to_string(),
                after.pair.classes.smallest().to_string(),
                "records that share all quasi-identifiers",
            ),
            row(
                "unique records",
                before.pair.classes.uniques().to_string(),
                after.pair.classes.uniques().to_string(),
                "records that a neighbour could recognise",
            ),
            row("linked", linked(before), linked(after), "records linked to their own by distance (DBRL)"),
            row("variation lost", "0 %".to_owned(), loss, "of numbers, dates and ordinals (SSE/SST)"),
        ]
    }

    pub(super) fn text(&self, style: Style) -> String {
        let mut text = format!("{}\n\n", style.strong("2. A table of people, masked"));
        let _ = writeln!(
            text,
            "  {} people; names are dropped, diagnosis and income are published.\n",
            self.original.len()
        );
        let _ = writeln!(text, "  {:<18}{:>8}{:>8}", "", "before", "after");
        for [what, before, after, meaning] in self.figures() {
            let _ = writeln!(text, "  {what:<18}{before:>8}{:>8}   {}", style.strong(&after), style.faint(&meaning));
        }
        let _ = writeln!(text, "\n  Promise, checked on the bytes written: {}", self.promise());
        text
    }

    fn promise(&self) -> String {
        let kept = &self.masked.kept;
        let mut promise = format!("k = {}", kept.smallest);
        if let Some(distinct) = kept.distinct {
            let _ = write!(promise, ", at least {distinct} diagnoses in each class");
        }
        if let Some(closeness) = kept.closeness {
            let _ = write!(promise, ", t = {closeness:.2}");
        }
        promise
    }

    pub(super) fn show(&self, page: &mut Page) {
        page.heading("A table of people, masked");
        page.paragraph(
            "Groups of similar people publish their centroid: the mean of numbers, the median of ordered values, the most \
             central value of words. Nobody stands out any more, and the statistics stay usable.",
        );
        let card = |name: &str, value: String, hint: &str| Card { name: name.into(), value, hint: hint.into() };
        let cards = self
            .figures()
            .into_iter()
            .map(|[what, before, after, meaning]| card(&what, format!("{before} → {after}"), &meaning));
        page.cards(&cards.collect::<Vec<_>>());
        page.figure(&self.class_sizes(), "Before, nearly every person is unique; after, nobody is.");
        page.subheading("The masked columns, before and after");
        page.pictures(&distributions(&TableReport {
            original: &self.original,
            masked: &self.masked.table,
            assessed: &self.after,
            work: None,
        }));
        page.subheading("The first people, before and after");
        let columns: Vec<&str> = self.after.pair.columns.iter().map(String::as_str).collect();
        let row = |table: &Table, row: usize| -> Vec<String> {
            columns
                .iter()
                .map(|name| table.column(name).map_or(String::new(), |column| column.cells.text(row).into_owned()))
                .collect()
        };
        let mut rows: Vec<Vec<String>> = Vec::new();
        for record in 0..4.min(self.original.len()) {
            rows.push([vec!["before".to_owned()], row(&self.original, record)].concat());
            rows.push([vec!["after".to_owned()], row(&self.masked.table, record)].concat());
        }
        page.table(&[vec![""], columns].concat(), &rows);
        page.paragraph(&format!("The promise was checked on the bytes written: {}.", self.promise()));
    }

    /// How many records are in classes of each size, before and after.
    fn class_sizes(&self) -> String {
        let counted = |assessed: &Assessed| {
            let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
            assessed
                .pair
                .classes
                .sizes
                .iter()
                .for_each(|&size| *sizes.entry(size as usize).or_default() += size as usize);
            sizes
        };
        let (before, after) = (counted(&self.before), counted(&self.after));
        let largest = before.keys().chain(after.keys()).max().copied().unwrap_or(1);
        let categories: Vec<String> = (1..=largest).map(|size| size.to_string()).collect();
        let series = |name: &str, sizes: &BTreeMap<usize, usize>| Series {
            name: name.to_owned(),
            values: (1..=largest).map(|size| sizes.get(&size).copied().unwrap_or(0) as f64).collect(),
        };
        bars(
            "Records by the size of their equivalence class",
            Axis { label: "Class size", unit: "records", whole: true },
            Axis::counts("Records"),
            &categories,
            &[series("before", &before), series("after", &after)],
            Layout::Grouped,
        )
    }

    pub(super) fn to_json(&self) -> Value {
        json!({ "before": self.before.to_json(), "after": self.after.to_json(), "promise": self.promise() })
    }
}
