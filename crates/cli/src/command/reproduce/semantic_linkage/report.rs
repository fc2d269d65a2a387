//! The table, the paper's findings beside ours, and the figures.

use super::measure::Row;
use super::survey::{Survey, WordHierarchy};
use crate::failure::Failure;
use scumble::io::write_whole;
use scumble::report::{Axis, Curve, lines};
use serde_json::{Value, json};
use std::path::Path;

pub(super) const MEASURES: [&str; 3] = ["path", "Wu–Palmer", "Batet"];
/// The measure that the paper's Figure 5 takes.
const BATET: usize = 2;

/// Both hierarchies with what was measured.
pub(super) struct Results<'a> {
    pub(super) survey: &'a Survey,
    pub(super) hierarchies: &'a [WordHierarchy; 2],
    pub(super) rows: [Vec<Row>; 2],
}

const NAMES: [&str; 2] = ["coarse", "fine"];

/// A finding of the paper and ours.
pub(super) struct Finding {
    name: &'static str,
    published: &'static str,
    ours: String,
    verdict: &'static str,
}

/// Whether a finding holds: everywhere, mostly, or not.
fn verdict(everywhere: bool, mostly: bool) -> &'static str {
    match (everywhere, mostly) {
        (true, _) => "holds",
        (_, true) => "holds in part",
        _ => "does not hold",
    }
}

/// From here on a ratio is almost 2.
const ALMOST_TWICE: f64 = 1.75;

impl Results<'_> {
    fn all(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().flatten()
    }

    pub(super) fn findings(&self) -> Vec<Finding> {
        let pairs = self.all().count() * MEASURES.len();
        let not_less = self.all().flat_map(|row| row.srl.map(|srl| srl >= row.mrl)).filter(|holds| *holds).count();
        let ratio = |rows: &[Row]| {
            let middle: Vec<f64> =
                rows.iter().filter(|row| (4..=8).contains(&row.k)).map(|row| row.srl[BATET] / row.mrl).collect();
            middle.iter().sum::<f64>() / middle.len() as f64
        };
        let [coarse, fine] = [0, 1].map(|at| ratio(&self.rows[at]));
        let each = |better: &dyn Fn(&Row, &Row) -> bool| {
            self.rows[0].iter().zip(&self.rows[1]).filter(|(coarse, fine)| better(coarse, fine)).count()
        };
        let values = self.rows[0].len();
        let finer = |name, published, what: &str, count: usize| Finding {
            name,
            published,
            ours: format!("{what} {count} of {values} values of k"),
            verdict: verdict(count == values, 2 * count > values),
        };
        let more = each(&|coarse, fine| fine.srl[BATET] > coarse.srl[BATET]);
        let less = each(&|coarse, fine| fine.loss < coarse.loss);
        let apart = |row: &Row| {
            row.srl.iter().copied().fold(f64::MIN, f64::max) - row.srl.iter().copied().fold(f64::MAX, f64::min)
        };
        let widest = self.all().map(apart).fold(0.0, f64::max);
        let spread = self.all().map(apart).sum::<f64>() / self.all().count() as f64;
        let gain = self.all().map(|row| row.srl[BATET] - row.mrl).sum::<f64>() / self.all().count() as f64;
        vec![
            Finding {
                name: "SRL is never below MRL",
                published: "SRL always outperforms MRL, whatever k is",
                ours: format!("SRL is at least MRL in {not_less} of {pairs} cases (k, hierarchy, measure)"),
                verdict: verdict(not_less == pairs, 2 * not_less > pairs),
            },
            Finding {
                name: "k = 4 to 8",
                published: "SRL finds almost twice as many as MRL",
                ours: format!(
                    "{coarse:.2} times as many with the coarse hierarchy, {fine:.2} with the fine one (Batet, mean over k)"
                ),
                verdict: verdict(coarse.min(fine) >= ALMOST_TWICE, coarse.max(fine) >= ALMOST_TWICE),
            },
            finer(
                "a finer hierarchy is linked more",
                "more correct linkages with the finer hierarchy",
                "SRL (Batet) is higher for",
                more,
            ),
            finer(
                "a finer hierarchy loses less",
                "less information loss with the finer hierarchy",
                "the loss is lower for",
                less,
            ),
            Finding {
                name: "measures differ little",
                published: "differences between the similarity measures are minor",
                ours: format!(
                    "{spread:.2} points between the three measures on average, {widest:.2} at most; SRL (Batet) is {gain:.2} points above MRL on average"
                ),
                // Little against what is gained by meaning at all.
                verdict: verdict(widest < gain / 2.0, spread < gain / 2.0),
            },
        ]
    }

    fn figures(&self) -> Vec<(String, String)> {
        let curve = |name: &str, dashed: bool, rows: &[Row], value: &dyn Fn(&Row) -> f64| Curve {
            name: name.to_owned(),
            dashed,
            points: rows.iter().map(|row| (row.k as f64, value(row))).collect(),
        };
        let (k, linked) = (Axis::counts("k"), Axis::new("Records linked rightly", "%"));
        let mut figures = Vec::new();
        for (at, name) in NAMES.iter().enumerate() {
            let rows = &self.rows[at];
            let mut curves: Vec<Curve> = MEASURES
                .iter()
                .enumerate()
                .map(|(measure, name)| curve(&format!("SRL, {name}"), false, rows, &|row| row.srl[measure]))
                .collect();
            curves.push(curve("MRL", false, rows, &|row| row.mrl));
            let title = format!("Disclosure risk by SRL and MRL, {name} hierarchy (as Figure 4)");
            figures.push((format!("figure-4-{name}.svg"), lines(&title, k, linked, &curves)));
        }
        let both = |value: &dyn Fn(&Row) -> f64| -> Vec<Curve> {
            NAMES
                .iter()
                .zip(&self.rows)
                .map(|(name, rows)| curve(&format!("{name} hierarchy"), false, rows, value))
                .collect()
        };
        let more = both(&|row| 100.0 * (row.srl[BATET] - row.mrl) / row.mrl);
        let title = "How many more records SRL (Batet) links than MRL (as Figure 5)";
        figures.push(("figure-5.svg".to_owned(), lines(title, k, Axis::new("Increase", "%"), &more)));
        let title = "Information loss by hierarchy (as Figure 6)";
        let lost = both(&|row| row.loss);
        figures.push((
            "figure-6.svg".to_owned(),
            lines(title, k, Axis::new("Loss: 100 less mean similarity", "%"), &lost),
        ));
        figures
    }

    /// The figures, the survey and its hierarchies, so that everything can be done again with `mask` and `assess`.
    pub(super) fn write(&self, out: &Path) -> Result<(), Failure> {
        std::fs::create_dir_all(out).map_err(|error| Failure::input(format!("{}: {error}", out.display())))?;
        for (name, svg) in self.figures() {
            write_whole(&out.join(name), svg.as_bytes())?;
        }
        write_whole(&out.join("survey.csv"), self.survey.to_csv().as_bytes())?;
        for (name, hierarchy) in NAMES.iter().zip(self.hierarchies) {
            write_whole(&out.join(format!("hierarchy-{name}.csv")), hierarchy.text.as_bytes())?;
        }
        Ok(())
    }

    pub(super) fn to_text(&self, out: Option<&Path>) -> String {
        let (combinations, uniques) = self.survey.combinations();
        let mut text = format!(
            "{} records of a made-up survey, {combinations} combinations of answers, {uniques} of them unique (the paper: 975, 211, 118)\n\
             coarse hierarchy: at most {} levels above a word; fine: at most {}\n\n",
            self.survey.len(),
            self.hierarchies[0].levels,
            self.hierarchies[1].levels
        );
        let head = format!("{:>7}{:>7}{:>7}{:>7}{:>7}", "MRL", "path", "W-P", "Batet", "loss");
        text +=
            &format!("    {:>35}  {:>35}\n   k{head}  {head}\n", "coarse hierarchy: SRL by", "fine hierarchy: SRL by");
        for (coarse, fine) in self.rows[0].iter().zip(&self.rows[1]) {
            let figures = |row: &Row| {
                let values = [row.mrl, row.srl[0], row.srl[1], row.srl[2], row.loss];
                values.map(|value| format!("{value:>7.2}")).concat()
            };
            text += &format!("{:>4}{}  {}\n", coarse.k, figures(coarse), figures(fine));
        }
        text.push('\n');
        for finding in self.findings() {
            text += &format!(
                "{}: {}\n  published: {}\n  ours: {}\n",
                finding.name, finding.verdict, finding.published, finding.ours
            );
        }
        text += &format!("{}\n", super::NOTE);
        if let Some(out) = out {
            text += &format!("figures: {}\n", out.display());
        }
        text
    }

    pub(super) fn to_json(&self) -> Value {
        let (combinations, uniques) = self.survey.combinations();
        let row = |row: &Row| {
            let [path, wu_palmer, batet] = row.srl;
            json!({ "k": row.k, "mrl": row.mrl, "srl": { "path": path, "wu_palmer": wu_palmer, "batet": batet }, "loss": row.loss })
        };
        let rows: Vec<Value> = self
            .findings()
            .iter()
            .map(|finding| {
                let note = finding.verdict;
                json!({ "name": finding.name, "published": finding.published, "ours": finding.ours, "note": note })
            })
            .collect();
        json!({
            "name": super::NAME,
            "rows": rows,
            "records": self.survey.len(),
            "combinations": combinations,
            "uniques": uniques,
            "coarse": self.rows[0].iter().map(row).collect::<Vec<_>>(),
            "fine": self.rows[1].iter().map(row).collect::<Vec<_>>(),
            "note": super::NOTE,
        })
    }
}
