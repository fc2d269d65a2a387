//! Functions of one number and of a few, by the same steps on every machine.

use crate::LANES;

/// 1.5 × 2²³: a number of moderate size plus this one is rounded to a whole number (ties to even), which stands in its last bits.
const ROUNDER: f32 = 12_582_912.0;

/// The whole number next to `x` (ties to even), for magnitudes below 2²².
#[inline(always)]
pub(crate) fn whole(x: f32) -> i32 {
    (x + ROUNDER).to_bits().wrapping_sub(ROUNDER.to_bits()) as i32
}

/// e to the power of `x`; of numbers below −87 or above 88, that of these.
///
/// `x` is n ln 2 + r with a whole n; e^r is a polynomial, and n is added to the exponent of that. The relative error is below 2⁻²².
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    let x = if x < -87.0 { -87.0 } else { x };
    let x = if x > 88.0 { 88.0 } else { x };
    let shifted = x * std::f32::consts::LOG2_E + ROUNDER;
    let n = shifted - ROUNDER;
    // ln 2 in two parts, the first with few bits, so that n times it is exact.
    let r = (x - n * 0.693_359_4) + n * 2.121_944_4e-4;
    let series = 1.0 / 5_040.0;
    let series = series * r + 1.0 / 720.0;
    let series = series * r + 1.0 / 120.0;
    let series = series * r + 1.0 / 24.0;
    let series = series * r + 1.0 / 6.0;
    let series = series * r + 0.5;
    let power = series * (r * r) + (r + 1.0);
    f32::from_bits(power.to_bits().wrapping_add(shifted.to_bits() << 23))
}

/// The largest number.
#[inline(always)]
pub(crate) fn largest(numbers: &[f32]) -> f32 {
    let greater = |a: f32, b: f32| if b > a { b } else { a };
    let (chunks, rest) = numbers.as_chunks::<LANES>();
    let mut lanes = [f32::NEG_INFINITY; LANES];
    for chunk in chunks {
        for lane in 0..LANES {
            lanes[lane] = greater(lanes[lane], chunk[lane]);
        }
    }
    lanes.iter().chain(rest).copied().fold(f32::NEG_INFINITY, greater)
}

/// The largest magnitude.
#[inline(always)]
pub(crate) fn largest_magnitude(numbers: &[f32]) -> f32 {
    let greater = |a: f32, b: f32| if b > a { b } else { a };
    let (chunks, rest) = numbers.as_chunks::<LANES>();
    let mut lanes = [0.0f32; LANES];
    for chunk in chunks {
        for lane in 0..LANES {
            lanes[lane] = greater(lanes[lane], chunk[lane].abs());
        }
    }
    lanes.into_iter().chain(rest.iter().map(|x| x.abs())).fold(0.0, greater)
}

/// The sum, in sixteen sums, number i modulo 16, joined by halves.
#[inline(always)]
pub(crate) fn sum(numbers: &[f32]) -> f32 {
    let (chunks, rest) = numbers.as_chunks::<LANES>();
    let mut lanes = [0.0f32; LANES];
    for chunk in chunks {
        for lane in 0..LANES {
            lanes[lane] += chunk[lane];
        }
    }
    lanes.iter_mut().zip(rest).for_each(|(lane, number)| *lane += number);
    joined(lanes)
}

/// The sum of sixteen sums, by halves.
#[inline(always)]
pub(crate) fn joined(mut lanes: [f32; LANES]) -> f32 {
    let mut half = LANES / 2;
    while half > 0 {
        for lane in 0..half {
            lanes[lane] += lanes[lane + half];
        }
        half /= 2;
    }
    lanes[0]
}

/// Makes probabilities of scores.
pub fn softmax(scores: &mut [f32]) {
    let top = largest(scores);
    scores.iter_mut().for_each(|score| *score = exp(*score - top));
    let sum = sum(scores);
    scores.iter_mut().for_each(|score| *score /= sum);
}

/// 1 / 10000^(place / places), and from it sine and cosine of `position` times that, to the last digits of a float.
pub(crate) fn rotation(position: usize, place: usize, places: usize) -> (f32, f32) {
    // ln 10000
    let angle = position as f64 * exp_f64(-(place as f64 / places as f64) * 9.210_340_371_976_184);
    let turns = (angle / std::f64::consts::FRAC_PI_2).round();
    let rest = angle - turns * std::f64::consts::FRAC_PI_2;
    let square = rest * rest;
    // Taylor series up to the 17th power: the next term is below 10⁻¹⁸ for |rest| ≤ π/4.
    let (mut sine, mut cosine) = (0.0, 0.0);
    for term in (0..9).rev() {
        let (even, odd) = (f64::from(2 * term + 1), f64::from(2 * term + 2));
        cosine = 1.0 - square / (even * odd) * cosine;
        sine = 1.0 - square / (odd * (odd + 1.0)) * sine;
    }
    let sine = rest * sine;
    let (sine, cosine) = match turns as i64 & 3 {
        0 => (sine, cosine),
        1 => (cosine, -sine),
        2 => (-sine, -cosine),
        _ => (-cosine, sine),
    };
    (sine as f32, cosine as f32)
}

/// e to the power of a number from −10 to 0: a Taylor series of a 1,024th of it, squared ten times.
fn exp_f64(x: f64) -> f64 {
    let part = x / 1024.0;
    let mut power = 1.0;
    for term in (1..10).rev() {
        power = 1.0 + power * part / f64::from(term);
    }
    for _ in 0..10 {
        power *= power;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponentials_are_those_of_the_system() {
        for step in -87_000..88_000 {
            let x = step as f32 / 1000.0;
            let (own, expected) = (f64::from(exp(x)), f64::from(x).exp());
            assert!((own / expected - 1.0).abs() < 2.4e-7, "{x}: {own} for {expected}");
        }
        assert_eq!(exp(0.0), 1.0);
        assert_eq!(exp(-1e30), exp(-87.0));
        assert_eq!(exp(f32::NEG_INFINITY), exp(-87.0));
    }

    #[test]
    fn rotations_are_those_of_the_system() {
        for position in 0..1000 {
            for place in 0..32 {
                let angle = position as f64 / 10_000f64.powf(f64::from(place) / 32.0);
                let (sine, cosine) = rotation(position, place as usize, 32);
                assert!((f64::from(sine) - angle.sin()).abs() < 1e-7, "{position} {place}");
                assert!((f64::from(cosine) - angle.cos()).abs() < 1e-7, "{position} {place}");
            }
        }
    }

    #[test]
    fn sums_are_joined_in_their_order() {
        let numbers: Vec<f32> = (0..37).map(|i| 1.0 / (i as f32 + 1.0)).collect();
        let mut lanes = [0.0f32; 16];
        (0..37).for_each(|i| lanes[i % 16] += numbers[i]);
        let pairs: Vec<f32> = (0..8).map(|i| lanes[i] + lanes[i + 8]).collect();
        let fours: Vec<f32> = (0..4).map(|i| pairs[i] + pairs[i + 4]).collect();
        let expected = (fours[0] + fours[2]) + (fours[1] + fours[3]);
        assert_eq!(sum(&numbers).to_bits(), expected.to_bits());
    }

    #[test]
    fn probabilities_add_up() {
        let mut scores: Vec<f32> = (0..17).map(|i| (i * 37 % 23) as f32 - 11.0).collect();
        let expected: Vec<f64> = scores.iter().map(|&x| f64::from(x).exp()).collect();
        softmax(&mut scores);
        let sum: f64 = expected.iter().sum();
        assert!(scores.iter().zip(&expected).all(|(own, e)| (f64::from(*own) - e / sum).abs() < 1e-6));
    }
}
