//! User names, nicks and payment handles.

use super::Row;
use crate::entity::check;
use crate::entity::kind::EntityKind::Handle;

pub(super) const TABLE: &[Row] = &[
    (Handle, r"(?:^|[\s(,;:\x22'>/\[])(?<e>@[\w][\w.-]*[\w])", check::handle),
    (Handle, r"<@(?<e>[A-Z0-9]{6,})>", check::always),
    (Handle, r"(?:^|[\s(,;:])/?(?<e>u/[\w-]{3,})", check::always),
    (Handle, r"(?:^|[\s(,;:])(?<e>\$[A-Za-z][A-Za-z0-9_-]{2,19})(?:[\s,.;)]|$)", check::cash_tag),
    (Handle, r"\b[\w.]{2,32}#\d{4}\b", check::handle),
    (Handle, r"\b[A-Z][A-Z0-9-]{1,14}\\[A-Za-z][\w.-]*", check::always),
    // Payment addresses: a name at a bank.
    (Handle, r"\b[\w.-]{3,}@[a-z]{2,12}\b", check::always),
    // Behind a word for it.
    (
        Handle,
        r"(?i)\b(?:user\s?name|user\s?id|user|login|logon|handle|nick(?:name)?|account\sname|screen\s?name|gamertag|github|gitlab|twitter|insta(?:gram)?|snap(?:chat)?|tiktok|telegram|skype|discord|reddit|venmo|cash\s?app|paypal|revolut|linkedin|mastodon|steam|xbox|psn|benutzer(?:name)?|gebruiker(?:snaam)?|utilisateur|usuario)[\x22']?\s?(?::|=|is\b|as\b|ist\b)\s?[\x22'`]?(?<e>[\w][\w.-]{2,}[\w])",
        check::user_name,
    ),
    (
        Handle,
        r"(?i)\b(?:created|disabled|reset|deleted|locked|unlocked|added|removed|old|new|printed|by|from|to|as)\s(?:the\s)?(?:user\s|account\s|login\s)?(?<e>[a-z][a-z_.-]*[a-z]\d{1,4}|[a-z]+_[a-z][a-z0-9_]*)(?:[\s,.;:)]|$)",
        check::user_name,
    ),
    (
        Handle,
        r"\x22(?:user|name|username|user_name|author|login|nick|sender|from|owner|screen_name|display_name|real_name)\x22\s?:\s?\x22(?<e>[^\x22\n]{2,40})\x22",
        check::always,
    ),
    (
        Handle,
        r"(?i)\b(?:login|logon|user|username|account|konto|created|disabled)\s(?:user\s)?(?<e>[a-z][a-z0-9]*[._-][a-z0-9][\w.-]*\w|[a-z][a-z0-9._-]*\d|[a-z][a-z0-9]{4,}\s/)(?:[\s,;]|$)",
        check::user_name,
    ),
    (Handle, r"(?i)(?:[A-Z]:\\Users\\|/home/|/Users/)(?<e>[\w.-]+)", check::user_name),
    (
        Handle,
        r"\b(?<e>[a-z][\w-]{2,})\s(?:pushed|commented|merged|committed|approved|force-pushed)\b",
        check::joined_name,
    ),
    (Handle, r"\b[a-z]+[._][a-z]+[._]?\d+\b", check::always),
    // Machines that are called by their user or place.
    (Handle, r"\b[A-Z]{2,}(?:-[A-Z0-9]{2,}){1,3}\b", check::host),
];
