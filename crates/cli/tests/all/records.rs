//! Files of records: every field is sanitised, published or dropped; one bad file or record stops nothing; restored byte for byte.

use crate::support::{Workplace, json, read, refused, scumble, with_passphrase};
use std::path::Path;

fn message_of(status: i32, arguments: &[&str]) -> String {
    let output = scumble(arguments);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {message}");
    message
}

#[test]
fn a_file_with_an_undeclared_field_is_refused_with_all_of_them() {
    let place = Workplace::new();
    let table =
        place.write("t.csv", "id,customer_name,e-mail,\"a, b\",text\n1,Tom Hale,tom@example.org,x,He called.\n");
    let out = place.path("out.csv");
    let message = refused(2, &["sanitize", &table, "-o", &out]);
    assert!(message.contains("t.csv: 4 fields are not declared: id, customer_name, e-mail, a, b"), "{message}");
    assert!(message.contains("--field text --drop-field 'id,customer_name,e-mail,\"a, b\"'"), "{message}");
    place.holds_only(&["t.csv"]);
    // The flags of the message, as they are.
    json(&["sanitize", &table, "-o", &out, "--field", "text", "--drop-field", "id,customer_name,e-mail,\"a, b\""]);
    assert_eq!(read(&out), "text\nHe called.\n");
    for (flags, expected) in [
        (&["--other-fields", "publish", "--drop-field", "costumer_name"][..], "did you mean “customer_name”?"),
        (&["--field", "txt", "--other-fields", "drop"], "no file has a field “txt”; did you mean “text”?"),
        (&["--publish", "id", "--drop-field", "id", "--other-fields", "drop"], "the field “id” has two roles"),
        (&["--other-fields", "keep"], "--other-fields"),
    ] {
        let message = refused(2, &[&["sanitize", &table, "-o", &out], flags].concat());
        assert!(message.contains(expected), "{message}");
    }
    let lines = place
        .write("l.jsonl", "{\"text\":\"He called.\"}\n{\"text\":\"x\",\"u\":{\"n\":\"y\"},\"t\":[]}\n{\"t\":[1]}\n");
    let message = refused(2, &["sanitize", &lines, "-o", &place.path("out.jsonl")]);
    assert!(message.contains("l.jsonl: 2 fields are not declared: u.n, t[]"), "{message}");
    let flags = ["sanitize", &lines, "-o", &place.path("out.jsonl"), "--drop-field", "u.*", "--publish", "t[]"];
    json(&flags);
    assert_eq!(read(place.path("out.jsonl")), "{\"text\":\"He called.\"}\n{\"text\":\"x\",\"t\":[]}\n{\"t\":[1]}\n");
}

#[test]
fn a_policy_file_declares_fields() {
    let place = Workplace::new();
    let policy = place.write(
        "p.toml",
        "[documents]\nfields = [\"body\"]\npublish = [\"id\"]\ndrop_fields = [\"mail\"]\nother_fields = \"drop\"\n",
    );
    let input = place.write("t.csv", "id,mail,body,more\n1,x@y.org,Jane Roe left.,z\n");
    let out = place.path("out.csv");
    json(&["sanitize", &input, "-o", &out, "--policy", &policy]);
    assert_eq!(read(&out), "id,body\n1,Pers1 left.\n");
    // A flag comes before the policy.
    json(&["sanitize", &input, "-o", &out, "--policy", &policy, "--drop-field", "id", "--publish", "more"]);
    assert_eq!(read(&out), "body,more\nPers1 left.,z\n");
    let wrong = place.write("w.toml", "[documents]\nother_fields = \"keep\"\n");
    assert!(refused(2, &["sanitize", &input, "-o", &out, "--policy", &wrong]).contains("documents.other_fields"));
}

#[test]
fn published_values_are_compared_as_values() {
    let place = Workplace::new();
    let out = place.path("out.jsonl");
    for (line, field) in [
        (r#"{"u":"Roe","text":"Jane Roe wrote to us."}"#, "u"),
        (r#"{"u":{"handle":["x","jroe"]},"text":"Jane Roe wrote to us."}"#, "u.handle[]"),
        (r#"{"card":4929123456789012,"text":"card 4929 1234 5678 9012"}"#, "card"),
        (r#"{"n":{"card":"4929-1234-5678-9012"},"text":"card 4929123456789012"}"#, "n.card"),
        (r#"{"phone":"+447700900123","text":"Call me on 07700 900123 please."}"#, "phone"),
    ] {
        let input = place.write("in.jsonl", line);
        let message = message_of(1, &["sanitize", &input, "-o", &out, "--other-fields", "publish"]);
        let field = format!("in.jsonl:1: the published field “{field}” holds a redacted term");
        assert!(message.contains(&field), "{line}: {message}");
        assert!(message.contains("--drop-field"), "{message}");
    }
    // Numbers that number records disclose nothing, whatever the text says.
    let records: String = [7, 77, 123, 2019, 12345, 150_000]
        .map(|id| format!("{{\"id\":{id},\"text\":\"Record {id}: Jane Roe wrote to us, see ticket {id}.\"}}\n"))
        .concat();
    let input = place.write("in.jsonl", records);
    let done = json(&["sanitize", &input, "-o", &out, "--publish", "id"]);
    assert_eq!((done["sanitized"].as_u64(), done["withheld"].as_array().unwrap().len()), (Some(6), 0), "{done}");
}

#[test]
fn one_bad_file_or_record_stops_nothing() {
    let place = Workplace::new();
    std::fs::create_dir(place.path("in")).unwrap();
    place.write("in/a.txt", "Jane Roe left.");
    place.write("in/b.csv", "x,y\n1,2\n");
    place.write("in/c.csv", "text\n\"never closed\n");
    place.write(
        "in/d.jsonl",
        "{\"text\":\"Jane Roe left.\"}\n\n{\"text\":\n{\"text\":null}\n{\"text\":\"\\ud800\"}\n[1]\n",
    );
    place.write("in/e.csv", "text,n\nJane Roe left.,1\nx\nNobody left.,2\n");
    place.write("in/f.jsonl", b"{\"text\":\"\xff\"}\n{\"text\":\"Nobody left.\"}\n");
    let out = place.path("out");
    let message = message_of(1, &["sanitize", &place.path("in"), "-o", &out, "--publish", "n"]);
    for expected in [
        "b.csv: row 1: there is no column “text”",
        "c.csv: row 2: a quoted field is not closed",
        "d.jsonl:3: column 8: no JSON",
        "d.jsonl:5: the field “text” is no Unicode text",
        "d.jsonl:6: an object { … } is expected",
        "e.csv:3: 1 fields, but the header has 2",
        "f.jsonl:1: is not UTF-8",
    ] {
        assert!(message.contains(expected), "{expected}: {message}");
    }
    assert_eq!(read(Path::new(&out).join("d.jsonl")), "{\"text\":\"Pers1 left.\"}\n\n{\"text\":null}\n");
    assert_eq!(read(Path::new(&out).join("e.csv")), "text,n\nPers1 left.,1\nNobody left.,2\n");
    assert_eq!(read(Path::new(&out).join("f.jsonl")), "{\"text\":\"Nobody left.\"}\n");
    assert!(Path::new(&out).join("a.txt").exists() && !Path::new(&out).join("b.csv").exists());
    let audit = read(place.path("out.work/audit.json"));
    for name in ["b.csv", "c.csv", "d.jsonl:3", "e.csv:3", "f.jsonl:1", "\"d.jsonl:1\""] {
        assert!(audit.contains(name), "{name}: {audit}");
    }
}

#[test]
fn records_come_back_byte_for_byte() {
    let place = Workplace::new();
    std::fs::create_dir(place.path("in")).unwrap();
    // A cell that was quoted stays quoted, escapes stay escapes, a number comes back as a number, a name over two fields in both.
    let csv = "id;\"text\";first;last\r\n\"1\";\"Jane Roe left.\";Jane;\"Roe\"\r\n\r\n2;Jane Roe left;\"\";\r\n3;\"Jane \
               \"\"Roe\"\"; again\";\"x\";y\r\n";
    let jsonl = "{\"text\":\"Zo\\u00eb Roe met Mr \\u0052oe\\/Poe \\ud83d\\ude00\", \"n\" : 1.50}\r\n  \r\n\n{\"card\":\
                 4929123456789012,\"text\":\"card 4929123456789012\"}\n{\"text\":null,\"card\":null}";
    place.write("in/a.csv", csv);
    place.write("in/b.jsonl", jsonl);
    let (input, out, key, back) = (place.path("in"), place.path("out"), place.path("k"), place.path("back"));
    let flags = ["sanitize", &input, "-o", &out, "--key", &key, "--field", "text,first,last,card", "--publish", "id,n"];
    let made = with_passphrase(&[&flags[..], &["--person", "Jane Roe"]].concat(), "correct horse");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let released = read(Path::new(&out).join("a.csv"));
    assert!(!released.contains("Roe") && released.contains(" left.\""), "{released}");
    let released = read(Path::new(&out).join("b.jsonl"));
    assert!(!released.contains("Roe") && !released.contains("4929"), "{released}");
    assert!(released.contains(" \\ud83d\\ude00\", \"n\" : 1.50}\r\n  \r\n\n{"), "{released}");
    let restored = with_passphrase(&["restore", &out, "--key", &key, "-o", &back], "correct horse");
    assert!(restored.status.success(), "{}", String::from_utf8_lossy(&restored.stderr));
    assert_eq!(read(Path::new(&back).join("a.csv")), csv);
    assert_eq!(read(Path::new(&back).join("b.jsonl")), jsonl);
}

#[test]
fn random_nasty_records_come_back_byte_for_byte() {
    const PIECES: [&str; 18] = [
        "Jane Roe",
        "Mr Smith",
        "jane@example.org",
        "Zoë Müller",
        "Pers1",
        "\"Ann Poe\"",
        "a,b",
        "x;y",
        "\n",
        "\r\n",
        "\"",
        "\\",
        "/",
        "😀",
        "12 March 2001",
        "4929123456789012",
        "the patient",
        "\u{ad}",
    ];
    let place = Workplace::new();
    let mut state = 7u64;
    let mut pick = |most: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % most
    };
    std::fs::create_dir(place.path("in")).unwrap();
    let (mut rows, mut lines) = ("n,text,\"more\"\n".to_owned(), String::new());
    for n in 0..60 {
        let mut text = || (0..pick(7)).map(|_| [PIECES[pick(PIECES.len())], " "].concat()).collect::<String>();
        let (a, b) = (text(), text());
        let mut cell = |text: &str| match text.contains(['"', ',', '\n', '\r']) || pick(2) == 0 {
            true => format!("\"{}\"", text.replace('"', "\"\"")),
            false => text.to_owned(),
        };
        rows += &format!("{n},{},{}{}", cell(&a), cell(&b), ["\n", "\r\n", "\n\n"][pick(3)]);
        // Any character may be written as an escape.
        let mut string = |text: &str| {
            let mut out = String::from("\"");
            for c in text.chars() {
                let plain = !matches!(c, '"' | '\\' | '\n' | '\r') && pick(4) > 0;
                match (c, plain) {
                    (c, true) => out.push(c),
                    ('/', _) => out.push_str("\\/"),
                    (c, _) => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| out += &format!("\\u{unit:04X}")),
                }
            }
            out + "\""
        };
        let (a, b) = (string(&a), string(&b));
        lines += &format!("{{\"n\":{n}, \"text\" :{a},\"more\":[ {b} ]}}{}", ["\n", "\r\n", "\n \n"][pick(3)]);
    }
    place.write("in/a.csv", &rows);
    place.write("in/b.jsonl", &lines);
    let (input, out, key, back) = (place.path("in"), place.path("out"), place.path("k"), place.path("back"));
    let flags = ["sanitize", &input, "-o", &out, "--key", &key, "--field", "text,more,more[]", "--publish", "n"];
    let made = with_passphrase(&[&flags[..], &["--person", "Jane Roe"]].concat(), "correct horse");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    assert!(!read(Path::new(&out).join("a.csv")).contains("Roe"));
    let restored = with_passphrase(&["restore", &out, "--key", &key, "-o", &back], "correct horse");
    assert!(restored.status.success(), "{}", String::from_utf8_lossy(&restored.stderr));
    assert_eq!(read(Path::new(&back).join("a.csv")), rows);
    assert_eq!(read(Path::new(&back).join("b.jsonl")), lines);
}

#[test]
fn names_of_fields_that_a_person_declared_are_no_findings() {
    let place = Workplace::new();
    let input = place.write("t.csv", "Notes,City\nNotes by Jane Roe of Springfield,x\n");
    let out = place.path("out.csv");
    json(&["sanitize", &input, "-o", &out, "--field", "Notes", "--publish", "City"]);
    assert!(read(&out).starts_with("Notes,City\n"));
    // A column that is a protected name is not named in a message.
    let input = place.write("p.csv", "Jane Roe,text\n1,She left.\n");
    let message = message_of(1, &["sanitize", &input, "-o", &place.path("p.out.csv"), "--person", "Jane Roe"]);
    assert!(message.contains("the name of a field holds a protected term") && !message.contains("Roe"), "{message}");
}
