//! Accounts, and the numbers of records, cases and things.

use super::checks::{iban, luhn};
use super::identity::{self, digits, read, spaced, text};
use super::lists::{between, chance, pick};
use super::mark::{Kind, Piece};
use super::secrets::random;
use scumble_mask::Rng;

/// The account part of an IBAN by country: % is a digit, @ a capital letter.
fn account_pattern(country: &str) -> (&'static str, &'static str) {
    match country {
        "uk" => ("GB", "@@@@%%%%%%%%%%%%%%"),
        "ie" => ("IE", "@@@@%%%%%%%%%%%%%%"),
        "de" => ("DE", "%%%%%%%%%%%%%%%%%%"),
        "at" => ("AT", "%%%%%%%%%%%%%%%%"),
        "ch" => ("CH", "%%%%%%%%%%%%%%%%%"),
        "fr" => ("FR", "%%%%%%%%%%%%%%%%%%%%%%%"),
        "es" => ("ES", "%%%%%%%%%%%%%%%%%%%%"),
        "it" => ("IT", "@%%%%%%%%%%%%%%%%%%%%%%"),
        "nl" => ("NL", "@@@@%%%%%%%%%%"),
        "be" => ("BE", "%%%%%%%%%%%%"),
        "pl" => ("PL", "%%%%%%%%%%%%%%%%%%%%%%%%"),
        "se" => ("SE", "%%%%%%%%%%%%%%%%%%%%"),
        "pt" => ("PT", "%%%%%%%%%%%%%%%%%%%%%"),
        _ => ("DK", "%%%%%%%%%%%%%%"),
    }
}

/// % becomes a digit, @ a capital letter, ^ one of both; all else stays.
pub(super) fn fill(pattern: &str, rng: &mut Rng) -> String {
    let one = |c: char, rng: &mut Rng| match c {
        '%' => random("digits", 1, rng),
        '@' => random("letters", 1, rng),
        '^' => random("upper", 1, rng),
        other => other.to_string(),
    };
    pattern.chars().map(|c| one(c, rng)).collect()
}

fn card(rng: &mut Rng) -> String {
    let (start, length) =
        [("4", 16), ("51", 16), ("55", 16), ("2221", 16), ("34", 15), ("37", 15), ("6011", 16)][rng.below(7)];
    let mut number = read(start);
    number.extend((0..length - 1 - number.len()).map(|_| rng.below(10) as u32).collect::<Vec<_>>());
    number.push(luhn(&number));
    text(&number)
}

/// An account of that form; nothing if the form is unknown.
pub(super) fn account(form: &str, country: &str, rng: &mut Rng) -> Option<Vec<Piece>> {
    let form = if form.is_empty() { pick(&["iban", "number", "masked", "card"], rng) } else { form };
    let text = match form {
        "iban" => {
            let (code, pattern) = account_pattern(country);
            let account = fill(pattern, rng);
            let whole = format!("{code}{}{account}", iban(code, &account));
            if chance(60, rng) { spaced(&whole, &[4; 9]) } else { whole }
        }
        "bic" => format!(
            "{}{}{}",
            random("letters", 4, rng),
            account_pattern(country).0,
            fill(pick(&["^^", "^^^^^", "2@^^^"], rng), rng)
        ),
        "sortcode" => fill(pick(&["%%-%%-%%", "%% %% %%", "%%%%%%"], rng), rng),
        "number" => fill(pick(&["%%%%%%%%", "%%%%%%%%%%", "%%%% %%%%", "%%%-%%%%%%-%", "%%%%%%%%%%%%"], rng), rng),
        "routing" => fill("0%%%%%%%%", rng),
        "card" => {
            let number = card(rng);
            match (number.len(), rng.below(3)) {
                (15, 0 | 1) => spaced(&number, &[4, 6, 5]),
                (_, 0) => spaced(&number, &[4; 4]),
                (16, 1) => spaced(&number, &[4; 4]).replace(' ', "-"),
                _ => number,
            }
        }
        "masked" => fill(
            pick(
                &["**** **** **** %%%%", "xxxx-%%%%", "•••• %%%%", "%%%% %%** **** %%%%", "****%%%%", "ending %%%%"],
                rng,
            ),
            rng,
        ),
        "expiry" => format!("{:02}/{:02}", between(1, 12, rng), between(25, 32, rng)),
        "btc" if chance(50, rng) => format!("bc1q{}", random("base32", 38, rng)),
        "btc" => format!("{}{}", pick(&["1", "3"], rng), random("base58", 33, rng)),
        "eth" => format!("0x{}", random("hex", 40, rng)),
        "wallet" => return account(pick(&["btc", "eth"], rng), country, rng),
        "ref" => fill(
            pick(&["REF %%%%%%-@@@", "@@%%%%%%%%", "RF%% %%%% %%%%", "PAY-^^^^^^", "TRN/%%%%%%%", "MT-%%%%-%%%%"], rng),
            rng,
        ),
        "amount" => {
            let sum = format!("{}.{:02}", between(3, 2999, rng), rng.below(100));
            let sum = match country {
                "us" | "ca" | "au" | "nz" => format!("${sum}"),
                "uk" => format!("£{sum}"),
                "in" => format!("Rs {sum}"),
                "ch" => format!("CHF {sum}"),
                _ => format!("€{sum}"),
            };
            return Some(vec![Piece::optional(Kind::Account, sum)]);
        }
        _ => return None,
    };
    // "ending 1234": the word is no part of the number.
    if let Some(last) = text.strip_prefix("ending ") {
        return Some(vec![Piece::plain("ending "), Piece::marked(Kind::Account, last)]);
    }
    Some(vec![Piece::marked(Kind::Account, text)])
}

/// A number of a person, record, case or thing; nothing if the form is unknown.
pub(super) fn id(form: &str, country: &str, rng: &mut Rng) -> Option<Vec<Piece>> {
    let patterns: &[&str] = match form {
        "" | "record" => &["%%%%%%%", "%%-%%-%%", "@%%%%%%", "%%%%%%%%", "H-%%%%%%", "%%%-%%%-%%%"],
        "case" => &[
            "%%%%/%%%%",
            "2%-CV-%%%%%",
            "CR-20%%-%%%%%",
            "@ %%%/%%",
            "%%% Ls %%%/%%",
            "UR/%%%%/%%",
            "20%%-%%%%%%",
            "C-%%%/%%",
        ],
        "policy" => &["POL-%%%%%%%", "HH %%%%%% %", "@@/%%%%%%/%%", "%%%-%%%%%%%-%%", "MTR-%%%%%%"],
        "claim" => &["CLM-20%%-%%%%%", "%%%%%%%%@@", "C/%%%%%%", "@@-%%%%-%%%%", "CL %%%%%%%"],
        "ticket" => &["#%%%%%%", "INC00%%%%%%", "@@@-%%%%", "REQ-%%%%%", "SUP-%%%%%", "%%%%%%"],
        "order" => &["#%%%%%", "ORD-%%%%%%%", "%%%-%%%%%%%-%%%%%%%", "W-%%%%%%%", "%%%%%%%%%%"],
        "invoice" => &["INV-%%%%-%%%", "20%%/%%%%", "RE-%%%%%%", "INV%%%%%%", "%%%%-%%"],
        "badge" => &["%%%%", "@%%%%", "PC %%%%", "B-%%%%%"],
        "pupil" => &["@%%%%%%%%%%%%", "%%%%%%", "P-%%%%%", "%%%%/@@"],
        "staff" => &["E%%%%%", "%%%%%%", "EMP-%%%%%", "@@ %%%%", "U%%%%%%"],
        "passport" => &["%%%%%%%%%", "@%%%%%%%", "@@%%%%%%%", "C%%^^^^^^%"],
        "licence" => &["@%%%-%%%%-%%%%", "%%%%%%%%%", "@@@@@%%%%%%@@^@@", "@%%%%%%%"],
        "tax" => &["%%-%%%%%%%", "%%%/%%%/%%%%%", "%%%%%%%%%%", "%% %%% %%% %%%"],
        "vat" => &["DE%%%%%%%%", "GB %%% %%%% %%", "ATU%%%%%%%%", "FR%%%%%%%%%%%"],
        "health" => &["%%% %%% %%%%", "@%%%%%%%%%", "%%%% %%%%% %", "%@%%-@@%-@@%%"],
        "tracking" => &["1Z^^^^^^%%%%%%%%%%", "@@%%%%%%%%%@@", "%%%%%%%%%%%%", "00%%%%%%%%%%%%%%%%%%"],
        "booking" => &["^^^^^^", "@@@@@@", "BK-%%%%%%%"],
        "member" => &["%%%%%%%%", "M-%%%%%", "@@@ %%%%%%%", "%%%% %%%% %%%%"],
        "crime" => &["CRN %%%%%%%%/%%", "%%/%%%%%/%%", "CAD %%%%", "20%%-%%%%%%%%", "PUL-%%%%%%"],
        "national" => return Some(vec![Piece::marked(Kind::Id, identity::national(country, rng).1)]),
        "labelled" => {
            let (label, number) = identity::national(country, rng);
            return Some(vec![
                Piece::plain(format!("{label}{}", pick(&[": ", " ", " no. ", ": "], rng))),
                Piece::marked(Kind::Id, number),
            ]);
        }
        "foreign" => {
            let country = identity::COUNTRIES[rng.below(identity::COUNTRIES.len())];
            return id("labelled", country, rng);
        }
        _ => return None,
    };
    Some(vec![Piece::marked(Kind::Id, fill(pick(patterns, rng), rng))])
}

/// So many digits as text.
pub(super) fn number(count: usize, rng: &mut Rng) -> String {
    text(&digits(count, rng))
}
