//! Generalised columns of a release: what they are, what they lost, and how records are linked with them.

use super::assess::Assessment;
use scumble_assess::table::{KnownColumn, Measure};
use scumble_assess::{
    CellLoss, Classes, GeneralizationLoss, Matched, Reading, RecodedColumn, average_class_size, covering_linkage,
    discernibility, generalization_loss, matched,
};
use scumble_data::{ColumnKind, Missing, Table, guess};
use scumble_mask::{Attribute, Generalized, Report, Values};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// What the released values of a generalised column are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReleasedAs {
    /// Whether its hierarchy was `given`, or `made` from its values.
    pub hierarchy: String,
    /// The level of all its values, from 0 (as they were); nothing if each class has its own.
    pub level: Option<usize>,
    /// The levels of its hierarchy.
    pub levels: usize,
}

impl ReleasedAs {
    /// What the released values of a column are, by what a generalisation did.
    pub(super) fn of(generalized: Option<&Generalized>, name: &str) -> Option<Self> {
        let column = generalized?.columns.iter().find(|column| column.name == name)?;
        let hierarchy = if column.made { MADE } else { "given" }.to_owned();
        Some(Self { hierarchy, level: column.level, levels: column.levels })
    }

    /// In words.
    pub fn describe(&self) -> String {
        let level = match self.level {
            Some(level) => format!("level {level} of {}", self.levels.saturating_sub(1)),
            None => "each class at its own level".to_owned(),
        };
        format!("generalised, {level} of a hierarchy that was {}", self.hierarchy)
    }
}

/// The name of a hierarchy that was made from the values.
const MADE: &str = "made";

/// What the generalised columns of a release lost, and how records are linked with them.
#[derive(Debug, Clone, PartialEq)]
pub struct GeneralizedRelease {
    /// What cells lost.
    pub loss: GeneralizationLoss,
    /// Σ of squared class sizes; a record that was left out costs as many as the table had.
    pub discernibility: f64,
    /// Records in a class on average.
    pub mean_class_size: f64,
    /// The same over k, if it is known.
    pub average_class_size: Option<f64>,
    /// Linkage with records whose values cover the true ones; nothing where there are too many.
    pub linkage: Option<Reading>,
}

impl GeneralizedRelease {
    pub(super) fn new(loss: GeneralizationLoss, sizes: &[u32], left_out: usize, all: usize, k: Option<usize>) -> Self {
        Self {
            loss,
            discernibility: discernibility(sizes, left_out, all),
            mean_class_size: average_class_size(sizes, 1),
            average_class_size: k.map(|k| average_class_size(sizes, k)),
            linkage: None,
        }
    }

    /// The figures as one object; `known` says what is known of a column's levels.
    pub(super) fn to_json(&self, known: &dyn Fn(&str) -> Option<ReleasedAs>) -> Map<String, Value> {
        let columns = self.loss.columns.iter().map(|column| {
            let released = known(&column.name);
            let mut said = cells_to_json(&column.cells);
            said.insert("level".to_owned(), json!(released.as_ref().and_then(|released| released.level)));
            let levels = released.map(|released| released.levels).or(column.height.map(|height| height + 1));
            said.insert("levels".to_owned(), json!(levels));
            said.insert("hierarchy".to_owned(), json!(column.source.name()));
            (column.name.clone(), Value::from(said))
        });
        let columns: Map<String, Value> = columns.collect();
        let mut said = cells_to_json(&self.loss.all);
        said.insert("discernibility".to_owned(), json!(self.discernibility));
        said.insert("mean_class_size".to_owned(), json!(self.mean_class_size));
        said.insert("average_class_size".to_owned(), json!(self.average_class_size));
        said.insert("columns".to_owned(), columns.into());
        said
    }
}

fn cells_to_json(cells: &CellLoss) -> Map<String, Value> {
    let said = [
        ("ncp", json!(cells.certainty_penalty)),
        ("granularity", json!(cells.granularity)),
        ("non_uniform_entropy", json!(cells.entropy())),
        ("entropy_bits", json!(cells.entropy_bits)),
        ("precision", json!(cells.precision)),
        ("not_covered", json!(cells.not_covered)),
    ];
    said.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// What a generalisation lost that is part of a run: of all records that it was given, those that it left out too.
pub(super) fn lost(original: &[Attribute], masked: &[Attribute], reports: &[Report]) -> Option<GeneralizationLoss> {
    let report = reports.iter().find(|report| report.generalized.is_some())?;
    let generalized = report.generalized.as_ref()?;
    let column = |before: &Attribute, after: &Attribute| {
        let made = generalized.columns.iter().find(|column| column.name == before.name)?.made;
        let (Values::Nominal(codes, labels) | Values::Text(codes, labels, _)) = &after.values else { return None };
        let mut codes = codes.clone();
        if let Some(kept) = &report.kept {
            let mut released = vec![u32::MAX; codes.len()];
            kept.iter().for_each(|&record| released[record as usize] = codes[record as usize]);
            codes = released;
        }
        Some(RecodedColumn::of(before, codes, labels.clone(), made))
    };
    let columns: Vec<RecodedColumn> =
        original.iter().zip(masked).filter_map(|(before, after)| column(before, after)).collect();
    Some(generalization_loss(&columns))
}

/// The generalised columns of a release, by what is known of them or by what their values cover.
pub(super) struct RecodedColumns {
    columns: Vec<RecodedColumn>,
    /// The measured columns, each with the kind of its original.
    kinds: Vec<(String, ColumnKind)>,
}

impl RecodedColumns {
    /// Finds them. `original` has the records of the release in their order, and behind them those that the method left out; a column
    /// whose released values are no longer of its kind is measured by equality from here on.
    pub(super) fn find(
        original: &Table,
        masked: &Table,
        known: &mut [KnownColumn],
        assessment: &Assessment,
        open: impl Fn(&str, &[String]) -> Result<std::sync::Arc<scumble_ontology::Stack>, scumble_data::Error>,
    ) -> Self {
        let missing = &assessment.missing;
        let (mut generalized, mut unchanged) = (Vec::new(), Vec::new());
        let mut kinds = Vec::new();
        for known in known.iter_mut() {
            let (Ok(before), Ok(after)) = (original.column(&known.name), masked.column(&known.name)) else { continue };
            let released = assessment.released_as(&known.name);
            let said = assessment.known.iter().find(|said| said.name == known.name && !said.reason.is_empty());
            let kind = match said {
                Some(said) => said.kind.clone(),
                None => guess(before, original.file(), missing).map_or(ColumnKind::Nominal, |guess| guess.kind),
            };
            let Ok(attribute) = Attribute::read(before, &kind, original.file(), missing, &open) else { continue };
            kinds.extend(known.measured.then(|| (known.name.clone(), kind)));
            let is_made = released.is_some_and(|released| released.hierarchy == MADE);
            let column = RecodedColumn::new(&attribute, after, missing, is_made);
            if released.is_some() || column.is_generalized() {
                if Attribute::read(after, &known.kind, masked.file(), missing, &open).is_err() {
                    known.kind = ColumnKind::Nominal;
                }
                generalized.extend(known.measured.then_some(column));
            } else if known.measured && is_same(before, after, missing) {
                unchanged.push(column);
            }
        }
        // Columns that could stay as they were count with those that could not.
        if !generalized.is_empty() && generalized.iter().all(|column| assessment.released_as(&column.name).is_none()) {
            generalized.extend(unchanged);
        }
        Self { columns: generalized, kinds }
    }

    /// Matches the records of a population with the release over the measured columns.
    pub(super) fn matched(
        &self,
        population: &Table,
        masked: &Table,
        missing: &Missing,
        open: impl Fn(&str, &[String]) -> Result<std::sync::Arc<scumble_ontology::Stack>, scumble_data::Error>,
    ) -> Result<Option<Matched>, scumble_data::Error> {
        let (mut theirs, mut released) = (Vec::new(), Vec::new());
        for (name, kind) in &self.kinds {
            theirs.push(Attribute::read(population.column(name)?, kind, population.file(), missing, &open)?);
            released.push(masked.column(name)?);
        }
        Ok(matched(&theirs, &released, missing))
    }

    /// Measures them, if there are any and it is asked for.
    pub(super) fn measured(
        &self,
        assessment: &Assessment,
        classes: &Classes,
        left_out: usize,
    ) -> Option<GeneralizedRelease> {
        let wanted = assessment.measures.is_empty() || assessment.measures.contains(&Measure::Generalization);
        if self.columns.is_empty() || !wanted {
            return None;
        }
        let records = classes.of.len();
        let loss = generalization_loss(&self.columns);
        let mut found = GeneralizedRelease::new(loss, &classes.sizes, left_out, records + left_out, assessment.k);
        found.linkage = covering_linkage(&self.columns, records);
        Some(found)
    }
}

/// Whether no cell of a column changed; the original may have more records.
fn is_same(before: &scumble_data::Column, after: &scumble_data::Column, missing: &Missing) -> bool {
    let same = |row: usize| {
        let (x, y) = (before.cells.text(row), after.cells.text(row));
        x == y || (missing.is(&x) && missing.is(&y))
    };
    before.cells.len() >= after.cells.len() && (0..after.cells.len()).all(same)
}
