//! Dates, spans of years, seasons, holidays and lengths of time.

use super::Row;
use crate::entity::check;
use crate::entity::kind::EntityKind::DateTime;

pub(super) const TABLE: &[Row] = &[
    (
        DateTime,
        r"(?i)\b(?:\d{1,4}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|eighteen|twenty|thirty|forty|fifty|sixty)(?:-(?:one|two|three|four|five|six|seven|eight|nine))?(?:\sand\sa\shalf)?[\s-]+(?:years?|months?|weeks?|days?|hours?|minutes?)\b",
        check::always,
    ),
    (DateTime, r"\b\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d{2})\b|\b\d{4}[/.-]\d{1,2}[/.-]\d{1,2}\b", check::date),
    // In boxes of a form: 29 / 02 / 1976.
    (DateTime, r"\b\d{1,2} / \d{1,2} / (?:\d{4}|\d{2})\b", check::date),
    (DateTime, r"\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?", check::always),
    (
        DateTime,
        r"(?x)\b (?:(?:{weekday}),?\s+)? (?:the\s+)? \d{1,2}(?:st|nd|rd|th)? (?:\s+of)? \s+
        (?:{month}|Jan\.?|Feb\.?|Mar\.?|Apr\.?|Jun\.?|Jul\.?|Aug\.?|Sept?\.?|Oct\.?|Nov\.?|Dec\.?)
        (?:,?\s+\d{4})? \b",
        check::always,
    ),
    // Of any language, in any case, with a part of the month before it and a short year behind it.
    (
        DateTime,
        r"(?ix)\b (?:the\s+|den\s+|le\s+|el\s+)? \d{1,2} (?:st|nd|rd|th|er|º|ª|\.)? (?:\s*(?:[-–/&]|and|und|et|to|bis|y|e|en)\s*\d{1,2}(?:st|nd|rd|th|\.)?)?
        (?:\s+day)? (?:\s+of|\s+de|\s+di|\s+d['’])? [\s-]+ (?:{month-anywhere})\b \.? (?:(?:,|\s+de|\s+del)?[\s-]+(?:\d{4}\b|['’]\d{2}\b)|-\d{2}\b|\s\d{2}\.?$)?",
        check::month_in_a_date,
    ),
    (
        DateTime,
        r"(?x)\b (?<e>(?:(?:{weekday}),?\s+)?
        (?:{month}|Jan\.?|Feb\.?|Mar\.?|Apr\.?|Jun\.?|Jul\.?|Aug\.?|Sept?\.?|Oct\.?|Nov\.?|Dec\.?)
        \s+ (?:\d{1,2}(?:st|nd|rd|th)?\b (?:,?\s+\d{4}\b)? | \d{4}\b)) (?:[^:\d]|$)",
        check::always,
    ),
    (
        DateTime,
        r"(?ix)\b (?<e>(?:{month-anywhere})\b \.? \s{1,2} (?:(?:the\s+)?\d{1,2}(?:st|nd|rd|th)?\b (?:\s?[-–&]\s?\d{1,2}(?:st|nd|rd|th)?\b)? (?:,?\s+(?:\d{4}|['’]\d{2})\b)? | (?:de\s+|del\s+)?\d{4}\b | ['’]\d{2}\b)) (?:[^:\d]|$)",
        check::month_in_a_date,
    ),
    // A part of a month, a season or a term, with its year where it has one.
    (
        DateTime,
        r"(?x)\b (?i:(?:the\s+)?(?:(?:early|mid|middle|late|end|beginning|start|(?:first|second|third|last)\s(?:day|week|half|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday))(?:\s+of|\s+in)?[\s-]+)(?:the\s)?) (?:{month}) (?:,?\s+\d{4}\b)?",
        check::always,
    ),
    (
        DateTime,
        r"(?i)\b(?:the\s+)?(?:(?:early|mid|late|end\sof|beginning\sof|start\sof)[\s-]+)?(?:spring|summer|autumn|fall|winter|frühjahr|frühling|sommer|herbst|printemps|été|l['’]été|l['’]automne|l['’]hiver|automne|hiver|primavera|verano|otoño|invierno|estate|autunno|inverno|lente|zomer|herfst)(?:\s+term|semester)?(?:\s+(?:of|de|del|dell['’]))?,?[\s-]+(?:\d{4}(?:[/–-]\d{2,4})?\b|['’]\d{2}\b)",
        check::always,
    ),
    (
        DateTime,
        r"\b(?:Term|Semester|Quarter|Trimester|Q[1-4]|H[12])(?:\s[1-4])?,?\s+(?:19|20)\d{2}(?:[/–-]\d{2,4})?\b|\bQ[1-4]/\d{2,4}\b",
        check::always,
    ),
    // A day alone, where the sentence shows that one is meant.
    (
        DateTime,
        r"(?i)\b(?:on|from|until|till|by|before|after|since|off|is|was|for|and|to|out|due|again)\s(?<e>the\s\d{1,2}(?:st|nd|rd|th))(?:\s*(?:[.,;:!?)(–-]|$|\n)|\s(?:and|at|to|until|till|in|with|for|from|as|when|but|or|so|if|please|because)\b)",
        check::always,
    ),
    (
        DateTime,
        r"(?i)\b(?:on|from|until|till|by|since|before|after|due)\s(?<e>\d{1,2}(?:st|nd|rd|th))(?:\s*(?:[.,;:!?)]|$|\n)|\s(?:at|to|until|till|and)\b)",
        check::always,
    ),
    // Day and month in figures, where the sentence shows that they are no fraction; a month of a year.
    (
        DateTime,
        r"(?i)\b(?:on|from|until|till|by|since|dated?|due|closed|opened|expires?|exp|born|seen|sent|vom|bis|am|le|du|au|el|op|il|ab)[:.]?\s(?<e>\d{1,2}/\d{1,2}|\d{1,2}\.\d{1,2}\.|\d{2}\.\d{2})(?:[\s,;:)]|$)",
        check::day_and_month,
    ),
    (DateTime, r"\((?<e>\d{1,2}/\d{1,2})\)", check::day_and_month),
    (DateTime, r"(?m)^\s*[>*-]?\s*(?<e>\d{1,2}/\d{1,2}|\d{1,2}\.\d{1,2}\.)(?:\s|:|,)", check::day_and_month),
    (
        DateTime,
        r"(?i)\b(?:{weekday-anywhere})\.?,?\s(?:dem\s|den\s|the\s)?(?<e>\d{1,2}[/.]\d{1,2}\.?)(?:[\s,;:)]|$)",
        check::day_and_month,
    ),
    (DateTime, r"\b\d{1,2}/\d{1,2}\s(?:and|to|-|–|&|or|und)\s\d{1,2}/\d{1,2}\b", check::always),
    (DateTime, r"\b(?:0[1-9]/(?:0[1-9]|[12]\d|3[01])|1[0-2]/(?:0[1-9])|(?:[12]\d|3[01])/0[1-9])\b", check::always),
    (DateTime, r"\((?:last|since|from|until|due|on)\s(?<e>\d{1,2}/\d{1,2})\)", check::day_and_month),
    (DateTime, r"\b(?:0[1-9]|[12]\d|3[01])\.(?:0[1-9]|1[0-2])\.(?:\s|$)", check::always),
    (
        DateTime,
        r"(?i)\b(?:exp|expiry|expires?|expiration|valid|until|from|since|issued|date)\.?:?\s+(?<e>(?:0?[1-9]|1[0-2])/(?:\d{4}|\d{2}))\b",
        check::always,
    ),
    (DateTime, r"\b(?:0[1-9]|1[0-2])[/-](?:19|20)\d{2}\b", check::always),
    (DateTime, r"\b\d{1,2}\.\s?(?:I|II|III|IV|V|VI|VII|VIII|IX|X|XI|XII)\.\s?(?:19|20)?\d{2}\b", check::always),
    // Spans of years.
    (
        DateTime,
        r"(?i)\b(?:(?:{month-anywhere})\.?\s)?(?:19|20)\d{2}(?:[-–—/]\d{2}\b|\s?(?:[-–—/]|to|until|bis|till)\s?(?:(?:(?:{month-anywhere})\.?\s)?(?:19|20)\d{2}\b|present\b|now\b|current\b|today\b|ongoing\b|date\b|heute\b|dato\b|actualidad\b|oggi\b|heden\b|aujourd['’]hui\b))",
        check::always,
    ),
    (DateTime, r"\b(?:{month}|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.?\s(?:19|20)\d{2}\s[-–]", check::always),
    (DateTime, r"(?:^|[\s(])(?<e>['’](?:[013-9]\d|2\d))(?:[\s),.;]|$)", check::always),
    (
        DateTime,
        r"\b(?:[Mm]onday|[Tt]uesday|[Ww]ednesday|[Tt]hursday|[Ff]riday|[Ss]aturday|[Ss]unday|January|February|April|June|July|August|September|October|November|December)\b",
        check::always,
    ),
    (
        DateTime,
        r"\b(?:[Ii]n|[Ss]ince|[Ff]rom|[Uu]ntil|[Bb]y|[Oo]f|[Dd]uring|[Bb]efore|[Aa]fter|[Tt]o|and|between|year|c\.)\s+(?<e>(?:1[5-9]|20)\d{2})\b",
        check::always,
    ),
    (DateTime, r"\b(?:19\d\d|20[0-4]\d)\b", check::always),
    (DateTime, r"\b(?:the\s+)?(?:(?:early|mid|late)[ -])?(?:1[5-9]|20)\d0s\b|\b'\d0s\b", check::always),
    (DateTime, r"(?i)\b(?:{holiday})\b(?:[\s,]+(?:(?:19|20)\d{2}\b|['’]\d{2}\b))?", check::always),
];
