//! A string as it is shown: its letters, and where each of them stands on the page.

/// A linear map of the page: a, b, c, d, e, f.
pub(super) type Matrix = [f64; 6];

/// A place on the page.
pub(super) type Point = (f64, f64);

/// First the one, then the other.
pub(super) fn then(first: &Matrix, second: &Matrix) -> Matrix {
    let [a, b, c, d, e, f] = *first;
    let [g, h, i, j, k, l] = *second;
    [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l]
}

/// A string as it is shown.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    pub(super) text: String,
    /// Of the first letter.
    pub(super) matrix: Matrix,
    /// Where each glyph ends: in bytes of the text, and on the page.
    pub(super) marks: Vec<(usize, Point)>,
}

impl Shown {
    pub(super) fn glyphs(&self) -> usize {
        self.marks.len()
    }

    fn range(&self, glyph: usize) -> std::ops::Range<usize> {
        let start = glyph.checked_sub(1).map_or(0, |before| self.marks[before].0);
        start..self.marks[glyph].0
    }

    pub(super) fn glyph(&self, glyph: usize) -> &str {
        &self.text[self.range(glyph)]
    }

    pub(super) fn start(&self, glyph: usize) -> Point {
        glyph.checked_sub(1).map_or((self.matrix[4], self.matrix[5]), |before| self.marks[before].1)
    }

    pub(super) fn end_of(&self, glyph: usize) -> Point {
        self.marks[glyph].1
    }

    pub(super) fn axes(&self) -> Option<Axes> {
        Axes::of_matrix(&self.matrix)
    }

    /// Gives a glyph another text.
    pub(super) fn replace(&mut self, glyph: usize, text: &str) {
        let range = self.range(glyph);
        let (old, new) = (range.len(), text.len());
        self.text.replace_range(range, text);
        for mark in &mut self.marks[glyph..] {
            mark.0 = mark.0 + new - old;
        }
    }

    /// Takes a glyph away. Those behind it stay where they are.
    pub(super) fn remove(&mut self, glyph: usize) {
        self.replace(glyph, "");
        let (_, end) = self.marks.remove(glyph);
        if glyph == 0 {
            (self.matrix[4], self.matrix[5]) = end;
        }
    }
}

/// The direction in which letters follow each other, and their size.
#[derive(Clone, Copy)]
pub(super) struct Axes {
    a: f64,
    b: f64,
    /// The size of the letters.
    pub(super) size: f64,
}

impl Axes {
    /// `None` if nothing can be seen of such letters.
    pub(super) fn of_matrix(matrix: &Matrix) -> Option<Self> {
        let [a, b, c, d, _, _] = *matrix;
        let size = a.hypot(b).max(c.hypot(d)).max(f64::MIN_POSITIVE);
        matrix.iter().all(|number| number.is_finite()).then_some(Self { a, b, size })
    }

    /// A place along the line and above it, in letter sizes.
    pub(super) fn of(self, (x, y): Point) -> (f64, f64) {
        let size = self.size * self.size;
        ((x * self.a + y * self.b) / size, (y * self.a - x * self.b) / size)
    }

    /// The same, from another place.
    pub(super) fn between(self, from: Point, to: Point) -> (f64, f64) {
        self.of((to.0 - from.0, to.1 - from.1))
    }
}
