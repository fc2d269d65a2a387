//! What an exploration found: the Pareto front, the best point by score, and all of it as files.

use super::axes::{Axes, Figures};
use super::finished::Outcome;
use super::point::Point;
use crate::document::Folder;
use crate::error::{Error, ErrorKind, Result};
use crate::places::make_folder;
use crate::policy::TablePolicy;
use crate::report::{explored_map, explored_page};
use scumble_io::{remove_leftovers, write_whole};
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::path::Path;

/// How the policy of a point begins: a file that begins otherwise is not ours.
const HEAD: &str = "# written by scumble explore";

/// A grid that was tried on a table.
#[derive(Debug, Clone)]
#[must_use]
pub struct Explored {
    /// What loss and risk are.
    pub axes: Axes,
    /// Every point in the order of the grid, with its figures or why it has none.
    pub points: Vec<(Point, Outcome)>,
    /// What a person should know.
    pub notes: Vec<String>,
    /// The policy of all points but for their step.
    pub base: TablePolicy,
    /// The quasi-identifiers.
    pub columns: Vec<String>,
    /// The table's file.
    pub file: String,
    /// Records of the table.
    pub records: usize,
    /// Points that an earlier run had finished.
    pub resumed: usize,
}

impl Explored {
    /// The points that have figures.
    pub fn measured(&self) -> impl Iterator<Item = (&Point, &Figures)> {
        self.points.iter().filter_map(|(point, outcome)| Some((point, outcome.as_ref().ok()?)))
    }

    /// The points that have none, and why.
    pub fn failed(&self) -> impl Iterator<Item = (&Point, &str)> {
        self.points.iter().filter_map(|(point, outcome)| Some((point, outcome.as_ref().err()?.as_str())))
    }

    /// Whether no other point has less loss at no more risk, or less risk at no more loss.
    pub fn is_on_front(&self, figures: &Figures) -> bool {
        let better = |other: &Figures| {
            other.loss <= figures.loss
                && other.risk <= figures.risk
                && (other.loss < figures.loss || other.risk < figures.risk)
        };
        !self.measured().any(|(_, other)| better(other))
    }

    /// The Pareto front, from the least loss to the least risk.
    pub fn front(&self) -> Vec<(&Point, &Figures)> {
        let mut front: Vec<_> = self.measured().filter(|(_, figures)| self.is_on_front(figures)).collect();
        front.sort_by(|(_, a), (_, b)| a.loss.total_cmp(&b.loss));
        front
    }

    /// The point with the least score, the mean of loss and risk; the first of the grid among equals.
    pub fn best(&self) -> Option<(&Point, &Figures)> {
        self.measured().min_by(|(_, a), (_, b)| a.score().total_cmp(&b.score()))
    }

    /// The names of all parts that a point has, in the order in which they first occur.
    fn parts(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for (name, _) in self.measured().flat_map(|(_, figures)| &figures.parts) {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }

    /// A line for each point.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let (loss, risk) = self.axes.keys();
        let parts = self.parts();
        let mut text =
            format!("point,method,k,p,columns_per_group,{loss},{risk},score,pareto,best,{},reason\n", parts.join(","));
        let best = self.best().map(|(point, _)| point.name.as_str());
        for (point, outcome) in &self.points {
            let shown = |value: Option<String>| value.unwrap_or_default();
            // Writing to a string does not fail.
            let _ = write!(
                text,
                "{},{},{},{},{}",
                point.name,
                point.method,
                shown(point.k.map(|k| k.to_string())),
                shown(point.p.map(|p| p.to_string())),
                shown(point.width.map(|width| width.to_string()))
            );
            match outcome {
                Ok(figures) => {
                    let (front, best) = (self.is_on_front(figures), best == Some(point.name.as_str()));
                    let _ = write!(text, ",{},{},{}", figures.loss, figures.risk, figures.score());
                    let _ = write!(text, ",{},{}", u8::from(front), u8::from(best));
                    for name in &parts {
                        let part = figures.parts.iter().find(|(part, _)| part == name);
                        let _ = write!(text, ",{}", shown(part.map(|(_, value)| value.to_string())));
                    }
                    text.push_str(",\n");
                }
                Err(reason) => {
                    let _ = writeln!(text, ",,,,,{},\"{}\"", ",".repeat(parts.len()), reason.replace('"', "\"\""));
                }
            }
        }
        text
    }

    /// All as one object.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let names = |points: Vec<(&Point, &Figures)>| -> Vec<String> {
            points.into_iter().map(|(point, _)| point.name.clone()).collect()
        };
        let (loss, risk) = self.axes.keys();
        json!({
            "table": self.file,
            "records": self.records,
            "columns": self.columns,
            "axes": {
                "loss": { "key": loss, "name": self.axes.loss_name() },
                "risk": { "key": risk, "name": self.axes.risk_name() },
            },
            "points": self.points.iter().map(|(point, outcome)| self.point_to_json(point, outcome)).collect::<Vec<_>>(),
            "pareto": names(self.front()),
            "best": self.best().map(|(point, _)| point.name.as_str()),
            "notes": self.notes,
            "resumed": self.resumed,
            "seed": self.base.seed,
        })
    }

    fn point_to_json(&self, point: &Point, outcome: &Outcome) -> Value {
        let mut parameters = Map::new();
        if let Some(k) = point.k {
            parameters.insert("k".to_owned(), json!(k));
        }
        if let Some(p) = point.p {
            parameters.insert("p".to_owned(), json!(p));
        }
        if let Some(width) = point.width {
            parameters.insert("columns_per_group".to_owned(), json!(width));
        }
        let mut said = json!({ "name": point.name, "method": point.method, "parameters": parameters });
        match outcome {
            Ok(figures) => {
                let (loss, risk) = self.axes.keys();
                said[loss] = json!(figures.loss);
                said[risk] = json!(figures.risk);
                said["score"] = json!(figures.score());
                said["pareto"] = json!(self.is_on_front(figures));
                for (name, value) in &figures.parts {
                    said[name.as_str()] = json!(value);
                }
            }
            Err(reason) => said["reason"] = json!(reason),
        }
        said
    }

    /// Writes `points.csv`, `map.html`, `map.svg` and the policy of every point that has figures into a folder. Policies that an
    /// earlier exploration wrote there and this one does not have are removed.
    ///
    /// # Errors
    /// If something cannot be written.
    pub fn write(&self, out: &Path) -> Result<()> {
        let policies = out.join("policies");
        make_folder(&policies)?;
        remove_leftovers(out);
        for (point, _) in self.measured() {
            let text =
                format!("{HEAD}: {}, {}\n{}", point.series, point.parameters(), point.policy(&self.base).to_toml());
            write_whole(&policies.join(format!("{}.toml", point.name)), text.as_bytes())?;
        }
        self.remove_others(&policies)?;
        write_whole(&out.join("map.svg"), explored_map(self).as_bytes())?;
        write_whole(&out.join("map.html"), explored_page(self).as_bytes())?;
        Ok(write_whole(&out.join("points.csv"), self.to_csv().as_bytes())?)
    }

    /// Removes policies of points that this exploration does not have.
    fn remove_others(&self, policies: &Path) -> Result<()> {
        let fault = |error: std::io::Error| {
            Error::new(ErrorKind::Io, format!("{}: cannot be read: {error}", policies.display()))
        };
        for entry in std::fs::read_dir(policies).map_err(fault)?.flatten() {
            let path = entry.path();
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let is_toml = path.extension().is_some_and(|ending| ending == "toml");
            let is_ours = || std::fs::read_to_string(&path).is_ok_and(|text| text.starts_with(HEAD));
            if is_toml && self.measured().all(|(point, _)| point.name != name) && is_ours() {
                std::fs::remove_file(&path).map_err(fault)?;
            }
        }
        Ok(())
    }

    /// Where the finished points of an output are kept.
    #[must_use]
    pub fn work(out: &Path) -> std::path::PathBuf {
        Folder::work_of(out)
    }
}
