//! The fitted model, as it is kept in a file.

use super::features::{FEATURES, Features};
use crate::document::share::Share;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::OnceLock;

const FITTED: &str = include_str!("../../../data/search-risk.tsv");

/// What happened to people of whom the model said about the same, when it was not fitted on them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// The largest chance that the model gave.
    pub most: f64,
    /// Those that were found first by one of the attackers, of so many people. A person with several texts counts once.
    pub found: Share,
}

/// How likely the person of a text is found first by one of the four attackers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchRisk {
    /// The chance that the model gives.
    pub chance: f64,
    /// The 95 % interval of what happened to those of whom it said about the same.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// A logistic model of being found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchRiskModel {
    /// Words that are typical of the texts it was fitted on.
    pub typical: BTreeSet<String>,
    /// The constant, and the weight of each feature.
    pub weights: Vec<f64>,
    /// The least value of each feature that it was fitted on.
    pub least: Features,
    /// The largest.
    pub most: Features,
    /// By growing chance.
    pub bins: Vec<Bin>,
}

impl SearchRiskModel {
    /// The model that comes with the build; nothing if its file is damaged.
    pub fn fitted() -> Option<&'static Self> {
        static MODEL: OnceLock<Option<SearchRiskModel>> = OnceLock::new();
        MODEL.get_or_init(|| Self::parse(FITTED)).as_ref()
    }

    /// Whether features lie within those that it was fitted on.
    pub fn resembles(&self, features: &Features) -> bool {
        features
            .iter()
            .zip(self.least.iter().zip(&self.most))
            .all(|(value, (least, most))| (*least..=*most).contains(value))
    }

    /// The chance that it gives.
    pub fn chance(&self, features: &Features) -> f64 {
        let score: f64 = self.weights.iter().zip(std::iter::once(&1.0).chain(features)).map(|(w, x)| w * x).sum();
        1.0 / (1.0 + (-score).exp())
    }

    /// The estimate, where the features resemble those that it was fitted on.
    pub fn estimate(&self, features: &Features) -> Option<SearchRisk> {
        if !self.resembles(features) {
            return None;
        }
        let chance = self.chance(features);
        let bin = self.bins.iter().find(|bin| chance <= bin.most).or(self.bins.last())?;
        let (low, high) = bin.found.interval();
        Some(SearchRisk { chance, low, high })
    }

    /// Reads a model: a line for each part, its name and its values with tabs between them; lines with # are notes.
    pub fn parse(text: &str) -> Option<Self> {
        let mut model = Self::default();
        let features = |values: &[f64]| -> Option<Features> { values.try_into().ok() };
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let mut cells = line.split('\t');
            let name = cells.next()?;
            if name == "typical" {
                model.typical = cells.map(str::to_owned).collect();
                continue;
            }
            let values: Vec<f64> = cells.map(|cell| cell.parse().ok()).collect::<Option<_>>()?;
            match (name, &values[..]) {
                ("weights", weights) if weights.len() == FEATURES.len() + 1 => model.weights = weights.to_vec(),
                ("least", values) => model.least = features(values)?,
                ("most", values) => model.most = features(values)?,
                ("bin", &[most, part, whole]) => {
                    let found = Share { part: part as usize, whole: whole as usize };
                    model.bins.push(Bin { most, found });
                }
                _ => return None,
            }
        }
        let whole = !model.weights.is_empty() && !model.bins.is_empty() && !model.typical.is_empty();
        whole.then_some(model)
    }

    /// The model as its file has it, below some notes.
    pub fn to_text(&self, notes: &str) -> String {
        let mut text: String = notes.lines().map(|line| format!("# {line}\n")).collect();
        let mut row = |name: &str, values: &[f64]| {
            let values: String = values.iter().map(|value| format!("\t{value}")).collect();
            let _ = writeln!(text, "{name}{values}");
        };
        row("weights", &self.weights);
        row("least", &self.least);
        row("most", &self.most);
        for Bin { most, found } in &self.bins {
            row("bin", &[*most, found.part as f64, found.whole as f64]);
        }
        let typical: String = self.typical.iter().map(|word| format!("\t{word}")).collect();
        text + &format!("typical{typical}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_read_as_it_was_written_and_keeps_to_its_range() {
        let bin = |most, part, whole| Bin { most, found: Share { part, whole } };
        let model = SearchRiskModel {
            typical: ["actor".to_owned()].into(),
            weights: vec![-1.0, 0.5, 0.0, 0.0, 0.0, 0.0],
            least: [1.0, 0.0, 0.0, 0.0, 0.0],
            most: [5.0; 5],
            bins: vec![bin(0.5, 1, 10), bin(1.0, 9, 10)],
        };
        assert_eq!(SearchRiskModel::parse(&model.to_text("a note")), Some(model.clone()));
        let risk = model.estimate(&[4.0, 1.0, 1.0, 1.0, 1.0]).unwrap();
        // 1 / (1 + e^-1); 9 of 10 by Clopper and Pearson.
        assert!((risk.chance - 0.731_058_578_630_004_9).abs() < 1e-12);
        assert!((risk.low - 0.554_984).abs() < 1e-5 && (risk.high - 0.997_471).abs() < 1e-5, "{risk:?}");
        assert_eq!(model.estimate(&[0.5, 1.0, 1.0, 1.0, 1.0]), None);
        assert_eq!(SearchRiskModel::parse("weights\tx\n"), None);
    }

    #[test]
    fn the_model_of_the_build_can_be_read() {
        let model = SearchRiskModel::fitted().unwrap();
        assert!(model.bins.windows(2).all(|pair| pair[0].most < pair[1].most));
        let middle: Vec<f64> = model.least.iter().zip(&model.most).map(|(a, b)| 0.5 * (a + b)).collect();
        let with = |feature: usize, value: f64| {
            let mut features: Features = middle.clone().try_into().unwrap();
            features[feature] = value;
            model.chance(&features)
        };
        // More words that are left tell more, and so do capitals within sentences.
        assert!(with(0, model.least[0]) < with(0, model.most[0]));
        assert!(with(2, model.least[2]) < with(2, model.most[2]));
    }

    /// The parts of the stored table are people whom the model was not fitted on: how well it tells those who were found.
    #[test]
    fn the_stored_table_ranks_people_who_were_left_out() {
        let model = SearchRiskModel::fitted().unwrap();
        let mut scores = Vec::new();
        for (place, bin) in model.bins.iter().enumerate() {
            scores.extend((0..bin.found.whole).map(|number| (place as f64, number < bin.found.part)));
        }
        let area = crate::document::estimate::area_under_curve(&scores).unwrap();
        assert!(area >= 0.77, "{area}");
        let shares: Vec<f64> = model.bins.iter().map(|bin| bin.found.value()).collect();
        assert!(shares.windows(2).all(|pair| pair[0] < pair[1] + 0.03), "{shares:?}");
    }
}
