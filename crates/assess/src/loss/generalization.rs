//! What generalisation loses: the normalised certainty penalty of columns, and the discernibility and average size of classes.

use scumble_mask::{Attribute, NoHierarchy, ValueHierarchy, Values};

/// The normalised certainty penalty of a column with a hierarchy (Xu and others 2006, by leaf share): the mean, over the cells that have a
/// value, of the share of the hierarchy's leaves below what is published; 0 for a value that is published as it is, and 1 for one that
/// is published as something that does not lie above it, or not at all. Nothing for a column without a hierarchy.
///
/// # Errors
/// If a value is not in the hierarchy, or its taxonomy is no hierarchy.
pub fn certainty_penalty(original: &Attribute, masked: &Attribute) -> Result<Option<f64>, NoHierarchy> {
    let (Values::Text(codes, values, stack), Values::Text(after, labels, _)) = (&original.values, &masked.values)
    else {
        return Ok(None);
    };
    let hierarchy = ValueHierarchy::of(stack, values)?;
    let (mut lost, mut cells) = (0.0, 0_usize);
    for (&code, &label) in codes.iter().zip(after).filter(|(code, _)| (**code as usize) < values.len()) {
        let value = hierarchy.node(code);
        let published = labels.get(label as usize).and_then(|label| hierarchy.published_as(value, label));
        lost += published.map_or(1.0, |published| hierarchy.penalty(value, published));
        cells += 1;
    }
    Ok(Some(lost / cells.max(1) as f64))
}

/// The discernibility metric (Bayardo and Agrawal 2005): every record costs as many as its class has records, and one that was left out as
/// many as the table had.
pub fn discernibility(sizes: &[u32], left_out: usize, records: usize) -> f64 {
    let classes: f64 = sizes.iter().map(|&size| f64::from(size) * f64::from(size)).sum();
    classes + left_out as f64 * records as f64
}

/// The normalised average class size (LeFevre and others 2006): records in a class on average, over k. 1 is the least there is.
pub fn average_class_size(sizes: &[u32], k: usize) -> f64 {
    let records: f64 = sizes.iter().map(|&size| f64::from(size)).sum();
    records / sizes.len().max(1) as f64 / k.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_ontology::Stack;
    use scumble_ontology::load::{Format, Options, Source, read};
    use std::sync::Arc;

    #[test]
    fn penalties_by_hand() {
        let text = "nurse;health;*\ndoctor;health;*\nbaker;food;*\ncook;food;*\nguard;guard;*\n";
        let taxonomies = read(Format::Vgh, &Source::text("h.csv", text), &Options::default()).unwrap();
        let stack = Arc::new(Stack::new(taxonomies.into_iter().map(Arc::new).collect()));
        let column = |cells: &[&str]| {
            let values: Vec<String> = cells.iter().map(|&cell| cell.to_owned()).collect();
            let codes =
                (0..cells.len() as u32).map(|at| if cells[at as usize].is_empty() { u32::MAX } else { at }).collect();
            Attribute { name: "work".to_owned(), values: Values::Text(codes, values, Arc::clone(&stack)) }
        };
        let original = column(&["nurse", "doctor", "baker", "guard"]);
        let loss = |published: &[&str]| certainty_penalty(&original, &column(published)).unwrap().unwrap();
        assert_eq!(loss(&["nurse", "doctor", "baker", "guard"]), 0.0);
        // Two of five leaves are health: (0.4 + 0.4 + 1 + 0) / 4.
        assert!((loss(&["health", "health", "*", "guard"]) - 0.45).abs() < 1e-12);
        // A value that is no generalisation, and one that was blanked, tell nothing: (0 + 1 + 1 + 0) / 4.
        assert!((loss(&["nurse", "food", "", "guard"]) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn classes_by_hand() {
        assert_eq!(discernibility(&[2, 3, 5], 0, 10), 38.0);
        assert_eq!(discernibility(&[2, 3], 5, 10), 63.0);
        assert_eq!((average_class_size(&[2, 3, 5], 2), average_class_size(&[2, 2], 2)), (10.0 / 6.0, 1.0));
    }
}
