//! Numbers of a column, which columns and attributes share.

use std::fmt;
use std::ops::Deref;

#[cfg(feature = "arrow")]
type Shared = arrow_array::Float64Array;
#[cfg(not(feature = "arrow"))]
type Shared = std::sync::Arc<Vec<f64>>;

/// Numbers of a column; missing ones are not a number. A clone shares them, and so does what is made of an Arrow array of 64-bit floats
/// without nulls, or becomes one.
#[derive(Clone)]
pub struct Numbers(Shared);

impl From<Vec<f64>> for Numbers {
    fn from(numbers: Vec<f64>) -> Self {
        Self(numbers.into())
    }
}

impl FromIterator<f64> for Numbers {
    fn from_iter<I: IntoIterator<Item = f64>>(numbers: I) -> Self {
        numbers.into_iter().collect::<Vec<f64>>().into()
    }
}

impl Deref for Numbers {
    type Target = [f64];

    fn deref(&self) -> &[f64] {
        #[cfg(feature = "arrow")]
        return self.0.values();
        #[cfg(not(feature = "arrow"))]
        return &self.0;
    }
}

impl<'n> IntoIterator for &'n Numbers {
    type Item = &'n f64;
    type IntoIter = std::slice::Iter<'n, f64>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for Numbers {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self).finish()
    }
}

impl<N: AsRef<[f64]>> PartialEq<N> for Numbers {
    fn eq(&self, other: &N) -> bool {
        **self == *other.as_ref()
    }
}

#[cfg(feature = "arrow")]
impl Numbers {
    /// The numbers of an array; a null is not a number.
    pub(crate) fn of_array(array: &arrow_array::Float64Array) -> Self {
        match arrow_array::Array::null_count(array) {
            0 => Self(array.clone()),
            _ => array.iter().map(|number| number.unwrap_or(f64::NAN)).collect(),
        }
    }

    /// The numbers as an array; not a number is a null.
    pub(crate) fn to_array(&self) -> arrow_array::ArrayRef {
        if self.iter().all(|number| !number.is_nan()) {
            return std::sync::Arc::new(self.0.clone());
        }
        std::sync::Arc::new(
            self.iter().map(|&number| (!number.is_nan()).then_some(number)).collect::<arrow_array::Float64Array>(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_and_arrays_share_their_numbers() {
        let numbers: Numbers = vec![1.0, -2.5].into();
        assert_eq!(numbers, [1.0, -2.5]);
        assert_eq!(format!("{numbers:?}"), "[1.0, -2.5]");
        assert_eq!(numbers.clone().as_ptr(), numbers.as_ptr());
        #[cfg(feature = "arrow")]
        {
            use arrow_array::{Array, Float64Array, cast::AsArray, types::Float64Type};
            let array = numbers.to_array();
            assert_eq!(array.as_primitive::<Float64Type>().values().as_ptr(), numbers.as_ptr());
            assert_eq!(Numbers::of_array(array.as_primitive()).as_ptr(), numbers.as_ptr());
            let patchy = Numbers::of_array(&Float64Array::from(vec![Some(1.0), None]));
            assert!(patchy[0] == 1.0 && patchy[1].is_nan());
            assert!(!patchy.to_array().is_null(0) && patchy.to_array().is_null(1));
            let slice = Float64Array::from(vec![1.0, 2.0, 3.0]).slice(1, 2);
            assert_eq!(Numbers::of_array(&slice), [2.0, 3.0]);
        }
    }
}
