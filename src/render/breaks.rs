//! Where long names may be broken: `{{ page.title | breakable }}`.

use tera::{Filter, Kwargs, State, Tera, TeraResult, escape_html};

/// A word of so many characters fits into a line of a phone.
const SHORT: usize = 20;

/// The fewest characters that stand alone before or after a break.
const FEWEST: usize = 2;

/// Gives templates the filter `breakable`.
pub fn teach(tera: &mut Tera) {
    tera.register_filter("breakable", Breakable);
}

/// A text as HTML in which long names may be broken after `/`, `-`, `_` and `.`, and not within their words.
pub fn breakable(text: &str) -> String {
    let mut html = Vec::with_capacity(text.len() + 32);
    for (index, piece) in pieces(text).into_iter().enumerate() {
        if index > 0 {
            html.extend_from_slice(b"<wbr>");
        }
        escape_html(piece, &mut html).expect("writing to memory does not fail");
    }
    String::from_utf8(html).expect("escapes of UTF-8 are UTF-8")
}

/// The pieces of a text between which a line may be broken, besides at its spaces.
fn pieces(text: &str) -> Vec<&str> {
    let (mut pieces, mut begin, mut offset) = (Vec::new(), 0, 0);
    for word in text.split_inclusive(char::is_whitespace) {
        let is_long = word.chars().count() > SHORT;
        let ends = word.char_indices().map(|(at, c)| at + c.len_utf8()).filter(|end| is_long && may_break(word, *end));
        for end in ends.map(|end| offset + end) {
            pieces.push(&text[begin..end]);
            begin = end;
        }
        offset += word.len();
    }
    pieces.push(&text[begin..]);
    pieces
}

/// Whether a word may be broken at a place: behind a separator, but not within `1.7` or `://`, nor beside its ends.
fn may_break(word: &str, at: usize) -> bool {
    let (before, after) = word.split_at(at);
    let Some(mark) = before.chars().last().filter(|c| matches!(c, '/' | '-' | '_' | '.')) else { return false };
    let is_number = mark == '.' && before[..before.len() - 1].ends_with(|c: char| c.is_ascii_digit());
    let rest = after.trim_end();
    before.chars().count() >= FEWEST
        && rest.chars().count() >= FEWEST
        && rest.starts_with(|c: char| c.is_alphanumeric() && !(is_number && c.is_ascii_digit()))
}

/// `{{ text | breakable }}`
struct Breakable;

impl Filter<&str, TeraResult<String>> for Breakable {
    fn call(&self, text: &str, _: Kwargs, _: &State<'_>) -> TeraResult<String> {
        Ok(breakable(text))
    }

    fn is_safe(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_break_after_separators() {
        for (text, broken) in [
            ("data/recorded/hyperfine/before.json", "data/|recorded/|hyperfine/|before.|json"),
            ("results_of-2026-09-12-x86_64.json", "results_|of-|2026-|09-|12-|x86_|64.|json"),
            ("https://host.example/kruda-1.7.2/p99", "https://|host.|example/|kruda-|1.7.2/|p99"),
            ("a.very-long-name-of-a-file.c", "a.|very-|long-|name-|of-|a-|file.c"),
            ("Kruda 1.7.2 beside Fiber-3, wrk/text.txt & others", "Kruda 1.7.2 beside Fiber-3, wrk/text.txt & others"),
            ("", ""),
        ] {
            assert_eq!(pieces(text).join("|"), broken);
        }
    }

    #[test]
    fn what_has_a_meaning_in_html_is_escaped() {
        assert_eq!(breakable("<b>/\"a-folder-of-names\"/"), "&lt;b&gt;/&quot;a-<wbr>folder-<wbr>of-<wbr>names&quot;/");
        let mut tera = Tera::default();
        tera.autoescape_on(vec![".html"]);
        teach(&mut tera);
        tera.add_raw_template("a.html", "{{ name | breakable }}").expect("it is well-formed");
        let mut context = tera::Context::new();
        context.insert("name", "a & b: results/of/this/machine");
        assert_eq!(
            tera.render("a.html", &context).expect("it renders"),
            "a &amp; b: results/<wbr>of/<wbr>this/<wbr>machine"
        );
    }
}
