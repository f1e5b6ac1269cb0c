//! The interface in the language of a page, and a site's own words.

use crate::support::{Site, check_codes};

fn site(settings: &str) -> Site {
    let site = Site::empty();
    site.write("benchbook.toml", format!("title = \"Site\"\n{settings}\n[rules]\nBB207 = \"allow\"\n"));
    site.write("data/demo/runs.csv", "server,rps\nred,1234\nblue,900\n");
    site.write(
        "data/demo/suite.toml",
        "title = \"Demo\"\n[conditions]\nload = \"closed\"\n[[evidence]]\nfiles = \"runs.csv\"\n[evidence.table]\n\
         dimensions = { server = \"server\" }\nmetrics = { rps = \"rps\" }\n[[limitations]]\ntext = \"One round.\"\n",
    );
    site
}

fn page(language: &str) -> String {
    format!(
        "+++\ntitle = \"Page\"\nsuite = \"demo\"\ndate = \"2026-09-02\"\n{language}+++\n\n\
         [1.37](<= rps[red] / rps[blue]>)\n\n```table\nrows = \"server\"\ncolumns = \"rps\"\n```\n\n\
         <div lang=\"fr\">\n\n```table\nrows = \"server\"\ncolumns = \"rps\"\n```\n\n</div>\n"
    )
}

#[test]
fn a_page_speaks_its_language_and_so_do_its_parts() {
    let site = site("");
    site.write("content/r/en.md", page(""));
    site.write("content/r/de.md", page("language = \"de-AT\"\n").replace("1.37", "1,37"));
    site.build().success();
    let german = site.read("public/r/de/index.html");
    for text in [
        "<html lang=\"de-AT\">",
        ">Zum Inhalt</a>",
        ">Berichte</a>",
        ">Belege</a>",
        "<time datetime=\"2026-09-02\">2.9.2026</time>",
        "<b>Tabelle 1.</b>",
        "höher ist besser",
        "<h2 id=\"what-this-does-not-establish\">Was hieraus nicht folgt</h2>",
        "<a href=\"#what-this-does-not-establish\">Was hieraus nicht folgt</a>",
        "<dt>Ausdruck</dt>",
        "<b>5 Zahlen</b>, jede verknüpft mit ihrer Stelle in",
        ">1 Belegdatei</a>",
        "<b>1</b> Behauptung trifft zu",
        "data-copy=\"Kopieren\"",
        ">1.234</a>",
        // A part in another language has the words and the numbers of that one.
        "<b>Tableau 2.</b>",
        "plus haut vaut mieux",
        ">1\u{202f}234</a>",
    ] {
        assert!(german.contains(text), "{text}\n{german}");
    }
    let english = site.read("public/r/en/index.html");
    assert!(english.contains("<time datetime=\"2026-09-02\">2026-09-02</time>") && english.contains("<b>Table 1.</b>"));
    // Pages that belong to no language are in that of the site, and the marks of claims in all of them.
    assert!(site.read("public/evidence/index.html").contains("<h1>Evidence</h1>"));
    let sheet = site.read("public/assets/benchbook.css");
    assert!(sheet.contains(":root:lang(de-AT){--partly:\"zum Teil\";"), "the style sheet knows the language");
}

#[test]
fn a_site_in_arabic_runs_from_the_right() {
    let site = site("language = \"ar\"");
    site.write("content/r/a.md", page(""));
    site.build().success();
    let html = site.read("public/r/a/index.html");
    assert!(html.contains("<html lang=\"ar\" dir=\"rtl\">") && html.contains("<b>الجدول 1.</b>"));
    assert!(html.contains("<pre dir=\"ltr\">") || !html.contains("<pre"), "code runs from the left");
    assert!(site.read("public/evidence/index.html").contains("<h1>الأدلة</h1>"));
    assert!(site.read("public/evidence/demo/runs.csv.html").contains("3 أسطر"));
    assert!(site.read("public/404.html").contains("<h1>الصفحة غير موجودة</h1>"));
}

#[test]
fn a_site_may_add_words_and_is_told_what_is_wrong_with_them() {
    let site = site("language = \"it\"");
    site.write("content/r/a.md", page("").replace("1.37", "1,37"));
    site.write("locales/it.toml", "table_number = \"Tabella {n}.\"\n");
    site.build().success();
    let html = site.read("public/r/a/index.html");
    assert!(html.contains("<b>Tabella 1.</b>") && html.contains("higher is better"), "what is missing is English");
    site.write("locales/it.toml", "table_numbr = \"Tabella {n}.\"\nline = \"Riga {m}\"\n");
    let run = site.build();
    assert_eq!(run.code, 1);
    assert_eq!(check_codes(&run.stderr), ["BB102", "BB105"]);
    assert!(run.stderr.contains("locales/it.toml:1:1") && run.stderr.contains("did you mean `table_number`?"));
    assert!(run.stderr.contains("nothing fills `{m}` in `line`"), "{}", run.stderr);
}
