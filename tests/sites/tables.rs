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

/// `where` with several values shows the rows, or the columns, of those; a unit that others have does not matter.
#[test]
fn a_table_of_some_values_has_no_others() {
    let site = Site::copy("errors/cases/chart-units");
    let front = "+++\ntitle = \"Report\"\nsuite = \"mixed\"\n+++\n\n";
    let table = |settings: &str| format!("```table\n{settings}columns = [\"cost\"]\n```\n\n");
    let rows =
        table("rows = [\"place\", \"size\"]\nwhere = { place = \"hall\", size = [1, 2], operation = \"scan\" }\n");
    let some = table(
        "rows = [\"size\", \"operation\"]\nwhere = { place = \"hall\", size = [\"2\", \"1\"], operation = [\"parse\"] }\n",
    );
    let wide = "```table\nrows = [\"operation\"]\nacross = \"size\"\ncell = [\"cost\"]\nwhere = { place = \"hall\", size = [2, 2] }\n```\n";
    site.write("content/report.md", format!("{front}{rows}{some}{wide}"));
    site.build().success();
    let table = |number: usize| site.read(&format!("public/report/table-{number}.csv"));
    assert_eq!(table(1), "Place,Size,cost value (µs)\nhall,1,800\nhall,2,1600\n");
    assert_eq!(table(2), "Size,Operation,cost value (ms)\n1,parse,1.6\n2,parse,3\n");
    assert_eq!(table(3).lines().next(), Some("Operation,2 cost value (ms)"), "the other column is not there");
}
