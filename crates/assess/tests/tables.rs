//! Two tables, paired and measured.

use scumble_assess::Error;
use scumble_assess::table::{KnownColumn, Measure, Pair, Settings, measure, shared};
use scumble_data::{ColumnKind, Missing, Options, Place, Table, read_text};

fn table(text: &str) -> Table {
    read_text("t.csv", text.as_bytes(), &Options::default()).unwrap()
}

const ORIGINAL: &str = "a,b,c\n1,x,5\n2,y,5\n,x,5\n4,y,5\n";
const MASKED: &str = "a,b,c\n1.5,x,5\n1.5,x,5\n,x,5\n4,y,5\n";

fn known(name: &str, kind: ColumnKind, measured: bool) -> KnownColumn {
    KnownColumn { name: name.to_owned(), kind, measured }
}

fn pair(masked: &str, columns: &[KnownColumn]) -> Result<Pair, Error> {
    Pair::new(&table(ORIGINAL), &table(masked), columns, &Missing::default(), |_, _| {
        Err(scumble_data::Error::new(Place::file("t.csv"), "no taxonomy"))
    })
}

#[test]
fn columns_are_measured_by_their_kinds_and_incomplete_records_left_out() {
    let columns = [
        known("a", ColumnKind::Number, true),
        known("b", ColumnKind::Ordinal(vec!["x".to_owned(), "y".to_owned()]), true),
        known("c", ColumnKind::Number, false),
    ];
    let pair = pair(MASKED, &columns).unwrap();
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    assert_eq!((&pair.columns, &pair.numbers), (&names(&["a", "b"]), &names(&["a"])));
    assert_eq!((&pair.ordered, pair.incomplete), (&names(&["a", "b"]), 1));
    assert_eq!(pair.losses.iter().map(|loss| loss.changed).collect::<Vec<_>>(), [2.0 / 3.0, 0.25, 0.0]);
    let reading = measure(&pair, &[Measure::Squares, Measure::Classes], &Settings::default()).unwrap();
    assert!(reading.information.is_none() && reading.classes);
    // By hand: column a has the mean 7/3 and Σ(x-mean)² = 14/3, of which 0.5 is lost; b has 1, of which 1 is lost (one place of four).
    let squares = reading.squares.as_ref().unwrap();
    let expected = 100.0 * (3.0 * 0.5 / (14.0 / 3.0) + 4.0) / 7.0;
    assert!((squares.value - expected).abs() < 1e-12, "{} is not {expected}", squares.value);
    let rows: Vec<_> = reading.per_record(&pair).collect();
    assert_eq!(rows[2].sse, Some(0.0), "a value that is missing on both sides is no loss");
    assert_eq!((rows[0].class_size, rows[2].class_size, rows[0].dbrl), (2, 1, None));
}

#[test]
fn tables_that_cannot_be_paired_are_refused() {
    let one = [known("a", ColumnKind::Number, true)];
    assert!(matches!(pair("a\n1\n", &one).unwrap_err(), Error::Tables { originals: 4, maskeds: 1, .. }));
    assert!(
        pair(MASKED, &[known("bb", ColumnKind::Nominal, true)]).unwrap_err().to_string().contains("did you mean “b”?")
    );
    let none = shared(&table(ORIGINAL), &table("x\n1\n2\n3\n4\n")).unwrap_err();
    assert!(matches!(none, Error::NoCommonColumn { .. }));
    let found = shared(&table(ORIGINAL), &table(MASKED)).unwrap();
    assert_eq!(found, [("a".to_owned(), true), ("b".to_owned(), true), ("c".to_owned(), false)]);
}
