//! National numbers against a second way of working out their check digits: written from the countries' descriptions, sign by sign,
//! and sharing no code with the checks.

use super::national::*;

/// The sum of the figures of a number times some weights.
fn sum(body: &str, weights: &[i64]) -> i64 {
    let figures: Vec<i64> = body.bytes().filter(u8::is_ascii_digit).map(|b| i64::from(b) - 48).collect();
    assert_eq!(figures.len(), weights.len(), "{body}");
    (0..figures.len()).map(|i| figures[i] * weights[i]).sum()
}

/// Luhn, by doubling every second figure from the right and adding the figures of the products.
fn luhn(body: &str) -> i64 {
    let mut total = 0;
    for (i, b) in body.bytes().filter(u8::is_ascii_digit).rev().enumerate() {
        let product = (i64::from(b) - 48) * if i % 2 == 0 { 2 } else { 1 };
        total += product.to_string().bytes().map(|b| i64::from(b) - 48).sum::<i64>();
    }
    (10 - total % 10) % 10
}

fn value(text: &str) -> i64 {
    text.bytes().filter(u8::is_ascii_digit).fold(0, |value, b| value * 10 + i64::from(b) - 48)
}

/// A number with the right check figure is one; with each other figure in its place it is none.
fn only(check: fn(&str) -> bool, with: impl Fn(&str) -> String, right: &str) {
    let figures: Vec<String> = (0..10).map(|figure: u32| figure.to_string()).collect();
    for figure in &figures {
        let number = with(figure);
        assert_eq!(check(&number), figure == right, "{number}");
    }
}

#[test]
fn one_check_figure() {
    let nhs_sum = sum("943476591", &[10, 9, 8, 7, 6, 5, 4, 3, 2]);
    only(nhs, |c| format!("943 476 591{c}"), &((11 - nhs_sum % 11) % 11).to_string());
    // The example of the health service.
    assert!(nhs("943 476 5919"));
    only(swiss, |c| format!("756.1234.5678.9{c}"), &{
        let odd_even: i64 = sum("756123456789", &[1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3]);
        ((10 - odd_even % 10) % 10).to_string()
    });
    only(dutch, |c| format!("11122233{c}"), &{
        let rest = sum("11122233", &[9, 8, 7, 6, 5, 4, 3, 2]) % 11;
        if rest < 10 { rest.to_string() } else { String::new() }
    });
    let pesel = sum("4405140135", &[1, 3, 7, 9, 1, 3, 7, 9, 1, 3]);
    only(polish, |c| format!("4405140135{c}"), &((10 - pesel % 10) % 10).to_string());
    only(swedish, |c| format!("811218-987{c}"), &luhn("811218987").to_string());
    only(canadian, |c| format!("130 692 54{c}"), &luhn("13069254").to_string());
    only(south_african, |c| format!("800101500908{c}"), &luhn("800101500908").to_string());
    let nif = sum("12345678", &[9, 8, 7, 6, 5, 4, 3, 2]) % 11;
    only(portuguese, |c| format!("12345678{c}"), &(if nif < 2 { 0 } else { 11 - nif }).to_string());
    let cnp = sum("196010141041", &[2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
    only(romanian, |c| format!("196010141041{c}"), &(if cnp == 10 { 1 } else { cnp }).to_string());
    let egn = sum("752316926", &[2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11 % 10;
    only(bulgarian, |c| format!("752316926{c}"), &egn.to_string());
    let rrn = sum("900101123456", &[2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]);
    only(korean, |c| format!("900101-123456{c}"), &((11 - rrn % 11) % 10).to_string());
    let card = sum("29509512", &[1, 3, 7, 9, 1, 3, 7, 9]) % 10;
    only(medicare, |c| format!("2950 9512{c} 1"), &card.to_string());
    let cuit = sum("2012345678", &[5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
    let cuit = [0, 9].get(cuit as usize).copied().unwrap_or(11 - cuit);
    only(argentine, |c| format!("20-12345678-{c}"), &cuit.to_string());
    // The fourth figure checks the others in Austria.
    let austria = sum("123010180", &[3, 7, 9, 5, 8, 4, 2, 1, 6]) % 11;
    only(austrian, |c| format!("123{c} 010180"), &austria.to_string());
}

#[test]
fn tax_numbers_of_germany_and_australia() {
    // ISO 7064, modulus 11 and 10, step by step.
    let mut product = 10;
    for figure in "8609574271".bytes().map(|b| i64::from(b) - 48) {
        let step = (figure + product) % 10;
        product = 2 * if step == 0 { 10 } else { step } % 11;
    }
    only(german_tax, |c| format!("86 095 742 71{c}"), &((11 - product) % 10).to_string());
    let whole = |c: i64| sum(&format!("12345678{c}"), &[1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 == 0;
    let right = (0..10).find(|&c| whole(c)).map_or(String::new(), |c| c.to_string());
    only(australian_tax, |c| format!("123 456 78{c}"), &right);
}

#[test]
fn letters_as_check_digits() {
    let letter = |place: i64| char::from(b'A' + u8::try_from(place).unwrap_or(0));
    // Ireland: 23 letters from W.
    let rest = sum("1234567", &[8, 7, 6, 5, 4, 3, 2]) % 23;
    let right = if rest == 0 { 'W' } else { letter(rest - 1) };
    for c in 'A'..='W' {
        assert_eq!(pps(&format!("1234567{c}")), c == right, "{c}");
    }
    // With a second letter, which counts nine times.
    let rest = (sum("1234567", &[8, 7, 6, 5, 4, 3, 2]) + 9) % 23;
    let right = if rest == 0 { 'W' } else { letter(rest - 1) };
    assert!(pps(&format!("1234567{right}A")));
    // Finland: 31 signs without those that look like others.
    let signs: Vec<char> = ('0'..='9').chain(('A'..='Y').filter(|c| !"GIOQ".contains(*c))).collect();
    assert_eq!(signs.len(), 31);
    let right = signs[(value("131052308") % 31) as usize];
    for c in &signs {
        assert_eq!(finnish(&format!("131052-308{c}")), *c == right, "{c}");
    }
    // Chile: eleven minus the rest, K for ten.
    let rest = sum("12345678", &[3, 2, 7, 6, 5, 4, 3, 2]) % 11;
    let right = match 11 - rest {
        11 => "0".to_owned(),
        10 => "K".to_owned(),
        other => other.to_string(),
    };
    only(chilean, |c| format!("12.345.678-{c}"), &right);
    // China: the last sign is the rest of a sum by 11, X for ten.
    let rest = sum("11010519491231002", &[7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11;
    let right = ["1", "0", "X", "9", "8", "7", "6", "5", "4", "3", "2"][rest as usize];
    for c in ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "X"] {
        assert_eq!(chinese(&format!("11010519491231002{c}")), c == right, "{c}");
    }
    // Italy: the fiscal code of the standard example of its description.
    let odd = "BAKPLCQDREVOSFTGUHMINJWZYX";
    let code = "RSSMRA80A01H501";
    let total: usize = code
        .chars()
        .enumerate()
        .map(|(i, c)| {
            let place = c.to_digit(10).map_or_else(|| c as usize - 'A' as usize, |digit| digit as usize);
            let as_letter = char::from(b'A' + place as u8);
            if i % 2 == 0 { odd.find(as_letter).unwrap_or(0) } else { place }
        })
        .sum();
    let right = char::from(b'A' + (total % 26) as u8);
    for c in 'A'..='Z' {
        assert_eq!(italian(&format!("{code}{c}")), c == right, "{c}");
    }
}

#[test]
fn two_check_digits() {
    // France and Belgium: the rest by 97.
    let key = 97 - value("2840669123047") % 97;
    for c in 0..100 {
        assert_eq!(french(&format!("2 84 06 69 123 047 {c:02}")), c == key, "{c}");
    }
    let key = 97 - value("850730033") % 97;
    assert!(belgian(&format!("85.07.30-033.{key:02}")) && !belgian(&format!("85.07.30-033.{:02}", (key + 1) % 97)));
    // Norway: two sums by 11.
    let first = (11 - sum("150385123", &[3, 7, 6, 1, 8, 9, 4, 5, 2]) % 11) % 11;
    let second = (11 - sum(&format!("150385123{first}"), &[5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11) % 11;
    for c in 0..100 {
        assert_eq!(
            norwegian(&format!("150385123{c:02}")),
            c == 10 * first + second && first < 10 && second < 10,
            "{c}"
        );
    }
    // Brazil: two sums by 11, ten counts as zero.
    let digit = |rest: i64| if rest < 2 { 0 } else { 11 - rest };
    let first = digit(sum("111444777", &[10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11);
    let second = digit(sum(&format!("111444777{first}"), &[11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11);
    for c in 0..100 {
        assert_eq!(brazilian(&format!("111.444.777-{c:02}")), c == 10 * first + second, "{c}");
    }
    // Turkey: seven times the odd places less the even ones, then the sum of all.
    let (odd, even) = (1 + 3 + 5 + 7 + 9, 2 + 4 + 6 + 8);
    let tenth = (7 * odd - even) % 10;
    let eleventh = (45 + tenth) % 10;
    for c in 0..100 {
        assert_eq!(turkish(&format!("123456789{c:02}")), c == 10 * tenth + eleventh, "{c}");
    }
}

#[test]
fn pension_of_germany_birth_numbers_and_the_dihedral_group() {
    // The letter counts as two figures; figures of products are added.
    let weights = [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1];
    let figures = "150703490313";
    let total: i64 = figures
        .bytes()
        .zip(weights)
        .map(|(b, weight)| ((i64::from(b) - 48) * weight).to_string().bytes().map(|b| i64::from(b) - 48).sum::<i64>())
        .sum();
    only(german_pension, |c| format!("15 070349 C 13{c}"), &(total % 10).to_string());
    // Czechia: divisible by 11.
    let right = (0..10).find(|c| (value("736028516") * 10 + c) % 11 == 0).map_or(String::new(), |c| c.to_string());
    only(czech, |c| format!("736028/516{c}"), &right);
    assert!(czech("736028/516") && !czech("739928/5163"));
    assert!(danish("211062-5629") && !danish("321362-5629"));
    // Aadhaar, by the multiplication table of the group as it is published.
    const TABLE: [&str; 10] = [
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
    const SHIFTS: [&str; 8] = [
        "0123456789",
        "1576283094",
        "5803796142",
        "8916043527",
        "9453126870",
        "4286573901",
        "2793806415",
        "7046913258",
    ];
    let at = |row: &str, place: usize| usize::from(row.as_bytes()[place] - 48);
    let zero = |number: &str| {
        number.bytes().rev().enumerate().fold(0, |c, (i, b)| at(TABLE[c], at(SHIFTS[i % 8], usize::from(b - 48)))) == 0
    };
    let right = (0..10).find(|c| zero(&format!("23412341234{c}"))).map_or(String::new(), |c: u32| c.to_string());
    only(aadhaar, |c| format!("2341 2341 234{c}"), &right);
}
