//! The method of a step, and the settings of a perturbation.

use scumble_mask::{Method, PerturbationMethod, Transition};

/// What a step does to its columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepMethod {
    /// Groups of at least k records publish their centroid.
    Microaggregation(Method),
    /// Values are swapped, redrawn, coded or blurred; no k is promised.
    Perturbation(PerturbationMethod),
}

impl StepMethod {
    /// Every method with its name.
    pub fn all() -> Vec<(&'static str, Self)> {
        let grouping = Method::ALL.iter().map(|&(name, method)| (name, Self::from(method)));
        grouping.chain(PerturbationMethod::ALL.iter().map(|&(name, method)| (name, Self::from(method)))).collect()
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Microaggregation(method) => method.name(),
            Self::Perturbation(method) => method.name(),
        }
    }
}

impl From<Method> for StepMethod {
    fn from(method: Method) -> Self {
        Self::Microaggregation(method)
    }
}

impl From<PerturbationMethod> for StepMethod {
    fn from(method: PerturbationMethod) -> Self {
        Self::Perturbation(method)
    }
}

/// The settings of a step of perturbation, each of which belongs to some of the methods.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PerturbationSettings {
    /// The percentage p.
    pub percent: Option<f64>,
    /// For `pram`: the transition matrix.
    pub transition: Option<Transition>,
    /// For `shuffle-values`: the columns that the new order depends on.
    pub given: Vec<String>,
    /// For `top-bottom`: the greatest value.
    pub top: Option<f64>,
    /// For `top-bottom`: the least value.
    pub bottom: Option<f64>,
    /// For `round`: the base.
    pub base: Option<f64>,
}
