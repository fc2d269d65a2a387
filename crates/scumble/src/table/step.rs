//! One step of a plan: a mask of some columns, with nothing left open.

use scumble_io::Watch;
use scumble_mask::{Generalization, Mask, Masked, Method, Microaggregation, Problem, Recoding, Result, Rng};
use serde_json::{Value, json};

/// One step of a plan.
#[derive(Debug, Clone, PartialEq)]
pub enum PlannedStep {
    /// Groups of records publish their centroid.
    Microaggregation(Microaggregation),
    /// Values are replaced by what lies above them in their hierarchy.
    Generalization(Generalization),
}

impl PlannedStep {
    /// Its method.
    pub fn method(&self) -> Method {
        match self {
            Self::Microaggregation(step) => step.method,
            Self::Generalization(Generalization { recoding: Recoding::FullDomain { .. }, .. }) => Method::FullDomain,
            Self::Generalization(Generalization { recoding: Recoding::Local, .. }) => Method::Generalize,
        }
    }

    /// The columns that are masked together, by their places among the masked ones, each with its k.
    pub fn groups(&self) -> Vec<(&[usize], usize)> {
        match self {
            Self::Microaggregation(step) => {
                step.groups.iter().map(|group| (group.columns.as_slice(), group.k.get())).collect()
            }
            Self::Generalization(step) => vec![(step.columns.as_slice(), step.k.get())],
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
        }
    }

    pub(super) fn mask(&self, problem: &Problem<'_>, rng: &mut Rng, watch: &dyn Watch) -> Result<Masked> {
        match self {
            Self::Microaggregation(step) => step.mask(problem, rng, watch),
            Self::Generalization(step) => step.mask(problem, rng, watch),
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
        }
        said
    }
}
