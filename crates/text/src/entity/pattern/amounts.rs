//! Amounts of money and other quantities.

use super::Row;
use crate::entity::check;
use crate::entity::kind::EntityKind;

pub(super) const TABLE: &[Row] = &[
    (
        EntityKind::Quantity,
        r"(?:\b(?:approximately|approx\.|about)\s)?(?:[$€£¥₹]|\b(?:USD|EUR|GBP|CHF|JPY|SEK|NOK|DKK|PLN|CZK|HUF|RON|RUB|RUR|UAH|TRL|TRY|CAD|AUD|INR|CNY|DEM|FRF|ATS|ITL|ESP|NLG|BEF|FIM)\s?)\s?\d{1,3}(?:[,.]?\d{3})*(?:[.,]\d{1,2})?(?:\s?(?:million|billion|thousand|bn|m|k)\b)?",
        check::always,
    ),
    (
        EntityKind::Quantity,
        r"(?i)(?:\b(?:approximately|approx\.|about)\s)?\b(?:\d{1,3}(?:[,. ]?\d{3})*(?:[.,]\d+)?|(?:one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|forty|fifty|sixty)(?:\s(?:hundred|thousand))?)\s?(?:million|billion|thousand)?\s?(?:(?:New\s)?(?:[A-Z][a-z]+\s+)?(?:euros?|dollars?|pounds?|francs?|roubles?|rubles?|liras?|kronor|kroner|kronas?|zlotys?|forints?|marks|rupees|yen|yuan|cents|pence)\b(?:\ssterling\b)?|€|(?:USD|EUR|GBP|SEK|NOK|DKK|PLN|TRL|TRY|CHF|DEM|FRF|ATS|ITL|ESP)\b)",
        check::always,
    ),
    (EntityKind::Quantity, r"(?i)\b\d+(?:[.,]\d+)?\s?(?:%|per cent|percent)", check::always),
    (
        EntityKind::Quantity,
        r"\b\d+(?:[.,]\d+)?\s?(?:kg|km|cm|mm|mg|ml|miles|metres|meters|kilometres|kilograms|hectares|acres|litres)\b",
        check::always,
    ),
];
