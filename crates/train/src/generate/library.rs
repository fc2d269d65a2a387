//! The templates and fragments that come with the crate.

use super::lists::files;
use super::noise::Level;
use super::template::{Node, parse};
use super::{Part, places};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A template with what its head says.
#[derive(Debug)]
pub(super) struct Template {
    pub(super) id: String,
    pub(super) kind: String,
    pub(super) part: Part,
    pub(super) fold: usize,
    pub(super) countries: Vec<&'static str>,
    pub(super) noise: Level,
    pub(super) nodes: Vec<Node>,
}

/// All templates, and the fragments by name and part.
#[derive(Debug)]
pub(super) struct Library {
    pub(super) templates: Vec<Template>,
    fragments: BTreeMap<(&'static str, bool), Vec<Vec<Node>>>,
}

/// What the crate holds, read once.
pub(super) fn library() -> Result<&'static Library, String> {
    static READ: OnceLock<Result<Library, String>> = OnceLock::new();
    READ.get_or_init(read).as_ref().map_err(Clone::clone)
}

/// The fragments of a name for a part.
pub(super) fn fragments(name: &str, part: Part) -> Option<&'static [Vec<Node>]> {
    let library = library().ok()?;
    let found = library.fragments.iter().find(|((own, test), _)| *own == name && *test == (part == Part::Test));
    found.map(|(_, all)| all.as_slice()).filter(|all| !all.is_empty())
}

fn read() -> Result<Library, String> {
    let mut templates: Vec<Template> = Vec::new();
    for (id, text) in TEMPLATES {
        let mut template = read_template(id, text).map_err(|error| format!("template {id}: {error}"))?;
        let before =
            templates.iter().filter(|other| other.kind == template.kind && other.part == template.part).count();
        template.fold = before % 5;
        templates.push(template);
    }
    let mut fragments: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (name, text) in FRAGMENTS {
        let mut test = false;
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            match line {
                "[train]" => test = false,
                "[test]" => test = true,
                _ => {
                    let nodes = parse(line).map_err(|error| format!("fragments {name}: {error}"))?;
                    fragments.entry((name, test)).or_default().push(nodes);
                }
            }
        }
    }
    Ok(Library { templates, fragments })
}

fn read_template(id: &str, text: &str) -> Result<Template, String> {
    let (head, body) = text.split_once("\n---\n").ok_or("no line of three dashes under the head")?;
    let kind = id.rsplit_once('-').ok_or("the name needs a kind and a number")?.0;
    let mut template = Template {
        id: id.to_owned(),
        kind: kind.to_owned(),
        part: Part::All,
        fold: 0,
        countries: Vec::new(),
        noise: Level::Light,
        nodes: parse(body.trim_end())?,
    };
    for line in head.lines() {
        let (key, value) = line.split_once(": ").ok_or("a line of the head is not `key: value`")?;
        match (key, value) {
            ("part", "train") => template.part = Part::Train,
            ("part", "test") => template.part = Part::Test,
            ("noise", "none") => template.noise = Level::None,
            ("noise", "chat") => template.noise = Level::Chat,
            ("countries", codes) => {
                let known = |code: &str| places::COUNTRIES.into_iter().find(|country| *country == code);
                let found: Option<Vec<_>> = codes.split_whitespace().map(known).collect();
                template.countries = found.ok_or("a country without addresses")?;
            }
            _ => return Err(format!("unknown line in the head: {line}")),
        }
    }
    if template.part == Part::All {
        return Err("the head names no part".to_owned());
    }
    Ok(template)
}

/// The templates, by the names of their files.
static TEMPLATES: [(&str, &str); 105] = files!["templates":
    "bank-01", "bank-02", "bank-03", "bank-04", "bank-05", "bank-06", "chat-01", "chat-02", "chat-03", "chat-04",
    "chat-05", "chat-06", "claim-01", "claim-02", "claim-03", "claim-04", "claim-05", "claim-06", "clinical-01",
    "clinical-02", "clinical-03", "clinical-04", "clinical-05", "clinical-06", "complaint-01", "complaint-02",
    "complaint-03", "complaint-04", "complaint-05", "complaint-06", "cv-01", "cv-02", "cv-03", "cv-04", "cv-05",
    "cv-06", "discharge-01", "discharge-02", "discharge-03", "discharge-04", "discharge-05", "discharge-06",
    "form-01", "form-02", "form-03", "form-04", "form-05", "form-06", "letter-01", "letter-02", "letter-03",
    "letter-04", "letter-05", "letter-06", "log-01", "log-02", "log-03", "log-04", "log-05", "log-06", "mail-01",
    "mail-02", "mail-03", "mail-04", "mail-05", "mail-06", "plain-01", "plain-02", "plain-03", "plain-04", "plain-05",
    "plain-06", "plain-07", "plain-08", "plain-09", "police-01", "police-02", "police-03", "police-04", "police-05",
    "police-06", "ruling-01", "ruling-02", "ruling-03", "ruling-04", "ruling-05", "ruling-06", "school-01",
    "school-02", "school-03", "school-04", "school-05", "school-06", "slack-01", "slack-02", "slack-03", "slack-04",
    "slack-05", "slack-06", "ticket-01", "ticket-02", "ticket-03", "ticket-04", "ticket-05", "ticket-06",
];

/// The fragments, by the names of their files.
static FRAGMENTS: [(&str, &str); 3] = files!["fragments":
    "clinical", "legal", "office",
];
