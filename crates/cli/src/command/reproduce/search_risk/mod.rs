//! Fits the estimate of the search risk on open biographies, and measures it on people whom it was not fitted on.

mod people;

use crate::console::Console;
use crate::failure::Failure;
use people::{Sample, samples};
use scumble::Watch;
use scumble::assess::document::Share;
use scumble::assess::document::estimate::{Bin, Features, SearchRiskModel, area_under_curve, fit_logistic};
use scumble::io::write_whole;
use scumble::report::{Axis, Curve, lines};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

pub(super) const NAME: &str = "search-risk";

/// The people are fitted on in so many parts, each measured by a model of the others.
const FOLDS: usize = 5;
/// Parts of the predictions for the curve of calibration.
const BINS: usize = 8;
/// What of each feature's values lies outside of the range at either end.
const OUTSIDE: f64 = 0.01;

const NOTES: &str = "The estimate of the search risk: a logistic model of being found first by one of four attackers.
Features: ln(1 + words left), ln(1 + pieces between labels), ln(1 + capitals within sentences), mean information of distinct words in bits, share of words that are not typical.
Made from wiki_actors (actors_abstracts, tri_reid_random500_visible; texts of Wikipedia, CC BY-SA) by: scumble reproduce search-risk DATA -o OUT";

/// A prediction for a person that the model was not fitted on.
struct Predicted<'s> {
    sample: &'s Sample,
    chance: f64,
}

struct Measured<'s> {
    model: SearchRiskModel,
    folds: Vec<Predicted<'s>>,
    others: Vec<Predicted<'s>>,
}

fn fitted<'s>(samples: impl Iterator<Item = &'s Sample>) -> SearchRiskModel {
    let rows: Vec<(Features, bool)> = samples.map(|sample| (sample.features, sample.found)).collect();
    SearchRiskModel { weights: fit_logistic(&rows), ..SearchRiskModel::default() }
}

/// Observed shares by growing prediction: as many samples in each part.
fn bins(predicted: &[Predicted<'_>], count: usize) -> Vec<(f64, Bin)> {
    let mut order: Vec<&Predicted<'_>> = predicted.iter().collect();
    order.sort_by(|a, b| a.chance.total_cmp(&b.chance));
    let size = order.len().div_ceil(count).max(1);
    let bin = |part: &[&Predicted<'_>]| {
        let all = part.len() as f64;
        let share = part.iter().filter(|one| one.sample.found).count() as f64 / all;
        // Texts of one person are not independent: the interval is that of the people.
        let people = part.iter().map(|one| one.sample.person).collect::<BTreeSet<_>>().len();
        let found = Share { part: (share * people as f64).round() as usize, whole: people };
        let most = part.last().map_or(1.0, |last| last.chance);
        (part.iter().map(|one| one.chance).sum::<f64>() / all, Bin { most, found })
    };
    order.chunks(size).map(bin).collect()
}

fn measured(samples: &[Sample], typical: BTreeSet<String>) -> Measured<'_> {
    let own: Vec<&Sample> = samples.iter().filter(|sample| sample.fits).collect();
    let mut folds = Vec::with_capacity(own.len());
    for fold in 0..FOLDS {
        let model = fitted(own.iter().copied().filter(|sample| sample.person % FOLDS != fold));
        let left = own.iter().filter(|sample| sample.person % FOLDS == fold);
        folds.extend(left.map(|sample| Predicted { sample, chance: model.chance(&sample.features) }));
    }
    let mut model = SearchRiskModel { typical, ..fitted(own.iter().copied()) };
    model.bins = bins(&folds, BINS).into_iter().map(|(_, bin)| bin).collect();
    for feature in 0..model.least.len() {
        let mut values: Vec<f64> = own.iter().map(|sample| sample.features[feature]).collect();
        values.sort_by(f64::total_cmp);
        let at = |share: f64| values[((values.len() - 1) as f64 * share).round() as usize];
        (model.least[feature], model.most[feature]) = (at(OUTSIDE), at(1.0 - OUTSIDE));
    }
    let others = samples.iter().filter(|sample| !sample.fits);
    let others = others.map(|sample| Predicted { sample, chance: model.chance(&sample.features) }).collect();
    Measured { model, folds, others }
}

/// A line of the table: which samples, how many, how many were found, the area under the curve.
struct Row {
    name: String,
    found: Share,
    people: usize,
    inside: usize,
    area: Option<f64>,
}

fn row<'p, 's: 'p>(name: &str, of: impl Iterator<Item = &'p Predicted<'s>>, model: &SearchRiskModel) -> Row {
    let of: Vec<&Predicted<'_>> = of.collect();
    Row {
        name: name.to_owned(),
        found: Share::of(of.iter().map(|one| one.sample.found)),
        people: of.iter().map(|one| one.sample.person).collect::<BTreeSet<_>>().len(),
        inside: of.iter().filter(|one| model.resembles(&one.sample.features)).count(),
        area: area_under_curve(&of.iter().map(|one| (one.chance, one.sample.found)).collect::<Vec<_>>()),
    }
}

fn rows(measured: &Measured<'_>) -> Vec<Row> {
    let Measured { model, folds, others } = measured;
    let mut rows = Vec::new();
    for (who, of) in [("left out in turn", folds), ("annotated", others)] {
        rows.push(row(&format!("{who}: all"), of.iter(), model));
        let inside = |one: &&Predicted<'_>| model.resembles(&one.sample.features);
        rows.push(row(&format!("{who}: within the range"), of.iter().filter(inside), model));
        let maskings: BTreeSet<&str> = of.iter().map(|one| one.sample.masking).collect();
        for masking in maskings {
            let name = format!("{who}: {masking}");
            rows.push(row(&name, of.iter().filter(|one| one.sample.masking == masking), model));
        }
    }
    rows
}

fn picture(measured: &Measured<'_>) -> String {
    let curve = |name: &str, dashed: bool, of: &[Predicted<'_>], count: usize| Curve {
        name: name.to_owned(),
        dashed,
        points: bins(of, count).iter().map(|(mean, bin)| (100.0 * mean, 100.0 * bin.found.value())).collect(),
    };
    let ideal = Curve { name: "as estimated".to_owned(), dashed: true, points: vec![(0.0, 0.0), (100.0, 100.0)] };
    let curves = [
        curve("people left out in turn", false, &measured.folds, BINS),
        curve("25 annotated people", false, &measured.others, BINS / 2),
        ideal,
    ];
    lines("Calibration of the search risk", Axis::new("Estimated", "%"), Axis::new("Found first", "%"), &curves)
}

pub(super) fn run(data: &Path, out: Option<&Path>, console: &Console) -> Result<(), Failure> {
    let progress = console.progress();
    let _ = progress.at("reading", 0, 0);
    let people::Samples { samples, typical, pages, inputs } = console.in_parallel(|| samples(data, &progress))??;
    let measured = measured(&samples, typical);
    progress.clear();
    let notes: String =
        inputs.iter().fold(NOTES.to_owned(), |notes, (name, hash)| format!("{notes}\nInput: {name}, SHA-256 {hash}"));
    if let Some(out) = out {
        std::fs::create_dir_all(out).map_err(|error| Failure::input(format!("{}: {error}", out.display())))?;
        write_whole(&out.join("search-risk.tsv"), measured.model.to_text(&notes).as_bytes())?;
        write_whole(&out.join("search-risk-calibration.svg"), picture(&measured).as_bytes())?;
    }
    let rows = rows(&measured);
    if console.json {
        let rows: Vec<Value> = rows
            .iter()
            .map(|row| {
                json!({
                    "name": row.name, "texts": row.found.whole, "found": row.found.part, "people": row.people,
                    "within_range": row.inside, "auc": row.area,
                })
            })
            .collect();
        let same = SearchRiskModel::fitted() == Some(&measured.model);
        return console.print_json(&json!({
            "name": NAME, "pages": pages, "rows": rows, "weights": measured.model.weights, "same_as_built_in": same,
            "inputs": inputs.iter().map(|(name, hash)| json!({"file": name, "sha256": hash})).collect::<Vec<_>>(),
        }));
    }
    let mut text =
        format!("found first by one of four attackers in {pages} pages; predicted for people who were not fitted on\n");
    text += &format!(
        "{:<48}{:>8}{:>8}{:>10}{:>14}{:>8}\n",
        "people: masking", "people", "texts", "found", "within range", "AUC"
    );
    for row in &rows {
        let area = row.area.map_or("–".to_owned(), |area| format!("{area:.3}"));
        let found = format!("{:.1} %", 100.0 * row.found.value());
        text +=
            &format!("{:<48}{:>8}{:>8}{found:>10}{:>14}{area:>8}\n", row.name, row.people, row.found.whole, row.inside);
    }
    console.print(&text)
}
