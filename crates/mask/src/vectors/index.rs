//! For each term the vectors that have it: an inverted index that forgets vectors that were taken.

use scumble_data::SparseMatrix;

/// Vectors by term, with the greatest weight of each term.
pub(super) struct Index {
    /// For each term, its vectors, ascending, and their weights.
    postings: SparseMatrix,
    /// The greatest weight of each term among all vectors it ever had.
    greatest: Vec<f64>,
}

impl Index {
    /// The index of a matrix.
    pub(super) fn new(matrix: &SparseMatrix) -> Self {
        let postings = matrix.transposed();
        let greatest = postings.rows().map(|row| row.weights.iter().copied().fold(0.0, f64::max)).collect();
        Self { postings, greatest }
    }

    /// The vectors with a term, and the term's weights in them.
    pub(super) fn vectors(&self, term: u32) -> scumble_data::SparseRow<'_> {
        self.postings.row(term as usize)
    }

    /// No vector has more of the term than this.
    pub(super) fn greatest(&self, term: u32) -> f64 {
        self.greatest[term as usize]
    }

    /// Forgets the vectors that were taken.
    pub(super) fn keep(&mut self, left: &[bool]) {
        let mut postings = SparseMatrix::new(self.postings.columns());
        let mut row = Vec::new();
        for vectors in self.postings.rows() {
            row.clear();
            row.extend(vectors.iter().filter(|(vector, _)| left[*vector as usize]));
            postings.push(&mut row).expect("a part of a row is a row");
        }
        self.postings = postings;
    }
}
