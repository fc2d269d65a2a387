//! How many records each published pattern matches on the columns of one combination, where a blank matches every value.

use super::pattern::{Columns, KeyMap, Keys};
use super::state::{Distinct, Patterns, State};

/// What would happen if one record of a pattern had one more blank.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Effect {
    /// How much nearer to k the records come that match it then and did not before, all together.
    pub(super) helped: i64,
    /// How much nearer it comes itself.
    pub(super) own: i64,
}

/// A published pattern.
struct Pattern {
    /// Its blank columns among those of the combination.
    blanks: Columns,
    /// A record whose values stand in the others.
    example: u32,
    /// The key of those values.
    key: u128,
    /// Records that are published so.
    records: u32,
    /// Records that match it, itself among them.
    matches: u32,
}

/// Patterns with the same blanks by the values that they have outside a larger set of columns.
struct Shelf {
    union: Columns,
    first: KeyMap<u32>,
    /// For each of these patterns the next one with the same values, by its place in the list.
    next: Vec<u32>,
}

/// All patterns with the same blanks.
struct Rack {
    blanks: Columns,
    patterns: Vec<u32>,
    shelves: Vec<Shelf>,
}

const NONE: u32 = u32::MAX;

/// The patterns of a stratum on the columns of one combination.
pub(super) struct Matches<'d> {
    keys: &'d Keys,
    /// The values of the distinct records, one after the other.
    values: &'d [u32],
    width: usize,
    /// The columns of the combination.
    columns: Columns,
    /// Records that must match.
    k: u32,
    patterns: Vec<Pattern>,
    known: Vec<(Columns, KeyMap<u32>)>,
    racks: Vec<Rack>,
    /// Records below k, each by how far.
    deficit: i64,
    /// Patterns that fell below k since the list was emptied.
    fallen: Vec<u32>,
}

impl<'d> Matches<'d> {
    /// The patterns of records without a blank, and that of each distinct record.
    pub(super) fn new(keys: &'d Keys, distinct: &'d Distinct, (columns, k): (Columns, u32)) -> (Self, Vec<u32>) {
        let counts = distinct.counts();
        let mut new = Self {
            keys,
            values: &distinct.values,
            width: distinct.width,
            columns,
            k,
            patterns: Vec::new(),
            known: Vec::new(),
            racks: Vec::new(),
            deficit: 0,
            fallen: Vec::new(),
        };
        let mut of = Vec::with_capacity(counts.len());
        for (example, &records) in counts.iter().enumerate() {
            let at = new.pattern(example as u32, 0, None);
            new.patterns[at as usize].records += records;
            new.patterns[at as usize].matches += records;
            of.push(at);
        }
        new.deficit = (0..new.patterns.len()).map(|at| i64::from(new.patterns[at].records) * new.short(at)).sum();
        (new, of)
    }

    fn row(&self, example: u32) -> &'d [u32] {
        &self.values[example as usize * self.width..][..self.width]
    }

    /// How many records a pattern needs more.
    fn short(&self, at: usize) -> i64 {
        (i64::from(self.k) - i64::from(self.patterns[at].matches)).max(0)
    }

    /// The number of a pattern; a new one matches as many as it is told.
    fn pattern(&mut self, example: u32, blanks: Columns, matches: Option<u32>) -> u32 {
        let key = self.keys.of(self.row(example), self.columns & !blanks);
        let at = self.known.iter().position(|(known, _)| *known == blanks).unwrap_or_else(|| {
            self.known.push((blanks, KeyMap::default()));
            self.known.len() - 1
        });
        let next = self.patterns.len() as u32;
        let found = *self.known[at].1.entry(key).or_insert(next);
        if found == next {
            self.patterns.push(Pattern { blanks, example, key, records: 0, matches: matches.unwrap_or(0) });
            self.shelve(next);
        }
        found
    }

    /// Puts a new pattern beside those with the same blanks.
    fn shelve(&mut self, new: u32) {
        let blanks = self.patterns[new as usize].blanks;
        let rack = self.racks.iter().position(|rack| rack.blanks == blanks).unwrap_or_else(|| {
            self.racks.push(Rack { blanks, patterns: Vec::new(), shelves: Vec::new() });
            self.racks.len() - 1
        });
        let place = self.racks[rack].patterns.len() as u32;
        for at in 0..self.racks[rack].shelves.len() {
            let key = self.key_outside(new, self.racks[rack].shelves[at].union);
            let shelf = &mut self.racks[rack].shelves[at];
            shelf.next.push(shelf.first.insert(key, place).unwrap_or(NONE));
        }
        self.racks[rack].patterns.push(new);
    }

    /// The key of a pattern's values outside a set of columns that holds its blanks.
    fn key_outside(&self, at: u32, union: Columns) -> u128 {
        let pattern = &self.patterns[at as usize];
        let more = self.keys.of(self.row(pattern.example), self.columns & union & !pattern.blanks);
        pattern.key.wrapping_sub(more)
    }

    /// The shelf of a rack for a set of columns; it is made at first use.
    fn shelf(&mut self, rack: usize, union: Columns) -> usize {
        if let Some(at) = self.racks[rack].shelves.iter().position(|shelf| shelf.union == union) {
            return at;
        }
        let patterns = &self.racks[rack].patterns;
        let mut shelf = Shelf { union, first: KeyMap::default(), next: Vec::with_capacity(patterns.len()) };
        for (place, &at) in patterns.iter().enumerate() {
            let key = self.key_outside(at, union);
            shelf.next.push(shelf.first.insert(key, place as u32).unwrap_or(NONE));
        }
        self.racks[rack].shelves.push(shelf);
        self.racks[rack].shelves.len() - 1
    }

    /// The patterns that match one of these (`example` with these blanks) only if `column` is blank there too.
    fn only_with(&mut self, at: u32, column: usize, mut visit: impl FnMut(&mut Pattern, u32)) {
        let bit = 1 << column;
        let own = self.row(self.patterns[at as usize].example)[column];
        let blanks = self.patterns[at as usize].blanks | bit;
        for rack in 0..self.racks.len() {
            if self.racks[rack].blanks & bit != 0 {
                continue;
            }
            let union = blanks | self.racks[rack].blanks;
            let shelf = self.shelf(rack, union);
            let key = self.key_outside(at, union);
            let Some(&first) = self.racks[rack].shelves[shelf].first.get(&key) else { continue };
            let mut place = first;
            while place != NONE {
                let other = self.racks[rack].patterns[place as usize];
                let example = self.patterns[other as usize].example;
                if self.values[example as usize * self.width + column] != own {
                    visit(&mut self.patterns[other as usize], other);
                }
                place = self.racks[rack].shelves[shelf].next[place as usize];
            }
        }
    }

    /// What one more blank in a record of this pattern would do.
    fn effect(&mut self, at: u32, column: usize) -> Effect {
        let (k, mut helped, mut more) = (self.k, 0, 0);
        self.only_with(at, column, |other, _| {
            more += i64::from(other.records);
            if other.matches < k {
                helped += i64::from(other.records);
            }
        });
        let short = self.short(at as usize);
        Effect { helped, own: short.min(more) }
    }

    /// Blank patterns that would match this one if `column` were blank in it as well.
    fn blank_neighbours(&mut self, at: u32, column: usize, found: &mut Vec<u32>) {
        let blanks = self.patterns[at as usize].blanks | 1 << column;
        for rack in 0..self.racks.len() {
            if self.racks[rack].blanks == 0 {
                continue;
            }
            let union = blanks | self.racks[rack].blanks;
            let shelf = self.shelf(rack, union);
            let key = self.key_outside(at, union);
            let mut place = self.racks[rack].shelves[shelf].first.get(&key).copied().unwrap_or(NONE);
            while place != NONE {
                let other = self.racks[rack].patterns[place as usize];
                if self.patterns[other as usize].records > 0 {
                    found.push(other);
                }
                place = self.racks[rack].shelves[shelf].next[place as usize];
            }
        }
    }

    /// How many patterns are published, and the fewest and the most records that one of them matches.
    pub(super) fn sizes(&self) -> (usize, usize, usize) {
        let published = || self.patterns.iter().filter(|pattern| pattern.records > 0);
        let sizes = || published().map(|pattern| pattern.matches as usize);
        (published().count(), sizes().min().unwrap_or(0), sizes().max().unwrap_or(0))
    }
}

impl Patterns for Matches<'_> {
    fn columns(&self) -> Columns {
        self.columns
    }

    fn is_short(&self, at: u32) -> bool {
        self.patterns[at as usize].matches < self.k
    }

    fn deficit(&self) -> i64 {
        self.deficit
    }

    fn fallen(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.fallen)
    }

    fn blank(&mut self, at: u32, column: usize) -> u32 {
        let (k, mut helped, mut more) = (self.k, 0, 0);
        self.only_with(at, column, |other, _| {
            more += other.records;
            if other.matches < k {
                helped += i64::from(other.records);
            }
            other.matches += 1;
        });
        let Pattern { blanks, example, matches, .. } = self.patterns[at as usize];
        let new = self.pattern(example, blanks | 1 << column, Some(matches + more));
        self.deficit += self.short(new as usize) - self.short(at as usize) - helped;
        self.patterns[at as usize].records -= 1;
        self.patterns[new as usize].records += 1;
        new
    }

    fn unblank(&mut self, at: u32, column: usize, example: u32) -> u32 {
        let blanks = self.patterns[at as usize].blanks & !(1 << column);
        let new = self.pattern(example, blanks, None);
        let is_new = self.patterns[new as usize].matches == 0;
        let (k, mut hurt, mut less) = (self.k, 0, 0);
        let mut fallen = std::mem::take(&mut self.fallen);
        self.only_with(new, column, |other, number| {
            less += other.records;
            other.matches -= 1;
            if other.matches < k && other.records > 0 {
                hurt += i64::from(other.records);
                fallen.push(number);
            }
        });
        if is_new {
            self.patterns[new as usize].matches = self.patterns[at as usize].matches - less;
        }
        if self.is_short(new) {
            fallen.push(new);
        }
        self.fallen = fallen;
        self.deficit += self.short(new as usize) - self.short(at as usize) + hurt;
        self.patterns[at as usize].records -= 1;
        self.patterns[new as usize].records += 1;
        new
    }
}

impl State<'_, Matches<'_>> {
    /// What one more blank in a record of a group would do.
    pub(super) fn effect(&mut self, group: u32, column: usize) -> Effect {
        let mut sum = Effect::default();
        for (matches, &at) in self.combinations.iter_mut().zip(&self.groups[group as usize].patterns) {
            if matches.columns >> column & 1 == 1 {
                let one = matches.effect(at, column);
                sum = Effect { helped: sum.helped + one.helped, own: sum.own + one.own };
            }
        }
        sum
    }

    /// Groups with blanks near a group: those that would match it on a combination if one more column were blank.
    pub(super) fn blank_neighbours(&mut self, group: u32, combination: usize, column: usize) -> Vec<u32> {
        let mut patterns = Vec::new();
        let at = self.groups[group as usize].patterns[combination];
        self.combinations[combination].blank_neighbours(at, column, &mut patterns);
        let members = &self.members[combination];
        let mut found: Vec<u32> = patterns.iter().flat_map(|&at| members[at as usize].iter().copied()).collect();
        found.sort_unstable();
        found.dedup();
        found.retain(|&at| self.groups[at as usize].records > 0 && self.groups[at as usize].blanks != 0);
        found
    }
}
