//! Lists of names as arguments of a flag.

/// The names of a list: commas within double quotes belong to a name.
pub(crate) fn split(list: &str) -> Vec<String> {
    let (mut names, mut name, mut is_quoted) = (Vec::new(), String::new(), false);
    for c in list.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => names.push(std::mem::take(&mut name)),
            c => name.push(c),
        }
    }
    names.push(name);
    names
}

/// A name as it stands in a list.
pub(crate) fn listed(name: &str) -> String {
    if name.contains(',') { format!("\"{name}\"") } else { name.to_owned() }
}

/// An argument as a shell takes it.
pub(crate) fn quoted(argument: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-.,:/@%+=".contains(c);
    match !argument.is_empty() && argument.chars().all(is_plain) {
        true => argument.to_owned(),
        false => format!("'{}'", argument.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_split_and_written() {
        assert_eq!(split("a,b c,\"d,e\""), ["a", "b c", "d,e"]);
        assert_eq!(split(""), [""]);
        for name in ["a", "d,e", "b c", "tags[]"] {
            assert_eq!(split(&listed(name)), [name]);
        }
        assert_eq!((quoted("a,user.id").as_str(), quoted("tags[]").as_str()), ("a,user.id", "'tags[]'"));
        assert_eq!(quoted("it's"), "'it'\\''s'");
    }
}
