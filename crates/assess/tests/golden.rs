//! The worked example of the thesis' chapter 2, against numbers that another program made.

use scumble_assess::table::TableReading;
use scumble_assess::{
    Agreement, BothCodes, Direction, DistanceLinkage, InformationLoss, IntervalDisclosure, Loss, ProbabilisticLoss,
    Risk, Squares, probabilistic_linkage,
};
use scumble_data::Rows;
use serde_json::Value;

fn golden() -> Value {
    serde_json::from_str(include_str!("golden/g5b_microdata.json")).unwrap()
}

fn rows(value: &Value) -> Rows {
    let cells =
        value.as_array().unwrap().iter().flat_map(|row| row.as_array().unwrap()).map(|cell| cell.as_f64().unwrap());
    Rows::new(2, cells.collect())
}

/// The masked tables 2.2, 2.3 and 2.4 with their golden measures.
fn tables() -> Vec<(Rows, Rows, Value)> {
    let golden = golden();
    let swapped = [18.0, 30000.0, 23.0, 12000.0, 18.0, 25000.0, 58.0, 10000.0, 23.0, 12000.0, 18.0, 10000.0];
    let noisy = [26.0, 26461.0, 17.0, 9785.0, 55.0, 12995.0, 48.0, 30831.0, 17.0, 9038.0, 22.0, 14494.0];
    let masked = [
        ("table2.2_MDAV", rows(&golden["Y_paper"])),
        ("table2.3_rankswap", Rows::new(2, swapped.into())),
        ("table2.4_noise", Rows::new(2, noisy.into())),
    ];
    masked.map(|(name, masked)| (rows(&golden["X"]), masked, golden["measures"][name].clone())).into()
}

#[track_caller]
fn close(found: f64, expected: &Value) {
    let expected = expected.as_f64().unwrap();
    assert!((found - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{found} is not {expected}");
}

#[test]
fn information_loss() {
    for (original, masked, expected) in tables() {
        let reading = InformationLoss.loss(&original, &masked).unwrap();
        for (part, key) in
            [("il1", "IL1"), ("il2", "IL2"), ("il3", "IL3"), ("il4", "IL4"), ("il5", "IL5"), ("il1s", "IL1s_sqrt2")]
        {
            close(reading.part(part).unwrap(), &expected["IL"][key]);
        }
        close(reading.value, &expected["IL"]["IL"]);
        assert_eq!(reading.part("left_out"), Some(0.0));
    }
}

#[test]
fn probabilistic_loss() {
    for (original, masked, expected) in tables() {
        let reading = ProbabilisticLoss.loss(&original, &masked).unwrap();
        let parts = [("means", "mean"), ("variances", "var"), ("covariances", "cov"), ("correlations", "cor")];
        parts.iter().for_each(|(part, key)| close(reading.part(part).unwrap(), &expected["PIL"][key]));
        let four = parts.iter().map(|(part, _)| reading.part(part).unwrap()).sum::<f64>() * 25.0;
        close(four, &expected["PIL"]["PIL_avg4_x100"]);
    }
}

#[test]
fn sums_of_squares() {
    let (original, masked, _) = &tables()[0];
    let reading = Squares.loss(original, masked).unwrap();
    let expected = &golden()["mdav"]["zscore_pop"];
    for (part, key) in [("sse", "SSE"), ("ssa", "SSA"), ("sst", "SST")] {
        close(reading.part(part).unwrap(), &expected[key]);
    }
    assert!((reading.value / 100.0 - expected["IL"].as_f64().unwrap()).abs() < 1e-12);
}

#[test]
fn distance_linkage_by_each_tie_rule_and_direction() {
    for (original, masked, expected) in tables() {
        for (direction, key) in
            [(Direction::OriginalToMasked, "orig_to_masked"), (Direction::MaskedToOriginal, "masked_to_orig")]
        {
            let reading = DistanceLinkage { direction }.risk(&original, &masked).unwrap();
            for (part, rule) in [("links", "fractional"), ("strict", "strict_unique"), ("any", "any_in_tie")] {
                close(reading.part(part).unwrap(), &expected["DBRL"][key][rule]);
            }
        }
    }
}

#[test]
fn interval_disclosure() {
    for (original, masked, expected) in tables() {
        for (percent, key) in [(10.0, "rank_p10"), (20.0, "rank_p20"), (35.0, "rank_p35")] {
            let reading = IntervalDisclosure { percent }.risk(&original, &masked).unwrap();
            close(reading.value, &expected["ID"][key]["ID"]);
            close(reading.part("window").unwrap(), &expected["ID"][key]["window"]);
        }
    }
}

/// DR and score inherit the choices of the golden vector: expected links, and a window of 20 %.
#[test]
fn probabilistic_linkage_disclosure_risk_and_score() {
    for (original, masked, expected) in tables() {
        let columns: Vec<BothCodes> = (0..2)
            .map(|column| {
                let key = |cell: f64| Some(cell.to_bits());
                BothCodes::of(original.column(column).map(key), masked.column(column).map(key))
            })
            .collect();
        let (reading, mixture) =
            probabilistic_linkage(&columns.iter().map(Agreement::Equal).collect::<Vec<_>>()).unwrap();
        close(reading.part("links").unwrap(), &expected["PRL"]["frac_correct_positive_weight"]);
        close(reading.value, &expected["inputs_to_DR"]["PRL"]);
        if expected["PRL"]["pattern_counts"]["11"] == 4 {
            // Table 2.2 alone: elsewhere the figures depend on where EM starts and when it stops.
            close(mixture.share, &expected["PRL"]["p"]);
            close(mixture.matched[0], &expected["PRL"]["m"][0]);
            close(mixture.unmatched[1], &expected["PRL"]["u"][1]);
            close(mixture.weight(0), &expected["PRL"]["W"][0][0]);
            close(mixture.weight(3), &expected["PRL"]["W"][1][1]);
        }
        let found = TableReading {
            information: Some(InformationLoss.loss(&original, &masked).unwrap()),
            linkage: Some(DistanceLinkage::default().risk(&original, &masked).unwrap()),
            interval: Some(IntervalDisclosure { percent: 20.0 }.risk(&original, &masked).unwrap()),
            probability: Some((reading, mixture)),
            ..TableReading::default()
        };
        close(found.disclosure_risk().unwrap(), &expected["DR_2.13"]);
        close(found.score().unwrap(), &expected["Score_2.14"]);
    }
}
