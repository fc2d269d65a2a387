//! One step of a plan: a mask of some columns, with nothing left open.

use scumble_io::Watch;
use scumble_mask::{
    Combination, Ends, Generalization, Mask, Masked, Method, Microaggregation, Perturbation, Perturbing, Problem,
    Recoding, Result, Rng, Suppression,
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
    /// Values are swapped, redrawn, coded or blurred.
    Perturbation(Perturbation),
}

impl PlannedStep {
    /// Its method.
    pub fn method(&self) -> Method {
        match self {
            Self::Microaggregation(step) => step.method,
            Self::Generalization(Generalization { recoding: Recoding::FullDomain { .. }, .. }) => Method::FullDomain,
            Self::Generalization(Generalization { recoding: Recoding::Local, .. }) => Method::Generalize,
            Self::Suppression(_) => Method::Suppress,
            Self::Perturbation(step) => step.method(),
        }
    }

    /// The columns that are masked together, by their places among the masked ones, each with its k; none in a perturbation.
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
            Self::Perturbation(_) => Vec::new(),
        }
    }

    /// The places of its columns among those that are masked.
    pub fn columns(&self) -> Vec<usize> {
        match self {
            Self::Perturbation(step) => step.columns.clone(),
            _ => self.groups().into_iter().flat_map(|(columns, _)| columns).copied().collect(),
        }
    }

    /// The perturbation, if it is one.
    pub fn perturbation(&self) -> Option<&Perturbation> {
        match self {
            Self::Perturbation(step) => Some(step),
            _ => None,
        }
    }

    /// Whether it takes a sample of the records, and leaves their values.
    pub(super) fn is_sample(&self) -> bool {
        self.method() == Method::Sample
    }

    /// Whether it may leave out records that it cannot protect.
    pub(super) fn leaves_out(&self) -> bool {
        match self {
            Self::Microaggregation(_) | Self::Perturbation(_) => false,
            Self::Generalization(step) => match step.recoding {
                Recoding::FullDomain { suppression } => suppression > 0.0,
                Recoding::Local => false,
            },
            Self::Suppression(step) => step.suppress.limit() > 0.0,
        }
    }

    /// The step as one object; `names` are those of the masked columns, and behind them of those that a perturbation looks at.
    pub(super) fn to_json(&self, names: &[&str]) -> Value {
        if let Self::Perturbation(step) = self {
            return perturbation_to_json(step, names);
        }
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
            Self::Perturbation(_) => {}
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

impl Mask for PlannedStep {
    fn mask(&self, problem: &Problem<'_>, rng: &mut Rng, watch: &dyn Watch) -> Result<Masked> {
        match self {
            Self::Microaggregation(step) => step.mask(problem, rng, watch),
            Self::Generalization(step) => step.mask(problem, rng, watch),
            Self::Suppression(step) => step.mask(problem, rng, watch),
            Self::Perturbation(step) => step.mask(problem, rng, watch),
        }
    }
}

fn perturbation_to_json(step: &Perturbation, names: &[&str]) -> Value {
    let named = |columns: &[usize]| columns.iter().map(|&column| names[column]).collect::<Vec<_>>();
    let mut said =
        json!({ "method": step.method().name(), "columns": named(&step.columns), "percent": step.percent() });
    match &step.perturbing {
        Perturbing::Pram(_, transition) => said["transition"] = json!(transition.name()),
        Perturbing::ShuffleValues { given } => said["given"] = json!(named(given)),
        Perturbing::Round(base) => said["base"] = json!(base),
        Perturbing::Recode(levels) => {
            let levels =
                step.columns.iter().zip(levels).map(|(&column, &level)| (names[column].to_owned(), json!(level)));
            said["levels"] = Value::Object(levels.collect());
        }
        Perturbing::TopBottom(Ends::Values { bottom, top }) => {
            (said["bottom"], said["top"]) = (json!(bottom), json!(top));
        }
        _ => {}
    }
    said
}
