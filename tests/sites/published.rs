//! What a site needs where it is published: the page for what is not found, and headers.

use crate::support::Site;

/// A site with two charts on a report, and one on its start page.
fn site(base_url: &str) -> Site {
    let site = Site::empty();
    site.write("benchbook.toml", format!("title = \"Example\"\n{base_url}"));
    site.write("data/load/suite.toml", "title = \"Load\"\n\n[[evidence]]\nfiles = \"{server}.csv\"\n");
    for (server, rate) in [("red", 1200), ("blue", 1300)] {
        site.write(&format!("data/load/{server}.csv"), format!("name,value,unit\nrps,{rate},req/s\n"));
    }
    let chart = "```chart\nkind = \"bars\"\nvalue = \"rps\"\ngroups = \"server\"\n```\n\n";
    let page = |charts: usize| format!("+++\ntitle = \"Page\"\nsuite = \"load\"\n+++\n\n{}", chart.repeat(charts));
    site.write("content/index.md", page(1));
    site.write("content/reports/page.md", page(2));
    site.build().success();
    site
}

/// The addresses that the page for what is not found leads to, but for those on the page itself.
fn addresses(site: &Site) -> Vec<String> {
    let page = site.read("public/404.html");
    let page = page.replace(" href=", " src=");
    let values =
        page.split(" src=").skip(1).filter_map(|rest| rest.trim_start_matches('"').split(['"', ' ', '>']).next());
    values.filter(|address| !address.starts_with('#')).map(str::to_owned).collect()
}

#[test]
fn the_page_for_what_is_not_found_leads_from_the_top() {
    for (base_url, top) in [
        ("base_url = \"https://example.org/team/bench\"\n", "/team/bench/"),
        ("base_url = \"https://example.org/team/bench/\"\n", "/team/bench/"),
        ("base_url = \"https://example.org\"\n", "/"),
        ("base_url = \"http://localhost:8000/\"\n", "/"),
    ] {
        let site = site(base_url);
        let own: Vec<String> = addresses(&site).into_iter().filter(|address| !address.starts_with("http")).collect();
        assert!(own.len() > 5, "{own:?}");
        for address in &own {
            let path = address.strip_prefix(top).unwrap_or_else(|| panic!("{address} does not begin with {top}"));
            assert!(site.root.join("public").join(path).is_file(), "{address}");
        }
        // It is shown at any address, and has none of its own.
        assert!(
            !site.read("public/404.html").contains("canonical") && !site.read("public/404.html").contains("og:url")
        );
        assert!(site.read("public/index.html").contains("canonical"));
        // Other pages stay relative.
        assert!(!site.read("public/reports/page/index.html").contains("=\"/"));
    }
    // Who does not say where the site is published gets a page that is right at the top.
    let site = site("");
    for address in addresses(&site) {
        assert!(site.root.join("public").join(&address).is_file(), "{address}");
    }
}

#[test]
fn charts_alone_may_be_framed_and_nothing_else() {
    let site = site("");
    let headers = site.read("public/_headers");
    let rules: Vec<&str> = headers.lines().filter(|line| line.starts_with('/')).collect();
    let frames = ["/chart-1.html", "/*/chart-1.html", "/*/chart-2.html"];
    assert_eq!(rules, [&["/*", "/*/self-contained.html"][..], &frames[..]].concat(), "{headers}");
    for frame in frames {
        let (_, rule) = headers.split_once(&format!("\n{frame}\n")).expect("there is a rule");
        let lines: Vec<&str> = rule.lines().take_while(|line| line.starts_with(' ')).collect();
        assert!(lines[0] == "  ! Content-Security-Policy" && lines[1].ends_with("; frame-ancestors *"), "{lines:?}");
    }
    assert_eq!(headers.matches("frame-ancestors 'self'").count(), 1);
    for frame in ["chart-1.html", "reports/page/chart-1.html", "reports/page/chart-2.html"] {
        assert!(site.root.join("public").join(frame).is_file(), "{frame}");
    }
}
