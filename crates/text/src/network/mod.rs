//! The second reader: a small network that reads a text in windows and says of every token how probable it is to be a mention
//! of some kind, and to be masked.
//!
//! An encoder with attention and gated layers, its weights and activations quantised to int8, trained by the scripts in
//! `crates/train/second_reader`. A text is cut into byte-pair tokens, the tokens into windows that overlap; windows are read side by
//! side, and what several say of a token is averaged. Windows depend on the text only, and the
//! [kernel](scumble_kernel) gives the same bytes on every processor: so the answer is the same at any number of threads and on any
//! machine. Time and memory grow linearly with the text.

mod classes;
mod encoder;
mod pieces;
mod probabilities;
mod tokenizer;
mod unpack;

pub use probabilities::{MENTION_KINDS, TokenProbabilities};
pub use unpack::BadNetwork;

use encoder::Room;
use rayon::prelude::*;
use scumble_kernel::{Attention, Kernel};
use scumble_span::Span;
use unpack::Weights;

/// The classes of a token: no mention, and for each of [`MENTION_KINDS`] one that stays and one that is masked.
pub const CLASSES: usize = 17;

/// How far a token must be from the edges of a window to count fully.
const FULL: usize = 64;

/// How far one window starts after the other, as a share of a window. A smaller one reads more tokens twice.
const STRIDE: (usize, usize) = (5, 6);

/// What kind of text is read: what is masked differs between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Domain {
    /// Court cases.
    Court,
    /// Biographies and other pages of an encyclopaedia.
    Biography,
    /// Mails, chats, forms, tickets, letters.
    Everyday,
    /// Clinical notes.
    Clinical,
    /// Any text, to find names in: trained on corpora of names that say nothing about masking.
    Names,
}

impl Domain {
    /// The token that stands first in each window.
    fn token(self) -> u16 {
        match self {
            Self::Court => 3,
            Self::Biography => 4,
            Self::Everyday => 5,
            Self::Clinical => 6,
            Self::Names => 7,
        }
    }
}

/// A trained network. Shared by reference between threads.
#[derive(Debug)]
pub struct Network {
    kernel: Kernel,
    weights: Weights,
    attention: Attention,
}

impl Network {
    /// From the bytes of a packed file.
    ///
    /// # Errors
    ///
    /// If the bytes are no network, damaged, or of sizes that this version does not read.
    pub fn unpack(bytes: &[u8]) -> Result<Self, BadNetwork> {
        Self::unpack_for(bytes, Kernel::found())
    }

    /// The same, with instructions other than the fastest of this processor: for tests and measurements.
    ///
    /// # Errors
    ///
    /// As [`Self::unpack`].
    #[doc(hidden)]
    pub fn unpack_for(bytes: &[u8], kernel: Kernel) -> Result<Self, BadNetwork> {
        let weights = Weights::unpack(bytes, kernel)?;
        let shape = weights.shape;
        let attention = Attention::new(kernel, shape.heads, shape.width / shape.heads, shape.window);
        Ok(Self { kernel, weights, attention })
    }

    /// The network that comes with the build.
    #[cfg(feature = "second-reader")]
    pub fn embedded() -> &'static std::sync::Arc<Self> {
        static EMBEDDED: std::sync::LazyLock<std::sync::Arc<Network>> = std::sync::LazyLock::new(|| {
            let network = Network::unpack(scumble_weights::SECOND_READER);
            std::sync::Arc::new(network.expect("the embedded weights, which a test unpacks"))
        });
        &EMBEDDED
    }

    /// Reads a whole text.
    pub fn read(&self, text: &str, domain: Domain) -> TokenProbabilities {
        self.read_where(text, domain, |_| true)
    }

    /// Reads only the windows whose bytes `wanted` accepts. A token of no such window has no probabilities.
    pub fn read_where(&self, text: &str, domain: Domain, wanted: impl Fn(Span) -> bool) -> TokenProbabilities {
        let tokens = self.weights.tokenizer.tokens(text);
        let spans = probabilities::spans(text, &tokens.ends);
        let bytes = |window: &(usize, usize)| Span::new(spans[window.0].start, spans[window.1 - 1].end);
        let mut windows = windows(tokens.ids.len(), self.weights.shape.window);
        windows.retain(|window| wanted(bytes(window)));
        let room = || Room::new(self.kernel, &self.weights, &self.attention);
        let read: Vec<Vec<f32>> = windows
            .par_iter()
            .map_init(room, |room, &(start, end)| self.read_window(room, domain.token(), &tokens.ids[start..end]))
            .collect();
        let values = averaged(tokens.ids.len(), &windows, &read);
        TokenProbabilities { spans, values, windows: windows.len() }
    }

    /// The probabilities of the tokens of one window, that of the domain first.
    fn read_window(&self, room: &mut Room, domain: u16, ids: &[u16]) -> Vec<f32> {
        let mut all = Vec::with_capacity(1 + ids.len());
        all.push(domain);
        all.extend_from_slice(ids);
        room.read(&self.weights, &all)
    }

    /// The tokens of a text, for tests against stored values.
    #[doc(hidden)]
    pub fn token_ids(&self, text: &str) -> Vec<u16> {
        self.weights.tokenizer.tokens(text).ids
    }

    /// The probabilities to be masked of the tokens of a window (of the domain too), for tests against stored values.
    ///
    /// # Panics
    ///
    /// If there are more tokens than a window holds, or one that is none.
    #[doc(hidden)]
    pub fn masks_of_window(&self, ids: &[u16]) -> Vec<f32> {
        let values = Room::new(self.kernel, &self.weights, &self.attention).read(&self.weights, ids);
        values.as_chunks::<CLASSES>().0.iter().map(probabilities::mask).collect()
    }
}

/// The windows over so many tokens, as ranges: one starts five sixths of a window after the other, and the last one reaches the end.
fn windows(tokens: usize, window: usize) -> Vec<(usize, usize)> {
    // One place is the domain's.
    let (most, stride) = (window - 1, window * STRIDE.0 / STRIDE.1);
    let beyond_the_first = tokens.saturating_sub(most).div_ceil(stride);
    let count = if tokens == 0 { 0 } else { 1 + beyond_the_first };
    (0..count).map(|number| (number * stride, tokens.min(number * stride + most))).collect()
}

/// For each token the mean over its windows, weighted by its distance from their edges. `read` starts with the token of the domain.
fn averaged(tokens: usize, windows: &[(usize, usize)], read: &[Vec<f32>]) -> Vec<f32> {
    let mut values = vec![0.0f32; tokens * CLASSES];
    let mut totals = vec![0.0f32; tokens];
    for (&(start, end), read) in windows.iter().zip(read) {
        let places = read.chunks_exact(CLASSES).skip(1);
        for ((token, own), place) in (start..end).zip(values[start * CLASSES..].chunks_exact_mut(CLASSES)).zip(places) {
            let weight = (token - start + 2).min(end - token).min(FULL) as f32;
            totals[token] += weight;
            own.iter_mut().zip(place).for_each(|(own, place)| *own += weight * place);
        }
    }
    for (own, total) in values.chunks_exact_mut(CLASSES).zip(totals).filter(|(_, total)| *total > 0.0) {
        own.iter_mut().for_each(|value| *value /= total);
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_overlap_and_reach_the_end() {
        assert_eq!(windows(0, 384), []);
        assert_eq!(windows(1, 384), [(0, 1)]);
        assert_eq!(windows(383, 384), [(0, 383)]);
        assert_eq!(windows(384, 384), [(0, 383), (320, 384)]);
        assert_eq!(windows(704, 384), [(0, 383), (320, 703), (640, 704)]);
        assert_eq!(windows(703, 384), [(0, 383), (320, 703)]);
        assert_eq!(windows(20, 8), [(0, 7), (6, 13), (12, 19), (18, 20)]);
    }

    #[test]
    fn what_several_windows_say_is_weighted_by_the_distance_from_their_edges() {
        // Two windows of four tokens and their domain's; class 1 has the probability 0 in the first and 1 in the second.
        let read = |share: f32| {
            let mut own = vec![0.0; 5 * CLASSES];
            own.chunks_exact_mut(CLASSES).for_each(|classes| (classes[0], classes[1]) = (1.0 - share, share));
            own
        };
        let values = averaged(6, &[(0, 4), (2, 6)], &[read(0.0), read(1.0)]);
        let first: Vec<f32> = values.chunks_exact(CLASSES).map(|classes| classes[1]).collect();
        // Token 2: weight 2 in the first window, 2 in the second; token 3: 1 and 3.
        assert_eq!(first, [0.0, 0.0, 0.5, 0.75, 1.0, 1.0]);
    }
}
