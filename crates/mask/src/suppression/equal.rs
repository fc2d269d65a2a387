//! How many records are published exactly alike on the columns of one combination, where a blank is a value of its own.

use super::pattern::{Columns, KeyMap, Keys, places};
use super::state::{Distinct, Patterns};

/// A published pattern.
struct Class {
    blanks: Columns,
    /// A record whose values stand in the other columns.
    example: u32,
    records: u32,
}

/// Patterns by the values that they have outside a set of columns that holds their blanks.
struct Shelf {
    union: Columns,
    by_values: KeyMap<Vec<u32>>,
}

/// The patterns of a stratum on the columns of one combination.
pub(super) struct Equal<'d> {
    keys: &'d Keys,
    distinct: &'d Distinct,
    columns: Columns,
    k: u32,
    classes: Vec<Class>,
    known: Vec<(Columns, KeyMap<u32>)>,
    shelves: Vec<Shelf>,
    deficit: i64,
    fallen: Vec<u32>,
}

/// Records that would become one class: of each pattern so many.
#[derive(Debug, Clone)]
pub(super) struct Merge {
    /// The blanks of the class, among the columns of the combination.
    pub(super) blanks: Columns,
    /// Patterns, and how many of their records go.
    pub(super) parts: Vec<(u32, u32)>,
    /// What the new blanks cost.
    pub(super) cost: f64,
    /// Records below k that are not then.
    pub(super) resolved: u32,
}

impl<'d> Equal<'d> {
    /// The patterns of records without a blank, and that of each distinct record.
    pub(super) fn new(keys: &'d Keys, distinct: &'d Distinct, (columns, k): (Columns, u32)) -> (Self, Vec<u32>) {
        let mut new = Self {
            keys,
            distinct,
            columns,
            k,
            classes: Vec::new(),
            known: Vec::new(),
            shelves: Vec::new(),
            deficit: 0,
            fallen: Vec::new(),
        };
        let mut of = Vec::new();
        for (example, records) in distinct.records.iter().enumerate() {
            let at = new.class(example as u32, 0);
            new.classes[at as usize].records += records.len() as u32;
            of.push(at);
        }
        new.deficit = (0..new.classes.len()).map(|at| new.short(at as u32)).sum();
        (new, of)
    }

    fn row(&self, example: u32) -> &'d [u32] {
        &self.distinct.values[example as usize * self.distinct.width..][..self.distinct.width]
    }

    /// How many records a pattern needs more; none if nothing is published so.
    fn short(&self, at: u32) -> i64 {
        let records = self.classes[at as usize].records;
        if records == 0 { 0 } else { (i64::from(self.k) - i64::from(records)).max(0) }
    }

    fn key_outside(&self, at: u32, union: Columns) -> u128 {
        self.keys.of(self.row(self.classes[at as usize].example), self.columns & !union)
    }

    fn class(&mut self, example: u32, blanks: Columns) -> u32 {
        let key = self.keys.of(self.row(example), self.columns & !blanks);
        let at = self.known.iter().position(|(known, _)| *known == blanks).unwrap_or_else(|| {
            self.known.push((blanks, KeyMap::default()));
            self.known.len() - 1
        });
        let next = self.classes.len() as u32;
        let found = *self.known[at].1.entry(key).or_insert(next);
        if found == next {
            self.classes.push(Class { blanks, example, records: 0 });
            for shelf in 0..self.shelves.len() {
                let union = self.shelves[shelf].union;
                if blanks & !union == 0 {
                    let key = self.key_outside(next, union);
                    self.shelves[shelf].by_values.entry(key).or_default().push(next);
                }
            }
        }
        found
    }

    fn shelf(&mut self, union: Columns) -> usize {
        if let Some(at) = self.shelves.iter().position(|shelf| shelf.union == union) {
            return at;
        }
        let mut shelf = Shelf { union, by_values: KeyMap::default() };
        for at in 0..self.classes.len() as u32 {
            if self.classes[at as usize].blanks & !union == 0 {
                shelf.by_values.entry(self.key_outside(at, union)).or_default().push(at);
            }
        }
        self.shelves.push(shelf);
        self.shelves.len() - 1
    }

    /// One record moves from a pattern to another.
    fn moved(&mut self, from: u32, to: u32) -> u32 {
        let before = self.short(from) + self.short(to);
        self.classes[from as usize].records -= 1;
        self.classes[to as usize].records += 1;
        self.deficit += self.short(from) + self.short(to) - before;
        for at in [from, to] {
            if self.short(at) > 0 {
                self.fallen.push(at);
            }
        }
        to
    }

    /// The sets of blanks that a pattern below k may get: its own, one or two more (or three, if asked for and the columns are few), or all.
    pub(super) fn wider(&self, at: u32, three: bool) -> Vec<Columns> {
        let own = self.classes[at as usize].blanks;
        let open: Vec<usize> = places(self.columns & !own).collect();
        let mut found = vec![own];
        for (first, &a) in open.iter().enumerate() {
            found.push(own | 1 << a);
            for (second, &b) in open.iter().enumerate().skip(first + 1) {
                found.push(own | 1 << a | 1 << b);
                if three && open.len() <= 8 {
                    found.extend(open[second + 1..].iter().map(|&c| own | 1 << a | 1 << b | 1 << c));
                }
            }
        }
        found.push(self.columns);
        found.sort_unstable();
        found.dedup();
        found
    }

    /// What it takes to publish a pattern below k with these blanks: all others below k that fit go along, and as many records of
    /// large classes as are needed. Nothing if too few records fit.
    pub(super) fn merge(&mut self, at: u32, blanks: Columns, weights: &[f64]) -> Option<Merge> {
        let shelf = self.shelf(blanks);
        let key = self.key_outside(at, blanks);
        let fitting = self.shelves[shelf].by_values.get(&key)?;
        let cost = |from: Columns| places(blanks & !from).fold(0.0, |sum, column| sum + weights[column]);
        let mut merge = Merge { blanks, parts: Vec::new(), cost: 0.0, resolved: 0 };
        let (mut total, mut large) = (0, Vec::new());
        for &other in fitting {
            let class = &self.classes[other as usize];
            if class.records == 0 {
                continue;
            }
            if class.blanks == blanks {
                total += class.records;
                merge.resolved += if class.records < self.k { class.records } else { 0 };
            } else if class.records < self.k {
                total += class.records;
                merge.resolved += class.records;
                merge.cost += f64::from(class.records) * cost(class.blanks);
                merge.parts.push((other, class.records));
            } else {
                large.push((cost(class.blanks), other, class.records));
            }
        }
        if total < self.k {
            large.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.2.cmp(&a.2)).then(a.1.cmp(&b.1)));
            // First what a class can spare, then whole classes.
            for spare in [true, false] {
                for (own, other, records) in &mut large {
                    if total >= self.k || *records == 0 {
                        continue;
                    }
                    let taken = if spare { (*records - self.k).min(self.k - total) } else { *records };
                    if taken > 0 {
                        merge.parts.push((*other, taken));
                        merge.cost += f64::from(taken) * *own;
                        total += taken;
                        *records -= taken;
                    }
                }
            }
        }
        (total >= self.k).then_some(merge)
    }

    /// Published patterns with blanks that have the same values where neither this pattern, made blank in one more column, nor they are
    /// blank, as far as they are no blanker.
    pub(super) fn blank_near(&mut self, at: u32, column: usize) -> Vec<u32> {
        let union = self.classes[at as usize].blanks | 1 << column;
        let shelf = self.shelf(union);
        let key = self.key_outside(at, union);
        let mut found = self.shelves[shelf].by_values.get(&key).cloned().unwrap_or_default();
        found.retain(|&at| self.classes[at as usize].records > 0 && self.classes[at as usize].blanks != 0);
        found
    }

    /// How many patterns are published, and the fewest and the most records that are published alike.
    pub(super) fn sizes(&self) -> (usize, usize, usize) {
        let sizes = || self.classes.iter().map(|class| class.records as usize).filter(|&records| records > 0);
        (sizes().count(), sizes().min().unwrap_or(0), sizes().max().unwrap_or(0))
    }
}

impl Patterns for Equal<'_> {
    fn columns(&self) -> Columns {
        self.columns
    }

    fn is_short(&self, at: u32) -> bool {
        self.short(at) > 0
    }

    fn deficit(&self) -> i64 {
        self.deficit
    }

    fn blank(&mut self, at: u32, column: usize) -> u32 {
        let Class { blanks, example, .. } = self.classes[at as usize];
        let to = self.class(example, blanks | 1 << column);
        self.moved(at, to)
    }

    fn unblank(&mut self, at: u32, column: usize, example: u32) -> u32 {
        let to = self.class(example, self.classes[at as usize].blanks & !(1 << column));
        self.moved(at, to)
    }

    fn fallen(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.fallen)
    }
}
