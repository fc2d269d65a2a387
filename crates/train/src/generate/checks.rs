//! Check digits by published rules. Digits are numbers from 0 to 9, most significant first, without the check digit.

/// Σ digit × weight.
fn weighted(digits: &[u32], weights: &[u32]) -> u32 {
    digits.iter().zip(weights).map(|(digit, weight)| digit * weight).sum()
}

/// Luhn: cards, IMEI, Canada, Sweden, South Africa, Israel.
pub(super) fn luhn(digits: &[u32]) -> u32 {
    let doubled = |(place, digit): (usize, &u32)| {
        let product = if place.is_multiple_of(2) { digit * 2 } else { *digit };
        product / 10 + product % 10
    };
    (10 - digits.iter().rev().enumerate().map(doubled).sum::<u32>() % 10) % 10
}

/// Verhoeff: India's Aadhaar. From the dihedral group of order ten.
pub(super) fn verhoeff(digits: &[u32]) -> u32 {
    let product = |a: u32, b: u32| match (a < 5, b < 5) {
        (true, true) => (a + b) % 5,
        (true, false) => (a + b - 5) % 5 + 5,
        (false, true) => (a + 5 - b) % 5 + 5,
        (false, false) => (a + 5 - b) % 5,
    };
    let first = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];
    let permuted = |digit: u32, times: usize| (0..times % 8).fold(digit, |value, _| first[value as usize]);
    let sum = digits.iter().rev().enumerate().fold(0, |sum, (place, digit)| product(sum, permuted(*digit, place + 1)));
    // Every element of a group has an inverse.
    (0..10).find(|check| product(*check, sum) == 0).unwrap_or(0)
}

/// ISO 7064, mod 11, 10: Germany's tax number, Croatia's OIB.
pub(super) fn mod_11_10(digits: &[u32]) -> u32 {
    let product = digits.iter().fold(10, |product, digit| {
        let sum = (digit + product) % 10;
        (if sum == 0 { 10 } else { sum }) * 2 % 11
    });
    (11 - product) % 10
}

/// ISO 7064, mod 11-2: China. 10 is written X.
pub(super) fn mod_11_2(digits: &[u32]) -> u32 {
    let sum = digits.iter().fold(0, |sum, digit| (sum + digit) * 2 % 11);
    (12 - sum) % 11
}

/// 11 minus the weighted sum mod 11: many countries. May be 10 or 11.
pub(super) fn eleven_minus(digits: &[u32], weights: &[u32]) -> u32 {
    11 - weighted(digits, weights) % 11
}

/// The weighted sum mod 11. May be 10.
pub(super) fn sum_mod_11(digits: &[u32], weights: &[u32]) -> u32 {
    weighted(digits, weights) % 11
}

/// What fills the weighted sum up to a multiple of 10: Poland, Switzerland (EAN).
pub(super) fn ten_minus(digits: &[u32], weights: &[u32]) -> u32 {
    (10 - weighted(digits, weights) % 10) % 10
}

/// The remainder of a long number.
pub(super) fn remainder(digits: &[u32], modulus: u64) -> u64 {
    digits.iter().fold(0, |rest, digit| (rest * 10 + u64::from(*digit)) % modulus)
}

/// The two check digits of an IBAN: 98 minus what country and account leave mod 97.
pub(super) fn iban(country: &str, account: &str) -> String {
    let digits: Vec<u32> = format!("{account}{country}00").chars().flat_map(letter_digits).collect();
    format!("{:02}", 98 - remainder(&digits, 97))
}

/// A digit as it is, a letter as two: A is 10.
fn letter_digits(c: char) -> Vec<u32> {
    let value = c.to_digit(36).unwrap_or(0);
    if value < 10 { vec![value] } else { vec![value / 10, value % 10] }
}

/// Estonia's and Lithuania's two-stage check.
pub(super) fn two_stage(digits: &[u32]) -> u32 {
    let first = sum_mod_11(digits, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 1]);
    let second = sum_mod_11(digits, &[3, 4, 5, 6, 7, 8, 9, 1, 2, 3]);
    if first < 10 { first } else { second % 10 }
}

/// The check character of an Italian fiscal code, from its first fifteen characters.
pub(super) fn fiscal_code(code: &str) -> char {
    let odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
    let value = |(place, c): (usize, char)| {
        let number = if c.is_ascii_digit() { c as usize - '0' as usize } else { c as usize - 'A' as usize };
        if place.is_multiple_of(2) { odd[number] } else { number }
    };
    (b'A' + (code.chars().enumerate().map(value).sum::<usize>() % 26) as u8) as char
}

/// The ninth character of a vehicle's number, from the seventeen characters with any ninth.
pub(super) fn vin(code: &str) -> char {
    let weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
    let value = |c: char| match c {
        '0'..='9' => c as u32 - '0' as u32,
        'A'..='I' => c as u32 - 'A' as u32 + 1,
        'J'..='R' => c as u32 - 'J' as u32 + 1,
        _ => c as u32 - 'S' as u32 + 2,
    };
    let sum: u32 = code.chars().zip(weights).map(|(c, weight)| value(c) * weight).sum();
    char::from_digit(sum % 11, 10).unwrap_or('X')
}
