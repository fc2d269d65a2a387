//! Findings: a piece of a document, the rule that found it, and what is done with it.

use scumble_span::Span;
use scumble_text::entity::EntityKind;

/// What a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Found {
    /// An entity.
    Entity(EntityKind),
    /// A noun phrase.
    Term,
    /// Capitalized words, or a code, that no model recognizes.
    Name,
    /// A paragraph dense in risky words.
    Block,
}

impl Found {
    /// The name that users see.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Entity(kind) => kind.as_str(),
            Self::Term => "term",
            Self::Name => "name",
            Self::Block => "block",
        }
    }

    /// The kind of that name, if there is one.
    pub fn named(name: &str) -> Option<Self> {
        let others = [Self::Term, Self::Name, Self::Block];
        let entities = EntityKind::ALL.into_iter().map(Self::Entity);
        entities.chain(others).find(|kind| kind.as_str() == name)
    }
}

/// Why something was found; stronger rules first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// A person decided.
    Manual,
    /// It is on the user's list of terms to redact.
    Denied,
    /// It names a person to protect.
    Person,
    /// It is a term to hide, or a synonym of one.
    Hidden,
    /// A finder of the user's own found it.
    Own,
    /// It is an entity.
    Entity,
    /// It has capitals or digits and is outside of all entities.
    Capitals,
    /// The network would mask it, and nobody else found it.
    SecondReader,
    /// Its information content reaches β.
    Informative,
    /// The corpus has never seen it.
    Unseen,
    /// Its mutual information with a sensitive term reaches τ.
    Related,
    /// Its mutual information with a sensitive term reaches τ together with others.
    Joint,
    /// It is a word that few documents of the corpus have.
    Rare,
    /// It speaks for one page of a background that an attacker may search.
    Background,
    /// It is another mention of a term that is redacted elsewhere in the document.
    Same,
    /// It was found when the result was read again.
    Again,
    /// It is a paragraph dense in risky words.
    Block,
}

impl Rule {
    /// All rules, stronger ones first.
    pub const ALL: [Self; 17] = [
        Self::Manual,
        Self::Denied,
        Self::Person,
        Self::Hidden,
        Self::Own,
        Self::Entity,
        Self::Capitals,
        Self::SecondReader,
        Self::Informative,
        Self::Unseen,
        Self::Related,
        Self::Joint,
        Self::Rare,
        Self::Background,
        Self::Same,
        Self::Again,
        Self::Block,
    ];

    /// The name that users see.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Manual => "manual",
            Self::Denied => "denied",
            Self::Person => "person",
            Self::Hidden => "hidden",
            Self::Own => "own",
            Self::Entity => "entity",
            Self::Capitals => "capitals",
            Self::SecondReader => "second-reader",
            Self::Informative => "informative",
            Self::Unseen => "unseen",
            Self::Related => "related",
            Self::Joint => "joint",
            Self::Rare => "rare",
            Self::Background => "background",
            Self::Same => "same",
            Self::Again => "again",
            Self::Block => "block",
        }
    }
}

/// What is done with a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// `[REDACTED]` in its place.
    Remove,
    /// Its kind and a number in its place.
    Label,
    /// A more general term in its place.
    Generalize,
    /// Mask characters in its place, as many as it has characters.
    Mask,
    /// The year of a date in its place.
    Year,
    /// Another date in its place, as many days away as those of all other dates of the document.
    Shift,
    /// Something made up of the same kind in its place.
    Surrogate,
    /// It is kept.
    Keep,
}

impl Action {
    /// All actions.
    pub const ALL: [Self; 8] =
        [Self::Remove, Self::Label, Self::Generalize, Self::Mask, Self::Year, Self::Shift, Self::Surrogate, Self::Keep];

    /// The name that users see.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Remove => "remove",
            Self::Label => "label",
            Self::Generalize => "generalise",
            Self::Mask => "mask",
            Self::Year => "year",
            Self::Shift => "shift",
            Self::Surrogate => "surrogate",
            Self::Keep => "keep",
        }
    }
}

/// How far a finding has come. Accepted and manual findings are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// It waits for a person's decision.
    Proposed,
    /// It is applied.
    Accepted,
    /// A person rejected it.
    Rejected,
    /// A person made it.
    Manual,
}

impl State {
    /// All states.
    pub const ALL: [Self; 4] = [Self::Proposed, Self::Accepted, Self::Rejected, Self::Manual];

    /// The name that users see.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Proposed => "proposed",
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::Manual => "manual",
        }
    }
}

/// A piece of a document, the rule that found it and what is done with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The name that a decision file gave it; none for what a machine has just found.
    pub id: Option<String>,
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: Found,
    /// Why it was found.
    pub rule: Rule,
    /// Its information content in bits, where it was asked for.
    pub ic: Option<f64>,
    /// Its largest mutual information with a sensitive term, in bits.
    pub pmi: Option<f64>,
    /// The threshold that decided: β, τ, the information content of a word that is just not rare, or hits per hundred words.
    pub threshold: Option<f64>,
    /// The sensitive term with which it has that mutual information or, where the user named it, the term as the user wrote it.
    /// Protected.
    pub related: Option<String>,
    /// The topic of a risky block, and its hits per hundred words.
    pub topic: Option<(String, f64)>,
    /// The probability that people would mask it, where that was decided by what was learned.
    pub probability: Option<f64>,
    /// The share of the match with a page of a background that it carries.
    pub match_share: Option<f64>,
    /// What is done with it.
    pub action: Action,
    /// The text in its place, once that is known.
    pub replacement: Option<String>,
    /// How far it has come.
    pub state: State,
    /// Who looked at it and decided, where a person did.
    pub reviewer: Option<String>,
    /// The [`id`](Self::id) of the finding whose pseudonym it shares, where a person decided so; its own for a pseudonym of its own.
    pub same_as: Option<String>,
}

impl Finding {
    /// A finding that is accepted, without figures.
    pub fn new(span: Span, kind: Found, rule: Rule) -> Self {
        Self {
            id: None,
            span,
            kind,
            rule,
            ic: None,
            pmi: None,
            threshold: None,
            related: None,
            topic: None,
            probability: None,
            match_share: None,
            action: Action::Remove,
            replacement: None,
            state: State::Accepted,
            reviewer: None,
            same_as: None,
        }
    }

    /// Whether it changes the text.
    pub fn applies(&self) -> bool {
        matches!(self.state, State::Accepted | State::Manual) && self.action != Action::Keep
    }

    /// Whether it has a byte in common with a span.
    pub fn touches(&self, span: Span) -> bool {
        self.span.start < span.end && span.start < self.span.end
    }
}
