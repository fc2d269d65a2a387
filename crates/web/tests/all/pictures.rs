//! Pictures of every view, for a person to look at.

use crate::browser::{QUIET, Served, arms};
use crate::webdriver::Browser;
use std::path::Path;

/// Pictures of every view, for a person to look at: `SCUMBLE_PICTURES=FOLDER cargo test -p scumble-web pictures`.
#[test]
fn pictures() {
    let Ok(folder) = std::env::var("SCUMBLE_PICTURES") else { return };
    std::fs::create_dir_all(&folder).unwrap();
    let collection = arms();
    let served = Served::of(&collection);
    for (size, (width, height)) in [("desktop", (1440, 900)), ("narrow", (420, 860))] {
        for (mode, dark) in [("light", false), ("dark", true)] {
            let Some(browser) = Browser::start(width, height, dark) else { return };
            let take = |name: &str| {
                let path = Path::new(&folder).join(format!("{name}-{size}-{mode}.png"));
                std::fs::write(path, decoded(&browser.picture())).unwrap();
            };
            browser.open(&served.url);
            take("queue");
            browser.open(&format!("{}document/0", served.url));
            browser.until(QUIET);
            browser.keys("jjj");
            for (key, name) in
                [("1", "findings"), ("2", "pseudonyms"), ("3", "blocks"), ("4", "misses"), ("5", "settings")]
            {
                browser.keys(key);
                browser.until(QUIET);
                take(name);
            }
            browser.keys("1");
            if size == "narrow" {
                browser.click(".switch button[data-pane=original]");
                take("original");
            }
            browser.keys("?");
            take("help");
            browser.open(&format!("{}reports/0", served.url));
            take("report");
        }
    }
}

/// Base64 as bytes.
fn decoded(text: &str) -> Vec<u8> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut out, mut bits, mut held) = (Vec::new(), 0u32, 0);
    for value in text.bytes().filter_map(|byte| LETTERS.iter().position(|&letter| letter == byte)) {
        (bits, held) = (bits << 6 | value as u32, held + 6);
        if held >= 8 {
            held -= 8;
            out.push((bits >> held) as u8);
        }
    }
    out
}
