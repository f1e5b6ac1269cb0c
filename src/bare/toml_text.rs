//! Strings and keys as TOML writes them.

use std::fmt::Write as _;

/// A string in quotes.
pub(super) fn string(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => write!(out, "\\u{:04X}", u32::from(c)).expect("a string can be written to"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A key: bare where that is possible.
pub(super) fn key(text: &str) -> String {
    let is_bare = !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if is_bare { text.to_owned() } else { string(text) }
}

/// A list of strings: a single one by itself, more than a few a line each.
pub(super) fn strings(texts: &[String]) -> String {
    match texts {
        few if few.len() < 2 || few.iter().map(String::len).sum::<usize>() < 80 => list(few),
        many => format!("[\n{}]", many.iter().map(|text| format!("  {},\n", string(text))).collect::<String>()),
    }
}

/// A list of strings on one line: a single one by itself. Inline tables have no other.
pub(super) fn list(texts: &[String]) -> String {
    match texts {
        [one] => string(one),
        many => format!("[{}]", many.iter().map(|text| string(text)).collect::<Vec<_>>().join(", ")),
    }
}

/// An inline table of strings.
pub(super) fn table<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let pairs = pairs.into_iter().map(|(name, value)| format!("{} = {}", key(name), string(value)));
    format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let odd = "a \"b\" \\ c\n\u{1}é";
        let text = format!("x = {}\n{} = 1\ny = {}", string(odd), key("a b"), table([("k.v", "w")]));
        let read: toml::Table = text.parse().expect("it is TOML");
        assert_eq!(read["x"].as_str(), Some(odd));
        assert_eq!((read["a b"].as_integer(), read["y"]["k.v"].as_str()), (Some(1), Some("w")));
        let list = vec!["long ".repeat(20), "b".to_owned()];
        let read: toml::Table = format!("x = {}", strings(&list)).parse().expect("it is TOML");
        assert_eq!(read["x"].as_array().map(Vec::len), Some(2));
    }
}
