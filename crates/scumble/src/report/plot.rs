//! The frame of a chart: title, axes with their ticks, and a legend below, none of which overlap.

use crate::report::axis::{Axis, MOST_TICKS, Ticks};
use crate::report::svg::{Anchor, document, text, width, wrap};
use std::fmt::Write;

/// How large a chart is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Size {
    /// The width of the whole picture.
    width: f64,
    /// The height of the area in which values are drawn.
    height: f64,
    /// The most bars of a histogram.
    pub(crate) bins: usize,
    /// The most ticks of the upward axis.
    pub(crate) ticks: usize,
}

impl Size {
    /// A chart that stands by itself.
    pub(crate) const LARGE: Self = Self { width: 640.0, height: 280.0, bins: 24, ticks: MOST_TICKS };
    /// A map of points.
    pub(crate) const MAP: Self = Self { width: 860.0, height: 480.0, bins: 24, ticks: MOST_TICKS };
    /// One of several charts that stand side by side.
    pub(crate) const SMALL: Self = Self { width: 420.0, height: 130.0, bins: 16, ticks: 5 };
}

const MARGIN: f64 = 14.0;
const LINE: f64 = 20.0;
/// The room for the sign of a legend entry, and after its name.
const SIGN: f64 = 42.0;
const GAP: f64 = 18.0;
/// The height of a row of labels below the axis.
const LABEL_ROW: f64 = 17.0;
/// In how many rows names stand at most.
const MOST_ROWS: usize = 3;
/// The least distance between two labels below the axis.
const BETWEEN: f64 = 10.0;

/// A chart under construction: its area, and what has been drawn.
pub(crate) struct Plot {
    title: String,
    width: f64,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    /// Where the next line of text below the area goes.
    below: f64,
    up: Ticks,
    pub(crate) body: String,
}

impl Plot {
    /// Draws title, upward axis and grid.
    pub(crate) fn new(title: &str, axis: Axis<'_>, up: Ticks) -> Self {
        Self::sized(Size::LARGE, title, axis, up)
    }

    /// The same in a size of its own.
    pub(crate) fn sized(Size { width: wide, height, .. }: Size, title: &str, axis: Axis<'_>, up: Ticks) -> Self {
        let mut body = String::new();
        let mut y = MARGIN;
        for line in wrap(title, (wide - 2.0 * MARGIN) / 1.3) {
            y += LINE;
            text(&mut body, (MARGIN, y - 4.0), Anchor::Start, "title", (wide - 2.0 * MARGIN) / 1.3, &line);
        }
        y += LINE;
        text(&mut body, (MARGIN, y), Anchor::Start, "soft", wide - 2.0 * MARGIN, &axis.title(&up));
        let labels = up.labels();
        let widest = labels.iter().map(|label| width(label)).fold(0.0, f64::max);
        let left = MARGIN + widest + 8.0;
        let top = y + 16.0;
        let plot = Self {
            title: title.to_owned(),
            width: wide,
            left,
            right: wide - MARGIN - 16.0,
            top,
            bottom: top + height,
            below: top + height,
            up,
            body,
        };
        plot.grid(&labels)
    }

    fn grid(mut self, labels: &[String]) -> Self {
        for (value, label) in self.up.values().zip(labels) {
            let at = self.y(value);
            let class = if value == 0.0 { "zero" } else { "grid" };
            let _ = writeln!(
                self.body,
                "<line class=\"{class}\" x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#ccc\"/>",
                self.left, self.right
            );
            text(&mut self.body, (self.left - 8.0, at + 4.5), Anchor::End, "", f64::INFINITY, label);
        }
        self
    }

    pub(crate) fn left(&self) -> f64 {
        self.left
    }

    pub(crate) fn right(&self) -> f64 {
        self.right
    }

    pub(crate) fn top(&self) -> f64 {
        self.top
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.bottom
    }

    pub(crate) fn y(&self, value: f64) -> f64 {
        self.bottom - self.up.share(value) * (self.bottom - self.top)
    }

    /// Ticks for the axis across whose labels fit side by side.
    pub(crate) fn fit(&self, low: f64, high: f64, whole: bool) -> Ticks {
        let fits = |ticks: &Ticks| {
            let widest = ticks.labels().iter().map(|label| width(label)).fold(0.0, f64::max);
            widest + BETWEEN <= (self.right - self.left) / (ticks.len() - 1) as f64
        };
        let choices = (3..=MOST_TICKS).rev().map(|most| Ticks::cover(low, high, whole, most));
        choices.into_iter().find(fits).unwrap_or_else(|| Ticks::cover(low, high, whole, 3))
    }

    /// Labels below the area, one for each band. Where they do not fit side by side, numbers are thinned out evenly;
    /// names stand in up to three rows, and are shortened and thinned out only where that is not enough.
    pub(crate) fn labels(&mut self, labels: &[(f64, String)], band: f64) {
        let number = |label: &str| label.trim_start_matches('−').starts_with(|c: char| c.is_ascii_digit());
        let numbers = labels.iter().all(|(_, label)| number(label));
        // The outermost names are at most as long as the border of the picture allows.
        let inside = |x: f64| if numbers { f64::INFINITY } else { 2.0 * x.min(self.width - x) };
        let widths: Vec<f64> = labels.iter().map(|(x, label)| width(label).min(inside(*x))).collect();
        let widest = widths.iter().copied().fold(0.0, f64::max);
        let fits = |rows: &usize| {
            let mut pairs = widths.iter().zip(widths.iter().skip(*rows));
            pairs.all(|(a, b)| (a + b) / 2.0 + BETWEEN <= band * *rows as f64)
        };
        let most = if numbers { 1 } else { MOST_ROWS };
        let (rows, room, every) = match (1..=most).find(fits) {
            Some(rows) => (rows, f64::INFINITY, 1),
            None => {
                let room = if numbers { widest } else { widest.min((band * most as f64 - BETWEEN).max(60.0)) };
                let enough = |every: &usize| room + BETWEEN <= band * (most * every) as f64;
                let every = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000].into_iter().find(enough);
                (most, room, every.unwrap_or(usize::MAX))
            }
        };
        let shown: Vec<&(f64, String)> = labels.iter().step_by(every).collect();
        let needless = if numbers { shared_zeros(&shown) } else { 0 };
        for (i, (x, label)) in shown.into_iter().enumerate() {
            let label = &label[..label.len() - needless];
            let half = width(label) / 2.0;
            // The outermost numbers move inside the picture.
            let x = if numbers { x.min(self.width - half).max(half) } else { *x };
            let y = self.bottom + 20.0 + (i % rows) as f64 * LABEL_ROW;
            text(&mut self.body, (x, y), Anchor::Middle, "", room.min(inside(x)), label);
        }
        self.below = self.bottom + 20.0 + (rows - 1) as f64 * LABEL_ROW;
    }

    /// Names the axis across.
    pub(crate) fn across(&mut self, title: &str) {
        self.below += 22.0;
        let middle = (self.left + self.right) / 2.0;
        text(&mut self.body, (middle, self.below), Anchor::Middle, "soft", self.right - self.left, title);
    }

    /// A legend in columns below the chart. `sign` draws the sign of an entry in a box of 30 by 12 around a middle.
    pub(crate) fn legend(&mut self, names: &[&str], sign: impl Fn(&mut String, usize, f64, f64)) {
        if names.is_empty() {
            return;
        }
        let room = self.width - 2.0 * MARGIN;
        let widest = names.iter().map(|name| width(name)).fold(0.0, f64::max);
        let columns = ((room / (SIGN + widest + GAP)).floor() as usize).clamp(1, names.len());
        let column = if columns == 1 { room } else { SIGN + widest + GAP };
        self.below += 10.0;
        for (i, name) in names.iter().enumerate() {
            if i % columns == 0 {
                self.below += LINE;
            }
            let x = MARGIN + (i % columns) as f64 * column;
            sign(&mut self.body, i, x + 17.0, self.below - 4.5);
            text(&mut self.body, (x + SIGN, self.below), Anchor::Start, "", column - SIGN, name);
        }
    }

    pub(crate) fn finish(self, description: &str) -> String {
        document(self.width, self.below + MARGIN, &self.title, description, &self.body)
    }
}

/// A picture that has nothing to show, and says so.
pub(crate) fn empty(Size { width: wide, .. }: Size, title: &str) -> String {
    let mut body = String::new();
    text(&mut body, (MARGIN, MARGIN + 16.0), Anchor::Start, "title", (wide - 2.0 * MARGIN) / 1.3, title);
    text(&mut body, (MARGIN, MARGIN + 42.0), Anchor::Start, "soft", wide, "There are no values to show.");
    document(wide, MARGIN * 2.0 + 42.0, title, "There are no values to show.", &body)
}

/// How many characters at the end of all labels are needless: zeros after the decimal point, and the point.
fn shared_zeros(labels: &[&(f64, String)]) -> usize {
    let zeros = |label: &str| {
        let decimals = label.split_once('.').map_or("", |(_, decimals)| decimals);
        let zeros = decimals.len() - decimals.trim_end_matches('0').len();
        if zeros > 0 && zeros == decimals.len() { zeros + 1 } else { zeros }
    };
    let least = labels.iter().map(|(_, label)| zeros(label)).min().unwrap_or(0);
    // All zeros may go only if the point goes, too.
    let decimals =
        labels.iter().filter_map(|(_, label)| label.split_once('.')).map(|(_, decimals)| decimals.len()).min();
    if Some(least) == decimals { least.saturating_sub(1) } else { least }
}

/// The least and the greatest of the finite values.
pub(crate) fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.filter(|value| value.is_finite()).fold(None, |range, value| {
        Some(range.map_or((value, value), |(low, high): (f64, f64)| (low.min(value), high.max(value))))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_that_all_labels_end_with_are_needless() {
        let needless = |labels: &[&str]| {
            let labels: Vec<(f64, String)> = labels.iter().map(|&label| (0.0, label.to_owned())).collect();
            shared_zeros(&labels.iter().collect::<Vec<_>>())
        };
        assert_eq!(needless(&["0.000", "0.050", "0.100"]), 1);
        assert_eq!(needless(&["0.00", "0.50", "1.00"]), 1);
        assert_eq!(needless(&["0.00", "1.00"]), 3);
        assert_eq!(needless(&["0.0", "2.5"]), 0);
        assert_eq!(needless(&["0", "100"]), 0);
        assert_eq!(needless(&[]), 0);
    }
}
