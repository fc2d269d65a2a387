//! Drawn lines, as far as they may strike out text.

use super::lines::{Matrix, Rule, then};

/// A filled box that is not higher than this is a line.
const THIN: f64 = 3.0;

/// No honest page has more lines.
const MOST: usize = 100_000;

/// A path that is being drawn. Only its straight level pieces are kept.
#[derive(Debug, Default)]
pub(super) struct Path {
    at: Option<(f64, f64)>,
    strokes: Vec<Rule>,
    boxes: Vec<Rule>,
    /// The corners of a drawn figure: left, bottom, right, top.
    bounds: Option<[f64; 4]>,
}

fn place(map: &Matrix, x: f64, y: f64) -> (f64, f64) {
    let [.., x, y] = then(&[1.0, 0.0, 0.0, 1.0, x, y], map);
    (x, y)
}

fn thin([left, bottom, right, top]: [f64; 4]) -> Option<Rule> {
    (top - bottom <= THIN && right - left > top - bottom).then_some(Rule { left, right, y: (top + bottom) / 2.0 })
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
        if let Some(from) = self.at
            && (from.1 - to.1).abs() < 0.5
            && self.strokes.len() < MOST
        {
            self.strokes.push(Rule { left: from.0.min(to.0), right: from.0.max(to.0), y: (from.1 + to.1) / 2.0 });
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
        if self.boxes.len() < MOST {
            self.boxes.extend(thin(corners));
        }
        self.at = None;
    }

    /// A figure that was drawn by lines is a box if it is thin.
    fn figure(&mut self) {
        if let Some(rule) = self.bounds.take().and_then(thin)
            && self.boxes.len() < MOST
        {
            self.boxes.push(rule);
        }
    }

    /// Ends the path. What was painted of it is added to the lines of the page.
    pub(super) fn paint(&mut self, operator: &str, rules: &mut Vec<Rule>) {
        self.figure();
        let Self { strokes, boxes, .. } = std::mem::take(self);
        if rules.len() > MOST {
            return;
        }
        let is_rule = |rule: &Rule| rule.right - rule.left > 0.5 && rule.y.is_finite();
        match operator {
            "n" => {}
            "f" | "F" | "f*" => rules.extend(boxes.into_iter().filter(is_rule)),
            "S" | "s" => rules.extend(strokes.into_iter().filter(is_rule)),
            _ => rules.extend(strokes.into_iter().chain(boxes).filter(is_rule)),
        }
    }
}
