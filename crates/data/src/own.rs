//! Arrays that hold their own cells and no others. Those of rows that went, and of cells that were blanked, may stay below nulls, in
//! dictionaries, in the buffers that views point to, and around a slice: whoever gets the array could read them there.

use crate::arrow::{select, with_nulls};
use arrow_array::cast::AsArray;
use arrow_array::types::{BinaryType, ByteArrayType, LargeBinaryType, LargeUtf8Type, Utf8Type};
use arrow_array::{Array, ArrayRef, BooleanArray, GenericByteArray, OffsetSizeTrait, make_array};
use arrow_cast::cast::{CastOptions, cast_with_options};
use arrow_schema::DataType;
use std::sync::Arc;

/// The same cells with nothing beside them. Numbers, and text that is not viewed, are shared where there is nothing beside them.
pub(crate) fn own(array: &ArrayRef) -> ArrayRef {
    // Whoever made a null may have left a cell below it.
    if array.null_count() == 0 {
        return cells(array);
    }
    let missing: Vec<bool> = (0..array.len()).map(|row| array.is_null(row)).collect();
    cells(&with_nulls(array, &missing).expect("a null has the type of the array"))
}

fn cells(array: &ArrayRef) -> ArrayRef {
    match array.data_type() {
        DataType::Utf8 => uncut(array, array.as_bytes::<Utf8Type>()),
        DataType::LargeUtf8 => uncut(array, array.as_bytes::<LargeUtf8Type>()),
        DataType::Binary => uncut(array, array.as_bytes::<BinaryType>()),
        DataType::LargeBinary => uncut(array, array.as_bytes::<LargeBinaryType>()),
        DataType::Utf8View => Arc::new(array.as_string_view().gc()),
        DataType::BinaryView => Arc::new(array.as_binary_view().gc()),
        DataType::Dictionary(..) => {
            let collected = arrow_select::dictionary::garbage_collect_any_dictionary(array.as_any_dictionary());
            let collected = collected.expect("every key of a dictionary is there");
            let dictionary = collected.as_any_dictionary();
            dictionary.with_values(own(dictionary.values()))
        }
        DataType::ListView(field) => of_list(array, &DataType::List(Arc::clone(field))),
        DataType::LargeListView(field) => of_list(array, &DataType::LargeList(Arc::clone(field))),
        kind if kind.is_nested() || matches!(kind, DataType::RunEndEncoded(..)) => of_children(array),
        // Its cells are bits, of which a slice shares whole bytes.
        DataType::Boolean => Arc::new(array.as_boolean().iter().collect::<BooleanArray>()),
        // Cells of one width: a slice of them has only its own.
        _ => Arc::clone(array),
    }
}

/// Texts or bytes, copied if there are others around them.
fn uncut<T: ByteArrayType>(array: &ArrayRef, cells: &GenericByteArray<T>) -> ArrayRef {
    if between(cells.value_offsets()) == cells.values().len() {
        Arc::clone(array)
    } else {
        select(array, 0..array.len())
    }
}

/// How many bytes lie between the first offset and the last.
fn between<O: OffsetSizeTrait>(offsets: &[O]) -> usize {
    offsets.last().zip(offsets.first()).map_or(0, |(end, start)| end.as_usize() - start.as_usize())
}

/// Lists by views, of which a copy would share the values: by way of lists without views.
fn of_list(array: &ArrayRef, list: &DataType) -> ArrayRef {
    let options = CastOptions { safe: false, ..CastOptions::default() };
    let there = cast_with_options(array, list, &options).map(|lists| of_children(&lists));
    let back = there.and_then(|lists| cast_with_options(&lists, array.data_type(), &options));
    // What cannot be cleaned must not go out.
    back.expect("views of a list, one after the other, are as long as a list can be")
}

/// Lists, structures and the like: a copy whose children hold their own cells too.
fn of_children(array: &ArrayRef) -> ArrayRef {
    let copy = select(array, 0..array.len()).to_data();
    let children = copy.child_data().iter().map(|child| own(&make_array(child.clone())).to_data()).collect();
    // Children have the types and the lengths that they had.
    make_array(copy.into_builder().child_data(children).build().expect("children of the same types and lengths"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrow::{is_text, text, with_nulls};
    use arrow_array::builder::{ListBuilder, StringDictionaryBuilder, StringViewBuilder};
    use arrow_array::types::Int32Type;
    use arrow_array::{BinaryArray, DictionaryArray, Float64Array, Int64Array, LargeStringArray, StringArray};
    use arrow_array::{StringViewArray, StructArray};

    const LONG: &str = "a name that a view does not hold inside";
    const TEXTS: [&str; 3] = ["x", LONG, "y"];

    /// Arrays of all kinds in which a cell can be blanked: three cells each, the middle one to be hidden.
    fn flat() -> Vec<ArrayRef> {
        let dictionary = TEXTS.into_iter().collect::<DictionaryArray<Int32Type>>();
        let views: ArrayRef = Arc::new(StringViewArray::from(TEXTS.to_vec()));
        vec![
            Arc::new(Int64Array::from(vec![1, 77, 3])),
            Arc::new(Float64Array::from(vec![1.0, 77.0, 3.0])),
            Arc::new(StringArray::from(TEXTS.to_vec())),
            Arc::new(LargeStringArray::from(TEXTS.to_vec())),
            Arc::new(BinaryArray::from(TEXTS.map(str::as_bytes).to_vec())),
            Arc::clone(&views),
            Arc::new(dictionary.with_values(views)),
            Arc::new(dictionary),
        ]
    }

    /// The same within lists and structures, which can be published.
    fn nested() -> Vec<ArrayRef> {
        let mut views = ListBuilder::new(StringViewBuilder::new());
        let mut codes = ListBuilder::new(StringDictionaryBuilder::<Int32Type>::new());
        for text in TEXTS {
            views.append_value([Some(text)]);
            codes.append_value([Some(text)]);
        }
        let (views, codes): (ArrayRef, ArrayRef) = (Arc::new(views.finish()), Arc::new(codes.finish()));
        let DataType::List(field) = views.data_type() else { unreachable!() };
        let by_view =
            cast_with_options(&views, &DataType::ListView(Arc::clone(field)), &CastOptions::default()).unwrap();
        let one = |array: &ArrayRef| StructArray::try_from(vec![("a", Arc::clone(array))]).unwrap();
        let mut all: Vec<ArrayRef> = flat().iter().map(|array| Arc::new(one(array)) as _).collect();
        all.push(Arc::new(one(&views)));
        all.extend([views, codes, by_view]);
        all
    }

    /// Whether the hidden cell is in a buffer of an array, or of one that it is made of.
    fn is_left(array: &ArrayRef) -> bool {
        let (whole, real) = (77i64.to_le_bytes(), 77f64.to_le_bytes());
        let cells: [&[u8]; 3] = [LONG.as_bytes(), &whole, &real];
        let mut parts = vec![array.to_data()];
        while let Some(data) = parts.pop() {
            let holds = |bytes: &[u8]| cells.iter().any(|cell| bytes.windows(cell.len()).any(|window| window == *cell));
            if data.buffers().iter().any(|buffer| holds(buffer.as_slice())) {
                return true;
            }
            parts.extend(data.child_data().iter().cloned());
        }
        false
    }

    #[test]
    fn nothing_is_left_below_a_null() {
        for array in flat() {
            assert!(is_left(&array), "{}", array.data_type());
            let blanked = own(&with_nulls(&array, &[false, true, false]).unwrap());
            assert!((0..3).map(|row| blanked.is_null(row)).eq([false, true, false]));
            assert_eq!((text(&blanked, 0), text(&blanked, 2)), (text(&array, 0), text(&array, 2)));
            assert!(!is_left(&blanked), "{}", array.data_type());
            assert_eq!(blanked.data_type(), array.data_type());
        }
    }

    /// An array whose middle cell is null by its bitmap alone: the cell is still there.
    fn covered(array: &ArrayRef) -> ArrayRef {
        let nulls = BooleanArray::from(vec![true, false, true]).to_data().buffers()[0].clone();
        make_array(array.to_data().into_builder().null_bit_buffer(Some(nulls)).build().unwrap())
    }

    #[test]
    fn nothing_is_left_below_a_null_that_somebody_else_made() {
        for array in flat().iter().chain(&nested()).map(covered) {
            assert!(is_left(&array), "{}", array.data_type());
            for clean in
                [own(&array), own(&(Arc::new(StructArray::try_from(vec![("b", array.clone())]).unwrap()) as _))]
            {
                assert!(!is_left(&clean), "{}", clean.data_type());
            }
            let clean = own(&array);
            assert!((0..3).map(|row| clean.is_null(row)).eq([false, true, false]));
            assert_eq!((text(&clean, 0), text(&clean, 2)), (text(&array, 0), text(&array, 2)));
            assert_eq!(clean.data_type(), array.data_type());
        }
    }

    #[test]
    fn nothing_is_left_of_rows_that_went() {
        for array in flat().into_iter().chain(nested()) {
            assert!(is_left(&array), "{}", array.data_type());
            let kept = own(&select(&array, [0, 2].into_iter()));
            assert_eq!((text(&kept, 0), text(&kept, 1)), (text(&array, 0), text(&array, 2)));
            assert!(!is_left(&kept), "{}", array.data_type());
            assert_eq!(kept.data_type(), array.data_type());
            if is_text(&array) || array.data_type().is_nested() {
                assert!(!is_left(&own(&array.slice(2, 1))), "{}", array.data_type());
            }
        }
    }
}
