//! Where things are on the site, and the relative way from one to another.

use std::fmt::Write;

/// The address of a narrative below the site's root: ``, `reports/altair/`.
///
/// `content/index.md` is the start page, `content/a/index.md` and `content/a.md` are `a/`.
pub fn of_content(path: &str) -> String {
    let name = path.strip_prefix("content/").unwrap_or(path);
    let name = name.strip_suffix(".md").unwrap_or(name);
    match name.strip_suffix("index") {
        Some(folder) if folder.is_empty() || folder.ends_with('/') => folder.to_owned(),
        _ => format!("{name}/"),
    }
}

/// The way from a page's folder to the site's root: `../` for each folder.
pub fn root_of(page: &str) -> String {
    "../".repeat(page.matches('/').count())
}

/// The address of the page that shows an evidence file: `evidence/kruda/raw/a.txt.html`.
pub fn of_evidence(suite: &str, name: &str) -> String {
    format!("{}.html", of_raw(suite, name))
}

/// The address of an evidence file itself.
pub fn of_raw(suite: &str, name: &str) -> String {
    format!("evidence/{suite}/{name}")
}

/// The address of the list of a suite's releases.
pub fn of_releases(suite: &str) -> String {
    format!("releases/{suite}/")
}

/// The address of a release's page.
pub fn of_release(suite: &str, release: &str) -> String {
    format!("{}{}", of_releases(suite), release_folder(release))
}

/// The folder of a release beside the others: a name with a slash stays one folder.
pub fn release_folder(release: &str) -> String {
    release.replace(['/', '\\', '#', '?'], "-") + "/"
}

/// A path as a link writes it: every character that means something in an address is escaped.
pub fn encoded(path: &str) -> String {
    let mut link = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' | b'+' | b'@' | b'=' => {
                link.push(byte as char);
            }
            _ => write!(link, "%{byte:02X}").expect("writing to a string does not fail"),
        }
    }
    link
}

/// A link's path with `%20` and the like made into characters; none when they are no UTF-8.
pub fn decoded(link: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(link.len());
    let mut rest = link.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let digits = after.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        match (first, digits.and_then(|digits| u8::from_str_radix(digits, 16).ok())) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

/// A path relative to a folder, with `.` and `..` carried out; none when it leaves the root.
pub fn joined(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The way from a folder to a file, both below the root: `../data/a.csv`.
pub fn relative(folder: &str, file: &str) -> String {
    let mut rest = file;
    let mut up = 0;
    let mut is_shared = true;
    for part in folder.split('/').filter(|part| !part.is_empty()) {
        match rest.strip_prefix(part).and_then(|rest| rest.strip_prefix('/')) {
            Some(below) if is_shared => rest = below,
            _ => {
                is_shared = false;
                up += 1;
            }
        }
    }
    "../".repeat(up) + rest
}

/// A heading's text as an anchor: lower case, words joined by `-`.
pub fn slug(text: &str) -> String {
    let mut slug = String::new();
    for c in text.chars() {
        if c.is_alphanumeric() {
            slug.extend(c.to_lowercase());
        } else if !slug.ends_with('-') && !slug.is_empty() {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "section".to_owned() } else { slug.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_follow_from_paths() {
        for (path, address) in
            [("content/index.md", ""), ("content/a.md", "a/"), ("content/a/index.md", "a/"), ("content/a/b.md", "a/b/")]
        {
            assert_eq!(of_content(path), address);
        }
        assert_eq!(root_of("a/b/"), "../../");
        assert_eq!(root_of(""), "");
        assert_eq!(joined("a/b", "../c.md").as_deref(), Some("a/c.md"));
        assert_eq!(joined("a", "../../c"), None);
        for (folder, file, way) in
            [("content", "content/a.md", "a.md"), ("content/a", "data/b.csv", "../../data/b.csv"), ("", "a.md", "a.md")]
        {
            assert_eq!(relative(folder, file), way);
        }
    }

    #[test]
    fn links_are_escaped_and_read_back() {
        assert_eq!(encoded("a b/größe#1.txt"), "a%20b/gr%C3%B6%C3%9Fe%231.txt");
        assert_eq!(decoded("a%20b/gr%C3%B6%C3%9Fe%231.txt").as_deref(), Some("a b/größe#1.txt"));
        assert_eq!(decoded("100%").as_deref(), Some("100%"));
        assert_eq!(slug("What the numbers say (2026)"), "what-the-numbers-say-2026");
    }
}
