//! Do it for me: runs from the input to a release whose promise was checked.
//!
//! | to do this | look at |
//! |---|---|
//! | mask a table and check its promise | [`mask()`], [`table::Masked::write`] |
//! | measure what a masked table lost and still discloses | [`table::assess`] |
//! | anonymize set-valued records | [`anonymize`], [`sets::AnonymizedSets::write`] |
//! | measure a release of set-valued records | [`sets::assess`] |
//! | read a policy file | [`Policy::read`] |
//!
//! ```
//! use scumble::{Policy, Silent, data};
//!
//! let table = data::read_text("people.csv", b"age,income\n23,25000\n18,10000\n58,12000\n46,30000\n", &Default::default())?;
//! let policy = Policy::parse("policy.toml", "[promise]\nk = 2\n")?;
//! let masked = scumble::mask(&table, &policy.tables, &Silent)?;
//! assert_eq!(masked.kept.smallest, 2);
//! # Ok::<(), scumble::Error>(())
//! ```

mod error;
pub mod policy;
pub mod sets;
pub mod table;

pub use error::{Error, ErrorKind, Result};
pub use policy::{Policy, TablePolicy};
pub use scumble_assess as assess;
pub use scumble_data as data;
pub use scumble_io::{Cancelled, Help, Place, Silent, Watch};
pub use scumble_mask as masks;
pub use scumble_ontology as ontology;
pub use sets::{SetPolicy, anonymize};
pub use table::mask;
