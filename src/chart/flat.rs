//! The style of charts for a renderer that knows CSS 2 alone: no variables, no mixed colours, no states, no media.
//! What [`STYLE`] says with them is worked out for light paper.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::LazyLock;

use super::STYLE;
use super::backend::FONT_SIZE;

/// Properties by their names.
type Declarations<'a> = Vec<(&'a str, &'a str)>;

/// A colour in sRGB.
type Colour = [u8; 3];

/// What only a browser acts on, or what is set for the whole picture here.
const LEFT_OUT: [&str; 9] = [
    "display",
    "font",
    "font-variant-numeric",
    "height",
    "overflow",
    "pointer-events",
    "text-decoration",
    "text-underline-offset",
    "width",
];

/// The style sheet.
pub(super) fn sheet() -> &'static str {
    static SHEET: LazyLock<String> = LazyLock::new(|| Palette::of(&without_comments(STYLE)).flattened());
    &SHEET
}

/// The colour of the paper.
pub(super) fn paper() -> String {
    let style = without_comments(STYLE);
    Palette::of(&style).resolved("var(--chart-paper)", &[]).unwrap_or_default()
}

/// Rules, with the variables that hold everywhere and those that hold within a class.
struct Palette<'a> {
    rules: Vec<(Vec<String>, Declarations<'a>)>,
    everywhere: BTreeMap<&'a str, &'a str>,
    /// Classes that set a colour or variables for what is in them.
    within: Vec<(String, Declarations<'a>)>,
}

impl<'a> Palette<'a> {
    fn of(css: &'a str) -> Self {
        let rules = rules(css);
        let (mut everywhere, mut within) = (BTreeMap::new(), Vec::new());
        for (selectors, declarations) in &rules {
            let sets = |(name, _): &&(&str, &str)| *name == "color" || name.starts_with("--");
            let set: Declarations<'a> = declarations.iter().filter(sets).copied().collect();
            for selector in selectors {
                match selector.strip_prefix(".chart .") {
                    _ if set.is_empty() => {}
                    Some(class) if !class.contains([' ', '.']) => within.push((class.to_owned(), set.clone())),
                    Some(_) => {}
                    None => everywhere.extend(set.iter().copied()),
                }
            }
        }
        Self { rules, everywhere, within }
    }

    fn flattened(&self) -> String {
        let mut out = format!(".chart{{font-size:{FONT_SIZE}px}}");
        for (selectors, declarations) in &self.rules {
            for (name, value) in declarations.iter().filter(|(name, _)| !is_left_out(name)) {
                for selector in selectors.iter().filter(|selector| *selector != ":root") {
                    self.write(&mut out, selector, name, value);
                }
            }
        }
        out
    }

    /// Writes a declaration; one whose value depends on the class that it is in, once for each such class.
    fn write(&self, out: &mut String, selector: &str, name: &str, value: &str) {
        if let Some(value) = self.resolved(value, &[]) {
            let _ = write!(out, "{selector}{{{name}:{value}}}");
            return;
        }
        for (class, set) in &self.within {
            let value = self.resolved(value, set);
            if let (Some(value), Some(selector)) = (value, inside(selector, class)) {
                let _ = write!(out, "{selector}{{{name}:{value}}}");
            }
        }
    }

    /// A value without variables and mixed colours; none where it depends on what is not set.
    fn resolved(&self, value: &str, set: &[(&str, &str)]) -> Option<String> {
        let mut value = value.replace("transparent", "none");
        while let Some(start) = value.find("var(") {
            let end = closing(&value, start)?;
            let (name, other) = value[start + 4..end].split_once(',').unwrap_or((&value[start + 4..end], ""));
            let own = set.iter().find(|(own, _)| *own == name.trim()).map(|(_, value)| *value);
            let known = own.or_else(|| self.everywhere.get(name.trim()).copied()).unwrap_or(other.trim());
            if known.is_empty() {
                return None;
            }
            value = [&value[..start], known, &value[end + 1..]].concat();
        }
        if let Some(start) = value.find("color-mix(") {
            let end = closing(&value, start)?;
            let current = set.iter().find(|(name, _)| *name == "color")?.1;
            let mixed = mixed(&value[start + 10..end].replace("currentColor", &self.resolved(current, set)?))?;
            value = [&value[..start], &mixed, &value[end + 1..]].concat();
        }
        Some(value)
    }
}

fn is_left_out(name: &str) -> bool {
    name.starts_with("--") || LEFT_OUT.contains(&name)
}

/// A selector narrowed to what is in a class: the class stands on the groups `series`, `entry` and `cell`.
fn inside(selector: &str, class: &str) -> Option<String> {
    let rest = selector.strip_prefix(".chart ")?;
    let (first, others) = rest.split_once(' ').unwrap_or((rest, ""));
    Some(match first {
        _ if first.strip_prefix('.') == Some(class) => selector.to_owned(),
        ".series" | ".entry" | ".cell" => format!(".chart {first}.{class} {others}"),
        _ => format!(".chart .{class} {rest}"),
    })
}

/// A style sheet without its comments, which may hold what looks like a declaration.
fn without_comments(css: &str) -> String {
    let mut parts = css.split("/*");
    let first = parts.next().unwrap_or_default();
    let after = parts.map(|part| part.split_once("*/").map_or("", |(_, after)| after));
    std::iter::once(first).chain(after).collect()
}

/// The rules of a style sheet without those for a medium or a state, each selector by itself.
fn rules(css: &str) -> Vec<(Vec<String>, Declarations<'_>)> {
    let mut rules = Vec::new();
    let mut rest = css;
    while let Some(open) = rest.find('{') {
        let Some(end) = end_of_block(&rest[open..]).map(|end| open + end) else { break };
        let head = rest[..open].trim();
        if !head.starts_with('@') {
            let selectors = listed(head).into_iter().flat_map(alternatives);
            let selectors =
                selectors.filter(|one| ![":hover", ":focus", ":has("].iter().any(|state| one.contains(state)));
            let declarations = rest[open + 1..end].split(';').filter_map(|one| one.split_once(':'));
            rules.push((selectors.collect(), declarations.map(|(name, value)| (name.trim(), value.trim())).collect()));
        }
        rest = &rest[end + 1..];
    }
    rules
}

/// The selectors that a selector with `:is(a, b)` stands for.
fn alternatives(selector: &str) -> Vec<String> {
    let Some(start) = selector.find(":is(") else { return vec![selector.to_owned()] };
    let Some(end) = closing(selector, start) else { return Vec::new() };
    let one = |inner: &str| [&selector[..start], inner, &selector[end + 1..]].concat();
    listed(&selector[start + 4..end]).into_iter().map(one).collect()
}

/// What stands between commas, not counting those in brackets.
fn listed(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut from) = (Vec::new(), 0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[from..].trim());
    parts
}

/// Where the bracket closes that opens first after `start`.
fn closing(text: &str, start: usize) -> Option<usize> {
    end_of(&text[start..], '(', ')').map(|end| start + end)
}

/// Where a block ends that begins the text.
fn end_of_block(text: &str) -> Option<usize> {
    end_of(text, '{', '}')
}

fn end_of(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
        }
    }
    None
}

/// `in srgb, #0072b2 85%, #fff` as one colour.
fn mixed(parts: &str) -> Option<String> {
    let [_, first, second] = parts.split(',').map(str::trim).collect::<Vec<_>>()[..] else { return None };
    let (first, share) = first.split_once(' ')?;
    let share = share.trim().strip_suffix('%')?.parse::<f64>().ok()? / 100.0;
    let [a, b] = [colour(first)?, colour(second)?];
    let mut text = "#".to_owned();
    for (a, b) in a.into_iter().zip(b) {
        let channel = (f64::from(a) * share + f64::from(b) * (1.0 - share)).round();
        let _ = write!(text, "{:02x}", channel as u8);
    }
    Some(text)
}

/// `#rrggbb`, or `#rgb`.
fn colour(text: &str) -> Option<Colour> {
    let digits = text.strip_prefix('#')?;
    let long = if digits.len() == 3 { digits.chars().flat_map(|c| [c, c]).collect() } else { digits.to_owned() };
    let value = u32::from_str_radix(&long, 16).ok().filter(|_| long.len() == 6)?;
    let [_, red, green, blue] = value.to_be_bytes();
    Some([red, green, blue])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_that_css_2_does_not_know() {
        let sheet = sheet();
        for unknown in ["var(", "color-mix", "--", "@", ":is", ":has", ":hover", "/*", "currentColor 8"] {
            assert!(!sheet.contains(unknown), "{unknown} is left in {sheet}");
        }
        assert_eq!(paper(), "#fff");
    }

    #[test]
    fn comments_are_no_declarations() {
        let css = without_comments("/* a: b; */\n.chart { /* c: d; e */ fill: red; } /* } */");
        assert_eq!(Palette::of(&css).flattened(), ".chart{font-size:12px}.chart{fill:red}");
    }

    #[test]
    fn variables_and_mixed_colours_are_worked_out() {
        let sheet = sheet();
        for expected in [
            ".chart .s1{color:#0072b2}",
            ".chart .grid{stroke:#e3e5e9}",
            // 0 · 0.85 + 255 · 0.15, 114 · 0.85 + 38.25, 178 · 0.85 + 38.25: 38, 135, 190.
            ".chart .s1 .bar{fill:#2687be}",
            ".chart .h6 .tile{fill:#1f67a3}",
            ".chart .cell.h6 .value{fill:#ffffff}",
            // 0.25 · 22, 114 · 0.75 + 0.25 · 24, 178 · 0.75 + 0.25 · 29: 6, 92, 141.
            ".chart .series.s1 .name{fill:#065c8d}",
            ".chart .series.s1 .fig text.value{fill:#065c8d}",
            ".chart .hit{fill:none}",
        ] {
            assert!(sheet.contains(expected), "no {expected} in {sheet}");
        }
    }
}
