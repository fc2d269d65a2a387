//! The settings of a perturbation.

use scumble_mask::Transition;

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
    /// For `recode`: the level of each column.
    pub levels: Vec<(String, usize)>,
    /// For `round`: the base.
    pub base: Option<f64>,
}
