//! Who may ask, and what the page may do.

use crate::support::{Collection, LETTER, PORT, Page};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use scumble_web::{Address, serve, stopper};
use std::io::{Read, Write};
use std::net::TcpStream;

const FORBIDDEN: StatusCode = StatusCode::FORBIDDEN;

fn page() -> (Collection, Page) {
    let collection = Collection::letter();
    let page = collection.page();
    (collection, page)
}

#[test]
fn without_the_token_nothing_is_answered() {
    let (_collection, page) = page();
    let ask = |path: &str| {
        let request = Request::builder().uri(path).header(header::HOST, format!("127.0.0.1:{PORT}"));
        page.send(request.body(Body::empty()).unwrap())
    };
    let token = &page.token;
    assert_eq!(ask(&format!("/{token}/")).status, StatusCode::OK);
    let wrong = format!("{}0", &token[..token.len() - 1]).replace("00", "01");
    for path in [
        "/".to_owned(),
        "/review.js".to_owned(),
        "/document/0".to_owned(),
        "/api/document/0".to_owned(),
        format!("/{wrong}/"),
        format!("/{}/", &token[1..]),
        format!("/{token}0/"),
        format!("/{}/", token.to_uppercase() + "X"),
        format!("//{token}/"),
        format!("/?token={token}"),
    ] {
        let answer = ask(&path);
        assert_eq!((answer.status, answer.body.as_str()), (FORBIDDEN, "refused\n"), "{path}");
    }
}

#[test]
fn a_foreign_host_or_origin_is_refused() {
    let (_collection, page) = page();
    let path = format!("/{}/api/document/0", page.token);
    let ask = |method: &str, headers: &[(&str, &str)]| {
        let mut request = Request::builder().method(method).uri(&path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        page.send(request.body(Body::empty()).unwrap()).status
    };
    let (own, site) = (format!("127.0.0.1:{PORT}"), format!("http://127.0.0.1:{PORT}"));
    let local = format!("localhost:{PORT}");
    assert_eq!(ask("GET", &[("host", &own)]), StatusCode::OK);
    assert_eq!(ask("GET", &[("host", &local)]), StatusCode::OK);
    assert_eq!(ask("GET", &[("host", &own), ("origin", &site)]), StatusCode::OK);
    // A name that somebody points at this machine; another port; none; two.
    for host in ["attacker.example", "127.0.0.1", "127.0.0.1:80", "attacker.example:4321", ""] {
        assert_eq!(ask("GET", &[("host", host)]), FORBIDDEN, "{host}");
    }
    assert_eq!(ask("GET", &[]), FORBIDDEN);
    assert_eq!(ask("GET", &[("host", &own), ("host", &own)]), FORBIDDEN);
    for origin in ["http://attacker.example", "null", "http://127.0.0.1:80", &format!("https://127.0.0.1:{PORT}"), ""] {
        assert_eq!(ask("GET", &[("host", &own), ("origin", origin)]), FORBIDDEN, "{origin}");
    }
    assert_eq!(ask("GET", &[("host", &local), ("origin", &site)]), FORBIDDEN, "two names are two pages");
    assert_eq!(ask("GET", &[("host", &own), ("sec-fetch-site", "cross-site")]), FORBIDDEN);
    assert_eq!(ask("GET", &[("host", &own), ("sec-fetch-site", "none")]), StatusCode::OK);
}

#[test]
fn a_form_of_another_page_changes_nothing() {
    let (collection, page) = page();
    let before = page.findings(0);
    let id = page.id(0, "Jane Roe");
    let act = format!("{{\"what\":\"reject\",\"ids\":[\"{id}\"]}}");
    let path = format!("/{}/api/document/0/act", page.token);
    let own = format!("127.0.0.1:{PORT}");
    for headers in [
        vec![("origin", "http://attacker.example"), ("content-type", "text/plain")],
        vec![("origin", "null"), ("content-type", "application/x-www-form-urlencoded")],
        vec![("content-type", "application/json")],
        vec![("origin", "http://127.0.0.1:4321"), ("sec-fetch-site", "cross-site")],
    ] {
        let mut request = Request::builder().method("POST").uri(&path).header(header::HOST, &own);
        for (name, value) in &headers {
            request = request.header(*name, *value);
        }
        assert_eq!(page.send(request.body(Body::from(act.clone())).unwrap()).status, FORBIDDEN, "{headers:?}");
    }
    assert_eq!(page.findings(0), before);
    assert!(!collection.work().join("review/saved").exists());
}

#[test]
fn paths_lead_nowhere_else_and_bodies_have_an_end() {
    let (_collection, page) = page();
    for path in [
        "../../etc/passwd",
        "document/../../../etc/passwd",
        "document/..%2f..%2fetc%2fpasswd",
        "reports/0/page",
        "document/7",
        "document/-1",
        "nothing",
    ] {
        let answer = page.get(path);
        assert!(answer.status.is_client_error(), "{path}: {}", answer.status);
        assert!(!answer.body.contains("root:"), "{path}");
    }
    let large = "x".repeat((1 << 20) + 1);
    let request = page.own("POST", "api/document/0/act").body(Body::from(large)).unwrap();
    assert_eq!(page.send(request).status, StatusCode::PAYLOAD_TOO_LARGE);
    for body in [
        "",
        "{}",
        "[]",
        "{\"what\":\"own\"}",
        "{\"what\":\"accept\",\"ids\":[\"x\"],\"more\":1}",
        "{\"what\":\"mask\",\"start\":5,\"end\":1}",
    ] {
        let request = page.own("POST", "api/document/0/act").body(Body::from(body)).unwrap();
        assert!(page.send(request).status.is_client_error(), "{body}");
    }
}

#[test]
fn every_answer_is_sealed_and_text_stays_text() {
    let (_collection, page) = page();
    for path in ["", "document/0", "review.js", "review.css", "api/document/0", "api/document/0/preview", "nothing"] {
        let answer = page.get(path);
        let header =
            |name: &str| answer.headers.get(name).unwrap_or_else(|| panic!("{path}: {name}")).to_str().unwrap();
        let policy = header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'"), "{path}");
        for allowed in ["http:", "https:", "*", "unsafe", "data:"] {
            assert!(!policy.contains(allowed), "{path}: {policy}");
        }
        assert_eq!(header("cache-control"), "no-store");
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("referrer-policy"), "no-referrer");
        assert!(!answer.headers.contains_key("access-control-allow-origin"));
    }
    let html = page.get("document/0").body;
    assert!(!html.contains("<script>alert"), "text of a document became markup");
    assert!(html.contains("\\u003cscript>alert"));
    for outside in ["http://", "https://", "//cdn"] {
        for asset in [&html, &page.get("review.js").body, &page.get("review.css").body] {
            assert!(!asset.replace(LETTER, "").contains(outside), "{outside}");
        }
    }
}

#[test]
fn the_page_is_on_loopback_alone_and_ends_when_it_is_told() {
    let collection = Collection::letter();
    let (stop, stopped) = stopper();
    let mut stop = Some(stop);
    let ready = |address: &Address| {
        assert!(address.socket.ip().is_loopback());
        let (socket, stop) = (address.socket, stop.take().unwrap());
        let path = address.url.split_once(&socket.to_string()).unwrap().1.to_owned();
        std::thread::spawn(move || {
            let mut stream = TcpStream::connect(socket).unwrap();
            write!(stream, "GET {path} HTTP/1.1\r\nhost: {socket}\r\nconnection: close\r\n\r\n").unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
            stop.stop();
        });
    };
    serve(collection.review(), Vec::new(), 0, stopped, ready).unwrap();
}
