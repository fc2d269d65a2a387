//! Lists of lists in two flat arrays (compressed sparse rows).

/// `row(i)` is a slice of one shared array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rows<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Self { starts: vec![0], items: Vec::new() }
    }
}

impl<T: Copy + Default> Rows<T> {
    pub(crate) fn with_capacity(rows: usize, items: usize) -> Self {
        let mut starts = Vec::with_capacity(rows + 1);
        starts.push(0);
        Self { starts, items: Vec::with_capacity(items) }
    }

    /// Adds an item to the row that is not yet closed.
    pub(crate) fn push(&mut self, item: T) {
        self.items.push(item);
    }

    /// Adds items that are already there to the row that is not yet closed.
    pub(crate) fn push_from_within(&mut self, items: std::ops::Range<usize>) {
        self.items.extend_from_within(items);
    }

    /// Ends the current row.
    pub(crate) fn close(&mut self) {
        let end = u32::try_from(self.items.len()).expect("builders limit the number of items");
        self.starts.push(end);
    }

    pub(crate) fn push_row(&mut self, row: &[T]) {
        self.items.extend_from_slice(row);
        self.close();
    }

    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub(crate) fn items(&self) -> &[T] {
        &self.items
    }

    #[inline]
    pub(crate) fn range(&self, i: usize) -> std::ops::Range<usize> {
        self.starts[i] as usize..self.starts[i + 1] as usize
    }

    #[inline]
    pub(crate) fn row(&self, i: usize) -> &[T] {
        &self.items[self.range(i)]
    }

    pub(crate) fn row_mut(&mut self, i: usize) -> &mut [T] {
        let range = self.range(i);
        &mut self.items[range]
    }

    /// Puts `(row, item)` pairs into rows by counting; within a row the order of the pairs is kept.
    pub(crate) fn group(rows: usize, pairs: impl Iterator<Item = (u32, T)> + Clone) -> Self {
        // One place ahead: `starts[row + 1]` is where the row begins until it is filled, and where it ends after that.
        let mut starts = vec![0u32; rows + 2];
        for (row, _) in pairs.clone() {
            starts[row as usize + 2] += 1;
        }
        for i in 2..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut items = vec![T::default(); starts[rows + 1] as usize];
        for (row, item) in pairs {
            let place = &mut starts[row as usize + 1];
            items[*place as usize] = item;
            *place += 1;
        }
        starts.pop();
        Self { starts, items }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grouping_keeps_the_order_of_pairs() {
        let pairs = [(2, 'a'), (0, 'b'), (2, 'c'), (2, 'a')];
        let rows = Rows::group(4, pairs.into_iter());
        assert_eq!(rows.row(0), ['b']);
        assert_eq!(rows.row(1), []);
        assert_eq!(rows.row(2), ['a', 'c', 'a']);
        assert_eq!(rows.row(3), []);
        assert_eq!(rows.len(), 4);
    }
}
