//! Devices, vehicles and positions: MAC, IMEI, VIN, plates, GPS, three-word locations.

use super::Row;
use crate::entity::check;
use crate::entity::kind::EntityKind::Code;

pub(super) const TABLE: &[Row] = &[
    (
        Code,
        r"\b[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5}\b|\b[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\b",
        check::has_digit,
    ),
    (Code, r"\b\d{2}[ -]?\d{6}[ -]?\d{6}[ -]?\d\b", check::payment_card),
    (
        Code,
        r"(?i)\bIMEI(?:\s?(?:no|number|nr)\.?)?:?\s{0,8}(?<e>\d{2}[ -]?\d{6}[ -]?\d{6}[ -]?\d{1,2})\b",
        check::always,
    ),
    (Code, r"\b[A-HJ-NPR-Z0-9]{17}\b", check::vehicle),
    (
        Code,
        r"(?i)\b(?:VIN|chassis|FIN|fahrgestell(?:nr|nummer))(?:\s?(?:no|number|nr)\.?)?:?\s{0,8}(?<e>[A-HJ-NPR-Z0-9]{11,17})\b",
        check::has_digit,
    ),
    // Positions: decimal degrees, degrees and minutes, with or without letters, and as a link.
    (
        Code,
        r"(?x)[-+]?\b\d{1,2}\.\d{3,}\s?°?\s?[NS]?,?\s?[/;]?\s*[-+]?\d{1,3}\.\d{3,}(?:\s?°)?(?:\s?[EWO]\b)?",
        check::position,
    ),
    (
        Code,
        r#"(?x)[NSEWO]?\s?\b\d{1,3}\s?[°º]\s?\d{1,2}(?:[.,]\d+)?\s?['’′](?:\s?\d{1,2}(?:[.,]\d+)?\s?(?:["”″]|''))?\s?[NSEWO]?(?:[,;/]?\s{0,2}[NSEWO]?\s?\d{1,3}\s?[°º]\s?\d{1,2}(?:[.,]\d+)?\s?['’′](?:\s?\d{1,2}(?:[.,]\d+)?\s?(?:["”″]|''))?\s?[NSEWO]?)?"#,
        check::always,
    ),
    (Code, r"\b[NS]\s?\d{1,2}\.\d{3,}[,;/]?\s?[EWO]\s?\d{1,3}\.\d{3,}\b", check::always),
    (Code, r"\bgeo:-?\d{1,2}\.\d+,-?\d{1,3}\.\d+", check::always),
    (Code, r"///[\p{Ll}]{3,}\.[\p{Ll}]{3,}\.[\p{Ll}]{3,}", check::always),
    (Code, r"(?i)\b(?:what3words|w3w)[:\s]\s?(?:///)?(?<e>[a-zà-ÿ]{3,}\.[a-zà-ÿ]{3,}\.[a-zà-ÿ]{3,})\b", check::always),
    // Plates with a shape of their own: UK, IE, NL, FR and IT, DE, CH and AT, IN.
    (Code, r"\b[A-Z]{2}\d{2}\s?[A-Z]{3}\b", check::british_plate),
    (Code, r"\b\d{2,3}-[A-Z]{1,2}-\d{1,6}\b", check::always),
    (
        Code,
        r"\b(?:[A-Z]{2}-\d{2,3}-[A-Z]{1,2}|\d{2}-[A-Z]{2}-[A-Z]{2}|[A-Z]{2}-[A-Z]{2}-\d{2}|\d{2}-[A-Z]{3}-\d|\d-[A-Z]{3}-\d{2}|[A-Z]{2}-\d{3}-[A-Z]{2}|[A-Z]-\d{3}-[A-Z]{2}|[A-Z]{3}-\d{2}-[A-Z])\b",
        check::always,
    ),
    (Code, r"\b[A-ZÄÖÜ]{1,3}-[A-Z]{1,2}\s?\d{1,4}[EH]?\b", check::always),
    (Code, r"\b[A-Z]{2}\s?\d{2}\s?[A-Z]{1,2}\s?\d{4}\b", check::always),
    (
        Code,
        r"(?i)\b(?:plate|plates|reg|registration|rego|lic(?:ence|ense)?\splate|vrm|veh(?:icle)?(?:\s\d)?|car|kennzeichen|kz|kenteken|immatriculation|immatriculée?|matrícula|targa|tag)\.?(?:\s?(?:no|nr|number)\.?)?:?\s{1,4}(?<e>[A-ZÄÖÜ0-9]{1,4}(?:[ ·-][A-Z0-9]{1,4}){0,3})(?:[\s,.;)]|$)",
        check::plate,
    ),
    (
        Code,
        r"\b(?:AG|AI|AR|BE|BL|BS|FR|GE|GL|GR|JU|LU|NE|NW|OW|SG|SH|SO|SZ|TG|TI|UR|VD|VS|ZG|ZH)\s\d{1,3}(?:[ '’]?\d{3})?\b",
        check::plate,
    ),
    // Serial numbers behind a word for them.
    (
        Code,
        r"(?i)\b(?:serial|s/n|sn|serienr|seriennummer|serie|asset|device|machine|host(?:name)?|laptop|imsi|iccid|sim)(?:\s?(?:no|nr|number|tag|id)\.?)?\s?[:#]?\s{1,8}(?<e>[A-Z0-9]+(?:[-/][A-Z0-9]+)*)\b",
        check::serial,
    ),
];
