//! A few thousand mutated inputs for every reader: none may make it panic.

use scumble_data::fuzz;

/// A small generator of its own: the crate has no random numbers.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }
}

/// Feeds a reader with a sample and many of its mutants.
fn feed(sample: &[u8], rounds: usize, reader: fn(&[u8])) {
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    reader(sample);
    for _ in 0..rounds {
        let mut bytes = sample.to_vec();
        for _ in 0..1 + dice.roll(4) {
            let at = dice.roll(bytes.len());
            match dice.roll(4) {
                0 => bytes[at] = dice.roll(256) as u8,
                1 => bytes[at] ^= 1 << dice.roll(8),
                2 => bytes.truncate(at.max(1)),
                _ => {
                    let from = dice.roll(bytes.len());
                    let copy = bytes[from..(from + dice.roll(16)).min(bytes.len())].to_vec();
                    bytes.splice(at..at, copy);
                }
            }
        }
        reader(&bytes);
    }
}

#[test]
fn text() {
    for sample in ["a,b\n1,\"x,\"\"y\"\n,z\n", "a;b\r\n1;2\r\n\r\n", "\u{feff}a\tb\n\"\n\"\té\n", "x", "\"a\"\"\",\n"]
    {
        feed(sample.as_bytes(), 2_000, fuzz::text);
    }
}

#[cfg(feature = "parquet")]
#[test]
fn parquet() {
    use scumble_data::{Cells, Column, Format, Origin, Table, write};
    let columns = vec![
        Column::new("n", Cells::Numbers((0..50).map(f64::from).collect())),
        Column::new("t", Cells::Plain((0..50).map(|row| format!("v{}", row % 7)).collect())),
    ];
    let mut sample = Vec::new();
    write(&Table::new("t", columns, Origin::Other), Format::Parquet, None, &mut sample).unwrap();
    feed(&sample, 3_000, fuzz::parquet);
}

#[test]
fn sets() {
    feed(b"{\"id\": 1, \"items\": [\"a b\", 3, \"\xc3\xa9\"]}\n\n{\"items\": [\"c\"]}\n", 3_000, fuzz::sets);
}

#[test]
fn spaces() {
    for sample in [
        "%%MatrixMarket matrix coordinate real general\n% x\n3 4 3\n1 2 0.5\n3 1 -1e-3\n3 4 2\n",
        "1 1:0.5 4:2 # x\n-1\n0,2 3:1e-7\n",
        "row,column,weight\n0,1,0.5\n2,0,3\n",
    ] {
        feed(sample.as_bytes(), 2_000, fuzz::spaces);
    }
}

#[test]
fn records() {
    for sample in [
        "{\"id\": 1, \"text\": \"a \\u0062 \\\"c\\\"\"}\r\n\n{\"text\":\"\u{e9}\"}",
        "id;text\r\n\"1\";\"x;\"\"y\"\r\n\r\n2;z",
        "\u{feff}text\tn\n\"\n\"\té\n\n",
        "text\na\n",
    ] {
        feed(sample.as_bytes(), 2_000, fuzz::records);
    }
}

#[cfg(feature = "excel")]
#[test]
fn sheet() {
    feed(include_bytes!("samples/people.xlsx"), 1_000, fuzz::sheet);
}
