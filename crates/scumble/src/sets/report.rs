//! What was done to set-valued records, for programs.

use super::run::AnonymizedSets;
use scumble_data::SetForm;
use serde_json::{Value, json};
use std::path::Path;

impl AnonymizedSets {
    /// One object that says what was done; `form` is how the records were written, `output` where the release was.
    pub fn to_json(&self, form: SetForm, output: Option<&Path>) -> Value {
        let asked = &self.policy.anonymize;
        let (items, exposure, drawn) = (self.understood.items, self.exposure, self.anonymized.drawn);
        json!({
            "records": self.understood.records.len(),
            "k": asked.k.get(),
            "distance": asked.distance.name(),
            "semantic": self.is_semantic(),
            "form": form_name(form),
            "release": asked.publish.name(),
            "centroid": asked.centroid.name(),
            "rare_terms": asked.rare_terms,
            "groups": self.groups(),
            "smallest": self.smallest,
            "blocks": self.anonymized.blocks,
            "concepts": self.understood.concepts.len(),
            "sum": self.loss.sum,
            "sum_squared": self.loss.sum_squared,
            "mean": self.loss.mean(),
            "sum_min_sum": self.loss.sum_min_sum,
            "published_sum": self.published.sum,
            "published_sum_squared": self.published.sum_squared,
            "published_mean": self.published.mean(),
            "published_sum_min_sum": self.published.sum_min_sum,
            "unmapped": self.unmapped(),
            "suppressed": self.anonymized.suppressed.len(),
            "items": { "mapped": items.mapped, "partly": items.partly, "unmapped": items.unmapped },
            "exposure": {
                "concepts": exposure.concepts,
                "concepts_of_one_person": exposure.concepts_of_one,
                "fewest_people_of_a_concept": exposure.fewest_of_a_concept,
                "terms": exposure.terms,
                "terms_of_one_person": exposure.terms_of_one,
                "fewest_people_of_a_term": exposure.fewest_of_a_term,
                "pairs": exposure.pairs,
                "pairs_of_one_person": exposure.pairs_of_one,
                "terms_of_the_medoid": drawn.of_the_medoid,
                "terms_drawn": drawn.all,
            },
            "output": output.map(|output| output.display().to_string()),
        })
    }
}

/// The name of a form.
fn form_name(form: SetForm) -> &'static str {
    SetForm::ALL.iter().find(|(_, known)| *known == form).map_or("", |(name, _)| name)
}
