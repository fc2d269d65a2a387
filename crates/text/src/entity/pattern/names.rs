//! Names behind a title, and titles.

use super::Row;
use crate::entity::check;
use crate::entity::kind::EntityKind;

pub(super) const TABLE: &[Row] = &[
    (
        EntityKind::Person,
        r"\b{title}(?:\s{title})*\s(?<e>(?:[A-Z]\.[\s-]?)*(?:(?:van|von|de|der|den|del|della|di|da|du|la|le|el|al|ter|ten|dos|do|ibn|bin|abu|zu|zur|vom|v\.|d\.)[\s-]){0,3}(?:[dDlL]['’])?[A-ZÀ-ÞŁŚŻŹČŠŽĐİĆĘĄ][\w'’-]+(?:[\s](?:(?:van|von|de|der|den|del|della|di|da|du|la|le|el|al|bin|ibn|y|e)\s){0,2}[A-ZÀ-ÞŁŚŻŹČŠŽĐİĆĘĄ][\w'’-]+){0,2})",
        check::always,
    ),
    (EntityKind::Title, r"\b(?<e>{title}(?:\s{title})*)\s[A-ZÀ-Ž]", check::always),
    (EntityKind::Title, r"(?i)\b(?<e>(?:{abbreviated-address})\.)\s[a-z]", check::always),
    // Somebody who is called by a letter: Mr A, Ms B.
    (
        EntityKind::Person,
        r"\b(?:Mr|Mrs|Ms|Miss|Dr|Herr|Frau|Mme|Madame|Monsieur|Me)\.?\s(?<e>[A-Z]{1,2}\.?)(?:[\s,;:.')]|$)",
        check::not_first_person,
    ),
    // After a title in small letters.
    (EntityKind::Person, r"\b(?:mr|mrs|ms|dr|prof)\.?\s(?<e>[a-zà-ÿ][\w'’-]{2,})\b", check::always),
    // Initials with a family name, or a family name with initials: "B. O'Neill", "K Beaumont" has no dot.
    (
        EntityKind::Person,
        r"(?:^|[\s(,/:])(?<e>(?:[A-ZÀ-Þ]\.[ -]?){1,3}(?:(?:van|von|de|der|den|del|di|da|du|la|le|el|al|v\.|d\.)[ ]?){0,2}[A-ZÀ-ÞŁŚŻ][a-zà-ÿ'’][\w'’-]*)",
        check::always,
    ),
    // Before an address of mail, in any case.
    (
        EntityKind::Person,
        r#"(?m)(?:^|[,;:]\s|\s\s)["“]?(?<e>\w[\w'’.-]*(?: \w[\w'’.-]*){1,3})["”]? [<(][\w.+%-]+@[\w.-]+[>)]"#,
        check::name_before_mail,
    ),
    // Initials that stand for a name, and one alone under a letter.
    (
        EntityKind::Person,
        r"(?:^|[\s(])(?<e>[A-ZÀ-Þ]\.\s?(?:de\s|de\sla\s|van\s)?(?:[A-ZÀ-Þ]\.\s?){0,1}[A-ZÀ-Þ]\.)(?:[\s,;:)]|$)",
        check::initials,
    ),
    (EntityKind::Person, r"(?m)^[> ]*(?<e>[A-ZÀ-Þ]\.)\s*$", check::always),
    // A given name with the first letter of a family name: "Sanne V.:".
    (EntityKind::Person, r"(?:^|[–—:(,]\s)(?<e>[A-ZÀ-Þ][a-zà-ÿ]{2,}\s[A-ZÀ-Þ]\.?)\s?:", check::always),
];
