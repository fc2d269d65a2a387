//! Streets with their numbers, units, post codes with their towns.

use super::Row;
use crate::entity::check;
use crate::entity::kind::EntityKind::{Address, PostCode};

pub(super) const TABLE: &[Row] = &[
    (
        Address,
        r"(?x)\b \d{1,5}[A-Za-z]?(?:[/–-]\d{1,4}[A-Za-z]?)?,? (?:\s+(?:[A-ZÀ-Þ][\w'’.-]*|\d{1,3}(?:st|nd|rd|th))){1,4} \s+
        (?:Street|St\.?|Road|Rd\.?|Avenue|Ave\.?|Lane|Ln\.?|Drive|Dr\.?|Boulevard|Blvd\.?|Court|Ct\.?|Square|Sq\.?|Way|Place|Pl\.?|Terrace|Tce\.?|Parkway|Pkwy\.?|Highway|Hwy\.?|Close|Cres\.?|Crescent|Row|Hill|Trail|Circle|Gardens|Grove|Mews|Walk|Quay|Parade|Pde\.?|Esplanade|Loop|Alley|Rise|Green|Park|View|Nagar|Marg|Colony|Layout)
        (?:\b|$) (?:\s[NSEW]{1,2}\b)? (?:,?\s+(?:Apt\.?|Apartment|Suite|Ste\.?|Unit|Flat|Lot|LOT|No\.?|Floor|\#)\s*[\w-]+)?",
        check::always,
    ),
    // In capitals, and in small letters.
    (
        Address,
        r"(?x)\b \d{1,5}[A-Z]? (?:\s+(?:[NSEW]{1,2}|[A-Z]{2,}|\d{1,3}(?:ST|ND|RD|TH))){1,4} \s+ (?:STREET|ST|ROAD|RD|AVENUE|AVE|LANE|LN|DRIVE|DR|BLVD|BOULEVARD|COURT|CT|SQUARE|SQ|WAY|PLACE|PL|TERRACE|PKWY|HWY|CLOSE|CRESCENT)\b (?:,?\s+(?:APT|SUITE|STE|UNIT|FLAT|LOT|\#)\s*[\w-]+)?",
        check::always,
    ),
    (
        Address,
        r"\b\d{1,4}[a-z]?\s(?:[a-z]{3,}\s){1,2}(?:street|st|road|rd|avenue|ave|lane|ln|drive|sq|square|terrace|close|crescent|gardens)(?:\s[a-z]{1,2}\d{1,2}\b)?",
        check::small_street,
    ),
    // A unit, a block or a house before the rest.
    (
        Address,
        r"\b(?:Apt|Apartment|Suite|Ste|Flat|Unit|Room|Block|Blk|Plot|House|Villa|Tower|Floor|Lot|Shop|Bldg|Building)\.?\s(?:[A-Z]-?)?\d{1,5}[A-Za-z]?(?:[-/]\w{1,4})?(?:,?\s[A-Z][\w'’]+\s(?:House|Court|Tower|Towers|Residency|Apartments|Building|Heights|Mansions|Lodge|Residence|Enclave|Complex))?\b",
        check::always,
    ),
    (Address, r"(?i)\b(?:in|at)\s(?<e>(?:no|number|nr)\.?\s\d{1,4}[a-z]?)(?:[\s,.;)]|$)", check::always),
    (
        Address,
        r"(?i)\bP\.?\s?O\.?\s?Box\s+\d+\b|\bPostfach\s\d+\b|\bPostbus\s\d+\b|\bB\.?P\.?\s\d{2,5}\b|\bApartado(?:\sde\sCorreos)?\s\d+\b",
        check::always,
    ),
    (Address, r"\b(?:PSC|Unit)\s+\d+,?\s+Box\s+\d+(?:\s+(?:APO|DPO|FPO)\s+[A-Z]{2}\s+\d{5})?\b", check::always),
    // Romance languages: the kind of street first.
    (
        Address,
        r"(?x)(?:\b\d{1,4}(?:\s?(?:bis|ter|quater|[A-Da-d]))?,?\s+)? \b(?i:via|viale|piazza|corso|largo|vicolo|rua|travessa|praça|avenida|av\.|calle|c/|plaza|paseo|camino|carrer|carretera|rue|avenue|boulevard|bd|place|cours|chemin|allée|impasse|quai|route)\s+
        (?:(?:de|del|della|delle|dei|des|du|da|do|dos|das|la|le|les|los|las|l['’]|d['’])\s?){0,2} [A-ZÀ-Þ][\w'’.-]+ (?:\s(?:(?:de|del|della|des|du|da|do|la|le|et|y|e)\s){0,2}[A-ZÀ-Þ][\w'’.-]+){0,3} (?:,?\s+(?:n[.º°]?\s?)?\d{1,4}\b(?:\s?[A-Za-z]\b)?)?
        (?:,\s(?:bât|esc|apt|étage|porte|piso|planta|interno|int|scala|3\.º|\d{1,2}\.?[ºª°])\.?\s?\w{0,6}\.?){0,3}",
        check::has_digit,
    ),
    // Germanic languages: the kind of street is the end of its name, or stands behind it.
    (
        Address,
        r"(?x)\b (?:[A-ZÀ-Þ][\w.'’-]*[\s-]){0,2}? [A-ZÀ-Þ]?[\w.-]*(?:vej|vägen|gatan|gade|gata|straße|strasse|str\.|[Ww]eg|laan|straat|katu|veien|vegen|gasse|platz|[Aa]llee|ring|damm|ufer|steig|singel|gracht|kade|plein|dijk|quai|berg|markt|[Mm]arkt|hof|rain)[\ ]{1,2} \d{1,4}(?:\s?[A-Za-z]\b)?(?:[-–/]\s?(?:\d{1,4}|[IV]{1,4})){0,3}\b (?:,\s(?:Whg|Wohnung|HH|OG|EG|Stiege|Stg|Top|Tür|Hinterhaus|\d\.\sOG)\.?(?:\s?\d{1,3}\.?)?(?:\s(?:OG|EG|Stock|Etage))?){0,2}",
        check::always,
    ),
    (
        Address,
        r"\b(?:[A-ZÀ-Þ][\w-]+[\s-]){1,2}(?:Str\.|Straße|Strasse|Weg|Platz|Allee|Gasse|Ring|Ufer|Damm|Quai|Markt|Hof|Chaussee)\s\d{1,4}\s?[a-zA-Z]?\b(?:,\s(?:Whg|Wohnung|HH|Stiege|Top|Tür)\.?\s?\d{0,3}\.?(?:\s(?:OG|EG|Stock))?){0,2}",
        check::always,
    ),
    (
        Address,
        r"\b(?:Am|An\sder|An\sdem|Im|In\sder|Zum|Zur|Auf\sdem|Auf\sder|Unter\sden|Hinter\sder|Vor\sdem|Bei\sder|Beim|Op\sde|Aan\sde|Markt)\s(?:[A-ZÀ-Þ][\w-]+\s)?\d{1,4}\s?[a-z]?\b",
        check::always,
    ),
    (
        PostCode,
        r"(?i)\b(?:zip|post(?:al)?)\s?code:?\s+(?:is\s+)?(?<e>[A-Z0-9]{2,5}(?:[ -][A-Z0-9]{3,4})?)\b",
        check::has_digit,
    ),
    (PostCode, r"\b(?:[A-Z]{2},?\s+)(?<e>\d{5}(?:-\d{4})?)\b|\b[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}\b", check::always),
    // Ireland, the Netherlands, Canada.
    (PostCode, r"\b(?:[AC-FHKNPRTV-Y]\d{2}|D6W)\s?[0-9AC-FHKNPRTV-Y]{4}\b", check::has_digit),
    (
        PostCode,
        r"\b[1-9]\d{3}\s?[A-Z]{2}\b(?:\s[A-Z][\w'’-]+(?:\s(?:aan|den|de|op)\s[\w'’-]+){0,2})?",
        check::dutch_post_code,
    ),
    (PostCode, r"\b[ABCEGHJ-NPRSTVXY]\d[A-Z]\s?\d[A-Z]\d\b", check::always),
    // Four or five figures before a town, with or without the sign of the country.
    (
        PostCode,
        r"(?x)\b(?:(?:D|A|CH|F|E|I|L|B|DE|AT|FR|IT|ES|BE|PL|FL)[-–])? (?:\d{4,5}) [\ ] [A-ZÀ-Þ][a-zà-ÿ'’][\w'’-]+ (?:[\ -](?:am|an\ der|ob\ der|im|bei|in|sur|sous|les|lès|de|del|la|le|di|a\.\ ?d\.)[\ -][A-ZÀ-Þ][\w'’-]+|[\ ]\(?(?:[A-Z]{2})\)?\b)?",
        check::town_behind_code,
    ),
    // Behind a town: Australia and India.
    (PostCode, r"\b(?:[A-Z][\w'’]+\s){1,3}(?:NSW|VIC|QLD|TAS|ACT|NT|SA|WA)\s\d{4}\b", check::always),
    (PostCode, r"\b(?:[A-Z]{3,} ){1,3}(?:[A-Z]{2} )?\d{4,5}(?:-\d{4})?\b", check::capitals_and_code),
    (PostCode, r"\b(?:[A-Z][a-z]+),? ?[-–]? ?[1-9]\d{2} ?\d{3}\b", check::indian_post_code),
    (
        Address,
        r"(?m)\b(?<e>[A-Z][a-z]+(?: [A-Z][a-z]+)?(?:,? (?:AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|DC),? \d{5}(?:-\d{4})?\b|, (?:AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|DC)\b)|[A-Z][a-z]+ (?:AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|DC)(?:  |$))(?:[\s.;)]|$)",
        check::always,
    ),
    (PostCode, r"\b(?:Dublin|Cork|Paris|Lyon|Marseille|Wien|Praha)\s\d{1,2}\b", check::always),
];
