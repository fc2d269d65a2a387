//! Pictures and pages that need nothing from outside: SVG charts and trees, HTML pages, and the view of a sanitised
//! document before and after.
//!
//! Everything here turns plain data into strings. Pictures and pages follow the reader's light or dark mode, and colour
//! is never the only sign.
//!
//! | to show this | look at |
//! |---|---|
//! | curves over two axes | [`lines`] |
//! | counts by category, the distribution of values | [`bars()`], [`histogram`] |
//! | concepts and their ancestors | [`tree`] |
//! | tables, key figures, notes | [`Page`] |
//! | where in a document a topic is dense | [`density_strip`] |
//! | a document with its redactions marked | [`text_view`] |
//! | a run over documents | [`documents_page`] |
//! | sanitised documents that were measured | [`assessed_documents_page`] |
//! | documents that were attacked after many settings | `swept_documents_page` |
//! | a masked table and its original | [`table_page`] |
//! | a released vector space | [`space_page`] |
//! | a risk–utility map | [`explored_page`], [`explored_map`] |

mod assessed;
mod axis;
mod bars;
mod chart;
mod density;
mod documents;
mod explored;
mod fragment;
mod lattice;
mod map;
mod matrix;
mod page;
mod plot;
mod svg;
#[cfg(feature = "models")]
mod swept;
mod table;
pub mod text_view;
pub mod tree;
mod vectors;

pub use assessed::assessed_documents_page;
pub use axis::{Axis, Ticks};
pub use bars::{Layout, Series, bars, histogram};
pub use chart::{Curve, lines};
pub use density::{DensityStrip, StripParagraph, density_strip};
pub use documents::{DocumentFigures, DocumentView, DocumentsReport, InformationBin, documents_page};
pub use explored::{explored_map, explored_page};
pub use fragment::document_fragment;
pub(crate) use lattice::lattice;
pub use page::{Card, Html, Page, Tone, escape};
#[cfg(feature = "models")]
pub use swept::swept_documents_page;
pub use table::{TableReport, distributions, table_page};
pub use vectors::space_page;
