//! The records of a stratum with their blanks, and what they match on every combination.

use super::pattern::{Columns, KeyMap, Keys, places};

/// Records of a stratum, equal ones together.
pub(super) struct Distinct {
    /// The values of each distinct record, one after the other.
    pub(super) values: Vec<u32>,
    pub(super) width: usize,
    /// The records that each stands for.
    pub(super) records: Vec<Vec<u32>>,
}

impl Distinct {
    /// Puts equal records of a stratum together, in order of their first.
    pub(super) fn new(keys: &Keys, codes: &[Vec<u32>], stratum: &[u32]) -> Self {
        let all = all_columns(codes.len());
        let mut known: KeyMap<u32> = KeyMap::default();
        let mut new = Self { values: Vec::new(), width: codes.len(), records: Vec::new() };
        let mut row = vec![0; codes.len()];
        for &record in stratum {
            row.iter_mut().zip(codes).for_each(|(cell, codes)| *cell = codes[record as usize]);
            let at = *known.entry(keys.of(&row, all)).or_insert(new.records.len() as u32) as usize;
            if at == new.records.len() {
                new.values.extend_from_slice(&row);
                new.records.push(Vec::new());
            }
            new.records[at].push(record);
        }
        new
    }

    /// How many records each stands for.
    pub(super) fn counts(&self) -> Vec<u32> {
        self.records.iter().map(|records| records.len() as u32).collect()
    }
}

/// The set of the first so many columns.
pub(super) fn all_columns(width: usize) -> Columns {
    if width == 64 { Columns::MAX } else { (1 << width) - 1 }
}

/// Records that are equal and have the same blanks.
pub(super) struct Group {
    /// The distinct record.
    pub(super) example: u32,
    pub(super) blanks: Columns,
    pub(super) records: u32,
    /// Its pattern in each combination.
    pub(super) patterns: Vec<u32>,
}

/// A cell that was blanked, or got its value back: the group before and after, and the column.
#[derive(Clone, Copy)]
pub(super) struct Change {
    from: u32,
    to: u32,
    column: u32,
}

/// The patterns of a stratum on the columns of one combination, by one reading of a blank.
pub(super) trait Patterns {
    /// The columns of the combination.
    fn columns(&self) -> Columns;
    /// Whether a pattern is below k.
    fn is_short(&self, pattern: u32) -> bool;
    /// How far all records are from k; 0 if none is below.
    fn deficit(&self) -> i64;
    /// One record of a pattern gets one more blank; gives its new pattern.
    fn blank(&mut self, pattern: u32, column: usize) -> u32;
    /// One record of a pattern gets its own value back in one column: that of `example`.
    fn unblank(&mut self, pattern: u32, column: usize, example: u32) -> u32;
    /// The patterns that fell below k since this was asked last.
    fn fallen(&mut self) -> Vec<u32>;
}

/// Records with blanks.
pub(super) struct State<'d, P> {
    pub(super) combinations: Vec<P>,
    pub(super) groups: Vec<Group>,
    known: KeyMap<u32>,
    /// For each combination and pattern the groups that are published so.
    pub(super) members: Vec<Vec<Vec<u32>>>,
    /// What a blank costs in each column.
    pub(super) weights: &'d [f64],
    /// What all blanks cost.
    pub(super) cost: f64,
    /// What was done since the list was emptied.
    pub(super) changes: Vec<Change>,
}

impl<'d, P: Patterns> State<'d, P> {
    /// Records without blanks, from the patterns of every combination and, for each distinct record, its pattern there.
    pub(super) fn new(combinations: Vec<(P, Vec<u32>)>, distinct: &Distinct, weights: &'d [f64]) -> Self {
        let counts = distinct.counts();
        let (combinations, patterns): (Vec<P>, Vec<Vec<u32>>) = combinations.into_iter().unzip();
        let mut new = Self {
            groups: Vec::new(),
            known: KeyMap::default(),
            members: vec![Vec::new(); combinations.len()],
            combinations,
            weights,
            cost: 0.0,
            changes: Vec::new(),
        };
        for (example, &records) in counts.iter().enumerate() {
            let patterns = patterns.iter().map(|of| of[example]).collect();
            new.group(Group { example: example as u32, blanks: 0, records, patterns });
        }
        new
    }

    /// The number of a group; a new one is noted as published by its patterns.
    fn group(&mut self, group: Group) -> u32 {
        let key = u128::from(group.blanks) << 32 | u128::from(group.example);
        let key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        let next = self.groups.len() as u32;
        let found = *self.known.entry(key ^ key >> 67).or_insert(next);
        if found == next {
            for (members, &pattern) in self.members.iter_mut().zip(&group.patterns) {
                let pattern = pattern as usize;
                if members.len() <= pattern {
                    members.resize(pattern + 1, Vec::new());
                }
                members[pattern].push(next);
            }
            self.groups.push(group);
        }
        found
    }

    /// How far all records are from k, over all combinations.
    pub(super) fn deficit(&self) -> i64 {
        self.combinations.iter().map(|patterns| patterns.deficit()).sum()
    }

    /// The columns of the combinations on which a group is below k, without its blanks.
    pub(super) fn short_columns(&self, group: u32) -> Columns {
        let Group { blanks, patterns, .. } = &self.groups[group as usize];
        let short = self.combinations.iter().zip(patterns).filter(|(matches, at)| matches.is_short(**at));
        short.fold(0, |columns, (matches, _)| columns | matches.columns()) & !blanks
    }

    /// Blanks a cell of one record of a group; gives the group that the record is in then.
    pub(super) fn blank(&mut self, group: u32, column: usize) -> u32 {
        let (to, cost) = (self.moved(group, column, true), self.weights[column]);
        self.cost += cost;
        self.changes.push(Change { from: group, to, column: column as u32 });
        to
    }

    /// Gives a record of a group its value in a column back.
    pub(super) fn unblank(&mut self, group: u32, column: usize) -> u32 {
        let (to, cost) = (self.moved(group, column, false), self.weights[column]);
        self.cost -= cost;
        self.changes.push(Change { from: group, to, column: column as u32 });
        to
    }

    fn moved(&mut self, group: u32, column: usize, is_blank: bool) -> u32 {
        let Group { example, blanks, ref patterns, .. } = self.groups[group as usize];
        let mut patterns = patterns.clone();
        for (matches, at) in self.combinations.iter_mut().zip(&mut patterns) {
            if matches.columns() >> column & 1 == 1 {
                *at = if is_blank { matches.blank(*at, column) } else { matches.unblank(*at, column, example) };
            }
        }
        let to = self.group(Group { example, blanks: blanks ^ 1 << column, records: 0, patterns });
        self.groups[group as usize].records -= 1;
        self.groups[to as usize].records += 1;
        to
    }

    /// Takes back all changes but the first so many.
    pub(super) fn undo(&mut self, until: usize) {
        while self.changes.len() > until {
            let Some(Change { from, to, column }) = self.changes.pop() else { return };
            let column = column as usize;
            let was_blanked = self.groups[to as usize].blanks >> column & 1 == 1;
            self.moved(to, column, !was_blanked);
            self.cost += if was_blanked { -self.weights[column] } else { self.weights[column] };
            debug_assert_eq!(self.groups[from as usize].blanks ^ 1 << column, self.groups[to as usize].blanks);
        }
    }

    /// Gives a record of a group a value back if all records still match enough; says whether it did.
    pub(super) fn unblank_if_redundant(&mut self, group: u32, column: usize) -> Option<u32> {
        let start = self.changes.len();
        let to = self.unblank(group, column);
        if self.deficit() == 0 {
            return Some(to);
        }
        self.undo(start);
        None
    }

    /// The groups below k since this was asked last, each with records.
    pub(super) fn fallen(&mut self) -> Vec<u32> {
        let mut found = Vec::new();
        for (matches, members) in self.combinations.iter_mut().zip(&self.members) {
            for pattern in matches.fallen() {
                if matches.is_short(pattern) {
                    found.extend_from_slice(&members[pattern as usize]);
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found.retain(|&group| self.groups[group as usize].records > 0);
        found
    }

    /// The groups with blanks.
    pub(super) fn blanked(&self) -> Vec<u32> {
        let is_blank = |group: &Group| group.records > 0 && group.blanks != 0;
        (0..).zip(&self.groups).filter(|(_, group)| is_blank(group)).map(|(at, _)| at).collect()
    }

    /// The blanks of every record of the stratum that has some.
    pub(super) fn into_blanks(self, distinct: &Distinct) -> Vec<(u32, Columns)> {
        let mut taken = vec![0_usize; distinct.records.len()];
        let mut found = Vec::new();
        for group in self.groups.iter().filter(|group| group.blanks != 0) {
            let example = group.example as usize;
            for _ in 0..group.records {
                found.push((distinct.records[example][taken[example]], group.blanks));
                taken[example] += 1;
            }
        }
        found
    }

    /// The cheapest columns first; equal ones by their place in an order.
    pub(super) fn by_cost(&self, columns: Columns) -> Vec<usize> {
        let mut order: Vec<usize> = places(columns).collect();
        order.sort_by(|&a, &b| self.weights[a].total_cmp(&self.weights[b]));
        order
    }

    /// The groups with blanks that the changes made.
    pub(super) fn changed_to(&self) -> Vec<u32> {
        let changed = self.changes.iter().map(|change| change.to);
        changed.filter(|&group| self.groups[group as usize].blanks != 0).collect()
    }
}
