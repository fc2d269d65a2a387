//! Bank accounts, cards, wallets.

use super::Row;
use crate::entity::check;
use crate::entity::kind::EntityKind;

pub(super) const TABLE: &[Row] = &[
    (EntityKind::Iban, r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,8}\b", check::iban),
    // Behind its name, an account number is one though somebody mistyped its check digits.
    (EntityKind::Code, r"\bIBAN[:\s]\s{0,8}(?<e>[A-Z]{2}\d{2}(?: ?[A-Z0-9]{1,4}){3,8})\b", check::always),
    (EntityKind::PaymentCard, r"\b\d(?:[ -]?\d){11,18}\b", check::payment_card),
    // Cards of which only some figures are shown.
    (
        EntityKind::PaymentCard,
        r"(?:\b\d{4}[ -]?(?:\d{2})?)?(?:[*•·xX#]{2,4}[ -]?){2,4}\d{3,4}\b|[*•·]{2,12}[ -]?\d{3,4}\b|\b[xX]{3,12}[ -]?\d{3,4}\b",
        check::always,
    ),
    (
        EntityKind::PaymentCard,
        r"(?i)\b(?:card|visa|mastercard|amex|account|acct|a/c|iban|konto)\b[^.\n\d]{0,20}?\b(?:ending|ends|ended|finish(?:es|ing)?|last\s(?:four|4)(?:\sdigits)?)(?:\s(?:in|on|with))?:?[\s>]+(?<e>\d{3,4})\b",
        check::always,
    ),
    (EntityKind::PaymentCard, r"(?i)\bcard\s(?<e>\d{4})(?:\s*[^\d\s]|\s*$)", check::always),
    (EntityKind::Code, r"(?i)\(last\s(?:4|four)(?:\sdigits)?\):?\s(?<e>\d{4})\b", check::always),
    (EntityKind::Code, r"(?i)\bsort\s?code:?\s{0,8}(?<e>\d{2}[- ]?\d{2}[- ]?\d{2})\b", check::always),
    // A sort code with its account.
    (EntityKind::Code, r"\b\d{2}-\d{2}-\d{2}\s+\d{8}\b|\b\d{2}-\d{2}-\d{2}(?:\s*/\s*)\d{8}\b", check::always),
    (
        EntityKind::Code,
        r"\b(?:BIC|SWIFT)(?:\s?/\s?(?:BIC|SWIFT))?(?:\s?[Cc]ode)?[:\s]\s{0,8}(?<e>[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)\b",
        check::always,
    ),
    (
        EntityKind::Code,
        r"(?i)\b(?:account|acct|a/c|routing|aba|konto(?:nr|nummer)?|compte|cuenta|conto|rekening|iban|bsb|ifsc|payid|ref(?:erence)?|mandat[eo]?|mandate)\.?(?:\s?(?:no|nr|number|num|id|#)\.?)?\s?[:#]?\s{0,8}(?<e>[A-Z]{0,5}[-/]?\d[A-Z0-9]*(?:[-/. ]?[A-Z0-9]*\d[A-Z0-9]*){0,6})\b",
        check::long_code,
    ),
    // Wallets: Ethereum, Bitcoin of both kinds, and other long strings behind a word for a wallet.
    (EntityKind::Code, r"\b0x[0-9a-fA-F]{40}\b", check::always),
    (EntityKind::Code, r"\b(?:bc1|tb1|ltc1)[02-9ac-hj-np-z]{11,71}\b", check::always),
    (EntityKind::Code, r"\b[13LM][1-9A-HJ-NP-Za-km-z]{25,34}\b", check::mixed),
    (EntityKind::Code, r"\b[T48rX][1-9A-HJ-NP-Za-km-z]{24,105}\b", check::mixed),
];
