//! The forms that count as one term.

use scumble_corpus::normalized;
use scumble_ontology::{PartOfSpeech, Stack, base_forms};

/// The phrase, the synonyms of its first sense, and their joined forms; all normalized.
pub(in crate::document) fn synonyms(taxonomy: &Stack, phrase: &str) -> Vec<String> {
    let mut forms = vec![phrase.to_owned()];
    if let Some((taxonomy, &[sense, ..])) = taxonomy.senses(phrase) {
        forms.extend(taxonomy.labels(sense).map(normalized));
    }
    for i in 0..forms.len() {
        let joined: String = forms[i].split(' ').collect();
        // "health care" is "healthcare"; longer phrases are not written in one.
        if forms[i].split(' ').count() == 2 && joined.len() > 3 {
            forms.push(joined);
        }
    }
    let mut distinct = Vec::with_capacity(forms.len());
    for form in forms {
        if !form.is_empty() && !distinct.contains(&form) {
            distinct.push(form);
        }
    }
    distinct
}

/// The phrase with its last word in its base form, if that differs.
pub(super) fn base_form(taxonomy: &Stack, phrase: &str) -> Option<String> {
    let (rest, last) = phrase.rsplit_once(' ').map_or(("", phrase), |(rest, last)| (rest, last));
    let is_term = |form: &str| taxonomy.members().iter().any(|member| !member.exact_senses(form).is_empty());
    let base = base_forms(last, PartOfSpeech::Noun, is_term).into_iter().next()?;
    let whole = if rest.is_empty() { base } else { format!("{rest} {base}") };
    (whole != phrase).then_some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_ontology::wordnet;

    #[test]
    fn synonyms_of_the_first_sense() {
        let nouns = Stack::new(vec![wordnet().nouns().clone()]);
        let forms = synonyms(&nouns, "acquired immunodeficiency syndrome");
        assert!(forms.contains(&"aids".to_owned()), "{forms:?}");
        assert!(synonyms(&nouns, "health care").contains(&"healthcare".to_owned()));
        assert_eq!(synonyms(&nouns, "xyzzy"), ["xyzzy"]);
        assert_eq!(base_form(&nouns, "blood transfusions").as_deref(), Some("blood transfusion"));
        assert_eq!(base_form(&nouns, "blood"), None);
    }
}
