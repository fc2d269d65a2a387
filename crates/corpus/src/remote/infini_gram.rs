//! Counts of infini-gram: corpora of up to trillions of words, on a public server.

use super::client::Client;
use super::{RemoteOptions, as_written, groups, in_parallel};
use crate::counts::{Counts, Provenance, Unit};
use crate::error::{Error, Result};
use serde_json::{Value, json};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// The server takes no more groups, and no more phrases in a group, and no longer question.
const MOST_GROUPS: usize = 4;
const MOST_PHRASES: usize = 4;
const MOST_CHARACTERS: usize = 1000;
/// More questions at a time than this and the public server refuses them.
const MOST_PARALLEL: usize = 2;
/// It says so with this status.
const TOO_FAST: [u16; 1] = [403];

/// A corpus of infini-gram, asked through its HTTP interface.
///
/// **The unit is a window, not a document.** The corpus is one row of N tokens. A phrase is counted at each place where it stands, and
/// phrases together at each place where the rarest one stands with the others within `window` tokens before or after it. Both are taken
/// as numbers of windows, of which there are N / `window`: that is [`total`](Counts::total). So the information of one phrase and
/// the mutual information of several are in one unit; neither is ever to be compared with counts of documents. A phrase
/// that stands several times in a window would be in more windows than there are, so no count exceeds the total.
///
/// Letters and signs matter here: `AIDS` is not `aids`. Phrases are sent as they are written; give the other writings as synonyms. Places of
/// synonyms are added up. Of phrases together the server looks at some places only when there are too many; such an estimate is
/// an error unless `estimates` allows it, and then the version in the provenance says so.
pub struct InfiniGram {
    client: Client,
    index: String,
    options: RemoteOptions,
    total: OnceLock<u64>,
    estimated: AtomicU64,
}

impl InfiniGram {
    /// An index of the server, such as `v4_rpj_llama_s4`. Nothing is asked yet.
    pub fn new(index: &str, options: &RemoteOptions) -> Result<Self> {
        let known = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if index.is_empty() || !index.chars().all(known) {
            return Err(Error::Question("infini-gram needs the name of an index, such as v4_rpj_llama_s4".into()));
        }
        if !(1..=1000).contains(&options.window) || !(1..=500_000).contains(&options.most_places) {
            return Err(Error::Question("infini-gram takes windows of 1 to 1000 and 1 to 500,000 places".into()));
        }
        Ok(Self {
            client: Client::new(&options.infini_gram, options, &TOO_FAST)?,
            index: index.to_string(),
            options: options.clone(),
            total: OnceLock::new(),
            estimated: AtomicU64::new(0),
        })
    }

    /// How many answers so far were estimates.
    pub fn estimated(&self) -> u64 {
        self.estimated.load(Ordering::Relaxed)
    }

    fn ask(&self, query: &str, together: bool) -> Result<u64> {
        if query.chars().count() > MOST_CHARACTERS {
            return Err(Error::Question(format!(
                "infini-gram takes no question longer than {MOST_CHARACTERS} letters"
            )));
        }
        let mut question = json!({"index": self.index, "query_type": "count", "query": query});
        if together {
            question["max_clause_freq"] = self.options.most_places.into();
            question["max_diff_tokens"] = self.options.window.into();
        }
        let answer = self.client.post("", &question)?;
        if !answer["error"].is_null() {
            // its words may repeat the question
            let problem = format!("the server answers with an error: is there an index {}?", self.index);
            return Err(self.client.fault(problem));
        }
        match answer["approx"] {
            Value::Bool(false) => {}
            Value::Bool(true) if self.options.estimates => drop(self.estimated.fetch_add(1, Ordering::Relaxed)),
            Value::Bool(true) => {
                let problem =
                    "the count is only an estimate, as one of the phrases is too common; estimates are not allowed";
                return Err(self.client.fault(problem));
            }
            _ => return Err(self.client.fault("the answer does not say whether it is exact")),
        }
        answer["count"].as_u64().ok_or_else(|| self.client.fault("the answer has no count"))
    }
}

/// A phrase as it is sent. Words in capitals that would be read as operators become small.
fn sent(phrase: &str) -> String {
    let small = |word| match word {
        "AND" => "and",
        "OR" => "or",
        word => word,
    };
    as_written(phrase).split(' ').map(small).collect::<Vec<_>>().join(" ")
}

/// Every way to take one of each group's parts, as a question: OR binds tighter than AND here.
fn questions(groups: &[Vec<String>]) -> Vec<String> {
    let mut questions = vec![String::new()];
    for group in groups {
        let parts: Vec<String> = group.chunks(MOST_PHRASES).map(|part| part.join(" OR ")).collect();
        let longer = |question: &String, part: &String| match question.is_empty() {
            true => part.clone(),
            false => format!("{question} AND {part}"),
        };
        questions =
            questions.iter().flat_map(|question| parts.iter().map(move |part| longer(question, part))).collect();
    }
    questions
}

impl Counts for InfiniGram {
    /// How many windows there are.
    fn total(&self) -> Result<u64> {
        if let Some(&total) = self.total.get() {
            return Ok(total);
        }
        let tokens = self.ask("", false)?;
        match tokens / u64::from(self.options.window) {
            0 => Err(self.client.fault("the index is smaller than a window")),
            total => Ok(*self.total.get_or_init(|| total)),
        }
    }

    fn count(&self, all_of: &[&[&str]]) -> Result<u64> {
        let total = self.total()?;
        let Some(groups) = groups(all_of, sent) else { return Ok(0) };
        let mut count = 0u64;
        match &groups[..] {
            [] => return Ok(total),
            [phrases] => {
                for phrase in phrases {
                    count = count.saturating_add(self.ask(phrase, false)?);
                }
            }
            _ if groups.len() > MOST_GROUPS => {
                return Err(Error::Question(format!("infini-gram counts at most {MOST_GROUPS} phrases together")));
            }
            _ => {
                for question in questions(&groups) {
                    count = count.saturating_add(self.ask(&question, true)?);
                }
            }
        }
        Ok(count.min(total))
    }

    fn count_batch(&self, questions: &[&[&[&str]]]) -> Result<Vec<u64>> {
        in_parallel(questions, self.options.parallel.min(MOST_PARALLEL), |all_of| self.count(all_of))
    }

    fn compared(&self, phrase: &str) -> String {
        sent(phrase)
    }

    fn provenance(&self) -> Provenance {
        let RemoteOptions { window, most_places, estimates, .. } = self.options;
        let exact = if estimates { "estimates allowed" } else { "exact" };
        Provenance {
            name: format!("infini-gram:{}", self.index),
            version: format!("{}, window {window}, {most_places} places, {exact}", self.client.server),
            remote: true,
            unit: Unit::Windows(window),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_have_few_phrases_each() {
        let group = |phrases: &[&str]| phrases.iter().map(|phrase| phrase.to_string()).collect::<Vec<_>>();
        let asked = questions(&[group(&["a", "b"]), group(&["1", "2", "3", "4", "5"])]);
        assert_eq!(asked, ["a OR b AND 1 OR 2 OR 3 OR 4", "a OR b AND 5"]);
        assert_eq!(sent("Salt AND  Pepper"), "Salt and Pepper");
    }
}
