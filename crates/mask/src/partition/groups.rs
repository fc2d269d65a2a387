//! Groups of records, one after the other.

/// Groups of records, one after the other: a list of lists of a few records takes several times the memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Groups {
    members: Vec<u32>,
    /// Where each group starts, and the end.
    starts: Vec<u32>,
}

impl Groups {
    /// None yet.
    pub(crate) fn new() -> Self {
        Self { members: Vec::new(), starts: vec![0] }
    }

    /// Adds a group.
    pub(crate) fn push(&mut self, group: impl IntoIterator<Item = u32>) {
        self.members.extend(group);
        self.starts.push(self.members.len() as u32);
    }

    /// The groups of several parts, part after part.
    pub(crate) fn joined(mut parts: Vec<Self>) -> Self {
        if parts.len() == 1 {
            return parts.remove(0);
        }
        let mut all = Self::new();
        all.members.reserve_exact(parts.iter().map(Self::records).sum());
        all.starts.reserve_exact(parts.iter().map(Self::len).sum());
        for part in parts {
            part.iter().for_each(|group| all.push(group.iter().copied()));
        }
        all
    }

    /// The groups in the order of their first records.
    pub(super) fn in_order(self) -> Self {
        let mut order: Vec<u32> = (0..self.len() as u32).collect();
        let first = |at: u32| self.members[self.starts[at as usize] as usize];
        if order.is_sorted_by_key(|&at| first(at)) {
            return self;
        }
        order.sort_unstable_by_key(|&at| first(at));
        let mut ordered = Self::new();
        ordered.members.reserve_exact(self.records());
        ordered.starts.reserve_exact(self.len());
        order.into_iter().for_each(|at| ordered.push(self.group(at as usize).iter().copied()));
        ordered
    }

    /// How many groups there are.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many records there are in all of them.
    pub(crate) fn records(&self) -> usize {
        self.members.len()
    }

    /// The records of one group.
    pub(crate) fn group(&self, index: usize) -> &[u32] {
        &self.members[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    /// The records of one group, to be put in order.
    pub(super) fn group_mut(&mut self, index: usize) -> &mut [u32] {
        &mut self.members[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    /// Every group in turn.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        (0..self.len()).map(|index| self.group(index))
    }
}

impl<G: IntoIterator<Item = u32>> FromIterator<G> for Groups {
    fn from_iter<I: IntoIterator<Item = G>>(groups: I) -> Self {
        let mut all = Self::new();
        groups.into_iter().for_each(|group| all.push(group));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_joined_and_put_in_order() {
        let groups = |groups: &[&[u32]]| groups.iter().map(|group| group.to_vec()).collect::<Groups>();
        let joined = Groups::joined(vec![groups(&[&[4, 5]]), groups(&[]), groups(&[&[0, 2, 3], &[1, 6]])]);
        assert_eq!(joined, groups(&[&[4, 5], &[0, 2, 3], &[1, 6]]));
        assert_eq!((joined.len(), joined.records(), joined.group(2)), (3, 7, &[1, 6][..]));
        assert_eq!(joined.in_order(), groups(&[&[0, 2, 3], &[1, 6], &[4, 5]]));
    }
}
