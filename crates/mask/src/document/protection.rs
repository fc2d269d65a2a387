//! What is to be protected, and how it is decided.

use super::dates::Dates;
use super::find::KeepPlaces;
use super::finding::Action;
use super::judge::TextKind;
use super::kinds::Kinds;
use super::topics::Topic;
use crate::error::{Error, Result};

/// How findings are decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Noun phrases by information content: the first step of Sánchez, Batet and Viejo (2013).
    Ic,
    /// Then phrases that disclose them by mutual information: the second step.
    IcPmi,
    /// Entities, capitals and codes as well, and phrases that disclose a sensitive term together.
    #[default]
    Combined,
}

impl Method {
    /// All methods, by name.
    pub const ALL: [(&'static str, Self); 3] =
        [("ic", Self::Ic), ("ic+pmi", Self::IcPmi), ("combined", Self::Combined)];

    /// The name that users see.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ic => "ic",
            Self::IcPmi => "ic+pmi",
            Self::Combined => "combined",
        }
    }
}

/// Who reads a text before it is decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Readers {
    /// The linear models and the rules: the default of a build without the network.
    #[cfg_attr(not(feature = "second-reader"), default)]
    Fast,
    /// The network as well: the default.
    #[cfg_attr(feature = "second-reader", default)]
    Careful,
}

impl Readers {
    /// All choices, by name.
    pub const ALL: [(&'static str, Self); 2] = [("fast", Self::Fast), ("careful", Self::Careful)];

    /// The name that users see.
    pub fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(_, readers)| *readers == self).map_or("", |(name, _)| name)
    }
}

/// What is to be protected, and how it is decided.
#[derive(Clone, Debug)]
pub struct Protection {
    /// How findings are decided.
    pub method: Method,
    /// Terms to hide; the least information content of them is β.
    pub hide: Vec<String>,
    /// People to protect.
    pub people: Vec<String>,
    /// β in bits, in place of that of the terms to hide.
    pub beta: Option<f64>,
    /// The share of β that a phrase may disclose of a sensitive term: τ = w·β.
    pub w: f64,
    /// Whether phrases are counted as they are written, without synonyms.
    pub exact: bool,
    /// The share of the corpus' documents below which a word is rare, and redacted.
    pub rare: Option<f64>,
    /// Who reads a text.
    pub readers: Readers,
    /// The kind of text, in place of what it looks like.
    pub text_kind: Option<TextKind>,
    /// How cautious learned decisions are: what people would mask with a probability of 1 − caution is masked.
    pub caution: Option<f64>,
    /// Which places are kept.
    pub keep_places: KeepPlaces,
    /// Which kinds of findings are published, unless they are denied, hidden, name a person to protect or disclose one of these.
    pub kinds: Kinds,
    /// Terms that are never redacted, unless they are denied, hidden or name a person to protect.
    pub allow: Vec<String>,
    /// Terms that are always redacted.
    pub deny: Vec<String>,
    /// What is done with findings.
    pub replace: Action,
    /// What is done with dates, if not the same as with other findings.
    pub dates: Option<Dates>,
    /// Topics whose risky blocks are found.
    pub topics: Vec<Topic>,
    /// Whether risky blocks are redacted without a person's decision.
    pub accept_blocks: bool,
    /// How many questions the search for joint disclosure may ask the corpus about a document.
    pub joint_budget: usize,
}

impl Default for Protection {
    fn default() -> Self {
        Self {
            method: Method::Combined,
            hide: Vec::new(),
            people: Vec::new(),
            beta: None,
            w: 0.5,
            exact: false,
            rare: None,
            readers: Readers::default(),
            text_kind: None,
            caution: None,
            keep_places: KeepPlaces::Usual,
            kinds: Kinds::default(),
            allow: Vec::new(),
            deny: Vec::new(),
            replace: Action::Label,
            dates: None,
            topics: Vec::new(),
            accept_blocks: false,
            joint_budget: 2000,
        }
    }
}

impl Protection {
    /// What is done with dates: where other findings get surrogates, they are moved.
    pub fn dates(&self) -> Option<Dates> {
        self.dates.or((self.replace == Action::Surrogate).then_some(Dates::Shift))
    }

    /// Whether findings may be published because of what they are: by their kind, or as dates.
    pub fn publishes_some(&self) -> bool {
        !self.kinds.is_empty() || self.dates().is_some_and(|dates| dates != Dates::Label)
    }

    /// Whether the figures are in their bounds.
    pub(super) fn check(&self) -> Result<()> {
        if !(0.0..=1.0).contains(&self.w) {
            return Err(Error::Parameters(format!("w is {}: a share between 0 and 1 is expected", self.w)));
        }
        if self.beta.is_some_and(|beta| !(beta >= 0.0 && beta.is_finite())) {
            return Err(Error::Parameters("beta is a number of bits, 0 or more".into()));
        }
        if self.caution.is_some_and(|caution| !(0.0..=1.0).contains(&caution)) {
            return Err(Error::Parameters("caution lies between 0 and 1".into()));
        }
        if self.method != Method::Combined && (self.caution.is_some() || self.text_kind.is_some()) {
            let what = if self.caution.is_some() { "caution" } else { "the kind of text" };
            return Err(Error::Parameters(format!("{what} decides only with the policy combined")));
        }
        if self.rare.is_some_and(|share| !(share > 0.0 && share < 1.0)) {
            return Err(Error::Parameters("the share below which a word is rare lies between 0 and 1".into()));
        }
        Ok(())
    }
}
