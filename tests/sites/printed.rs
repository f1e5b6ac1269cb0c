//! Pages on paper: what stands there in place of links.

use crate::support::Site;

/// A report of two files; line 2 of `a.csv` is 1000, line 2 of `b.csv` 800.
fn site() -> Site {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"S\"\nbase_url = \"https://bench.example/\"\n[rules]\nBB207 = \"allow\"\n");
    site.write("data/demo/b.csv", "server,rps\nblue,800\n");
    site.write("data/demo/a.csv", "server,rps\nred,1000\n");
    site.write(
        "data/demo/suite.toml",
        "title = \"Demo\"\n[[evidence]]\nfiles = \"*.csv\"\n[evidence.table]\n\
         dimensions = { server = \"server\" }\nmetrics = { rps = \"rps\" }\n\
         [conditions]\nload = \"closed\"\nrounds = 1\n",
    );
    site.write(
        "content/r.md",
        "+++\ntitle = \"R\"\nsuite = \"demo\"\n+++\n\nBlue does [](<= rps[blue]>), red [](<= rps[red]>), \
         [25% more](<= change(rps[red], rps[blue]) as %>).\n\n\
         ```chart\nkind = \"bars\"\nvalue = \"rps\"\ngroups = \"server\"\n```\n",
    );
    site
}

#[test]
fn evidence_is_listed_with_the_figures_that_are_read_from_it() {
    let site = site();
    site.run(&["build", "--no-minify"]).success();
    let page = site.read("public/r/index.html").replace("&#x2F;", "/");
    let (_, rest) = page.split_once("<section class=\"printed\">").expect("there is a list for paper");
    let (section, _) = rest.split_once("</section>").expect("it ends");
    // `printf 'server,rps\nblue,800\n' | sha256sum`, and the same of the other file.
    let expected = "<h2>Evidence</h2>\n<p dir=\"ltr\">https://bench.example/r/</p>\n<ol>\n\
        <li dir=\"ltr\"><b>data/demo/b.csv</b> SHA-256 <code>SUM-B…</code> <span>f1 L2</span></li>\n\
        <li dir=\"ltr\"><b>data/demo/a.csv</b> SHA-256 <code>SUM-A…</code> <span>f2 L2</span></li>\n</ol>";
    let expected = expected.replace("SUM-A", SUM_A).replace("SUM-B", SUM_B);
    assert_eq!(section.trim(), expected);
}

/// The first 16 digits of the files' SHA-256, as `sha256sum` gives them.
const SUM_A: &str = "fc78b7c12656c3f2";
const SUM_B: &str = "a51f489f73ca1f3a";

#[test]
fn a_page_that_stands_alone_lists_its_evidence_once() {
    let site = site();
    site.run(&["build", "--self-contained", "--no-minify"]).success();
    let page = site.read("public/r/self-contained.html");
    assert!(!page.contains("<section class=\"printed\">") && page.contains("<section class=\"lineage alone\""));
}
