//! `build --self-contained`: a report as one file, with its evidence, that loads nothing.

use crate::support::{Site, check_codes};

fn site(settings: &str) -> Site {
    let site = Site::empty();
    site.write("benchbook.toml", format!("title = \"Site\"\n{settings}\n[rules]\nBB207 = \"allow\"\n"));
    site.write("data/demo/raw/runs.csv", "server,rps\nred,1234\nblue,900\n");
    site.write(
        "data/demo/suite.toml",
        "title = \"Demo\"\n[conditions]\nload = \"closed\"\n[[evidence]]\nfiles = \"raw/*.csv\"\n[evidence.table]\n\
         dimensions = { server = \"server\" }\nmetrics = { rps = \"rps\" }\n",
    );
    site.write("content/method.md", "+++\ntitle = \"Method\"\n+++\n\nText.\n");
    site.write(
        "content/r/a.md",
        "+++\ntitle = \"Page\"\nsuite = \"demo\"\n+++\n\nTwice: [1.37](<= rps[red] / rps[blue]>), [](<= rps[red]>), \
         see [the method](../method.md).\n\n## One\n\n```table\nrows = \"server\"\ncolumns = \"rps\"\n```\n",
    );
    site
}

fn hrefs(html: &str) -> Vec<&str> {
    html.split(" href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn a_report_stands_alone_with_its_evidence() {
    let site = site("");
    site.run(&["build", "--self-contained"]).success();
    let html = site.read("public/r/a/self-contained.html");
    assert!(!html.contains("<link") && !html.contains(" src="), "nothing is loaded");
    assert!(html.contains("default-src 'none'; style-src 'unsafe-inline'"));
    for href in hrefs(&html) {
        assert!(href.starts_with('#') || href.starts_with("data:"), "{href}");
        let id = format!(" id=\"{}\"", href.trim_start_matches('#'));
        assert!(href.starts_with("data:") || href == "#content" || html.contains(&id), "{href} leads nowhere");
    }
    // `base64` of the file, by coreutils.
    assert!(html.contains("base64,c2VydmVyLHJwcwpyZWQsMTIzNApibHVlLDkwMAo=\" download=\"runs.csv\""));
    assert!(html.contains("<li id=\"evidence-1-L2\"><span>Line 2</span> <code dir=\"ltr\">red,1234</code></li>"));
    assert!(html.contains("data-fig=\"f2\" href=\"#evidence-1-L2\">1,234"), "a figure leads to its line");
    assert!(html.contains("see <a>the method</a>"), "a page that is not in the file is no link");
    assert!(html.contains("\"formula\""), "the figures are in it for programs");
    site.run(&["verify", "public"]).success();
    site.write("public/r/a/self-contained.html", html.replace(">1,234", ">1,243"));
    let run = site.run(&["verify", "public", "--color", "never"]);
    assert_eq!((run.code, check_codes(&run.stderr)), (1, vec!["BB706".to_owned(); 2]), "{}", run.stderr);
    // The page beside it is as it is without the flag.
    let page = site.read("public/r/a/index.html");
    assert!(page.contains("assets/benchbook.css") && !page.contains("<style"));
}

#[test]
fn what_is_not_in_the_file_is_where_the_site_is_published() {
    let site = site("base_url = \"https://example.org/b/\"");
    site.run(&["build", "--self-contained"]).success();
    let html = site.read("public/r/a/self-contained.html");
    assert!(html.contains("see <a href=\"https://example.org/b/method/\">the method</a>"));
    assert!(html.contains("href=\"https://example.org/b/r/a/table-1.csv\""));
}

#[test]
fn evidence_that_is_too_large_is_linked_beside_the_file() {
    let site = site("");
    let padding = "x".repeat(1 << 20);
    site.write("data/demo/raw/large.csv", format!("server,rps,note\ngreen,7,{padding}\n"));
    let page = site.read("content/r/a.md") + "\n[](<= rps[green]>)\n";
    site.write("content/r/a.md", page);
    site.run(&["build", "--self-contained"]).success();
    let html = site.read("public/r/a/self-contained.html");
    assert!(
        html.contains("<a href=\"../../evidence/demo/raw/large.csv\"><b>large.csv</b></a></p>")
            && html.contains("not in this file")
    );
    assert!(html.contains("download=\"runs.csv\""), "the smaller one is in it");
    assert!(html.len() < 400_000, "{}", html.len());
    assert!(!site.root.join("public/method/self-contained.html").exists(), "only reports are written so");
}
