//! Flags that say what is protected in documents, and how.

use crate::failure::Failure;
use scumble::DocumentPolicy;
use scumble::mask::document::judge::TextKind;
use scumble::mask::document::{Dates, KeepPlaces, Readers};
use scumble::policy::{RecognizerPolicy, kind_named, named, policy_named, replacement, topics_named};
use std::path::PathBuf;

/// What is protected, and how.
#[derive(clap::Args, Clone, Default)]
pub(super) struct Flags {
    /// Sensitive term: redact it, its synonyms, and every phrase that is as informative or discloses it
    #[arg(long, value_name = "TERM", help_heading = "What")]
    hide: Vec<String>,

    /// Person to protect: redact every part of the name, initials, misspellings and other names that the text gives
    #[arg(long, value_name = "NAME", help_heading = "What")]
    person: Vec<String>,

    /// Always redact this term, in any inflection
    #[arg(long, value_name = "TERM", help_heading = "What")]
    deny: Vec<String>,

    /// Never redact this term (does not override --deny, --person or --hide)
    #[arg(long, value_name = "TERM", help_heading = "What")]
    allow: Vec<String>,

    /// Places to keep: none, usual (countries, unless people would mask them in such a text), countries, well-known [default: usual]
    #[arg(long, value_name = "WHICH", num_args = 0..=1, default_missing_value = "well-known", help_heading = "What")]
    keep_places: Option<String>,

    /// Kinds of findings to publish as they stand, such as quantity,age,date (does not override --deny, --person or --hide)
    #[arg(long, value_name = "KIND,…", value_delimiter = ',', help_heading = "What")]
    keep_kind: Vec<String>,

    /// The only kinds of findings to redact: every other kind is published (does not override --deny, --person or --hide)
    #[arg(long, value_name = "KIND,…", value_delimiter = ',', help_heading = "What")]
    only_kind: Vec<String>,

    /// Additional recognizers: a TOML file with a kind and a pattern for each (examples/recognizers.toml)
    #[arg(long, value_name = "FILE", help_heading = "What")]
    recognizers: Option<PathBuf>,

    /// Topics whose risky blocks are proposed for removal: national-security, or a policy file with [documents.topics]
    #[arg(long, value_name = "NAME|FILE", help_heading = "What")]
    topics: Option<String>,

    /// Remove risky blocks without asking a person
    #[arg(long, help_heading = "What")]
    accept_blocks: bool,

    /// Pages about people that an attacker may search: a folder, JSON lines with a name and a text a line, or index:DIR. Words are redacted until the page that is called as the document is lies below --below-rank, by BM25 and by word bigrams
    #[arg(long, value_name = "DIR|JSONL|index:DIR", help_heading = "What")]
    background: Option<String>,

    /// The rank below which the person's page in --background must lie [default: 10]
    #[arg(long, value_name = "RANK", help_heading = "What")]
    below_rank: Option<u64>,

    /// combined (entities, capitals, codes and phrases), ic (information content), ic+pmi (and mutual information), a purpose (scumble policy list), or a policy file
    #[arg(long, value_name = "NAME|FILE", help_heading = "How")]
    policy: Option<String>,

    /// Replacement of redacted terms: label (Pers1), remove ([REDACTED]), mask (█████), generalize (a wider term) or surrogate (made up) [default: label]
    #[arg(long, value_name = "HOW", help_heading = "How")]
    replace: Option<String>,

    /// Dates: keep, label, year (the year alone) or shift (all dates of a document moved by the same secret number of days) [default: as --replace]
    #[arg(long, value_name = "HOW", help_heading = "How")]
    dates: Option<String>,

    /// How cautious the learned decision is: 0 masks least, 1 most. What people would mask with a probability of at least 1 − caution is masked; it touches neither what --hide, --person and --deny name nor numbers with check digits [default: by the kind of text]
    #[arg(long, value_name = "0…1", help_heading = "How")]
    caution: Option<f64>,

    /// Kind of text, by which the learned decision is made: court, biography, clinical, mail, form or other [default: by what the text looks like]
    #[arg(long, value_name = "KIND", help_heading = "How")]
    text_kind: Option<String>,

    /// Who reads the text: careful (linear models and a small network) or fast (without the network: a little less is found, many times as fast) [default: careful]
    #[arg(long, value_name = "WHO", help_heading = "How")]
    reader: Option<String>,

    /// β in bits: redact phrases with at least this information content [default: that of the most common --hide term]
    #[arg(long, value_name = "BITS", help_heading = "How")]
    beta: Option<f64>,

    /// Redact phrases whose mutual information with a sensitive term is at least τ = w·β [default: 0.5]
    #[arg(long, value_name = "SHARE", help_heading = "How")]
    w: Option<f64>,

    /// Provider of document counts: embedded, index:DIR, table:FILE, elasticsearch:URL, infini-gram:INDEX. The last two see every phrase [default: embedded]
    #[arg(long, value_name = "SPEC", help_heading = "How")]
    counts: Option<String>,

    /// Redact every word that is no stop word and stands in fewer than this share of the counted documents (1.5% or 0.015), which should be of the same kind as the text
    #[arg(long, value_name = "SHARE", value_parser = share, help_heading = "How")]
    rare: Option<f64>,

    /// Count phrases as written, without their synonyms
    #[arg(long, help_heading = "How")]
    exact: bool,
}

/// The choice of a name, if one is given.
fn chosen<T: Copy>(what: &str, name: Option<&str>, known: &[(&'static str, T)]) -> Result<Option<T>, Failure> {
    name.map(|name| named(what, name, known)).transpose().map_err(Failure::input)
}

impl Flags {
    /// The policy of the flags, over the policy file that they name.
    pub(super) fn policy(&self) -> Result<DocumentPolicy, Failure> {
        let base = match &self.policy {
            None => DocumentPolicy::default(),
            Some(name) => policy_named(name).map_err(|error| Failure::from(error).of_flag("--policy"))?,
        };
        let keep_places = chosen("choice of places", self.keep_places.as_deref(), &KeepPlaces::ALL)?;
        let dates = chosen("choice of dates", self.dates.as_deref(), &Dates::ALL)?;
        let topics = match self.topics.as_deref() {
            None => Vec::new(),
            Some(name) => topics_named(name).map_err(|error| Failure::from(error).of_flag("--topics"))?,
        };
        let recognizers = match &self.recognizers {
            None => Vec::new(),
            Some(file) => RecognizerPolicy::read(file)?,
        };
        let own = DocumentPolicy {
            method: None,
            hide: self.hide.clone(),
            people: self.person.clone(),
            beta: self.beta,
            w: self.w,
            exact: self.exact.then_some(true),
            rare: self.rare,
            reader: chosen("reader", self.reader.as_deref(), &Readers::ALL)?,
            text_kind: chosen("kind of text", self.text_kind.as_deref(), &TextKind::NAMED)?,
            caution: self.caution,
            background: self.background.clone(),
            below_rank: self.below_rank,
            counts: self.counts.clone(),
            replace: self.replace.as_deref().map(replacement).transpose().map_err(Failure::input)?,
            keep_places,
            dates,
            keep_kinds: self.keep_kind.clone(),
            only_kinds: self.only_kind.clone(),
            allow: self.allow.clone(),
            deny: self.deny.clone(),
            topics,
            accept_blocks: self.accept_blocks,
            recognizers,
            ..DocumentPolicy::default()
        };
        let policy = own.over(base);
        for (flag, names) in [("--keep-kind", &self.keep_kind), ("--only-kind", &self.only_kind)] {
            for name in names {
                kind_named(name, &policy.recognizers)
                    .map_err(|problem| Failure::input(format!("{flag}: {problem}")))?;
            }
        }
        Ok(policy)
    }
}

/// A share between 0 and 1, or in percent.
fn share(text: &str) -> Result<f64, String> {
    let (number, unit) = text.trim().strip_suffix('%').map_or((text, 1.0), |number| (number, 100.0));
    let value =
        number.trim().parse::<f64>().map(|value| value / unit).ok().filter(|value| *value > 0.0 && *value < 1.0);
    value.ok_or_else(|| "a share between 0 and 1 is expected, such as 0.015 or 1.5%".to_owned())
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn shares_and_percentages() {
        assert_eq!((share("1.5%"), share("0.25"), share(" 20 % ")), (Ok(0.015), Ok(0.25), Ok(0.2)));
        for bad in ["0", "1", "100%", "-1%", "x", "", "%", "nan"] {
            assert!(share(bad).is_err(), "{bad}");
        }
    }
}
