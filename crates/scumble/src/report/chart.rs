//! Curves over two axes, as SVG.

use crate::report::axis::{Axis, MOST_TICKS, Ticks, number};
use crate::report::page::escape;
use crate::report::plot::{Plot, Size, empty, range};
use crate::report::svg::COLOURS;
use std::fmt::Write;

/// One curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Its name in the legend.
    pub name: String,
    /// Whether it is dashed, with hollow markers.
    pub dashed: bool,
    /// Its points from left to right. Points that are not finite are left out.
    pub points: Vec<(f64, f64)>,
}

/// A curve has at most about that many markers.
const MOST_MARKERS: usize = 30;

/// Draws curves over two axes with a legend below.
///
/// The first dashed curve has the colour and the marker of the first solid one, and so on: name what is compared in the
/// same order. Curves of one colour differ by dashes and hollow markers, the others also by the shape of their markers.
/// The upward axis begins at zero unless all values are far from it.
#[must_use]
pub fn lines(title: &str, across: Axis<'_>, up: Axis<'_>, curves: &[Curve]) -> String {
    let finite = |curve: &Curve| -> Vec<(f64, f64)> {
        curve.points.iter().copied().filter(|(x, y)| x.is_finite() && y.is_finite()).collect()
    };
    let points: Vec<Vec<(f64, f64)>> = curves.iter().map(finite).collect();
    let all = || points.iter().flatten();
    let (Some((left, right)), Some((low, high))) =
        (range(all().map(|point| point.0)), range(all().map(|point| point.1)))
    else {
        return empty(Size::LARGE, title);
    };
    let low = if low > 0.0 && (up.whole || low < 0.4 * high) { 0.0 } else { low };
    let mut plot = Plot::new(title, up, Ticks::cover(low, high, up.whole, MOST_TICKS));
    let ticks = plot.fit(left, right, across.whole);
    let (start, extent) = (plot.left(), plot.right() - plot.left());
    let x = |value: f64| start + ticks.share(value) * extent;
    let labels: Vec<(f64, String)> = ticks.values().map(x).zip(ticks.labels()).collect();
    plot.labels(&labels, extent / (labels.len() - 1) as f64);
    plot.across(&across.title(&ticks));
    let looks = looks(curves);
    for ((curve, points), look) in curves.iter().zip(&points).zip(&looks) {
        let places: Vec<(f64, f64)> = points.iter().map(|&(a, b)| (x(a), plot.y(b))).collect();
        draw(&mut plot.body, &curve.name, *look, points, &places);
    }
    let names: Vec<&str> = curves.iter().map(|curve| curve.name.as_str()).collect();
    plot.legend(&names, |body, i, x, y| {
        line(body, looks[i], &[(x - 16.0, y), (x + 16.0, y)], "");
        marker(body, looks[i], (x, y), "");
    });
    let of = |axis: Axis<'_>, low, high| format!("{} from {} to {}", axis.label, number(low), number(high));
    let (low, high) = range(all().map(|point| point.1)).unwrap_or_default();
    let kind = if curves.len() == 1 { "curve" } else { "curves" };
    plot.finish(&format!(
        "{} {kind}: {}. {}; {}.",
        curves.len(),
        names.join("; "),
        of(across, left, right),
        of(up, low, high)
    ))
}

/// The number of a curve's colour and marker, and whether it is dashed.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    pub(crate) number: usize,
    pub(crate) dashed: bool,
}

fn looks(curves: &[Curve]) -> Vec<Look> {
    let mut next = [0, 0];
    let mut look = |curve: &Curve| {
        let number = &mut next[usize::from(curve.dashed)];
        *number += 1;
        Look { number: *number - 1, dashed: curve.dashed }
    };
    curves.iter().map(&mut look).collect()
}

fn draw(body: &mut String, name: &str, look: Look, points: &[(f64, f64)], places: &[(f64, f64)]) {
    line(body, look, places, name);
    let every = places.len().div_ceil(MOST_MARKERS).max(1);
    for (&(a, b), &place) in points.iter().zip(places).step_by(every) {
        marker(body, look, place, &format!("{name}: {}, {}", number(a), number(b)));
    }
}

fn line(body: &mut String, look: Look, places: &[(f64, f64)], name: &str) {
    let path: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let dash = if look.dashed { " stroke-dasharray=\"6 4\"" } else { "" };
    let _ = writeln!(
        body,
        "<polyline class=\"s{}\" points=\"{}\" fill=\"none\" stroke=\"#444\" stroke-width=\"2\" stroke-linejoin=\"round\"{dash}>{}</polyline>",
        look.number % COLOURS,
        path.join(" "),
        tooltip(name)
    );
}

/// A marker; the number of shapes and the number of colours have no common divisor.
pub(crate) fn marker(body: &mut String, look: Look, (x, y): (f64, f64), name: &str) {
    let path = match look.number % 8 {
        0 => "M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z",
        1 => "M-3.7,-3.7h7.4v7.4h-7.4z",
        2 => "M0,-5L4.7,3.6H-4.7z",
        3 => "M0,-5.2L5.2,0L0,5.2L-5.2,0z",
        4 => "M0,5L4.7,-3.6H-4.7z",
        5 => "M-4,-4L4,4M-4,4L4,-4",
        6 => "M-5,0H5M0,-5V5",
        _ => "M-2.6,-4.5H2.6L5.2,0L2.6,4.5H-2.6L-5.2,0z",
    };
    let colour = look.number % COLOURS;
    let fill = if look.dashed { "hole".to_owned() } else { format!("f{colour}") };
    let _ = writeln!(
        body,
        "<path class=\"{fill} s{colour}\" d=\"{path}\" transform=\"translate({x:.1} {y:.1})\" stroke=\"#444\" stroke-width=\"1.6\">{}</path>",
        tooltip(name)
    );
}

fn tooltip(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!("<title>{}</title>", escape(name)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::svg::check::{picture, words};
    use proptest::prelude::*;

    fn curve(name: &str, dashed: bool, points: &[(f64, f64)]) -> Curve {
        Curve { name: name.to_owned(), dashed, points: points.to_vec() }
    }

    fn drawn(curves: &[Curve]) -> String {
        lines("Loss against k", Axis::counts("k"), Axis::new("Loss", "bits"), curves)
    }

    #[test]
    fn both_axes_have_round_ticks_and_units() {
        let svg = drawn(&[curve("a", false, &[(2.0, 0.0), (6.0, 5.9)])]);
        picture(&svg);
        let words = words(&svg);
        assert_eq!(words[..9], ["Loss against k", "Loss (bits)", "0", "1", "2", "3", "4", "5", "6"]);
        assert_eq!(words[9..], ["2", "3", "4", "5", "6", "k", "a"]);
    }

    #[test]
    fn curves_differ_by_more_than_colour() {
        let points = [(0.0, 1.0), (1.0, 2.0)];
        let svg = drawn(&[curve("a", false, &points), curve("b", false, &points), curve("a, dashed", true, &points)]);
        assert_eq!(svg.matches("stroke-dasharray").count(), 2);
        assert_eq!(svg.matches("class=\"hole s0\" d=\"M-4,0a").count(), 3);
        assert_eq!(svg.matches("class=\"f1 s1\" d=\"M-3.7").count(), 3);
    }

    #[test]
    fn values_of_any_size_are_drawn() {
        let huge = [(1e9, -4e9), (3e9, 7e12)];
        let odd: [&[(f64, f64)]; 7] = [
            &[],
            &[(3.0, 3.0)],
            &[(0.0, 0.0)],
            &[(1.0, 5.0), (2.0, 5.0), (3.0, 5.0)],
            &[(-3.0, -2.0), (-1.0, -9.5)],
            &huge,
            &[(f64::NAN, 1.0), (1.0, f64::INFINITY), (f64::MAX, f64::MIN)],
        ];
        for points in odd {
            let long = "a name that is much too long for one line of the legend and goes on and on until nobody reads it any more".to_owned();
            let mut curves = vec![curve("one & two", false, points), curve("two", true, points)];
            picture(&drawn(&curves));
            curves.extend((0..12).map(|i| curve(&format!("{} {i}", &long[..i * 9]), i % 2 == 0, points)));
            picture(&lines(&long, Axis::new(&long, "m"), Axis::new(&long, "s"), &curves));
        }
        assert!(drawn(&[]).contains("There are no values"));
        assert!(drawn(&[curve("", false, &[(f64::NAN, 1.0)])]).contains("There are no values"));
    }

    proptest! {
        #[test]
        fn text_never_overlaps(
            points in prop::collection::vec((-1e3..1e3f64, -1e3..1e3f64), 1..60),
            powers in (-9..12i32, -9..12i32),
            names in prop::collection::vec("[ -~]{0,60}", 1..10)
        ) {
            let points: Vec<(f64, f64)> =
                points.into_iter().map(|(x, y)| (x * 10f64.powi(powers.0), y * 10f64.powi(powers.1))).collect();
            let curves: Vec<Curve> = names.iter().map(|name| curve(name, name.len() % 2 == 0, &points)).collect();
            picture(&lines(&names[0], Axis::new("x", "m"), Axis::counts("y"), &curves));
        }
    }
}
