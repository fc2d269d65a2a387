//! The mixed integer programme of learning a distance, for other solvers.

use super::files::Files;
use super::{Attack, LinkSettings};
use crate::error::{Error, Result};
use scumble_assess::learn::{Programme, export_mps};
use scumble_data::Table;

/// The margin by which a record must be linked.
const MARGIN: f64 = 1e-4;

/// The programme of the attack as free MPS. It holds differences of the records, and is as confidential as the original.
///
/// # Errors
/// If the tables cannot be compared, or the distance is not learned by a linear programme.
pub fn programme(original: &Table, masked: &Table, settings: &LinkSettings) -> Result<Vec<u8>> {
    let Files { original: x, masked: y, .. } = Files::new(original, masked, settings)?;
    let refused = || {
        Error::input(format!("the distance {} is not learned by a mixed integer programme", settings.attack.name()))
            .with_help("take wm, owa, sb, or ci of at most 12 columns")
    };
    let Attack::Learned(family) = settings.attack else { return Err(refused()) };
    let programme = Programme::new(family, &x.standardized(), &y.standardized(), MARGIN).ok_or_else(refused)?;
    let mut text = Vec::new();
    export_mps(&programme, &mut text).map_err(|error| Error::input(error.to_string()))?;
    Ok(text)
}
