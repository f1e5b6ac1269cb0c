//! Tables that an author writes in Markdown.

use crate::support::Site;

/// Each is a region to scroll, and a reader who hears the regions of a page must be able to tell them apart.
#[test]
fn each_table_is_named_by_its_heads() {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"Tables\"\n");
    let tables = "| `a` & **b** | c |\n| --- | --- |\n| x | y |\n\n".repeat(2) + "|  |  |\n| --- | --- |\n| x | y |\n";
    site.write("content/page.md", format!("+++\ntitle = \"Page\"\n+++\n\n{tables}"));
    site.build().success();
    let page = site.read("public/page/index.html");
    for label in ["Table: a &amp; b, c", "Table: a &amp; b, c (2)", "Table"] {
        assert_eq!(page.matches(&format!("role=\"region\" aria-label=\"{label}\"")).count(), 1, "{label}");
    }
}
