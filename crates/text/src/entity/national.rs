//! Check digits of national numbers, as the countries that give them out publish their rules.

/// The decimal digits of a text.
fn digits(text: &str) -> Vec<u32> {
    text.chars().filter_map(|c| c.to_digit(10)).collect()
}

/// Whether not all digits are the same.
fn varies(digits: &[u32]) -> bool {
    digits.windows(2).any(|pair| pair[0] != pair[1])
}

/// The sum of digits times their weights.
fn weighted(digits: &[u32], weights: &[u32]) -> u32 {
    digits.iter().zip(weights).map(|(digit, weight)| digit * weight).sum()
}

/// A number of so many digits that are not all the same.
fn of_length(text: &str, length: usize) -> Option<Vec<u32>> {
    Some(digits(text)).filter(|digits| digits.len() == length && varies(digits))
}

/// Whether two digits each are a day and a month.
fn is_day(day: u32, month: u32) -> bool {
    (1..=31).contains(&day) && (1..=12).contains(&month)
}

fn pair(digits: &[u32], at: usize) -> u32 {
    digits[at] * 10 + digits[at + 1]
}

/// Luhn's check digit.
fn luhn(digits: &[u32]) -> bool {
    let doubled = |digit: u32| if digit > 4 { 2 * digit - 9 } else { 2 * digit };
    let sum: u32 =
        digits.iter().rev().enumerate().map(|(i, &digit)| if i % 2 == 1 { doubled(digit) } else { digit }).sum();
    sum.is_multiple_of(10)
}

/// England: National Health Service.
pub(super) fn nhs(text: &str) -> bool {
    of_length(text, 10).is_some_and(|d| {
        let check = (11 - weighted(&d[..9], &[10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11) % 11;
        check < 10 && check == d[9]
    })
}

/// Ireland: Personal Public Service.
pub(super) fn pps(text: &str) -> bool {
    let letters: Vec<u32> = text.bytes().filter(u8::is_ascii_uppercase).map(|b| u32::from(b - b'A') + 1).collect();
    let Some(d) = of_length(text, 7) else { return false };
    let (Some(&check), second) = (letters.first(), letters.get(1).map_or(0, |&letter| letter % 23)) else {
        return false;
    };
    (weighted(&d, &[8, 7, 6, 5, 4, 3, 2]) + 9 * second) % 23 == check % 23
}

/// ISO 7064, modulus 11 and 10: the tax identifier of Germany, the personal identifier of Croatia.
pub(super) fn german_tax(text: &str) -> bool {
    of_length(text, 11).is_some_and(|d| {
        let rest = d[..10].iter().fold(10, |rest, digit| {
            let sum = (rest + digit) % 10;
            (if sum == 0 { 10 } else { sum }) * 2 % 11
        });
        d[0] != 0 && (11 - rest) % 10 == d[10]
    })
}

/// Germany: pension insurance.
pub(super) fn german_pension(text: &str) -> bool {
    let Some(letter) = text.bytes().find(u8::is_ascii_uppercase).map(|b| u32::from(b - b'A') + 1) else {
        return false;
    };
    let d = digits(text);
    let Ok(d) = <[u32; 11]>::try_from(d) else { return false };
    let all = [d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7], letter / 10, letter % 10, d[8], d[9]];
    let weights = [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1];
    let sum: u32 = all.iter().zip(weights).map(|(digit, weight)| digit * weight).map(|p| p / 10 + p % 10).sum();
    sum % 10 == d[10]
}

/// Austria: social insurance.
pub(super) fn austrian(text: &str) -> bool {
    of_length(text, 10).is_some_and(|d| {
        let sum = weighted(&d, &[3, 7, 9, 0, 5, 8, 4, 2, 1, 6]);
        d[0] != 0 && sum % 11 == d[3] && is_day(pair(&d, 4), pair(&d, 6))
    })
}

/// Switzerland: old-age and survivors' insurance; the check digit of article numbers.
pub(super) fn swiss(text: &str) -> bool {
    of_length(text, 13).is_some_and(|d| {
        let sum = weighted(&d, &[1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]);
        d[..3] == [7, 5, 6] && sum.is_multiple_of(10)
    })
}

/// France: inscription in the register; Corsica's departments count as 19 and 18.
pub(super) fn french(text: &str) -> bool {
    let numeric = text.replace("2A", "19").replace("2B", "18");
    of_length(&numeric, 15).is_some_and(|d| {
        let value = |digits: &[u32]| digits.iter().fold(0u64, |value, &digit| value * 10 + u64::from(digit));
        97 - value(&d[..13]) % 97 == value(&d[13..])
    })
}

/// Italy: fiscal code.
pub(super) fn italian(text: &str) -> bool {
    /// The values of signs at odd places, by their place in 0–9 or A–Z.
    const ODD: [u32; 26] =
        [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
    let signs: Vec<u8> = text.bytes().filter(u8::is_ascii_alphanumeric).collect();
    if signs.len() != 16 {
        return false;
    }
    let place = |sign: u8| if sign.is_ascii_digit() { sign - b'0' } else { sign.to_ascii_uppercase() - b'A' };
    let sum: u32 = signs[..15]
        .iter()
        .enumerate()
        .map(|(i, &sign)| if i % 2 == 0 { ODD[usize::from(place(sign))] } else { u32::from(place(sign)) })
        .sum();
    sum % 26 == u32::from(place(signs[15]))
}

/// Netherlands: citizen service number.
pub(super) fn dutch(text: &str) -> bool {
    of_length(text, 9).is_some_and(|d| (weighted(&d, &[9, 8, 7, 6, 5, 4, 3, 2]) + 10 * d[8]).is_multiple_of(11))
}

/// Belgium: national register, of both centuries.
pub(super) fn belgian(text: &str) -> bool {
    of_length(text, 11).is_some_and(|d| {
        let value = |digits: &[u32]| digits.iter().fold(0u64, |value, &digit| value * 10 + u64::from(digit));
        let (body, check) = (value(&d[..9]), value(&d[9..]));
        pair(&d, 2) <= 12
            && pair(&d, 4) <= 31
            && [body, 2_000_000_000 + body].into_iter().any(|body| 97 - body % 97 == check)
    })
}

/// Poland: PESEL.
pub(super) fn polish(text: &str) -> bool {
    of_length(text, 11).is_some_and(|d| {
        let month = pair(&d, 2) % 20;
        let sum = weighted(&d, &[1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]);
        sum.is_multiple_of(10) && is_day(pair(&d, 4), month)
    })
}

/// Czechia and Slovakia: birth number. Women's months count from 51; those of nine figures have no check digit.
pub(super) fn czech(text: &str) -> bool {
    let d = digits(text);
    if !(9..=10).contains(&d.len()) || !is_day(pair(&d, 4), pair(&d, 2) % 50 % 20) {
        return false;
    }
    let value = d.iter().fold(0u64, |value, &digit| value * 10 + u64::from(digit));
    d.len() == 9 || value.is_multiple_of(11) || value / 10 % 11 == 10 && d[9] == 0
}

/// Sweden: personal identity number, without or with the century.
pub(super) fn swedish(text: &str) -> bool {
    let d = digits(text);
    let d = if d.len() == 12 { &d[2..] } else { &d[..] };
    // Numbers of people who have none yet count the day from 61.
    d.len() == 10 && luhn(d) && is_day(pair(d, 4) % 60, pair(d, 2))
}

/// Norway: birth number, two check digits.
pub(super) fn norwegian(text: &str) -> bool {
    of_length(text, 11).is_some_and(|d| {
        let first = weighted(&d, &[3, 7, 6, 1, 8, 9, 4, 5, 2, 1]);
        let second = weighted(&d, &[5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]);
        first.is_multiple_of(11) && second.is_multiple_of(11)
    })
}

/// Denmark: day, month and year; numbers given out since 2007 have no check digit.
pub(super) fn danish(text: &str) -> bool {
    of_length(text, 10).is_some_and(|d| is_day(pair(&d, 0), pair(&d, 2)))
}

/// Finland: personal identity code.
pub(super) fn finnish(text: &str) -> bool {
    const SIGNS: &[u8; 31] = b"0123456789ABCDEFHJKLMNPRSTUVWXY";
    let Some((body, check)) = text.split_at_checked(text.len().saturating_sub(1)) else { return false };
    let d = digits(body);
    let value = d.iter().fold(0usize, |value, &digit| value * 10 + digit as usize);
    d.len() == 9 && is_day(pair(&d, 0), pair(&d, 2)) && check.as_bytes() == [SIGNS[value % 31]]
}

/// Portugal: taxpayer number.
pub(super) fn portuguese(text: &str) -> bool {
    of_length(text, 9).is_some_and(|d| {
        let rest = weighted(&d[..8], &[9, 8, 7, 6, 5, 4, 3, 2]) % 11;
        d[8] == if rest < 2 { 0 } else { 11 - rest }
    })
}

/// Romania: personal numerical code.
pub(super) fn romanian(text: &str) -> bool {
    of_length(text, 13).is_some_and(|d| {
        let rest = weighted(&d[..12], &[2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
        is_day(pair(&d, 5), pair(&d, 3)) && d[12] == if rest == 10 { 1 } else { rest }
    })
}

/// Bulgaria: uniform civil number. Months of other centuries count from 21 and 41.
pub(super) fn bulgarian(text: &str) -> bool {
    of_length(text, 10).is_some_and(|d| {
        let check = weighted(&d[..9], &[2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11 % 10;
        check == d[9] && is_day(pair(&d, 4), pair(&d, 2) % 20)
    })
}

/// Turkey: identification number, two check digits.
pub(super) fn turkish(text: &str) -> bool {
    of_length(text, 11).is_some_and(|d| {
        let odd: u32 = d[..9].iter().step_by(2).sum();
        let even: u32 = d[1..8].iter().step_by(2).sum();
        let tenth = (7 * odd + 10 * 9 - even) % 10;
        d[0] != 0 && tenth == d[9] && d[..10].iter().sum::<u32>() % 10 == d[10]
    })
}

/// India: Aadhaar, by Verhoeff's scheme over the dihedral group of ten elements.
pub(super) fn aadhaar(text: &str) -> bool {
    const PERMUTED: [[u8; 10]; 8] = [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        [1, 5, 7, 6, 2, 8, 3, 0, 9, 4],
        [5, 8, 0, 3, 7, 9, 6, 1, 4, 2],
        [8, 9, 1, 6, 0, 4, 3, 5, 2, 7],
        [9, 4, 5, 3, 1, 2, 6, 8, 7, 0],
        [4, 2, 8, 6, 5, 7, 3, 9, 0, 1],
        [2, 7, 9, 3, 8, 0, 6, 4, 1, 5],
        [7, 0, 4, 6, 9, 1, 3, 2, 5, 8],
    ];
    // Rotations are 0 to 4, reflections 5 to 9.
    let product = |a: u8, b: u8| match (a < 5, b < 5) {
        (true, true) => (a + b) % 5,
        (true, false) => (a + b) % 5 + 5,
        (false, true) => (a - b + 5) % 5 + 5,
        (false, false) => (a + 5 - b) % 5,
    };
    of_length(text, 12).is_some_and(|d| {
        let place = |(i, &digit): (usize, &u32)| PERMUTED[i % 8][digit as usize];
        d[0] > 1 && d.iter().rev().enumerate().map(place).fold(0, product) == 0
    })
}

/// China: resident identity number.
pub(super) fn chinese(text: &str) -> bool {
    let d = digits(&text[..text.len().saturating_sub(1)]);
    let weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
    d.len() == 17
        && is_day(pair(&d, 12), pair(&d, 10))
        && text.as_bytes().last() == Some(&b"10X98765432"[(weighted(&d, &weights) % 11) as usize])
}

/// South Korea: resident registration number.
pub(super) fn korean(text: &str) -> bool {
    of_length(text, 13).is_some_and(|d| {
        let sum = weighted(&d[..12], &[2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]);
        is_day(pair(&d, 4), pair(&d, 2)) && (11 - sum % 11) % 10 == d[12]
    })
}

/// Australia: tax file number of eight or nine figures.
pub(super) fn australian_tax(text: &str) -> bool {
    let d = digits(text);
    let weights: &[u32] = if d.len() == 8 { &[10, 7, 8, 4, 6, 3, 5, 1] } else { &[1, 4, 3, 7, 5, 8, 6, 9, 10] };
    d.len() == weights.len() && varies(&d) && weighted(&d, weights).is_multiple_of(11)
}

/// Australia: Medicare card; the ninth figure checks the first eight, the tenth counts the cards.
pub(super) fn medicare(text: &str) -> bool {
    let d = digits(text);
    (10..=11).contains(&d.len()) && (2..=6).contains(&d[0]) && weighted(&d[..8], &[1, 3, 7, 9, 1, 3, 7, 9]) % 10 == d[8]
}

/// Canada: social insurance number.
pub(super) fn canadian(text: &str) -> bool {
    of_length(text, 9).is_some_and(|d| luhn(&d) && d[0] != 0)
}

/// Brazil: CPF, two check digits.
pub(super) fn brazilian(text: &str) -> bool {
    of_length(text, 11).is_some_and(|d| {
        let check = |length: usize| {
            let sum: u32 =
                d[..length].iter().zip((2..=length as u32 + 1).rev()).map(|(digit, weight)| digit * weight).sum();
            sum * 10 % 11 % 10
        };
        check(9) == d[9] && check(10) == d[10]
    })
}

/// Chile: RUT; K stands for ten.
pub(super) fn chilean(text: &str) -> bool {
    let signs: Vec<u8> = text.bytes().filter(u8::is_ascii_alphanumeric).collect();
    let Some((&check, body)) = signs.split_last() else { return false };
    let body: Vec<u32> = body.iter().map(|digit| u32::from(digit - b'0')).collect();
    let sum: u32 = body.iter().rev().zip([2, 3, 4, 5, 6, 7].into_iter().cycle()).map(|(d, weight)| d * weight).sum();
    let expected = match 11 - sum % 11 {
        11 => b'0',
        10 => b'K',
        digit => b'0' + digit as u8,
    };
    (7..=8).contains(&body.len()) && check.to_ascii_uppercase() == expected
}

/// Argentina: CUIL and CUIT.
pub(super) fn argentine(text: &str) -> bool {
    of_length(text, 11).is_some_and(|d| {
        let rest = weighted(&d[..10], &[5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
        let check = match rest {
            0 => 0,
            1 => 9,
            rest => 11 - rest,
        };
        check == d[10]
    })
}

/// South Africa: identity number.
pub(super) fn south_african(text: &str) -> bool {
    of_length(text, 13).is_some_and(|d| luhn(&d) && is_day(pair(&d, 4), pair(&d, 2)) && d[10] < 2)
}
