//! How long the page takes with very many findings and documents, in a real browser; the figures are printed.
#![allow(clippy::print_stderr, reason = "figures and skipped tests are told")]

use crate::browser::{QUIET, Served};
use crate::support::{Collection, policy};
use crate::webdriver::Browser;
use std::time::Instant;

/// The time from a key to the picture that follows it, for each of some keys, in milliseconds.
fn key_to_picture(browser: &Browser, keys: &str) -> Vec<f64> {
    browser.run(
        "const first = !window.times; window.times = []; if (first) addEventListener('keydown', (event) => { const start = event.timeStamp;\
         requestAnimationFrame(() => { const after = new MessageChannel(); after.port1.onmessage = () => times.push(performance.now() - start); after.port2.postMessage(0); }); }, true)",
    );
    for key in keys.chars() {
        let before = browser.run("return times.length").as_u64().unwrap();
        browser.keys(&key.to_string());
        browser.until(&format!("return times.length > {before}"));
    }
    browser.run("return times").as_array().unwrap().iter().map(|time| time.as_f64().unwrap()).collect()
}

#[test]
fn ten_thousand_findings_are_decided() {
    let Some(browser) = Browser::start(1440, 900, false) else { return };
    let many: String = (0..10_000)
        .map(|number| {
            format!(
                "Then user{number}@example.org wrote about the weather and the roads of that year.{}",
                if number % 5 == 4 { "\n\n" } else { " " }
            )
        })
        .collect();
    let collection = Collection::of(&[("many.txt", many)], policy());
    let served = Served::of(&collection);
    let start = Instant::now();
    browser.open(&format!("{}document/0", served.url));
    browser.until(
        "return document.querySelectorAll('.row').length > 5 && !!document.querySelector('#original-text mark')",
    );
    let first = start.elapsed();
    let findings = browser.run("return JSON.parse(document.getElementById('data').textContent).findings.length");
    assert!(findings.as_u64().unwrap() >= 10_000);
    let keys: String = "ajrakj".chars().cycle().take(60).collect();
    let mut times = key_to_picture(&browser, &keys);
    // In the middle and at the end of the document as well.
    browser.run("document.getElementById('list').scrollTop = 46 * 5000");
    browser.until(QUIET);
    browser.run("document.querySelectorAll('.row')[8].click()");
    times.extend(key_to_picture(&browser, &keys));
    times.sort_by(f64::total_cmp);
    let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
    let ninth = times[times.len() * 95 / 100];
    eprintln!(
        "10,000 findings: first view {:.0} ms; key to picture: median {median:.1} ms, 95 % {ninth:.1} ms, worst {worst:.1} ms of {}",
        first.as_secs_f64() * 1e3,
        times.len()
    );
}

#[test]
fn two_thousand_documents_are_listed() {
    let Some(browser) = Browser::start(1440, 900, false) else { return };
    let texts: Vec<(String, String)> = (0..2000)
        .map(|number| (format!("notes/{number}.txt"), format!("Ms Jane Roe wrote to user{number}@example.org.\n")))
        .collect();
    let texts: Vec<(&str, String)> = texts.iter().map(|(name, text)| (name.as_str(), text.clone())).collect();
    let collection = Collection::of(&texts, policy());
    let served = Served::of(&collection);
    browser.open("about:blank");
    let start = Instant::now();
    browser.open(&served.url);
    let whole = start.elapsed();
    let rows = browser.run("return document.querySelectorAll('#queue tbody tr').length");
    let painted = browser.run("return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null");
    eprintln!(
        "2,000 documents: whole page after {:.0} ms, first picture after {painted} ms",
        whole.as_secs_f64() * 1e3
    );
    assert_eq!(rows, 2000);
    let mut times = key_to_picture(&browser, "jjjjjjjjjjkkkjjj");
    times.sort_by(f64::total_cmp);
    eprintln!(
        "2,000 documents: key to picture: median {:.1} ms, worst {:.1} ms",
        times[times.len() / 2],
        times[times.len() - 1]
    );
}
