//! Addresses of mail and of the web, internet addresses, telephone numbers.

use super::Row;
use crate::entity::check;
use crate::entity::kind::EntityKind;

pub(super) const TABLE: &[Row] = &[
    (EntityKind::Email, r"\b[\w.+%-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,}\b", check::always),
    (
        EntityKind::Url,
        r"\b(?:https?|ftp|sftp|ssh|git|wss?|s3)://[^\s<>\x22'()\[\]]+[\w/=&#]|\bwww\.[\w-]+(?:\.[\w-]+)+(?:[/?#][^\s<>\x22'()\[\]]*[\w/=])?",
        check::always,
    ),
    // Without a scheme: the ending of a domain that no English word is, and the path behind it.
    (
        EntityKind::Url,
        r"\b[A-Za-z0-9][\w-]*(?:\.[\w-]+)*\.(?:com|org|net|edu|gov|mil|info|biz|io|app|dev|cloud|online|shop|site|tech|co|ai|tv|eu|uk|ie|de|fr|es|nl|ch|ca|au|nz|pl|se|dk|fi|pt|gr|ru|br|mx|za|jp|cn|kr|cz|hu|ro|ua|ng|pe|cl|eus|cat)(?::\d{2,5})?(?:[/?#][^\s<>\x22'()\[\],;]*[\w/=])?\b",
        check::domain,
    ),
    // Endings that are words as well need a path, or a domain of two parts before them.
    (
        EntityKind::Url,
        r"\b[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*\.(?:in|it|is|at|be|me|no|so|to|us|am|my|do|id|ly|gl|gg|fm|sh|st|re|tr|link|page|live|news|works)(?:/[^\s<>\x22'()\[\],;]*[\w/=])",
        check::domain,
    ),
    (
        EntityKind::Url,
        r"\b[a-z0-9][a-z0-9-]*\.(?:ac|co|com|org|gov|net|edu|nic|gv|or)\.(?:in|it|at|us|my|id|tr|il|jp|kr|th|uk|nz|za)\b",
        check::domain,
    ),
    (EntityKind::Ip, r"\b(?:\d{1,3}\.){3}\d{1,3}\b", check::ip),
    (EntityKind::Ip, r"\b(?:[0-9A-Fa-f]{1,4}:){2,7}(?::?[0-9A-Fa-f]{1,4}){1,6}\b", check::ip),
    (
        EntityKind::Phone,
        r"(?:\+\d{1,3}[ .-]?(?:\(0\)[ .-]?)?|\b00\d{1,3}[ .-]|\b1[ .-])?(?:\(\d{1,5}\)[ .-]?|\b\d{1,5}[ .-])\d{2,4}(?:[ .-]?\d{2,4}){1,4}(?:\s?(?:x|ext\.?|Durchwahl|DW)\s?\d{1,5})?\b",
        check::phone,
    ),
    (EntityKind::Phone, r"\+\d{7,15}\b", check::always),
    (EntityKind::Phone, r"\b0\d{2,4} ?/ ?\d[\d -]{4,12}\d\b", check::always),
    // Behind a word for it, a slash may stand in a number, and one number behind another.
    (
        EntityKind::Phone,
        r"(?i)\b(?:tel|telephone|phone|ph|fax|mob|mobile|cell|call|ring|text|whatsapp|tél|telefon|telefoon|handy|portable|teléfono|telefono|cellulare)\.?(?:\s?(?:no|nr|number)\.?)?[:\s]\s{0,8}(?<e>\+?[(\d][\d ()./-]{5,18}\d)",
        check::digits_of_a_phone,
    ),
    (EntityKind::Phone, r"(?i)\b(?:ext|extension|durchwahl|dw)\.?:?\s(?<e>\d{2,5})\b", check::always),
];
