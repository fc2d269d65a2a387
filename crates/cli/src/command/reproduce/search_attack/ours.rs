//! Our own settings, on the same people.

use super::Row;
use super::material::{Material, Person};
use super::usefulness::retrieval_f;
use crate::command::reproduce::temporary_index::TemporaryIndex;
use crate::failure::Failure;
use rayon::prelude::*;
use scumble::assess::document::attack::{Background, kept_by_edits};
use scumble::assess::document::gold::{GoldSums, Hidden, measure};
use scumble::assess::document::search::Model;
use scumble::corpus::{Counts, Embedded};
use scumble::document::Source;
use scumble::mask::document::{Action, Method};
use scumble::span::Span;
use scumble::text::{WordLists, sentences, tokens};
use scumble::{DocumentPolicy, ErrorKind, Sanitizer};
use std::sync::Arc;

/// Shares of biographies below which a word is rare: the one that was asked for, and a stricter one.
const RARE: f64 = 0.015;
const RARE_STRICT: f64 = 0.03;
/// The share of pages, which are ten times as long.
const RARE_IN_PAGES: f64 = 0.1;
/// The rank below which a page must lie.
const BELOW: usize = 10;

/// A way to sanitise.
pub(super) struct Setting {
    name: &'static str,
    method: Option<(Method, f64)>,
    person: bool,
    generalise: bool,
    rare: Option<(f64, Corpus)>,
    background: bool,
    caution: Option<f64>,
}

/// Where rarity is counted.
#[derive(Clone, Copy, PartialEq)]
enum Corpus {
    /// Biographies of other people.
    Abstracts,
    /// The pages of other people.
    Pages,
}

const PLAIN: Setting = Setting {
    name: "default",
    method: None,
    person: false,
    generalise: false,
    rare: None,
    background: false,
    caution: None,
};

/// All settings.
pub(super) const SETTINGS: [Setting; 13] = [
    PLAIN,
    Setting { name: "--person NAME", person: true, ..PLAIN },
    Setting { name: "--policy ic --beta 10", method: Some((Method::Ic, 10.0)), ..PLAIN },
    Setting { name: "--policy ic+pmi --beta 8", method: Some((Method::IcPmi, 8.0)), ..PLAIN },
    Setting { name: "--replace generalise", generalise: true, ..PLAIN },
    Setting { name: "--rare 1.5% (other biographies)", rare: Some((RARE, Corpus::Abstracts)), ..PLAIN },
    Setting { name: "--rare 3% (other biographies)", rare: Some((RARE_STRICT, Corpus::Abstracts)), ..PLAIN },
    Setting { name: "--rare 10% (other people's pages)", rare: Some((RARE_IN_PAGES, Corpus::Pages)), ..PLAIN },
    Setting { name: "--background", background: true, ..PLAIN },
    Setting { name: "--background, generalise", background: true, generalise: true, ..PLAIN },
    Setting { name: "--caution 0.5 --background", background: true, caution: Some(0.5), ..PLAIN },
    Setting { name: "--rare 1.5% --background", rare: Some((RARE, Corpus::Abstracts)), background: true, ..PLAIN },
    Setting { name: "--rare 3% --background", rare: Some((RARE_STRICT, Corpus::Abstracts)), background: true, ..PLAIN },
];

/// The settings that are compared where defender and attacker have different sentences.
const IN_HALVES: [usize; 7] = [0, 5, 6, 7, 8, 11, 12];

/// Counts of texts of the same kind.
pub(super) struct Ours<'m> {
    material: &'m Material,
    embedded: Arc<dyn Counts>,
    abstracts: TemporaryIndex,
    pages: TemporaryIndex,
}

impl<'m> Ours<'m> {
    /// Indexes the texts of people who are not masked here.
    pub(super) fn new(material: &'m Material) -> Result<Self, Failure> {
        let masked = |number: u32| material.people.iter().chain(&material.others).any(|one| one.page == number);
        let pages =
            (0..).zip(&material.pages).filter(|(number, _)| !masked(*number)).map(|(_, (_, text))| text.as_str());
        Ok(Self {
            material,
            embedded: Arc::new(Embedded::get()),
            abstracts: TemporaryIndex::of("abstracts", material.abstracts.iter().map(String::as_str))?,
            pages: TemporaryIndex::of("pages", pages)?,
        })
    }

    /// Every setting for some people; the sanitizer has the pages of the defender, the background those of the attacker.
    pub(super) fn rows(
        &self,
        settings: &[Setting],
        people: &[&Person],
        defender: &[(String, String)],
        attacker: &Background,
    ) -> Result<Vec<Row>, Failure> {
        settings.iter().map(|setting| self.row(setting, people, defender, attacker)).collect()
    }

    /// Some settings where the defender has the odd sentences of every page and the attacker the even ones.
    pub(super) fn in_halves(&self, people: &[&Person]) -> Result<Vec<Row>, Failure> {
        let half = |odd: bool| -> Vec<(String, String)> {
            let one = |(name, text): &(String, String)| (name.clone(), every_other_sentence(text, odd));
            self.material.pages.par_iter().map(one).collect()
        };
        let attacker = Background::new(&half(false), [], &Model::ALL).map_err(scumble::Error::from)?;
        let defender = half(true);
        IN_HALVES.iter().map(|&at| self.row(&SETTINGS[at], people, &defender, &attacker)).collect()
    }

    fn sanitizer(&self, setting: &Setting, person: Option<&Person>) -> Result<Sanitizer, Failure> {
        let policy = DocumentPolicy {
            method: setting.method.map(|(method, _)| method),
            beta: setting.method.map(|(_, beta)| beta),
            people: person.map(|person| person.name.clone()).into_iter().collect(),
            replace: setting.generalise.then_some(Action::Generalize),
            rare: setting.rare.map(|(share, _)| share),
            caution: setting.caution,
            ..DocumentPolicy::default()
        };
        let counts = match setting.rare {
            None => &self.embedded,
            Some((_, Corpus::Abstracts)) => self.abstracts.counts(),
            Some((_, Corpus::Pages)) => self.pages.counts(),
        };
        Ok(Sanitizer::with_counts(policy, Arc::clone(counts))?)
    }

    fn row(
        &self,
        setting: &Setting,
        people: &[&Person],
        defender: &[(String, String)],
        attacker: &Background,
    ) -> Result<Row, Failure> {
        let common = match (setting.person, setting.background) {
            (true, _) => None,
            (false, false) => Some(self.sanitizer(setting, None)?),
            (false, true) => Some(self.sanitizer(setting, None)?.with_background(defender, BELOW)?),
        };
        let sanitised = |person: &&Person| -> Result<Option<(String, Vec<Span>)>, Failure> {
            let own = if common.is_none() { Some(self.sanitizer(setting, Some(person))?) } else { None };
            let Some(sanitizer) = common.as_ref().or(own.as_ref()) else { return Ok(None) };
            match sanitizer.sanitize(Source::text(&person.name, &person.text)?) {
                Ok(done) => Ok(Some((done.text, done.replacements.iter().map(|one| one.before).collect()))),
                Err(error) if error.kind == ErrorKind::Withheld => Ok(None),
                Err(error) => Err(error.into()),
            }
        };
        let all: Vec<Option<(String, Vec<Span>)>> = people.par_iter().map(sanitised).collect::<Result<_, _>>()?;
        let released: Vec<(&Person, &(String, Vec<Span>))> =
            people.iter().zip(&all).filter_map(|(person, done)| Some((*person, done.as_ref()?))).collect();
        let texts: Vec<(&str, u32)> = released.iter().map(|(person, (text, _))| (text.as_str(), person.page)).collect();
        let (mut kept, mut tokens, mut gold) = (0.0, 0.0, Vec::new());
        for (person, (_, edits)) in &released {
            let of = kept_by_edits(&person.text, edits);
            kept += of.share() * of.tokens.len() as f64;
            tokens += of.tokens.len() as f64;
            if let Some(document) = &person.gold {
                let hidden: Vec<Hidden<'_>> = edits.iter().map(|&span| Hidden { span, pseudonym: None }).collect();
                gold.push(measure(document, &hidden));
            }
        }
        let row = Row::new(setting.name, &attacker.attack(&texts), (kept, tokens));
        let originals: Vec<&str> = released.iter().map(|(person, _)| person.text.as_str()).collect();
        let masked: Vec<&str> = texts.iter().map(|(text, _)| *text).collect();
        Ok(Row {
            precision: GoldSums::sum(&gold).tokens.share(),
            retrieval_f: retrieval_f(&originals, &masked)?,
            withheld: people.len() - released.len(),
            ..row
        })
    }
}

/// The odd sentences of a text (the first, the third), or the even ones.
fn every_other_sentence(text: &str, odd: bool) -> String {
    let lists = WordLists::english();
    let spans = tokens(text, lists);
    let all = sentences(text, &spans, lists);
    let wanted = all.iter().skip(usize::from(!odd)).step_by(2);
    let texts: Vec<&str> = wanted.map(|range| &text[spans[range.start].start..spans[range.end - 1].end]).collect();
    texts.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_in_turn() {
        let text = "He sang. She danced all night. They slept.";
        assert_eq!(every_other_sentence(text, true), "He sang.\nThey slept.");
        assert_eq!(every_other_sentence(text, false), "She danced all night.");
    }
}
