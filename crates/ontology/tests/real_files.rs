//! Real taxonomies of the shared data folder load as they are (skipped where it is absent).

use crate::support::shared;
use scumble_ontology::Taxonomy;
use scumble_ontology::load::{Options, Spec, open};
use std::sync::Arc;

fn load(kind: &str, path: &str) -> Option<Arc<Taxonomy>> {
    let file = shared(path)?;
    let spec = Spec::parse(&format!("{kind}:{}", file.display())).unwrap();
    let stack = open(&spec, &Options::default(), &[]).unwrap_or_else(|error| panic!("{path}: {error}"));
    assert_eq!(stack.members().len(), 1);
    Some(stack.members()[0].clone())
}

/// The names from a concept up to a top, along first parents.
fn chain(taxonomy: &Taxonomy, term: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut here = taxonomy.senses(term).first().copied();
    while let Some(concept) = here {
        names.push(taxonomy.name(concept).into_owned());
        here = taxonomy.parents(concept).first().copied();
    }
    names
}

#[test]
fn arx_hierarchies() {
    let sizes = [("age", 100), ("education", 16), ("marital-status", 7), ("native-country", 41), ("occupation", 14)];
    let more = [("race", 5), ("salary-class", 2), ("sex", 2), ("workclass", 8)];
    for (column, leaves) in sizes.into_iter().chain(more) {
        let Some(hierarchy) = load("vgh", &format!("adult_arx/adult_hierarchy_{column}.csv")) else { return };
        let found = hierarchy.concepts().filter(|&c| hierarchy.children(c).is_empty()).count();
        assert_eq!(found, leaves, "{column}");
        assert_eq!(hierarchy.tops().map(|top| hierarchy.name(top).into_owned()).collect::<Vec<_>>(), ["*"], "{column}");
    }
    let Some(education) = load("vgh", "adult_arx/adult_hierarchy_education.csv") else { return };
    assert_eq!(chain(&education, "Bachelors"), ["Bachelors", "Undergraduate", "Higher education", "*"]);
    let Some(age) = load("vgh", "adult_arx/adult_hierarchy_age.csv") else { return };
    assert_eq!(chain(&age, "17"), ["17", "15-19", "10-19", "0-19", "*"]);
}

/// A header, items equal to their parents, and a group that is called as an item in it.
#[test]
fn groceries() {
    let Some(file) = shared("transactions/groceries_hierarchy.csv") else { return };
    let spec = Spec::parse(&format!("vgh:{}", file.display())).unwrap();
    let options = Options { header: Some(true), ..Options::default() };
    let groceries = open(&spec, &options, &[]).unwrap().members()[0].clone();
    assert_eq!(groceries.tops().count(), 10);
    assert_eq!(chain(&groceries, "frankfurter"), ["frankfurter", "sausage", "meat and sausage"]);
    assert_eq!(chain(&groceries, "detergent"), ["detergent", "detergent/softener", "detergent (group)"]);
}

#[test]
fn directories() {
    let Some(sports) = load("directory", "taxonomies/odp2015_sports.tsv.gz") else { return };
    assert_eq!(sports.len(), 15_018);
    assert_eq!(sports.tops().count(), 1);
    let clubs = chain(&sports, "Top/Sports/Adventure_Racing/Clubs");
    assert_eq!(clubs, ["Top/Sports/Adventure_Racing/Clubs", "Top/Sports/Adventure_Racing", "Top/Sports", "Top"]);
    assert!(!sports.senses("adventure racing").is_empty());

    let Some(products) = load("directory", "taxonomies/google_product_taxonomy.tsv") else { return };
    assert_eq!(products.len(), 5_595);
    assert_eq!(products.tops().count(), 21);
    assert_eq!(chain(&products, "live animals"), ["Animals & Pet Supplies > Live Animals", "Animals & Pet Supplies"]);
    assert!(products.senses("5595").is_empty(), "a row's number is no term");
}

#[test]
fn codes() {
    let Some(icd9) = load("codes", "taxonomies/icd9cm_diagnoses.csv.gz") else { return };
    assert!(icd9.len() > 14_567, "categories are made: {}", icd9.len());
    assert_eq!(chain(&icd9, "25000"), ["25000", "250"]);
    assert_eq!(icd9.senses("250.00"), icd9.senses("25000"));
    assert!(icd9.named("icd9_code").is_none(), "the header is no code");

    let Some(icd10) = load("codes", "taxonomies/icd10cm2018_categories.csv.gz") else { return };
    assert_eq!(chain(&icd10, "A010"), ["A010", "A01"]);
    assert_eq!(icd10.senses("typhoid fever"), icd10.senses("A01.0"));

    let Some(isco) = load("codes", "taxonomies/isco08_groups.csv") else { return };
    assert_eq!(isco.len(), 619);
    assert_eq!(isco.tops().count(), 10);
    assert_eq!(chain(&isco, "2211"), ["2211", "221", "22", "2"]);

    let Some(mesh) = load("codes", "taxonomies/mesh2017_tree.tsv.gz") else { return };
    assert_eq!(chain(&mesh, "A01.236"), ["A01.236", "A01"]);
    assert_eq!(mesh.label(mesh.named("A01").unwrap()), "Body Regions");
    assert!(mesh.senses("breast").contains(&mesh.named("A01.236").unwrap()));
}

#[test]
fn obo() {
    let Some(slim) = load("obo", "taxonomies/formats/TopNodes_DOcancerslim.obo") else { return };
    assert_eq!(slim.len(), 58);
    assert_eq!(slim.senses("pharynx neoplasm"), slim.senses("pharynx cancer"));
    let Some(infections) = load("obo", "taxonomies/formats/sexually_transmitted_infectious_disease.obo") else {
        return;
    };
    assert_eq!(infections.len(), 82 - 54, "obsolete terms are left out");
    for (ontology, links) in [(&slim, 20), (&infections, 10)] {
        assert_eq!(ontology.concepts().map(|c| ontology.parents(c).len()).sum::<usize>(), links);
    }
}

#[test]
fn owl() {
    let files = [("education", 8, 7), ("marital-status", 11, 10), ("native-country", 18, 17)];
    for (name, classes, links) in files.into_iter().chain([("occupation", 24, 23), ("workclass", 10, 9)]) {
        let Some(ontology) = load("owl", &format!("taxonomies/formats/{name}-ontology.owl")) else { return };
        assert_eq!(ontology.len(), classes, "{name}");
        assert_eq!(ontology.concepts().map(|c| ontology.parents(c).len()).sum::<usize>(), links, "{name}");
        assert_eq!(ontology.tops().count(), 1, "{name}");
    }
    let Some(status) = load("owl", "taxonomies/formats/marital-status-ontology.owl") else { return };
    assert_eq!(chain(&status, "Married-civ-spouse"), ["Married-civ-spouse", "Coupled", "Marital-Status"]);
    let Some(slim) = load("owl", "taxonomies/formats/DO_GXD_slim.owl") else { return };
    assert_eq!(slim.len(), 26);
}
