//! A small client of the WebDriver protocol: enough to drive Chromium through chromedriver, over plain HTTP on loopback.
#![allow(clippy::print_stderr, reason = "skipped tests say so")]

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A browser that ends with the test.
pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
    _profile: tempfile::TempDir,
}

/// The key of W3C element references.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

impl Browser {
    /// Starts a browser of that size; `None`, with a message, where there is none.
    pub(crate) fn start(width: u32, height: u32, dark: bool) -> Option<Self> {
        let started = Command::new("chromedriver").arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let Ok(mut driver) = started else {
            eprintln!("skipped: there is no chromedriver (.ci/browser installs it)");
            return None;
        };
        let mut lines = BufReader::new(driver.stdout.take()?).lines().map_while(Result::ok);
        let line = lines.find(|line| line.contains("started successfully on port"))?;
        let port = line.rsplit(' ').next()?.trim_end_matches('.').parse().ok()?;
        std::thread::spawn(move || lines.for_each(drop));
        let profile = tempfile::tempdir().ok()?;
        let mut arguments: Vec<String> = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--homepage=about:blank",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--hide-scrollbars",
        ]
        .map(str::to_owned)
        .to_vec();
        arguments.push(format!("--user-data-dir={}", profile.path().display()));
        arguments.push(format!("--window-size={width},{height}"));
        if dark {
            arguments.push("--force-dark-mode".to_owned());
            arguments.push("--blink-settings=preferredColorScheme=0".to_owned());
        }
        let mut browser = Self { driver, port, session: String::new(), _profile: profile };
        let capabilities = json!({"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": {"args": arguments},
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }}});
        let answer = browser.call("POST", "/session", &capabilities);
        let Some(session) = answer["sessionId"].as_str() else {
            eprintln!("skipped: Chromium does not start: {answer}");
            return None;
        };
        browser.session = session.to_owned();
        // What the browser itself asked for while it started is not the page's.
        browser.open("about:blank");
        browser.log("performance");
        Some(browser)
    }

    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let body = if method == "POST" { body.to_string() } else { String::new() };
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.port,
            body.len()
        )
        .unwrap();
        // The driver keeps the connection: what it says of the length is what is read.
        let mut answer = BufReader::new(stream);
        let (mut length, mut line) = (0, String::new());
        while answer.read_line(&mut line).unwrap() > 2 {
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            line.clear();
        }
        let mut content = vec![0; length];
        answer.read_exact(&mut content).unwrap();
        let parsed: Value = serde_json::from_slice(&content).unwrap_or(Value::Null);
        parsed["value"].clone()
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let value = self.call(method, &format!("/session/{}{path}", self.session), body);
        assert!(value.get("error").is_none(), "{path}: {}", value["message"]);
        value
    }

    pub(crate) fn open(&self, url: &str) {
        self.ask("POST", "/url", &json!({ "url": url }));
    }

    /// Runs a script in the page; what it returns comes back, also of a promise.
    pub(crate) fn run(&self, script: &str) -> Value {
        self.ask("POST", "/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Presses keys, one after the other, on whatever has the focus.
    pub(crate) fn keys(&self, keys: &str) {
        let actions: Vec<Value> = keys
            .chars()
            .flat_map(|key| [json!({"type": "keyDown", "value": key}), json!({"type": "keyUp", "value": key})])
            .collect();
        self.ask("POST", "/actions", &json!({"actions": [{"type": "key", "id": "keyboard", "actions": actions}]}));
    }

    /// Clicks the first element of a selector.
    pub(crate) fn click(&self, selector: &str) {
        let found = self.ask("POST", "/element", &json!({"using": "css selector", "value": selector}));
        let id = found[ELEMENT].as_str().unwrap().to_owned();
        self.ask("POST", &format!("/element/{id}/click"), &json!({}));
    }

    /// The text of the first element of a selector; nothing where there is none.
    pub(crate) fn text(&self, selector: &str) -> String {
        let script = format!("return document.querySelector({})?.textContent ?? ''", json!(selector));
        self.run(&script).as_str().unwrap_or_default().to_owned()
    }

    /// Waits until a script gives something true.
    #[track_caller]
    pub(crate) fn until(&self, script: &str) -> Value {
        let start = Instant::now();
        loop {
            let value = self.run(script);
            if !matches!(value, Value::Null | Value::Bool(false)) {
                return value;
            }
            assert!(start.elapsed() < Duration::from_secs(60), "never came true: {script}");
            std::thread::sleep(Duration::from_millis(40));
        }
    }

    /// The lines of a log since it was asked for last.
    pub(crate) fn log(&self, kind: &str) -> Vec<Value> {
        self.ask("POST", "/se/log", &json!({ "type": kind })).as_array().cloned().unwrap_or_default()
    }

    /// A picture of the page as PNG, in base64.
    pub(crate) fn picture(&self) -> String {
        self.ask("GET", "/screenshot", &Value::Null).as_str().unwrap_or_default().to_owned()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            self.call("DELETE", &format!("/session/{}", self.session), &Value::Null);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
