//! Times of day, and ages.

use super::Row;
use crate::entity::check;
use crate::entity::kind::EntityKind::{Age, DateTime};

pub(super) const TABLE: &[Row] = &[
    (
        DateTime,
        r"(?i)\b\d{1,2}(?:[:.]\d{2})?(?::\d{2})?\s?(?:ish\s?)?(?:a\.m\.|p\.m\.|am\b|pm\b|o['’]clock\b)",
        check::time,
    ),
    (DateTime, r"\b\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,6})?)?\b", check::time),
    (DateTime, r"\b\d{1,2}[:.]\d{2}\s?[ap]\b", check::time),
    (DateTime, r"(?i)\b\d{1,2}(?:[:.]\d{2})?\s?[–-]\s?\d{1,2}(?:[:.]\d{2})?\s?(?:am|pm|uhr)\b", check::always),
    (
        DateTime,
        r"(?i)\bbetween\s(?<e>\d{1,2}(?:[:.]\d{2})?\sand\s\d{1,2}(?:[:.]\d{2})?\s?(?:am|pm|a\.m\.|p\.m\.))",
        check::always,
    ),
    // As other countries write it: 15.40 Uhr, 9h15, 18 heures, 14 Uhr 15.
    (DateTime, r"(?i)\b\d{1,2}(?:[:.]\d{2})?\s?(?:uhr|uur)(?:\s\d{1,2}\b)?", check::time),
    (
        DateTime,
        r"\b(?:[01]?\d|2[0-4])\s?h\s?[0-5]\d\b|\b(?:[01]?\d|2[0-4])\sheures?(?:\s[0-5]\d)?\b|\b(?:à|vers|dès|avant|après)\s(?:[01]?\d|2[0-4])\s?h\b",
        check::always,
    ),
    // Four figures: 2240 hours, at 1615.
    (DateTime, r"\b(?:[01]\d|2[0-3])[0-5]\d\s?(?:hrs?|hours|h|Z|UTC|GMT)\b", check::always),
    (
        DateTime,
        r"(?i)\b(?:at|around|approx\.?|approximately|circa|until|till|from|back|@)\s?(?<e>(?:[01]\d|2[0-3])[0-5]\d)(?:[\s,.;)-]|$)",
        check::always,
    ),
    (
        DateTime,
        r"(?i)\b(?:at|around|about|by|till|until|before|after|from|um|om|gegen|alle|às|a las)\s(?<e>\d{1,2}\.\d{2})(?:[\s,;)]|\.\s|\.$|$)",
        check::time,
    ),
    (DateTime, r"\b\d{1,2}[/-]\d{1,2}[/-](?:\d{4}|\d{2})\s{1,4}(?<e>(?:[01]\d|2[0-3])[0-5]\d)\b", check::always),
    (DateTime, r"(?i)\b(?:{month-anywhere})(?:\s\d{4})?,\s(?<e>\d{2}\.\d{2})(?:[\s,;)]|$)", check::time),
    // In words.
    (
        DateTime,
        r"(?i)\b(?:(?:(?:just|shortly)\s)?(?:half|quarter|a\squarter|five|ten|twenty|twenty[- ]five|\d{1,2})(?:\s(?:minutes|mins))?\s(?:past|to|after|before|till|of)\s(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight|midday|\d{1,2}))\b(?:\s?(?:am|pm|a\.m\.|p\.m\.))?",
        check::clock_words,
    ),
    (
        DateTime,
        r"(?i)\b(?:at|till|until|in|by|around|about|from|for|before|after|is|was|,)\s(?<e>half\s(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[1-9]|1[0-2]))\b",
        check::always,
    ),
    (
        DateTime,
        r"(?i)\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?:[\s-](?:fifteen|twenty|thirty|forty[- ]five|forty|fifty|ten|oh[- ]five))?\s?(?:o['’]clock|a\.?m\.?\b|p\.?m\.?\b)",
        check::always,
    ),
    (
        DateTime,
        r"(?i)\b(?:at|around|till|until|sometime\safter|sometime\sbefore|shortly\safter|shortly\sbefore|just\safter|just\sbefore)\s(?:about\s|around\s)?(?<e>(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?:[\s-](?:fifteen|thirty|forty[- ]five))?)(?:\s?(?:[.,;:!?)\x22”]|$|\n)|\s(?:in\sthe\s(?:morning|afternoon|evening)|at\snight|on|to|and|sharp|tomorrow|today|tonight|with|when|but|or)\b)",
        check::always,
    ),
    (DateTime, r"(?i)\b(?:noon|midnight|midday)\b", check::always),
    (
        DateTime,
        r"(?i)\b(?:(?:viertel|kurz|fünf|zehn|zwanzig)\s(?:vor|nach)\s(?:halb\s)?|halb\s)(?:eins|ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)\b",
        check::always,
    ),
    (
        DateTime,
        r"(?i)\b(?:(?:kwart|vijf|tien|kwartier)\s(?:voor|over)\s(?:half\s)?|half\s)(?:een|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf)\b",
        check::always,
    ),
    (
        DateTime,
        r"(?i)\b(?:une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze)\sheures?(?:\s(?:et\s(?:demie|quart)|moins\s(?:le\squart|dix|cinq|vingt)|dix|vingt))?\b|\b(?:avant|à|vers|après)\s(?<e>midi|minuit)\b|\b(?:a\s)?las\s(?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)(?:\sy\s(?:media|cuarto)|\smenos\scuarto)?\b",
        check::always,
    ),
    // Ages.
    (Age, r"(?i)\b(?<e>\d{1,3})[ -]y(?:ea)?rs?[ -]?old\b", check::always),
    (
        Age,
        r"(?i)\b(?:aged|age of|age:?|turned|turning|turns|alter:?|leeftijd:?|edad:?|âge:?)\s+(?<e>\d{1,3})\b",
        check::always,
    ),
    (Age, r"(?i)\b(?<e>\d{1,3})[\s-]?(?:y/?o|yrs|jahre\salt|jährige[rn]?|ans|años|anni|jaar)\b", check::always),
    (Age, r"(?i)\b(?<e>(?:1[01]\d|9\d)(?:st|nd|rd|th|\.)?)\s(?:birthday|geburtstag)\b", check::always),
    (
        Age,
        r"(?i)\b(?:he['’]?s|she['’]?s|he\sis|she\sis|who\sis|is\snow|i['’]?m|now|mother|father|nan|nana|nani|gran|granny|grandmother|grandfather|grandma|grandpa|aunt|uncle|oma|opa|mum|dad)\s(?:is\s|was\s|,\s)?(?<e>(?:9\d|1[01]\d))\b",
        check::always,
    ),
    (
        Age,
        r"(?i)\b(?:ninety(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?(?:\sand\sa\shalf)?|(?:a|one)\shundred(?:\sand\s(?:one|two|three|four|five|six|seven|eight|nine|ten))?)(?:[- ]years?[- ]old|\syears\sof\sage)\b",
        check::always,
    ),
    (
        Age,
        r"(?i)\b(?:aged|turned|turning|turns|turn|is|was|he['’]?s|she['’]?s|age)\s(?<e>ninety(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?(?:\sand\sa\shalf)?|a\shundred(?:\sand\s(?:one|two|three|four|five|six|seven|eight|nine|ten))?|one\shundred(?:\sand\s(?:one|two|three|four|five|six|seven|eight|nine|ten))?)(?:[\s.,;!?)]|$)",
        check::always,
    ),
    (Age, r"\((?<e>9\d|1[01]\d)[!)]", check::always),
];
