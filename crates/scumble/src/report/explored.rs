//! The map and the page of an exploration.

use crate::explore::{Explored, Figures, Point};
use crate::report::axis::{Axis, grouped_count};
use crate::report::map::{MapPoint, RiskMap};
use crate::report::page::{Card, Page, Tone};

/// Two decimals, for figures in percent.
fn short(value: f64) -> String {
    format!("{value:.2}")
}

fn full_name(point: &Point) -> String {
    format!("{}, {}", point.series, point.parameters())
}

/// A part as it is called on the page.
fn part_name(part: &str) -> String {
    match part {
        "smallest_class" => "smallest class".to_owned(),
        "classes" => "classes".to_owned(),
        "srl_wu_palmer_edges" => "SRL (Wu–Palmer)".to_owned(),
        "srl_batet" => "SRL (Batet)".to_owned(),
        "srl_path" => "SRL (path)".to_owned(),
        part => part.to_uppercase(),
    }
}

/// A part as it is shown: counts whole, IL1 to IL5 as shares.
fn part_value(part: &str, value: f64) -> String {
    match part {
        "smallest_class" | "classes" => grouped_count(value as usize),
        part if part.starts_with("il") => format!("{value:.4}"),
        _ => short(value),
    }
}

/// What is told of a point on the map.
fn lines(explored: &Explored, point: &Point, figures: &Figures) -> Vec<String> {
    let (loss, risk) = explored.axes.keys();
    let parts = figures.parts.iter().filter(|(name, _)| !name.starts_with("il"));
    let parts: Vec<String> =
        parts.map(|(name, value)| format!("{} {}", part_name(name), part_value(name, *value))).collect();
    let key = |key: &str| if key.len() <= 3 { key.to_uppercase() } else { key.replace('_', " ") };
    vec![
        full_name(point),
        format!(
            "{} {} · {} {} · score {}",
            key(loss),
            short(figures.loss),
            key(risk),
            short(figures.risk),
            short(figures.score())
        ),
        parts.join(" · "),
    ]
}

fn drawn(explored: &Explored, on_page: bool) -> String {
    let mut series: Vec<String> = Vec::new();
    for (point, _) in explored.measured() {
        if !series.contains(&point.series) {
            series.push(point.series.clone());
        }
    }
    let best = explored.best().map(|(point, _)| point.name.as_str());
    let points: Vec<MapPoint> = explored
        .measured()
        .map(|(point, figures)| MapPoint {
            series: series.iter().position(|name| *name == point.series).unwrap_or(0),
            at: (figures.loss, figures.risk),
            lines: lines(explored, point, figures),
            front: explored.is_on_front(figures),
            best: best == Some(point.name.as_str()),
        })
        .collect();
    let title = format!("Risk and loss of {} ways to mask the table", points.len());
    let map = RiskMap {
        title: &title,
        across: Axis::new(explored.axes.loss_name(), "%"),
        up: Axis::new(explored.axes.risk_name(), "%"),
        series: &series,
        points: &points,
        end: 100.0,
    };
    map.draw(on_page)
}

/// The risk–utility map of an exploration, as SVG.
#[must_use]
pub fn explored_map(explored: &Explored) -> String {
    drawn(explored, false)
}

/// The page of an exploration: the map, the Pareto front, all points, and those that could not be masked. It shows no value of the
/// table.
#[must_use]
pub fn explored_page(explored: &Explored) -> String {
    let mut page = Page::new("Risk–utility map");
    page.paragraph(&format!(
        "{}: {} records, {} quasi-identifiers ({}).",
        explored.file,
        grouped_count(explored.records),
        explored.columns.len(),
        explored.columns.join(", ")
    ));
    cards(&mut page, explored);
    page.figure(
        &drawn(explored, true),
        "Down and left is better. Points with a ring are on the Pareto front: no other point has less loss at no more risk. The thick ring \
         is the best by score. Point at a marker, or reach it with the tabulator key, to read its figures; the table below has them all.",
    );
    page.paragraph(explored.axes.explained());
    page.paragraph(
        "The score is the mean of loss and risk; it weighs both alike, which may not be what your release needs.",
    );
    for note in &explored.notes {
        page.note(Tone::Note, note);
    }
    page.paragraph(
        "The policy of a point is policies/METHOD-kK.toml or policies/METHOD-pP.toml, and points.csv has all figures.",
    );
    page.heading("Pareto front");
    table(&mut page, explored, explored.front());
    page.heading("All points by score");
    let mut all: Vec<(&Point, &Figures)> = explored.measured().collect();
    all.sort_by(|(_, a), (_, b)| a.score().total_cmp(&b.score()));
    table(&mut page, explored, all);
    let failed: Vec<Vec<String>> =
        explored.failed().map(|(point, reason)| vec![full_name(point), reason.to_owned()]).collect();
    if !failed.is_empty() {
        page.heading("Points without figures");
        page.table(&["point", "reason"], &failed);
    }
    page.finish()
}

fn cards(page: &mut Page, explored: &Explored) {
    let card = |name: &str, value: String, hint: String| Card { name: name.to_owned(), value, hint };
    let failed = explored.failed().count();
    let hint =
        if failed == 0 { "all could be masked".to_owned() } else { format!("{failed} more could not be masked") };
    let mut cards = vec![
        card("Points", grouped_count(explored.measured().count()), hint),
        card("On the Pareto front", grouped_count(explored.front().len()), String::new()),
    ];
    if let Some((point, figures)) = explored.best() {
        let hint = format!("loss {}, risk {}; policies/{}.toml", short(figures.loss), short(figures.risk), point.name);
        cards.push(card("Best by score", full_name(point), hint));
        cards.push(card("Its score", short(figures.score()), "mean of loss and risk".to_owned()));
    }
    page.cards(&cards);
}

fn table(page: &mut Page, explored: &Explored, points: Vec<(&Point, &Figures)>) {
    // IL1 to IL5 are in the CSV file; here they would make the table too wide.
    let shown = |figures: &Figures| -> Vec<(String, String)> {
        let parts = figures.parts.iter().filter(|(name, _)| !name.starts_with("il"));
        parts.map(|(name, value)| (part_name(name), part_value(name, *value))).collect()
    };
    let names = points.first().map_or(Vec::new(), |(_, figures)| shown(figures));
    let mut head = vec!["point", "mark", "loss", "risk", "score"];
    head.extend(names.iter().map(|(name, _)| name.as_str()));
    let best = explored.best().map(|(point, _)| point.name.as_str());
    let rows: Vec<Vec<String>> = points
        .into_iter()
        .map(|(point, figures)| {
            let mark = match (best == Some(point.name.as_str()), explored.is_on_front(figures)) {
                (true, _) => "best, front",
                (_, true) => "front",
                _ => "",
            };
            let mut row = vec![full_name(point), mark.to_owned()];
            row.extend([figures.loss, figures.risk, figures.score()].map(short));
            row.extend(shown(figures).into_iter().map(|(_, value)| value));
            row
        })
        .collect();
    page.table(&head, &rows);
}
