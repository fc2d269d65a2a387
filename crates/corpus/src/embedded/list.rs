//! Lists of documents, by halves.
//!
//! A range of documents is halved again and again; of the documents of the list that are in it, it is told how many are in the left
//! half. How they tend to split is learnt when packing, for each size of range and number of documents: because like documents
//! are neighbours, all in one half is likelier than chance has it, and costs less. A single document is told by its place.

use super::ans::Reader;
use super::tables::{Domain, PARTS, SMALL, Sink, Tables, split};

/// Tells the documents of a list, numbers from `from` to below `from + size`.
pub(super) fn write(sink: &mut dyn Sink, domain: Domain, from: u32, size: u32, documents: &[u32]) {
    let count = documents.len() as u32;
    if count == 0 || count == size {
        return;
    }
    if count == 1 {
        return sink.even(documents[0] - from, size);
    }
    let half = size / 2;
    let left = documents.partition_point(|&document| document < from + half) as u32;
    let table = split(domain, size, count);
    if count as usize <= SMALL {
        sink.symbol(table, left);
    } else {
        let part = left * PARTS / (count + 1);
        let (first, of) = part_range(part, count);
        sink.symbol(table, part);
        sink.even(left - first, of);
    }
    write(sink, domain, from, half, &documents[..left as usize]);
    write(sink, domain, from + half, size - half, &documents[left as usize..]);
}

/// The first number of documents in a sixteenth, and how many there are.
fn part_range(part: u32, count: u32) -> (u32, u32) {
    let first = |part: u32| (part * (count + 1)).div_ceil(PARTS);
    (first(part), first(part + 1) - first(part))
}

/// Reads a list of `count` documents of that range. A damaged stream gives some list of that length.
pub(super) fn read(
    reader: &mut Reader<'_>,
    tables: &Tables,
    domain: Domain,
    from: u32,
    size: u32,
    count: u32,
    documents: &mut Vec<u32>,
) {
    if count == 0 {
        return;
    }
    if count == size {
        return documents.extend(from..from + size);
    }
    if count == 1 {
        return documents.push(from + reader.even(size));
    }
    let half = size / 2;
    let table = split(domain, size, count);
    let left = if count as usize <= SMALL {
        tables.symbol(reader, table)
    } else {
        let (first, of) = part_range(tables.symbol(reader, table), count);
        first + reader.even(of)
    };
    // Only a damaged stream puts more into a half than there is room for.
    let left = left.clamp(count.saturating_sub(size - half), count.min(half));
    read(reader, tables, domain, from, half, left, documents);
    read(reader, tables, domain, from + half, size - half, count - left, documents);
}
