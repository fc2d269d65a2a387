//! Passwords, pass codes, keys and tokens: the published beginnings of large providers, else behind a word for them.

use super::Row;
use crate::entity::check;
use crate::entity::kind::EntityKind::Secret;

pub(super) const TABLE: &[Row] = &[
    (
        Secret,
        r"(?x)\b(?: (?:sk|pk|rk)_(?:live|test)_[0-9A-Za-z]{8,} | sk-(?:proj-|ant-|or-)?[0-9A-Za-z_-]{16,} | xox[abeoprs]-[0-9A-Za-z-]{8,} | xapp-[0-9A-Za-z-]{8,}
        | gh[oprsu]_[0-9A-Za-z]{16,} | github_pat_[0-9A-Za-z_]{16,} | gl(?:pat|dt|ptt|rt|cbt|soat|ffct|imt|agent)-[0-9A-Za-z_.-]{12,}
        | (?:AKIA|ASIA|AROA|AIDA|AGPA|ANPA|ABIA|ACCA)[0-9A-Z]{12,} | AIza[0-9A-Za-z_-]{20,} | ya29\.[0-9A-Za-z_-]{10,} | GOCSPX-[0-9A-Za-z_-]{10,}
        | SG\.[0-9A-Za-z_-]{10,}\.[0-9A-Za-z_-]{10,} | key-[0-9a-f]{24,} | npm_[0-9A-Za-z]{20,} | pypi-[0-9A-Za-z_-]{16,} | dop_v1_[0-9a-f]{16,} | hf_[0-9A-Za-z]{16,}
        | shp(?:at|ca|pa|ss)_[0-9a-fA-F]{16,} | sq0(?:atp|csp|idp)-[0-9A-Za-z_-]{10,} | EAA[0-9A-Za-z]{20,} | whsec_[0-9A-Za-z]{16,} | r8_[0-9A-Za-z]{16,}
        | eyJ[0-9A-Za-z_-]{8,}\.[0-9A-Za-z_-]{8,}(?:\.[0-9A-Za-z_-]*)? | hvs\.[0-9A-Za-z_-]{10,} | dapi[0-9a-f]{24,} | tskey-[0-9A-Za-z-]{10,} | NRAK-[0-9A-Z]{16,} | lin_api_[0-9A-Za-z]{16,} )",
        check::always,
    ),
    (
        Secret,
        r"https://hooks\.slack\.com/services/[0-9A-Za-z/]+|\bhttps://(?:discord|discordapp)\.com/api/webhooks/[0-9A-Za-z/_-]+",
        check::always,
    ),
    // Connection strings, and addresses with a password in them.
    (
        Secret,
        r"(?i)\b(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|redis|rediss|amqps?|mssql|sqlserver|oracle|jdbc:[a-z]+|smtp|ldaps?|ftp|sftp|ssh|https?|kafka|nats|clickhouse)://[^\s:/@]*:[^\s@]+@[^\s'\x22`<>]+",
        check::always,
    ),
    (Secret, r"(?i)\b(?:AccountKey|SharedAccessKey|Password|Pwd|User\sId|Uid)=[^;\s'\x22]+", check::always),
    (
        Secret,
        r"-----BEGIN [A-Z ]*PRIVATE KEY-----[0-9A-Za-z+/=\s]*(?:-----END [A-Z ]*PRIVATE KEY-----)?",
        check::always,
    ),
    // Behind a word for it.
    (
        Secret,
        r"(?i)\b(?:(?:api|access|secret|private|auth|signing|encryption|licen[cs]e|product|activation|recovery|backup|client)[\s_-]?(?:key|token|secret|code)s?|access[\s_-]?token|bearer|[a-z_]*(?:token|secret|apikey|api_key|passwd))[\x22']?\s?(?:is|=|:|:=)?\s?[\x22'`]?(?<e>[0-9A-Za-z+/=_.~-]{8,})",
        check::secret,
    ),
    (
        Secret,
        r"(?i)\b(?:password|passwords|pass\s?phrase|passwort|kennwort|wachtwoord|mot\sde\spasse|mdp|contraseña|clave|pwd|passwd|pw|pass)(?:\s(?:for\s\w+|of\s\w+|zu\s\w+))?\s?(?:is\snow|is\sstill|will\sbe|is|was|ist|est|es|=|:|->|→|to)\s?[\x22'`“]?(?<e>[^\s\x22'`“”<>]{4,})",
        check::password,
    ),
    (
        Secret,
        r"(?i)\b(?:pin|pass\s?code|door\s?code|gate\s?code|alarm\s?code|key\s?code|access\s?code|entry\s?code|code\sis|code:|otp|cvv|cvc|puk|tan|security\scode|one[- ]time(?:\s\w+)?\s(?:pass)?code|verification\scode|combination|safe)(?:\s(?:for|to)\s(?:the\s)?\w+)?\s?(?:is\snow|is\sstill|is|was|=|:|#)?\s?(?<e>\d[\d-]{2,10}[#*]?)(?:[\s.,;!?)]|$)",
        check::always,
    ),
    (
        Secret,
        r"(?i)\b(?:activation|enrol?lment|access|sign-?up|invite|voucher|promo|pairing|recovery|booking|confirmation)\s(?:code|key)s?:?\s(?:is\s)?(?<e>[A-Z0-9]{3,}(?:-[A-Z0-9]{2,})+|[A-Z]*\d[A-Z0-9]{4,})\b",
        check::always,
    ),
    (
        Secret,
        r"(?i)\bwi-?fi(?:\s(?:key|password|pass|pw|code))?\s?(?:is|=|:)\s?(?<e>[^\s\x22'<>]{6,})",
        check::password,
    ),
    // Long strings of letters of both cases and figures.
    (Secret, r"\b[0-9A-Za-z_+/-]{24,}={0,2}", check::random),
];
