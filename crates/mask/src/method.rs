//! The methods that mask columns of a table, by name.

/// How columns are masked: by classes of at least k records, or by perturbation, which promises no k.
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
    /// Values are swapped with values of near ranks.
    RankSwap,
    /// Independent normal noise is added to every column.
    Noise,
    /// Normal noise with the correlations of the columns is added.
    CorrelatedNoise,
    /// Categories are drawn again by a transition matrix.
    Pram,
    /// Values are put into another order, which depends on other columns as the true one does.
    ShuffleValues,
    /// Pairs of records exchange their values of all columns of the step.
    RecordSwap,
    /// The greatest and least values become a bound.
    TopBottom,
    /// Numbers are rounded to multiples of a base.
    Round,
    /// All values of a column go up to a level of its hierarchy that is given.
    Recode,
    /// Some of the records are released.
    Sample,
}

impl Method {
    /// Every method with its name.
    pub const ALL: [(&'static str, Self); 20] = [
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
        ("rank-swap", Self::RankSwap),
        ("noise", Self::Noise),
        ("correlated-noise", Self::CorrelatedNoise),
        ("pram", Self::Pram),
        ("shuffle-values", Self::ShuffleValues),
        ("record-swap", Self::RecordSwap),
        ("top-bottom", Self::TopBottom),
        ("round", Self::Round),
        ("recode", Self::Recode),
        ("sample", Self::Sample),
    ];

    /// Whether it groups records that publish a centroid.
    pub fn is_microaggregation(self) -> bool {
        use Method as Of;
        let all =
            [Of::Mdav, Of::VMdav, Of::Refined, Of::IndividualRanking, Of::ZScores, Of::PrincipalComponent, Of::Grouped];
        all.contains(&self)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, method)| *method == self).map_or("", |(name, _)| name)
    }
}
