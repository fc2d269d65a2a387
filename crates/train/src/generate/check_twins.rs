//! Check digits by twins of the generators, written the other way round: they judge whole numbers. Published numbers judge the twins.

use super::lists::between;
use super::{checks, codes, devices, identity};
use scumble_mask::Rng;

fn digits(text: &str) -> Vec<u64> {
    text.chars().filter_map(|c| c.to_digit(10)).map(u64::from).collect()
}

fn number(digits: &[u64]) -> u64 {
    digits.iter().fold(0, |value, digit| value * 10 + digit)
}

fn sum(digits: &[u64], weights: &[u64]) -> u64 {
    assert_eq!(digits.len(), weights.len());
    digits.iter().zip(weights).map(|(a, b)| a * b).sum()
}

fn luhn(text: &str) -> bool {
    let total: u64 = digits(text)
        .iter()
        .rev()
        .enumerate()
        .map(|(at, d)| if at % 2 == 1 { [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][*d as usize] } else { *d })
        .sum();
    total.is_multiple_of(10)
}

fn hybrid_11_10(all: &[u64]) -> bool {
    let mut product = 10;
    for digit in &all[..all.len() - 1] {
        product = (product + digit) % 10;
        product = if product == 0 { 20 % 11 } else { product * 2 % 11 };
    }
    (product + all[all.len() - 1]) % 10 == 1
}

/// By the published tables, of which the generator knows only the group.
fn verhoeff(all: &[u64]) -> bool {
    const MULTIPLY: [&str; 10] = [
        "0123456789",
        "1234067895",
        "2340178956",
        "3401289567",
        "4012395678",
        "5987604321",
        "6598710432",
        "7659821043",
        "8765932104",
        "9876543210",
    ];
    const PERMUTE: [&str; 8] = [
        "0123456789",
        "1576283094",
        "5803796142",
        "8916043527",
        "9453126870",
        "4286573901",
        "2793806415",
        "7046913258",
    ];
    let at = |row: &str, place: u64| u64::from(row.as_bytes()[place as usize] - b'0');
    let step = |check: u64, (place, digit): (usize, &u64)| at(MULTIPLY[check as usize], at(PERMUTE[place % 8], *digit));
    all.iter().rev().enumerate().fold(0, step) == 0
}

/// Whether a number of a country is valid; numbers without check digits are valid by their shape.
fn valid(country: &str, text: &str) -> bool {
    let all = digits(text);
    let last = text.chars().next_back().unwrap();
    match country {
        "us" => all.len() == 9 && !text.starts_with("666") && !text.starts_with("000") && !text.starts_with('9'),
        "uk" if text.starts_with(char::is_alphabetic) => all.len() == 6 && "ABCD".contains(last),
        "uk" => sum(&all, &[10, 9, 8, 7, 6, 5, 4, 3, 2, 1]).is_multiple_of(11),
        "ie" => "WABCDEFGHIJKLMNOPQRSTUV".as_bytes()[(sum(&all, &[8, 7, 6, 5, 4, 3, 2]) % 23) as usize] as char == last,
        "de" => {
            let mut different = all[..10].to_vec();
            different.sort_unstable();
            different.dedup();
            different.len() == 9 && all[0] != 0 && hybrid_11_10(&all)
        }
        "at" => sum(&all, &[3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11 == all[3],
        "ch" => sum(&all, &[1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]).is_multiple_of(10) && text.starts_with("756"),
        "fr" => (number(&all[..13]) + number(&all[13..])).is_multiple_of(97),
        "es" => "TRWAGMYFPDXBNJZSQVHLCKE".as_bytes()[(number(&all) % 23) as usize] as char == last,
        "it" => {
            // The letters in the order of their values at odd places; a digit counts as the letter of its number.
            let odd = "BAKPLCQDREVOSFTGUHMINJWZYX";
            let letter = |c: char| c.to_digit(10).map_or(c, |digit| (b'A' + digit as u8) as char);
            let value = |(at, c): (usize, char)| match at % 2 {
                0 => odd.find(letter(c)).unwrap(),
                _ => letter(c) as usize - 'A' as usize,
            };
            text.chars().take(15).enumerate().map(value).sum::<usize>() % 26 == last as usize - 'A' as usize
        }
        "nl" => (sum(&all[..8], &[9, 8, 7, 6, 5, 4, 3, 2]) + 10 * all[8]).is_multiple_of(11),
        "in" => verhoeff(&all) && all.len() == 12,
        "au" => sum(&all, &[1, 4, 3, 7, 5, 8, 6, 9, 10]).is_multiple_of(11),
        "ca" | "il" => luhn(text) && all.len() == 9,
        "se" => luhn(text) && all.len() == 10,
        "za" => luhn(text) && all.len() == 13,
        "pl" => sum(&all, &[1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]).is_multiple_of(10),
        "no" => {
            sum(&all[..10], &[3, 7, 6, 1, 8, 9, 4, 5, 2, 1]).is_multiple_of(11)
                && sum(&all, &[5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]).is_multiple_of(11)
        }
        "dk" => sum(&all, &[4, 3, 2, 7, 6, 5, 4, 3, 2, 1]).is_multiple_of(11),
        "fi" => "0123456789ABCDEFHJKLMNPRSTUVWXY".as_bytes()[(number(&all[..9]) % 31) as usize] as char == last,
        "be" => (number(&all[..9]) + number(&all[9..])).is_multiple_of(97),
        "pt" => matches!((sum(&all, &[9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11, all[8]), (0, _) | (1, 0)),
        "br" => {
            sum(&all[..9], &[10, 9, 8, 7, 6, 5, 4, 3, 2]) * 10 % 11 % 10 == all[9]
                && sum(&all[..10], &[11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) * 10 % 11 % 10 == all[10]
        }
        "cz" => number(&all).is_multiple_of(11),
        "ro" => {
            [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1][(sum(&all[..12], &[2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11) as usize]
                == all[12]
        }
        "bg" => (0..9).map(|at| all[at] * (2 << at)).sum::<u64>() % 11 % 10 == all[9],
        "hr" => hybrid_11_10(&all) && all.len() == 11,
        "ee" => match sum(&all[..10], &[1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11 {
            10 => sum(&all[..10], &[3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11 % 10 == all[10],
            check => check == all[10],
        },
        "tr" => {
            let odd: u64 = all[..9].iter().step_by(2).sum();
            odd * 8 % 10 == all[10] && all[..10].iter().sum::<u64>() % 10 == all[10]
        }
        "cn" => {
            let values = text.chars().map(|c| if c == 'X' { 10 } else { c.to_digit(10).map_or(0, u64::from) });
            values.enumerate().map(|(at, value)| value * (1 << (17 - at))).sum::<u64>() % 11 == 1
        }
        "kr" => (11 - sum(&all[..12], &[2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11) % 10 == all[12],
        "nz" => sum(&all, &[3, 2, 7, 6, 5, 4, 3, 2, 1]).is_multiple_of(11),
        _ => panic!("no twin for {country}"),
    }
}

/// Examples that authorities and encyclopaedias print.
const PUBLISHED: [(&str, &str); 27] = [
    ("uk", "943 476 5919"),
    ("ie", "1234567T"),
    ("de", "86095742719"),
    ("at", "1237010180"),
    ("ch", "756.9217.0769.85"),
    ("fr", "2 55 08 14 168 025 38"),
    ("es", "12345678Z"),
    ("it", "RSSMRA85T10A562S"),
    ("it", "MRTMTT25D09F205Z"),
    ("nl", "111222333"),
    ("au", "123456782"),
    ("ca", "046454286"),
    ("pl", "44051401359"),
    ("se", "811218-9876"),
    ("dk", "211062-5629"),
    ("fi", "131052-308T"),
    ("be", "85.07.30-033.28"),
    ("br", "111.444.777-35"),
    ("za", "8001015009087"),
    ("cz", "710319/2745"),
    ("bg", "7523169263"),
    ("hr", "69435151530"),
    ("ee", "37605030299"),
    ("tr", "10000000146"),
    ("cn", "11010519491231002X"),
    ("nz", "049-091-850"),
    ("ro", "1800101221144"),
];

#[test]
fn the_twins_know_published_numbers() {
    for (country, text) in PUBLISHED {
        assert!(valid(country, text), "{country} {text}");
        // With another last character it is wrong.
        let last = text.chars().next_back().unwrap();
        let other =
            if last.is_ascii_digit() { char::from_digit((last as u32 - 48 + 1) % 10, 10).unwrap() } else { 'Q' };
        assert!(!valid(country, &format!("{}{other}", &text[..text.len() - 1])), "{country} {text}");
    }
    assert!(verhoeff(&[2, 3, 6, 3]));
}

#[test]
fn national_numbers_are_valid_in_every_country() {
    let mut rng = Rng::new(11);
    for country in identity::COUNTRIES {
        for _ in 0..300 {
            let (label, text) = identity::national(country, &mut rng);
            assert!(valid(country, &text), "{country} {label} {text}");
        }
    }
}

fn iban_is_valid(text: &str) -> bool {
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let moved = format!("{}{}", &plain[4..], &plain[..4]);
    let rest = moved.chars().fold(0, |rest: u64, c| {
        let value = u64::from(c.to_digit(36).unwrap());
        (rest * if value > 9 { 100 } else { 10 } + value) % 97
    });
    rest == 1
}

#[test]
fn accounts_cards_vehicles_and_phones_are_valid() {
    assert!(iban_is_valid("GB82 WEST 1234 5698 7654 32") && !iban_is_valid("GB83 WEST 1234 5698 7654 32"));
    assert_eq!(checks::iban("GB", "WEST12345698765432"), "82");
    assert_eq!(checks::iban("DE", "370400440532013000"), "89");
    assert_eq!(checks::vin("1M8GDM9A_KP042788".replace('_', "A").as_str()), 'X');
    assert_eq!(checks::vin("11111111111111111"), '1');
    assert!(luhn("490154203237518") && luhn("4111 1111 1111 1111") && !luhn("4111 1111 1111 1112"));
    let mut rng = Rng::new(5);
    for _ in 0..500 {
        let country = super::places::COUNTRIES[between(0, 19, &mut rng)];
        let iban = codes::account("iban", country, &mut rng).unwrap().remove(0).text;
        assert!(iban_is_valid(&iban), "{iban}");
        let card = codes::account("card", country, &mut rng).unwrap().remove(0).text;
        assert!(luhn(&card), "{card}");
        assert!(luhn(&devices::imei(&mut rng)));
        let vehicle = devices::vehicle(&mut rng);
        // Weighted values of all seventeen signs, by the printed table.
        let values = "0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ";
        let weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
        let total: usize = vehicle.chars().zip(weights).map(|(c, weight)| values.find(c).unwrap() % 10 * weight).sum();
        assert_eq!(vehicle.chars().nth(8), "0123456789X".chars().nth(total % 11), "{vehicle}");
    }
}
