//! The page in a real browser: skipped with a message where there is none.
#![allow(clippy::print_stderr, reason = "figures and skipped tests are told")]

use crate::support::{Collection, LETTER, policy};
use crate::webdriver::Browser;
use scumble::DocumentPolicy;
use scumble::document::TopicPolicy;
use scumble_web::{Address, Report, Stop, serve, stopper};
use std::path::Path;
use std::sync::mpsc;

/// A page on a socket that ends with the test.
pub(crate) struct Served {
    pub(crate) url: String,
    stop: Option<Stop>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Served {
    pub(crate) fn of(collection: &Collection) -> Self {
        let review = collection.review();
        let reports = vec![Report { name: "Report".into(), path: collection.work().join("report.html") }];
        let (stop, stopped) = stopper();
        let (told, heard) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            serve(review, reports, 0, stopped, |address: &Address| told.send(address.url.clone()).unwrap()).unwrap();
        });
        Self { url: heard.recv().unwrap(), stop: Some(stop), thread: Some(thread) }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            stop.stop();
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Everything that was sent is answered, and the preview has come.
pub(crate) const QUIET: &str =
    "return new Promise((done) => setTimeout(() => done(document.readyState === 'complete'), 450))";

pub(crate) fn arms() -> Collection {
    let text = "The missiles, bombs and rifles were loaded. Grenades and missiles came by night.\n\n\
                Ms Jane Roe met Dr Peter Lindqvist at Holloway General Hospital on 4 March 2019. <script>alert('Roe')</script> was her note.\n\n\
                The old door stubbornly stayed shut. Another stubbornly opened. Jane Roe wrote to p.lindqvist@example.org, and Peter Lindqvist \
                called +44 20 7946 0958.\n"
        .to_owned();
    let topics = vec![TopicPolicy {
        name: "weapons".into(),
        senses: vec!["weapon.n.01".into()],
        words: vec![],
        threshold: Some(8.0),
    }];
    let policy = DocumentPolicy { topics, hide: vec!["hospital".into()], beta: Some(16.0), ..policy() };
    Collection::of(&[("case.txt", text), ("letter.txt", LETTER.to_owned())], policy)
}

#[test]
fn a_reviewer_goes_through_a_collection() {
    let Some(browser) = Browser::start(1440, 900, false) else { return };
    let collection = arms();
    let served = Served::of(&collection);
    browser.open(&served.url);
    browser.keys("j");
    browser.until("return document.activeElement.tagName === 'A'");
    browser.keys("\u{e007}");
    browser.until("return !!document.querySelector('#original-text mark')");
    assert_eq!(browser.text("h1"), "case.txt", "the risky block makes it first");
    browser.until(QUIET);
    assert_eq!(
        browser.run("return document.querySelectorAll('#original-text script, #preview-text script').length"),
        0
    );
    assert!(browser.text("#original-text").contains("<script>alert('Roe')</script>"));

    // Three panes in step: a click in one moves the others.
    browser.click("#original-text mark.accepted");
    let selected = "return document.querySelector('.row[aria-selected=true]').dataset.id";
    let id = browser.run(selected);
    assert_eq!(browser.run("return document.querySelector('#preview-text mark.at').dataset.id"), id);
    browser.keys("k");
    browser.keys("j");
    assert_eq!(browser.run(selected), id, "K and J go there and back");

    // Accept and reject.
    let pick = |text: &str| {
        row(&browser, &format!("row.querySelector('.surface').textContent === {}", serde_json::json!(text)))
    };
    let state = |id: &str| {
        browser.run(&format!(
            "return document.querySelector('#original-text mark[data-id=\"{id}\"]').className.split(' ')[0]"
        ))
    };
    let peter = pick("Dr Peter Lindqvist");
    browser.keys("a");
    browser.until(QUIET);
    assert!(
        browser.run(&format!(
            "return document.querySelector('#original-text mark[data-id=\"{peter}\"]').classList.contains('looked')"
        )) == true
    );
    let mail = pick("p.lindqvist@example.org");
    browser.keys("r");
    browser.until(QUIET);
    assert_eq!(state(&mail), "rejected");
    assert!(browser.text("#preview-text").contains("p.lindqvist@example.org"));

    // Edit a replacement.
    let hospital = pick("Holloway General Hospital");
    browser.keys("e");
    browser.until("return document.getElementById('dialog').open");
    browser.keys("a clinic\u{e007}");
    browser.until("return !document.getElementById('dialog').open");
    browser.until("return document.querySelector('#preview-text').textContent.includes('a clinic')");
    assert_eq!(state(&hospital), "manual");

    // Mask what the machine missed, then all alike.
    browser.run(
        "const walker = document.createTreeWalker(document.getElementById('original-text'), NodeFilter.SHOW_TEXT);\
         for (let node = walker.nextNode(); node; node = walker.nextNode()) { const at = node.data.indexOf('stubbornly');\
         if (at >= 0) { const range = document.createRange(); range.setStart(node, at); range.setEnd(node, at + 10);\
         getSelection().removeAllRanges(); getSelection().addRange(range); break; } }",
    );
    browser.keys("m");
    browser.until("return document.querySelector('.row[aria-selected=true] .surface')?.textContent === 'stubbornly'");
    browser.until("return !document.getElementById('alert').hidden");
    assert!(browser.text("#alert").contains("left in 1 place"));
    browser.keys("g");
    browser.until("return document.querySelectorAll('.hits strong').length === 2");
    browser.keys("\u{e007}");
    browser.until("return document.getElementById('alert').hidden");
    assert!(!browser.text("#preview-text").contains("stubbornly"));

    // The same without a mouse: V takes the word after the current finding, the arrows move and lengthen.
    pick("Dr Peter Lindqvist");
    browser.keys("v");
    browser.until("return getSelection().toString() === 'at'");
    browser.keys("\u{e014}\u{e014}\u{e014}\u{e014}\u{e012}");
    let selection = browser.run("return getSelection().toString()");
    browser.run("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', shiftKey: true, bubbles: true }))");
    let longer = browser.run("return getSelection().toString()");
    assert!(longer.as_str().unwrap().starts_with(selection.as_str().unwrap()), "{selection} {longer}");
    assert_ne!(longer, selection);
    browser.run("getSelection().removeAllRanges()");
    browser.keys("\u{e00c}");

    // Merge two pseudonyms, and split them again by undoing.
    browser.keys("2");
    browser.until("return !!document.querySelector('.card[data-label=\"Pers2\"]')");
    browser.run("[...document.querySelectorAll('.card[data-label=\"Pers2\"] button')].find((one) => one.textContent === 'Merge into').click()");
    browser.until("return !document.querySelector('.card[data-label=\"Pers2\"]')");

    // Delete the risky block.
    browser.keys("3");
    browser.until("return !!document.querySelector('#view-blocks .card')");
    assert!(browser.text("#view-blocks").contains("missiles"));
    assert_eq!(browser.run("return document.querySelectorAll('#view-blocks .strip svg').length"), 1);
    browser.click("#view-blocks button.main");
    browser.until("return document.querySelector('#preview-text').textContent.startsWith('[REDACTED]')");

    // Slide caution and β: the counts and the risk move.
    browser.keys("5");
    browser.until("return !!document.getElementById('set-beta')");
    let slide = |name: &str, to: &str| {
        browser.run(&format!(
            "const one = document.getElementById('set-{name}'); one.value = {to}; one.dispatchEvent(new Event('input'))"
        ));
        browser.until(QUIET);
        ["would-mask", "would-keep", "would-risk"].map(|id| browser.text(&format!("#{id}")))
    };
    let (high, low) = (slide("beta", "16"), slide("beta", "4"));
    assert_ne!(high[0], low[0], "β moves the count");
    assert_ne!(high[2], low[2], "β moves the risk: {high:?} {low:?}");
    let (all, none) = (slide("caution", "1"), slide("caution", "0"));
    assert_ne!((&all[0], &all[1]), (&none[0], &none[1]), "caution moves the count");

    // Undo to the start, and everything again by hand.
    let undo_all = "return new Promise(async (done) => { const button = document.getElementById('undo');\
                    for (let i = 0; i < 40 && !button.disabled; i += 1) { button.click(); await new Promise((next) => setTimeout(next, 150)); } done(button.disabled) })";
    assert_eq!(browser.run(undo_all), true);
    browser.until(QUIET);
    browser.keys("1");
    assert!(browser.text("#preview-text").contains("stubbornly") && browser.text("#preview-text").contains("missiles"));
    pick("p.lindqvist@example.org");
    browser.keys("r");
    browser.until(QUIET);

    // The gate: nothing is exported before everything of high risk is looked at.
    browser.keys("x");
    browser.until("return document.getElementById('dialog-title')?.textContent === 'Not exported'");
    browser.keys("\u{e00c}");
    let block = row(&browser, "row.querySelector('.why').textContent.startsWith('block')");
    browser.keys("a");
    browser.until(QUIET);
    assert_eq!(state(&block), "accepted");
    browser.keys("A");
    browser.until("return document.getElementById('m-open').textContent === '0'");
    browser.keys("n");
    browser.until("return document.querySelector('h1').textContent === 'letter.txt'");
    browser.until(QUIET);
    browser.keys("A");
    browser.until("return document.getElementById('m-open').textContent === '0'");
    browser.keys("x");
    browser.until("return document.getElementById('dialog-title')?.textContent === 'Exported'");
    let text = collection.released("case.txt");
    assert!(
        text.starts_with("[REDACTED]\n\n") && text.contains("p.lindqvist@example.org") && text.contains("stubbornly"),
        "{text}"
    );
    assert!(!text.contains("Jane") && !text.contains("Dr Peter"), "{text}");
    assert_eq!(scumble::review::verify_release(&collection.out()).unwrap().broken, Vec::<String>::new());
    let again = collection.sanitized_again(true).unwrap();
    assert_eq!(std::fs::read_to_string(again.join("case.txt")).unwrap(), text);
    assert_quiet(&browser, &served.url);
}

/// Clicks the row for which a condition holds, wherever it is in the list, and gives its finding.
#[track_caller]
fn row(browser: &Browser, condition: &str) -> String {
    let script = format!(
        "return (async () => {{ const list = document.getElementById('list');\
         for (let top = 0; top <= list.scrollHeight; top += 150) {{ list.scrollTop = top;\
         await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(next))));\
         const row = [...document.querySelectorAll('.row')].find((row) => {condition});\
         if (row) {{ row.click(); return row.dataset.id; }} }} return null; }})()"
    );
    let id = browser.run(&script);
    id.as_str().unwrap_or_else(|| panic!("no row with {condition}")).to_owned()
}

/// No request was refused or went anywhere but to the page, and nothing was complained of.
fn assert_quiet(browser: &Browser, url: &str) {
    let complaints: Vec<String> = browser.log("browser").iter().map(|line| line["message"].to_string()).collect();
    // A refused export is an answer with an error status, which browsers note.
    let complaints: Vec<&String> = complaints.iter().filter(|line| !line.contains("/api/export")).collect();
    assert!(complaints.is_empty(), "{complaints:?}");
    let mut asked_for = std::collections::HashSet::new();
    for line in browser.log("performance") {
        let message: serde_json::Value = serde_json::from_str(line["message"].as_str().unwrap()).unwrap();
        let event = &message["message"];
        if event["method"] == "Network.requestWillBeSent" {
            let asked = event["params"]["request"]["url"].as_str().unwrap();
            assert!(asked.starts_with(url) || asked.starts_with("data:,") || asked.starts_with("chrome"), "{asked}");
            asked_for.insert(event["params"]["requestId"].to_string());
        }
        // Going to the next document ends what is still being asked, and Chromium's own start page may fail after the log was begun:
        // neither is a refusal.
        let failed = event["method"] == "Network.loadingFailed"
            && event["params"]["canceled"] != true
            && asked_for.contains(&event["params"]["requestId"].to_string());
        assert!(!failed && event["params"]["blockedReason"].is_null(), "{event}");
    }
    assert!(asked_for.len() > 10, "{}", asked_for.len());
}

#[test]
fn nothing_serious_stands_in_the_way_of_a_screen_reader() {
    let Some(browser) = Browser::start(1440, 900, false) else { return };
    let checker = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/browser/node_modules/axe-core/axe.min.js");
    let Ok(checker) = std::fs::read_to_string(checker) else {
        eprintln!("skipped: axe-core is not there (.ci/browser installs it)");
        return;
    };
    let collection = arms();
    let served = Served::of(&collection);
    let check = |what: &str| {
        browser.run(&format!("{checker}; window.axe = axe;"));
        let found = browser.run("return axe.run(document, { iframes: false }).then((all) => all.violations.map((one) => [one.impact, one.id, one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160))]))");
        let serious = |one: &&serde_json::Value| matches!(one[0].as_str(), Some("serious" | "critical"));
        let bad: Vec<_> = found.as_array().unwrap().iter().filter(serious).collect();
        assert!(bad.is_empty(), "{what}: {}", serde_json::to_string_pretty(&bad).unwrap());
    };
    browser.open(&served.url);
    check("queue");
    browser.open(&format!("{}document/0", served.url));
    browser.until(QUIET);
    for tab in ["1", "2", "3", "4", "5"] {
        browser.keys(tab);
        browser.until(QUIET);
        check(&format!("tab {tab}"));
    }
    browser.keys("1?");
    browser.until("return document.getElementById('dialog').open");
    check("help");
    browser.keys("\u{e00c}");
    browser.open(&format!("{}reports/0", served.url));
    check("report");
}
