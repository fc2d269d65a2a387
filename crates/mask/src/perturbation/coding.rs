//! Top and bottom coding, and rounding to a base.

use super::Percent;
use super::cells::{ordered, refused, unfit, with_numbers};
use crate::attribute::{Attribute, Values};
use crate::error::Result;

/// Beyond what a value is coded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Ends {
    /// This percentage of the records at each end.
    Percent(Percent),
    /// Bounds, one of which may be open.
    Values {
        /// Lower numbers become this one.
        bottom: Option<f64>,
        /// Greater numbers become this one.
        top: Option<f64>,
    },
}

impl Ends {
    /// The bounds in words.
    pub(super) fn told(self) -> String {
        match self {
            Self::Percent(percent) => {
                format!("the bounds that cut {} % of the records off at each end of its column", percent.get())
            }
            Self::Values { bottom: Some(bottom), top: Some(top) } => format!("{bottom} and {top}"),
            Self::Values { bottom: Some(bottom), .. } => format!("{bottom} (below)"),
            Self::Values { top, .. } => format!("{} (above)", top.unwrap_or(f64::INFINITY)),
        }
    }
}

/// Codes the ends of every column by itself, over all strata.
pub(super) fn coded(attributes: &[&Attribute], ends: Ends) -> Result<Vec<Attribute>> {
    attributes.iter().map(|attribute| one(attribute, ends)).collect()
}

fn one(attribute: &Attribute, ends: Ends) -> Result<Attribute> {
    let cells = ordered(attribute)
        .ok_or_else(|| unfit(attribute, "top-bottom", "numbers, dates and ordinals", "pram or record-swap"))?;
    let (bottom, top) = match ends {
        Ends::Percent(percent) => {
            let mut sorted: Vec<f64> = cells.iter().copied().filter(|cell| !cell.is_nan()).collect();
            sorted.sort_by(f64::total_cmp);
            let cut = percent.of(sorted.len());
            if cut == 0 && !sorted.is_empty() {
                let problem = format!(
                    "{} % of its {} values is less than one, so none would be coded: ask for a larger percentage",
                    percent.get(),
                    sorted.len()
                );
                return Err(refused(attribute, problem));
            }
            match sorted.len() {
                0 => (f64::NEG_INFINITY, f64::INFINITY),
                count => {
                    let cut = cut.min((count - 1) / 2);
                    (sorted[cut], sorted[count - 1 - cut])
                }
            }
        }
        Ends::Values { bottom, top } => {
            let Values::Numbers(_, format) = &attribute.values else {
                return Err(refused(attribute, "bounds apply to numbers: give a percentage instead"));
            };
            if bottom.into_iter().chain(top).any(|bound| format.rounded(bound) != bound) {
                return Err(refused(attribute, "the bound has more decimals than the column is published with"));
            }
            let (bottom, top) = (bottom.unwrap_or(f64::NEG_INFINITY), top.unwrap_or(f64::INFINITY));
            if bottom.is_nan() || top.is_nan() || bottom > top {
                return Err(refused(attribute, "the bottom bound must be a number below the top bound"));
            }
            (bottom, top)
        }
    };
    Ok(match &attribute.values {
        Values::Ordinal(codes, order) => {
            let mut masked = attribute.clone();
            let known = order.len() as u32;
            let code = |&code: &u32| if code < known { code.clamp(bottom as u32, top as u32) } else { code };
            masked.values = Values::Ordinal(codes.iter().map(code).collect(), order.clone());
            masked
        }
        _ => with_numbers(attribute, cells.iter().map(|cell| cell.clamp(bottom, top))),
    })
}

/// Rounds every number to the nearest multiple of a base.
pub(super) fn rounded(attributes: &[&Attribute], base: f64) -> Result<Vec<Attribute>> {
    let one = |attribute: &&Attribute| {
        let Values::Numbers(numbers, format) = &attribute.values else {
            return Err(unfit(attribute, "round", "numbers", "top-bottom, rank-swap or pram"));
        };
        if format.rounded(base) != base {
            return Err(refused(attribute, "the base has more decimals than the column is published with"));
        }
        // The nearest number to the multiple as it is written: 3 · 0.1 is 0.3.
        let decimals = base.to_string().split_once('.').map_or(0, |(_, behind)| behind.len());
        let multiple = |&number: &f64| {
            let product = base * (number / base).round();
            format!("{product:.decimals$}").parse::<f64>().unwrap_or(product) + 0.0
        };
        Ok(with_numbers(attribute, numbers.iter().map(multiple)))
    };
    attributes.iter().map(one).collect()
}
