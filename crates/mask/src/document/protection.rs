//! What is to be protected, and how it is decided.

use super::blocks::Topic;
use super::finding::Action;
use super::places::KeepPlaces;

/// How findings are decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Noun phrases by information content: the paper's first step.
    Ic,
    /// Then those that tell of them by mutual information: the paper's second.
    IcPmi,
    /// Entities, capitals and codes as well, and phrases that tell together.
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

/// What is to be protected, and how it is decided.
#[derive(Clone, Debug)]
pub struct Protection {
    /// How findings are decided.
    pub method: Method,
    /// Terms to hide; the least informative of them is β.
    pub hide: Vec<String>,
    /// People to protect.
    pub people: Vec<String>,
    /// β in bits; goes before that of the terms to hide.
    pub beta: Option<f64>,
    /// The share of β that a phrase may tell of a sensitive one: τ = w·β.
    pub w: f64,
    /// Whether phrases are counted as they are written, without synonyms.
    pub exact: bool,
    /// Which places stay.
    pub keep_places: KeepPlaces,
    /// What always stays.
    pub allow: Vec<String>,
    /// What always goes.
    pub deny: Vec<String>,
    /// What stands in place of what goes.
    pub replace: Action,
    /// Topics whose dense blocks are found.
    pub topics: Vec<Topic>,
    /// Whether such blocks go without a person's word.
    pub accept_blocks: bool,
    /// How many questions the search for joint disclosure may ask about a document.
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
            keep_places: KeepPlaces::Countries,
            allow: Vec::new(),
            deny: Vec::new(),
            replace: Action::Label,
            topics: Vec::new(),
            accept_blocks: false,
            joint_budget: 2000,
        }
    }
}
