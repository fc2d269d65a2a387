//! The second reader: its file, its tokens, its answers.

mod stored;
mod tiny;

use proptest::prelude::*;
use scumble_kernel::Kernel;
use scumble_text::Span;
use scumble_text::network::{BadNetwork, Domain, Network, TokenProbabilities};
use tiny::{Tiny, numbers, signed};

const DOMAINS: [Domain; 5] = [Domain::Court, Domain::Biography, Domain::Everyday, Domain::Clinical, Domain::Names];

fn network() -> Network {
    Network::unpack(&Tiny::new(1).bytes).unwrap()
}

/// How far a probability may be off. A number that lies between two steps of int8 may be rounded to the other one, and the next
/// layers see that: single answers differ more than they do on average.
const FAR: f64 = 1e-2;

/// The mean and the largest difference.
fn differences(own: &[f32], expected: &[f64]) -> (f64, f64) {
    let each: Vec<f64> = own.iter().zip(expected).map(|(a, b)| (f64::from(*a) - b).abs()).collect();
    (each.iter().sum::<f64>() / each.len() as f64, each.iter().copied().fold(0.0, f64::max))
}

#[test]
fn answers_follow_the_formulas() {
    for seed in 1..6 {
        let tiny = Tiny::new(seed);
        let mut next = numbers(100 + seed);
        for length in [1, 2, 13, tiny.window] {
            let ids: Vec<u16> = (0..length).map(|at| if at == 0 { 3 } else { 16 + (next() * 260.0) as u16 }).collect();
            let classes = tiny.classes(&ids);
            let expected: Vec<f64> = classes.iter().map(|own| own[2..].iter().step_by(2).sum()).collect();
            for kernel in Kernel::available() {
                let own = Network::unpack_for(&tiny.bytes, kernel).unwrap().masks_of_window(&ids);
                let (mean, far) = differences(&own, &expected);
                assert!(own.len() == length && far < FAR && mean < FAR / 2.0, "{}: {mean}, {far}", kernel.name());
            }
        }
    }
}

#[test]
fn a_text_in_one_window_has_the_classes_of_the_formulas() {
    let tiny = Tiny::new(3);
    let network = Network::unpack(&tiny.bytes).unwrap();
    let text = "Anna, the gnu 🦌";
    for (number, domain) in (3..).zip(DOMAINS) {
        let mut ids = vec![number];
        ids.extend(network.token_ids(text));
        let read = network.read(text, domain);
        assert_eq!((read.len(), read.windows()), (ids.len() - 1, 1));
        for (token, expected) in tiny.classes(&ids)[1..].iter().enumerate() {
            let (_, far) = differences(read.of(token).unwrap(), expected);
            assert!(far < FAR, "token {token}: {far}");
        }
    }
}

#[test]
fn tokens_are_merged_as_the_file_says() {
    let network = network();
    let byte = |c: char| 16 + c as u16;
    assert_eq!(network.token_ids("an the he"), [275, 274, byte(' '), 273]);
    assert_eq!(network.token_ids("Aan the"), [276, 274]);
    assert_eq!(network.token_ids("é1"), [16 + 0xc3, 16 + 0xa9, byte('1')]);
}

fn bits(read: &TokenProbabilities) -> Vec<u32> {
    (0..read.len()).flat_map(|token| read.of(token).unwrap().map(f32::to_bits)).collect()
}

const TEXT: &str = "On the tenth of May, Anna wrote: \"the answer is 42\".\n\n";

#[test]
fn the_same_bytes_on_every_path_and_at_any_number_of_threads() {
    let tiny = Tiny::new(2);
    let text = TEXT.repeat(40);
    let expected = bits(&Network::unpack(&tiny.bytes).unwrap().read(&text, Domain::Everyday));
    for kernel in Kernel::available() {
        let network = Network::unpack_for(&tiny.bytes, kernel).unwrap();
        for threads in [1, 2, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let read = pool.install(|| network.read(&text, Domain::Everyday));
            assert_eq!(bits(&read), expected, "{} {threads}", kernel.name());
        }
    }
}

#[test]
fn windows_that_are_not_wanted_are_not_read() {
    let network = network();
    let text = TEXT.repeat(40);
    let whole = network.read(&text, Domain::Court);
    let place = Span::new(1000, 1010);
    let some = network.read_where(&text, Domain::Court, |window| window.start < place.end && place.start < window.end);
    assert!(some.windows() >= 1 && some.windows() <= 3 && whole.windows() > 30);
    // Every window with a byte of the place was read, so it has the same probabilities.
    assert_eq!(some.mean_mask(place), whole.mean_mask(place));
    assert_eq!((some.spans(), some.highest_mask(Span::new(0, 100))), (whole.spans(), None));
    let none = network.read_where(&text, Domain::Court, |_| false);
    assert_eq!((none.windows(), none.kinds(place)), (0, None));
}

#[test]
fn a_damaged_file_is_refused() {
    let bytes = Tiny::new(1).bytes;
    for length in 0..bytes.len() {
        // Every length near the header and the end, others now and then.
        if length < 200 || length + 200 > bytes.len() || length % 97 == 0 {
            let error = Network::unpack(&bytes[..length]).unwrap_err();
            assert!(matches!(error, BadNetwork::Start | BadNetwork::Length { .. }), "{length}: {error}");
        }
    }
    for at in (0..bytes.len()).step_by(31) {
        let mut bytes = bytes.clone();
        bytes[at] ^= 0x10;
        assert!(Network::unpack(&bytes).is_err(), "byte {at}");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(matches!(Network::unpack(&longer).unwrap_err(), BadNetwork::Length { .. }));
}

/// The file with some bytes replaced, and the right checksum.
fn changed(at: usize, with: &[u8]) -> Result<Network, BadNetwork> {
    let mut bytes = Tiny::new(1).bytes;
    bytes.truncate(bytes.len() - 32);
    bytes[at..at + with.len()].copy_from_slice(with);
    Network::unpack(&signed(bytes))
}

#[test]
fn a_file_that_was_signed_is_checked_all_the_same() {
    let size = |at: usize, size: u32| changed(8 + 4 * at, &size.to_le_bytes()).unwrap_err();
    for (at, name) in [(0, "layers"), (1, "width"), (2, "heads"), (3, "hidden"), (5, "classes"), (6, "window")] {
        assert_eq!(size(at, 0), BadNetwork::Size(name));
        assert_eq!(size(at, u32::MAX), BadNetwork::Size(name));
    }
    assert_eq!(size(4, 276), BadNetwork::Size("vocabulary"));
    assert_eq!(size(7, u32::MAX), BadNetwork::Size("vocabulary"));
    assert!(matches!(size(0, 3), BadNetwork::Length { .. }));
    assert_eq!(changed(40, &[0xff, 0xff]).unwrap_err(), BadNetwork::Merge);
    // The first scale, after the header and five merges.
    for bad in [f32::NAN, f32::INFINITY, 1.5, -2.0] {
        assert_eq!(changed(60, &bad.to_le_bytes()).unwrap_err(), BadNetwork::Number);
    }
    assert!(changed(60, &0.5f32.to_le_bytes()).is_ok());
}

#[test]
fn extreme_weights_give_probabilities() {
    // Every scale, norm and bias as large as is allowed, where they stand in the file.
    let mut bytes = Tiny::new(4).bytes;
    bytes.truncate(bytes.len() - 32);
    let mut at = 60;
    let mut put = |count: usize, value: f32, skip: usize| {
        bytes[at..at + 4 * count].chunks_mut(4).for_each(|four| four.copy_from_slice(&value.to_le_bytes()));
        at += 4 * count + skip;
    };
    put(280, 1.0, 280 * 24);
    for _ in 0..2 {
        put(24, 1e3, 0);
        put(72, 1.0, 72 * 24);
        put(24, 1.0, 24 * 24);
        put(24, 1e3, 0);
        put(42, 1.0, 42 * 24);
        put(24, 1.0, 24 * 21);
    }
    put(24, 1e3, 0);
    put(17, 1.0, 17 * 24);
    put(17, 1e6, 0);
    let network = Network::unpack(&signed(bytes)).unwrap();
    let read = network.read(TEXT, Domain::Names);
    for token in 0..read.len() {
        let sum: f32 = read.of(token).unwrap().iter().sum();
        assert!((sum - 1.0).abs() < 1e-4, "token {token}: {sum}");
    }
}

/// What must hold of every text.
fn holds(network: &Network, text: &str) {
    let read = network.read(text, Domain::Everyday);
    assert!(read.spans().is_sorted_by_key(|span| span.start) && read.spans().is_sorted_by_key(|span| span.end));
    for (token, span) in read.spans().iter().enumerate() {
        assert!(text.get(span.range()).is_some());
        let sum: f32 = read.of(token).unwrap().iter().sum();
        assert!((sum - 1.0).abs() < 1e-4);
    }
    let covered: usize = read.spans().iter().map(|span| span.of(text).trim().chars().count()).sum();
    assert!(covered >= text.chars().filter(|character| !character.is_whitespace()).count());
}

#[test]
fn odd_texts_are_read() {
    let network = network();
    for text in [
        "x".repeat(1_000_000),
        "A".repeat(100_000),
        "👩‍👩‍👧🏳️‍🌈".repeat(500),
        "מרים גרה בחיפה, ובנה דוד בלונדון. ".repeat(100),
        " \n\t\u{a0}\u{3000}".repeat(500),
        "a\u{301}\u{302}".repeat(500),
        "\0\u{1}\u{7f}\u{feff}\u{fffd}\u{10ffff}".repeat(100),
        "0123456789".repeat(500),
        String::new(),
        " ".to_owned(),
    ] {
        holds(&network, &text);
    }
}

proptest! {
    #[test]
    fn any_text_is_read(text in any::<String>()) {
        holds(&network(), &text);
    }

    #[test]
    fn any_bytes_are_no_network(bytes in prop::collection::vec(any::<u8>(), 0..500)) {
        prop_assert!(Network::unpack(&bytes).is_err());
        prop_assert!(Network::unpack(&[b"SCREAD01", &bytes[..]].concat()).is_err());
        prop_assert!(Network::unpack(&signed([b"SCREAD01", &bytes[..]].concat())).is_err());
    }
}
