//! Measures chosen by name at run time.

use super::{
    Batet, Equality, JiangConrath, LeacockChodorow, Lin, Measure, Path, Resnik, Taxonomic, WuPalmer, WuPalmerEdges,
};
use crate::information::InformationContent;
use crate::taxonomy::Taxonomy;

/// The name of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasureName {
    /// [`Path`]
    Path,
    /// [`WuPalmer`]
    WuPalmer,
    /// [`WuPalmerEdges`]
    WuPalmerEdges,
    /// [`LeacockChodorow`]
    LeacockChodorow,
    /// [`Batet`]
    Batet,
    /// [`Taxonomic`]
    Taxonomic,
    /// [`Resnik`]
    Resnik,
    /// [`Lin`]
    Lin,
    /// [`JiangConrath`]
    JiangConrath,
    /// [`Equality`]
    Equality,
}

impl MeasureName {
    /// All measures.
    pub const ALL: [Self; 10] = [
        Self::Path,
        Self::WuPalmer,
        Self::WuPalmerEdges,
        Self::LeacockChodorow,
        Self::Batet,
        Self::Taxonomic,
        Self::Resnik,
        Self::Lin,
        Self::JiangConrath,
        Self::Equality,
    ];

    /// The name as users write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::WuPalmer => "wu-palmer",
            Self::WuPalmerEdges => "wu-palmer-edges",
            Self::LeacockChodorow => "leacock-chodorow",
            Self::Batet => "batet",
            Self::Taxonomic => "taxonomic",
            Self::Resnik => "resnik",
            Self::Lin => "lin",
            Self::JiangConrath => "jiang-conrath",
            Self::Equality => "equality",
        }
    }

    /// Whether the measure needs information content.
    pub fn needs_information(self) -> bool {
        matches!(self, Self::Resnik | Self::Lin | Self::JiangConrath)
    }

    /// The measure on a taxonomy. Those that [need it](Self::needs_information) use `information`, or without it the
    /// [intrinsic](InformationContent::intrinsic) one.
    pub fn on(self, taxonomy: &Taxonomy, information: Option<InformationContent>) -> Box<dyn Measure + '_> {
        let information = || information.unwrap_or_else(|| InformationContent::intrinsic(taxonomy));
        match self {
            Self::Path => Box::new(Path::on(taxonomy)),
            Self::WuPalmer => Box::new(WuPalmer::on(taxonomy)),
            Self::WuPalmerEdges => Box::new(WuPalmerEdges::on(taxonomy)),
            Self::LeacockChodorow => Box::new(LeacockChodorow::on(taxonomy)),
            Self::Batet => Box::new(Batet::on(taxonomy)),
            Self::Taxonomic => Box::new(Taxonomic::on(taxonomy)),
            Self::Resnik => Box::new(Resnik::on(taxonomy, information())),
            Self::Lin => Box::new(Lin::on(taxonomy, information())),
            Self::JiangConrath => Box::new(JiangConrath::on(taxonomy, information())),
            Self::Equality => Box::new(Equality::on(taxonomy)),
        }
    }
}
