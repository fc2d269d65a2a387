//! A table of the thesis: published figures beside ours, what the thesis finds, and what cannot be compared.

use crate::console::Console;
use crate::failure::Failure;
use serde_json::{Map, Value, json};

/// One figure, published and ours; one of both may be missing.
#[derive(Clone, Copy)]
pub(super) struct Figure {
    pub(super) published: Option<f64>,
    pub(super) ours: Option<f64>,
}

/// A finding of the thesis, and whether it holds for ours.
pub(super) struct Finding {
    pub(super) name: String,
    pub(super) ours: String,
    pub(super) holds: bool,
}

impl Finding {
    fn verdict(&self) -> &'static str {
        if self.holds { "holds" } else { "does not hold" }
    }
}

/// A table with all that is said about it.
pub(super) struct Report {
    pub(super) name: &'static str,
    /// The names of the figures of a row.
    pub(super) columns: &'static [&'static str],
    /// Digits after the point.
    pub(super) digits: usize,
    /// Rows with their figures, in the order of the columns.
    pub(super) rows: Vec<(String, Vec<Figure>)>,
    pub(super) findings: Vec<Finding>,
    pub(super) notes: Vec<&'static str>,
}

impl Report {
    pub(super) fn print(&self, console: &Console) -> Result<(), Failure> {
        match console.json {
            true => console.print_json(&self.to_json()),
            false => console.print(&self.to_text()),
        }
    }

    fn to_json(&self) -> Value {
        let figures = |row: &[Figure], pick: fn(&Figure) -> Option<f64>| -> Value {
            let named = self.columns.iter().zip(row).filter_map(|(name, figure)| Some((*name, pick(figure)?)));
            named.map(|(name, value)| (name.to_owned(), json!(value))).collect::<Map<_, _>>().into()
        };
        let row = |(name, row): &(String, Vec<Figure>)| {
            let (published, ours) = (figures(row, |figure| figure.published), figures(row, |figure| figure.ours));
            json!({ "name": name, "published": published, "ours": ours })
        };
        let finding = |finding: &Finding| json!({ "name": finding.name, "ours": finding.ours, "holds": finding.holds });
        json!({
            "name": self.name,
            "rows": self.rows.iter().map(row).collect::<Vec<_>>(),
            "findings": self.findings.iter().map(finding).collect::<Vec<_>>(),
            "note": self.notes.join("; "),
        })
    }

    /// Two lines for a row: published, and ours.
    fn to_text(&self) -> String {
        let width = self.columns.iter().map(|name| name.chars().count() + 2).max().unwrap_or(0).max(10);
        let cells = |row: &[Figure], pick: fn(&Figure) -> Option<f64>| -> String {
            let cell = |figure| pick(figure).map_or("–".to_owned(), |value| format!("{value:.*}", self.digits));
            row.iter().map(|figure| format!("{:>width$}", cell(figure))).collect()
        };
        let names = self.rows.iter().map(|(name, _)| name.chars().count() + 2).max().unwrap_or(0).max(14);
        let mut text = format!("{:<names$}{:<10}", "", "");
        text.extend(self.columns.iter().map(|name| format!("{name:>width$}")));
        text.push('\n');
        for (name, row) in &self.rows {
            if row.iter().any(|figure| figure.published.is_some()) {
                text += &format!("{name:<names$}{:<10}{}\n", "published", cells(row, |figure| figure.published));
                text += &format!("{:<names$}{:<10}{}\n", "", "ours", cells(row, |figure| figure.ours));
            } else {
                text += &format!("{name:<names$}{:<10}{}\n", "ours", cells(row, |figure| figure.ours));
            }
        }
        text.push('\n');
        for finding in &self.findings {
            text += &format!("{}: {} ({})\n", finding.name, finding.verdict(), finding.ours);
        }
        self.notes.iter().for_each(|note| text += &format!("note: {note}\n"));
        text
    }
}

/// The mean of some figures.
pub(super) fn mean(figures: impl Iterator<Item = f64> + Clone) -> f64 {
    figures.clone().sum::<f64>() / figures.count().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Report {
        let figure = |published, ours| Figure { published, ours: Some(ours) };
        Report {
            name: "table-0",
            columns: &["am", "ranks"],
            digits: 1,
            rows: vec![
                ("A".to_owned(), vec![figure(Some(1.0), 2.0), figure(None, 3.0)]),
                ("B".to_owned(), vec![figure(None, 4.0), figure(None, 5.25)]),
            ],
            findings: vec![Finding { name: "am < ranks".to_owned(), ours: "A, B".to_owned(), holds: true }],
            notes: vec!["made up"],
        }
    }

    #[test]
    fn a_table_is_printed_with_a_line_for_published_figures_where_there_are_any() {
        let text = report().to_text();
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[..3], [vec!["am", "ranks"], vec!["A", "published", "1.0", "–"], vec!["ours", "2.0", "3.0"]]);
        assert_eq!(lines[3], ["B", "ours", "4.0", "5.2"]);
        assert!(text.ends_with("\nam < ranks: holds (A, B)\nnote: made up\n"), "{text}");
    }

    #[test]
    fn a_figure_that_is_missing_is_not_in_the_json() {
        let value = report().to_json();
        assert_eq!(
            value["rows"][0],
            json!({ "name": "A", "published": { "am": 1.0 }, "ours": { "am": 2.0, "ranks": 3.0 } })
        );
        assert_eq!(value["findings"][0]["holds"], true);
        assert!((mean([1.0, 2.0, 6.0].into_iter()) - 3.0).abs() < 1e-12);
    }
}
