//! A masked table, measured against its original.

use scumble::data::{Options, read_text};
use scumble::table::{Assessment, assess};
use scumble::{Policy, Silent};

/// The worked example of the thesis of Abril, "Privacy Protection Methods for Documents and Risk Evaluation for Microdata".
#[test]
fn the_worked_example() {
    let text = b"age,salary\n23,25000\n18,10000\n58,12000\n46,30000\n18,10000\n23,14000\n";
    let original = read_text("x.csv", text, &Options::default()).unwrap();
    let policy = Policy::parse("p.toml", "others = 'mask'\nround = 'none'\n[[mask]]\nk = 2\n").unwrap();
    let masked = scumble::mask(&original, &policy.tables, &Silent).unwrap();
    let mut assessment = Assessment::default();
    assessment.settings.window = 20.0;
    let found = assess(&original, &masked.table, &assessment).unwrap();
    let json = found.to_json();
    let close = |group: &str, name: &str, expected: f64| {
        let value = json[group][name].as_f64().unwrap();
        assert!((value - expected).abs() < 1e-4, "{name}: {value} is not {expected}");
    };
    for (name, expected) in
        [("il1", 0.179_224), ("il2", 0.0), ("il3", 0.256_245), ("il4", 0.328_675), ("il5", 0.466_439), ("il", 24.6117)]
    {
        close("loss", name, expected);
    }
    for (name, expected) in [("dbrl_links", 2.5), ("dbrl_any", 5.0), ("dbrl_strict", 0.0), ("id", 66.6667)] {
        close("risk", name, expected);
    }
    let records = found.records_csv();
    assert_eq!(
        records.lines().next(),
        Some(
            "record,row,il1s,sse,dbrl,id,class_size,prl,population,individual_risk,household_risk,suda,dis_suda,smallest_unique"
        )
    );
    assert_eq!(records.lines().count(), 7);
}
