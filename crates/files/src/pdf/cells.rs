//! Cells that drawn lines divide: what stands on both sides of one is not read as one line.

use super::lines::{Apart, Line};

/// An upright line that is drawn on the page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Post {
    pub(super) x: f64,
    pub(super) bottom: f64,
    pub(super) top: f64,
}

/// Divides lines where an upright line stands in a gap between words.
pub(super) fn divide(lines: Vec<Line>, mut posts: Vec<Post>) -> Vec<Line> {
    if posts.is_empty() {
        return lines;
    }
    posts.sort_by(|one, other| one.x.total_cmp(&other.x));
    let mut out = Vec::with_capacity(lines.len());
    for mut line in lines {
        let [a, b, _, d, left, y] = line.matrix;
        let from = posts.partition_point(|post| post.x < left);
        let to = posts.partition_point(|post| post.x < line.end.0).max(from);
        let level = a > 0.0 && d > 0.0 && b.abs() < a * 0.01;
        let beside = |post: &&Post| post.bottom <= y + d * 0.25 && post.top >= y + d * 0.5;
        if level {
            for post in posts[from..to].iter().take(4096).filter(beside) {
                if let Some(rest) = line.divide_at(post.x) {
                    out.push(std::mem::replace(&mut line, rest));
                }
            }
        }
        out.push(line);
    }
    out
}

impl Line {
    /// Divides the line at a place that lies in a gap between words. What is behind it becomes a column.
    fn divide_at(&mut self, x: f64) -> Option<Self> {
        let size = self.matrix[0];
        let glyphs = self.marks().len();
        // The last glyph before the place, and the first one behind it; blanks between them go.
        let ends_before = |glyph: &usize| self.marks()[*glyph].1.0 <= x + size * 0.05 && !self.is_blank(*glyph);
        let last = (0..glyphs).take_while(|&glyph| self.begin(glyph).0 < x).filter(ends_before).last()?;
        let first = (last + 1..glyphs).find(|&glyph| !self.is_blank(glyph))?;
        let begin = self.begin(first);
        if begin.0 < x - size * 0.05 || begin.0 - self.marks()[last].1.0 < size * super::lines::SPACE {
            return None;
        }
        let mut rest = self.split_off(first);
        rest.apart = Apart::Column;
        rest.post = Some((begin.0 - x).max(0.0));
        self.truncate(last);
        Some(rest)
    }
}
