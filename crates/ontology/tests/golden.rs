//! Our golden numbers, made by an independent implementation (`tests/golden/*.json`).

use crate::support::{assert_close, golden, nouns, synset};
use scumble_ontology::load::{Format, Options, Source, read};
use scumble_ontology::measure::{
    Batet, JiangConrath, LeacockChodorow, Measure, MeasureName, Path, Taxonomic, WuPalmer, WuPalmerEdges,
    between_terms, common_hypernym,
};
use scumble_ontology::{InformationContent, wordnet};
use serde_json::Value;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is not a number"))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is not a text"))
}

/// Six printed decimals.
fn assert_six(ours: f64, theirs: &Value, what: &str) {
    assert!((ours - number(theirs)).abs() < 5.1e-7, "{what}: ours {ours}, theirs {theirs}");
}

#[test]
fn g1_synsets_and_terms() {
    let g1 = golden("g1_wordnet.json");
    let measure = WuPalmer::on(nouns());
    assert_six(measure.between(synset("compact.n.03"), synset("truck.n.01")), &g1["nltk"]["ex6"], "example 6");
    for (pair, value) in g1["nltk"]["t44"].as_object().unwrap() {
        let (a, b) = pair.split_once('|').unwrap();
        assert_six(1.0 - measure.between(synset(a), synset(b)), value, pair);
    }
    let mut cells = 0;
    for (a, row) in g1["nltk"]["t45"].as_object().unwrap() {
        for (b, cell) in row.as_object().unwrap() {
            let best = between_terms(&measure, a, b).unwrap();
            assert_six(1.0 - best.value, &cell["dist"], &format!("{a} {b}"));
            assert_eq!(nouns().name(best.senses.0), text(&cell["s1"]), "{a} {b}");
            assert_eq!(nouns().name(best.senses.1), text(&cell["s2"]), "{a} {b}");
            let hypernym = common_hypernym(&measure, a, b).unwrap();
            assert_eq!(nouns().name(hypernym), text(&cell["lcs"]), "{a} {b}");
            cells += 1;
        }
    }
    assert_eq!(cells, 16);
}

#[test]
fn g1_traces() {
    let g1 = golden("g1_wordnet.json");
    let measure = WuPalmer::on(nouns());
    for trace in g1["traces"].as_array().unwrap() {
        let (a, b) = (synset(text(&trace["s1"])), synset(text(&trace["s2"])));
        let ancestor = measure.subsumer(a, b).unwrap();
        assert_eq!(nouns().name(ancestor), text(&trace["lcs"]));
        // The golden file counts nodes, we count edges.
        assert_eq!(nouns().max_depth(ancestor) + 1, number(&trace["depth_lcs"]) as usize);
        assert_eq!(nouns().shortest_path(a, ancestor), number(&trace["len1"]) as usize);
        assert_eq!(nouns().shortest_path(b, ancestor), number(&trace["len2"]) as usize);
        for (concept, suffix) in [(a, "1"), (b, "2")] {
            assert_eq!(nouns().min_depth(concept) + 1, number(&trace[format!("min_depth{suffix}")]) as usize);
            assert_eq!(nouns().max_depth(concept) + 1, number(&trace[format!("max_depth{suffix}")]) as usize);
        }
        assert_close(measure.between(a, b), number(&trace["sim"]), "trace");
    }
    for pair in g1["pairs"].as_array().unwrap() {
        let best = between_terms(&measure, text(&pair["t1"]), text(&pair["t2"])).unwrap();
        assert_close(1.0 - best.value, number(&pair["dst"]), "pair");
    }
    for (pair, printed) in g1["pairs"].as_array().unwrap().iter().zip(g1["agg_ex9"].as_array().unwrap()) {
        let hypernym = common_hypernym(&measure, text(&pair["t1"]), text(&pair["t2"])).unwrap();
        assert_eq!(nouns().label(hypernym).replace(' ', "_"), text(&printed[0]));
    }
}

#[test]
fn g1b_edges_of_the_convention() {
    let g1b = golden("g1b_wup_edge.json");
    let measure = WuPalmer::on(nouns());
    for edge in g1b["edge"].as_array().unwrap() {
        let (a, b) = (synset(text(&edge["s1"])), synset(text(&edge["s2"])));
        // NLTK is not 1 between a synset and itself everywhere; we are, by definition.
        let theirs = if a == b { 1.0 } else { number(&edge["nltk"]) };
        assert_close(measure.between(a, b), theirs, text(&edge["s1"]));
        assert_close(measure.between(b, a), theirs, text(&edge["s1"]));
        assert_eq!(nouns().name(measure.subsumer(a, b).unwrap()), text(&edge["lcs_min"][0]));
        assert_eq!(nouns().name(nouns().lowest_common_hypernym(a, b).unwrap()), text(&edge["lcs_max"][0]));
    }
    assert_eq!(nouns().len(), number(&g1b["noun_synsets"]) as usize);
    let tops: Vec<_> = nouns().tops().map(|top| nouns().name(top)).collect();
    assert_eq!(tops, g1b["roots"].as_array().unwrap().iter().map(text).collect::<Vec<_>>());
    let multi = nouns().concepts().filter(|&c| nouns().parents(c).len() > 1).count();
    assert_eq!(multi, number(&g1b["multi_parent"]) as usize);
    assert_eq!(nouns().deepest_max(), number(&g1b["max_max_depth_edges"]) as usize);
    assert_eq!(nouns().deepest_min(), number(&g1b["max_min_depth_edges"]) as usize);
    // 1,843 synsets are where the identity needs its own rule: there an ancestor has a greater min-depth.
    let not_one = nouns().concepts().filter(|&c| {
        let own = nouns().min_depth(c);
        nouns().ancestors(c).iter().any(|&a| nouns().min_depth(a) > own)
    });
    assert_eq!(not_one.count(), number(&g1b["self_sim_not_1"]) as usize);
}

#[test]
fn g2_terms_and_synsets() {
    let g2 = golden("g2_srl.json");
    let (path, edges, batet) = (Path::on(nouns()), WuPalmerEdges::on(nouns()), Batet::on(nouns()));
    // (name in the file, measure, sign that makes it a similarity)
    let measures: [(&str, &dyn Measure, f64); 3] = [("path", &path, -1.0), ("wp", &edges, 1.0), ("batet", &batet, 1.0)];
    let mut compared = 0;
    for (name, measure, sign) in measures {
        for (pair, theirs) in g2["term_similarity"][name].as_object().unwrap() {
            let (a, b) = pair.split_once('|').unwrap();
            let ours = match between_terms(measure, a, b) {
                Some(best) => best.value,
                None if a == b => measure.best(),
                None => measure.worst(),
            };
            assert_close(sign * ours, number(theirs), &format!("{name} {pair}"));
            compared += 1;
        }
    }
    assert_eq!(compared, 570);
    for (word, senses) in g2["senses"].as_object().unwrap() {
        let ours: Vec<_> = nouns().senses(word).iter().map(|&sense| nouns().name(sense)).collect();
        assert_eq!(ours, senses.as_array().unwrap().iter().map(text).collect::<Vec<_>>(), "{word}");
    }
    for pair in g2["synset_pairs"].as_array().unwrap() {
        let (a, b) = (synset(text(&pair["c1"])), synset(text(&pair["c2"])));
        assert_close(path.between(a, b), number(&pair["path"]), "path");
        assert_close(edges.between(a, b), number(&pair["wp"]), "wp");
        assert_close(batet.between(a, b), number(&pair["batet_doc000"]), "batet");
        assert_eq!(nouns().name(edges.subsumer(a, b).unwrap()), text(&pair["lcs"]));
        assert_eq!(nouns().ancestors(a).len(), number(&pair["T1"]) as usize);
        assert_eq!(nouns().ancestors(b).len(), number(&pair["T2"]) as usize);
        assert_eq!(nouns().shared(a, b), number(&pair["inter"]) as usize);
        assert_eq!(nouns().union(a, b), number(&pair["union"]) as usize);
    }
}

/// The worked example's T sets have no shared root: paths of categories without a top of their own.
#[test]
fn g3_delta() {
    let g3 = golden("g3_setvalued.json");
    let above = |leaf: &str| {
        let mut path = vec![leaf.to_owned()];
        while let Some(parent) = g3["taxonomy"].get(path.last().unwrap()).map(text).filter(|&parent| parent != "Top") {
            path.push(parent.to_owned());
        }
        path.reverse();
        path.join("/")
    };
    let paths: Vec<String> = ["Swimming", "Windsurfing", "Mediterranean"].map(above).to_vec();
    let source = Source::text("directory", &paths.join("\n"));
    let directory = &read(Format::Directory, &source, &Options::default()).unwrap()[0];
    let delta = Taxonomic::on(directory);
    for (pair, theirs) in g3["delta"].as_object().unwrap() {
        let (a, b) = pair.split_once('|').unwrap();
        let fraction = match text(theirs).split_once('/') {
            Some((above, below)) => above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap(),
            None => text(theirs).parse().unwrap(),
        };
        let ours = between_terms(&delta, a, b).unwrap().value;
        assert_eq!(ours, fraction, "{pair}");
    }
}

#[test]
fn leacock_chodorow_uses_a_depth_of_19() {
    let measure = LeacockChodorow::on(nouns());
    let dog = synset("dog.n.01");
    assert_close(measure.between(dog, dog), (38.0f64).ln(), "identity");
}

/// Resnik, Lin and Jiang–Conrath as NLTK computes them (`golden/make_ic.py`).
#[test]
fn information_content_measures() {
    let golden = golden("ic.json");
    let counts = wordnet().nouns().tag_counts().unwrap();
    let tagged = InformationContent::from_counts(nouns(), &counts);
    assert_eq!(counts.iter().map(|count| count + 1).sum::<u64>(), golden["total"].as_u64().unwrap());
    let intrinsic = InformationContent::intrinsic(nouns());
    for row in golden["rows"].as_array().unwrap() {
        let (a, b) = (synset(text(&row["synset1"])), synset(text(&row["synset2"])));
        let what = text(&row["synset1"]);
        for (information, suffix) in [(&tagged, ""), (&intrinsic, "_intrinsic")] {
            let of = |name: MeasureName| name.on(nouns(), Some(information.clone())).between(a, b);
            assert_close(of(MeasureName::Resnik), number(&row[format!("resnik{suffix}")]), what);
            assert_close(of(MeasureName::Lin), number(&row[format!("lin{suffix}")]), what);
        }
        // NLTK gives Jiang and Conrath's similarity, the distance's inverse.
        let distance = JiangConrath::on(nouns(), tagged.clone()).between(a, b);
        let theirs = number(&row["jiang_conrath_similarity"]);
        assert!((1.0 / distance - theirs).abs() < 1e-9 * theirs, "{what}: {distance}, inverse of {theirs}");
        let distance = JiangConrath::on(nouns(), intrinsic.clone()).between(a, b);
        assert_close(distance, number(&row["jiang_conrath_intrinsic"]), what);
    }
}
