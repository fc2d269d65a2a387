//! Known names that look like an unknown one.

use std::cmp::Reverse;

/// The `count` candidates nearest to `term` by edit distance (insert, delete, replace, swap neighbours), nearest first.
///
/// Nothing is suggested that differs in more than a third of its letters.
///
/// ```
/// use scumble_io::nearest;
/// assert_eq!(nearest("taxnomic", ["path", "taxonomic", "lin"], 3), ["taxonomic"]);
/// ```
pub fn nearest<'a>(term: &str, candidates: impl IntoIterator<Item = &'a str>, count: usize) -> Vec<&'a str> {
    nearest_by_weight(term, candidates.into_iter().map(|candidate| (candidate, 0)), count)
}

/// `; did you mean “x”?` with the nearest known name, or nothing.
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, known, 1).first().map_or(String::new(), |near| format!("; did you mean “{near}”?"))
}

/// The nearest candidates; among equals those of greater weight.
pub fn nearest_by_weight<'a>(
    term: &str,
    candidates: impl IntoIterator<Item = (&'a str, usize)>,
    count: usize,
) -> Vec<&'a str> {
    let wanted: Vec<char> = term.chars().collect();
    let limit = (wanted.len() / 3).clamp(1, 3);
    let mut rows = Rows::default();
    let mut near: Vec<(usize, bool, Reverse<usize>, &str)> = Vec::new();
    for (candidate, weight) in candidates {
        if candidate.len().abs_diff(term.len()) > limit * 4 {
            continue;
        }
        let distance = rows.distance(&wanted, candidate, limit);
        if distance <= limit && distance < wanted.len() {
            let other_start = candidate.chars().next() != wanted.first().copied();
            near.push((distance, other_start, Reverse(weight), candidate));
        }
    }
    near.sort_unstable();
    near.into_iter().take(count).map(|(_, _, _, candidate)| candidate).collect()
}

/// Three rows of the table of edit distances, kept between candidates.
#[derive(Default)]
struct Rows {
    before_last: Vec<usize>,
    last: Vec<usize>,
    current: Vec<usize>,
    candidate: Vec<char>,
}

impl Rows {
    /// The edit distance, or something above `limit` as soon as it must be.
    fn distance(&mut self, wanted: &[char], candidate: &str, limit: usize) -> usize {
        self.candidate.clear();
        self.candidate.extend(candidate.chars());
        if self.candidate.len().abs_diff(wanted.len()) > limit {
            return limit + 1;
        }
        self.last.clear();
        self.last.extend(0..=self.candidate.len());
        for i in 1..=wanted.len() {
            self.current.clear();
            self.current.push(i);
            for j in 1..=self.candidate.len() {
                let differs = usize::from(wanted[i - 1] != self.candidate[j - 1]);
                let mut least = (self.last[j - 1] + differs).min(self.last[j] + 1).min(self.current[j - 1] + 1);
                if i > 1 && j > 1 && wanted[i - 1] == self.candidate[j - 2] && wanted[i - 2] == self.candidate[j - 1] {
                    least = least.min(self.before_last[j - 2] + 1);
                }
                self.current.push(least);
            }
            if self.current.iter().min().is_some_and(|&least| least > limit) {
                return limit + 1;
            }
            std::mem::swap(&mut self.before_last, &mut self.last);
            std::mem::swap(&mut self.last, &mut self.current);
        }
        self.last[self.candidate.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edit_distances() {
        let distance = |a: &str, b: &str| Rows::default().distance(&a.chars().collect::<Vec<_>>(), b, 9);
        for (a, b, edits) in
            [("dgo", "dog", 1), ("kitten", "sitting", 3), ("", "ab", 2), ("same", "same", 0), ("né", "ne", 1)]
        {
            assert_eq!(distance(a, b), edits, "{a} {b}");
        }
    }
}
