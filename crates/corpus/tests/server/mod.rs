//! A small HTTP server that answers as it is told and remembers what it was asked.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// What the server does with the next question.
pub(crate) enum Reply {
    /// A status, more header lines, and a body.
    Answer(u16, &'static str, String),
    /// A body that ends before its announced length.
    Cut(String),
    /// Hangs up without a word.
    HangUp,
    /// Never says anything.
    Silence,
}

/// What it was asked.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) line: String,
    pub(crate) headers: String,
    pub(crate) body: Value,
}

pub(crate) struct Server {
    pub(crate) address: String,
    asked: Receiver<Asked>,
}

pub(crate) fn json(body: Value) -> Reply {
    Reply::Answer(200, "", body.to_string())
}

pub(crate) fn status(status: u16) -> Reply {
    Reply::Answer(status, "", r#"{"error": {"type": "x", "reason": "secret"}}"#.into())
}

impl Server {
    /// Gives each question the next reply, then stops listening.
    pub(crate) fn new(replies: Vec<Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("127.0.0.1:{}", listener.local_addr().unwrap().port());
        let (tell, asked) = channel();
        std::thread::spawn(move || {
            for reply in replies {
                let Ok((stream, _)) = listener.accept() else { return };
                serve(stream, reply, &tell);
            }
        });
        Self { address, asked }
    }

    /// The questions so far.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        let mut all = Vec::new();
        while let Ok(asked) = self.asked.recv_timeout(Duration::from_millis(100)) {
            all.push(asked);
        }
        all
    }
}

fn serve(mut stream: TcpStream, reply: Reply, tell: &Sender<Asked>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let (mut line, mut headers, mut length) = (String::new(), String::new(), 0);
    reader.read_line(&mut line).unwrap();
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).unwrap();
        if header.trim().is_empty() {
            break;
        }
        let header = header.to_lowercase();
        if let Some(value) = header.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        headers.push_str(&header);
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    let body = serde_json::from_slice(&body).unwrap_or_default();
    tell.send(Asked { line: line.trim().to_string(), headers, body }).ok();
    let head = |status: u16, more: &str, length: usize| {
        format!(
            "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\nconnection: close\r\n{more}content-length: {length}\r\n\r\n"
        )
    };
    match reply {
        Reply::Answer(status, more, body) => {
            write!(stream, "{}{body}", head(status, more, body.len())).unwrap_or_default()
        }
        Reply::Cut(body) => write!(stream, "{}{body}", head(200, "", body.len() + 50)).unwrap_or_default(),
        Reply::HangUp => {}
        Reply::Silence => drop(std::thread::spawn(move || {
            std::thread::sleep(Duration::from_secs(20));
            drop(stream);
        })),
    }
}
