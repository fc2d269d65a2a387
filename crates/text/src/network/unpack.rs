//! The packed file of a network: what it says, and the checks before anything of it is used.
//!
//! Little endian: `SCREAD01`; eight 32-bit numbers (layers, width, heads, hidden, vocabulary, classes, window, merges); the merges
//! as pairs of 16-bit tokens; then embedding, for each layer n1, Wqkv, Wo, n2, Wup, Wdown, then n, Wout, bias; last the SHA-256 of
//! all before. A matrix is a float for each row (its scale), then its bytes; a norm or bias is floats.

use super::CLASSES;
use super::tokenizer::{FIRST_MERGE, Tokenizer};
use scumble_kernel::{Kernel, Matrix};
use sha2::{Digest, Sha256};

/// Why bytes are no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadNetwork {
    /// They do not start as one.
    #[error("not the weights of a network: they must start with SCREAD01")]
    Start,
    /// A size is outside of what this version reads.
    #[error("the weights of the network state a size that this version does not read: {0}")]
    Size(&'static str),
    /// There are more or fewer bytes than the sizes ask for.
    #[error("the weights of the network have {found} bytes where their sizes ask for {expected}: copy the file again")]
    Length {
        /// How many the sizes ask for.
        expected: u64,
        /// How many there are.
        found: u64,
    },
    /// The checksum is not that of the bytes.
    #[error("the weights of the network are damaged (their SHA-256 does not fit): copy the file again")]
    Checksum,
    /// A merge names a token that does not come before it.
    #[error("the weights of the network have a merge of unknown tokens")]
    Merge,
    /// A scale, norm or bias is not finite or too large, so that sums could overflow.
    #[error("the weights of the network have a number that is not finite or too large")]
    Number,
}

/// The sizes of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) layers: usize,
    pub(super) width: usize,
    pub(super) heads: usize,
    pub(super) hidden: usize,
    pub(super) vocabulary: usize,
    /// The most tokens of a window, with that of the domain.
    pub(super) window: usize,
    pub(super) merges: usize,
}

/// One layer.
#[derive(Debug)]
pub(super) struct Layer {
    pub(super) before_attention: Vec<f32>,
    pub(super) queries_keys_values: Matrix,
    pub(super) attended: Matrix,
    pub(super) before_gate: Vec<f32>,
    pub(super) up: Matrix,
    pub(super) down: Matrix,
}

/// All weights, laid out for a kernel.
#[derive(Debug)]
pub(super) struct Weights {
    pub(super) shape: Shape,
    pub(super) tokenizer: Tokenizer,
    pub(super) embedding_scales: Vec<f32>,
    /// Row by row, as in the file.
    pub(super) embedding: Vec<i8>,
    pub(super) layers: Vec<Layer>,
    pub(super) last: Vec<f32>,
    pub(super) out: Matrix,
    pub(super) bias: Vec<f32>,
}

const START: &[u8; 8] = b"SCREAD01";
const HEADER: usize = 8 + 8 * 4;
const CHECKSUM: usize = 32;

impl Shape {
    fn read(bytes: &[u8]) -> Result<Self, BadNetwork> {
        let number = |at: usize| -> Result<usize, BadNetwork> {
            let four = bytes.get(8 + 4 * at..).and_then(|rest| rest.first_chunk::<4>());
            let length = BadNetwork::Length { expected: HEADER as u64, found: bytes.len() as u64 };
            Ok(u32::from_le_bytes(*four.ok_or(length)?) as usize)
        };
        let (layers, width, heads, hidden) = (number(0)?, number(1)?, number(2)?, number(3)?);
        let (vocabulary, classes, window, merges) = (number(4)?, number(5)?, number(6)?, number(7)?);
        let check = |holds: bool, name: &'static str| if holds { Ok(()) } else { Err(BadNetwork::Size(name)) };
        check((1..=64).contains(&layers), "layers")?;
        check((1..=4096).contains(&width), "width")?;
        check(heads >= 1 && width.is_multiple_of(heads) && (width / heads).is_multiple_of(2), "heads")?;
        check((1..=16_384).contains(&hidden), "hidden")?;
        check(classes == CLASSES, "classes")?;
        check((8..=4096).contains(&window), "window")?;
        check(vocabulary <= 65_536 && usize::from(FIRST_MERGE) + merges <= vocabulary, "vocabulary")?;
        Ok(Self { layers, width, heads, hidden, vocabulary, window, merges })
    }

    /// The bytes of the whole file. No sum overflows: the sizes are bounded.
    fn bytes(self) -> u64 {
        let matrix = |rows: usize, columns: usize| rows as u64 * (4 + columns as u64);
        let (width, hidden) = (self.width, self.hidden);
        let layer = 2 * 4 * width as u64
            + matrix(3 * width, width)
            + matrix(width, width)
            + matrix(2 * hidden, width)
            + matrix(width, hidden);
        let ends = matrix(self.vocabulary, width) + matrix(CLASSES, width) + 4 * (width + CLASSES) as u64;
        (HEADER + CHECKSUM + 4 * self.merges) as u64 + self.layers as u64 * layer + ends
    }
}

/// What is left to read. The length was checked before: a piece that is missing all the same is an error, never a panic.
struct Rest<'b>(&'b [u8]);

impl<'b> Rest<'b> {
    fn take(&mut self, count: usize) -> Result<&'b [u8], BadNetwork> {
        let missing = BadNetwork::Length { expected: count as u64, found: self.0.len() as u64 };
        let (own, rest) = self.0.split_at_checked(count).ok_or(missing)?;
        self.0 = rest;
        Ok(own)
    }

    /// Floats whose magnitude is at most `most`.
    fn floats(&mut self, count: usize, most: f32) -> Result<Vec<f32>, BadNetwork> {
        let (fours, _) = self.take(4 * count)?.as_chunks::<4>();
        let numbers: Vec<f32> = fours.iter().map(|four| f32::from_le_bytes(*four)).collect();
        // Not a number is not at most anything.
        if numbers.iter().all(|number| number.abs() <= most) { Ok(numbers) } else { Err(BadNetwork::Number) }
    }

    /// The scales and the numbers of a matrix. Scales are at most 1 and norms at most 1,000: with the sizes above, no activation
    /// leaves the range of floats.
    fn numbers(&mut self, rows: usize, columns: usize) -> Result<(Vec<f32>, Vec<i8>), BadNetwork> {
        let scales = self.floats(rows, 1.0)?;
        let numbers = self.take(rows * columns)?.iter().map(|&byte| byte as i8).collect();
        Ok((scales, numbers))
    }

    fn matrix(&mut self, kernel: Kernel, rows: usize, columns: usize) -> Result<Matrix, BadNetwork> {
        let (scales, numbers) = self.numbers(rows, columns)?;
        Matrix::pack(kernel, rows, columns, &scales, &numbers).ok_or(BadNetwork::Size("matrix"))
    }

    fn norm(&mut self, width: usize) -> Result<Vec<f32>, BadNetwork> {
        self.floats(width, 1e3)
    }
}

impl Weights {
    /// Checks and unpacks a file.
    pub(super) fn unpack(bytes: &[u8], kernel: Kernel) -> Result<Self, BadNetwork> {
        if !bytes.starts_with(START) {
            return Err(BadNetwork::Start);
        }
        let shape = Shape::read(bytes)?;
        let (expected, found) = (shape.bytes(), bytes.len() as u64);
        if expected != found {
            return Err(BadNetwork::Length { expected, found });
        }
        let (all, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
        if Sha256::digest(all).as_slice() != checksum {
            return Err(BadNetwork::Checksum);
        }
        let mut rest = Rest(&all[HEADER..]);
        let (pairs, _) = rest.take(4 * shape.merges)?.as_chunks::<4>();
        let merges: Vec<(u16, u16)> =
            pairs.iter().map(|&[a, b, c, d]| (u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d]))).collect();
        let tokenizer = Tokenizer::new(&merges).ok_or(BadNetwork::Merge)?;
        let (width, hidden) = (shape.width, shape.hidden);
        let (embedding_scales, embedding) = rest.numbers(shape.vocabulary, width)?;
        let mut layers = Vec::with_capacity(shape.layers);
        for _ in 0..shape.layers {
            layers.push(Layer {
                before_attention: rest.norm(width)?,
                queries_keys_values: rest.matrix(kernel, 3 * width, width)?,
                attended: rest.matrix(kernel, width, width)?,
                before_gate: rest.norm(width)?,
                up: rest.matrix(kernel, 2 * hidden, width)?,
                down: rest.matrix(kernel, width, hidden)?,
            });
        }
        let last = rest.norm(width)?;
        let out = rest.matrix(kernel, CLASSES, width)?;
        let bias = rest.floats(CLASSES, 1e6)?;
        Ok(Self { shape, tokenizer, embedding_scales, embedding, layers, last, out, bias })
    }
}
