//! Table 1 of Batet, Erola, Sánchez and Castellà-Roca, "Semantic Anonymisation of Set-valued Data": the loss by ten distances between
//! sets.

use crate::console::Console;
use crate::failure::Failure;
use crate::options::sets::SetArguments;
use scumble::assess::sets::sweep;
use scumble::mask::partition::GroupSize;
use scumble::mask::sets::Delta;
use scumble::sets::{distinct_items, understand};
use scumble::{Silent, Watch};
use serde_json::{Value, json};
use std::path::Path;

pub(super) const NAME: &str = "set-valued-table-1";

/// The published loss for k = 2, 3, 4, 5: by semantic distance, then by equality. The order is that of the distances in a sweep.
const TABLE_1: [([f64; 4], [f64; 4]); 5] = [
    ([699.0, 759.0, 783.0, 799.0], [825.0, 863.0, 883.0, 895.0]),
    ([724.0, 778.0, 806.0, 820.0], [824.0, 860.0, 884.0, 895.0]),
    ([639.0, 692.0, 724.0, 745.0], [768.0, 804.0, 829.0, 845.0]),
    ([683.0, 733.0, 759.0, 781.0], [817.0, 859.0, 879.0, 891.0]),
    ([716.0, 780.0, 819.0, 838.0], [822.0, 858.0, 884.0, 893.0]),
];

pub(super) fn run(input: &Path, sets: &SetArguments, console: &Console) -> Result<(), Failure> {
    let progress = console.progress();
    let _ = progress.at("measuring", 0, 0);
    let rows = console.in_parallel(|| rows(sets, input))??;
    progress.clear();
    let note = "the paper measured 1,000 users of a query log that is not public: compare the order of the rows, not the figures";
    if console.json {
        let rows: Vec<Value> = rows.iter().map(Row::to_json).collect();
        return console.print_json(&json!({ "name": NAME, "rows": rows, "note": note, "orderings": orderings(&rows) }));
    }
    let mut text = format!("{:<22}{:>30}   {:>44}\n", "", "published, k = 2 3 4 5", "ours: Σ avg (Σ min-sum)");
    for row in &rows {
        let published: Vec<String> = row.published.iter().map(|value| format!("{value:>6.0}")).collect();
        let ours: Vec<String> = row.ours.iter().map(|(sum, least)| format!("{sum:.1} ({least:.1})")).collect();
        text.push_str(&format!("{:<22}{:>30}   {}\n", row.name(), published.join(" "), ours.join("  ")));
    }
    let values: Vec<Value> = rows.iter().map(Row::to_json).collect();
    for line in orderings(&values) {
        text.push_str(&format!("{line}\n"));
    }
    text.push_str(&format!("{note}\n"));
    console.print(&text)
}

struct Row {
    distance: &'static str,
    semantic: bool,
    published: [f64; 4],
    /// Σ avg and Σ min-sum for each k.
    ours: Vec<(f64, f64)>,
}

impl Row {
    fn name(&self) -> String {
        format!("{}, {}", self.distance, if self.semantic { "semantic" } else { "equality" })
    }

    fn to_json(&self) -> Value {
        json!({
            "name": self.name(),
            "published": self.published,
            "ours": self.ours.iter().map(|(sum, _)| sum).collect::<Vec<_>>(),
            "ours_min_sum": self.ours.iter().map(|(_, least)| least).collect::<Vec<_>>(),
        })
    }
}

fn rows(arguments: &SetArguments, input: &Path) -> Result<Vec<Row>, Failure> {
    let records = arguments.read(input)?;
    let stack = arguments.open(&distinct_items(&records))?;
    let sets = understand(vec![records], arguments.items(), &stack).remove(0);
    if sets.is_flat() {
        return Err(Failure::input("a taxonomy is required for the semantic distances"));
    }
    GroupSize::new(5)?.check(sets.sets.len() - sets.unmapped().len())?;
    let published = TABLE_1.into_iter().flat_map(|(semantic, equality)| [semantic, equality]);
    let curves = sweep(&sets, 2..=5, &Silent)?;
    Ok(curves
        .into_iter()
        .zip(published)
        .map(|(curve, published)| Row {
            distance: curve.distance.name(),
            semantic: curve.delta == Delta::Semantic,
            published,
            ours: curve.points.iter().map(|point| (point.sum, point.sum_min_sum)).collect(),
        })
        .collect())
}

/// Whether the orderings that the paper reports hold here.
fn orderings(rows: &[Value]) -> Vec<String> {
    let ours = |row: &Value, k: usize| row["ours"][k].as_f64().unwrap_or(f64::NAN);
    let pairs = rows.chunks(2);
    let broken: Vec<String> = pairs
        .filter(|pair| (0..4).any(|k| ours(&pair[0], k) >= ours(&pair[1], k)))
        .map(|pair| pair[0]["name"].as_str().unwrap_or("").replace(", semantic", ""))
        .collect();
    let semantic = match broken.is_empty() {
        true => "semantic distances lose less than equality: holds for every distance".to_owned(),
        false => format!("semantic distances lose less than equality: does not hold for {}", broken.join(", ")),
    };
    let best = (0..4).all(|k| rows.iter().all(|row| ours(&rows[4], k) <= ours(row, k)));
    vec![semantic, format!("avg has the smallest Σ avg: {}", if best { "holds" } else { "does not hold" })]
}
