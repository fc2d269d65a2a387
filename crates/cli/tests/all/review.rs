//! `scumble review`, `scumble audit verify` and `scumble sanitize --reviewed` from outside.

use crate::support::{LETTER, Workplace, json, read, refused, scumble};
use serde_json::{Value, json as value};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// A page that is killed with the test.
struct Page {
    process: Child,
    host: String,
    path: String,
}

impl Page {
    fn open(out: &str) -> Self {
        Self::open_with(out, &[])
    }

    fn open_with(out: &str, more: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_scumble"))
            .args(["review", out, "--no-browser", "--json", "--quiet", "--reviewer", "ada"])
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut text = String::new();
        for line in BufReader::new(process.stdout.take().unwrap()).lines() {
            text += &line.unwrap();
            if text.ends_with('}') {
                break;
            }
        }
        let told: Value = serde_json::from_str(&text).unwrap();
        let url = told["url"].as_str().unwrap().strip_prefix("http://").unwrap().to_owned();
        assert!(url.starts_with("127.0.0.1:"), "{url}");
        let (host, path) = url.split_once('/').unwrap();
        Self { process, host: host.to_owned(), path: format!("/{path}") }
    }

    /// Status and content of an answer.
    fn answer(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        let (host, own) = (&self.host, &self.path);
        let length = body.len();
        write!(
            stream,
            "{method} {own}{path} HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, content) = answer.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), content.to_owned())
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, Value) {
        let (status, content) = self.answer(method, path, body);
        (status, serde_json::from_str(&content).unwrap_or(Value::Null))
    }

    fn findings(&self) -> Vec<Value> {
        self.ask("GET", "api/document/0", "").1["findings"].as_array().unwrap().clone()
    }

    fn act(&self, act: &Value) -> Value {
        let (status, answer) = self.ask("POST", "api/document/0/act", &act.to_string());
        assert_eq!(status, 200, "{answer}");
        answer
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn released(place: &Workplace) -> String {
    let input = place.write("in/letter.txt", LETTER);
    let out = place.path("out");
    json(&["sanitize", &input[..input.len() - "/letter.txt".len()], "-o", &out, "--reader", "fast"]);
    out
}

#[test]
fn what_was_decided_is_there_after_kill_9_and_the_export_is_what_sanitize_makes() {
    let place = Workplace::new();
    let out = released(&place);
    let input = place.path("in");
    let decisions = format!("{out}.work/decisions");
    let again = place.path("again");
    let gate = |out: &str| {
        scumble(&[
            "sanitize",
            &input,
            "-o",
            out,
            "--reader",
            "fast",
            "--decisions",
            &decisions,
            "--reviewed",
            "--again",
        ])
    };
    assert_eq!(gate(&again).status.code(), Some(1), "nobody has looked at anything");
    let page = Page::open(&out);
    assert!(
        refused(2, &["review", &out, "--no-browser", "--reviewer", "eve"])
            .contains("another run is writing this release")
    );
    let is_mail = |one: &&Value| one["kind"] == "e-mail";
    let mail = page.findings().iter().find(is_mail).unwrap()["id"].clone();
    page.act(&value!({"what": "reject", "ids": [mail]}));
    page.act(&value!({"what": "accept-rest"}));
    // SIGKILL.
    drop(page);
    let page = Page::open(&out);
    let all = page.findings();
    assert_eq!(all.iter().find(is_mail).unwrap()["state"], "rejected");
    assert!(all.iter().all(|one| one["reviewer"] == "ada"));
    let (status, done) = page.ask("POST", "api/export", "{}");
    assert_eq!((status, &done["withheld"]), (200, &value!([])), "{done}");
    drop(page);
    let text = read(format!("{out}/letter.txt"));
    assert!(text.contains("p.lindqvist@example.org") && !text.contains("Jane"), "{text}");
    assert_eq!(gate(&again).status.code(), Some(0));
    assert_eq!(read(format!("{again}/letter.txt")), text);
    let checked = json(&["audit", "verify", &out]);
    assert_eq!((&checked["lines"], &checked["exports"], &checked["documents"]), (&value!(3), &value!(1), &value!(1)));
    let trail = format!("{out}.work/audit-trail.jsonl");
    let changed = read(&trail).replacen("\"ada\"", "\"eve\"", 1);
    std::fs::write(&trail, changed).unwrap();
    let output = scumble(&["audit", "verify", &out]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 1: was changed after it was written"));
}

#[test]
fn a_release_with_a_key_is_exported_with_it_and_restored() {
    let place = Workplace::new();
    let input = place.write("in/letter.txt", LETTER);
    let (out, key, passphrase) =
        (place.path("out"), place.path("labels.key"), place.write("passphrase", "open sesame, please"));
    let keyed = ["--key", &key, "--passphrase-file", &passphrase];
    let folder = place.path("in");
    json(&[&["sanitize", &folder, "-o", &out, "--reader", "fast"][..], &keyed].concat());
    let page = Page::open(&out);
    page.act(&value!({"what": "accept-rest"}));
    let (status, refusal) = page.ask("POST", "api/export", "{}");
    assert!(status >= 400 && refusal["error"].as_str().unwrap().contains("key"), "without the key: {refusal}");
    drop(page);
    let page = Page::open_with(&out, &keyed);
    let mail = page.findings().iter().find(|one| one["kind"] == "e-mail").unwrap()["id"].clone();
    page.act(&value!({"what": "reject", "ids": [mail]}));
    let (status, done) = page.ask("POST", "api/export", "{}");
    assert_eq!((status, &done["withheld"]), (200, &value!([])), "{done}");
    drop(page);
    let back = place.path("back.txt");
    json(&[&["restore", &format!("{out}/letter.txt"), "-o", &back][..], &keyed].concat());
    assert_eq!(read(&back), read(&input));
}

#[test]
fn reports_of_tables_open_in_the_frame() {
    let place = Workplace::new();
    let out = released(&place);
    let table: String = std::iter::once("age,income\n".to_owned())
        .chain((0..40).map(|row| format!("{},{}\n", 20 + row * 7 % 41, 1000 + row * 37 % 911)))
        .collect();
    let (table, masked, report) =
        (place.write("people.csv", &table), place.path("masked.csv"), place.path("assessed.html"));
    json(&["mask", &table, "-o", &masked, "--columns", "age,income", "-k", "3"]);
    json(&["assess", "table", &table, &masked, "--report", &report]);
    let page = Page::open_with(&out, &["--report", &report]);
    let (status, frame) = page.answer("GET", "reports/1", "");
    assert!(status == 200 && frame.contains("<iframe title=\"assessed\""), "{frame}");
    let (status, content) = page.answer("GET", "reports/1/page", "");
    assert!(status == 200 && content.ends_with(&read(&report)), "the report as it was written");
}

#[test]
fn what_is_no_release_is_refused() {
    let place = Workplace::new();
    assert!(refused(2, &["review", &place.path("none"), "--no-browser"]).contains("there is no work folder"));
    assert!(refused(2, &["audit", "verify", &place.path("none")]).contains("is no release of documents"));
    let out = released(&place);
    let message = refused(2, &["review", &out, "--no-browser", "--report", &place.path("none.html")]);
    assert!(message.contains("there is no such file"), "{message}");
}
