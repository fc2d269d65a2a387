//! Passwords, keys and tokens by their published shapes.

use super::lists::{between, chance, pick};
use super::mark::{Kind, Piece};
use super::people::NICK_WORDS;
use scumble_mask::Rng;

/// So many characters of an alphabet: `hex`, `upper` (letters and digits), `letters`, `digits`, `base64`, `alnum`.
pub(super) fn random(alphabet: &str, count: usize, rng: &mut Rng) -> String {
    let signs = match alphabet {
        "hex" => "0123456789abcdef",
        "upper" => "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
        "letters" => "ABCDEFGHJKLMNPRSTUVWXYZ",
        "digits" => "0123456789",
        "base58" => "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
        "base32" => "qpzry9x8gf2tvdw0s3jn54khce6mua7l",
        _ => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
    };
    let signs = signs.as_bytes();
    (0..count).map(|_| signs[rng.below(signs.len())] as char).collect()
}

fn password(rng: &mut Rng) -> String {
    let (first, second) = (pick(&NICK_WORDS, rng), pick(&NICK_WORDS, rng));
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    let sign = pick(&["!", "#", "$", "%", "?", "*", "&", "_", "-", "."], rng);
    match rng.below(6) {
        0 => format!("{}{}{sign}", capital(first), between(1, 9999, rng)),
        1 => format!("{}-{}-{}", capital(first), second, between(1, 99, rng)),
        2 => format!("{first}{sign}{second}{}", between(10, 99, rng)),
        3 => random("alnum", between(9, 16, rng), rng),
        4 => format!("{}{sign}{}", capital(first).replace('a', "@").replace('o', "0"), between(1950, 2024, rng)),
        _ => format!("{}{sign}{}", random("alnum", 5, rng), random("alnum", 5, rng)),
    }
}

/// A secret of that form; nothing if the form is unknown.
pub(super) fn secret(form: &str, rng: &mut Rng) -> Option<Vec<Piece>> {
    let form = if form.is_empty() { pick(&["password", "key", "token"], rng) } else { form };
    let alnum = |count: usize, rng: &mut Rng| random("alnum", count, rng);
    let text = match form {
        "password" => password(rng),
        "pin" => random("digits", if chance(70, rng) { 4 } else { 6 }, rng),
        "code" if chance(50, rng) => random("digits", 6, rng),
        "code" => format!("{}-{}", random("upper", 4, rng), random("upper", 4, rng)),
        "doorcode" => format!("{}{}", random("digits", 4, rng), pick(&["", "#", "X", "Y", "*"], rng)),
        "key" => match rng.below(9) {
            0 => format!("AKIA{}", random("upper", 16, rng)),
            1 => format!("AIza{}", alnum(35, rng)),
            2 => format!("sk_live_{}", alnum(24, rng)),
            3 => format!("sk-{}", alnum(40, rng)),
            4 => format!("SG.{}.{}", alnum(22, rng), alnum(43, rng)),
            5 => random("hex", 32, rng),
            6 => format!("rk_test_{}", alnum(24, rng)),
            7 => format!("key-{}", random("hex", 32, rng)),
            _ => alnum(40, rng),
        },
        "token" => match rng.below(7) {
            0 => format!("ghp_{}", alnum(36, rng)),
            1 => format!("xoxb-{}-{}-{}", random("digits", 11, rng), random("digits", 12, rng), alnum(24, rng)),
            2 => format!("glpat-{}", alnum(20, rng)),
            3 => format!("npm_{}", alnum(36, rng)),
            4 => format!("eyJhbGciOiJIUzI1NiJ9.{}.{}", alnum(40, rng), alnum(43, rng)),
            5 => format!("pypi-{}", alnum(60, rng)),
            _ => format!("hf_{}", alnum(34, rng)),
        },
        "connection" => {
            let (user, host) = (pick(&["admin", "app", "svc_report", "root", "etl"], rng), pick(&NICK_WORDS, rng));
            let scheme = pick(&["postgres", "mysql", "mongodb+srv", "redis", "amqp", "postgresql"], rng);
            let port = pick(&["5432", "3306", "27017", "6379", "5672"], rng);
            let word = random("alnum", 10, rng);
            match rng.below(3) {
                0 => format!("Server={host}-db01;Database=prod;User Id={user};Password={word};"),
                _ => format!(
                    "{scheme}://{user}:{word}@{host}-db.internal:{port}/{}",
                    pick(&["prod", "crm", "billing", "users"], rng)
                ),
            }
        }
        _ => return None,
    };
    Some(vec![Piece::marked(Kind::Secret, text)])
}
