//! What servers are asked, how their answers are read, and what is said when they fail.

use crate::server::{Reply, Server, json as answer, status};
use scumble_corpus::{Cached, Counts, Elasticsearch, Error, InfiniGram, RemoteOptions, SpecOptions, Unit, open};
use serde_json::json;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

type Waits = Arc<Mutex<Vec<Duration>>>;

/// Options that note the waits instead of waiting.
fn options() -> (RemoteOptions, Waits) {
    let waits = Waits::default();
    let noted = waits.clone();
    let pause = Arc::new(move |wait| noted.lock().unwrap().push(wait));
    (RemoteOptions { pause, ..RemoteOptions::default() }, waits)
}

fn count(count: u64) -> Reply {
    answer(json!({"count": count, "_shards": {"total": 5, "successful": 5, "skipped": 0, "failed": 0}}))
}

fn elasticsearch(replies: Vec<Reply>) -> (Server, Elasticsearch, Waits) {
    let (options, waits) = options();
    let server = Server::new(replies);
    let counts = Elasticsearch::new(&format!("http://{}/wiki", server.address), &options).unwrap();
    (server, counts, waits)
}

fn infini_gram(replies: Vec<Reply>, change: impl Fn(&mut RemoteOptions)) -> (Server, InfiniGram) {
    let server = Server::new(replies);
    let mut options = options().0;
    options.infini_gram = format!("http://{}/", server.address);
    change(&mut options);
    let counts = InfiniGram::new("v4_test_llama", &options).unwrap();
    (server, counts)
}

/// The message names the server and what is expected, and nothing of what was asked.
fn said(error: Error, server: &Server, expected: &str) {
    let message = error.to_string();
    assert!(message.contains(&server.address), "{message}");
    assert!(message.contains(expected), "{message}");
    assert!(!message.to_lowercase().contains("secret"), "{message}");
}

#[test]
fn elasticsearch_is_asked_as_documented() {
    let (server, counts, _) = elasticsearch(vec![count(1000), count(7), count(3)]);
    assert_eq!(counts.total().unwrap(), 1000);
    assert_eq!(counts.count(&[&["Heart \n attack", "—"]]).unwrap(), 7);
    assert_eq!(counts.count(&[&["AIDS", "HIV"], &["blood"]]).unwrap(), 3);
    assert_eq!(counts.count(&[&["blood"], &["…"]]).unwrap(), 0, "nothing to be found, nothing asked");
    let asked = server.asked();
    assert_eq!(asked.len(), 3);
    assert!(asked.iter().all(|asked| asked.line == "POST /wiki/_count HTTP/1.1"), "{asked:?}");
    assert!(asked.iter().all(|asked| asked.headers.contains("content-type: application/json")));
    assert!(asked.iter().all(|asked| !asked.headers.contains("authorization")));
    assert_eq!(asked[0].body, json!({"query": {"match_all": {}}}));
    let any = |phrases: &[&str]| {
        let should: Vec<_> = phrases.iter().map(|phrase| json!({"match_phrase": {"text": phrase}})).collect();
        json!({"bool": {"should": should, "minimum_should_match": 1}})
    };
    assert_eq!(asked[1].body, json!({"query": {"bool": {"must": [any(&["Heart attack"])]}}}));
    assert_eq!(asked[2].body, json!({"query": {"bool": {"must": [any(&["AIDS", "HIV"]), any(&["blood"])]}}}));
    let provenance = counts.provenance();
    assert_eq!(provenance.name, format!("elasticsearch:{}/wiki", server.address));
    assert!(provenance.remote && provenance.unit == Unit::Documents);
}

#[test]
fn elasticsearch_is_told_who_asks_and_which_field() {
    let server = Server::new(vec![count(1)]);
    let mut given = SpecOptions { remote: options().0 };
    given.remote.authorization = Some("user:pass".into());
    given.remote.field = "body".into();
    let counts = open(&format!("elasticsearch:http://{}/wiki/", server.address), &given).unwrap();
    counts.count(&[&["x"]]).unwrap();
    let asked = server.asked();
    assert!(asked[0].headers.contains("authorization: basic dxnlcjpwyxnz"), "{}", asked[0].headers);
    assert!(asked[0].body.to_string().contains(r#"{"match_phrase":{"body":"x"}}"#));
}

#[test]
fn half_an_answer_is_no_answer() {
    for (reply, expected) in [
        (answer(json!({"count": 5, "_shards": {"failed": 2}})), "2 parts"),
        (answer(json!({"count": 5})), "whole index"),
        (answer(json!({"_shards": {"failed": 0}})), "no count"),
        (answer(json!({"count": -1, "_shards": {"failed": 0}})), "no count"),
        (answer(json!(["secret"])), "JSON"),
        (Reply::Answer(200, "", "{\"count\": 5, secret".into()), "JSON"),
        (Reply::Answer(200, "", "x".repeat(2 << 20)), "longer than"),
        (status(401), "SCUMBLE_COUNTS_AUTH"),
        (status(403), "SCUMBLE_COUNTS_AUTH"),
        (status(404), "no such index"),
        (status(400), "status 400"),
        (status(500), "status 500"),
        (Reply::Answer(302, "location: http://127.0.0.1:1/secret\r\n", String::new()), "another address"),
        (Reply::Answer(307, "location: http://127.0.0.1:1/secret\r\n", String::new()), "another address"),
        (Reply::Answer(400, "", json!({"error": {"type": "parsing_exception"}}).to_string()), "parsing_exception"),
    ] {
        let (server, counts, waits) = elasticsearch(vec![reply]);
        said(counts.count(&[&["secret"]]).unwrap_err(), &server, expected);
        assert_eq!(server.asked().len(), 1);
        assert!(waits.lock().unwrap().is_empty(), "{expected}");
    }
    let (server, counts, _) = elasticsearch(vec![count(0)]);
    said(counts.total().unwrap_err(), &server, "no documents");
}

#[test]
fn a_busy_server_is_asked_again() {
    let later = Reply::Answer(429, "retry-after: 7\r\n", "secret".into());
    let (server, counts, waits) = elasticsearch(vec![later, status(503), Reply::HangUp, count(9)]);
    assert_eq!(counts.count(&[&["secret"]]).unwrap(), 9);
    assert_eq!(server.asked().len(), 4);
    assert_eq!(*waits.lock().unwrap(), [7000, 1000, 2000].map(Duration::from_millis));

    let (server, counts, waits) = elasticsearch((0..9).map(|_| status(503)).collect());
    said(counts.count(&[&["secret"]]).unwrap_err(), &server, "asked 4 times");
    assert_eq!(server.asked().len(), 4);
    assert_eq!(*waits.lock().unwrap(), [500, 1000, 2000].map(Duration::from_millis));

    let (server, counts, waits) = elasticsearch(vec![Reply::Answer(503, "retry-after: 3600\r\n", String::new())]);
    said(counts.count(&[&["secret"]]).unwrap_err(), &server, "3600 s");
    assert!(waits.lock().unwrap().is_empty());
}

#[test]
fn cut_answers_and_silence_end_in_an_error() {
    let cut = || Reply::Cut(r#"{"count": 5, "_shards": {"failed": 0}}"#.into());
    let (server, counts, _) = elasticsearch(vec![cut(), cut(), cut(), cut()]);
    said(counts.count(&[&["secret"]]).unwrap_err(), &server, "cut off");

    let server = Server::new((0..2).map(|_| Reply::Silence).collect());
    let short = RemoteOptions { whole: Duration::from_millis(200), tries: 2, ..options().0 };
    let counts = Elasticsearch::new(&format!("http://{}/wiki", server.address), &short).unwrap();
    let start = Instant::now();
    said(counts.count(&[&["secret"]]).unwrap_err(), &server, "no answer within");
    assert!(start.elapsed() < Duration::from_secs(5));

    let gone = Server::new(Vec::new());
    let nobody = Elasticsearch::new(&format!("http://{}/wiki", gone.address), &options().0).unwrap();
    said(nobody.count(&[&["secret"]]).unwrap_err(), &gone, "connection");
}

#[test]
fn a_server_without_a_certificate_is_not_trusted() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::io::Write::write_all(&mut &stream, b"HTTP/1.1 400 no\r\n\r\n").ok();
        }
    });
    let counts = Elasticsearch::new(&format!("https://{address}/wiki"), &options().0).unwrap();
    let message = counts.total().unwrap_err().to_string();
    assert!(message.contains("secure") || message.contains("connection"), "{message}");

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.pem");
    let own = RemoteOptions { certificates: Some(path.clone()), ..options().0 };
    assert!(Elasticsearch::new("https://host/wiki", &own).is_err());
    std::fs::write(&path, "no certificate").unwrap();
    let message = Elasticsearch::new("https://host/wiki", &own).err().unwrap().to_string();
    assert!(message.contains("own.pem") && message.contains("PEM"), "{message}");
}

#[test]
fn bad_addresses_are_refused_without_repeating_a_password() {
    for url in
        ["host:9200/index", "ftp://host/i", "http://user:secret@host/i", "http://host:9200", "http://host/i?secret", ""]
    {
        let error = Elasticsearch::new(url, &RemoteOptions::default()).err().unwrap().to_string();
        assert!(error.contains("address") && !error.contains("secret"), "{url}: {error}");
    }
}

#[test]
fn batches_keep_their_order_and_stop_at_a_fault() {
    let server = Server::new((1..=3).map(count).collect());
    let one_by_one = RemoteOptions { parallel: 1, ..options().0 };
    let counts = Cached::new(Elasticsearch::new(&format!("http://{}/wiki", server.address), &one_by_one).unwrap());
    let questions: [&[&[&str]]; 4] = [&[&["a"]], &[&["b"]], &[&["a"]], &[&["A"]]];
    assert_eq!(counts.count_batch(&questions).unwrap(), [1, 2, 1, 3], "the server decides whether A is a");
    let same = |server: &Server| server.asked().len();
    assert_eq!(same(&server), 3);

    let (server, counts, _) = elasticsearch((0..40).map(|_| count(4)).collect());
    let phrases: Vec<String> = (0..40).map(|i| format!("p{i}")).collect();
    let groups: Vec<[&str; 1]> = phrases.iter().map(|phrase| [phrase.as_str()]).collect();
    let all: Vec<[&[&str]; 1]> = groups.iter().map(|group| [group.as_slice()]).collect();
    let questions: Vec<&[&[&str]]> = all.iter().map(|question| question.as_slice()).collect();
    assert_eq!(counts.count_batch(&questions).unwrap(), [4; 40]);
    assert_eq!(same(&server), 40);

    let (server, counts, _) =
        elasticsearch(vec![count(1), status(400), status(400), status(400), status(400), status(400)]);
    said(counts.count_batch(&questions).unwrap_err(), &server, "status 400");
    assert!(same(&server) <= 6);
}

fn gram(count: u64, approx: bool) -> Reply {
    answer(json!({"count": count, "approx": approx, "latency": 0.7, "token_ids": [1], "tokens": ["secret"]}))
}

#[test]
fn infini_gram_is_asked_as_documented() {
    let replies = [100_000, 40, 2, 3, 1, 9_999].map(|count| gram(count, false)).into();
    let (server, counts) = infini_gram(replies, |_| {});
    assert_eq!(counts.total().unwrap(), 1000, "windows of 100 tokens");
    assert_eq!(counts.count(&[&["University of  Washington"]]).unwrap(), 40);
    assert_eq!(counts.count(&[&["AIDS", "HIV"]]).unwrap(), 5, "places of synonyms are added up");
    assert_eq!(counts.count(&[&["Salt AND Pepper", "b"], &["c", "d"]]).unwrap(), 1);
    assert_eq!(counts.count(&[&["the"]]).unwrap(), 1000, "in no more windows than there are");
    assert_eq!(counts.count(&[&[""]]).unwrap(), 0, "an empty question would be answered with the whole corpus");
    let asked = server.asked();
    assert!(asked.iter().all(|asked| asked.line == "POST / HTTP/1.1"));
    let question = |query: &str| json!({"index": "v4_test_llama", "query_type": "count", "query": query});
    assert_eq!(asked[0].body, question(""));
    assert_eq!(asked[1].body, question("University of Washington"));
    assert_eq!((&asked[2].body, &asked[3].body), (&question("AIDS"), &question("HIV")));
    let mut together = question("Salt and Pepper OR b AND c OR d");
    together["max_clause_freq"] = 500_000.into();
    together["max_diff_tokens"] = 100.into();
    assert_eq!(asked[4].body, together);
    let provenance = counts.provenance();
    assert_eq!((provenance.name.as_str(), provenance.unit), ("infini-gram:v4_test_llama", Unit::Windows(100)));
    assert!(provenance.remote && provenance.version.contains("exact"));
}

#[test]
fn estimates_are_refused_or_marked() {
    let (server, counts) = infini_gram(vec![gram(100_000, false), gram(0, true)], |_| {});
    said(counts.count(&[&["secret"], &["b"]]).unwrap_err(), &server, "estimate");
    let (_server, counts) = infini_gram(vec![gram(100_000, false), gram(7, true)], |options| {
        options.estimates = true;
        options.window = 50;
    });
    assert_eq!(counts.count(&[&["secret"], &["b"]]).unwrap(), 7);
    assert_eq!((counts.estimated(), counts.total().unwrap()), (1, 2000));
    assert!(counts.provenance().version.contains("estimates allowed"));
}

#[test]
fn faults_of_infini_gram() {
    let total = || gram(100_000, false);
    for (reply, expected) in [
        (answer(json!({"error": "secret is no good"})), "v4_test_llama"),
        (answer(json!({"count": 5})), "exact"),
        (answer(json!({"approx": false})), "no count"),
        (Reply::Answer(400, "", json!({"error": "secret"}).to_string()), "status 400"),
    ] {
        let (server, counts) = infini_gram(vec![total(), reply], |_| {});
        said(counts.count(&[&["secret"]]).unwrap_err(), &server, expected);
    }
    let (_server, counts) = infini_gram(vec![total(), status(403), gram(5, false)], |_| {});
    assert_eq!(counts.count(&[&["asked too fast"]]).unwrap(), 5);
    let (_server, counts) = infini_gram(vec![total()], |_| {});
    let many: Vec<&[&str]> = vec![&["secret"]; 5];
    assert!(matches!(counts.count(&many), Err(Error::Question(_))));
    let long = "secret ".repeat(200);
    assert!(matches!(counts.count(&[&[&long]]), Err(Error::Question(message)) if !message.contains("secret")));
    let (server, counts) = infini_gram(vec![gram(99, false)], |_| {});
    said(counts.total().unwrap_err(), &server, "smaller than a window");
    assert!(InfiniGram::new("no such/index", &RemoteOptions::default()).is_err());
    assert!(InfiniGram::new("x", &RemoteOptions { window: 0, ..RemoteOptions::default() }).is_err());
}
