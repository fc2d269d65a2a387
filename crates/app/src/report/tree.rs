//! A picture of a few concepts and everything above them.

use super::page::escape;
use scumble_ontology::{Concept, Taxonomy};
use std::collections::BTreeMap;
use std::fmt::Write;

const ROW: usize = 46;
const COLUMN: usize = 190;
const BOX_WIDTH: usize = 170;
const BOX_HEIGHT: usize = 28;

/// Draws the ancestors of `leaves` as layers, the top first; `shared` is filled.
pub(crate) fn draw(taxonomy: &Taxonomy, leaves: &[Concept], shared: Option<Concept>) -> String {
    let mut layers: BTreeMap<usize, Vec<Concept>> = BTreeMap::new();
    let mut all: Vec<Concept> = leaves.iter().flat_map(|&leaf| taxonomy.ancestors(leaf)).copied().collect();
    all.sort_unstable();
    all.dedup();
    for &concept in &all {
        layers.entry(taxonomy.max_depth(concept)).or_default().push(concept);
    }
    let widest = layers.values().map(Vec::len).max().unwrap_or(1);
    let (width, height) = (widest * COLUMN, layers.len() * ROW);
    let mut place: BTreeMap<Concept, (usize, usize)> = BTreeMap::new();
    for (row, layer) in layers.values().enumerate() {
        let left = (width - layer.len() * COLUMN) / 2;
        for (column, &concept) in layer.iter().enumerate() {
            place.insert(concept, (left + column * COLUMN + COLUMN / 2, row * ROW + ROW / 2));
        }
    }
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"13\" text-anchor=\"middle\">"
    );
    for &concept in &all {
        let (x, y) = place[&concept];
        for parent in taxonomy.parents(concept) {
            if let Some(&(above_x, above_y)) = place.get(parent) {
                let _ = write!(svg, "<line x1=\"{x}\" y1=\"{y}\" x2=\"{above_x}\" y2=\"{above_y}\" stroke=\"#999\"/>");
            }
        }
    }
    for &concept in &all {
        let (x, y) = place[&concept];
        let fill = match concept {
            _ if Some(concept) == shared => "#f2c14e",
            _ if leaves.contains(&concept) => "#a9d6e5",
            _ => "#fff",
        };
        let (left, top) = (x - BOX_WIDTH / 2, y - BOX_HEIGHT / 2);
        let _ = write!(
            svg,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{BOX_WIDTH}\" height=\"{BOX_HEIGHT}\" rx=\"4\" fill=\"{fill}\" \
             stroke=\"#666\"/><text x=\"{x}\" y=\"{}\">{}</text>",
            y + 5,
            escape(taxonomy.label(concept))
        );
    }
    svg.push_str("</svg>");
    svg
}
