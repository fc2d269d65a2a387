//! What a run over documents was asked for, from flags and from a policy file.

use super::topics::{TopicPolicy, built_in, expanded};
use crate::failure::Failure;
use crate::policy::DocumentPolicy;
use scumble_mask::document::{Action, KeepPlaces, Method, Protection};
use scumble_text::entity::Recognisers;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// Flags that say what is protected and how.
#[derive(clap::Args, Clone, Default)]
pub(crate) struct Flags {
    /// A term that must not be told: it goes, its synonyms go, and so does every phrase that says as much as it or gives it away
    #[arg(long, value_name = "TERM")]
    pub(crate) hide: Vec<String>,

    /// A person to protect: the parts of the name, initials, misspellings and other names that the text gives
    #[arg(long, value_name = "NAME")]
    pub(crate) person: Vec<String>,

    /// β in bits: phrases with at least this information content go [default: that of the most common --hide term]
    #[arg(long, value_name = "BITS")]
    pub(crate) beta: Option<f64>,

    /// How much of β a phrase may tell of a sensitive one, as a share: τ = w·β [default: 0.5]
    #[arg(long, value_name = "SHARE")]
    pub(crate) w: Option<f64>,

    /// combined (entities, capitals, codes and phrases), ic (the paper's first step), ic+pmi (both its steps), or a policy file
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) policy: Option<String>,

    /// Where counts come from: embedded, index:DIR, table:FILE, elasticsearch:URL, infini-gram:INDEX [default: embedded]
    #[arg(long, value_name = "SPEC")]
    pub(crate) counts: Option<String>,

    /// Count phrases as they are written, without synonyms
    #[arg(long)]
    pub(crate) exact: bool,

    /// What stands in place of what goes: label (Pers1), remove (`[REDACTED]`), mask (█████) or generalise (a wider term) [default: label]
    #[arg(long, value_name = "HOW")]
    pub(crate) replace: Option<String>,

    /// Places that stay: none, countries, well-known [default: countries]
    #[arg(long, value_name = "WHICH", num_args = 0..=1, default_missing_value = "well-known")]
    pub(crate) keep_places: Option<String>,

    /// What stays whatever the machine thinks of it
    #[arg(long, value_name = "TERM")]
    pub(crate) allow: Vec<String>,

    /// What goes wherever it stands
    #[arg(long, value_name = "TERM")]
    pub(crate) deny: Vec<String>,

    /// Recognizers of your own: a TOML file with a kind and a pattern for each (examples/recognizers.toml)
    #[arg(long, value_name = "FILE")]
    pub(crate) recognizers: Option<PathBuf>,

    /// Topics whose dense blocks are proposed for removal: national-security, or a policy file with [documents.topics]
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) topics: Option<String>,

    /// Remove the proposed blocks without asking a person
    #[arg(long)]
    pub(crate) accept_blocks: bool,
}

/// Everything that decides the result.
pub(crate) struct Settings {
    pub(crate) protection: Protection,
    pub(crate) counts: String,
    pub(crate) recognisers: Cow<'static, Recognisers>,
    /// The user's own recognizers as they were written.
    own_recognizers: String,
    topics: Vec<TopicPolicy>,
    /// Words of topics of which all senses were taken, because none was chosen.
    pub(crate) all_senses: Vec<String>,
}

impl Settings {
    /// From flags, over the policy file that they name.
    pub(crate) fn resolve(flags: &Flags) -> Result<Self, Failure> {
        let named = flags.policy.as_deref().and_then(|name| Method::ALL.iter().find(|(known, _)| *known == name));
        let file = match (&flags.policy, named) {
            (Some(name), None) => {
                let path = Path::new(name);
                if !path.exists() {
                    let near = crate::policy::suggestion(name, Method::ALL.iter().map(|(known, _)| *known));
                    return Err(Failure::input(format!("--policy: no file and no policy is called “{name}”{near}"))
                        .with_help("policies are combined, ic and ic+pmi"));
                }
                DocumentPolicy::read(path)?
            }
            _ => DocumentPolicy::default(),
        };
        let defaults = Protection::default();
        let actions: Vec<(&'static str, Action)> = Action::ALL
            .into_iter()
            .filter(|action| *action != Action::Keep)
            .map(|action| (action.as_str(), action))
            .collect();
        let replace = match flags.replace.as_deref().or(file.replace.as_deref()) {
            Some(name) => {
                crate::policy::named("replacement", if name == "generalize" { "generalise" } else { name }, &actions)
                    .map_err(Failure::input)?
            }
            None => defaults.replace,
        };
        let keep_places = match flags.keep_places.as_deref() {
            Some(name) => crate::policy::named("choice of places", name, &KeepPlaces::ALL).map_err(Failure::input)?,
            None => file.keep_places.unwrap_or(defaults.keep_places),
        };
        let method = named.map(|(_, method)| *method).or(file.method).unwrap_or(defaults.method);
        let both = |flag: &[String], file: &[String]| [flag, file].concat();
        let given = |flag: &[String], file: Vec<String>| if flag.is_empty() { file } else { flag.to_vec() };
        let (recognisers, own) = match &flags.recognizers {
            Some(path) => {
                let source = std::fs::read_to_string(path).unwrap_or_default();
                (Cow::Owned(crate::command::parse::own_recognisers(path)?), source)
            }
            None if !file.recognizers.is_empty() => {
                let made = Recognisers::with_patterns(&file.recognizers);
                let made = made.map_err(|error| Failure::input(format!("documents.recognizer: {error}")))?;
                (Cow::Owned(made), format!("{:?}", file.recognizers))
            }
            None => (Cow::Borrowed(Recognisers::built_in()), String::new()),
        };
        let policies = match flags.topics.as_deref() {
            None => file.topics,
            Some(name) => match built_in(name) {
                Some(topics) => topics,
                None if Path::new(name).exists() => DocumentPolicy::read(Path::new(name))?.topics,
                None => {
                    return Err(Failure::input(format!("--topics: no file and no topics are called “{name}”"))
                        .with_help("national-security comes with the build; your own stand in a policy file under [documents.topics]"));
                }
            },
        };
        let (topics, all_senses) = expanded(&policies)?;
        if flags.accept_blocks && topics.is_empty() {
            return Err(Failure::input("--accept-blocks: no topics are named").with_help("name them with --topics"));
        }
        let protection = Protection {
            topics,
            accept_blocks: flags.accept_blocks,
            method,
            hide: given(&flags.hide, file.hide),
            people: given(&flags.person, file.people),
            beta: flags.beta.or(file.beta),
            w: flags.w.or(file.w).unwrap_or(defaults.w),
            exact: flags.exact || file.exact.unwrap_or(false),
            keep_places,
            allow: both(&flags.allow, &file.allow),
            deny: both(&flags.deny, &file.deny),
            replace,
            ..defaults
        };
        for (flag, terms) in
            [("--hide", &protection.hide), ("--person", &protection.people), ("--deny", &protection.deny)]
        {
            if terms.iter().any(|term| !term.contains(char::is_alphanumeric)) {
                return Err(Failure::input(format!("{flag}: a term needs a letter or a digit")));
            }
        }
        let counts = flags.counts.clone().or(file.counts).unwrap_or_else(|| "embedded".to_owned());
        Ok(Self { protection, counts, recognisers, own_recognizers: own, topics: policies, all_senses })
    }

    /// The settings for the audit. Terms to hide and people to protect are secrets: only their number is told.
    pub(crate) fn to_json(&self) -> Value {
        let p = &self.protection;
        json!({
            "policy": p.method.as_str(),
            "hide": p.hide.len(),
            "people": p.people.len(),
            "beta": p.beta,
            "w": p.w,
            "exact": p.exact,
            "keep_places": KeepPlaces::ALL.iter().find(|(_, keep)| *keep == p.keep_places).map(|(name, _)| name),
            "allow": p.allow.len(),
            "deny": p.deny.len(),
            "replace": p.replace.as_str(),
            "counts": self.counts,
            "topics": self.topics.iter().map(|topic| &topic.name).collect::<Vec<_>>(),
            "accept_blocks": p.accept_blocks,
            "own_recognizers": !self.own_recognizers.is_empty(),
        })
    }

    /// What tells one set of settings from another, secrets included; not to be shown.
    pub(crate) fn fingerprint(&self, counts: &scumble_corpus::Provenance) -> String {
        let p = &self.protection;
        let all = format!(
            "{} {:?} {:?} {:?} {} {} {:?} {:?} {:?} {} {} {}",
            env!("CARGO_PKG_VERSION"),
            p.hide,
            p.people,
            p.beta,
            p.w,
            p.exact,
            p.keep_places,
            p.allow,
            p.deny,
            p.replace.as_str(),
            p.method.as_str(),
            self.counts,
        );
        super::job::hash(
            format!("{all} {} {:?} {} {}", self.own_recognizers, self.topics, p.accept_blocks, counts.version)
                .as_bytes(),
        )
    }
}
