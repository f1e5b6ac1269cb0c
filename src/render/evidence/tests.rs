use super::{Syntax, is_excerpt};
use crate::source::Source;
use crate::words::Voice;
use std::collections::BTreeSet;

fn lines(text: &str, syntax: Syntax, cited: &BTreeSet<u32>) -> String {
    super::lines(&Source::new("a", text.to_owned()), syntax, cited, Voice::english())
}

fn shown(text: &str, syntax: Syntax) -> String {
    lines(text, syntax, &BTreeSet::new())
}

/// The HTML of one line, without the anchor.
fn one(text: &str, syntax: Syntax) -> String {
    let html = shown(text, syntax);
    let (_, rest) = html.split_once("</a>").expect("every line has a number");
    rest.strip_suffix("</span>\n").expect("every line ends").to_owned()
}

/// The text of HTML that we wrote, line numbers left out.
fn text_of(html: &str) -> String {
    let mut out = String::new();
    for part in html.split("<a href=").flat_map(|part| part.split_once("</a>").or(Some(("", part)))) {
        let mut rest = part.1;
        while let Some((text, tag)) = rest.split_once('<') {
            out.push_str(text);
            rest = tag.split_once('>').expect("a tag ends").1;
        }
        out.push_str(rest);
    }
    out.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

#[test]
fn each_line_has_an_anchor_and_cited_ones_a_mark() {
    let html = lines("a\nb\r\n\nd", Syntax::Log, &BTreeSet::from([2]));
    let expected = "<span class=\"line\" id=\"L1\"><a href=\"#L1\">1</a>a</span>\n\
                    <span class=\"line cited\" id=\"L2\"><a href=\"#L2\">2</a>b</span>\n\
                    <span class=\"line\" id=\"L3\"><a href=\"#L3\">3</a></span>\n\
                    <span class=\"line\" id=\"L4\"><a href=\"#L4\">4</a>d</span>\n";
    assert_eq!(html, expected);
    assert_eq!(shown("", Syntax::Json), "");
    assert_eq!(shown("x\n", Syntax::Log).matches("id=").count(), 1, "nothing follows the last line feed");
}

#[test]
fn json_names_numbers_and_words_are_told_apart() {
    let html = one(r#"  "p(95)": 1.5e-3, "a\"<": ["12", true, null, -4]"#, Syntax::Json);
    let expected = r#"  <i class=k>"p(95)"</i>: <i class=n>1.5e-3</i>, <i class=k>"a\"&lt;"</i>: ["12", <i class=w>true</i>, <i class=w>null</i>, <i class=n>-4</i>]"#;
    assert_eq!(html, expected);
}

#[test]
fn broken_json_is_shown_as_it_is() {
    for text in [r#"{"a"#, r#"{"a\"#, r#"""#, "-", "{\"é\u{1f600}\": tr", "\"\\é"] {
        assert_eq!(text_of(&shown(text, Syntax::Json)), format!("{text}\n"));
    }
}

#[test]
fn every_other_column_is_marked() {
    assert_eq!(one("a,b,,d", Syntax::Delimited(b',')), "a,<i class=o>b</i>,,<i class=o>d</i>");
    assert_eq!(one("\"a,\"\"b\"\"\",c", Syntax::Delimited(b',')), "\"a,\"\"b\"\"\",<i class=o>c</i>");
    assert_eq!(one("é\t<b>\t", Syntax::Delimited(b'\t')), "é\t<i class=o>&lt;b&gt;</i>\t");
    assert_eq!(one("a,\"open", Syntax::Delimited(b',')), "a,<i class=o>\"open</i>");
}

#[test]
fn logs_show_names_numbers_and_trouble() {
    let html = one("Requests/sec:  13,167.30.", Syntax::Log);
    assert_eq!(html, "<i class=k>Requests/sec</i>:  <i class=n>13,167.30</i>.");
    let html = one("ERROR p99 took 5ms", Syntax::Log);
    assert_eq!(html, "<i class=e>ERROR</i> p99 took <i class=n>5</i>ms");
    assert_eq!(one("https://example.org", Syntax::Log), "https://example.org");
}

#[test]
fn what_cannot_be_shown_is_named() {
    assert_eq!(one("\u{1b}[1;31mred", Syntax::Log), r"<i class=c>\x1b[1;31m</i>red");
    assert_eq!(
        one("\u{1b}<\0\t\u{7f}", Syntax::Log),
        "<i class=c>\\x1b</i>&lt;<i class=c>\\x00</i>\t<i class=c>\\x7f</i>"
    );
    assert_eq!(one("a\rb", Syntax::Log), r"a<i class=c>\x0d</i>b");
    assert_eq!(
        one("\u{85}–\u{202e}\u{ffff}\u{a0}", Syntax::Log),
        "<i class=c>U+0085</i>–<i class=c>U+202E</i><i class=c>U+FFFF</i>\u{a0}"
    );
}

#[test]
fn no_text_is_lost_and_none_becomes_markup() {
    let text = "{\"<a>\": \"&amp;\", \"é\": [1,2]}\nx < y && z: 3\n\"q,\"\"<\",\t;1\n";
    for syntax in [Syntax::Json, Syntax::Log, Syntax::Delimited(b','), Syntax::Delimited(b'\t')] {
        assert_eq!(text_of(&shown(text, syntax)), text, "{syntax:?}");
    }
}

#[test]
fn a_long_text_is_shown_about_its_cited_lines() {
    let text = "0123456789\n".repeat(100_000);
    assert!(is_excerpt(&text));
    let html = lines(&text, Syntax::Log, &BTreeSet::from([5, 30, 50_000]));
    // Lines 1 to 50 (5 ± 20 and 30 ± 20 meet), a gap, 49,980 to 50,020, a gap.
    assert_eq!(html.matches("<span class=\"line").count(), 50 + 41);
    assert!(html.contains("<span class=\"gap\">49,929 lines left out</span>\n<span class=\"line\" id=\"L49980\">"));
    assert!(html.ends_with("<span class=\"gap\">49,980 lines left out</span>\n"));
    let html = lines(&text, Syntax::Log, &BTreeSet::new());
    assert_eq!(html.matches("<span class=\"line").count(), 21);
}

#[test]
fn a_very_long_line_is_cut_in_a_long_text_only() {
    let line = "é".repeat(600_000);
    let html = lines(&line, Syntax::Log, &BTreeSet::from([1]));
    assert!(html.contains("class=\"line cited wrap\""));
    assert!(html.contains("<b>… 1,180,000 bytes left out</b>"));
    let html = shown(&"é".repeat(30_000), Syntax::Log);
    assert!(!html.contains("left out") && html.contains("class=\"line wrap\""));
}

#[test]
fn the_syntax_is_told_by_the_name_or_the_text() {
    assert_eq!(Syntax::of("raw/a.JSON", ""), Syntax::Json);
    assert_eq!(Syntax::of("raw.json/a.txt", "Running 15s test"), Syntax::Log);
    assert_eq!(Syntax::of("a.csv", "a;b;c\n1;2;3\n"), Syntax::Delimited(b';'));
    assert_eq!(Syntax::of("a.csv", "a\n1\n"), Syntax::Delimited(b','));
    assert_eq!(Syntax::of("summary", "\u{feff}\n [1]"), Syntax::Json);
    assert_eq!(Syntax::of("summary", "a\tb\tc\n1\t2\t3"), Syntax::Delimited(b'\t'));
    assert_eq!(Syntax::of("", ""), Syntax::Log);
}
