//! What the search minimises, and how a step changes it.

/// The loss of groups, with sums for each group from which the change by a step is computed quickly.
pub(super) trait Objective: Sync {
    /// How much dearer a step is than one with numbers.
    fn weight(&self) -> u64;

    /// The squared distance of two records.
    fn squared(&self, a: u32, b: u32) -> f64;

    /// The loss of one group.
    fn cost(&self, members: &[u32]) -> f64;

    /// What changes if `record` moves from one group to another.
    fn moved(&self, groups: &[Vec<u32>], from: usize, record: u32, to: usize) -> f64;

    /// What changes if `record` and `other` change places.
    fn exchanged(&self, groups: &[Vec<u32>], here: usize, record: u32, there: usize, other: u32) -> f64;

    /// A record has entered a group.
    fn entered(&mut self, group: usize, record: u32);

    /// A record has left a group.
    fn left(&mut self, group: usize, record: u32);

    /// A group is empty, or new.
    fn clear(&mut self, group: usize);
}
