//! Measures chosen by name at run time.

use super::{
    Batet, Direction, Equality, JiangConrath, LeacockChodorow, Lin, Measure, Path, Resnik, Taxonomic, WuPalmer,
    WuPalmerEdges,
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

    /// Whether greater values of the measure mean closer or farther.
    #[inline]
    pub fn direction(self) -> Direction {
        match self {
            Self::WuPalmer | Self::WuPalmerEdges | Self::LeacockChodorow | Self::Batet | Self::Resnik | Self::Lin => {
                Direction::Similarity
            }
            Self::Path | Self::Taxonomic | Self::JiangConrath | Self::Equality => Direction::Distance,
        }
    }

    /// The measure of a name, as users write it.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.as_str() == name)
    }

    /// The measure on a taxonomy, borrowed or shared (`Arc`). Those that [need it](Self::needs_information) use
    /// `information`, or without it the [intrinsic](InformationContent::intrinsic) one.
    pub fn on<'t, T: AsRef<Taxonomy> + Send + Sync + 't>(
        self,
        taxonomy: T,
        information: Option<InformationContent>,
    ) -> Box<dyn Measure + 't> {
        let information =
            |taxonomy: &T| information.unwrap_or_else(|| InformationContent::intrinsic(taxonomy.as_ref()));
        match self {
            Self::Path => Box::new(Path::on(taxonomy)),
            Self::WuPalmer => Box::new(WuPalmer::on(taxonomy)),
            Self::WuPalmerEdges => Box::new(WuPalmerEdges::on(taxonomy)),
            Self::LeacockChodorow => Box::new(LeacockChodorow::on(taxonomy)),
            Self::Batet => Box::new(Batet::on(taxonomy)),
            Self::Taxonomic => Box::new(Taxonomic::on(taxonomy)),
            Self::Resnik => {
                let information = information(&taxonomy);
                Box::new(Resnik::on(taxonomy, information))
            }
            Self::Lin => {
                let information = information(&taxonomy);
                Box::new(Lin::on(taxonomy, information))
            }
            Self::JiangConrath => {
                let information = information(&taxonomy);
                Box::new(JiangConrath::on(taxonomy, information))
            }
            Self::Equality => Box::new(Equality::on(taxonomy)),
        }
    }
}
