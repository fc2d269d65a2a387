//! What `scumble sanitize` reads and writes: places, names, formats, and what it refuses.

use crate::support::{Workplace, json, read, refused, scumble, with_passphrase};
use std::path::Path;

#[test]
fn nothing_is_written_over_or_among_what_is_read() {
    let place = Workplace::new();
    std::fs::create_dir(place.path("in")).unwrap();
    let (a, b) = (place.write("in/a.txt", "Jane Roe left."), place.write("in/b.txt", "Jane Roe left."));
    let folder = place.path("in");
    std::fs::create_dir(place.path("in/sub")).unwrap();
    place.write("in/sub/c.txt", "Jane Roe left.");
    let link = place.path("link");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&folder, &link).unwrap();
    let (inside, key) = (place.path("in/out"), place.path("out.txt"));
    let around = place.path("in");
    for arguments in [
        vec!["sanitize", &a, "-o", &a],
        vec!["sanitize", &a, "-o", &folder],
        vec!["sanitize", &a, &b, "-o", &folder],
        vec!["sanitize", &folder, "-o", &link],
        vec!["sanitize", &folder, "-o", &inside],
        vec!["sanitize", &inside.replace("out", "sub"), "-o", &around],
        vec!["sanitize", &a, "-o", &key, "--key", &key],
    ] {
        let output = with_passphrase(&arguments, "correct horse");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
    assert_eq!(read(&a), "Jane Roe left.");
    let mut names: Vec<String> =
        std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["a.txt", "b.txt", "sub"]);
}

#[test]
fn names_of_files_and_other_columns_do_not_tell() {
    let place = Workplace::new();
    std::fs::create_dir_all(place.path("in/Jane_Roe")).unwrap();
    for name in ["Jane_Roe/a.txt", "janeroe.txt", "document-1.txt", "Jane Roe letter.txt"] {
        place.write(&format!("in/{name}"), "She went home.");
    }
    let out = place.path("out");
    let result = json(&["sanitize", &place.path("in"), "-o", &out, "--person", "Jane Roe"]);
    assert_eq!(result["sanitized"], 4);
    let mut names: Vec<String> =
        std::fs::read_dir(&out).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["document-1.txt", "document-2.txt", "document-3.txt", "document-4.txt"]);
    for (name, content) in [
        ("in.csv", "name,text\nJane Roe,She went home.\n"),
        ("in.csv", "Jane Roe,text\nx,She went home.\n"),
        ("in.jsonl", "{\"note\":\"Jane Roe\",\"note\":\"y\",\"text\":\"She went home.\"}\n"),
        ("in.jsonl", "{\"note\":\"\\u004aane \\u0052oe\",\"note\":\"y\",\"text\":\"She went home.\"}\n"),
    ] {
        let input = place.write(name, content);
        let flags = ["--person", "Jane Roe", "--other-fields", "publish"];
        let output = scumble(&[&["sanitize", &input, "-o", &place.path("records")], &flags[..]].concat());
        assert_eq!(output.status.code(), Some(1), "{content}");
        let written = std::fs::read_to_string(place.path("records")).unwrap_or_default();
        assert!(!written.contains("home") && !written.contains("Jane"), "{content}");
        let _ = std::fs::remove_file(place.path("records"));
    }
}

#[test]
fn a_release_holds_only_the_release() {
    let place = Workplace::new();
    std::fs::create_dir_all(place.path("in/sub")).unwrap();
    place.write("in/Jane Roe.txt", "Jane Roe has leprosy.");
    place.write("in/sub/b.txt", "Nothing here.");
    place.write("in/picture.png", "no document");
    let out = place.path("out");
    let result = json(&["sanitize", &place.path("in"), "-o", &out, "--person", "Jane Roe"]);
    assert_eq!(result["sanitized"], 2);
    let mut names: Vec<String> =
        std::fs::read_dir(&out).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["document-1.txt", "sub"]);
    let audit = read(place.path("out.work/audit.json"));
    assert!(!audit.contains("leprosy") && audit.contains("output_sha256"), "{audit}");
    assert!(read(place.path("out.work/report.html")).contains("Residual risk"));
    // Again: everything is there already.
    let again = json(&["sanitize", &place.path("in"), "-o", &out, "--person", "Jane Roe"]);
    assert_eq!((again["sanitized"].as_u64(), again["resumed"].as_u64()), (Some(0), Some(2)));
    // With other settings it is not.
    let other = json(&["sanitize", &place.path("in"), "-o", &out, "--person", "Jane Roe", "--replace", "remove"]);
    assert_eq!(other["sanitized"], 2);
}

#[test]
fn bad_input_is_refused_and_nothing_is_written() {
    let place = Workplace::new();
    let broken = place.write("broken.docx", "PK no zip at all, but a secret");
    let latin = place.write("latin.txt", [b'a', 0xff, b'b']);
    let pdf = place.write("broken.pdf", "%PDF-1.7 secret");
    let long = place.write("notes.txt", "fine");
    for (arguments, expected) in [
        (vec!["sanitize", &latin], "byte 2 is not UTF-8"),
        (vec!["sanitize", &long, "--policy", "combind"], "did you mean “combined”?"),
        (vec!["sanitize", &long, "--replace", "labl"], "did you mean “label”?"),
        (vec!["sanitize", &long, "--counts", "embeded"], "did you mean “embedded”?"),
        (vec!["sanitize", &long, "--w", "2"], "between 0 and 1"),
        (vec!["sanitize", &long, "--hide", "—"], "needs a letter"),
        (vec!["sanitize", &long, "--topics", "nope"], "no topics are called"),
        (vec!["sanitize", "nowhere.txt"], "no such file"),
        (vec!["sanitize", &broken], "the ZIP archive is damaged"),
        (vec!["sanitize", &long, "--counts", "elasticsearch:http://127.0.0.1:9/x"], "127.0.0.1"),
    ] {
        let message = refused(2, &arguments);
        assert!(message.contains(expected), "{arguments:?}: {message}");
        assert!(!message.contains("secret"), "{message}");
    }
    for input in [&broken, &pdf] {
        let out = place.path("never");
        let output = scumble(&["sanitize", input, "-o", &out]);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(!message.contains("secret") && !Path::new(&out).exists(), "{message}");
    }
}

#[test]
fn a_record_whose_other_fields_tell_is_withheld() {
    let place = Workplace::new();
    let input = place.write(
        "in.jsonl",
        "{\"name\":\"Jane Roe\",\"text\":\"Jane Roe left.\"}\n{\"name\":\"-\",\"text\":\"Fine.\"}\n",
    );
    let out = place.path("out.jsonl");
    let output = scumble(&["sanitize", &input, "-o", &out, "--person", "Jane Roe", "--publish", "name"]);
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("in.jsonl:1: the published field “name” holds a redacted term"), "{message}");
    assert!(message.contains("(--drop-field name or --field name)") && !message.contains("Roe"), "{message}");
    assert_eq!(read(&out), "{\"name\":\"-\",\"text\":\"Fine.\"}\n");
    let both = json(&["sanitize", &input, "-o", &out, "--person", "Jane Roe", "--field", "text", "--field", "name"]);
    assert_eq!(both["sanitized"], 2);
}

/// A word processor's file: a name split over runs, a header, a comment, an author.
fn docx() -> Vec<u8> {
    use std::io::Write;
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let main = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"";
    let files = [
        (
            "[Content_Types].xml",
            "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default Extension=\"rels\" \
             ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default Extension=\"xml\" \
             ContentType=\"application/xml\"/><Override PartName=\"/word/document.xml\" \
             ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/></Types>"
                .to_owned(),
        ),
        (
            "_rels/.rels",
            "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"r1\" \
             Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" \
             Target=\"word/document.xml\"/></Relationships>"
                .to_owned(),
        ),
        (
            "word/document.xml",
            format!(
                "<w:document {main}><w:body><w:p><w:r><w:t>Ja</w:t></w:r><w:r><w:b/><w:t xml:space=\"preserve\">ne Roe </w:t></w:r>\
                 <w:r><w:t>left.</w:t></w:r></w:p></w:body></w:document>"
            ),
        ),
        ("word/header1.xml", format!("<w:hdr {main}><w:p><w:r><w:t>Case of Jane Roe</w:t></w:r></w:p></w:hdr>")),
        (
            "docProps/core.xml",
            "<cp:coreProperties xmlns:cp=\"http://schemas.openxmlformats.org/package/2006/metadata/core-properties\" \
             xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:creator>Jane Roe</dc:creator></cp:coreProperties>"
                .to_owned(),
        ),
    ];
    for (name, content) in files {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A page with two lines of text and an author.
fn pdf() -> Vec<u8> {
    let stream = "BT /F1 12 Tf 72 720 Td (Jane Roe left.) Tj 0 -20 Td (She went home.) Tj ET";
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>".to_owned(),
        format!("<< /Length {} >>\nstream\n{stream}\nendstream", stream.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
        "<< /Author (Jane Roe) >>".to_owned(),
    ];
    let mut out = b"%PDF-1.4\n".to_vec();
    let mut places = Vec::new();
    for (i, object) in objects.iter().enumerate() {
        places.push(out.len());
        out.extend(format!("{} 0 obj\n{object}\nendobj\n", i + 1).bytes());
    }
    let table = out.len();
    out.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).bytes());
    places.iter().for_each(|place| out.extend(format!("{place:010} 00000 n \n").bytes()));
    out.extend(
        format!("trailer\n<< /Size {} /Root 1 0 R /Info 6 0 R >>\nstartxref\n{table}\n%%EOF\n", objects.len() + 1)
            .bytes(),
    );
    out
}

#[test]
fn word_processors_and_printed_pages_lose_the_name_and_their_author() {
    let place = Workplace::new();
    std::fs::create_dir(place.path("in")).unwrap();
    place.write("in/letter.docx", docx());
    place.write("in/page.pdf", pdf());
    let out = place.path("out");
    let result = json(&["sanitize", &place.path("in"), "-o", &out]);
    assert_eq!(result["sanitized"], 2, "{result}");
    let mut zip = zip::ZipArchive::new(std::fs::File::open(Path::new(&out).join("letter.docx")).unwrap()).unwrap();
    for i in 0..zip.len() {
        let text = std::io::read_to_string(zip.by_index(i).unwrap()).unwrap();
        assert!(!text.contains("Roe") && !text.contains("Ja<"), "{text}");
    }
    let bytes = std::fs::read(Path::new(&out).join("page.pdf")).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    assert!(!text.contains("Roe") && !text.contains("Jane") && !text.contains("/Author"), "{text}");
    assert!(text.contains("Pers1") && text.contains("went"), "{text}");
    // Cut short, or empty, they are withheld and nothing of them is written.
    for (name, bytes) in [("letter.docx", docx()), ("page.pdf", pdf())] {
        let input = place.write(name, &bytes[..bytes.len() / 2]);
        let never = place.path("never");
        let output = scumble(&["sanitize", &input, "-o", &never]);
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(!Path::new(&never).exists() && !String::from_utf8_lossy(&output.stderr).contains("Roe"));
    }
}

#[test]
fn a_new_name_is_nobody_else_s() {
    let place = Workplace::new();
    std::fs::create_dir(place.path("in")).unwrap();
    place.write("in/kowalska.txt", "Mrs Kowalska went home.");
    place.write("in/Nowakowski.jsonl", "{\"text\":\"Mr Nowakowski left.\"}\n");
    let out = place.path("out");
    json(&["sanitize", &place.path("in"), "-o", &out]);
    place.write("in/bednarek.txt", "Mrs Bednarek stayed in bed all day.");
    json(&["sanitize", &place.path("in"), "-o", &out]);
    let mut texts: Vec<String> =
        std::fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    texts.sort();
    assert!(texts.iter().all(|name| name.starts_with("document-")), "{texts:?}");
    assert_eq!(texts.iter().filter(|name| name.ends_with(".txt")).count(), 2, "{texts:?}");
}
