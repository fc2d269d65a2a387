//! The inner loops of the network that reads text: how fast, and the same bytes everywhere.
//!
//! The only crate of the workspace with `unsafe` code: instructions that only some processors have are found at run time
//! ([`Kernel::found`]) and called through functions compiled for them. A [`Kernel`] can be made in no other way, so a path whose
//! instructions are missing cannot be taken. Every `unsafe` block says why it is sound: loads and stores are of whole arrays behind
//! references, and the two loops that index without a check assert the lengths before.
//!
//! **Every path gives the same bytes.** Products of int8 are summed in 32-bit integers, which no order changes. Sums of floating
//! point numbers are taken in an order that the code fixes and the processor does not: a sum is either one after the other (each
//! lane of a vector holds another result, so its width does not matter), or in sixteen sums, number i modulo 16, that are joined
//! by halves. A product is rounded before it is added: no path fuses the two, because the oldest processors could only imitate
//! that slowly. Exponentials, sines and cosines are computed here by polynomials, because those of the system's library differ
//! from system to system. Tests hold every path that the machine has to the plain one, bit by bit.
//!
//! ```
//! use scumble_kernel::{Kernel, Matrix, Rows};
//!
//! let kernel = Kernel::found();
//! let matrix = Matrix::pack(kernel, 2, 3, &[0.5, 1.0], &[1, 2, 3, -1, 0, 1]).unwrap();
//! let mut rows = Rows::new(kernel, 3);
//! rows.quantise(&[127.0, 0.0, -127.0]);
//! let mut out = [0.0; 2];
//! matrix.product(&rows, &mut out);
//! assert_eq!(out, [-127.0, -254.0]);
//! ```

mod attention;
mod dispatch;
mod elementary;
mod lanes;
mod matrix;
mod path;
mod rows;
mod tiled;

pub use attention::Attention;
pub use elementary::{exp, softmax};
pub use matrix::Matrix;
pub use path::Kernel;
pub use rows::Rows;

/// Results that are computed side by side, on every path.
const LANES: usize = 16;

/// Rows that are stored together: every path works on a divisor of it.
const TILE: usize = 12;
