//! Two tables, paired and measured.

use scumble_assess::Error;
use scumble_assess::table::{Measure, Pair, measure};
use scumble_data::{Missing, Options, Table, read_text};

fn table(text: &str) -> Table {
    read_text("t.csv", text.as_bytes(), &Options::default()).unwrap()
}

const ORIGINAL: &str = "a,b,c\n1,x,5\n2,y,5\n,x,5\n4,y,5\n";
const MASKED: &str = "a,b,c\n1.5,x,5\n1.5,x,5\n,x,5\n4,y,5\n";

#[test]
fn changed_columns_are_paired_and_incomplete_records_left_out() {
    let pair = Pair::new(&table(ORIGINAL), &table(MASKED), &[], &Missing::default()).unwrap();
    assert_eq!((&pair.columns[..], &pair.numbers[..]), (&["a".to_owned(), "b".to_owned()][..], &["a".to_owned()][..]));
    assert_eq!((pair.incomplete, pair.changed[0].share, pair.classes.smallest()), (1, 0.25, 1));
    let reading = measure(&pair, &[Measure::Squares, Measure::Classes], 10.0).unwrap();
    assert!(reading.information.is_none() && reading.squares.is_some() && reading.classes);
    let rows: Vec<_> = reading.per_record(&pair).collect();
    assert_eq!(rows.iter().map(|row| row.sse.is_some()).collect::<Vec<_>>(), [true, true, false, true]);
    assert_eq!((rows[0].class_size, rows[2].class_size, rows[0].dbrl), (2, 1, None));
}

#[test]
fn tables_that_cannot_be_paired_are_refused() {
    let error = |masked: &str, columns: &[&str]| {
        let columns: Vec<String> = columns.iter().map(|&name| name.to_owned()).collect();
        Pair::new(&table(ORIGINAL), &table(masked), &columns, &Missing::default()).unwrap_err()
    };
    assert!(matches!(error("a\n1\n", &[]), Error::Tables { originals: 4, maskeds: 1, .. }));
    assert!(matches!(error("x\n1\n2\n3\n4\n", &[]), Error::NoCommonColumn { .. }));
    assert!(error(MASKED, &["bb"]).to_string().contains("there is no column “bb”; did you mean “b”?"));
}
