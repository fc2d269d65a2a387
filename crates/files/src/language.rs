//! Names of languages: `en-US`, `zh-Hans-CN`.

/// Languages by their two letters (ISO 639-1), and those without such letters that word processors know.
const LANGUAGES: &str = "\
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo \
    es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg \
    ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn \
    no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta \
    te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu x \
    arn asp chr cpc dsb fil fur gsw haw hsb kok mni moh mul nap nqo prs quc quz sah smn sma smj sms syr tzm und wen zxx";

/// Scripts and other words behind the name of a language.
const BEHIND: &str = "\
    none default tradnl latn cyrl hans hant arab deva guru tfng mong cans grek hebr jpan kore thai valencia";

fn is_listed(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|listed| listed == word)
}

/// Whether all of this are names of languages.
pub(crate) fn is_language(names: &str) -> bool {
    names.split([' ', ';', ',']).filter(|name| !name.is_empty()).all(|name| {
        let mut tags = name.split(['-', '_']);
        let first = tags.next().unwrap_or_default().to_ascii_lowercase();
        is_listed(LANGUAGES, &first)
            && tags.all(|tag| {
                let region = match tag.len() {
                    2 => tag.bytes().all(|byte| byte.is_ascii_alphabetic()),
                    3 => tag.bytes().all(|byte| byte.is_ascii_digit()),
                    _ => false,
                };
                region || is_listed(BEHIND, &tag.to_ascii_lowercase())
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_those_of_the_list() {
        for language in ["en-US", "x-none", "zh-Hans-CN", "de", "es-419", "EN-US", "x-default", "en-us"] {
            assert!(is_language(language), "{language}");
        }
        for language in ["Quackenbush", "en-Quackenbush", "roe", "Pers1", "en-roe"] {
            assert!(!is_language(language), "{language}");
        }
    }
}
