//! Drawn lines, as far as they may strike out text or divide cells.

use super::cells::Post;
use super::lines::Rule;
use super::shown::{Matrix, then};

/// A filled box that is not higher than this is a line.
const THIN: f64 = 3.0;

/// No honest page has more lines.
const MOST: usize = 100_000;

/// The lines of a page that matter.
#[derive(Debug, Default)]
pub(super) struct Drawn {
    pub(super) rules: Vec<Rule>,
    pub(super) posts: Vec<Post>,
}

impl Drawn {
    fn append(&mut self, other: Self) {
        if self.rules.len() < MOST {
            self.rules
                .extend(other.rules.into_iter().filter(|rule| rule.right - rule.left > 0.5 && rule.y.is_finite()));
        }
        if self.posts.len() < MOST {
            self.posts
                .extend(other.posts.into_iter().filter(|post| post.top - post.bottom > 2.0 && post.x.is_finite()));
        }
    }
}

/// A path that is being drawn. Only its level and its upright pieces are kept.
#[derive(Debug, Default)]
pub(super) struct Path {
    at: Option<(f64, f64)>,
    strokes: Drawn,
    boxes: Drawn,
    /// The corners of a drawn figure: left, bottom, right, top.
    bounds: Option<[f64; 4]>,
}

fn place(map: &Matrix, x: f64, y: f64) -> (f64, f64) {
    let [.., x, y] = then(&[1.0, 0.0, 0.0, 1.0, x, y], map);
    (x, y)
}

/// A figure that is so thin that it is a line.
fn thin([left, bottom, right, top]: [f64; 4]) -> Drawn {
    let mut drawn = Drawn::default();
    if top - bottom <= THIN && right - left > top - bottom {
        drawn.rules.push(Rule { left, right, y: (top + bottom) / 2.0 });
    } else if right - left <= THIN {
        drawn.posts.push(Post { x: (left + right) / 2.0, bottom, top });
    }
    drawn
}

/// A straight stroke.
fn straight(from: (f64, f64), to: (f64, f64)) -> Drawn {
    let mut drawn = Drawn::default();
    if (from.1 - to.1).abs() < 0.5 {
        drawn.rules.push(Rule { left: from.0.min(to.0), right: from.0.max(to.0), y: (from.1 + to.1) / 2.0 });
    } else if (from.0 - to.0).abs() < 0.5 {
        drawn.posts.push(Post { x: (from.0 + to.0) / 2.0, bottom: from.1.min(to.1), top: from.1.max(to.1) });
    }
    drawn
}

impl Path {
    pub(super) fn start(&mut self, map: &Matrix, x: f64, y: f64) {
        self.figure();
        let (x, y) = place(map, x, y);
        self.at = Some((x, y));
        self.bounds = Some([x, y, x, y]);
    }

    pub(super) fn line(&mut self, map: &Matrix, x: f64, y: f64) {
        let to = place(map, x, y);
        if let Some(from) = self.at {
            self.strokes.append(straight(from, to));
        }
        if let Some([left, bottom, right, top]) = &mut self.bounds {
            (*left, *bottom) = (left.min(to.0), bottom.min(to.1));
            (*right, *top) = (right.max(to.0), top.max(to.1));
        }
        self.at = Some(to);
    }

    pub(super) fn curve(&mut self) {
        self.at = None;
        self.bounds = None;
    }

    pub(super) fn rectangle(&mut self, map: &Matrix, [x, y, width, height]: [f64; 4]) {
        self.figure();
        let (one, other) = (place(map, x, y), place(map, x + width, y + height));
        let corners = [one.0.min(other.0), one.1.min(other.1), one.0.max(other.0), one.1.max(other.1)];
        self.boxes.append(thin(corners));
        let [left, bottom, right, top] = corners;
        for (from, to) in [((left, bottom), (left, top)), ((right, bottom), (right, top))] {
            self.strokes.append(straight(from, to));
        }
        self.at = None;
    }

    /// A figure that was drawn by lines is a box if it is thin.
    fn figure(&mut self) {
        if let Some(bounds) = self.bounds.take() {
            self.boxes.append(thin(bounds));
        }
    }

    /// Ends the path. What was painted of it is added to the lines of the page.
    pub(super) fn paint(&mut self, operator: &str, drawn: &mut Drawn) {
        self.figure();
        let Self { strokes, boxes, .. } = std::mem::take(self);
        if matches!(operator, "S" | "s" | "B" | "B*" | "b" | "b*") {
            drawn.append(strokes);
        }
        if matches!(operator, "f" | "F" | "f*" | "B" | "B*" | "b" | "b*") {
            drawn.append(boxes);
        }
    }
}
