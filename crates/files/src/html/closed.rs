//! Attributes with a word of a closed list, a number or a size. A value is read over if the list has it; any other is text.

use crate::language::is_language;

/// Attributes with closed lists, each with the words that it may have.
const LISTS: &[(&str, &str)] = &[
    ("align valign", "left right center justify char top middle bottom baseline absmiddle absbottom texttop start end"),
    ("async defer hidden", "async defer hidden true false until-found"),
    (
        "autocomplete",
        "on off name honorific-prefix given-name additional-name family-name honorific-suffix nickname username new-password \
        current-password one-time-code organization organization-title street-address address-line1 address-line2 address-line3 \
        address-level1 address-level2 address-level3 address-level4 country country-name postal-code cc-name cc-given-name \
        cc-family-name cc-number cc-exp cc-exp-month cc-exp-year cc-csc cc-type transaction-currency transaction-amount language \
        bday bday-day bday-month bday-year sex url photo tel tel-country-code tel-national tel-area-code tel-local tel-extension \
        email impp shipping billing home work mobile fax pager webauthn",
    ),
    (
        "charset",
        "utf-8 utf8 utf-16 us-ascii ascii iso-8859-1 iso-8859-2 iso-8859-15 windows-1250 windows-1251 windows-1252 koi8-r big5 \
        gb2312 gbk gb18030 shift_jis euc-jp euc-kr",
    ),
    ("crossorigin", "anonymous use-credentials"),
    ("decoding", "sync async auto"),
    ("dir", "ltr rtl auto"),
    ("enctype", "application/x-www-form-urlencoded multipart/form-data text/plain"),
    ("fetchpriority", "high low auto"),
    ("loading", "lazy eager auto"),
    (
        "http-equiv",
        "content-type refresh x-ua-compatible content-language content-security-policy content-script-type content-style-type \
        default-style set-cookie pragma cache-control expires cleartype imagetoolbar x-dns-prefetch-control origin-trial accept-ch",
    ),
    ("method", "get post dialog"),
    (
        "rel",
        "alternate author bookmark canonical dns-prefetch expect external help icon license manifest modulepreload next nofollow \
        noopener noreferrer opener pingback preconnect prefetch preload prerender prev privacy-policy search shortcut stylesheet tag \
        terms-of-service ugc sponsored apple-touch-icon apple-touch-icon-precomposed apple-touch-startup-image mask-icon amphtml \
        edituri wlwmanifest shortlink home up first last start contents index glossary copyright chapter section subsection \
        appendix me self",
    ),
    (
        "role",
        "alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox \
        complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell \
        group heading img image insertion link list listbox listitem log main mark marquee math menu menubar menuitem \
        menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio radiogroup region \
        row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong subscript suggestion superscript \
        switch tab table tablist tabpanel term text textbox time timer toolbar tooltip tree treegrid treeitem \
        doc-abstract doc-appendix doc-backlink doc-biblioentry doc-bibliography doc-biblioref doc-chapter doc-cover doc-endnote \
        doc-endnotes doc-footnote doc-glossary doc-glossref doc-index doc-introduction doc-noteref doc-notice doc-pagebreak \
        doc-part doc-preface doc-subtitle doc-tip doc-title doc-toc",
    ),
    ("scope", "row col rowgroup colgroup auto"),
    ("shape", "rect rectangle circle circ poly polygon default"),
    ("target", "_blank _self _parent _top _new blank"),
];

/// Words of types: of fields, of lists, and of files (`text/css`).
const TYPES: &str = "\
    a i button checkbox color date datetime datetime-local email file hidden image month number password radio range reset \
    search submit tel text time url week disc circle square module importmap speculationrules menu context toolbar list \
    audio application font multipart video model javascript ecmascript jscript x-javascript json ld+json x-json html xhtml+xml \
    css plain xml svg+xml png jpeg jpg pjpeg gif bmp tiff webp avif apng x-icon vnd.microsoft.icon icon mp3 mp4 mpeg ogg webm wav \
    x-wav quicktime x-ms-wmv flac aac woff woff2 ttf otf x-font-ttf pdf zip gzip octet-stream x-shockwave-flash rss+xml atom+xml \
    rdf+xml opensearchdescription+xml wlwmanifest+xml rsd+xml oembed oembed+json xml+oembed json+oembed manifest+json x-template \
    template x-handlebars x-handlebars-template x-mustache babel jsx typescript x-mathjax-config tex mathml+xml vnd.ms-fontobject \
    msword vnd.ms-excel x-www-form-urlencoded form-data charset utf-8";

/// Words of properties: Open Graph, and the vocabularies that pages name most.
const PROPERTIES: &str = "\
    og fb article book profile music video twitter product business place al ia dc dcterms schema foaf rdf rdfs rdfa sioc skos \
    cc v title type image images url description locale alternate site site_name determiner audio secure_url width height alt \
    user_id app_id admins pages published_time modified_time expiration_time author section tag isbn release_date first_name \
    last_name username gender duration album disc track song musician creator actor director writer series role card player \
    stream price amount currency availability condition brand latitude longitude country-name region locality postal-code \
    street-address email phone_number fax_number contact_data updated_time see_also ttl richattributes name label date created \
    modified content subject publisher language format identifier rights license source web_url ios android app_name \
    app_store_id package markup_url rules_url rules_url_dev";

/// Words of media queries and of sizes.
const MEDIA: &str = "\
    all screen print speech aural braille handheld projection tty tv embossed and not only or min-width max-width min-height \
    max-height width height orientation landscape portrait min-device-width max-device-width device-width device-height \
    min-device-pixel-ratio -webkit-min-device-pixel-ratio -webkit-device-pixel-ratio min-resolution resolution color \
    prefers-color-scheme dark light prefers-reduced-motion reduce no-preference hover pointer none fine coarse any any-hover \
    any-pointer display-mode standalone auto calc px em rem vw vh pt dppx dpi";

/// Words of drawings: transformations and measures.
const DRAWING: &str = "\
    translate translatex translatey rotate scale scalex scaley matrix matrix3d skewx skewy none deg rad turn";

/// Units of sizes.
const UNITS: &str = "px em rem pt pc in cm mm ex ch vw vh vmin vmax auto";

/// Names of colours.
const COLORS: &str = "\
    none transparent currentcolor inherit initial unset context-fill context-stroke rgb rgba hsl hsla \
    aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood cadetblue \
    chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey \
    darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray \
    darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen \
    fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender \
    lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey \
    lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen \
    magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen \
    mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange \
    orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple \
    rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray \
    slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen";

/// Namespaces of pages.
const NAMESPACES: &str = "\
    http://www.w3.org/1999/xhtml http://www.w3.org/2000/svg http://www.w3.org/1998/math/mathml http://www.w3.org/1999/xlink \
    http://www.w3.org/xml/1998/namespace http://www.w3.org/tr/rec-html40 http://ogp.me/ns# https://ogp.me/ns#";

/// Whether a value is one that the standard gives for its attribute.
pub(super) fn is_closed(key: &str, value: &str) -> bool {
    let value = value.trim().to_ascii_lowercase();
    let value = value.as_str();
    match key {
        "type" => {
            !value.contains('@')
                && value.split(['/', ';', ' ', '=']).all(|word| word.is_empty() || has(TYPES, word) || is_number(word))
        }
        "property" => value.split([':', ' ']).all(|word| word.is_empty() || has(PROPERTIES, word)),
        "lang" | "hreflang" | "xml:lang" => is_language(value),
        "xmlns" => has(NAMESPACES, value),
        "media" | "sizes" => value
            .split([' ', ',', '(', ')', ':', '/', '<', '>', '='])
            .all(|word| word.is_empty() || is_size(word, MEDIA)),
        "transform" => {
            value.split([' ', ',', '(', ')', '\n', '\t']).all(|word| word.is_empty() || is_size(word, DRAWING))
        }
        "bgcolor" | "color" | "fill" | "stroke" => {
            let hexadecimal =
                |word: &str| matches!(word.len(), 3 | 4 | 6 | 8) && word.bytes().all(|byte| byte.is_ascii_hexdigit());
            match value.strip_prefix('#') {
                Some(digits) => hexadecimal(digits),
                None => value.split([' ', ',', '(', ')', '/']).all(|word| word.is_empty() || is_size(word, COLORS)),
            }
        }
        "integrity" => value.split_ascii_whitespace().all(|hash| {
            let digits = ["sha256-", "sha384-", "sha512-"].iter().find_map(|kind| hash.strip_prefix(kind));
            digits.is_some_and(|digits| digits.trim_end_matches('=').len() >= 43)
        }),
        // The path of a line: no command has two letters.
        "d" | "points" => {
            value.is_ascii() && !value.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_alphabetic))
        }
        _ => match LISTS.iter().find(|(keys, _)| has(keys, key)) {
            Some((_, words)) => value.split_ascii_whitespace().all(|word| has(words, word)),
            None => value.split([' ', ',']).all(|word| word.is_empty() || is_size(word, UNITS)),
        },
    }
}

/// A number, with a unit or without, or a word of a list.
fn is_size(word: &str, words: &str) -> bool {
    let number = word.trim_start_matches(['-', '+']).trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    has(words, word)
        || number.len() < word.len() && (matches!(number, "" | "%" | "*") || has(UNITS, number) || has(words, number))
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a list of words has this one.
pub(crate) fn has(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|listed| listed == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_standard_are_closed() {
        for (key, value) in [
            ("target", "_blank"),
            ("rel", "noopener noreferrer"),
            ("rel", "StyleSheet"),
            ("role", "navigation"),
            ("type", "text/javascript"),
            ("type", "application/ld+json"),
            ("type", "A"),
            ("type", "text/html; charset=utf-8"),
            ("lang", "de-CH"),
            ("property", "og:site_name"),
            ("autocomplete", "shipping street-address"),
            ("width", "100%"),
            ("width", "12.5px"),
            ("cols", "1*,2*"),
            ("color", "#a1b2C3"),
            ("fill", "rgb(10, 20, 30)"),
            ("stroke", "currentColor"),
            ("media", "screen and (max-width: 600px)"),
            ("sizes", "(min-width: 40em) 50vw, 100vw"),
            ("d", "M10 10h5v5z"),
            ("transform", "translate(10, -5) rotate(45deg)"),
            ("xmlns", "http://www.w3.org/1999/xhtml"),
            ("viewbox", "0 0 24 24"),
            ("tabindex", "-1"),
        ] {
            assert!(is_closed(key, value), "{key}={value}");
        }
    }

    #[test]
    fn anything_else_is_text() {
        for key in [
            "target",
            "rel",
            "role",
            "type",
            "lang",
            "property",
            "autocomplete",
            "align",
            "color",
            "media",
            "charset",
            "http-equiv",
            "width",
            "d",
            "transform",
            "xmlns",
            "dir",
            "method",
            "scope",
            "integrity",
            "sizes",
            "tabindex",
        ] {
            for value in ["quackenbush", "Quackenbush", "Pers1", "[REDACTED]", "██"] {
                assert!(!is_closed(key, value), "{key}={value}");
            }
        }
        assert!(!is_closed("min", "1990-06-10"));
        assert!(!is_closed("color", "#ada1bob"));
    }
}
