//! The part of a policy that is about documents.

use super::document_names::{
    action_name, choice, dates_name, keep_places, method_name, others_name, places_name, reader_name, replacement,
    text_kind_name,
};
use super::keys::Keys;
use super::kinds::kind_named;
use super::read::toml_table;
use crate::document::topics::{ExpandedTopics, TopicPolicy, expanded_topics};
use crate::{Error, Result};
use scumble_corpus::{Counts, Provenance, SpecOptions};
use scumble_data::{FieldRoles, OtherFields};
use scumble_mask::document::judge::TextKind;
use scumble_mask::document::{Action, Dates, KeepPlaces, Kind, Kinds, Method, Protection, Readers};
use scumble_text::entity::Recognizers;
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;
use toml::{Table, Value};

/// What is protected in documents, and how. What a policy does not say has its default.
///
/// It is plain data: it can be read from a file, laid over another, and cross a thread or a language.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DocumentPolicy {
    /// Which finders decide: combined, ic, ic+pmi.
    #[serde(serialize_with = "method_name")]
    pub method: Option<Method>,
    /// Sensitive terms: they and their synonyms are redacted, and every phrase that is as informative or discloses them.
    pub hide: Vec<String>,
    /// People to protect, by name.
    pub people: Vec<String>,
    /// β in bits.
    pub beta: Option<f64>,
    /// τ as a share of β.
    pub w: Option<f64>,
    /// Whether phrases are counted as they are written, without synonyms.
    pub exact: Option<bool>,
    /// The share of documents below which a word is rare and redacted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rare: Option<f64>,
    /// Who reads the text: fast (linear models) or careful (the network as well).
    #[serde(serialize_with = "reader_name", skip_serializing_if = "Option::is_none")]
    pub reader: Option<Readers>,
    /// The kind of text; by what it looks like if it is not given.
    #[serde(serialize_with = "text_kind_name", skip_serializing_if = "Option::is_none")]
    pub text_kind: Option<TextKind>,
    /// How cautious learned decisions are: 0 masks least, 1 most; by the kind of text if it is not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caution: Option<f64>,
    /// Pages that an attacker may search: a folder, JSON lines or `index:DIR`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background: Option<String>,
    /// The rank below which the person's page in the background must lie; 10 if it is not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub below_rank: Option<u64>,
    /// Where counts come from: `embedded`, `index:DIR`, `table:FILE`, `elasticsearch:URL`, `infini-gram:INDEX`.
    pub counts: Option<String>,
    /// What stands in place of a redacted term.
    #[serde(serialize_with = "action_name")]
    pub replace: Option<Action>,
    /// Which places are kept.
    #[serde(serialize_with = "places_name")]
    pub keep_places: Option<KeepPlaces>,
    /// Kinds of findings that are published, by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub keep_kinds: Vec<String>,
    /// The only kinds of findings that are redacted, by name; all if there are none. Other kinds are published.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub only_kinds: Vec<String>,
    /// What is done with dates, if not the same as with other findings: keep, label, year, shift.
    #[serde(serialize_with = "dates_name", skip_serializing_if = "Option::is_none")]
    pub dates: Option<Dates>,
    /// Terms that are never redacted, unless denied, hidden or a person's name.
    pub allow: Vec<String>,
    /// Terms that are always redacted.
    pub deny: Vec<String>,
    /// Topics whose dense blocks are proposed for removal.
    pub topics: Vec<TopicPolicy>,
    /// Whether such blocks are removed without a person's decision.
    pub accept_blocks: bool,
    /// Recognizers of one's own.
    pub recognizers: Vec<RecognizerPolicy>,
    /// Fields of records that hold text; `text` if none are named.
    pub fields: Vec<String>,
    /// Fields of records that are published as they are.
    pub publish: Vec<String>,
    /// Fields of records that are dropped.
    pub drop_fields: Vec<String>,
    /// What becomes of all other fields of records.
    #[serde(serialize_with = "others_name")]
    pub other_fields: Option<OtherFields>,
    /// What a person should know of how the policy was read.
    #[serde(skip)]
    pub notes: Vec<String>,
}

/// A recognizer: what it finds, by which pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RecognizerPolicy {
    /// What it finds.
    pub kind: String,
    /// A regular expression.
    pub pattern: String,
}

impl RecognizerPolicy {
    /// Reads recognizers from a TOML file of `[[recognizer]]` tables.
    ///
    /// # Errors
    /// If it cannot be read, or is no such file.
    pub fn read(path: &Path) -> Result<Vec<Self>> {
        let source = scumble_io::Source::open(path)?;
        let patterns = scumble_text::entity::patterns(source.as_str())
            .map_err(|error| Error::input(format!("{}: {error}", source.file())))?;
        Ok(patterns.into_iter().map(|(kind, pattern)| Self { kind, pattern }).collect())
    }
}

impl DocumentPolicy {
    /// Reads the `[documents]` of a policy file; files that it names lie beside it.
    ///
    /// # Errors
    /// If it cannot be read, has no `[documents]`, or has a key that is not known.
    pub fn read(path: &Path) -> Result<Self> {
        let file = path.display().to_string();
        let text =
            std::fs::read_to_string(path).map_err(|error| Error::input(format!("{file}: cannot be read: {error}")))?;
        let mut policy = Self::parse(&file, &text)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        if let Some((kind, place)) = policy.counts.as_deref().and_then(|spec| spec.split_once(':'))
            && matches!(kind, "index" | "table")
        {
            policy.counts = Some(format!("{kind}:{}", folder.join(place).display()));
        }
        policy.background = policy.background.map(|place| match place.strip_prefix("index:") {
            Some(index) => format!("index:{}", folder.join(index).display()),
            None => folder.join(place).display().to_string(),
        });
        Ok(policy)
    }

    /// Reads the `[documents]` of a policy; `file` is for messages.
    ///
    /// # Errors
    /// As [`DocumentPolicy::read`].
    pub fn parse(file: &str, text: &str) -> Result<Self> {
        let mut table: Table = toml_table(file, text)?;
        let Some(Value::Table(documents)) = table.remove("documents") else {
            return Err(Error::input(format!("{file}: there is no [documents] table")));
        };
        Self::of_keys(Keys::new(file, "documents", documents))
    }

    /// What the keys of a `[documents]` table say; every key must be one of it.
    pub(crate) fn of_keys(mut keys: Keys<'_>) -> Result<Self> {
        let file = keys.file();
        let method = keys.text("policy")?.map(|name| super::named("policy", &name, &Method::ALL)).transpose();
        let method = method.map_err(|problem| keys.fault("policy", problem))?;
        let people = match keys.take("person") {
            None => Vec::new(),
            Some(Value::String(name)) => vec![name],
            Some(Value::Array(names)) if names.iter().all(Value::is_str) => {
                names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect()
            }
            Some(_) => return Err(keys.fault("person", "a name in quotes or a list of names is expected")),
        };
        let mut notes = Vec::new();
        let mut keep_places = keep_places(&mut keys, "keep_places")?;
        if let Some(places) = self::keep_places(&mut keys, "keep")? {
            notes.push(format!("{file}: the key keep is called keep_places now"));
            keep_places = keep_places.or(Some(places));
        }
        let replace = match keys.text("replace")? {
            None => None,
            Some(name) => Some(replacement(&name).map_err(|problem| keys.fault("replace", problem))?),
        };
        let other_fields = match keys.text("other_fields")? {
            None => None,
            Some(name) => Some(
                super::named("choice", &name, &OtherFields::ALL)
                    .map_err(|problem| keys.fault("other_fields", problem))?,
            ),
        };
        let dates = choice(&mut keys, "dates", &Dates::ALL)?;
        let mut policy = Self {
            method,
            hide: keys.list("hide")?.unwrap_or_default(),
            people,
            beta: keys.number("beta")?,
            w: keys.number("w")?,
            exact: keys.yes("exact")?,
            rare: keys.number("rare")?,
            reader: choice(&mut keys, "reader", &Readers::ALL)?,
            text_kind: choice(&mut keys, "text_kind", &TextKind::NAMED)?,
            caution: keys.number("caution")?,
            background: keys.text("background")?,
            below_rank: keys.whole("below_rank")?,
            counts: keys.text("counts")?,
            replace,
            keep_places,
            keep_kinds: keys.list("keep_kinds")?.unwrap_or_default(),
            only_kinds: keys.list("only_kinds")?.unwrap_or_default(),
            accept_blocks: keys.yes("accept_blocks")?.unwrap_or_default(),
            dates,
            notes,
            allow: keys.list("allow")?.unwrap_or_default(),
            deny: keys.list("deny")?.unwrap_or_default(),
            fields: keys.list("fields")?.unwrap_or_default(),
            publish: keys.list("publish")?.unwrap_or_default(),
            drop_fields: keys.list("drop_fields")?.unwrap_or_default(),
            other_fields,
            ..Self::default()
        };
        let form = "recognizers are written as [[documents.recognizer]] tables";
        let rows = match keys.take("recognizer") {
            None => Vec::new(),
            Some(Value::Array(rows)) => rows,
            Some(_) => return Err(keys.fault("recognizer", form)),
        };
        for row in rows {
            let Value::Table(row) = row else { return Err(keys.fault("recognizer", form)) };
            let mut row = keys.within("recognizer", row);
            let kind = row.text("kind")?.ok_or_else(|| row.fault("kind", "is missing"))?;
            let pattern = row.text("pattern")?.ok_or_else(|| row.fault("pattern", "is missing"))?;
            row.done()?;
            policy.recognizers.push(RecognizerPolicy { kind, pattern });
        }
        if let Some(topics) = keys.table("topics")? {
            for (name, value) in topics.rest() {
                let Value::Table(table) = value else {
                    return Err(keys.fault("topics", "write name = { senses = [\"weapon.n.01\"], threshold = 3.0 }"));
                };
                let mut topic = keys.within(&format!("topics.{name}"), table);
                let threshold = topic.number("threshold")?;
                if threshold.is_some_and(|threshold| threshold <= 0.0) {
                    return Err(
                        topic.fault("threshold", "the threshold (hits per hundred words) must be greater than 0")
                    );
                }
                let (senses, words) =
                    (topic.list("senses")?.unwrap_or_default(), topic.list("words")?.unwrap_or_default());
                topic.done()?;
                policy.topics.push(TopicPolicy { name, senses, words, threshold });
            }
        }
        keys.done()?;
        Ok(policy)
    }

    /// This policy laid over another: what it says wins, and lists of allowed and denied terms, of kinds to keep and of fields add up.
    #[must_use]
    pub fn over(self, base: Self) -> Self {
        let (own, laid) = (self.field_roles(), base.field_roles());
        // A field that has a role here loses the one that it had.
        let add = |own_list: &[String], base_list: &[String]| {
            let is_free = |name: &&String| ![&own.text, &own.publish, &own.drop].iter().any(|list| list.contains(name));
            own_list.iter().chain(base_list.iter().filter(is_free)).cloned().collect::<Vec<_>>()
        };
        let (fields, publish, drop_fields) =
            (add(&own.text, &laid.text), add(&own.publish, &laid.publish), add(&own.drop, &laid.drop));
        let both = |own: Vec<String>, base: Vec<String>| [own, base].concat();
        fn first<T>(own: Vec<T>, base: Vec<T>) -> Vec<T> {
            if own.is_empty() { base } else { own }
        }
        Self {
            method: self.method.or(base.method),
            hide: first(self.hide, base.hide),
            people: first(self.people, base.people),
            beta: self.beta.or(base.beta),
            w: self.w.or(base.w),
            exact: self.exact.or(base.exact),
            rare: self.rare.or(base.rare),
            reader: self.reader.or(base.reader),
            text_kind: self.text_kind.or(base.text_kind),
            caution: self.caution.or(base.caution),
            background: self.background.or(base.background),
            below_rank: self.below_rank.or(base.below_rank),
            counts: self.counts.or(base.counts),
            replace: self.replace.or(base.replace),
            keep_places: self.keep_places.or(base.keep_places),
            keep_kinds: both(self.keep_kinds, base.keep_kinds),
            only_kinds: first(self.only_kinds, base.only_kinds),
            dates: self.dates.or(base.dates),
            notes: both(self.notes, base.notes),
            allow: both(self.allow, base.allow),
            deny: both(self.deny, base.deny),
            topics: first(self.topics, base.topics),
            accept_blocks: self.accept_blocks || base.accept_blocks,
            recognizers: first(self.recognizers, base.recognizers),
            fields,
            publish,
            drop_fields,
            other_fields: self.other_fields.or(base.other_fields),
        }
    }

    /// What becomes of the fields of records.
    pub fn field_roles(&self) -> FieldRoles {
        FieldRoles {
            text: self.fields.clone(),
            publish: self.publish.clone(),
            drop: self.drop_fields.clone(),
            others: self.other_fields,
        }
    }

    /// Where counts come from.
    pub fn counts_spec(&self) -> &str {
        self.counts.as_deref().unwrap_or("embedded")
    }

    /// Opens the counts that the policy names. An index or a server may need options from the environment.
    ///
    /// # Errors
    /// If there are no such counts.
    pub fn open_counts(&self) -> Result<Box<dyn Counts>> {
        Ok(scumble_corpus::open(self.counts_spec(), &SpecOptions::from_environment())?)
    }

    /// The recognizers: those that come with the build, and the policy's own.
    ///
    /// # Errors
    /// If one of the policy's own is no regular expression.
    pub fn recognizers(&self) -> Result<Arc<Recognizers>> {
        if self.recognizers.is_empty() {
            return Ok(Arc::new(Recognizers::built_in().clone()));
        }
        let patterns: Vec<(String, String)> =
            self.recognizers.iter().map(|own| (own.kind.clone(), own.pattern.clone())).collect();
        let made = Recognizers::with_patterns(&patterns);
        Ok(Arc::new(made.map_err(|error| Error::input(format!("recognizers: {error}")))?))
    }

    /// The name of a kind, also of one of the policy's own.
    pub fn kind_name(&self, kind: Kind) -> &str {
        super::kinds::name_of(kind, &self.recognizers)
    }

    fn kinds(&self, names: &[String]) -> Result<Vec<Kind>> {
        names.iter().map(|name| kind_named(name, &self.recognizers).map_err(Error::input)).collect()
    }

    /// What is protected, with nothing left open; and words of topics of which all senses were taken.
    pub(crate) fn protection(&self) -> Result<(Protection, Vec<String>)> {
        let ExpandedTopics { topics, all_senses } = expanded_topics(&self.topics)?;
        if self.accept_blocks && topics.is_empty() {
            return Err(Error::input("risky blocks are to be removed, but no topics are named")
                .with_help(scumble_io::Help::set("topics", "name topics")));
        }
        for (what, terms) in [("hide", &self.hide), ("person", &self.people), ("deny", &self.deny)] {
            if terms.iter().any(|term| !term.contains(char::is_alphanumeric)) {
                return Err(Error::input(format!("{what}: a term needs a letter or a digit")));
            }
        }
        let defaults = Protection::default();
        let protection = Protection {
            topics,
            accept_blocks: self.accept_blocks,
            method: self.method.unwrap_or(defaults.method),
            hide: self.hide.clone(),
            people: self.people.clone(),
            beta: self.beta,
            w: self.w.unwrap_or(defaults.w),
            exact: self.exact.unwrap_or(false),
            rare: self.rare,
            readers: self.reader.unwrap_or(defaults.readers),
            text_kind: self.text_kind,
            caution: self.caution,
            keep_places: self.keep_places.unwrap_or(defaults.keep_places),
            kinds: Kinds { keep: self.kinds(&self.keep_kinds)?, only: self.kinds(&self.only_kinds)? },
            dates: self.dates,
            allow: self.allow.clone(),
            deny: self.deny.clone(),
            replace: self.replace.unwrap_or(defaults.replace),
            ..defaults
        };
        Ok((protection, all_senses))
    }

    /// Tells one policy from another: a hash of everything in it, of the counts and of the models. Not to be shown, because
    /// protected terms could be guessed from it.
    pub(crate) fn fingerprint(&self, counts: &Provenance) -> String {
        let policy = serde_json::to_string(self).unwrap_or_default();
        #[cfg(feature = "models")]
        let models = scumble_text::models_fingerprint();
        #[cfg(not(feature = "models"))]
        let models = 0;
        let version = env!("CARGO_PKG_VERSION");
        crate::document::hash(format!("{version} {models} {} {policy}", counts.version).as_bytes())
    }
}
