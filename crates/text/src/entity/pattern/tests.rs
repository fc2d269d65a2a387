//! Examples of every family, none of which stands in a document that is measured.

use crate::entity::Recognizers;

fn found(text: &str) -> Vec<(&'static str, &str)> {
    let entities = Recognizers::built_in().find(text);
    entities.into_iter().map(|entity| (entity.kind.as_str(), entity.span.of(text))).collect()
}

fn hold(cases: &[(&str, &str, &str)]) {
    for &(text, kind, surface) in cases {
        assert!(found(text).contains(&(kind, surface)), "{text}: {:?}", found(text));
    }
}

#[test]
fn dates() {
    hold(&[
        ("Seen on 2023-05-17 08:45 by", "date", "2023-05-17"),
        ("Seen on 2023-05-17 08:45 by", "date", "08:45"),
        ("at 2023-05-17T08:45:10Z it", "date", "2023-05-17T08:45:10Z"),
        ("since spring of 2019 she", "date", "spring of 2019"),
        ("in late autumn 2020.", "date", "late autumn 2020"),
        ("until mid-June.", "date", "mid-June"),
        ("from the 14th until", "date", "the 14th"),
        ("Analyst, 2016–present", "date", "2016–present"),
        ("from 1999 to 2004 in", "date", "1999 to 2004"),
        ("am 7. Dezember 2021 in", "date", "7. Dezember 2021"),
        ("le 1er août 1977 à", "date", "le 1er août 1977"),
        ("op 3 februari 2020 in", "date", "3 februari 2020"),
        ("on NEW YEAR'S EVE she", "date", "NEW YEAR'S EVE"),
        ("due 3 June 09:15 sharp", "date", "09:15"),
        ("exp 04/2027", "date", "04/2027"),
    ]);
    assert!(!found("Article 5 may apply").iter().any(|(kind, _)| *kind == "date"));
    assert!(!found("a score of 8.1/10").iter().any(|(kind, _)| *kind == "date"));
}

#[test]
fn times_and_ages() {
    hold(&[
        ("around quarter past nine he", "date", "quarter past nine"),
        ("ring before half six", "date", "half six"),
        ("it closed at 1745 hrs", "date", "1745 hrs"),
        ("gegen halb neun ging", "date", "halb neun"),
        ("à 17h45 précises", "date", "17h45"),
        ("met at seven.", "date", "seven"),
        ("she's ninety-four now", "age", "ninety-four"),
        ("for her 98th birthday", "age", "98th"),
        ("die 91-jährige Frau", "age", "91"),
    ]);
    assert!(!found("at seven sites").iter().any(|(_, surface)| *surface == "seven"));
}

#[test]
fn addresses() {
    hold(&[
        ("to 12 Acacia Avenue, Leeds", "address", "12 Acacia Avenue"),
        ("Flat 3B", "address", "Flat 3B"),
        ("Leeds LS1 4AP", "post-code", "LS1 4AP"),
        ("Cork T12 X4Y2", "post-code", "T12 X4Y2"),
        ("Lindenweg 7, 50667 Köln", "address", "Lindenweg 7"),
        ("Lindenweg 7, 50667 Köln", "post-code", "50667 Köln"),
        ("1017 AB Amsterdam", "post-code", "1017 AB Amsterdam"),
        ("12 bis rue des Roses", "address", "12 bis rue des Roses"),
        ("Calle Mayor 5", "address", "Calle Mayor 5"),
        ("Mysuru 570001", "post-code", "Mysuru 570001"),
        ("Bondi NSW 2026", "post-code", "Bondi NSW 2026"),
        ("Boise, ID 83702 ", "address", "Boise, ID 83702"),
    ]);
}

#[test]
fn contact_and_handles() {
    hold(&[
        ("see example.org/team/roe today", "url", "example.org/team/roe"),
        ("at portal.example.co.uk/x9", "url", "portal.example.co.uk/x9"),
        ("+49 (0)30 1234 5678", "phone", "+49 (0)30 1234 5678"),
        ("ask @jane.roe please", "handle", "@jane.roe"),
        ("by u/jane_roe there", "handle", "u/jane_roe"),
        ("my user is roe_textiles and", "handle", "roe_textiles"),
        ("EMEA\\jroe logged", "handle", "EMEA\\jroe"),
        ("paid to jane.roe@okbank today", "handle", "jane.roe@okbank"),
        ("paid $janeroe9 back", "handle", "$janeroe9"),
        ("in /home/jroe/x", "handle", "jroe"),
    ]);
    assert!(!found("ping @here").iter().any(|(kind, _)| *kind == "handle"));
    assert!(!found("He is in. It was").iter().any(|(kind, _)| *kind == "url"));
}

#[test]
fn secrets() {
    let key = "sk_live_".to_owned() + "9aZ3kQ7xT2mL5vB8";
    hold(&[
        (&format!("key {key} here"), "secret", &key),
        ("pw is Otter.88!x and", "secret", "Otter.88!x"),
        ("password: hunter-Two22", "secret", "hunter-Two22"),
        ("postgres://app:s3cret@db1:5432/x now", "secret", "postgres://app:s3cret@db1:5432/x"),
        ("door code 4711#", "secret", "4711#"),
        ("PIN: 8812", "secret", "8812"),
    ]);
    assert!(!found("the password is required").iter().any(|(kind, _)| *kind == "secret"));
    assert!(!found("exit code 134").iter().any(|(kind, _)| *kind == "secret"));
}

#[test]
fn devices_accounts_and_codes() {
    hold(&[
        ("mac 00:1a:2b:3c:4d:5e ok", "code", "00:1a:2b:3c:4d:5e"),
        ("VIN 1M8GDM9AXKP042788", "code", "1M8GDM9AXKP042788"),
        ("at 52.5200, 13.4050 near", "code", "52.5200, 13.4050"),
        ("48°51'24\"N 2°21'03\"E", "code", "48°51'24\"N 2°21'03\"E"),
        ("///filled.count.soap", "code", "///filled.count.soap"),
        ("car AB12 CDE parked", "code", "AB12 CDE"),
        ("BIC DEUTDEFF500", "code", "DEUTDEFF500"),
        ("card **** **** **** 1234", "payment-card", "**** **** **** 1234"),
        ("sort code 20-00-00", "code", "20-00-00"),
        ("0x52908400098527886E0F7030069857D2E4169EE7", "code", "0x52908400098527886E0F7030069857D2E4169EE7"),
        ("Rapport-Nr. ZH-24-001122", "code", "ZH-24-001122"),
        ("ticket INC0099887", "code", "INC0099887"),
    ]);
}

#[test]
fn names_behind_titles() {
    hold(&[
        ("Frau van der Berg kam", "person", "van der Berg"),
        ("Mr A said", "person", "A"),
        ("mrs keane called", "person", "keane"),
        ("J. D. wrote", "person", "J. D."),
    ]);
}
