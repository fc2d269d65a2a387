//! One step of a plan: a mask of some columns, with nothing left open.

use scumble_io::Watch;
use scumble_mask::{
    Combination, Generalization, Mask, Masked, Method, Microaggregation, Problem, Recoding, Result, Rng, Suppression,
};
use serde_json::{Value, json};

/// One step of a plan.
#[derive(Debug, Clone, PartialEq)]
pub enum PlannedStep {
    /// Groups of records publish their centroid.
    Microaggregation(Microaggregation),
    /// Values are replaced by what lies above them in their hierarchy.
    Generalization(Generalization),
    /// Cells are blanked, or records are left out.
    Suppression(Suppression),
}

impl PlannedStep {
    /// Its method.
    pub fn method(&self) -> Method {
        match self {
            Self::Microaggregation(step) => step.method,
            Self::Generalization(Generalization { recoding: Recoding::FullDomain { .. }, .. }) => Method::FullDomain,
            Self::Generalization(Generalization { recoding: Recoding::Local, .. }) => Method::Generalize,
            Self::Suppression(_) => Method::Suppress,
        }
    }

    /// The columns that are masked together, by their places among the masked ones, each with its k.
    pub fn groups(&self) -> Vec<(&[usize], usize)> {
        match self {
            Self::Microaggregation(step) => {
                step.groups.iter().map(|group| (group.columns.as_slice(), group.k.get())).collect()
            }
            Self::Generalization(step) => vec![(step.columns.as_slice(), step.k.get())],
            Self::Suppression(step) => {
                let k = step.combinations.iter().map(|one| one.k.get()).max().unwrap_or(0);
                vec![(step.columns.as_slice(), k)]
            }
        }
    }

    /// Whether it may leave out records.
    pub(super) fn leaves_out(&self) -> bool {
        match self {
            Self::Microaggregation(_) => false,
            Self::Generalization(step) => match step.recoding {
                Recoding::FullDomain { suppression } => suppression > 0.0,
                Recoding::Local => false,
            },
            Self::Suppression(step) => step.suppress.limit() > 0.0,
        }
    }

    pub(super) fn mask(&self, problem: &Problem<'_>, rng: &mut Rng, watch: &dyn Watch) -> Result<Masked> {
        match self {
            Self::Microaggregation(step) => step.mask(problem, rng, watch),
            Self::Generalization(step) => step.mask(problem, rng, watch),
            Self::Suppression(step) => step.mask(problem, rng, watch),
        }
    }

    /// The step as one object; `names` are those of the masked columns.
    pub(super) fn to_json(&self, names: &[&str]) -> Value {
        let named = |columns: &[usize]| columns.iter().map(|&column| names[column]).collect::<Vec<_>>();
        let parts = self.groups().into_iter().map(|(columns, k)| json!({ "columns": named(columns), "k": k }));
        let mut said = json!({ "method": self.method().name(), "parts": parts.collect::<Vec<_>>() });
        match self {
            Self::Microaggregation(step) => {
                said["standardize"] = json!(step.standardize);
                said["centroid"] = json!(step.centroid.name());
                if step.method == Method::Refined {
                    said["effort"] = json!(step.effort);
                }
            }
            Self::Generalization(step) => match step.recoding {
                Recoding::FullDomain { suppression } => said["suppression_limit"] = json!(suppression),
                Recoding::Local => {}
            },
            Self::Suppression(step) => {
                let one = |one: &Combination| json!({ "columns": named(&one.columns), "k": one.k.get() });
                said["combinations"] = step.combinations.iter().map(one).collect();
                said["blank"] = json!(step.blank.name());
                said["suppress"] = json!(step.suppress.name());
                said["suppression_limit"] = json!(step.suppress.limit());
                let weights = step.columns.iter().zip(&step.weights);
                said["weights"] = weights.map(|(&column, &weight)| (names[column].to_owned(), json!(weight))).collect();
            }
        }
        said
    }
}
