//! A picture of a few concepts and all their ancestors.

use crate::report::svg::{Anchor, FONT, document, text, width};
use scumble_ontology::{Concept, Taxonomy};
use std::collections::BTreeMap;
use std::fmt::Write;

mod layout;

use layout::Layers;

const ROW: f64 = 56.0;
const BOX_HEIGHT: f64 = 30.0;
/// The room for text in the widest box; longer labels are shortened.
const MOST_TEXT: f64 = 190.0;
const PADDING: f64 = 12.0;
const MARGIN: f64 = 12.0;

/// Draws the ancestors of `leaves` in layers, the most general first. The leaves have round ends, and `shared`, what they
/// have in common, has a thick border.
#[must_use]
pub fn draw(taxonomy: &Taxonomy, leaves: &[Concept], shared: Option<Concept>) -> String {
    let mut all: Vec<Concept> = leaves.iter().flat_map(|&leaf| taxonomy.ancestors(leaf)).copied().collect();
    all.sort_unstable();
    all.dedup();
    // A layer a depth; depths at which there is none are left out.
    let mut depths: Vec<usize> = all.iter().map(|&concept| taxonomy.max_depth(concept)).collect();
    depths.sort_unstable();
    depths.dedup();
    let numbers: BTreeMap<Concept, usize> = all.iter().enumerate().map(|(i, &concept)| (concept, i)).collect();
    let box_width = |concept: Concept| width(taxonomy.label(concept)).min(MOST_TEXT) + 2.0 * PADDING;
    let nodes: Vec<(usize, f64)> = all
        .iter()
        .map(|&concept| {
            let layer = depths.partition_point(|&depth| depth < taxonomy.max_depth(concept));
            (layer, box_width(concept))
        })
        .collect();
    let parents =
        |&concept: &Concept| taxonomy.parents(concept).iter().filter_map(|parent| numbers.get(parent).copied());
    let links: Vec<(usize, usize)> =
        all.iter().enumerate().flat_map(|(i, concept)| parents(concept).map(move |parent| (parent, i))).collect();
    let layers = Layers::new(&nodes, &links);

    let y = |layer: usize| MARGIN + BOX_HEIGHT / 2.0 + layer as f64 * ROW;
    let mut body = String::new();
    for path in layers.paths() {
        let _ = writeln!(body, "<path class=\"link\" d=\"{}\" stroke=\"#999\" fill=\"none\"/>", curve(&path, y));
    }
    for (i, &concept) in all.iter().enumerate() {
        let (x, y) = (MARGIN + layers.x(i), y(nodes[i].0));
        let look = Look::of(Some(concept) == shared, leaves.contains(&concept));
        look.draw(&mut body, (x, y), nodes[i].1);
        text(&mut body, (x, y + 4.5), Anchor::Middle, "", MOST_TEXT, taxonomy.label(concept));
    }
    let mut bottom = y(depths.len().max(1) - 1) + BOX_HEIGHT / 2.0 + MARGIN;
    let mut wide = layers.width() + 2.0 * MARGIN;
    if !all.is_empty() {
        (wide, bottom) =
            legend(&mut body, wide, bottom, leaves.len(), shared.is_some_and(|shared| all.contains(&shared)));
    }
    let names: Vec<&str> = leaves.iter().map(|&leaf| taxonomy.label(leaf)).collect();
    let common = shared.map(|shared| format!(" They share {}.", taxonomy.label(shared))).unwrap_or_default();
    let description = format!("{} concepts in {} layers above {}.{common}", all.len(), depths.len(), names.join(", "));
    document(wide, bottom, "Concepts and their ancestors", &description, &body)
}

/// The look of a box.
#[derive(Clone, Copy)]
enum Look {
    Plain,
    Given,
    Shared,
}

impl Look {
    fn of(shared: bool, given: bool) -> Self {
        match (shared, given) {
            (true, _) => Self::Shared,
            (_, true) => Self::Given,
            _ => Self::Plain,
        }
    }

    fn draw(self, body: &mut String, (x, y): (f64, f64), wide: f64) {
        let (class, radius, border) = match self {
            Self::Plain => ("box", 4.0, 1.0),
            Self::Given => ("given", BOX_HEIGHT / 2.0, 1.5),
            Self::Shared => ("shared", 4.0, 3.0),
        };
        let _ = writeln!(
            body,
            "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"{BOX_HEIGHT}\" rx=\"{radius}\" \
             fill=\"#fff\" stroke=\"#666\" stroke-width=\"{border}\"/>",
            x - wide / 2.0,
            y - BOX_HEIGHT / 2.0
        );
    }
}

/// What the boxes mean, below the picture; returns the width and height that are needed.
fn legend(body: &mut String, wide: f64, bottom: f64, leaves: usize, shared: bool) -> (f64, f64) {
    let given = if leaves == 1 { "the concept" } else { "the concepts" };
    let entries = [(Look::Given, given, true), (Look::Shared, "what they share", shared)];
    let (mut x, y) = (MARGIN, bottom + BOX_HEIGHT / 2.0 + 4.0);
    for (look, name, _) in entries.into_iter().filter(|entry| entry.2) {
        look.draw(body, (x + 20.0, y), 40.0);
        text(body, (x + 50.0, y + 4.5), Anchor::Start, "soft", f64::INFINITY, name);
        x += 50.0 + width(name) + 2.0 * FONT;
    }
    (wide.max(x), y + BOX_HEIGHT / 2.0 + MARGIN)
}

/// A line through the given places, upright at each of them.
fn curve(path: &[(f64, usize)], y: impl Fn(usize) -> f64) -> String {
    let half = BOX_HEIGHT / 2.0;
    let mut out = String::new();
    for pair in path.windows(2) {
        let ((x0, from), (x1, to)) = (pair[0], pair[1]);
        let (x0, x1, y0, y1) = (MARGIN + x0, MARGIN + x1, y(from) + half, y(to) - half);
        let middle = (y0 + y1) / 2.0;
        if out.is_empty() {
            let _ = write!(out, "M{x0:.1},{y0:.1}");
        } else {
            // Past the layer between.
            let _ = write!(out, "L{x0:.1},{y0:.1}");
        }
        let _ = write!(out, "C{x0:.1},{middle:.1} {x1:.1},{middle:.1} {x1:.1},{y1:.1}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_ontology::wordnet;

    /// The labels and the boxes of a picture, in order.
    fn boxes(svg: &str) -> Vec<(f64, String)> {
        let number = |text: &str, name: &str| -> f64 {
            let rest = &text[text.find(name).unwrap() + name.len()..];
            rest[..rest.find('"').unwrap()].parse().unwrap()
        };
        let lines: Vec<&str> = svg.lines().collect();
        let rects =
            lines.windows(2).filter(|pair| pair[0].starts_with("<rect class") && pair[1].contains("\"middle\""));
        rects
            .map(|pair| {
                let label = pair[1].trim_end_matches("</text>");
                (number(pair[0], " width=\""), label[label.rfind('>').unwrap() + 1..].to_owned())
            })
            .collect()
    }

    #[test]
    fn text_fits_into_its_box_and_the_shared_concept_is_marked() {
        let nouns = wordnet().nouns();
        let leaves = ["surgeon", "nurse"].map(|term| nouns.exact_senses(term)[0]);
        let shared = nouns.lowest_common_hypernym(leaves[0], leaves[1]);
        let svg = draw(nouns, &leaves, shared);
        let boxes = boxes(&svg);
        assert!(boxes.len() > 8);
        for (room, label) in &boxes {
            assert!(width(label) + PADDING <= *room, "{label}");
        }
        assert_eq!(svg.matches("class=\"shared\"").count(), 2);
        assert_eq!(svg.matches("class=\"given\"").count(), 3);
    }

    #[test]
    fn a_long_label_is_shortened_and_is_its_tooltip() {
        let long = "acquired immunodeficiency syndrome of unknown origin";
        let taxonomy = Taxonomy::flat([long, "flu"]);
        let leaf = taxonomy.exact_senses(long)[0];
        let svg = draw(&taxonomy, &[leaf], None);
        let label = &boxes(&svg).pop().unwrap().1;
        assert!(label.ends_with('…') && width(label) <= MOST_TEXT, "{label}");
        assert!(svg.contains(&format!("<title>{long}</title>")));
    }

    #[test]
    fn nothing_and_one_concept_are_drawn() {
        let nouns = wordnet().nouns();
        assert!(draw(nouns, &[], None).ends_with("</svg>\n"));
        let top = nouns.tops().next().unwrap();
        assert!(draw(nouns, &[top], Some(top)).contains("what they share"));
    }
}
