//! The table by which a font says what its codes mean (ToUnicode).

use std::collections::BTreeMap;

/// No honest table has more entries.
const MOST: usize = 200_000;

#[derive(Debug, Default)]
pub(super) struct CMap {
    /// By the first code: the last one, and what the first one means; the others count on from it.
    ranges: BTreeMap<u32, (u32, Vec<u16>)>,
    /// How many bytes codes have: length, first, last.
    spaces: Vec<(usize, u32, u32)>,
}

enum Item<'a> {
    Hex(usize, u32, Vec<u16>),
    Word(&'a [u8]),
    Open,
    Close,
}

impl CMap {
    /// Reads as much as makes sense.
    pub(super) fn read(bytes: &[u8]) -> Self {
        let mut map = Self::default();
        let mut pending: Vec<Item> = Vec::new();
        let mut at = 0;
        while let Some(item) = next(bytes, &mut at) {
            if map.ranges.len() > MOST || pending.len() > MOST {
                break;
            }
            match item {
                Item::Word(word) if word.starts_with(b"begin") => pending.clear(),
                Item::Word(b"endcodespacerange") => {
                    for pair in std::mem::take(&mut pending).chunks(2) {
                        if let [Item::Hex(length, low, _), Item::Hex(_, high, _)] = pair {
                            map.spaces.push((*length, *low, *high));
                        }
                    }
                }
                Item::Word(b"endbfchar") => {
                    for pair in std::mem::take(&mut pending).chunks(2) {
                        if let [Item::Hex(_, code, _), Item::Hex(_, _, text)] = pair {
                            map.ranges.insert(*code, (*code, text.clone()));
                        }
                    }
                }
                Item::Word(b"endbfrange") => map.range(&std::mem::take(&mut pending)),
                Item::Word(_) => {}
                item => pending.push(item),
            }
        }
        map
    }

    fn range(&mut self, items: &[Item]) {
        let mut at = 0;
        while let [Item::Hex(_, low, _), Item::Hex(_, high, _), target, ..] = &items[at..] {
            at += 3;
            match target {
                Item::Hex(_, _, text) => {
                    self.ranges.insert(*low, (*high, text.clone()));
                }
                Item::Open => {
                    let mut code = *low;
                    while let Some(Item::Hex(_, _, text)) = items.get(at) {
                        self.ranges.insert(code, (code, text.clone()));
                        code = code.saturating_add(1);
                        at += 1;
                    }
                    at += 1;
                }
                _ => return,
            }
        }
    }

    /// What a code means.
    pub(super) fn get(&self, code: u32) -> Option<String> {
        let (first, (last, text)) = self.ranges.range(..=code).next_back()?;
        if code > *last {
            return None;
        }
        let mut text = text.clone();
        let end = text.last_mut()?;
        *end = end.wrapping_add(u16::try_from(code - first).ok()?);
        String::from_utf16(&text).ok().filter(|text| !text.is_empty())
    }

    /// The length of the code at the start of these bytes, if the table says it.
    pub(super) fn length(&self, bytes: &[u8]) -> Option<usize> {
        (1..=bytes.len().min(4)).find(|&length| {
            let code = bytes[..length].iter().fold(0, |code, &byte| code << 8 | u32::from(byte));
            self.spaces.iter().any(|&(size, low, high)| size == length && (low..=high).contains(&code))
        })
    }
}

fn next<'a>(bytes: &'a [u8], at: &mut usize) -> Option<Item<'a>> {
    loop {
        let start = *at;
        match *bytes.get(start)? {
            b'%' => *at += bytes[start..].iter().take_while(|byte| !matches!(byte, b'\n' | b'\r')).count(),
            b'[' => {
                *at += 1;
                return Some(Item::Open);
            }
            b']' => {
                *at += 1;
                return Some(Item::Close);
            }
            b'<' if bytes.get(start + 1) != Some(&b'<') => {
                let inner: Vec<u8> = bytes[start + 1..].iter().copied().take_while(|&byte| byte != b'>').collect();
                *at += inner.len() + 2;
                return Some(hex(&inner));
            }
            byte if byte.is_ascii_alphabetic() => {
                let length = bytes[start..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
                *at += length;
                return Some(Item::Word(&bytes[start..start + length]));
            }
            _ => *at += 1,
        }
    }
}

fn hex(digits: &[u8]) -> Item<'static> {
    let digits: Vec<u32> = digits.iter().filter_map(|&digit| char::from(digit).to_digit(16)).collect();
    let bytes: Vec<u32> = digits.chunks(2).map(|pair| pair[0] * 16 + pair.get(1).copied().unwrap_or(0)).collect();
    let code = bytes.iter().take(4).fold(0_u32, |code, byte| code << 8 | byte);
    let unit = |pair: &[u32]| u16::try_from(pair.iter().fold(0, |unit, byte| unit << 8 | byte)).unwrap_or(0xfffd);
    Item::Hex(bytes.len(), code, bytes.chunks(2).map(unit).collect())
}
