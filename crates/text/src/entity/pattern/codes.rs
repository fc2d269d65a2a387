//! Numbers of cases, files, policies, tickets: behind a word for them, or by a shape of their own.

use super::Row;
use crate::entity::check;
use crate::entity::kind::EntityKind::Code;

pub(super) const TABLE: &[Row] = &[
    (
        Code,
        r"(?i)\b(?:no|nos|number|ref|case|file|policy|invoice|order|id|licen[cs]e)\.?:?\s+(?<e>[A-Z]{0,4}[-/]?\d[\dA-Z]*(?:[-/.][\dA-Z]+)*)\b",
        check::always,
    ),
    (
        Code,
        r"(?i)\b(?:n[or]|num|number|nummer|numéro|número|n[°º]|ref|reference|case|file|policy|polis|police|claim|invoice|rechnung|facture|factura|factuur|order|bestellung|ticket|token|booking|member(?:ship)?|customer|client|kunden(?:nr|nummer)?|patient|record|mrn|badge|staff|employee|personal|pers|pupil|student|passport|reisepass|licen[cs]e|registration|reg|permit|visa|tax|steuer|fall(?:nr|nummer)?|akten(?:zeichen|nr)?|az|vers(?:icherungs)?(?:nr|nummer)?|matrikel(?:nr|nummer)?|hotline\sintake|intake|incident|report|rpt|rapport|dossier|docket|serial|serie(?:n?nr)?|s/n|sn|tracking|parcel|voucher|batch|lot|change|upn|uln|npi|dea|gmc|imc|nmc|grp|group|code|id|id[-\s]?nr)\.?(?:\s?(?:no|nr|number|num|id|code|ref)\b\.?)?\s?[:#]?\s{0,12}(?<e>\#?[A-Z]{0,6}[-/.]?(?:[A-Z]{1,6}[-/.])*\d[\dA-Z]*(?:[-/.][\dA-Z]+)*)\b",
        check::long_code,
    ),
    (Code, r"\b\d{3,6}/\d{2,4}\b", check::always),
    (Code, r"(?:^|[\s(:])(?<e>#\d{3,}(?:-[A-Z0-9]+)*)\b", check::always),
    // Groups of capitals and figures that are joined: KR-25-004417, LVC/IT/24-25/0917, TW20418-NHT.
    (
        Code,
        r"\b[A-Z]{1,6}(?:[-/.][A-Z0-9]{1,8})*[-/.][A-Z]{0,3}\d{2,}[A-Z0-9]*(?:[-/.][A-Z0-9]{1,8})*\b",
        check::long_code,
    ),
    (Code, r"\b\d{1,4}/[A-Z]{1,4}/\d{2,}(?:/\d{1,4})*\b|\b[A-Z]{2,3} \d{4} \d{4}\b", check::always),
    (Code, r"\b[A-Z]{2,4}\d{4,}[A-Z0-9]*(?:-[A-Z0-9]{2,})*\b", check::always),
    (Code, r"\b\d{2,6}-[A-Z0-9]{1,6}(?:-[A-Z0-9]{1,8})*\b", check::joined_code),
    (Code, r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", check::always),
];
