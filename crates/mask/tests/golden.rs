//! Table 2.2 of the thesis, against another program's trace.

use scumble_data::Rows;
use scumble_mask::loss::squares;
use scumble_mask::partition::{GroupSize, RemainingNumbers, mdav};
use serde_json::Value;

fn scaled(name: &str, cells: &[f64]) -> Vec<f64> {
    let count = cells.len() as f64;
    let mean = cells.iter().sum::<f64>() / count;
    let squares: f64 = cells.iter().map(|cell| (cell - mean).powi(2)).sum();
    let (least, most) =
        cells.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), &cell| (a.min(cell), b.max(cell)));
    let (shift, scale) = match name {
        "raw" => (0.0, 1.0),
        "zscore_pop" => (mean, (squares / count).sqrt()),
        "zscore_sample" => (mean, (squares / (count - 1.0)).sqrt()),
        "minmax" => (least, most - least),
        "div_by_mean" => (0.0, mean),
        "div_by_max" => (0.0, most),
        other => panic!("{other} is not known here"),
    };
    cells.iter().map(|cell| (cell - shift) / scale).collect()
}

#[test]
fn mdav_gives_table_2_2_under_every_scaling() {
    let golden: Value = serde_json::from_str(include_str!("golden/g5b_microdata.json")).unwrap();
    let column = |at: usize| -> Vec<f64> {
        golden["X"].as_array().unwrap().iter().map(|row| row[at].as_f64().unwrap()).collect()
    };
    let columns = [column(0), column(1)];
    let scalings = golden["mdav"].as_object().unwrap();
    assert_eq!(scalings.len(), 6);
    for (name, expected) in scalings {
        let scaled: Vec<Vec<f64>> = columns.iter().map(|column| scaled(name, column)).collect();
        let rows = Rows::from_columns(&[&scaled[0], &scaled[1]]);
        let partition = mdav(RemainingNumbers::new(&rows), GroupSize::new(2).unwrap()).unwrap();
        let groups: Vec<Vec<u32>> = partition.groups().map(<[u32]>::to_vec).collect();
        assert_eq!(serde_json::to_value(groups).unwrap(), expected["clusters"], "{name}");
        let (sse, sst) = squares(&rows, &partition);
        for (found, key) in [(sse, "SSE"), (sst, "SST"), (sse / sst, "IL")] {
            let expected = expected[key].as_f64().unwrap();
            assert!((found - expected).abs() <= 1e-9 * expected, "{name} {key}: {found} is not {expected}");
        }
    }
}
