//! The embedded network against values stored by `crates/train/second_reader/exact.py`, which does every step in NumPy: 1,000 windows,
//! the token ids and the probability of each token to be masked, in thousandths.

use rayon::prelude::*;
use scumble_kernel::Kernel;
use scumble_text::network::Network;
use std::io::Read;

struct Window {
    ids: Vec<u16>,
    masked: Vec<f64>,
}

fn windows() -> Vec<Window> {
    let packed = include_bytes!("../data/second_reader.json.gz");
    let mut text = String::new();
    flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut text).unwrap();
    let all: serde_json::Value = serde_json::from_str(&text).unwrap();
    let numbers = |value: &serde_json::Value| -> Vec<u64> {
        value.as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect()
    };
    let window = |value: &serde_json::Value| Window {
        ids: numbers(&value["ids"]).into_iter().map(|id| u16::try_from(id).unwrap()).collect(),
        masked: numbers(&value["masked"]).into_iter().map(|value| value as f64 / 1000.0).collect(),
    };
    all.as_array().unwrap().iter().map(window).collect()
}

/// Both round at the same places and sum in the same order, so that nothing differs but the stored digits.
#[test]
fn answers_are_those_of_the_definition() {
    let (network, windows) = (Network::embedded(), windows());
    assert!(windows.len() >= 1000, "{} windows", windows.len());
    let differences: Vec<f64> = windows
        .par_iter()
        .flat_map_iter(|window| {
            let own = network.masks_of_window(&window.ids);
            assert_eq!(own.len(), window.masked.len());
            own.into_iter().zip(&window.masked).map(|(own, stored)| (f64::from(own) - stored).abs())
        })
        .collect();
    let far = differences.iter().copied().fold(0.0, f64::max);
    assert!(far <= 1e-3, "{far} among {} tokens", differences.len());
}

/// Texts with the tokens that the training framework's tokenizer cuts them into.
#[test]
fn tokens_are_those_of_the_training_framework() {
    let all: serde_json::Value = serde_json::from_str(include_str!("../data/second_reader_tokens.json")).unwrap();
    for text in all.as_array().unwrap() {
        let ids: Vec<u16> = text["ids"].as_array().unwrap().iter().map(|id| id.as_u64().unwrap() as u16).collect();
        let parts = text["text"].as_str().unwrap().repeat(text["times"].as_u64().unwrap() as usize);
        assert_eq!(Network::embedded().token_ids(&parts), ids, "{:?}", text["text"]);
    }
}

#[test]
fn stored_windows_have_the_same_bits_on_every_path() {
    let windows = windows();
    let networks: Vec<Network> = Kernel::available()
        .into_iter()
        .map(|kernel| Network::unpack_for(scumble_weights::SECOND_READER, kernel).unwrap())
        .collect();
    for window in windows.iter().take(8) {
        let mut bits = networks
            .iter()
            .map(|network| network.masks_of_window(&window.ids))
            .map(|masks| masks.into_iter().map(f32::to_bits).collect::<Vec<_>>());
        let first = bits.next().unwrap();
        assert!(bits.all(|own| own == first));
    }
}
