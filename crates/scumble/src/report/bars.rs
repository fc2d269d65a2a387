//! Counts as bars, grouped or stacked, and histograms, as SVG.

use crate::report::axis::{Axis, Ticks, number};
use crate::report::page::escape;
use crate::report::plot::{Plot, Size, empty, range};
use crate::report::svg::COLOURS;
use std::fmt::Write;

/// The bars of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// One value for each category; values that are not finite and values beyond the categories are left out.
    pub values: Vec<f64>,
}

/// How the bars of one category stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Side by side.
    Grouped,
    /// On top of each other, negative values below zero.
    Stacked,
}

/// Draws bars over categories. Series differ by colour and by hatching.
#[must_use]
pub fn bars(
    title: &str,
    across: Axis<'_>,
    up: Axis<'_>,
    categories: &[String],
    series: &[Series],
    layout: Layout,
) -> String {
    bars_sized(Size::LARGE, title, across, up, categories, series, layout)
}

/// The same in a size of its own.
pub(crate) fn bars_sized(
    size: Size,
    title: &str,
    across: Axis<'_>,
    up: Axis<'_>,
    categories: &[String],
    series: &[Series],
    layout: Layout,
) -> String {
    let value = |series: &Series, i: usize| series.values.get(i).copied().filter(|value| value.is_finite());
    let ends = categories.iter().enumerate().flat_map(|(i, _)| {
        let values: Vec<f64> = series.iter().filter_map(|series| value(series, i)).collect();
        match layout {
            Layout::Grouped => values,
            Layout::Stacked if values.is_empty() => values,
            Layout::Stacked => {
                let sum = |keep: fn(&f64) -> bool| values.iter().copied().filter(keep).sum::<f64>();
                vec![sum(|&value| value > 0.0), sum(|&value| value < 0.0)]
            }
        }
    });
    let Some((low, high)) = range(ends) else { return empty(size, title) };
    let mut plot = Plot::sized(size, title, up, Ticks::cover(low.min(0.0), high.max(0.0), up.whole, size.ticks));
    let band = (plot.right() - plot.left()) / categories.len() as f64;
    let start = |i: usize| plot.left() + i as f64 * band;
    let labels: Vec<(f64, String)> =
        categories.iter().enumerate().map(|(i, name)| (start(i) + band / 2.0, name.clone())).collect();
    let places: Vec<f64> = (0..categories.len()).map(start).collect();
    plot.labels(&labels, band);
    plot.across(&titled(across));
    let gap = (band * 0.2).min(12.0);
    for (i, category) in categories.iter().enumerate() {
        let (mut above, mut below) = (0.0, 0.0);
        for (number_of, one) in series.iter().enumerate() {
            let Some(value) = value(one, i) else { continue };
            let (x, wide, from) = match layout {
                Layout::Grouped => {
                    let wide = (band - gap) / series.len() as f64;
                    (places[i] + gap / 2.0 + number_of as f64 * wide, wide, 0.0)
                }
                Layout::Stacked => {
                    let from = if value < 0.0 { &mut below } else { &mut above };
                    *from += value;
                    (places[i] + gap / 2.0, band - gap, *from - value)
                }
            };
            let name = format!("{category}{}: {}", named(&one.name), number(value));
            bar(&mut plot, number_of, (x, wide), (from, from + value), &name);
        }
    }
    legend(&mut plot, series);
    let kind = if categories.len() == 1 { "category" } else { "categories" };
    let names: Vec<&str> = series.iter().map(|series| series.name.as_str()).filter(|name| !name.is_empty()).collect();
    let names = if names.is_empty() { String::new() } else { format!(" ({})", names.join("; ")) };
    plot.finish(&format!(
        "Bars of {}{names} over {} {kind} of {}, from {} to {}.",
        up.label,
        categories.len(),
        across.label,
        number(low.min(0.0)),
        number(high)
    ))
}

/// Draws how many values lie in each of equally wide bins with round borders. A bin holds its lower border and not its
/// upper one, except the last bin of measured values; a bin of counts that is one wide is labelled with its value.
#[must_use]
pub fn histogram(title: &str, across: Axis<'_>, up: &str, values: &[f64]) -> String {
    histograms(Size::LARGE, title, across, up, None, &[("", values)])
}

/// Draws several distributions over the same bins, side by side, each with its name. The axis reaches from the least value to the
/// greatest, and covers `ends` if they are given.
pub(crate) fn histograms(
    size: Size,
    title: &str,
    across: Axis<'_>,
    up: &str,
    ends: Option<(f64, f64)>,
    all: &[(&str, &[f64])],
) -> String {
    let finite = |values: &[f64]| values.iter().copied().filter(|value| value.is_finite()).collect::<Vec<f64>>();
    let finite: Vec<Vec<f64>> = all.iter().map(|(_, values)| finite(values)).collect();
    let Some((least, greatest)) = range(finite.iter().flatten().copied()) else { return empty(size, title) };
    let (low, high) = ends.map_or((least, greatest), |(low, high)| (least.min(low), greatest.max(high)));
    let end = if across.whole { high.floor() + 1.0 } else { high };
    let edges = Ticks::cover(low, end, across.whole, size.bins + 1);
    let bins = edges.len() - 1;
    let borders: Vec<f64> = edges.values().collect();
    let counted = |values: &Vec<f64>| {
        let mut counts = vec![0usize; bins];
        for value in values {
            // Compared with the borders, not divided by the step: a value on a border lies in the bin above it.
            counts[borders[1..bins].partition_point(|border| border <= value)] += 1;
        }
        counts
    };
    let counts: Vec<Vec<usize>> = finite.iter().map(counted).collect();
    let most = counts.iter().flatten().copied().max().unwrap_or(0) as f64;
    let up = Axis::counts(up);
    let mut plot = Plot::sized(size, title, up, Ticks::cover(0.0, most, true, size.ticks));
    let band = (plot.right() - plot.left()) / bins as f64;
    let single = across.whole && edges.step() == 1.0;
    let shift = if single { band / 2.0 } else { 0.0 };
    let names = edges.labels();
    let start = |i: usize| plot.left() + i as f64 * band;
    let places: Vec<f64> = (0..=bins).map(start).collect();
    let labels: Vec<(f64, String)> = names
        .iter()
        .take(if single { bins } else { bins + 1 })
        .enumerate()
        .map(|(i, name)| (places[i] + shift, name.clone()))
        .collect();
    plot.labels(&labels, band);
    plot.across(&across.title(&edges));
    // Several bars of one bin stand closer to each other than to the next bin.
    let gap = if all.len() > 1 { (band * 0.18).clamp(1.5, 6.0) } else { 1.5 };
    let wide = (band - gap) / all.len() as f64;
    for i in 0..bins {
        let name = if single { names[i].clone() } else { format!("{} to {}", names[i], names[i + 1]) };
        for (at, ((own, _), counts)) in all.iter().zip(&counts).enumerate() {
            let x = places[i] + gap / 2.0 + at as f64 * wide;
            let told = format!("{name}{}: {}", named(own), counts[i]);
            bar(&mut plot, at, (x, wide), (0.0, counts[i] as f64), &told);
        }
    }
    let series: Vec<Series> =
        all.iter().map(|(name, _)| Series { name: (*name).to_owned(), values: Vec::new() }).collect();
    legend(&mut plot, &series);
    let values = finite.iter().map(|values| values.len().to_string()).collect::<Vec<_>>().join(" and ");
    plot.finish(&format!(
        "Histogram of {values} values of {} from {} to {}; the fullest of {bins} bins has {most}.",
        across.label,
        number(least),
        number(greatest)
    ))
}

/// The title of an axis of categories, which have no ticks.
fn titled(axis: Axis<'_>) -> String {
    if axis.unit.is_empty() { axis.label.to_owned() } else { format!("{} ({})", axis.label, axis.unit) }
}

fn named(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!(", {name}") }
}

fn bar(plot: &mut Plot, number: usize, (x, wide): (f64, f64), (from, to): (f64, f64), name: &str) {
    let (a, b) = (plot.y(from), plot.y(to));
    let (top, tall) = (a.min(b), (a - b).abs());
    // A small count is not nothing.
    let tall = if from == to { 0.0 } else { tall.max(1.0) };
    let _ = write!(plot.body, "<g><title>{}</title>", escape(name));
    filled(&mut plot.body, number, (x, top, wide.max(0.5), tall));
    plot.body.push_str("</g>\n");
}

/// A rectangle in the colour of a series, hatched from the second on. The hatching is drawn as lines and not as a
/// pattern: a pattern needs an identifier, which would have to be unique in the page.
fn filled(body: &mut String, number: usize, (x, y, wide, tall): (f64, f64, f64, f64)) {
    let colour = number % COLOURS;
    let _ = write!(
        body,
        "<rect class=\"f{colour}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{tall:.1}\" fill=\"#777\"/>"
    );
    let mut path = String::new();
    let step = 6.0;
    // Lines x + y = c, or x - y = c, inside the rectangle.
    let slanted = |path: &mut String, down: bool| {
        let mut c = step;
        while c < wide + tall {
            let (from, to) = ((c - tall).max(0.0), c.min(wide));
            let at = |along: f64| if down { y + tall - (c - along) } else { y + c - along };
            let _ = write!(path, "M{:.1},{:.1}L{:.1},{:.1}", x + from, at(from), x + to, at(to));
            c += step;
        }
    };
    match number % 5 {
        0 => {}
        1 => slanted(&mut path, false),
        2 => slanted(&mut path, true),
        3 => {
            let mut at = step / 2.0;
            while at < tall {
                let _ = write!(path, "M{x:.1},{:.1}h{wide:.1}", y + at);
                at += step;
            }
        }
        _ => {
            slanted(&mut path, false);
            slanted(&mut path, true);
        }
    }
    if !path.is_empty() {
        let _ = write!(body, "<path class=\"cut\" d=\"{path}\" fill=\"none\" stroke=\"#fff\" stroke-width=\"1.3\"/>");
    }
}

fn legend(plot: &mut Plot, series: &[Series]) {
    if series.iter().all(|series| series.name.is_empty()) {
        return;
    }
    let names: Vec<&str> = series.iter().map(|series| series.name.as_str()).collect();
    plot.legend(&names, |body, i, x, y| filled(body, i, (x - 14.0, y - 6.0, 28.0, 12.0)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::svg::check::{picture, words};
    use proptest::prelude::*;

    fn series(name: &str, values: &[f64]) -> Series {
        Series { name: name.to_owned(), values: values.to_vec() }
    }

    fn named(count: usize) -> Vec<String> {
        (0..count).map(|i| i.to_string()).collect()
    }

    /// The heights of the bars.
    fn heights(svg: &str) -> Vec<f64> {
        let bars = svg.lines().filter(|line| line.starts_with("<g><title>"));
        bars.map(|line| line.split(" height=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap()).collect()
    }

    #[test]
    fn stacked_bars_stand_on_each_other() {
        let both = [series("redacted", &[1.0, 0.0, 3.0]), series("kept", &[2.0, 4.0, 0.0])];
        let draw = |layout| bars("t", Axis::new("IC", "bits"), Axis::counts("Phrases"), &named(3), &both, layout);
        let stacked = draw(Layout::Stacked);
        picture(&stacked);
        assert_eq!(words(&stacked)[2..7], ["0", "1", "2", "3", "4"]);
        assert_eq!(heights(&stacked), [70.0, 140.0, 0.0, 280.0, 210.0, 0.0]);
        assert_eq!(heights(&draw(Layout::Grouped)), heights(&stacked));
        assert!(stacked.contains("class=\"cut\"") && stacked.contains("<title>2, redacted: 3</title>"));
    }

    #[test]
    fn every_value_lies_in_one_bin() {
        let sizes = [3.0, 3.0, 4.0, 5.0, 5.0, 5.0, 7.0];
        let svg = histogram("Class sizes", Axis::counts("Records in a class"), "Classes", &sizes);
        picture(&svg);
        assert_eq!(words(&svg)[2..6], ["0", "1", "2", "3"]);
        assert_eq!(words(&svg)[6..11], ["3", "4", "5", "6", "7"]);
        assert!(svg.contains("<title>5: 3</title>") && svg.contains("<title>6: 0</title>"));
        let risks = histogram("Risk", Axis::new("Risk", ""), "Records", &[0.0, 0.05, 0.1, 1.0, 1.0, f64::NAN]);
        picture(&risks);
        assert!(risks.contains("<title>0.95 to 1.00: 2</title>") && risks.contains("<title>0.05 to 0.10: 1</title>"));
    }

    #[test]
    fn values_of_any_size_are_drawn() {
        let odd: [&[f64]; 7] = [
            &[],
            &[0.0],
            &[5.0; 4],
            &[-2.0, 3.0, -7.5],
            &[1e9, 2.0, 0.0],
            &[f64::NAN, f64::INFINITY],
            &[f64::MAX, f64::MIN],
        ];
        for values in odd {
            for whole in [false, true] {
                let axis = Axis { label: "x", unit: "m", whole };
                picture(&histogram("t", axis, "n", values));
                for layout in [Layout::Grouped, Layout::Stacked] {
                    let both = [series("a", values), series("", values)];
                    picture(&bars("t", axis, axis, &named(values.len()), &both, layout));
                }
            }
        }
    }

    proptest! {
        #[test]
        fn text_never_overlaps(
            categories in prop::collection::vec("[ -~]{0,30}", 1..70),
            values in prop::collection::vec(-1e6..1e6f64, 0..70),
            count in 1..4usize
        ) {
            let all: Vec<Series> = (0..count).map(|i| series(&format!("series {i}"), &values)).collect();
            for layout in [Layout::Grouped, Layout::Stacked] {
                picture(&bars("t", Axis::new("x", ""), Axis::counts("n"), &categories, &all, layout));
                picture(&bars("t", Axis::new("x", ""), Axis::counts("n"), &named(categories.len() * 9), &all, layout));
            }
            picture(&histogram("t", Axis::new("x", "m"), "n", &values));
            picture(&histogram("t", Axis::counts("x"), "n", &values));
        }
    }
}
