//! National numbers with their check digits, by country.

use super::Row;
use crate::entity::kind::EntityKind::{self, NationalId};
use crate::entity::{check, national};

pub(super) const TABLE: &[Row] = &[
    // United States, United Kingdom, Spain.
    (NationalId, r"\b\d{3}-\d{2}-\d{4}\b|\b\d{3} \d{2} \d{4}\b", check::social_security),
    (NationalId, r"\b[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b", check::national_insurance),
    (NationalId, r"\b(?:[XYZ]-?\d{7}|\d{2}\.?\d{3}\.?\d{3})-?[A-HJ-NP-TV-Z]\b", check::dni),
    // Ten figures: National Health Service of England.
    (NationalId, r"\b\d{3} ?\d{3} ?\d{4}\b", national::nhs),
    // Ireland: seven figures and one or two letters.
    (NationalId, r"\b\d{7}[A-W][A-IW]?\b", national::pps),
    // Germany: tax identifier; pension insurance.
    (NationalId, r"\b\d{2} ?\d{3} ?\d{3} ?\d{3}\b", national::german_tax),
    (NationalId, r"\b\d{2} ?\d{6} ?[A-Z] ?\d{3}\b", national::german_pension),
    // Austria and Switzerland: social insurance.
    (NationalId, r"\b\d{4} ?\d{6}\b", national::austrian),
    (NationalId, r"\b756\.?\d{4}\.?\d{4}\.?\d{2}\b", national::swiss),
    // France.
    (NationalId, r"\b[1-478] ?\d{2} ?\d{2} ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}\b", national::french),
    // Italy.
    (NationalId, r"\b[A-Z]{6} ?\d{2} ?[A-EHLMPRST]\d{2} ?[A-Z]\d{3} ?[A-Z]\b", national::italian),
    // Netherlands, Belgium.
    (NationalId, r"\b\d{9}\b|\b\d{4}\.\d{2}\.\d{3}\b", national::dutch),
    (NationalId, r"\b\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}\b|\b\d{11}\b", national::belgian),
    // Poland, Czechia and Slovakia.
    (NationalId, r"\b\d{11}\b", national::polish),
    (NationalId, r"\b\d{6}/\d{3,4}\b", national::czech),
    // Sweden, Norway, Denmark, Finland.
    (NationalId, r"\b(?:19|20)?\d{6}[-+]\d{4}\b", national::swedish),
    (NationalId, r"\b\d{6} ?\d{5}\b", national::norwegian),
    (NationalId, r"\b\d{6}-\d{4}\b", national::danish),
    (NationalId, r"\b\d{6}[-+A-F]\d{3}[0-9A-FHJ-NPR-Y]\b", national::finnish),
    // Portugal, Romania, Bulgaria, Turkey.
    (NationalId, r"\b[12356789]\d{2} ?\d{3} ?\d{3}\b", national::portuguese),
    (NationalId, r"\b[1-9]\d{12}\b", national::romanian),
    (NationalId, r"\b\d{10}\b", national::bulgarian),
    (NationalId, r"\b[1-9]\d{10}\b", national::turkish),
    // India, China, South Korea.
    (NationalId, r"\b[2-9]\d{3}[ -]?\d{4}[ -]?\d{4}\b", national::aadhaar),
    (NationalId, r"\b[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]\b", check::always),
    (NationalId, r"\b\d{17}[0-9X]\b", national::chinese),
    (NationalId, r"\b\d{6}-[1-8]\d{6}\b", national::korean),
    // Australia, Canada.
    (NationalId, r"\b\d{3} ?\d{3} ?\d{2,3}\b", national::australian_tax),
    (NationalId, r"\b[2-6]\d{3} ?\d{5} ?\d(?:[ /-]?\d)?\b", national::medicare),
    (NationalId, r"\b\d{3} \d{3} \d{3}\b|\b\d{3}-\d{3}-\d{3}\b", national::canadian),
    // Brazil, Chile, Argentina; South Africa.
    (NationalId, r"\b\d{3}\.\d{3}\.\d{3}-\d{2}\b|\b\d{11}\b", national::brazilian),
    (NationalId, r"\b\d{1,2}\.?\d{3}\.?\d{3}-[0-9Kk]\b", national::chilean),
    (NationalId, r"\b(?:20|23|24|27)-\d{8}-\d\b", national::argentine),
    (NationalId, r"\b\d{6} ?\d{4} ?\d{2} ?\d\b", national::south_african),
    // Behind a word for it, with or without the right check digit.
    (
        EntityKind::Code,
        r"(?i)\b(?:ssn|social\ssecurity(?:\s(?:no|number))?|n\.?i\.?\s?(?:no|number)|nino|national\sinsurance(?:\s(?:no|number))?|nhs(?:\s(?:no|number))?|pps(?:n|\sno)?|tfn(?:\son\sfile)?|tckn|t\.c\.|aadhaa?r|pan|bsn|dni|nie|nif|cpf|curp|rfc|rut|rg|pesel|cnp|egn|amka|ahv|avs|svnr|sv-?nr|steuer-?id(?:nr)?|idnr|codice\sfiscale|sécurité\ssociale|nir|personnummer|cpr|hetu|medicare(?:\sno)?|emirates\sid|iqama|passport(?:\s(?:no|number))?|reisepass(?:-?nr)?|passeport|pasaporte|paspoort|passaporto|id\scard|personalausweis|driving\slicen[cs]e|driver['’]?s\slicen[cs]e|führerschein|dl)\.?(?:\s?(?:no|nr|num|number)\.?|\s?#)?\s?(?:is|:|#)?\s{0,8}(?<e>[A-Z]{0,3}[ -]?\d[\dA-Z]*(?:[ ./-]?[\dA-Z]*\d[\dA-Z]*){0,7}(?:[ -]?[A-Z])?)\b",
        check::long_code,
    ),
];
