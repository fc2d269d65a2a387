//! From what is to be protected to findings: the finders in their order.

use super::case::{Case, Figures, Finder, Left, Settled, Thresholds};
use super::covered::Covered;
use super::dates;
use super::find::{
    Capitals, Doubtful, Entities, Informative, Joint, Listed, OldAge, Person, Places, Rare, Related, RiskyBlocks, Same,
    SecondReader, SensitiveTerms,
};
use super::finding::{Action, Finding, Found, Rule, State};
use super::judge::{Evidence, Judge, Looks};
use super::knowledge::Knowledge;
use super::measure::{Meter, Threshold};
use super::protection::{Method, Protection, Readers};
use super::reading::Reading;
use super::topics::TopicReader;
use crate::error::{Error, Result};
use std::sync::Arc;

/// β where the user gives none: chosen on court cases for the embedded counts (`bench/documents`).
pub const OWN_BETA: f64 = 19.0;

/// Decides what is redacted in documents. Shared between threads.
pub struct Decider {
    protection: Protection,
    knowledge: Knowledge,
    meter: Meter,
    places: Arc<Places>,
    topics: Arc<TopicReader>,
    stages: Stages,
    allowed: Listed,
    sensitive: SensitiveTerms,
    /// The terms to hide with their information content.
    hidden: Vec<(String, f64)>,
    thresholds: Thresholds,
}

/// The finders, in the order in which they run.
struct Stages {
    // Denied terms, people to protect and terms to hide: all that the user named.
    denied: Listed,
    people: Vec<Person>,
    hidden: Listed,
    /// Entities, risky blocks, and the user's own finders.
    recognized: Vec<Box<dyn Finder>>,
    capitals: Option<Capitals>,
    /// The kind of text, what the rules keep, and what the network would mask: for the learned decision.
    doubtful: Vec<Box<dyn Finder>>,
    /// The learned decision about entities and capitals.
    judge: Option<Judge>,
    /// Phrases by information content, by what they disclose alone and together, and other mentions of all that.
    measured: Vec<Box<dyn Finder>>,
}

impl Stages {
    fn new(
        protection: &Protection,
        knowledge: &Knowledge,
        places: &Arc<Places>,
        topics: &Arc<TopicReader>,
        sensitive: &SensitiveTerms,
    ) -> Self {
        let (method, keep_places) = (protection.method, protection.keep_places);
        let combined = method == Method::Combined;
        let synonyms = (!protection.exact).then_some(&*knowledge.taxonomy);
        let mut stages = Self {
            denied: Listed::new(&protection.deny, Rule::Denied),
            people: protection.people.iter().map(|name| Person::new(name, knowledge.language)).collect(),
            hidden: Listed::hidden(&protection.hide, synonyms),
            recognized: Vec::new(),
            capitals: None,
            doubtful: Vec::new(),
            judge: None,
            measured: Vec::new(),
        };
        if combined {
            stages.recognized.push(Box::new(Entities { keep_places, places: Arc::clone(places) }));
            if protection.publishes_some() {
                stages.recognized.push(Box::new(OldAge));
            }
        }
        if !protection.topics.is_empty() {
            stages.recognized.push(Box::new(RiskyBlocks::new(Arc::clone(topics), protection.accept_blocks)));
        }
        if combined {
            stages.capitals = Some(Capitals { keep_places, places: Arc::clone(places) });
            let (text_kind, caution, readers) = (protection.text_kind, protection.caution, protection.readers);
            stages.doubtful.push(Box::new(Looks { judges: knowledge.judges.clone(), text_kind }));
            stages.doubtful.push(Box::new(Doubtful));
            if let Some(network) = knowledge.network(readers) {
                stages.doubtful.push(Box::new(SecondReader { network }));
            }
            let named = Judge::words_of(&protection.people, knowledge.language);
            let kinds_chosen = !protection.kinds.is_empty();
            let judge = |judges: &Arc<_>| Judge { judges: Arc::clone(judges), readers, caution, named, kinds_chosen };
            stages.judge = knowledge.judges.as_ref().map(judge);
        }
        stages.measured.push(Box::new(Informative { entities_apart: combined }));
        if method != Method::Ic {
            stages.measured.push(Box::new(Related { sensitive: sensitive.clone() }));
        }
        if combined {
            stages.measured.push(Box::new(Joint { sensitive: sensitive.clone(), budget: protection.joint_budget }));
        }
        if let Some(share) = protection.rare {
            stages.measured.push(Box::new(Rare { share }));
        }
        stages.measured.push(Box::new(Same));
        stages
    }

    /// The finders of all that the user named.
    fn named(&self) -> impl Iterator<Item = &dyn Finder> {
        let people = self.people.iter().map(|person| person as &dyn Finder);
        [&self.denied as &dyn Finder].into_iter().chain(people).chain([&self.hidden as &dyn Finder])
    }

    /// The finders whose findings a learned decision is about, and those before them.
    fn evident(&self) -> impl Iterator<Item = &dyn Finder> {
        let recognized = self.recognized.iter().map(|finder| &**finder);
        let capitals = self.capitals.iter().map(|finder| finder as &dyn Finder);
        let doubtful = self.doubtful.iter().map(|finder| &**finder);
        self.named().chain(recognized).chain(capitals).chain(doubtful)
    }

    fn iter(&self) -> impl Iterator<Item = &dyn Finder> {
        let judge = self.judge.iter().map(|finder| finder as &dyn Finder);
        self.evident().chain(judge).chain(self.measured.iter().map(|finder| &**finder))
    }
}

/// The decisions about a document.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    /// All findings in order: those that apply, those that wait for a person, and candidates that are kept.
    pub findings: Vec<Finding>,
    /// The figures of the search for disclosure.
    pub figures: Figures,
}

impl Decider {
    /// Prepares to decide.
    ///
    /// # Errors
    /// If w or β is no such figure, or the corpus gives no counts.
    pub fn new(protection: Protection, knowledge: Knowledge) -> Result<Self> {
        protection.check()?;
        if protection.readers == Readers::Careful && knowledge.network(protection.readers).is_none() {
            return Err(Error::Parameters("this build has no network for careful reading".into()));
        }
        let meter = Meter::new(&knowledge, protection.exact)?;
        Self::with_meter(protection, knowledge, meter)
    }

    /// Prepares to decide with a meter of its own.
    pub(super) fn with_meter(protection: Protection, knowledge: Knowledge, meter: Meter) -> Result<Self> {
        let measured = |term: &String| Ok((term.clone(), meter.term(term)?.ic));
        let hidden: Vec<(String, f64)> = protection.hide.iter().map(measured).collect::<Result<_>>()?;
        let least = hidden.iter().map(|(_, ic)| *ic).min_by(f64::total_cmp);
        let beta = protection.beta.or(least).unwrap_or(OWN_BETA);
        let thresholds = Thresholds { beta: Threshold::new(beta), tau: Threshold::new(protection.w * beta) };
        let sensitive = SensitiveTerms {
            named: [&protection.hide[..], &protection.people[..]].concat(),
            only_named: protection.method == Method::Combined,
        };
        let places = Arc::new(Places::new(&knowledge));
        let topics = Arc::new(TopicReader::new(protection.topics.clone(), knowledge.language));
        let stages = Stages::new(&protection, &knowledge, &places, &topics, &sensitive);
        let allowed = Listed::new(&protection.allow, Rule::Manual);
        Ok(Self { protection, knowledge, meter, places, topics, stages, allowed, sensitive, hidden, thresholds })
    }

    /// Adds a finder of the user's own. It runs after the entities and before the capitals and phrases; its findings are subject
    /// to the allow-list, redacted in all their mentions and verified like all others.
    #[must_use]
    pub fn with_finder(mut self, finder: Box<dyn Finder>) -> Self {
        self.stages.recognized.push(finder);
        self
    }

    /// The topics whose risky blocks are found.
    pub fn topics(&self) -> &TopicReader {
        &self.topics
    }

    /// β, the threshold of information content.
    pub fn beta(&self) -> Threshold {
        self.thresholds.beta
    }

    /// The information content that a more general term stays below: β, and that of a word which is just not rare.
    pub(super) fn general_beta(&self) -> Threshold {
        let rare = self.protection.rare.map_or(f64::INFINITY, |share| -share.log2());
        Threshold::new(self.beta().bits().min(rare))
    }

    /// τ, the threshold of mutual information.
    pub fn tau(&self) -> Threshold {
        self.thresholds.tau
    }

    /// The terms to hide with their information content.
    pub fn hidden(&self) -> &[(String, f64)] {
        &self.hidden
    }

    /// The parameters of protection.
    pub fn protection(&self) -> &Protection {
        &self.protection
    }

    /// The language, the taxonomies, the corpus and the recognizers.
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    /// The meter of terms.
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    pub(super) fn places(&self) -> &Places {
        &self.places
    }

    pub(super) fn sensitive(&self) -> &SensitiveTerms {
        &self.sensitive
    }

    /// Decides about a document that was read, without reading the result again.
    ///
    /// # Errors
    /// If the corpus gives no count, or a finder of the user's own fails.
    pub fn decide(&self, reading: &Reading<'_>) -> Result<Decisions> {
        self.decide_then(reading, None)
    }

    /// Decides about a document, and lets a finder for it alone see all that was found.
    pub(super) fn decide_then(&self, reading: &Reading<'_>, last: Option<&dyn Finder>) -> Result<Decisions> {
        self.decide_again(reading, last, None)
    }

    /// As [`decide_then`](Self::decide_then), about the result of a document: what was kept there by learned decisions stays kept.
    pub(super) fn decide_again(
        &self,
        reading: &Reading<'_>,
        last: Option<&dyn Finder>,
        settled: Option<Settled>,
    ) -> Result<Decisions> {
        let mut case = self.case(reading);
        case.settled = settled;
        self.stages.iter().try_for_each(|finder| finder.find(&mut case))?;
        if let Some(last) = last {
            last.find(&mut case)?;
            Same.find(&mut case)?;
        }
        let (found, left, figures) = case.into_parts();
        Ok(Decisions { findings: self.completed(found, left, reading.text()), figures })
    }

    /// What a learned decision about a document rests on.
    ///
    /// # Errors
    /// If the corpus gives no count, or a finder of the user's own fails.
    pub fn evidence(&self, reading: &Reading<'_>) -> Result<Vec<Evidence>> {
        let mut case = self.case(reading);
        self.stages.evident().try_for_each(|finder| finder.find(&mut case))?;
        Ok(case.take_evidence())
    }

    /// Whether a text names a person to protect, a term to hide or a denied term: for a text that is no document itself, such as
    /// the name of a file.
    ///
    /// # Errors
    /// If the corpus gives no count.
    pub fn is_named_in(&self, text: &str) -> Result<bool> {
        let reading = Reading::unread(text);
        let mut case = self.case(&reading);
        self.stages.named().try_for_each(|finder| finder.find(&mut case))?;
        Ok(!case.found().is_empty())
    }

    /// Which terms to hide a text has.
    pub(super) fn hidden_terms_in(&self, reading: &Reading<'_>) -> Vec<bool> {
        self.stages.hidden.terms_in(reading)
    }

    /// Which people to protect a text names.
    pub(super) fn people_in(&self, reading: &Reading<'_>) -> Result<Vec<bool>> {
        let named = |person: &Person| {
            let mut case = self.case(reading);
            person.find(&mut case)?;
            Ok(!case.found().is_empty())
        };
        self.stages.people.iter().map(named).collect()
    }

    /// Which denied terms a text has, then which allowed terms.
    pub(super) fn listed_terms_in(&self, reading: &Reading<'_>) -> Vec<bool> {
        [self.stages.denied.terms_in(reading), self.allowed.terms_in(reading)].concat()
    }

    fn case<'a>(&'a self, reading: &'a Reading<'a>) -> Case<'a> {
        let allowed = if self.allowed.is_empty() { Vec::new() } else { self.allowed.spans(reading) };
        Case::new(reading, &self.knowledge, &self.meter, self.thresholds, Covered::of(allowed), &self.protection.kinds)
    }

    /// The findings with their actions, and what is kept as findings of their own.
    fn completed(&self, mut findings: Vec<Finding>, left: Left, text: &str) -> Vec<Finding> {
        let beta = self.beta().bits();
        let least = self.hidden.iter().map(|(_, ic)| *ic).min_by(f64::total_cmp);
        for finding in &mut findings {
            if finding.rule == Rule::Hidden {
                finding.ic = finding.ic.or(least);
                finding.threshold = finding.threshold.or(Some(beta));
            }
            if finding.kind != Found::Block && finding.action != Action::Keep {
                finding.action = self.protection.replace;
            }
        }
        if let Some(choice) = self.protection.dates() {
            dates::treat(choice, &mut findings, text);
        }
        findings.extend(left.published.into_iter().map(|finding| Finding { action: Action::Keep, ..finding }));
        findings.extend(left.candidates.into_iter().map(|candidate| Finding {
            ic: Some(candidate.term.ic),
            pmi: candidate.pmi,
            threshold: Some(beta),
            action: Action::Keep,
            state: State::Accepted,
            ..Finding::new(candidate.span, Found::Term, Rule::Informative)
        }));
        findings.sort_by_key(|finding| (finding.span, finding.rule));
        findings
    }
}
