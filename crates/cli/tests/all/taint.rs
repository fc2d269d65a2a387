//! Protected text never reaches standard error, the audit, names of files, or JSON without `--show-text`; and no release.

use crate::support::{Workplace, scumble};
use std::io::Write;
use std::path::Path;

/// A name that no list has, and a number like a telephone's.
const NAME: &str = "Zqarvbex";
const NUMBER: &str = "7719402236";

fn sentences() -> String {
    format!("Mr Marker {NAME} lives here. Call Mr {NAME} on +44 {NUMBER} about the letter.")
}

fn docx() -> Vec<u8> {
    let text = sentences();
    let parts = [
        ("[Content_Types].xml", r#"<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"#.to_owned()),
        ("_rels/.rels", r#"<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>"#.to_owned()),
        ("word/document.xml", format!(r#"<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:pPr><w:pStyle w:val="{NAME}Body"/></w:pPr><w:bookmarkStart w:id="1" w:name="{NAME}"/><w:r><w:t>{text}</w:t></w:r><w:bookmarkEnd w:id="1"/></w:p></w:body></w:document>"#)),
    ];
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in parts {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Every kind of input that is one file, with the marker wherever it fits.
fn inputs(place: &Workplace) {
    let text = sentences();
    place.write("in/letter.txt", &text);
    place.write("in/letter.md", format!("# {NAME}\n\n{text}\n"));
    let html = format!(
        "<html><head><title>{NAME}</title><style>.{NAME} {{ color: red }}</style></head>\
         <body class=\"{NAME}\"><p title=\"{NAME}\">{text}</p><a target=\"{NAME}\" href=\"/x/{NAME}\">x</a>\
         <script>var a = \"{NAME}\";</script></body></html>"
    );
    place.write("in/page.html", html);
    place.write("in/letter.docx", docx());
    let mail = format!(
        "From: Marker {NAME} <marker@{NAME}.example>\r\nTo: \"{NAME}, Marker\" <x@example.org>\r\nSubject: {NAME}\r\n\
         Content-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n"
    );
    place.write("in/letter.eml", mail);
    place.write("in/rows.csv", format!("text,note\n\"{text}\",nothing\n\"{text}\",{NAME}\n"));
    place.write(
        "in/lines.jsonl",
        format!("{{\"text\":\"{text}\",\"n\":1}}\n{{\"text\":\"{text}\",\"who\":\"{NAME}\"}}\n"),
    );
    place.write(&format!("in/{NAME} {NUMBER}.txt"), &text);
    place.write(&format!("in/{NAME}/notes.txt"), "Nothing at all.\n");
    place.write("in/cut.docx", &docx()[..200]);
    place.write("in/latin.txt", [text.as_bytes(), &[0xe9, 0x20]].concat());
}

fn holds(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes).to_lowercase();
    text.contains(&NAME.to_lowercase()) || text.contains(NUMBER)
}

#[test]
fn protected_text_stays_where_it_belongs() {
    let ways: [&[&str]; 4] =
        [&[], &["--person", "Marker Zqarvbex"], &["--hide", NAME], &["--deny", NAME, "--deny", NUMBER]];
    for (number, way) in ways.into_iter().enumerate() {
        for json in [true, false] {
            let place = Workplace::new();
            inputs(&place);
            let (input, out) = (place.path("in"), place.path("out"));
            let records = ["--field", "text", "--other-fields", "publish"];
            let mut arguments = vec!["sanitize", input.as_str(), "-o", out.as_str()];
            arguments.extend(records.iter().chain(way).copied());
            if json {
                arguments.push("--json");
            }
            let output = scumble(&arguments);
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            // The name of a file that could not be read is the only way to say which one.
            let said: String = said.lines().filter(|line| !line.contains(".txt")).collect();
            assert!(!holds(said.as_bytes()), "way {number}: {said}");
            assert!(!holds(&output.stdout), "way {number}: {}", String::from_utf8_lossy(&output.stdout));
            assert!(!holds(&std::fs::read(format!("{out}.work/audit.json")).unwrap()), "way {number}: audit");
            let mut released = 0;
            look(Path::new(&out), &mut |path, bytes| {
                assert!(!holds(path.to_string_lossy().as_bytes()), "way {number}: {}", path.display());
                assert!(!holds(bytes), "way {number}: {}", path.display());
                released += 1;
            });
            assert!(released >= 8, "way {number}: {released} files were released; {said}");
        }
    }
}

/// Every file below a folder; of archives, every part.
fn look(folder: &Path, see: &mut dyn FnMut(&Path, &[u8])) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            look(&path, see);
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        if let Ok(mut zip) = zip::ZipArchive::new(std::io::Cursor::new(&bytes)) {
            for part in 0..zip.len() {
                let mut content = Vec::new();
                std::io::copy(&mut zip.by_index(part).unwrap(), &mut content).unwrap();
                see(&path, &content);
            }
        }
        see(&path, &bytes);
    }
}
