//! Text within tags: the values of attributes, addresses, data that is written into them, and names that are no names.

use super::entities::{decode, push_address, push_decoded};
use super::tokens::{Attribute, Value};
use crate::change::Change;
use crate::escape::Escape;
use crate::weave::Weave;
use std::ops::Range;

/// Attributes with addresses.
const ADDRESSES: &str = "\
    action background cite data formaction href longdesc ping poster src srcset xlink:href";

/// Attributes that serve the layout: names of classes, anchors and frames.
const LAYOUT: &str = "\
    class for form headers id list style";

/// Attributes with a word of a closed list, a number or a size. They are read over as long as they look like that.
const CLOSED: &str = "\
    align async autocomplete bgcolor border cellpadding cellspacing charset color cols colspan coords crossorigin d \
    decoding defer dir enctype fetchpriority fill frameborder height hidden http-equiv hreflang integrity lang \
    loading max maxlength media method min nonce points property rel role rows rowspan scope shape size sizes span \
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

/// The text within the tags of a page.
#[derive(Default)]
pub(super) struct Values {
    pub(super) text: Weave,
    pub(super) layout: Weave,
    pub(super) names: Weave,
    /// Data of other files, written into the page: always cut.
    pub(super) embedded: Vec<Change>,
    /// Whether an attribute is a script.
    pub(super) handlers: bool,
}

impl Values {
    pub(super) fn tag(&mut self, source: &str, name: Range<usize>, attributes: &[Attribute]) {
        let element = source[name.clone()].to_ascii_lowercase();
        if !has(ELEMENTS, &element) {
            self.name(source, name);
        }
        for Attribute { name, value } in attributes {
            let key = source[name.clone()].to_ascii_lowercase();
            let prefixed = ["data-", "aria-", "on", "xmlns:", "xml:"].iter().any(|prefix| key.starts_with(prefix));
            let listed = [ADDRESSES, LAYOUT, CLOSED, TEXTS].iter().any(|list| has(list, &key));
            if !(listed || prefixed && key.bytes().all(|byte| byte.is_ascii_lowercase() || matches!(byte, b'-' | b':')))
            {
                self.name(source, name.clone());
            }
            if let Some(value) = value {
                self.value(source, &key, value);
            }
        }
    }

    fn name(&mut self, source: &str, range: Range<usize>) {
        self.names.next_value();
        self.names.decoded(&source[range.clone()], range, Escape::Name);
    }

    fn value(&mut self, source: &str, key: &str, Value { range, quoted }: &Value) {
        let raw = &source[range.clone()];
        if has(CLOSED, key) && is_closed(raw) {
            return;
        }
        self.handlers |= key.starts_with("on") || raw.trim_start().to_ascii_lowercase().starts_with("javascript:");
        let before = self.embedded.len();
        self.embedded(source, range.clone());
        let emptied = raw.eq_ignore_ascii_case("data:,");
        let all =
            self.embedded[before..].first().is_some_and(|cut| cut.source == (range.start + "data:".len()..range.end));
        if emptied || all {
            return;
        }
        let address = has(ADDRESSES, key);
        let weave = if has(LAYOUT, key) { &mut self.layout } else { &mut self.text };
        weave.next_value();
        match (quoted, address) {
            (true, true) => push_address(weave, source, range.clone()),
            (true, false) => push_decoded(weave, source, range.clone(), Escape::Markup, true),
            (false, true) => weave.decoded(&decode(raw, true), range.clone(), Escape::UnquotedAddress),
            (false, false) => weave.decoded(&decode(raw, false), range.clone(), Escape::Unquoted),
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

/// One short word, number or colour, or the numbers of a drawing.
fn is_closed(value: &str) -> bool {
    let short = value.len() <= 32 && value.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'@' && byte != b'&');
    let drawing = value.is_ascii() && !value.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_alphabetic));
    short || drawing && !value.contains('&')
}

/// Whether a list of words has this one.
pub(crate) fn has(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|listed| listed == word)
}
