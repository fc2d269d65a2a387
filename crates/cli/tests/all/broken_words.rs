//! Words that the layout breaks, and blocks that end, through the command line: text, mail, pages, word processors.

use crate::support::{Workplace, json, read, scumble, with_passphrase};
use std::path::Path;

/// A document of a word processor with this body.
fn docx(body: &str) -> Vec<u8> {
    use std::io::Write;
    let package = "http://schemas.openxmlformats.org/package/2006";
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument";
    let kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
    let main = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
    let files = [
        (
            "[Content_Types].xml",
            format!(
                "<Types xmlns=\"{package}/content-types\"><Default Extension=\"rels\" \
                 ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
                 <Override PartName=\"/word/document.xml\" ContentType=\"{kind}\"/></Types>"
            ),
        ),
        (
            "_rels/.rels",
            format!(
                "<Relationships xmlns=\"{package}/relationships\">\
                 <Relationship Id=\"r1\" Type=\"{office}\" Target=\"word/document.xml\"/></Relationships>"
            ),
        ),
        ("word/document.xml", format!("<w:document xmlns:w=\"{main}\"><w:body>{body}</w:body></w:document>")),
    ];
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in files {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// The text of a document of a word processor, a line for each paragraph and line break.
fn docx_text(path: impl AsRef<Path>) -> String {
    let mut zip = zip::ZipArchive::new(std::fs::File::open(path).unwrap()).unwrap();
    let xml = std::io::read_to_string(zip.by_name("word/document.xml").unwrap()).unwrap();
    let xml = xml.replace("</w:p>", "\n").replace("<w:br/>", "\n");
    xml.split('<').map(|piece| piece.split_once('>').map_or(piece, |(_, text)| text)).collect()
}

/// The release of a text, as it is printed.
fn printed(place: &Workplace, text: &str, flags: &[&str]) -> String {
    let input = place.write("in.txt", text);
    let output = scumble(&[&["sanitize", &input, "--quiet"], flags].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn no_half_of_a_name_stays_at_a_line_end() {
    let place = Workplace::new();
    for text in [
        "Later Mr Quacken-\nbush went home.",
        "Later Mr Quacken-\r\n   bush went home.",
        "Later Mr Quacken\u{2010}\nbush went home.",
        "Later Mr Quacken\u{ad}\nbush went home.",
        "Later Mr Quack-\nen-\nbush went home.",
        "Later Mr QUACKEN-\nBUSH went home.",
        "Later Mr Quacken-\n\nbush went home.",
        "Later Mr Q u a c k e n b u s h went home.",
        "Later M r  Q u a c k e n b u s h went home.",
        "Later Mr Q  u  a  c  k  e  n  b  u  s  h went home.",
        "Later Mr Q\u{2009}u\u{2009}a\u{2009}c\u{2009}k\u{2009}e\u{2009}n\u{2009}b\u{2009}u\u{2009}s\u{2009}h went home.",
        "Later Mr Q\u{a0}U\u{a0}A\u{a0}C\u{a0}K\u{a0}E\u{a0}N\u{a0}B\u{a0}U\u{a0}S\u{a0}H went home.",
    ] {
        for flags in [&[][..], &["--person", "Quackenbush"], &["--deny", "Quackenbush"], &["--replace", "remove"]] {
            let released = printed(&place, text, flags);
            let mark = if flags.contains(&"remove") { "[REDACTED]" } else { "Pers1" };
            assert_eq!(released, format!("Later {mark} went home."), "{text:?} {flags:?}");
        }
    }
}

#[test]
fn what_the_user_named_is_compared_in_pieces_and_as_one() {
    let place = Workplace::new();
    for (text, term) in [
        ("the green-\nwood here", "Greenwood"),
        ("the green-\nwood here", "green wood"),
        ("the blood-\ntransfusion here", "blood transfusion"),
        ("the q u a c k here", "quack"),
        ("the A I D S here", "AIDS"),
        ("the kowalska-\nnowak here", "Kowalska-Nowak"),
    ] {
        for flag in ["--deny", "--hide"] {
            let released = printed(&place, text, &[flag, term]);
            assert!(released.starts_with("the ") && released.ends_with("1 here"), "{text:?} {flag} {term}: {released}");
        }
    }
    let kept = printed(&place, "Later Mr Quacken-\nbush went home.", &["--allow", "Quackenbush"]);
    assert_eq!(kept, "Later Mr Quacken-\nbush went home.");
    // One that is written whole has the same label.
    let both = printed(&place, "Mr Quacken-\nbush slept. Mr Quackenbush left, Q u a c k e n b u s h came.", &[]);
    assert_eq!(both, "Pers1 slept. Pers1 left, Pers1 came.");
}

#[test]
fn hyphens_and_lists_of_letters_stay() {
    let place = Workplace::new();
    for text in [
        "It was a well-\nknown case of long-\nterm care.\n",
        "Well-\nknown cases were read.\n",
        "The vertices a b c d e f are shown.\n",
        "Check the answers a c b d a c below.\n",
    ] {
        assert_eq!(printed(&place, text, &[]), text);
    }
    assert_eq!(printed(&place, "She runs a London-\nbased shop.", &[]), "She runs a Loc1-\nbased shop.");
}

#[test]
fn broken_names_go_from_every_format_and_come_back() {
    let place = Workplace::new();
    std::fs::create_dir(place.path("in")).unwrap();
    let run = |text: &str| format!("<w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r>");
    let paragraph = |inside: &str| format!("<w:p>{inside}</w:p>");
    let body = paragraph(&format!("{}<w:r><w:br/></w:r>{}", run("Later Mr Quacken-"), run("bush went home.")))
        + &paragraph(&run("He is Mr Q u a c k e n b u s h."));
    let text = "Later Mr Quacken-\r\n  bush went home, as J a n e  R o e did.\r\n";
    place.write("in/a.txt", text);
    place.write("in/b.docx", docx(&body));
    let page = "<p>Later Mr Quacken-<br>bush left.</p>\n<p>So did Mr Quacken&shy;<br>bush.</p>\n";
    place.write("in/c.html", page);
    place.write(
        "in/d.eml",
        "From: a@example.org\nTo: b@example.org\nSubject: Hello\n\nFine.\n\nYou wrote:\n> How is Mr Quacken-\n> bush?\n",
    );
    for flags in [&[][..], &["--person", "Quackenbush"]] {
        let (out, key) = (place.path(&format!("out{}", flags.len())), place.path(&format!("key{}", flags.len())));
        let made = with_passphrase(
            &[&["sanitize", &place.path("in"), "-o", &out, "--key", &key, "--quiet"], flags].concat(),
            "correct horse",
        );
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let out = Path::new(&out);
        let released = [read(out.join("a.txt")), docx_text(out.join("b.docx")), read(out.join("c.html"))];
        for released in released.into_iter().chain([read(out.join("d.eml"))]) {
            let small = released.to_lowercase();
            for piece in ["quack", "bush", "u s h", "r o e"] {
                assert!(!small.contains(piece), "{piece}: {released}");
            }
        }
        assert!(read(out.join("d.eml")).contains("> How is Pers"), "the line is quoted as before");
        let back = place.path(&format!("back{}", flags.len()));
        let restored =
            with_passphrase(&["restore", out.to_str().unwrap(), "--key", &key, "-o", &back], "correct horse");
        assert!(restored.status.success(), "{}", String::from_utf8_lossy(&restored.stderr));
        let back = Path::new(&back);
        assert_eq!(read(back.join("a.txt")), text);
        assert!(docx_text(back.join("b.docx")).contains("Mr Quacken-\nbush"));
        assert_eq!(read(back.join("c.html")), page);
        assert!(read(back.join("d.eml")).contains("> How is Mr Quacken-\r\n> bush?"));
    }
}

#[test]
fn decisions_cover_a_broken_name_whole() {
    let place = Workplace::new();
    let text = "Later Mr Quacken-\nbush went home.";
    let input = place.write("in.txt", text);
    let out = place.path("out.txt");
    let result = json(&["sanitize", &input, "-o", &out, "--show-text"]);
    assert!(result.to_string().contains("Mr Quacken-\\nbush"), "{result}");
    let decisions = place.write("d.json", r#"[{"start": 9, "end": 16, "action": "label", "state": "accepted"}]"#);
    let output = scumble(&["sanitize", &input, "-o", &place.path("own.txt"), "--decisions", &decisions, "--quiet"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!read(place.path("own.txt")).contains("bush"), "{}", read(place.path("own.txt")));
}

#[test]
fn nothing_is_found_across_the_end_of_a_block() {
    let place = Workplace::new();
    let text = "Patient: Zebulon\nDischarge summary\n\nSeen by Dr Priyanka Venkataraman\nText follows here.\n\n\
                Abstract\nDynamic systems are studied.\n\nDr Zebulon Wu\nMr Tom Hale\n\nZebulon\tDischarge\n";
    let expected = "Patient: Pers1\nDischarge summary\n\nSeen by Pers2\nText follows here.\n\n\
                    Abstract\nDynamic systems are studied.\n\nPers3\nPers4\n\nPers1\tDischarge\n";
    assert_eq!(printed(&place, text, &[]), expected);
    let wrapped = "The applicant was seen in the evening of that day by Mrs Jane\n\
                   Roe and in the morning of the day after by her friend, Mr Thomas\n\
                   Hale, who had brought flowers.\n";
    let expected = "The applicant was seen in the evening of that day by Pers1 and in the morning of the day after by her \
                    friend, Pers2, who had brought flowers.\n";
    assert_eq!(printed(&place, wrapped, &[]).replace('\n', " "), expected.replace('\n', " "));
    let paragraph = |text: &str| format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>");
    let lines = ["Patient: Zebulon", "Discharge summary", "Seen by Dr Priyanka Venkataraman", "Text follows here."];
    let input = place.write("in.docx", docx(&lines.map(paragraph).concat()));
    let (docx, page) = (place.path("out.docx"), place.path("out.html"));
    assert_eq!(json(&["sanitize", &input, "-o", &docx])["sanitized"], 1);
    assert_eq!(docx_text(&docx), "Patient: Pers1\nDischarge summary\nSeen by Pers2\nText follows here.\n");
    let cells =
        "<h2>Patient: Zebulon</h2><p>Discharge summary</p><table><tr><td>Dr Priyanka Venkataraman<td>Text here</table>";
    let input = place.write("in.html", cells);
    assert_eq!(json(&["sanitize", &input, "-o", &page])["sanitized"], 1);
    let expected = "<h2>Patient: Pers1</h2><p>Discharge summary</p><table><tr><td>Pers2<td>Text here</table>";
    assert_eq!(read(&page), expected);
}
