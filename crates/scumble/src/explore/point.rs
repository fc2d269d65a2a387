//! The points of a grid on a table: each is one step of a policy.

use super::axes::Axes;
use super::grid::{Grid, GridMethod, Varied};
use crate::policy::{PerturbationSettings, Step, StepGroup, TablePolicy};
use scumble_data::ColumnKind;
use scumble_mask::Method;

/// One way to mask the table.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// Its name, which is that of its policy file: `mdav-k5`.
    pub name: String,
    /// What its points have in common on the map: the method, and for the method grouped the columns in a group.
    pub series: String,
    /// The method.
    pub method: &'static str,
    /// Records in a group, at least.
    pub k: Option<usize>,
    /// The percentage of a perturbation.
    pub p: Option<f64>,
    /// Columns in a group.
    pub width: Option<usize>,
    /// The step that masks the table in this way.
    pub step: Step,
}

impl Point {
    /// The parameters in words: `k = 5`.
    pub fn parameters(&self) -> String {
        match (self.k, self.p) {
            (Some(k), _) => format!("k = {k}"),
            (_, Some(p)) => format!("p = {p} %"),
            _ => String::new(),
        }
    }

    /// The policy that masks the table in this way.
    pub fn policy(&self, base: &TablePolicy) -> TablePolicy {
        TablePolicy { steps: vec![self.step.clone()], ..base.clone() }
    }
}

/// The points of a grid, and why methods have none.
pub(super) fn points(
    grid: &Grid,
    axes: Axes,
    quasi: &[(&str, &ColumnKind)],
    template: &Step,
) -> (Vec<Point>, Vec<String>) {
    let (mut points, mut notes): (Vec<Point>, Vec<String>) = (Vec::new(), Vec::new());
    for row in &grid.rows {
        for method in &row.methods {
            if let Some(reason) = refusal(*method, axes, quasi) {
                let note = format!("{} is left out: {reason}", method.name);
                if !notes.contains(&note) {
                    notes.push(note);
                }
                continue;
            }
            let widths: Vec<Option<usize>> = match method.name {
                "grouped" => row.widths.iter().filter(|width| **width < quasi.len()).copied().map(Some).collect(),
                _ => vec![None],
            };
            for width in widths {
                let made: Vec<Point> = match method.varies {
                    Varied::K => row.k.iter().map(|&k| by_k(method.name, k, width, quasi, template)).collect(),
                    Varied::P => row.p.iter().map(|&p| by_p(method.name, p, template)).collect(),
                };
                for point in made {
                    if points.iter().all(|known| known.name != point.name) {
                        points.push(point);
                    }
                }
            }
        }
    }
    (points, notes)
}

fn by_p(name: &'static str, p: f64, template: &Step) -> Point {
    let percent = Some(p);
    let transition = template.perturbation.transition.filter(|_| name == "pram");
    let perturbation = PerturbationSettings { percent, transition, ..PerturbationSettings::default() };
    let step = Step { method: method(name), perturbation, ..Step::default() };
    let series = name.to_owned();
    Point { name: format!("{name}-p{p}"), series, method: name, k: None, p: percent, width: None, step }
}

fn method(name: &str) -> Option<Method> {
    Method::ALL.iter().find(|(known, _)| *known == name).map(|(_, method)| *method)
}

fn by_k(name: &'static str, k: usize, width: Option<usize>, quasi: &[(&str, &ColumnKind)], template: &Step) -> Point {
    let groups = width.map(|width| {
        let groups = quasi.chunks(width).map(|part| part.iter().map(|(name, _)| (*name).to_owned()).collect());
        groups.map(|columns| StepGroup { columns, k: None }).collect::<Vec<_>>()
    });
    let recodes = matches!(name, "generalize" | "full-domain");
    let step = Step {
        method: method(name),
        k: Some(k),
        groups: groups.unwrap_or_default(),
        effort: template.effort.filter(|_| name == "refined"),
        suppression_limit: template.suppression_limit.filter(|_| name == "full-domain"),
        standardize: template.standardize.filter(|_| !recodes),
        centroid: template.centroid.filter(|_| !recodes),
        ..Step::default()
    };
    let series = width.map_or_else(|| name.to_owned(), |width| format!("{name} by {width}"));
    let name_with_width = width.map_or_else(|| name.to_owned(), |width| format!("{name}-{width}"));
    Point { name: format!("{name_with_width}-k{k}"), series, method: name, k: Some(k), p: None, width, step }
}

/// Why a method has no point on this map.
fn refusal(method: GridMethod, axes: Axes, quasi: &[(&str, &ColumnKind)]) -> Option<String> {
    let numbers = matches!(axes, Axes::Numbers | Axes::NumbersWithoutAgreement);
    let without = |wanted: fn(&ColumnKind) -> bool| quasi.iter().find(|(_, kind)| !wanted(kind)).map(|(name, _)| *name);
    let ordered = |kind: &ColumnKind| matches!(kind, ColumnKind::Number | ColumnKind::Date(_) | ColumnKind::Ordinal(_));
    match method.name {
        "individual-ranking" | "z-scores" | "principal-component" => {
            without(ordered).map(|name| format!("column “{name}” has no order"))
        }
        "generalize" | "full-domain" if numbers => Some(
            "it publishes intervals, of which information loss and linkage by distance are not measured".to_owned(),
        ),
        _ if axes == Axes::Classes && method.varies == Varied::P => {
            Some("it makes no classes, by which the risk of these columns is measured".to_owned())
        }
        "rank-swap" | "top-bottom" => without(ordered).map(|name| format!("column “{name}” has no order")),
        "noise" | "correlated-noise" => {
            let moved = |kind: &ColumnKind| matches!(kind, ColumnKind::Number | ColumnKind::Date(_));
            without(moved).map(|name| format!("column “{name}” is neither of numbers nor of dates"))
        }
        "pram" => {
            let counted = |kind: &ColumnKind| !matches!(kind, ColumnKind::Number | ColumnKind::Date(_));
            without(counted).map(|name| format!("column “{name}” has no categories"))
        }
        "grouped" if quasi.len() < 3 => Some("there are fewer than three columns to group".to_owned()),
        _ => None,
    }
}
