//! Vehicles, devices, networks and positions.

use super::checks::{luhn, vin};
use super::codes::fill;
use super::identity::{digits, text};
use super::lists::{between, chance, pick};
use super::mark::{Kind, Piece};
use super::people::NICK_WORDS;
use super::secrets::random;
use scumble_mask::Rng;

fn plate(country: &str, rng: &mut Rng) -> String {
    let patterns: &[&str] = match country {
        "uk" => &["@@%% @@@", "@@%%@@@", "@%%% @@@"],
        "ie" => &["%%%-@-%%%%%", "1%1-%-%%%%"],
        "de" => &["@-@@ %%%%", "@@@-@ %%%", "@@ @@ %%%"],
        "at" => &["@-%%%%%@", "@@-%%%@@"],
        "ch" => &["ZH %%%%%%", "BE·%%%%%%", "GE %%%%%"],
        "fr" | "it" => &["@@-%%%-@@", "@@ %%% @@"],
        "es" => &["%%%% @@@", "%%%%@@@"],
        "nl" => &["@@-%%%-@", "%-@@@-%%", "%%-@@@-%"],
        "in" => &["MH %% @@ %%%%", "KA-%%-@-%%%%", "DL %%C@%%%%"],
        "au" | "nz" => &["@@@ %%%", "%@@ %@@", "@@@%%%"],
        "pl" => &["WA %%%%@", "KR %%%@@"],
        "se" => &["@@@ %%%", "@@@ %%@"],
        _ => &["@@@-%%%%", "%@@@%%%", "@@@ %%%%", "%%% @@@"],
    };
    fill(pick(patterns, rng), rng)
}

/// A position in one of the notations.
fn position(rng: &mut Rng) -> String {
    let (latitude, longitude) = (between(0, 6999, rng) as f64 / 100.0, between(0, 17_999, rng) as f64 / 100.0);
    let fine = |value: f64, rng: &mut Rng| value + rng.below(10_000) as f64 / 1_000_000.0;
    let (latitude, longitude) = (fine(latitude, rng), fine(longitude, rng));
    let (north, east) = (pick(&["N", "S"], rng), pick(&["E", "W"], rng));
    let sign = |letter: &str| if matches!(letter, "S" | "W") { "-" } else { "" };
    let parts = |value: f64| {
        let (degrees, minutes) = (value.trunc(), value.fract() * 60.0);
        (degrees, minutes, minutes.fract() * 60.0)
    };
    let ((d1, m1, s1), (d2, m2, s2)) = (parts(latitude), parts(longitude));
    match rng.below(6) {
        0 => format!("{}{latitude:.4}, {}{longitude:.4}", sign(north), sign(east)),
        1 => format!("{}{latitude:.6},{}{longitude:.6}", sign(north), sign(east)),
        2 => format!("{latitude:.4}° {north}, {longitude:.4}° {east}"),
        3 => format!("{d1:.0}°{:.0}'{s1:.1}\"{north} {d2:.0}°{:.0}'{s2:.1}\"{east}", m1.trunc(), m2.trunc()),
        4 => format!("{north} {d1:.0}° {m1:.3}' {east} {d2:.0}° {m2:.3}'"),
        _ => format!("geo:{}{latitude:.5},{}{longitude:.5}", sign(north), sign(east)),
    }
}

/// A vehicle's number with its check character.
pub(super) fn vehicle(rng: &mut Rng) -> String {
    let signs = b"ABCDEFGHJKLMNPRSTUVWXYZ0123456789";
    let mut code: Vec<u8> = (0..17).map(|_| signs[rng.below(signs.len())]).collect();
    code[13..].iter_mut().for_each(|c| *c = b'0' + rng.below(10) as u8);
    let check = vin(&String::from_utf8_lossy(&code));
    code[8] = check as u8;
    String::from_utf8_lossy(&code).into_owned()
}

/// A phone's number with its check digit.
pub(super) fn imei(rng: &mut Rng) -> String {
    let mut number = vec![3, 5];
    number.extend(digits(12, rng));
    number.push(luhn(&number));
    text(&number)
}

/// A device of that form; nothing if the form is unknown.
pub(super) fn device(form: &str, country: &str, rng: &mut Rng) -> Option<Vec<Piece>> {
    let text = match form {
        "plate" => plate(country, rng),
        "vin" => vehicle(rng),
        "imei" if chance(30, rng) => {
            let number = imei(rng);
            format!("{}-{}-{}-{}", &number[..2], &number[2..8], &number[8..14], &number[14..])
        }
        "imei" => imei(rng),
        "serial" => fill(
            pick(&["SN@%%%%%%%%", "C^^^^^^^^^^^", "%%%%@@%%%%%", "@@%-%%%%%%", "^^^^-^^^^-^^^^", "FDW^^^^^^^^"], rng),
            rng,
        ),
        "mac" => {
            let pairs: Vec<String> = (0..6).map(|_| random("hex", 2, rng)).collect();
            match rng.below(3) {
                0 => pairs.join(":"),
                1 => pairs.join("-").to_uppercase(),
                _ => pairs.concat().as_bytes().chunks(4).map(String::from_utf8_lossy).collect::<Vec<_>>().join("."),
            }
        }
        "ip" if chance(15, rng) => return device("ip6", country, rng),
        "ip" => match rng.below(4) {
            0 => format!("10.{}.{}.{}", rng.below(256), rng.below(256), between(1, 254, rng)),
            1 => format!("192.168.{}.{}", rng.below(256), between(1, 254, rng)),
            _ => format!("{}.{}.{}.{}", between(11, 223, rng), rng.below(256), rng.below(256), between(1, 254, rng)),
        },
        "ip6" if chance(50, rng) => format!("2001:db8:{}::{}", random("hex", 4, rng), random("hex", 2, rng)),
        "ip6" => {
            let groups: Vec<String> = (0..4).map(|_| random("hex", 4, rng)).collect();
            format!("fe80::{}", groups.join(":"))
        }
        "gps" => position(rng),
        "words" => {
            let words = [pick(&NICK_WORDS, rng), pick(&NICK_WORDS, rng), pick(&NICK_WORDS, rng)];
            format!("{}{}", pick(&["///", "///", ""], rng), words.join("."))
        }
        _ => return None,
    };
    Some(vec![Piece::marked(Kind::Device, text)])
}
