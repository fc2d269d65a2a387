//! The options of an assessment of documents.

use super::{Given, keys};
use crate::document::assess::{
    Collection, DocumentsAssessment, Sweep, SweptSetting, pages_of, read_background, read_gold, read_queries,
};
use crate::error::Result;
use crate::options::document_policy;
use crate::policy::{Keys, named};
use std::path::Path;
use toml::Value;

/// What is measured of documents: `background` (a place, or an object of pages by name), `queries_utility`, `queries_risk` and `gold`
/// (files).
///
/// # Errors
/// If a key is not known, or what it names cannot be read.
pub fn documents_assessment(given: Given, collection: &Collection) -> Result<DocumentsAssessment> {
    let mut keys = keys(given)?;
    let background = background(&mut keys)?;
    let queries = |keys: &mut Keys<'_>, key| {
        let file = keys.text(key)?;
        file.map(|file| read_queries(Path::new(&file), collection)).transpose()
    };
    let (utility, risk) = (queries(&mut keys, "queries_utility")?, queries(&mut keys, "queries_risk")?);
    let gold = keys.text("gold")?.map(|file| read_gold(Path::new(&file))).transpose()?;
    keys.done()?;
    Ok(DocumentsAssessment { background, utility, risk, gold })
}

/// A sweep over a setting, and the pages that are searched: `sweep` (beta, w or caution), `values`, `background` as in
/// [`documents_assessment`]; the other keys are those of [`document_policy`].
///
/// # Errors
/// If a key is not known, its value cannot be used, or there is no background.
pub fn documents_sweep(mut given: Given) -> Result<(Sweep, Vec<(String, String)>)> {
    const OWN: [&str; 3] = ["sweep", "values", "background"];
    let own: Given = OWN.iter().filter_map(|key| given.remove_entry(*key)).collect();
    let mut keys = keys(own)?;
    let name = keys.text("sweep")?.unwrap_or_else(|| "beta".to_owned());
    let setting = named("setting to sweep over", &name, &SweptSetting::ALL);
    let setting = setting.map_err(|problem| keys.fault("sweep", problem))?;
    let number = |value: Value| {
        let number = value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64));
        number.filter(|number| number.is_finite() && *number >= 0.0)
    };
    let values = match keys.take("values") {
        None => Some(setting.usual().to_vec()),
        Some(Value::Array(values)) => values.into_iter().map(number).collect(),
        Some(_) => None,
    };
    let values = values.ok_or_else(|| keys.fault("values", "a list of numbers from 0 on is expected"))?;
    let Some(pages) = background(&mut keys)? else {
        return Err(keys.fault("background", "pages that an attacker searches are needed"));
    };
    Ok((Sweep { policy: document_policy(given)?, setting, values }, pages))
}

fn background(keys: &mut Keys<'_>) -> Result<Option<Vec<(String, String)>>> {
    const KEY: &str = "background";
    match keys.take(KEY) {
        None => Ok(None),
        Some(Value::String(place)) => read_background(&place).map(Some),
        Some(Value::Table(pages)) => {
            let page = |(name, text): (String, Value)| match text {
                Value::String(text) => Ok((name, text)),
                _ => Err(keys.fault(KEY, "an object of texts by their names is expected")),
            };
            pages_of(pages.into_iter().map(page).collect::<Result<_>>()?, KEY).map(Some)
        }
        Some(_) => Err(keys.fault(KEY, "a folder, a file, index:DIR or an object of texts is expected")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::given;
    use super::*;
    use crate::document::assess::Pair;

    fn collection() -> Collection {
        let pair = Pair { name: "a.txt".into(), original: "Jane Roe".into(), ..Pair::default() };
        Collection::of(vec![pair]).unwrap()
    }

    #[test]
    fn pages_are_at_hand_or_in_a_file() {
        let asked = given(r#"{"background": {"b.txt": "two", "a": "one"}}"#);
        let pages = documents_assessment(asked, &collection()).unwrap().background.unwrap();
        assert_eq!(pages, [("a".to_owned(), "one".to_owned()), ("b".to_owned(), "two".to_owned())]);
        for (options, expected) in [
            (r#"{"background": {"a": 3}}"#, "an object of texts by their names"),
            (r#"{"background": 3}"#, "a folder, a file, index:DIR"),
            (r#"{"backgrund": "x"}"#, "did you mean “background”?"),
            (r#"{"queries_risk": "no/such/file"}"#, "cannot be read"),
        ] {
            let error = documents_assessment(given(options), &collection()).unwrap_err().to_string();
            assert!(error.contains(expected), "{options}: {error}");
        }
    }

    #[test]
    fn a_sweep_lies_over_a_policy() {
        let options =
            r#"{"sweep": "caution", "values": [0.5, 1], "background": {"a": "one", "b": "two"}, "hide": ["x"]}"#;
        let (sweep, pages) = documents_sweep(given(options)).unwrap();
        assert_eq!((sweep.setting, sweep.values, pages.len()), (SweptSetting::Caution, vec![0.5, 1.0], 2));
        assert_eq!(sweep.policy.hide, ["x"]);
        for (options, expected) in [
            (r#"{"sweep": "beat", "background": {"a": "one"}}"#, "did you mean “beta”?"),
            (r#"{"values": [-1], "background": {"a": "one"}}"#, "a list of numbers from 0 on"),
            (r#"{"sweep": "beta"}"#, "pages that an attacker searches"),
            (r#"{"background": {"a": "one"}, "hid": "x"}"#, "did you mean “hide”?"),
        ] {
            let error = documents_sweep(given(options)).unwrap_err().to_string();
            assert!(error.contains(expected), "{options}: {error}");
        }
    }

    #[test]
    fn two_documents_of_one_name_are_no_collection() {
        let pair = |name: &str| Pair { name: name.into(), ..Pair::default() };
        let error = Collection::of(vec![pair("a.txt"), pair("b"), pair("a")]).unwrap_err();
        assert_eq!(error.to_string(), "two documents are called “a”");
        assert!(Collection::of(Vec::new()).is_err());
    }
}
