//! Masking against linkage, over random tables.

use proptest::prelude::*;
use scumble::data::{Options, Table, read_text};
use scumble::link::{Attack, LinkSettings, Rate, attack, mask_against};
use scumble::{ErrorKind, Policy, Silent, TablePolicy};

/// A small table of numbers.
fn tables() -> impl Strategy<Value = Table> {
    let row = (0..60_i32, 0..60_i32, 0..60_i32);
    prop::collection::vec(row, 12..32).prop_map(|rows| {
        let lines: String = rows.iter().map(|(a, b, c)| format!("{a},{b},{c}\n")).collect();
        read_text("t.csv", format!("a,b,c\n{lines}").as_bytes(), &Options::default()).unwrap()
    })
}

/// Policies that can be strengthened, by their weakest.
const STEPS: [&str; 4] = [
    "[[mask]]\nmethod = 'mdav'\nk = 2\n",
    "[[mask]]\nmethod = 'rank-swap'\npercent = 10\n",
    "[[mask]]\nmethod = 'noise'\npercent = 8\n",
    "[[mask]]\nmethod = 'grouped'\ngroups = [{ columns = ['a'], k = 2 }, { columns = ['b', 'c'], k = 3 }]\n",
];

fn policy(step: &str) -> TablePolicy {
    Policy::parse("p.toml", &format!("others = 'mask'\n{step}")).unwrap().tables
}

/// The expected links, in percent, of the attack by which `mask_against` judges.
fn rate(original: &Table, masked: &Table) -> f64 {
    let [_, _, (_, weighted_mean), ..] = Attack::ALL;
    let columns = ["a", "b", "c"].map(str::to_owned).to_vec();
    let settings = LinkSettings { attack: weighted_mean, columns, effort: 0.25, ..LinkSettings::default() };
    attack(original, masked, &settings, &|_| (), &Silent).unwrap().rate()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// What is published is never linked more than what the policy alone would publish, and never more than the target; else nothing
    /// is published, and the reason is the target.
    #[test]
    fn what_is_masked_against_linkage_is_never_riskier_than_its_start(
        table in tables(),
        step in prop::sample::select(&STEPS[..]),
        target in 8.0..70.0_f64,
    ) {
        let start = scumble::mask(&table, &policy(step), &Silent).unwrap();
        let before = rate(&table.select(&start.rows), &start.table);
        match mask_against(&table, &policy(step), target, &Silent) {
            Ok((masked, rounds)) => {
                let after = rate(&table.select(&masked.rows), &masked.table);
                prop_assert!(after <= before + 1e-9, "{before} % became {after} %");
                prop_assert!(after <= target + 1e-9, "{after} % is above {target} %");
                let (first, last) = (&rounds[0], &rounds[rounds.len() - 1]);
                prop_assert!((first.rate - before).abs() < 1e-9 && (last.rate - after).abs() < 1e-9);
            }
            Err(error) => {
                prop_assert_eq!(error.kind, ErrorKind::Promise);
                prop_assert!(before > target, "the start at {} % was refused for a target of {} %", before, target);
            }
        }
    }
}
