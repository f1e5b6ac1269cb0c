//! Minifying pages with minify-html, without letting it dominate the build.
//!
//! Pictures, preformatted text and table bodies are most of a page, gain nothing and cost most of
//! the time; they are lifted out, the rest is minified, and they are put back untouched.

/// What is lifted out: opening, closing. The two lists come compact from their templates.
const LIFTED: [(&[u8], &[u8]); 5] = [
    (b"<svg", b"</svg>"),
    (b"<pre", b"</pre>"),
    (b"<tbody", b"</tbody>"),
    (b"<section class=\"lineage\"", b"</section>"),
    (b"<section class=\"cited-by\"", b"</section>"),
];

/// What stands in for a lifted part: an element that minify-html does not know and so keeps.
const STAND_IN: &[u8] = b"<bb-lifted></bb-lifted>";

/// A page, minified; as it is when it holds the stand-in itself.
pub fn minify(page: Vec<u8>) -> Vec<u8> {
    if memchr::memmem::find(&page, STAND_IN).is_some() {
        return page;
    }
    let (skeleton, lifted) = lift(&page);
    put_back(&minify_skeleton(&skeleton), &lifted).unwrap_or_else(|| page.clone())
}

#[cfg(feature = "minify")]
fn minify_skeleton(skeleton: &[u8]) -> Vec<u8> {
    let settings = minify_html::Cfg {
        keep_closing_tags: true,
        keep_html_and_head_opening_tags: true,
        keep_input_type_text_attr: true,
        allow_noncompliant_unquoted_attribute_values: false,
        allow_optimal_entities: false,
        allow_removing_spaces_between_attributes: false,
        minify_doctype: false,
        ..minify_html::Cfg::default()
    };
    minify_html::minify(skeleton, &settings)
}

#[cfg(not(feature = "minify"))]
fn minify_skeleton(skeleton: &[u8]) -> Vec<u8> {
    skeleton.to_vec()
}

/// The page without its heavy parts, and the parts in their order.
fn lift(page: &[u8]) -> (Vec<u8>, Vec<&[u8]>) {
    let mut skeleton = Vec::with_capacity(page.len() / 2);
    let mut lifted = Vec::new();
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'<', &page[at..]) {
        let start = at + found;
        skeleton.extend_from_slice(&page[at..start]);
        let part = LIFTED.iter().find(|(open, _)| opens(&page[start..], open));
        let end = part
            .and_then(|(_, close)| memchr::memmem::find(&page[start..], close).map(|end| start + end + close.len()));
        match end {
            Some(end) => {
                skeleton.extend_from_slice(STAND_IN);
                lifted.push(&page[start..end]);
                at = end;
            }
            None => {
                skeleton.push(b'<');
                at = start + 1;
            }
        }
    }
    skeleton.extend_from_slice(&page[at..]);
    (skeleton, lifted)
}

fn opens(rest: &[u8], open: &[u8]) -> bool {
    rest.starts_with(open) && rest.get(open.len()).is_some_and(|byte| matches!(byte, b'>' | b' ' | b'\n' | b'\t'))
}

/// The parts back in their places; none when a place was lost.
fn put_back(skeleton: &[u8], lifted: &[&[u8]]) -> Option<Vec<u8>> {
    let mut page = Vec::with_capacity(skeleton.len() + lifted.iter().map(|part| part.len()).sum::<usize>());
    let mut parts = lifted.iter();
    let mut at = 0;
    for found in memchr::memmem::find_iter(skeleton, STAND_IN) {
        page.extend_from_slice(&skeleton[at..found]);
        page.extend_from_slice(parts.next()?);
        at = found + STAND_IN.len();
    }
    page.extend_from_slice(&skeleton[at..]);
    parts.next().is_none().then_some(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heavy_parts_come_through_untouched() {
        let page = b"<p>a  b</p>\n<pre>\n  x </pre> <table><thead></thead>\n<tbody>\n<tr><td> 1 </td></tr></tbody></table><svg viewBox=\"0\"> </svg>";
        let (skeleton, lifted) = lift(page);
        assert_eq!(
            lifted,
            [&b"<pre>\n  x </pre>"[..], b"<tbody>\n<tr><td> 1 </td></tr></tbody>", b"<svg viewBox=\"0\"> </svg>"]
        );
        assert_eq!(put_back(&skeleton, &lifted).as_deref(), Some(&page[..]));
        assert_eq!(put_back(b"no place", &lifted), None);
        let minified = String::from_utf8(minify(page.to_vec())).expect("it is UTF-8");
        assert!(
            minified.contains("<tbody>\n<tr><td> 1 </td></tr></tbody>") && minified.contains("<pre>\n  x </pre>"),
            "{minified}"
        );
        assert!(minified.len() <= page.len());
    }

    #[test]
    fn an_element_that_only_begins_alike_is_none_of_ours() {
        let (_, lifted) = lift(b"<preface>x</preface><p>no end <pre>");
        assert!(lifted.is_empty());
    }
}
