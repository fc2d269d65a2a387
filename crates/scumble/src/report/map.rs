//! Points over two axes with the front of the best ones: a risk–utility map, as SVG.

use crate::report::axis::{Axis, MOST_TICKS, Ticks};
use crate::report::chart::{Look, marker};
use crate::report::page::escape;
use crate::report::plot::{Plot, Size, empty, range};
use crate::report::svg::{Anchor, FONT, text, width};
use std::fmt::Write;

/// A point of a map.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MapPoint {
    /// The number of its series.
    pub(crate) series: usize,
    /// How far across and up it stands.
    pub(crate) at: (f64, f64),
    /// What is told of it: its name first, then its figures.
    pub(crate) lines: Vec<String>,
    /// Whether it is on the front.
    pub(crate) front: bool,
    /// Whether it is the best.
    pub(crate) best: bool,
}

/// A map: its title, axes, the names of the series, and their points.
#[derive(Clone, Debug)]
pub(crate) struct RiskMap<'a> {
    pub(crate) title: &'a str,
    pub(crate) across: Axis<'a>,
    pub(crate) up: Axis<'a>,
    pub(crate) series: &'a [String],
    pub(crate) points: &'a [MapPoint],
    /// Where the axis across ends at most: points beyond stand at its end, hollow.
    pub(crate) end: f64,
}

/// The rules of a map on a page: what is told of a point shows while the pointer or the keyboard is on it.
const STYLE: &str = ".scumble .tip{display:none;pointer-events:none}.scumble .tip rect{stroke-width:1}\
.scumble .dot{cursor:default}.scumble .dot:focus{outline:none}.scumble .dot .halo{fill:none;stroke:none}\
.scumble .dot:hover .halo,.scumble .dot:focus .halo{stroke:currentColor;stroke-width:2}";

impl RiskMap<'_> {
    /// The map. On a page, points can be reached by the keyboard and show what is told of them; in a file they have tooltips.
    pub(crate) fn draw(&self, on_page: bool) -> String {
        let (Some((_, right)), Some((_, high))) =
            (range(self.points.iter().map(|point| point.at.0)), range(self.points.iter().map(|point| point.at.1)))
        else {
            return empty(Size::MAP, self.title);
        };
        let up = Ticks::cover(0.0, high, false, MOST_TICKS);
        let mut plot = Plot::sized(Size::MAP, self.title, self.up, up);
        let ticks = plot.fit(0.0, right.min(self.end), false);
        let (start, extent) = (plot.left(), plot.right() - plot.left());
        let x = |value: f64| start + ticks.share(value.min(self.end)) * extent;
        let labels: Vec<(f64, String)> = ticks.values().map(x).zip(ticks.labels()).collect();
        plot.labels(&labels, extent / (labels.len() - 1) as f64);
        let beyond = self.points.iter().filter(|point| self.is_beyond(point)).count();
        let beyond = match beyond {
            0 => String::new(),
            1 => format!("; 1 point beyond {} stands at the edge, hollow", self.end),
            count => format!("; {count} points beyond {} stand at the edge, hollow", self.end),
        };
        plot.across(&format!("{}{beyond}", self.across.title(&ticks)));
        let places: Vec<(f64, f64)> = self.points.iter().map(|point| (x(point.at.0), plot.y(point.at.1))).collect();
        self.draw_front(&mut plot, &places);
        self.draw_points(&mut plot.body, &places, on_page);
        if let Some(best) = self.points.iter().position(|point| point.best) {
            label(&mut plot, places[best], &places, &self.points[best].lines[0]);
        }
        let front = "Pareto front".to_owned();
        let names: Vec<&str> = self.series.iter().chain([&front]).map(String::as_str).collect();
        plot.legend(&names, |body, i, x, y| match i < self.series.len() {
            true => marker(body, Look { number: i, dashed: false }, (x, y), ""),
            false => front_line(body, &[(x - 16.0, y), (x + 16.0, y)]),
        });
        let (top, left) = (plot.top(), plot.left());
        if on_page {
            self.draw_tips(&mut plot.body, &places, (left, start + extent, top));
        }
        plot.finish(&self.description())
    }

    fn is_beyond(&self, point: &MapPoint) -> bool {
        point.at.0 > self.end
    }

    /// Joins the front by steps: what is right of and above it, some point of the front does better.
    fn draw_front(&self, plot: &mut Plot, places: &[(f64, f64)]) {
        let front = self.points.iter().zip(places).filter(|(point, _)| point.front && !self.is_beyond(point));
        let mut front: Vec<(f64, f64)> = front.map(|(_, place)| *place).collect();
        front.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.total_cmp(&a.1)));
        let mut path: Vec<(f64, f64)> = Vec::new();
        for &(x, y) in &front {
            if let Some(&(_, before)) = path.last() {
                path.push((x, before));
            }
            path.push((x, y));
        }
        if path.len() > 1 {
            front_line(&mut plot.body, &path);
        }
    }

    fn draw_points(&self, body: &mut String, places: &[(f64, f64)], on_page: bool) {
        for (at, (point, &(x, y))) in self.points.iter().zip(places).enumerate() {
            let told = point.lines.join("; ");
            if on_page {
                let _ = writeln!(
                    body,
                    "<g id=\"p{at}\" class=\"dot\" tabindex=\"0\" role=\"img\" aria-label=\"{}\"><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"9\" \
                     fill=\"transparent\"/><circle class=\"halo\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"9\"/>",
                    escape(&told)
                );
            }
            if point.best {
                let _ = writeln!(
                    body,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"11\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2.5\"/>"
                );
            } else if point.front {
                let _ = writeln!(
                    body,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"7\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1\"/>"
                );
            }
            let look = Look { number: point.series, dashed: self.is_beyond(point) };
            marker(body, look, (x, y), if on_page { "" } else { &told });
            if on_page {
                body.push_str("</g>\n");
            }
        }
    }

    /// What is told of points, above all of them, each beside its point.
    fn draw_tips(&self, body: &mut String, places: &[(f64, f64)], (left, right, top): (f64, f64, f64)) {
        let shown = (0..places.len()).map(|at| format!("#p{at}:hover~#t{at},#p{at}:focus~#t{at}"));
        let rule = format!("{}{{display:block}}", shown.collect::<Vec<_>>().join(","));
        let _ = writeln!(body, "<style>{STYLE}{}</style>", escape_style(&rule));
        for (at, (point, &(x, y))) in self.points.iter().zip(places).enumerate() {
            let wide = point.lines.iter().map(|line| width(line)).fold(0.0, f64::max) + 16.0;
            let tall = point.lines.len() as f64 * 17.0 + 10.0;
            let x = if x + 14.0 + wide <= right { x + 14.0 } else { (x - 14.0 - wide).max(left - 30.0) };
            let y = (y - tall - 8.0).max(top - 20.0);
            let _ = write!(
                body,
                "<g id=\"t{at}\" class=\"tip\" aria-hidden=\"true\"><rect class=\"box\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" \
                 height=\"{tall:.1}\" rx=\"4\" fill=\"#fff\" stroke=\"#444\"/>"
            );
            for (line, words) in point.lines.iter().enumerate() {
                let y = y + 17.0 * (line + 1) as f64;
                let weight = if line == 0 { " font-weight=\"600\"" } else { "" };
                let _ = write!(body, "<text x=\"{:.1}\" y=\"{y:.1}\"{weight}>{}</text>", x + 8.0, escape(words));
            }
            body.push_str("</g>\n");
        }
    }

    fn description(&self) -> String {
        let best = self.points.iter().find(|point| point.best).map_or("", |point| &point.lines[0]);
        let front = self.points.iter().filter(|point| point.front).count();
        format!(
            "{} points of {}. {} against {}. {front} points are on the Pareto front; the best by score is {best}.",
            self.points.len(),
            self.series.join(", "),
            self.up.label,
            self.across.label
        )
    }
}

/// Selectors have no character that must be escaped; a quote would end nothing here.
fn escape_style(rule: &str) -> String {
    rule.replace('<', "")
}

fn front_line(body: &mut String, places: &[(f64, f64)]) {
    let path: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let _ = writeln!(
        body,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.4\" stroke-dasharray=\"2 3\"/>",
        path.join(" ")
    );
}

/// Names a point where the fewest others stand: right or left of it, above or below.
fn label(plot: &mut Plot, (x, y): (f64, f64), others: &[(f64, f64)], name: &str) {
    let name = format!("best: {name}");
    let wide = width(&name);
    let choices =
        [(16.0, 22.0), (16.0, -14.0), (-16.0 - wide, 22.0), (-16.0 - wide, -14.0), (26.0, 44.0), (26.0, -40.0)];
    let crowded = |(dx, dy): (f64, f64)| {
        let (left, base) = (x + dx, y + dy);
        if left < plot.left() || left + wide > plot.right() || base > plot.bottom() - 4.0 || base - FONT < plot.top() {
            return usize::MAX;
        }
        let inside = |(a, b): &&(f64, f64)| {
            (left - 6.0..left + wide + 6.0).contains(a) && (base - FONT - 6.0..base + 8.0).contains(b)
        };
        others.iter().filter(inside).count()
    };
    if let Some((dx, dy)) =
        choices.into_iter().min_by_key(|place| crowded(*place)).filter(|place| crowded(*place) < usize::MAX)
    {
        let (left, base) = (x + dx, y + dy);
        let _ = writeln!(
            plot.body,
            "<rect class=\"paper\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"#fff\" fill-opacity=\"0.85\"/>",
            left - 3.0,
            base - FONT,
            wide + 6.0,
            FONT + 5.0
        );
        text(&mut plot.body, (left, base), Anchor::Start, "", f64::INFINITY, &name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::svg::check::picture;

    fn drawn(points: &[((f64, f64), bool)]) -> [String; 2] {
        let best = points.iter().position(|(_, front)| *front);
        let points: Vec<MapPoint> = points
            .iter()
            .enumerate()
            .map(|(i, &(at, front))| MapPoint {
                series: i % 2,
                at,
                lines: vec![format!("mdav, k = {i} <"), "IL 3".to_owned()],
                front,
                best: Some(i) == best,
            })
            .collect();
        let series = ["mdav".to_owned(), "a & b".to_owned()];
        let map = RiskMap {
            title: "Risk and loss",
            across: Axis::new("Loss", "%"),
            up: Axis::new("Risk", "%"),
            series: &series,
            points: &points,
            end: 100.0,
        };
        [map.draw(false), map.draw(true)]
    }

    #[test]
    fn points_fronts_and_best_are_drawn_and_reached_by_the_keyboard() {
        let [file, page] = drawn(&[((1.0, 9.0), true), ((4.0, 2.0), true), ((5.0, 5.0), false)]);
        picture(&file);
        assert!(file.contains("<title>mdav, k = 1 &lt;; IL 3</title>") && file.contains("best: mdav, k = 0 &lt;"));
        assert_eq!((page.matches("tabindex=\"0\"").count(), page.matches("class=\"tip\"").count()), (3, 3));
        assert_eq!(file.matches("r=\"7\"").count(), 1);
        assert!(!file.contains("tabindex") && !page.contains("script"));
        for odd in
            [&[][..], &[((0.0, 0.0), true)], &[((1e9, f64::NAN), false)], &[((1e6, 1e-9), true), ((2e6, 0.0), false)]]
        {
            let [file, _] = drawn(odd);
            picture(&file);
        }
    }
}
