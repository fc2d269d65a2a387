//! Annotated documents in the layouts in which they are published.

use scumble::Result;
use scumble::assess::document::gold::{GoldDocument, Identifier};
use scumble::document::assess::{Collection, Pair, pages_of, read_gold, read_pages};

fn read(line: &str) -> Result<GoldDocument> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("gold.jsonl");
    std::fs::write(&path, format!("\n\n{line}\n")).unwrap();
    read_gold(&path).map(|mut documents| documents.remove(0))
}

#[test]
fn the_layouts_of_annotated_documents() {
    let tab = read(concat!(
        r#"{"text": "Mr Şahin slept", "metadata": {"provenance": {"doc_id": "001", "applicant": "Şahin"}}, "entities": ["#,
        r#"{"start_offset": 3, "end_offset": 8, "entity_id": "e1", "entity_type": "PERSON", "identifier_type": "DIRECT"},"#,
        r#"{"start_offset": 9, "end_offset": 14, "entity_id": "e2", "entity_type": "MISC", "identifier_type": "NO_MASK"}]}"#,
    ));
    let tab = tab.unwrap();
    assert_eq!((tab.name.as_str(), tab.person.as_deref()), ("001", Some("Şahin")));
    assert_eq!(tab.mentions[0].span.of(&tab.text), "Şahin");
    assert_eq!((tab.mentions[0].identifier, tab.mentions[1].identifier), (Identifier::Direct, Identifier::NoMask));
    let actors = read(concat!(
        r#"{"id": "a", "text": "Ada Ada", "spans": [{"start": 0, "end": 3, "type": "SENSITIVE"},"#,
        r#" {"start": 4, "end": 7, "type": "SENSITIVE"}]}"#,
    ));
    let mentions = actors.unwrap().mentions;
    assert_eq!((mentions[0].identifier, mentions[1].identifier), (Identifier::Direct, Identifier::Quasi));
    assert_eq!(mentions[0].entity, mentions[1].entity);
    let masked = r#"{"text": "Ada", "spans": [{"start": 0, "end": 3, "type": "PERSON", "mask_annotator1": false}]}"#;
    assert_eq!(read(masked).unwrap().mentions[0].identifier, Identifier::NoMask);
}

#[test]
fn an_offset_outside_of_the_text_says_where() {
    let error = read(r#"{"text": "Şah", "spans": [{"start": 0, "end": 4}]}"#).unwrap_err().to_string();
    assert!(
        error.ends_with("gold.jsonl, line 3: annotation 1 lies outside of the text, which has 3 characters"),
        "{error}"
    );
    for (line, part) in [
        (r#"{"text": "x"}"#, "line 3: no annotations"),
        (r#"{"spans": []}"#, "line 3: no “text”"),
        ("{", "line 3, column 1: no JSON"),
        ("", "holds no document"),
    ] {
        let error = read(line).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}

/// Documents, annotations and pages find each other by name, wherever they come from.
#[test]
fn names_lose_the_endings_of_files_wherever_they_stand() {
    let line = r#"{"doc_id": "roe.pdf.txt", "text": "Ada", "spans": []}"#;
    let gold = read(line).unwrap();
    let pair = Pair { name: "roe.pdf.txt".into(), original: "Ada".into(), ..Pair::default() };
    let collection = Collection::of(vec![pair]).unwrap();
    assert_eq!(collection.place(&gold.name), Some(0));
    assert_eq!(pages_of(vec![("roe.pdf.txt".into(), "x".into())], "pages").unwrap()[0].0, gold.name);
    let folder = tempfile::tempdir().unwrap();
    let (lines, documents) = (folder.path().join("pages.jsonl"), folder.path().join("pages"));
    std::fs::write(&lines, format!("{line}\n")).unwrap();
    std::fs::create_dir(&documents).unwrap();
    std::fs::write(documents.join("roe.pdf.txt"), "Ada").unwrap();
    for pages in [&lines, &documents] {
        assert_eq!(read_pages(pages).unwrap()[0].0, gold.name);
        assert_eq!(Collection::read(&lines, pages).unwrap().names, [gold.name.as_str()]);
    }
}
