//! Products of small whole numbers, tile by tile.
#![allow(unsafe_code)]

use crate::lanes::{Lanes, Step};
use crate::{LANES, TILE};

/// The rows of a product.
pub(crate) struct Left<'l> {
    /// Words in a row.
    pub(crate) words: usize,
    pub(crate) count: usize,
    /// For twelve rows after twelve, for each word: that word of each of the twelve.
    pub(crate) tiles: &'l [[i32; TILE]],
    /// What the sums of each row start from; for all rows of the tiles.
    pub(crate) starts: &'l [i32],
    /// What the sums of each row are multiplied by.
    pub(crate) scales: &'l [f32],
}

/// The columns of a product.
pub(crate) struct Right<'r> {
    /// For sixteen columns after sixteen, for each word: that word of each of the sixteen.
    pub(crate) steps: &'r [Step],
    pub(crate) columns: usize,
    /// What the sums of each column are multiplied by; up to a multiple of sixteen.
    pub(crate) scales: &'r [f32],
}

/// Each row times each column, to `out` row by row, or added to it. `PAIRS`: words are pairs on every path, else what the path wants.
///
/// # Safety
///
/// That of [`Lanes`].
#[inline(always)]
pub(crate) unsafe fn tiled<L: Lanes, const PAIRS: bool>(left: &Left, right: &Right, out: &mut [f32], add: bool) {
    // SAFETY: the same condition.
    unsafe {
        match L::ROWS {
            12 => in_tiles::<L, 12, 2, PAIRS>(left, right, out, add),
            6 => in_tiles::<L, 6, 1, PAIRS>(left, right, out, add),
            _ => in_tiles::<L, 2, 1, PAIRS>(left, right, out, add),
        }
    }
}

/// Tiles of `R` rows by `P` times sixteen columns: their sums stay in registers.
///
/// # Safety
///
/// That of [`Lanes`].
#[inline(always)]
unsafe fn in_tiles<L: Lanes, const R: usize, const P: usize, const PAIRS: bool>(
    left: &Left,
    right: &Right,
    out: &mut [f32],
    add: bool,
) {
    for (group, panels) in right.steps.chunks(P * left.words).enumerate() {
        let column = group * P * LANES;
        for (tile, words) in left.tiles.chunks_exact(left.words).enumerate() {
            for part in 0..TILE / R {
                let first = tile * TILE + part * R;
                if first >= left.count {
                    break;
                }
                // SAFETY: the same condition.
                unsafe {
                    if panels.len() == P * left.words {
                        let sums = sums::<L, R, P, PAIRS>(panels, words, part * R, &left.starts[first..]);
                        write(left, right, &sums, first, column, out, add);
                    } else {
                        for (place, panel) in panels.chunks_exact(left.words).enumerate() {
                            let sums = sums::<L, R, 1, PAIRS>(panel, words, part * R, &left.starts[first..]);
                            write(left, right, &sums, first, column + place * LANES, out, add);
                        }
                    }
                }
            }
        }
    }
}

/// The sums of a tile.
///
/// # Safety
///
/// That of [`Lanes`].
#[inline(always)]
unsafe fn sums<L: Lanes, const R: usize, const P: usize, const PAIRS: bool>(
    panels: &[Step],
    rows: &[[i32; TILE]],
    offset: usize,
    starts: &[i32],
) -> [[[i32; LANES]; P]; R] {
    assert!(panels.len() == P * rows.len() && offset + R <= TILE && starts.len() >= R);
    // SAFETY: the same condition; and `at` is below the number of `rows`, of which the panels have `P` times as many.
    unsafe {
        let mut sums = [[L::all(0); P]; R];
        for row in 0..R {
            sums[row] = [L::all(starts[row]); P];
        }
        for (at, words) in rows.iter().enumerate() {
            let mut columns = [L::all(0); P];
            for (p, column) in columns.iter_mut().enumerate() {
                *column = L::load(panels.get_unchecked(p * rows.len() + at));
            }
            for row in 0..R {
                for p in 0..P {
                    sums[row][p] = if PAIRS {
                        L::add_pairs(sums[row][p], words[offset + row], columns[p])
                    } else {
                        L::add_dots(sums[row][p], words[offset + row], columns[p])
                    };
                }
            }
        }
        let mut stored = [[[0; LANES]; P]; R];
        for row in 0..R {
            for p in 0..P {
                L::store(sums[row][p], &mut stored[row][p]);
            }
        }
        stored
    }
}

/// Writes the sums of a tile, times both scales.
#[inline(always)]
fn write<const R: usize, const P: usize>(
    left: &Left,
    right: &Right,
    sums: &[[[i32; LANES]; P]; R],
    first: usize,
    column: usize,
    out: &mut [f32],
    add: bool,
) {
    for (row, sums) in (first..left.count).zip(sums) {
        let scale = left.scales[row];
        let own = &mut out[row * right.columns..][..right.columns];
        for (place, sums) in sums.iter().enumerate() {
            let column = column + place * LANES;
            let scales = &right.scales[column..][..LANES];
            let mut results = [0.0; LANES];
            for lane in 0..LANES {
                results[lane] = sums[lane] as f32 * (scale * scales[lane]);
            }
            // Whole sixteens, as nearly all are, by vectors.
            if let Some(own) = own[column..].first_chunk_mut::<LANES>() {
                for lane in 0..LANES {
                    own[lane] = if add { own[lane] + results[lane] } else { results[lane] };
                }
            } else {
                for (own, result) in own[column..].iter_mut().zip(results) {
                    *own = if add { *own + result } else { result };
                }
            }
        }
    }
}
