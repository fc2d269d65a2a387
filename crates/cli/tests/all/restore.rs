//! `scumble restore`: labels back into words, byte for byte.

use crate::support::{LETTER, Workplace, read, with_passphrase};
use std::path::Path;

#[test]
fn restore_gives_the_bytes_back() {
    let place = Workplace::new();
    std::fs::create_dir(place.path("in")).unwrap();
    place.write("in/a.txt", LETTER);
    place.write("in/b.md", "# Jane Roe\n\nPers1 and Pers2 met Peter Lindqvist in Springfield-on-Avon; 12Roe34.\n");
    let records = "{\"id\": 1, \"text\": \"Jane Roe left.\", \"x\": 1.50}\n{\"id\":2,\"text\":\"Nobody left.\"}\n";
    place.write("in/c.jsonl", records);
    let (out, key, back) = (place.path("out"), place.path("labels.key"), place.path("back"));
    let made = with_passphrase(
        &["sanitize", &place.path("in"), "-o", &out, "--key", &key, "--quiet", "--other-fields", "publish"],
        "correct horse",
    );
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    for name in ["a.txt", "b.md", "c.jsonl"] {
        let released = read(Path::new(&out).join(name));
        assert!(!released.contains("Roe") && !released.contains("Lindqvist"), "{released}");
    }
    // One person has one label, through the collection.
    let released = read(Path::new(&out).join("c.jsonl"));
    let label =
        read(Path::new(&out).join("a.txt")).split(['\n', ',']).next().unwrap().rsplit(' ').next().unwrap().to_owned();
    assert!(released.contains(&label), "{label}: {released}");
    // The key file shows nothing.
    let sealed = std::fs::read(&key).unwrap();
    assert!(!sealed.windows(3).any(|window| window == b"Roe"));
    let restored = with_passphrase(&["restore", &out, "--key", &key, "-o", &back], "correct horse");
    assert!(restored.status.success(), "{}", String::from_utf8_lossy(&restored.stderr));
    for name in ["a.txt", "b.md", "c.jsonl"] {
        let (original, back) =
            (std::fs::read(Path::new(&place.path("in")).join(name)), std::fs::read(Path::new(&back).join(name)));
        assert_eq!(original.unwrap(), back.unwrap(), "{name}");
    }
    let wrong = with_passphrase(&["restore", &out, "--key", &key, "-o", &place.path("no")], "wrong horses");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("the passphrase is wrong"));
    assert!(!Path::new(&place.path("no")).exists());
}

#[test]
fn two_releases_of_one_key_are_told_apart() {
    let place = Workplace::new();
    for (folder, a, b) in
        [("one", "Jane Roe went home.", "JANE ROE went home."), ("two", "Jane Roe went out.", "Nobody.")]
    {
        std::fs::create_dir(place.path(folder)).unwrap();
        place.write(&format!("{folder}/a.txt"), a);
        place.write(&format!("{folder}/b.txt"), b);
    }
    let key = place.path("k.key");
    for folder in ["one", "two"] {
        let out = place.path(&format!("{folder}.out"));
        assert!(
            with_passphrase(&["sanitize", &place.path(folder), "-o", &out, "--key", &key], "correct horse")
                .status
                .success()
        );
    }
    // Two originals that give the same bytes under one name cannot be told apart.
    std::fs::create_dir(place.path("three")).unwrap();
    place.write("three/c.txt", "Mary Poe left.");
    std::fs::create_dir(place.path("four")).unwrap();
    place.write("four/c.txt", "MARY POE left.");
    for folder in ["three", "four"] {
        let out = place.path(&format!("{folder}.out"));
        assert!(
            with_passphrase(&["sanitize", &place.path(folder), "-o", &out, "--key", &key], "correct horse")
                .status
                .success()
        );
    }
    let refused = with_passphrase(
        &["restore", &place.path("three.out"), "--key", &key, "-o", &place.path("no")],
        "correct horse",
    );
    assert!(String::from_utf8_lossy(&refused.stderr).contains("two originals"));
    // Neither can records.
    for (name, text) in [("x", "Mary Poe left."), ("y", "Dr Poe left.")] {
        let input = place.write(&format!("{name}.jsonl"), format!("{{\"text\":\"{text}\"}}\n"));
        let out = place.path(&format!("{name}.released.jsonl"));
        let flags = ["sanitize", &input, "-o", &out, "--key", &key, "--person", "Mary Poe"];
        assert!(with_passphrase(&flags, "correct horse").status.success());
    }
    let flags = ["restore", &place.path("y.released.jsonl"), "--key", &key, "-o", &place.path("no.jsonl")];
    assert!(String::from_utf8_lossy(&with_passphrase(&flags, "correct horse").stderr).contains("two originals"));
    // Sanitised again, nothing changes, and nothing is forgotten.
    let again = place.path("again");
    assert!(
        with_passphrase(&["sanitize", &place.path("one.out"), "-o", &again, "--key", &key], "correct horse")
            .status
            .success()
    );
    for folder in ["one", "two"] {
        let (out, back) = (place.path(&format!("{folder}.out")), place.path(&format!("{folder}.back")));
        let restored = with_passphrase(&["restore", &out, "--key", &key, "-o", &back], "correct horse");
        assert!(restored.status.success(), "{}", String::from_utf8_lossy(&restored.stderr));
        for name in ["a.txt", "b.txt"] {
            assert_eq!(
                read(Path::new(&place.path(folder)).join(name)),
                read(Path::new(&back).join(name)),
                "{folder} {name}"
            );
        }
    }
}

#[test]
fn restore_undoes_labels_on_random_documents() {
    const PIECES: [&str; 24] = [
        "Jane Roe",
        "Mr Smith",
        "J. Smith",
        "London",
        "Royal Holloway Hospital",
        "the",
        "patient",
        "influenza",
        "12 March 2001",
        "jane@example.org",
        "Pers1",
        "Org12",
        "\\Pers2",
        "[REDACTED]",
        "██",
        "[Term3]",
        "Term3x",
        "Łódź",
        "東京",
        "🙂",
        "12km",
        "Ms Roe's",
        "A-4471",
        "kowal\u{ad}ska",
    ];
    const BETWEEN: [&str; 7] = [" ", ". ", ", ", "\n\n", "\r\n", "\t", ""];
    let place = Workplace::new();
    let mut state = 42u64;
    let mut pick = |most: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % most
    };
    std::fs::create_dir(place.path("in")).unwrap();
    let mut records = String::new();
    for i in 0..120 {
        let text: String =
            (0..pick(30)).map(|_| [PIECES[pick(PIECES.len())], BETWEEN[pick(BETWEEN.len())]].concat()).collect();
        if i % 2 == 0 {
            place.write(&format!("in/{i:03}.txt"), &text);
        } else {
            records += &format!("{}\n", serde_json::json!({"n": i, "text": text}));
        }
    }
    place.write("in/records.jsonl", &records);
    let (input, out, key, back) = (place.path("in"), place.path("out"), place.path("k"), place.path("back"));
    let flags = ["sanitize", &input, "-o", &out, "--key", &key, "--person", "Jane Roe", "--hide", "influenza"];
    let flags = [&flags[..], &["--publish", "n"]].concat();
    let made = with_passphrase(&flags, "correct horse");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let restored = with_passphrase(&["restore", &out, "--key", &key, "-o", &back], "correct horse");
    assert!(restored.status.success(), "{}", String::from_utf8_lossy(&restored.stderr));
    for entry in std::fs::read_dir(&input).unwrap() {
        let name = entry.unwrap().file_name();
        let (before, after) =
            (std::fs::read(Path::new(&input).join(&name)), std::fs::read(Path::new(&back).join(&name)));
        assert_eq!(String::from_utf8(before.unwrap()).unwrap(), String::from_utf8(after.unwrap()).unwrap(), "{name:?}");
    }
}

#[test]
fn mails_keep_their_addresses_and_come_back() {
    let place = Workplace::new();
    std::fs::create_dir(place.path("in")).unwrap();
    // The names of headers are no text: CC in the body is no mention of Cc.
    place.write(
        "in/copies.eml",
        "From: Zeb Wu <b@d.example>\nTo: \"Roe, Jane\" <b@z.example>\nCc: c@z.example\nSubject: test\n\nHi Jane, I keep Tom in CC.\n",
    );
    place.write(
        "in/names.eml",
        "From: =?utf-8?Q?Zo=C3=AB_M=C3=BCller?= <q1@x.example>\r\nTo: \"Qua\u{eb}kenbush, J\u{f6}rg\" <q2@x.example>\r\nDate: Mon, 2 \
         Mar 2020 10:00:00 +0100\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nDear J\u{f6}rg,\r\nthank you.\r\nZo\u{eb}\r\n",
    );
    place.write(
        "in/latin.eml",
        b"From: J\xf6rg Qua\xebkenbush <q@x.example>\nSubject: caf\xe9\n\nDear J\xf6rg,\nhello.\n",
    );
    let (input, out, key, back) = (place.path("in"), place.path("out"), place.path("k"), place.path("back"));
    let made = with_passphrase(&["sanitize", &input, "-o", &out, "--key", &key], "correct horse");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let released = read(Path::new(&out).join("copies.eml"));
    assert!(released.contains("\r\nCc: ") && !released.contains("Zeb"), "{released}");
    let restored = with_passphrase(&["restore", &out, "--key", &key, "-o", &back], "correct horse");
    assert!(restored.status.success(), "{}", String::from_utf8_lossy(&restored.stderr));
    let text = |folder: &str, name: &str| {
        let bytes = std::fs::read(Path::new(folder).join(name)).unwrap();
        let kind = scumble::files::FileKind::Mail;
        scumble::files::Opened::open(kind, bytes, &scumble::files::Limits::default()).unwrap().into_text().text
    };
    for name in ["copies.eml", "names.eml", "latin.eml"] {
        assert_eq!(text(&back, name), text(&input, name), "{name}");
    }
    let names = read(Path::new(&back).join("names.eml"));
    assert!(names.contains("<q2@x.example>") && names.contains("<q1@x.example>") && names.is_ascii(), "{names}");
    let latin = read(Path::new(&back).join("latin.eml"));
    assert!(latin.contains("<q@x.example>") && !latin.contains('\u{fffd}'), "{latin}");
}
