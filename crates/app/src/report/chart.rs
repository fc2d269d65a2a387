//! Lines in a picture.

use super::page::escape;
use std::fmt::Write;

/// One line.
pub(crate) struct Curve {
    pub(crate) name: String,
    pub(crate) dashed: bool,
    pub(crate) points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 190.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 50.0;
/// Colours that people who see few of them can still tell apart.
const COLOURS: [&str; 5] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#7a5c00"];

/// Draws lines over two axes, with their names at the right.
pub(crate) fn lines(title: &str, across: &str, up: &str, curves: &[Curve]) -> String {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let range = |pick: fn(&(f64, f64)) -> f64| {
        let (low, high) =
            points().map(pick).fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), value| (a.min(value), b.max(value)));
        if low < high { (low, high) } else { (low - 1.0, low + 1.0) }
    };
    let ((x0, x1), (y0, y1)) = (range(|point| point.0), range(|point| point.1));
    let x = |value: f64| LEFT + (value - x0) / (x1 - x0) * (WIDTH - LEFT - RIGHT);
    let y = |value: f64| HEIGHT - BOTTOM - (value - y0) / (y1 - y0) * (HEIGHT - TOP - BOTTOM);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n<text x=\"{LEFT}\" y=\"24\" font-size=\"15\">{}</text>\n",
        escape(title)
    );
    // Writing to a string does not fail.
    for step in 0..=4 {
        let value = y0 + (y1 - y0) * f64::from(step) / 4.0;
        let at = y(value);
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>",
            WIDTH - RIGHT
        );
        let _ =
            writeln!(svg, "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{value:.0}</text>", LEFT - 8.0, at + 4.0);
    }
    let mut ticks: Vec<f64> = points().map(|point| point.0).collect();
    ticks.sort_by(f64::total_cmp);
    ticks.dedup();
    for value in ticks {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{value}</text>",
            x(value),
            HEIGHT - BOTTOM + 18.0
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
        (LEFT + WIDTH - RIGHT) / 2.0,
        HEIGHT - 10.0,
        escape(across)
    );
    let middle = (TOP + HEIGHT - BOTTOM) / 2.0;
    let _ = writeln!(
        svg,
        "<text x=\"18\" y=\"{middle:.1}\" transform=\"rotate(-90 18 {middle:.1})\" text-anchor=\"middle\">{}</text>",
        escape(up)
    );
    for (at, curve) in curves.iter().enumerate() {
        let colour = COLOURS[at % COLOURS.len()];
        let dash = if curve.dashed { " stroke-dasharray=\"6 4\"" } else { "" };
        let path: Vec<String> = curve.points.iter().map(|&(a, b)| format!("{:.1},{:.1}", x(a), y(b))).collect();
        let name = escape(&curve.name);
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{dash}><title>{name}</title></polyline>",
            path.join(" ")
        );
        let key = TOP + 10.0 + at as f64 * 22.0;
        let _ = writeln!(
            svg,
            "<line x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{key:.1}\" y2=\"{key:.1}\" stroke=\"{colour}\" stroke-width=\"2\"{dash}/>",
            WIDTH - RIGHT + 14.0,
            WIDTH - RIGHT + 44.0
        );
        let _ = writeln!(svg, "<text x=\"{:.1}\" y=\"{:.1}\">{name}</text>", WIDTH - RIGHT + 52.0, key + 4.0);
    }
    svg.push_str("</svg>\n");
    svg
}
