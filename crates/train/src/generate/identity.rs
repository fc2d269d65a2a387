//! National numbers of thirty countries, with their check digits.

use super::checks::{
    eleven_minus, fiscal_code, luhn, mod_11_2, mod_11_10, remainder, sum_mod_11, ten_minus, two_stage, verhoeff,
};
use super::dates::Day;
use super::lists::{between, pick};
use scumble_mask::Rng;

/// The countries that have a number here.
pub(super) const COUNTRIES: [&str; 32] = [
    "us", "uk", "ie", "de", "at", "ch", "fr", "es", "it", "nl", "in", "au", "ca", "pl", "se", "no", "dk", "fi", "be",
    "pt", "br", "za", "cz", "ro", "bg", "hr", "ee", "tr", "il", "cn", "kr", "nz",
];

/// So many digits; the first is not 0.
pub(super) fn digits(count: usize, rng: &mut Rng) -> Vec<u32> {
    let mut digits: Vec<u32> = (0..count).map(|_| rng.below(10) as u32).collect();
    if let Some(first) = digits.first_mut().filter(|first| **first == 0) {
        *first = 1 + rng.below(9) as u32;
    }
    digits
}

/// Digits as text.
pub(super) fn text(digits: &[u32]) -> String {
    digits.iter().map(u32::to_string).collect()
}

/// The digits of a text.
pub(super) fn read(text: &str) -> Vec<u32> {
    text.chars().filter_map(|c| c.to_digit(10)).collect()
}

/// A number with check digits, tried until the rule gives digits.
fn checked(
    rng: &mut Rng,
    payload: impl Fn(&mut Rng) -> Vec<u32>,
    check: impl Fn(&[u32]) -> Option<Vec<u32>>,
) -> Vec<u32> {
    loop {
        let mut number = payload(rng);
        if let Some(check) = check(&number) {
            number.extend(check);
            return number;
        }
    }
}

fn below_ten(check: u32) -> Option<Vec<u32>> {
    (check < 10).then(|| vec![check])
}

/// What the number is called, and a number. A country without one gets a passport number.
pub(super) fn national(country: &str, rng: &mut Rng) -> (&'static str, String) {
    let born = Day::between(1935, 1999, rng);
    let date = format!("{:02}{:02}{:02}", born.year % 100, born.month, born.day);
    let day_first = format!("{:02}{:02}{:02}", born.day, born.month, born.year % 100);
    let with = |start: &str, count: usize| {
        let start = read(start);
        move |rng: &mut Rng| start.iter().copied().chain((0..count).map(|_| rng.below(10) as u32)).collect::<Vec<_>>()
    };
    let random = |count: usize| move |rng: &mut Rng| digits(count, rng);
    let luhn_digit = |payload: &[u32]| Some(vec![luhn(payload)]);
    match country {
        "us" => {
            let area = loop {
                let area = between(1, 899, rng);
                if area != 666 {
                    break area;
                }
            };
            ("SSN", format!("{area:03}-{:02}-{:04}", between(1, 99, rng), between(1, 9999, rng)))
        }
        "uk" if rng.below(2) == 0 => {
            let letters = ["AB", "CE", "JK", "LM", "PR", "SX", "WK", "YZ", "HS", "NE"];
            let number = between(100_000, 999_999, rng).to_string();
            let spaced = format!("{} {} {}", &number[..2], &number[2..4], &number[4..]);
            ("NI number", format!("{} {} {}", pick(&letters, rng), spaced, pick(&["A", "B", "C", "D"], rng)))
        }
        "uk" => ("NHS number", spaced(&nhs(rng), &[3, 3, 4])),
        "ie" => {
            let number = digits(7, rng);
            let sum: u32 = number.iter().zip([8, 7, 6, 5, 4, 3, 2]).map(|(digit, weight)| digit * weight).sum();
            let letter = (b'A' + ((sum + 22) % 23) as u8) as char;
            let letter = if sum.is_multiple_of(23) { 'W' } else { letter };
            ("PPS number", format!("{}{letter}", text(&number)))
        }
        "de" => {
            // Ten digits of which exactly one occurs twice and one does not occur.
            let mut number: Vec<u32> = (0..10).collect();
            for place in (1..10).rev() {
                number.swap(place, rng.below(place + 1));
            }
            let (twice, lost) = (rng.below(10), rng.below(9));
            number[(twice + 1 + lost) % 10] = number[twice];
            if number[0] == 0 {
                let place = number.iter().position(|digit| *digit != 0).unwrap_or(0);
                number.swap(0, place);
            }
            number.push(mod_11_10(&number));
            ("Steuer-ID", spaced(&text(&number), &[2, 3, 3, 3]))
        }
        "at" => {
            let mut front = digits(3, rng);
            let born = read(&day_first);
            let check = loop {
                let all: Vec<u32> = front.iter().chain(&born).copied().collect();
                let check = sum_mod_11(&all, &[3, 7, 9, 5, 8, 4, 2, 1, 6]);
                if check < 10 {
                    break check;
                }
                front = digits(3, rng);
            };
            ("SVNR", format!("{}{check} {day_first}", text(&front)))
        }
        "ch" => {
            let weights = [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3];
            let number = checked(rng, with("756", 9), |payload| below_ten(ten_minus(payload, &weights)));
            let number = text(&number);
            ("AHV", format!("{}.{}.{}.{}", &number[..3], &number[3..7], &number[7..11], &number[11..]))
        }
        "fr" => {
            let start =
                format!("{}{:02}{:02}{:02}", between(1, 2, rng), born.year % 100, born.month, between(1, 19, rng));
            let payload = with(&start, 6)(rng);
            let number = text(&payload);
            let key = 97 - remainder(&payload, 97);
            let parts = [&number[..1], &number[1..3], &number[3..5], &number[5..7], &number[7..10], &number[10..]];
            ("NIR", format!("{} {key:02}", parts.join(" ")))
        }
        "es" => {
            let letters: Vec<char> = "TRWAGMYFPDXBNJZSQVHLCKE".chars().collect();
            let number = digits(8, rng);
            ("DNI", format!("{}{}", text(&number), letters[remainder(&number, 23) as usize]))
        }
        "it" => {
            let letters: String =
                (0..6).map(|_| pick(&["R", "S", "M", "N", "L", "T", "B", "C", "A", "E"], rng)).collect();
            let month = pick(&["A", "B", "C", "D", "E", "H", "L", "M", "P", "R", "S", "T"], rng);
            let day = born.day + if rng.below(2) == 0 { 40 } else { 0 };
            let place = format!("{}{:03}", pick(&["A", "D", "F", "G", "H", "L"], rng), between(1, 999, rng));
            let code = format!("{letters}{:02}{month}{day:02}{place}", born.year % 100);
            ("Codice fiscale", format!("{code}{}", fiscal_code(&code)))
        }
        "nl" => {
            let check = |payload: &[u32]| below_ten(sum_mod_11(payload, &[9, 8, 7, 6, 5, 4, 3, 2]));
            ("BSN", text(&checked(rng, random(8), check)))
        }
        "in" => {
            let check = |payload: &[u32]| (payload[0] > 1).then(|| vec![verhoeff(payload)]);
            ("Aadhaar", spaced(&text(&checked(rng, random(11), check)), &[4, 4, 4]))
        }
        "au" => {
            // The weighted sum of all nine digits is a multiple of 11: the last has weight 10, so it is the sum of the others.
            let check = |payload: &[u32]| below_ten(sum_mod_11(payload, &[1, 4, 3, 7, 5, 8, 6, 9]));
            ("TFN", spaced(&text(&checked(rng, random(8), check)), &[3, 3, 3]))
        }
        "ca" => ("SIN", spaced(&text(&checked(rng, random(8), luhn_digit)), &[3, 3, 3])),
        "pl" => {
            let weights = [1, 3, 7, 9, 1, 3, 7, 9, 1, 3];
            ("PESEL", text(&checked(rng, with(&date, 4), |payload| below_ten(ten_minus(payload, &weights)))))
        }
        "se" => {
            let number = text(&checked(rng, with(&date, 3), luhn_digit));
            ("personnummer", format!("{}-{}", &number[..6], &number[6..]))
        }
        "no" => {
            let check = |payload: &[u32]| {
                let first = eleven_minus(payload, &[3, 7, 6, 1, 8, 9, 4, 5, 2]) % 11;
                let all: Vec<u32> = payload.iter().copied().chain([first]).collect();
                let second = eleven_minus(&all, &[5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
                (first < 10 && second < 10).then(|| vec![first, second])
            };
            ("fødselsnummer", spaced(&text(&checked(rng, with(&day_first, 3), check)), &[6, 5]))
        }
        "dk" => {
            let check = |payload: &[u32]| below_ten(eleven_minus(payload, &[4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11);
            let number = text(&checked(rng, with(&day_first, 3), check));
            ("CPR", format!("{}-{}", &number[..6], &number[6..]))
        }
        "fi" => {
            let signs: Vec<char> = "0123456789ABCDEFHJKLMNPRSTUVWXY".chars().collect();
            let serial = format!("{:03}", between(2, 899, rng));
            let sign = signs[remainder(&read(&format!("{day_first}{serial}")), 31) as usize];
            ("henkilötunnus", format!("{day_first}-{serial}{sign}"))
        }
        "be" => {
            let payload = with(&date, 3)(rng);
            let check = 97 - remainder(&payload, 97);
            let number = text(&payload);
            (
                "rijksregisternummer",
                format!("{}.{}.{}-{}.{check:02}", &number[..2], &number[2..4], &number[4..6], &number[6..]),
            )
        }
        "pt" => {
            let check = |payload: &[u32]| {
                let check = eleven_minus(payload, &[9, 8, 7, 6, 5, 4, 3, 2]);
                Some(vec![if check > 9 { 0 } else { check }])
            };
            ("NIF", spaced(&text(&checked(rng, with("2", 7), check)), &[3, 3, 3]))
        }
        "br" => {
            let rule = |check: u32| if check > 9 { 0 } else { check };
            let check = |payload: &[u32]| {
                let first = rule(eleven_minus(payload, &[10, 9, 8, 7, 6, 5, 4, 3, 2]));
                let all: Vec<u32> = payload.iter().copied().chain([first]).collect();
                Some(vec![first, rule(eleven_minus(&all, &[11, 10, 9, 8, 7, 6, 5, 4, 3, 2]))])
            };
            let number = text(&checked(rng, random(9), check));
            ("CPF", format!("{}.{}.{}-{}", &number[..3], &number[3..6], &number[6..9], &number[9..]))
        }
        "za" => {
            let payload = |rng: &mut Rng| [with(&date, 4)(rng), vec![0, 8]].concat();
            ("ID number", text(&checked(rng, payload, luhn_digit)))
        }
        "cz" => {
            let check = |payload: &[u32]| below_ten((remainder(payload, 11)) as u32);
            let number = text(&checked(rng, with(&date, 3), check));
            ("rodné číslo", format!("{}/{}", &number[..6], &number[6..]))
        }
        "ro" => {
            let weights = [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9];
            let check = |payload: &[u32]| {
                let sum = sum_mod_11(payload, &weights);
                Some(vec![if sum == 10 { 1 } else { sum }])
            };
            let start = format!("{}{date}{:02}", between(1, 2, rng), between(1, 46, rng));
            ("CNP", text(&checked(rng, with(&start, 3), check)))
        }
        "bg" => {
            let check = |payload: &[u32]| Some(vec![sum_mod_11(payload, &[2, 4, 8, 5, 10, 9, 7, 3, 6]) % 10]);
            ("EGN", text(&checked(rng, with(&date, 3), check)))
        }
        "hr" => ("OIB", text(&checked(rng, random(10), |payload| Some(vec![mod_11_10(payload)])))),
        "ee" => {
            let start = format!("{}{date}", between(3, 4, rng));
            ("isikukood", text(&checked(rng, with(&start, 3), |payload| Some(vec![two_stage(payload)]))))
        }
        "tr" => {
            let check = |payload: &[u32]| {
                let odd: u32 = payload.iter().step_by(2).sum();
                let even: u32 = payload.iter().skip(1).step_by(2).sum();
                let tenth = (odd * 7 + 100 - even) % 10;
                Some(vec![tenth, (odd + even + tenth) % 10])
            };
            ("T.C. Kimlik No", text(&checked(rng, random(9), check)))
        }
        "il" => ("Teudat Zehut", text(&checked(rng, random(8), luhn_digit))),
        "cn" => {
            let region = pick(&["110105", "310104", "440305", "510107", "330106"], rng);
            let payload = with(&format!("{region}{}{:02}{:02}", born.year, born.month, born.day), 3)(rng);
            let check = mod_11_2(&payload);
            ("resident ID", format!("{}{}", text(&payload), char::from_digit(check, 10).unwrap_or('X')))
        }
        "kr" => {
            let weights = [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5];
            let start = format!("{date}{}", between(1, 2, rng));
            let check = |payload: &[u32]| Some(vec![eleven_minus(payload, &weights) % 10]);
            let number = text(&checked(rng, with(&start, 5), check));
            ("RRN", format!("{}-{}", &number[..6], &number[6..]))
        }
        "nz" => {
            let check = |payload: &[u32]| below_ten(eleven_minus(payload, &[3, 2, 7, 6, 5, 4, 3, 2]) % 11);
            ("IRD number", spaced(&text(&checked(rng, with("0", 7), check))[..], &[3, 3, 3]).replace(' ', "-"))
        }
        _ => ("passport", format!("{}{}", pick(&["C", "P", "X", "AB", "K"], rng), text(&digits(7, rng)))),
    }
}

/// An English health number: the weighted sum of the first nine digits fills up to a multiple of 11.
fn nhs(rng: &mut Rng) -> String {
    let check = |payload: &[u32]| below_ten(eleven_minus(payload, &[10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11);
    text(&checked(rng, |rng: &mut Rng| digits(9, rng), check))
}

/// Groups of so many characters with blanks between them.
pub(super) fn spaced(text: &str, groups: &[usize]) -> String {
    let mut rest = text;
    let mut parts = Vec::new();
    for &group in groups {
        let (part, behind) = rest.split_at(group.min(rest.len()));
        parts.push(part);
        rest = behind;
    }
    parts.retain(|part| !part.is_empty());
    parts.join(" ")
}
