//! What a person decides, through the page without a socket.

use crate::support::{Collection, LETTER, Page, all_text, policy};
use axum::http::StatusCode;
use scumble::DocumentPolicy;
use scumble::document::TopicPolicy;
use scumble::review::verify_release;
use serde_json::{Value, json};

fn state(page: &Page, id: &str) -> (String, String) {
    let all = page.findings(0);
    let one = &all.iter().find(|(_, one)| one["id"] == id).unwrap().1;
    (one["state"].as_str().unwrap().to_owned(), one["action"].as_str().unwrap().to_owned())
}

/// The label of a finding in the preview.
fn label(page: &Page, id: &str) -> String {
    let preview = page.get("api/document/0/preview").json();
    let piece = preview["pieces"].as_array().unwrap().iter().find(|piece| piece[2] == id).cloned();
    piece.map_or(String::new(), |piece| piece[3].as_str().unwrap().to_owned())
}

fn units(text: &str, of: &str) -> (usize, usize) {
    let start = text.find(of).unwrap();
    let start = text[..start].encode_utf16().count();
    (start, start + of.encode_utf16().count())
}

#[test]
fn everything_a_person_does_can_be_undone_to_the_start() {
    let collection = Collection::letter();
    let page = collection.page();
    let start = page.findings(0);
    let peter = page.id(0, "Dr. Peter Lindqvist");
    assert_eq!(page.act(0, json!({"what": "accept", "ids": [peter]}))["undoable"], 1);
    page.act(0, json!({"what": "reject", "ids": [peter]}));
    assert_eq!(state(&page, &peter), ("rejected".into(), "label".into()));
    page.act(0, json!({"what": "accept", "ids": [peter]}));
    page.act(0, json!({"what": "edit", "id": peter, "kind": "person", "action": "label", "replacement": "the doctor"}));
    assert_eq!(label(&page, &peter), "the doctor");
    let wrong = json!({"what": "edit", "id": peter, "kind": null, "action": null, "replacement": "Peter L."});
    assert_eq!(page.post("api/document/0/act", &wrong).status, StatusCode::UNPROCESSABLE_ENTITY, "a word of the name");
    page.act(0, json!({"what": "move", "id": peter, "edge": "start", "outwards": false}));
    assert!(page.findings(0).iter().any(|(text, one)| text == "Peter Lindqvist" && one["id"] == peter.as_str()));
    let (from, to) = units(LETTER, "sprocket");
    let masked = page.act(0, json!({"what": "mask", "start": from + 2, "end": to - 2, "kind": null}));
    let sprocket = masked["changed"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(page.id(0, "sprocket"), sprocket, "a selection gets the whole of its words");
    assert_eq!(state(&page, &sprocket).0, "manual");
    page.act(0, json!({"what": "alike", "id": peter, "scope": "collection"}));
    page.act(0, json!({"what": "accept-rest"}));
    let undoable = page.get("api/document/0").json()["undoable"].as_u64().unwrap();
    assert_eq!(undoable, 8, "the refused edit was no step");
    for left in (0..undoable).rev() {
        assert_eq!(page.post("api/undo?document=0", &json!({})).json()["undoable"], left);
    }
    assert_eq!(page.findings(0), start);
    assert!(page.post("api/undo", &json!({})).json()["undone"].is_null());
}

#[test]
fn pseudonyms_are_merged_split_and_renamed() {
    let text = "Ms Jane Roe met Dr Peter Lindqvist. Jane Roe left. Then Peter Lindqvist left.\n";
    let collection = Collection::of(&[("a.txt", text.to_owned())], policy());
    let page = collection.page();
    let (jane, peter) = (page.id(0, "Ms Jane Roe"), page.id(0, "Dr Peter Lindqvist"));
    assert_eq!((label(&page, &jane), label(&page, &peter)), ("Pers1".into(), "Pers2".into()));
    page.act(0, json!({"what": "merge", "id": peter, "into": jane}));
    let preview = page.get("api/document/0/preview").json();
    assert_eq!(preview["pseudonyms"].as_array().unwrap().len(), 1, "{}", preview["pseudonyms"]);
    assert_eq!(preview["pseudonyms"][0]["mentions"].as_array().unwrap().len(), 4);
    let again = page.id(0, "Peter Lindqvist");
    page.act(0, json!({"what": "assign", "id": again, "to": again}));
    assert_eq!((label(&page, &peter), label(&page, &again)), ("Pers1".into(), "Pers2".into()));
    page.act(0, json!({"what": "rename", "id": jane, "name": "the applicant"}));
    assert_eq!(
        page.post("api/document/0/act", &json!({"what": "rename", "id": jane, "name": "Lindqvist"})).status,
        422
    );
    assert_eq!(page.post("api/document/0/act", &json!({"what": "rename", "id": jane, "name": "Pers9"})).status, 422);
    page.act(0, json!({"what": "accept-rest"}));
    page.post("api/export", &json!({})).json();
    let expected = "the applicant met the applicant. the applicant left. Then Pers1 left.\n";
    assert_eq!(collection.released("a.txt"), expected);
}

#[test]
fn a_name_that_fits_two_people_is_asked_about() {
    let text = "Mr John Roe and Ms Jane Roe met Dr Peter Lindqvist. Later Roe paid Lindqvist.\n";
    let collection = Collection::of(&[("a.txt", text.to_owned())], policy());
    let page = collection.page();
    let fits = |text: &str| {
        let preview = page.get("api/document/0/preview").json();
        let groups = preview["pseudonyms"].as_array().unwrap().clone();
        let mentions = groups.iter().flat_map(|group| group["mentions"].as_array().unwrap().clone());
        mentions
            .filter(|mention| mention["text"] == text)
            .map(|mention| mention["fits"].as_array().unwrap().len())
            .sum::<usize>()
    };
    assert_eq!((fits("Roe"), fits("Lindqvist"), fits("Mr John Roe")), (2, 0, 0));
    let (roe, jane) = (page.id(0, "Roe"), page.id(0, "Ms Jane Roe"));
    page.act(0, json!({"what": "assign", "id": roe, "to": jane}));
    assert_eq!(fits("Roe"), 0, "who was asked and answered is not asked again");
    assert_eq!(label(&page, &roe), label(&page, &jane));
}

#[test]
fn the_gate_holds_and_the_export_is_what_the_command_line_makes() {
    let other = "Ms Jane Roe lives in Ravensmoor. Her number is 4471-883.\n".to_owned();
    let texts = [("letter.txt", LETTER.to_owned()), ("note.txt", other)];
    let collection = Collection::of(&texts, policy());
    let page = collection.page();
    let refused = page.post("api/export", &json!({}));
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert!(refused.body.contains("2 documents"), "{}", refused.body);
    assert!(collection.sanitized_again(true).unwrap_err().len() == 2, "the command line holds the same gate");
    let email = page.id(0, "p.lindqvist@example.org");
    page.act(0, json!({"what": "reject", "ids": [email]}));
    let (from, to) = units(LETTER, "sprocket");
    page.act(0, json!({"what": "mask", "start": from, "end": to, "kind": "term"}));
    page.act(0, json!({"what": "accept-rest"}));
    page.act(1, json!({"what": "accept-rest"}));
    let done = page.post("api/export", &json!({})).json();
    assert_eq!((&done["released"], &done["withheld"]), (&json!(2), &json!([])));
    let letter = collection.released("letter.txt");
    assert!(
        letter.contains("p.lindqvist@example.org") && !letter.contains("sprocket") && !letter.contains("Jane"),
        "{letter}"
    );
    let again = collection.sanitized_again(true).unwrap();
    for name in ["letter.txt", "note.txt"] {
        assert_eq!(std::fs::read_to_string(again.join(name)).unwrap(), collection.released(name));
    }
    let second = page.post("api/export", &json!({})).json();
    assert_eq!((&second["released"], &second["unchanged"]), (&json!(0), &json!(2)));
    assert_eq!(verify_release(&collection.out()).unwrap().broken, Vec::<String>::new());
}

#[test]
fn the_trail_holds_no_text_and_a_changed_release_is_found() {
    let collection = Collection::letter();
    let page = collection.page();
    let peter = page.id(0, "Dr. Peter Lindqvist");
    page.act(0, json!({"what": "edit", "id": peter, "kind": null, "action": null, "replacement": "xyzzy patient"}));
    let (from, to) = units(LETTER, "sprocket");
    page.act(0, json!({"what": "mask", "start": from, "end": to, "kind": null}));
    page.act(0, json!({"what": "accept-rest"}));
    page.post("api/undo?document=0", &json!({})).json();
    page.act(0, json!({"what": "accept-rest"}));
    page.post("api/export", &json!({})).json();
    let trail = std::fs::read_to_string(collection.work().join("audit-trail.jsonl")).unwrap();
    assert_eq!(trail.lines().count(), 6);
    for protected in ["Jane", "Roe", "Lindqvist", "sprocket", "xyzzy", "4471", "Holloway"] {
        assert!(!trail.contains(protected), "{protected}");
    }
    assert!(trail.contains("\"reviewer\":\"ada\"") && trail.contains("\"rule\":\"entity\""));
    assert!(all_text(&collection.work().join("review")).contains("xyzzy"), "going on needs it, in the private folder");
    let verified = verify_release(&collection.out()).unwrap();
    assert_eq!((verified.lines, verified.exports, verified.documents, verified.broken), (6, 1, 1, Vec::new()));
    let release = collection.out().join("letter.txt");
    std::fs::write(&release, collection.released("letter.txt") + "!").unwrap();
    assert_eq!(verify_release(&collection.out()).unwrap().broken, ["letter.txt: the release was changed"]);
    let place = collection.work().join("audit-trail.jsonl");
    std::fs::write(&place, trail.replacen("accept-rest", "accept-best", 1)).unwrap();
    let broken = verify_release(&collection.out()).unwrap().broken;
    assert!(broken[0].ends_with("line 3: was changed after it was written"), "{broken:?}");
}

#[test]
fn what_was_decided_is_there_after_the_run_was_killed() {
    let many: String = (0..1700).map(|number| format!("Write to user{number}@example.org now.\n")).collect();
    let collection = Collection::of(&[("many.txt", many)], policy());
    let page = collection.page();
    let ids: Vec<String> = page.findings(0).iter().map(|(_, one)| one["id"].as_str().unwrap().to_owned()).collect();
    assert!(ids.len() >= 1700);
    for id in &ids[..20] {
        page.act(0, json!({"what": "reject", "ids": [id]}));
    }
    assert!(!collection.work().join("review/saved").exists(), "so large a file is written when there is time");
    // Nothing is saved when the page goes.
    drop(page);
    let page = collection.page();
    let rejected = page.findings(0).iter().filter(|(_, one)| one["state"] == "rejected").count();
    assert_eq!(rejected, 20);
    page.post("api/undo?document=0", &json!({})).json();
    drop(page);
    let file = std::fs::read_to_string(collection.work().join("decisions/many.txt.json")).unwrap();
    assert_eq!(file.matches("\"state\":\"rejected\"").count(), 20, "written when it was opened");
    let page = collection.page();
    assert_eq!(page.findings(0).iter().filter(|(_, one)| one["state"] == "rejected").count(), 19);
    assert_eq!(verify_release(&collection.out()).unwrap().lines, 21);
}

#[test]
fn alike_blocks_misses_and_what_if() {
    let arms = "The missiles, bombs and rifles were loaded. Grenades and missiles came by night.\n\n\
                A quiet walk by the lake followed, with tea and cake for everyone who came along that day.\n\n\
                The valve stubbornly leaked. Another stubbornly held in Ravensmoor.\n"
        .to_owned();
    let topics = vec![TopicPolicy {
        name: "weapons".into(),
        senses: vec!["weapon.n.01".into()],
        words: vec![],
        threshold: Some(8.0),
    }];
    let policy = DocumentPolicy { topics, hide: vec!["missile".into()], beta: Some(16.0), ..policy() };
    let collection =
        Collection::of(&[("a.txt", arms.clone()), ("b.txt", "It stubbornly rained.\n".to_owned())], policy);
    let page = collection.page();
    let blocks = page.get("api/document/0/blocks").json();
    assert_eq!(blocks["blocks"].as_array().unwrap().len(), 1, "{blocks}");
    let hits: Vec<&str> =
        blocks["blocks"][0]["hits"].as_array().unwrap().iter().map(|hit| hit["text"].as_str().unwrap()).collect();
    assert!(hits.contains(&"missiles") && hits.contains(&"rifles"), "{hits:?}");
    assert!(blocks["strip"].as_str().unwrap().starts_with("<svg"));
    let (from, to) = units(&arms, "stubbornly");
    let made = page.act(0, json!({"what": "mask", "start": from, "end": to, "kind": null}));
    let id = made["changed"][0]["id"].as_str().unwrap();
    let preview = page.get("api/document/0/preview").json();
    assert_eq!(preview["meters"]["left"], 1, "the other mention would be left: {preview}");
    let count = |scope: &str| page.get(&format!("api/document/0/alike?id={id}&scope={scope}")).json()["count"].clone();
    assert_eq!((count("document"), count("collection")), (json!(2), json!(3)));
    let done = page.act(0, json!({"what": "alike", "id": id, "scope": "collection"}));
    assert_eq!(done["elsewhere"], 1);
    assert_eq!(page.get("api/document/0/preview").json()["meters"]["left"], 0);
    let misses = page.get("api/document/0/misses").json();
    assert!(misses.as_array().unwrap().iter().all(|miss| miss["text"] != "stubbornly"));
    let would = |query: &str| page.get(&format!("api/document/0/what-if?{query}")).json();
    let masks = |query: &str| would(query)["mask"].as_u64().unwrap();
    assert!(masks("beta=1") > masks("beta=10") && masks("beta=16") == 0, "{}", would("beta=10"));
    let block = blocks["blocks"][0]["id"].clone();
    page.act(0, json!({"what": "accept", "ids": [block]}));
    let changed = page.act(0, json!({"what": "settings", "setting": {"beta": 10.0}, "scope": "document"}));
    assert!(changed["changed"].as_array().is_some_and(|all| !all.is_empty()), "{changed}");
    for document in [0, 1] {
        page.act(document, json!({"what": "accept-rest"}));
    }
    let done: Value = page.post("api/export", &json!({})).json();
    assert_eq!(done["withheld"], json!([]), "{done}");
    assert!(collection.released("a.txt").starts_with("[REDACTED]\n\n"), "{}", collection.released("a.txt"));
    assert!(!all_text(&collection.out()).contains("stubbornly"));
}

#[test]
fn a_document_with_redacted_text_left_is_withheld_until_that_is_mended() {
    let text = "The old door stubbornly stayed shut. Another stubbornly opened.\n".to_owned();
    let collection = Collection::of(&[("a.txt", text.clone()), ("b.txt", "It rained.\n".to_owned())], policy());
    let page = collection.page();
    let (from, to) = units(&text, "stubbornly");
    let made = page.act(0, json!({"what": "mask", "start": from, "end": to, "kind": null}));
    let id = made["changed"][0]["id"].as_str().unwrap();
    for document in [0, 1] {
        page.act(document, json!({"what": "accept-rest"}));
    }
    let done: Value = page.post("api/export", &json!({})).json();
    assert_eq!(done["withheld"][0][0], "a.txt", "{done}");
    assert!(!done.to_string().contains("stubbornly"), "the reason shows no text: {done}");
    assert!(!collection.out().join("a.txt").exists() && collection.out().join("b.txt").exists());
    assert!(page.get("").body.contains("withheld"), "the queue says so");
    drop(page);
    let page = collection.page();
    page.act(0, json!({"what": "alike", "id": id, "scope": "document"}));
    let done: Value = page.post("api/export", &json!({})).json();
    assert_eq!(done["withheld"], json!([]), "{done}");
    assert!(!collection.released("a.txt").contains("stubbornly"));
    assert_eq!(scumble::review::verify_release(&collection.out()).unwrap().broken, Vec::<String>::new());
}
