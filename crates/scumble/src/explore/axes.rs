//! The two axes of a map: which loss and which risk the points of a table are measured by. One map has one pair of axes.

use crate::error::{Error, Result};
use crate::table::{Masked, assess};
use scumble_assess::classes;
use scumble_assess::table::Measure;
use scumble_data::{ColumnKind, Table};

/// By what loss and risk are measured, told from the kinds of the quasi-identifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axes {
    /// All are numbers: information loss IL and disclosure risk DR.
    Numbers,
    /// All are numbers, but there are too many columns or records for linkage by agreement (PRL): IL, and the mean of linkage by
    /// distance (DBRL) and interval disclosure (ID).
    NumbersWithoutAgreement,
    /// All are words in a taxonomy: mean semantic distance, and semantic record linkage.
    Words,
    /// Anything else: the mean loss of the columns, and the records that an intruder is expected to find by their class.
    Classes,
}

/// Cells of the table of agreements, at most, as linkage by agreement takes them.
const MOST_AGREEMENTS: usize = 1 << 26;
/// Comparisons of a cell, at most, as linkage by meaning takes them.
const MOST_COMPARISONS: usize = 500_000_000;
/// The measure of similarity on the map, as in the paper's own figures of linkage by meaning.
const SIMILARITY: &str = "batet";

/// What was measured of a masked table.
#[derive(Debug, Clone, PartialEq)]
pub struct Figures {
    /// The loss on the map's axis.
    pub loss: f64,
    /// The risk on the map's axis.
    pub risk: f64,
    /// What they are made of, and the size of the smallest class.
    pub parts: Vec<(String, f64)>,
}

impl Figures {
    /// The mean of loss and risk: less is better.
    pub fn score(&self) -> f64 {
        (self.loss + self.risk) / 2.0
    }
}

impl Axes {
    /// The axes that all masked tables of these quasi-identifiers can be measured by.
    pub fn of(table: &Table, quasi: &[(&str, &ColumnKind)]) -> Self {
        let all = |wanted: fn(&ColumnKind) -> bool| quasi.iter().all(|(_, kind)| wanted(kind));
        if all(|kind| matches!(kind, ColumnKind::Number)) {
            let patterns = 1_usize.checked_shl(quasi.len() as u32).unwrap_or(usize::MAX);
            let fits = quasi.len() < 32 && patterns.saturating_mul(table.len()) <= MOST_AGREEMENTS;
            return if fits { Self::Numbers } else { Self::NumbersWithoutAgreement };
        }
        let columns: Vec<_> = quasi.iter().filter_map(|(name, _)| table.column(name).ok()).collect();
        let distinct = classes(&columns).sizes.len();
        let comparable = distinct.saturating_mul(distinct).saturating_mul(quasi.len()) <= MOST_COMPARISONS;
        if all(|kind| matches!(kind, ColumnKind::Text(_))) && comparable { Self::Words } else { Self::Classes }
    }

    /// The loss in a few words, for the axis.
    pub fn loss_name(self) -> &'static str {
        match self {
            Self::Numbers | Self::NumbersWithoutAgreement => "Information loss IL",
            Self::Words => "Mean semantic distance to the original",
            Self::Classes => "Mean loss of the columns",
        }
    }

    /// The risk in a few words, for the axis.
    pub fn risk_name(self) -> &'static str {
        match self {
            Self::Numbers => "Disclosure risk DR",
            Self::NumbersWithoutAgreement => "Disclosure risk (DBRL + ID) / 2",
            Self::Words => "Semantic record linkage SRL",
            Self::Classes => "Records found by their class",
        }
    }

    /// How both are worked out, in sentences.
    pub fn explained(self) -> &'static str {
        match self {
            Self::Numbers => {
                "Loss is IL, the mean of IL1 to IL5 in percent; it may exceed 100. Risk is DR = ((DBRL + PRL) / 2 + ID) / 2: records \
                 linked by distance, records linked by agreement, and values found within a window of 10 % of the ranks."
            }
            Self::NumbersWithoutAgreement => {
                "Loss is IL, the mean of IL1 to IL5 in percent; it may exceed 100. There are too many columns or records to link them \
                 by agreement (PRL), so that risk is (DBRL + ID) / 2, not DR: records linked by distance, and values found within a \
                 window of 10 % of the ranks. Do not compare it with DR."
            }
            Self::Words => {
                "Loss is the mean semantic distance of a cell to what is published for it. Risk is SRL, by the similarity of Batet and \
                 others: records that an intruder links by the meaning of their words."
            }
            Self::Classes => {
                "Columns are of different kinds, so that neither IL nor DR can be measured over all of them. Loss is the mean over the \
                 columns of what each lost by its kind (SSE/SST, mean semantic distance, or share of changed cells). Risk is the share of \
                 records that an intruder is expected to find who knows all quasi-identifiers and guesses within a class: classes / records."
            }
        }
    }

    /// The names of both in results for programs.
    pub fn keys(self) -> (&'static str, &'static str) {
        match self {
            Self::Numbers => ("il", "dr"),
            Self::NumbersWithoutAgreement => ("il", "dbrl_id"),
            Self::Words => ("semantic_loss", "srl"),
            Self::Classes => ("column_loss", "class_risk"),
        }
    }

    /// Measures a masked table against its original.
    pub(super) fn measure(self, original: &Table, masked: &Masked) -> Result<Figures> {
        let smallest = ("smallest_class".to_owned(), masked.kept.smallest as f64);
        let (loss, risk, mut parts) = match self {
            Self::Numbers | Self::NumbersWithoutAgreement => self.of_numbers(original, masked)?,
            Self::Words => words(original, masked)?,
            Self::Classes => by_classes(masked),
        };
        parts.push(smallest);
        let found = Figures { loss, risk, parts };
        if !found.loss.is_finite() || !found.risk.is_finite() {
            return Err(Error::input("the loss is not a finite number: a column is constant or empty"));
        }
        Ok(found)
    }

    fn of_numbers(self, original: &Table, masked: &Masked) -> Result<Measured> {
        let mut assessment = masked.assessment();
        assessment.measures = vec![Measure::Information, Measure::Linkage, Measure::Interval];
        if self == Self::Numbers {
            assessment.measures.push(Measure::Probability);
        }
        let reading = assess(original, &masked.table, &assessment)?.reading;
        let none = || Error::input("there is too little to measure");
        let information = reading.information.as_ref().ok_or_else(none)?;
        let (linkage, interval) =
            (reading.linkage.as_ref().ok_or_else(none)?, reading.interval.as_ref().ok_or_else(none)?);
        let risk = match self {
            Self::Numbers => reading.disclosure_risk().ok_or_else(none)?,
            _ => (linkage.value + interval.value) / 2.0,
        };
        let mut parts: Vec<(String, f64)> = Vec::new();
        parts.push(("dbrl".to_owned(), linkage.value));
        if let Some((probability, _)) = &reading.probability {
            parts.push(("prl".to_owned(), probability.value));
        }
        parts.push(("id".to_owned(), interval.value));
        for (name, value) in information.parts.iter().filter(|(name, _)| name.starts_with("il")) {
            parts.push(((*name).to_owned(), *value));
        }
        Ok((information.value, risk, parts))
    }
}

/// Loss, risk, and what they are made of.
type Measured = (f64, f64, Vec<(String, f64)>);

/// The mean loss of the masked columns, in percent.
fn column_loss(masked: &Masked) -> f64 {
    100.0 * masked.losses.iter().map(|loss| loss.share()).sum::<f64>() / masked.losses.len().max(1) as f64
}

fn words(original: &Table, masked: &Masked) -> Result<Measured> {
    let mut assessment = masked.assessment();
    assessment.measures = vec![Measure::Words];
    let found = assess(original, &masked.table, &assessment)?.reading.words;
    let found = found.ok_or_else(|| Error::input("there is too little to measure"))?;
    let (mut risk, mut parts) = (None, vec![("mrl".to_owned(), found.matching.value)]);
    for (name, reading) in &found.semantic {
        let Some(reading) = reading else { continue };
        parts.push((format!("srl_{}", name.replace('-', "_")), reading.value));
        if *name == SIMILARITY {
            risk = Some(reading.value);
        }
    }
    let risk = risk.ok_or_else(|| Error::input("there are too many distinct records to link them by meaning"))?;
    Ok((column_loss(masked), risk, parts))
}

fn by_classes(masked: &Masked) -> Measured {
    let columns = masked.plan.roles.masked.iter().filter_map(|column| masked.table.column(&column.name).ok());
    let classes = classes(&columns.collect::<Vec<_>>()).sizes.len() as f64;
    let risk = 100.0 * classes / masked.table.len().max(1) as f64;
    (column_loss(masked), risk, vec![("classes".to_owned(), classes)])
}
