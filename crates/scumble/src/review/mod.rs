//! The expert in the loop: a collection that was sanitised is opened, every finding is decided on by a person, every step can be
//! undone and is in an audit trail, and the release is made again when nothing of high risk is left open.
//!
//! The review edits the decision files of the work folder, which [`sanitize`](crate::document::Release) reads: whoever stops here can
//! go on there. A front end shows what is here and sends [`Act`]s.
//!
//! | to do this | look at |
//! |---|---|
//! | open a collection, list it, decide, undo, save | [`Review`] |
//! | say what a person does | [`Act`] |
//! | see what decisions make of a document | [`Review::look`] |
//! | find all that is alike | [`Review::alike`] |
//! | see pseudonyms with their mentions, and which are ambiguous | [`pseudonyms()`] |
//! | look for what nobody masked | [`sweep()`] |
//! | see what another β, w or caution would change | [`WhatIf`] |
//! | know what stands in the way of a release | [`is_high_risk`], [`Review::export`] |
//! | check the audit trail and the hashes of a release | [`verify_release`] |

mod act;
mod alike;
mod blocks;
mod collection;
mod export;
mod gate;
mod look;
mod meters;
mod pseudonyms;
mod reason;
mod settings;
mod spans;
mod step;
mod stored;
mod sweep;
mod trail;
mod verify;

pub use act::{Act, Edge, Scope};
pub use alike::{Alike, AlikeDocument, AlikeHit};
pub use blocks::{BlockHit, RiskyBlock};
pub use collection::{DocumentEntry, Review};
pub use export::Exported;
pub use gate::{DIRECT, is_high_risk, unreviewed};
pub use look::Look;
pub use meters::Meters;
pub use pseudonyms::{Mention, Pseudonym, pseudonyms};
pub use reason::reason;
pub use settings::{Setting, WhatIf};
pub use step::{Change, Step};
pub use sweep::{Miss, sweep};
pub use trail::{TrailEvent, TrailLine};
pub use verify::{VerifiedRelease, verify_release};
