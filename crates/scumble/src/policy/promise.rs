//! The promise of a policy: k, l-diversity and t-closeness.

use super::keys::Keys;
use super::{TablePolicy, named};
use crate::error::Result;
use scumble_data::ColumnKind;
use scumble_mask::{Diversity, LDiversity, PopulationPromise, Presence, Promise, TCloseness, ValueDistance};

/// The distances of t-closeness by their names.
#[derive(Clone, Copy, PartialEq)]
enum DistanceName {
    Equal,
    Ordered,
    Hierarchical,
}

impl DistanceName {
    const ALL: [(&'static str, Self); 3] =
        [("equal", Self::Equal), ("ordered", Self::Ordered), ("hierarchical", Self::Hierarchical)];
}

/// A distance by its name, and a taxonomy if it needs one.
///
/// # Errors
/// If there is no such distance, or the taxonomy is missing or too much.
///
/// ```
/// use scumble::mask::ValueDistance;
/// use scumble::policy::distance_named;
/// assert_eq!(distance_named("equal", None), Ok(ValueDistance::Equal));
/// assert!(distance_named("hierarchical", None).unwrap_err().contains("taxonomy"));
/// ```
pub fn distance_named(name: &str, taxonomy: Option<String>) -> Result<ValueDistance, String> {
    match (named("distance", name, &DistanceName::ALL)?, taxonomy) {
        (DistanceName::Hierarchical, Some(taxonomy)) => Ok(ValueDistance::Hierarchical(taxonomy)),
        (DistanceName::Hierarchical, None) => Err("a hierarchical distance needs a taxonomy".to_owned()),
        (_, Some(_)) => Err("only a hierarchical distance has a taxonomy".to_owned()),
        (DistanceName::Equal, None) => Ok(ValueDistance::Equal),
        (DistanceName::Ordered, None) => Ok(ValueDistance::Ordered(None)),
    }
}

/// What makes a class diverse, checked: an l of at least 1, a c above 0.
///
/// # Errors
/// If no class, or every class, would be diverse.
pub fn diversity_checked(model: Diversity) -> Result<Diversity, String> {
    match model {
        Diversity::Distinct(0) => Err("distinct must be a positive whole number".to_owned()),
        Diversity::Entropy(l) if !(l >= 1.0 && l.is_finite()) => {
            Err("entropy must be a number of at least 1".to_owned())
        }
        Diversity::Recursive { l, .. } if l < 2 => Err("recursive must be a whole number of at least 2".to_owned()),
        Diversity::Recursive { c, .. } if !(c > 0.0 && c.is_finite()) => Err("c must be a number above 0".to_owned()),
        model => Ok(model),
    }
}

/// Reads `[promise]`.
pub(super) fn promise(mut keys: Keys<'_>) -> Result<Promise> {
    let mut promise = Promise { k: keys.whole("k")?.map(|k| k as usize), ..Promise::default() };
    if let Some(mut l) = keys.table("l")? {
        let column = l.text("column")?.ok_or_else(|| keys.fault("l", "a column is required"))?;
        let (distinct, entropy) = (l.whole("distinct")?, l.number("entropy")?);
        let (recursive, c) = (l.whole("recursive")?, l.number("c")?);
        let model = match (distinct, entropy, recursive, c) {
            (Some(least), None, None, None) => Diversity::Distinct(least as usize),
            (None, Some(least), None, None) => Diversity::Entropy(least),
            (None, None, Some(l), Some(c)) => Diversity::Recursive { c, l: l as usize },
            (None, None, Some(_), None) => return Err(keys.fault("l", "recursive diversity needs c as well")),
            _ => return Err(keys.fault("l", "one of distinct, entropy, or recursive with c is required")),
        };
        let model = diversity_checked(model).map_err(|problem| keys.fault("l", problem))?;
        promise.l = Some(LDiversity { column, model });
        l.done()?;
    }
    if let Some(mut t) = keys.table("t")? {
        let column = t.text("column")?.ok_or_else(|| keys.fault("t", "a column is required"))?;
        let most = t.number("at_most")?.ok_or_else(|| keys.fault("t", "at_most is required"))?;
        if !(0.0..=1.0).contains(&most) {
            return Err(keys.fault("t", "at_most must be between 0 and 1"));
        }
        let (distance, taxonomy) = (t.text("distance")?, t.text("taxonomy")?);
        let distance = match (distance, taxonomy) {
            (None, None) => Ok(ValueDistance::ByKind),
            (None, taxonomy) => distance_named("hierarchical", taxonomy),
            (Some(name), taxonomy) => distance_named(&name, taxonomy),
        };
        let distance = distance.map_err(|problem| keys.fault("t", problem))?;
        promise.t = Some(TCloseness { column, at_most: most, distance });
        t.done()?;
    }
    if let Some(mut population) = keys.table("population")? {
        let file = population.text("file")?.ok_or_else(|| keys.fault("population", "a file is required"))?;
        let k_map = population.whole("k_map")?.map(|k| k as usize);
        let presence = match (population.number("least")?, population.number("most")?) {
            (None, None) => None,
            (least, most) => Some(Presence { least: least.unwrap_or(0.0), most: most.unwrap_or(1.0) }),
        };
        let checked = population_checked(PopulationPromise { file, k_map, presence });
        promise.population = Some(checked.map_err(|problem| keys.fault("population", problem))?);
        population.done()?;
    }
    keys.done()?;
    Ok(promise)
}

/// A promise against a population, checked: something is promised, and can be.
///
/// # Errors
/// If nothing is promised, or a bound is out of its range.
pub fn population_checked(promise: PopulationPromise) -> Result<PopulationPromise, String> {
    let bounds = promise.presence.map(|presence| (presence.least, presence.most));
    match (promise.k_map, bounds) {
        (None, None) => Err("k-map or δ-presence must be promised with a population".to_owned()),
        (Some(0), _) => Err("k-map must be a positive whole number".to_owned()),
        (_, Some((least, most))) if !(0.0 <= least && least <= most && most <= 1.0) => {
            Err("the bounds of δ-presence must be from 0 to 1, the least first".to_owned())
        }
        _ => Ok(promise),
    }
}

impl TablePolicy {
    /// The promise, where a distance that is open is that of the column's kind: its order if it is ordinal, equal if it is nominal.
    pub fn promised(&self) -> Promise {
        let mut promise = self.promise.clone();
        if let Some(t) = &mut promise.t {
            let said = self.columns.iter().find(|column| column.name == t.column);
            t.distance = match (&t.distance, said.and_then(|said| said.kind.as_ref())) {
                (ValueDistance::ByKind | ValueDistance::Ordered(None), Some(ColumnKind::Ordinal(order))) => {
                    ValueDistance::Ordered(Some(order.clone()))
                }
                (ValueDistance::ByKind, Some(ColumnKind::Nominal)) => ValueDistance::Equal,
                (ValueDistance::ByKind, Some(ColumnKind::Text(taxonomy))) => {
                    ValueDistance::Hierarchical(taxonomy.clone())
                }
                (distance, _) => distance.clone(),
            };
        }
        promise
    }
}

#[cfg(test)]
mod tests {
    use crate::Policy;
    use scumble_mask::{Diversity, ValueDistance};

    fn promise(text: &str) -> Result<scumble_mask::Promise, String> {
        Policy::parse("p.toml", text).map(|policy| policy.tables.promised()).map_err(|error| error.to_string())
    }

    #[test]
    fn every_model_and_distance() {
        let l = |keys: &str| promise(&format!("[promise]\nl = {{ column = 'd', {keys} }}")).map(|p| p.l.unwrap().model);
        assert_eq!(l("distinct = 3"), Ok(Diversity::Distinct(3)));
        assert_eq!(l("entropy = 2.5"), Ok(Diversity::Entropy(2.5)));
        assert_eq!(l("recursive = 3, c = 1.5"), Ok(Diversity::Recursive { c: 1.5, l: 3 }));
        for (keys, expected) in [
            ("recursive = 3", "recursive diversity needs c as well"),
            ("distinct = 2, entropy = 2", "one of distinct, entropy, or recursive with c"),
            ("c = 2", "one of distinct, entropy, or recursive with c"),
            ("distinct = 0", "must be a positive whole number"),
            ("entropy = 0.5", "entropy must be a number of at least 1"),
            ("recursive = 1, c = 1", "recursive must be a whole number of at least 2"),
            ("recursive = 2, c = 0", "c must be a number above 0"),
        ] {
            assert!(l(keys).unwrap_err().contains(expected), "{keys}");
        }
        let t = |keys: &str, columns: &str| {
            promise(&format!("[columns]\n{columns}\n[promise]\nt = {{ column = 'd', at_most = 0.2{keys} }}"))
                .map(|promise| promise.t.unwrap().distance)
        };
        assert_eq!(t("", ""), Ok(ValueDistance::ByKind));
        assert_eq!(t(", distance = 'equal'", ""), Ok(ValueDistance::Equal));
        assert_eq!(t(", distance = 'ordered'", ""), Ok(ValueDistance::Ordered(None)));
        let hierarchical = Ok(ValueDistance::Hierarchical("vgh:d.csv".to_owned()));
        assert_eq!(t(", distance = 'hierarchical', taxonomy = 'vgh:d.csv'", ""), hierarchical);
        assert_eq!(t(", taxonomy = 'vgh:d.csv'", ""), hierarchical);
        assert!(t(", distance = 'ordred'", "").unwrap_err().contains("did you mean “ordered”?"));
        assert!(t(", distance = 'equal', taxonomy = 'vgh:d.csv'", "").unwrap_err().contains("only a hierarchical"));
        let order = Some(vec!["low".to_owned(), "high".to_owned()]);
        let ordinal = "d = { role = 'confidential', kind = 'ordinal', order = ['low', 'high'] }";
        assert_eq!(t("", ordinal), Ok(ValueDistance::Ordered(order.clone())));
        assert_eq!(t(", distance = 'ordered'", ordinal), Ok(ValueDistance::Ordered(order)));
        assert_eq!(t("", "d = { role = 'confidential', kind = 'nominal' }"), Ok(ValueDistance::Equal));
    }
}
