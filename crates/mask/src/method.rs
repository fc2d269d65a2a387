//! The methods that make classes of at least k records, by name.

/// How classes of at least k records are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Method {
    /// Maximum distance to average vector.
    #[default]
    Mdav,
    /// MDAV whose groups grow where records lie close together.
    VMdav,
    /// MDAV, then a search for groups with less loss.
    Refined,
    /// Each column by itself, optimally.
    IndividualRanking,
    /// By the sum of z-scores, cut optimally.
    ZScores,
    /// Along the first principal component, cut optimally.
    PrincipalComponent,
    /// MDAV on several groups of columns, each by itself.
    Grouped,
    /// Generalisation of all values of a column to one level, at the best levels.
    FullDomain,
    /// Generalisation of every class to values of its own.
    Generalize,
    /// Cells are blanked, or records are left out.
    Suppress,
}

impl Method {
    /// Every method with its name.
    pub const ALL: [(&'static str, Self); 10] = [
        ("mdav", Self::Mdav),
        ("v-mdav", Self::VMdav),
        ("refined", Self::Refined),
        ("individual-ranking", Self::IndividualRanking),
        ("z-scores", Self::ZScores),
        ("principal-component", Self::PrincipalComponent),
        ("grouped", Self::Grouped),
        ("full-domain", Self::FullDomain),
        ("generalize", Self::Generalize),
        ("suppress", Self::Suppress),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, method)| *method == self).map_or("", |(name, _)| name)
    }
}
