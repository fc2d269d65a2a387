//! Text within tags: the values of attributes, addresses, data that is written into them, and names that are no names.

use super::around;
use super::closed::is_closed;
use super::encoded::{push_data, push_script, push_style, turning, whole_base64};
use super::entities::{decode, entity, is_turning, push_address, push_decoded};
use super::tokens::{Attribute, Value};
use crate::change::Change;
use crate::escape::Escape;
use crate::weave::Weave;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::LazyLock;

/// Attributes with addresses.
const ADDRESSES: &str = "\
    action background cite data formaction href longdesc ping poster src srcset xlink:href";

/// Attributes that serve the layout: names of classes, anchors and frames.
const LAYOUT: &str = "\
    class for form headers id list nonce style";

/// Attributes with a word of a closed list, a number or a size. They are read over as long as they are [that](is_closed).
const CLOSED: &str = "\
    align async autocomplete bgcolor border cellpadding cellspacing charset color cols colspan coords crossorigin d \
    decoding defer dir enctype fetchpriority fill frameborder height hidden http-equiv hreflang integrity lang \
    loading max maxlength media method min points property rel role rows rowspan scope shape size sizes span \
    step stroke tabindex target transform type valign version viewbox width xml:lang xmlns";

/// Names of elements that are no text. Whatever else looks like a tag may be an address of mail between angle brackets.
const ELEMENTS: &str = "\
    a abbr acronym address applet area article aside audio b base basefont bdi bdo big blockquote body br button \
    canvas caption center circle cite clippath code col colgroup data datalist dd defs del details dfn dialog dir \
    div dl dt ellipse em embed fieldset figcaption figure font footer form frame frameset g h1 h2 h3 h4 h5 h6 head \
    header hgroup hr html i iframe image img input ins kbd label legend li line link main map mark math menu meta \
    meter nav nobr noembed noframes noscript object ol optgroup option output p param path picture plaintext \
    polygon polyline pre progress q rect rp rt ruby s samp script search section select slot small source span \
    strike strong style sub summary sup svg symbol table tbody td template text textarea tfoot th thead time title \
    tr track tspan tt u ul use var video wbr xmp";

/// Attributes that are neither addresses nor layout nor closed, but known by name.
const TEXTS: &str = "\
    abbr accept accept-charset accesskey allow alt axis char checked classid code codebase codetype content \
    contenteditable controls cx cy datetime default disabled download draggable face headers inert inputmode is \
    itemid itemprop itemref itemscope itemtype kind label link loop low high multiple muted name novalidate nowrap \
    open optimum pattern placeholder playsinline preload readonly referrerpolicy required reversed r rx ry sandbox \
    selected spellcheck start summary text title translate usemap value vlink wrap x y x1 x2 y1 y2";

/// What an attribute of a known name holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Address,
    Layout,
    Closed,
    Text,
}

static KINDS: LazyLock<HashMap<&str, Kind>> = LazyLock::new(|| {
    let lists = [(TEXTS, Kind::Text), (CLOSED, Kind::Closed), (LAYOUT, Kind::Layout), (ADDRESSES, Kind::Address)];
    lists.iter().flat_map(|(list, kind)| list.split_ascii_whitespace().map(|name| (name, *kind))).collect()
});

static KNOWN_ELEMENTS: LazyLock<HashSet<&str>> = LazyLock::new(|| ELEMENTS.split_ascii_whitespace().collect());

/// The text within the tags of a page.
#[derive(Default)]
pub(super) struct Values {
    pub(super) text: Weave,
    pub(super) layout: Weave,
    pub(super) names: Weave,
    /// Data of other files, written into the page: always cut.
    pub(super) embedded: Vec<Change>,
    /// What turns the direction of text around: always cut.
    pub(super) turned: Vec<Change>,
    /// Whether an attribute is a script.
    pub(super) handlers: bool,
}

impl Values {
    pub(super) fn tag(&mut self, source: &str, name: Range<usize>, attributes: &[Attribute]) {
        let element = source[name.clone()].to_ascii_lowercase();
        if !KNOWN_ELEMENTS.contains(element.as_str()) {
            self.name(source, name);
        }
        for Attribute { name, value } in attributes {
            let key = source[name.clone()].to_ascii_lowercase();
            let kind = KINDS.get(key.as_str()).copied();
            let prefixed = ["data-", "aria-", "on", "xmlns:", "xml:"].iter().any(|prefix| key.starts_with(prefix));
            let plain = |byte: u8| byte.is_ascii_lowercase() || matches!(byte, b'-' | b':');
            if kind.is_none() && !(prefixed && key.bytes().all(plain)) {
                self.name(source, name.clone());
            }
            if let Some(value) = value {
                self.value(source, &key, kind.unwrap_or(Kind::Text), value);
            }
        }
    }

    fn name(&mut self, source: &str, range: Range<usize>) {
        self.names.next_value();
        self.names.decoded(&source[range.clone()], range, Escape::Name);
    }

    fn value(&mut self, source: &str, key: &str, kind: Kind, Value { range, quoted }: &Value) {
        let raw = &source[range.clone()];
        if kind == Kind::Closed && is_closed(key, raw) {
            return;
        }
        let script = key.starts_with("on") || starts_with(raw.trim_start(), "javascript:");
        self.handlers |= script;
        let before = self.embedded.len();
        self.embedded(source, range.clone());
        let emptied = raw.eq_ignore_ascii_case("data:,");
        let all =
            self.embedded[before..].first().is_some_and(|cut| cut.source == (range.start + "data:".len()..range.end));
        if emptied || all {
            return;
        }
        let coded = match (key, kind) {
            ("style", _) => Some(Coded::Style),
            _ if script => Some(Coded::Script),
            (_, Kind::Address) => Some(Coded::Address),
            (_, Kind::Text) if !is_prose(key) => Some(Coded::Data),
            _ => None,
        };
        if coded.is_none() || coded == Some(Coded::Style) {
            self.turned(source, range.clone(), coded.is_some());
        }
        let weave = if kind == Kind::Layout { &mut self.layout } else { &mut self.text };
        weave.next_value();
        if let Some(text) = whole_base64(raw).filter(|_| coded == Some(Coded::Data)) {
            return weave.decoded(&text, range.clone(), Escape::Base64);
        }
        let pieces = *quoted && (coded.is_none() || coded == Some(Coded::Address) || !raw.contains('&'));
        if !pieces {
            let address = coded == Some(Coded::Address);
            let escape = if *quoted {
                Escape::Markup
            } else if address {
                Escape::UnquotedAddress
            } else {
                Escape::Unquoted
            };
            let text = decode(raw, address);
            return weave.decoded(&coded.map_or(text.clone(), |coded| coded.read(&text)), range.clone(), escape);
        }
        let cuts = &self.embedded[before..];
        around(weave, source, range.clone(), cuts, |weave, source, range| push_value(weave, source, range, coded));
    }

    /// Finds what turns the direction of text around: marks within the text, and words of a style.
    pub(super) fn turned(&mut self, source: &str, range: Range<usize>, style: bool) {
        let text = &source[range.clone()];
        let mut cut = |at: usize, length: usize, with: &str| {
            self.turned.push(Change { source: range.start + at..range.start + at + length, with: with.to_owned() });
        };
        if style {
            for (at, _) in text.match_indices(['b', 'B', 'i', 'I']) {
                turning(&text[at..]).iter().for_each(|length| cut(at, *length, "normal"));
            }
            return;
        }
        for (at, mark) in text.match_indices(|c| c == '&' || is_turning(c)) {
            match mark {
                "&" if !text[at..].starts_with("&#") => {}
                "&" => {
                    let entity = entity(&text[at..], false).filter(|(said, _)| said.contains(is_turning));
                    entity.iter().for_each(|(_, length)| cut(at, *length, ""));
                }
                mark => cut(at, mark.len(), ""),
            }
        }
    }

    /// Finds the `data:` addresses of a range. Their content (mostly images) cannot be read, so it is dropped.
    pub(super) fn embedded(&mut self, source: &str, range: Range<usize>) {
        let stretch = source[range.clone()].to_ascii_lowercase();
        let mut at = 0;
        while let Some(found) = stretch[at..].find("data:") {
            let start = at + found + "data:".len();
            let length =
                stretch[start..].find(['"', '\'', ')', ' ', '\n', '<', '>', '&']).unwrap_or(stretch.len() - start);
            at = start + length;
            let kind = stretch[start..at].split_once(',').map(|(kind, _)| kind);
            if kind.is_some_and(|kind| kind.is_empty() || kind.contains('/') || kind.contains(';'))
                && stretch[start..at].len() > 1
            {
                self.embedded.push(Change { source: range.start + start..range.start + at, with: ",".to_owned() });
            }
        }
    }
}

/// How a value is spelled.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Coded {
    Address,
    Data,
    Script,
    Style,
}

impl Coded {
    /// What a text says that is spelled so.
    fn read(self, text: &str) -> String {
        let mut weave = Weave::default();
        match self {
            Self::Address => return text.to_owned(),
            Self::Data => push_data(&mut weave, text, 0..text.len()),
            Self::Script => push_script(&mut weave, text, 0..text.len()),
            Self::Style => push_style(&mut weave, text, 0..text.len()),
        }
        weave.text().to_owned()
    }
}

/// Adds a stretch of a value between quotes.
fn push_value(weave: &mut Weave, source: &str, range: Range<usize>, coded: Option<Coded>) {
    match coded {
        Some(Coded::Address) => push_address(weave, source, range),
        Some(Coded::Data) => push_data(weave, source, range),
        Some(Coded::Script) => push_script(weave, source, range),
        Some(Coded::Style) => push_style(weave, source, range),
        None => push_decoded(weave, source, range, Escape::Markup, true),
    }
}

/// Whether people read the values of an attribute.
fn is_prose(key: &str) -> bool {
    key.starts_with("aria-")
        || matches!(key, "abbr" | "alt" | "content" | "label" | "placeholder" | "summary" | "title")
}

fn starts_with(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|text| text.eq_ignore_ascii_case(start))
}
